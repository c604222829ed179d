//! Lengths and memory of all products, and reduction modulo `x^n - 1` or `x^n + 1`.

use crate::{
    Error, Result,
    algebra::{Module, Ring},
    kernel::memory::filled,
};
use alloc::vec::Vec;

/// The modulus of a wrapped product: `x^n + 1` (negacyclic) or `x^n - 1` (cyclic).
///
/// An argument of [`Convolve::wrapped_into`](super::Convolve::wrapped_into) and of [`RnsBuilder::wrap`](crate::ntt::RnsBuilder::wrap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// `x^n = 1`.
    Cyclic,
    /// `x^n = -1`.
    Negacyclic,
}

/// A product in a ring through kernels of its own, wrapped or not; `false` if there is none for it.
pub(super) type Product<R, E> = fn(&R, [&[E]; 2], Option<Wrap>, &mut [E]) -> Result<bool>;

/// Returns the length of a linear product.
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

/// Checks the slices of a linear product.
pub(crate) fn check_linear<T>(a: &[T], b: &[T], out: &[T]) -> Result<()> {
    Error::check_len("output of a product", linear_len(a.len(), b.len())?, out.len())
}

/// Returns `len` copies of `value`, or [`Error::Memory`].
pub(crate) fn buffer<T: Clone>(what: &'static str, len: usize, value: &T) -> Result<Vec<T>> {
    filled(what, len, value.clone())
}

/// Computes `f` modulo `x^n - 1` or `x^n + 1` into `out` of length `n`.
pub(super) fn fold<R: Ring>(ring: &R, f: &[R::Element], wrap: Wrap, out: &mut [R::Element]) {
    let (first, mut rest) = f.split_at(f.len().min(out.len()));
    out[..first.len()].clone_from_slice(first);
    out[first.len()..].fill(ring.zero());
    let mut negated = wrap == Wrap::Negacyclic;
    while !rest.is_empty() && !out.is_empty() {
        let (part, tail) = rest.split_at(rest.len().min(out.len()));
        match negated {
            true => sub_all(ring, out, part),
            false => add_all(ring, out, part),
        }
        negated = !negated && wrap == Wrap::Negacyclic;
        rest = tail;
    }
}

/// Adds the elements of `b` to those of `a`, as many as both have.
pub(super) fn add_all<M: Module>(module: &M, a: &mut [M::Element], b: &[M::Element]) {
    for (a, b) in a.iter_mut().zip(b) {
        module.add_assign(a, b);
    }
}

/// Subtracts the elements of `b` from those of `a`, as many as both have.
pub(super) fn sub_all<M: Module>(module: &M, a: &mut [M::Element], b: &[M::Element]) {
    for (a, b) in a.iter_mut().zip(b) {
        module.sub_assign(a, b);
    }
}
