//! Lengths and memory of all products, and reduction modulo `x^n - 1` or `x^n + 1`.

use crate::{Error, Result, algebra::Ring};
use alloc::vec::Vec;

/// Names what `x^n` is in a wrapped product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// `x^n = 1`.
    Cyclic,
    /// `x^n = -1`.
    Negacyclic,
}

/// The length of a linear product.
pub(crate) fn linear_len(a: usize, b: usize) -> Result<usize> {
    if a == 0 || b == 0 {
        return Ok(0);
    }
    a.checked_add(b - 1).ok_or(Error::Length {
        what: "a product",
        len: usize::MAX,
        possible: "the lengths of both inputs together must fit an address",
    })
}

/// The check of the slices that every linear product makes first.
pub(crate) fn check_linear<T>(a: &[T], b: &[T], out: &[T]) -> Result<()> {
    Error::check_len("output of a product", linear_len(a.len(), b.len())?, out.len())
}

/// `len` copies of `value`, or [`Error::Memory`].
pub(crate) fn buffer<T: Clone>(what: &'static str, len: usize, value: &T) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| Error::Memory {
        what,
        needed: len as u128 * size_of::<T>() as u128,
        limit: None,
    })?;
    list.resize(len, value.clone());
    Ok(list)
}

/// `f` modulo `x^n - 1` or `x^n + 1` into `out` of length `n`.
pub(super) fn fold<R: Ring>(ring: &R, f: &[R::Element], wrap: Wrap, out: &mut [R::Element]) {
    out.fill(ring.zero());
    for (turn, part) in f.chunks(out.len().max(1)).enumerate() {
        for (sum, term) in out.iter_mut().zip(part) {
            match wrap {
                Wrap::Negacyclic if turn % 2 == 1 => ring.sub_assign(sum, term),
                _ => ring.add_assign(sum, term),
            }
        }
    }
}
