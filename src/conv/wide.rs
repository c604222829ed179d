//! Products over primes of four words, through the kernels in limbs of 52 bits or through word primes.
//!
//! # Idea
//! Kernels multiply words by roots and add them. Elements enter as the words of a [`Representation`], in Montgomery
//! form or not, and values are multiplied in that form. A negacyclic product has its points on the coset of a root of
//! twice the order. Without products of 52 bits word primes are about twice as fast, for products that are not negacyclic.
//!
//! # Equals
//! [`transform`](super::transform), coefficient by coefficient.

mod kept;

use super::wrap::{Product, Wrap, buffer, fold};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use super::{multimodular::long, word::transform_len};
use crate::{
    Error, Result,
    algebra::{Lift, Ring, Roots},
    kernel::{
        isa::Isa,
        ntt::wide::{self, Form},
    },
    rings::representation::{Representation, Residue, load, store},
};
use alloc::vec::Vec;
use kept::Key;

/// The least length of the shorter input for kernels without products of 52 bits, and with those. Their least transform has 256 elements.
const KERNEL: [usize; 2] = [160, 65];

const INVALID: Error = Error::Contract { what: "a field must take the residues of its prime" };

/// Returns the product of a ring; `None` if its elements never have such words.
pub(super) const fn product<R: Lift + Roots<Element = C::Element>, C: Representation>() -> Option<Product<R, C::Element>>
{
    if C::EXISTS { Some(into::<R, C>) } else { None }
}

/// Computes `out <- a b`, modulo `x^n - 1` or `x^n + 1` for a wrapped product; `false` if there is no kernel for it.
fn into<R: Lift + Roots<Element = C::Element>, C: Representation>(
    ring: &R,
    [a, b]: [&[C::Element]; 2],
    wrap: Option<Wrap>,
    out: &mut [C::Element],
) -> Result<bool> {
    let Some(len) = out.len().checked_next_power_of_two() else { return Ok(false) };
    if wrap.is_some() && len != out.len() {
        return Ok(false);
    }
    let Ok(prime) = Residue::try_from(ring.modulus()) else { return Ok(false) };
    // The ring's constants are wrong: the textbook reports the error.
    let Ok(carry) = C::new() else { return Ok(false) };
    let isa = Isa::Auto.resolved()?;
    let products = wide::has_products(isa);
    let exists = a.len().min(b.len()).min(out.len()) >= KERNEL[usize::from(products)] && wide::exists(&prime, len, isa);
    let points = if exists { root(ring, Some(len)) } else { None };
    let primes = points.is_none() || !products;
    if primes && through_primes(&carry, &prime, [a, b], wrap, out)? {
        return Ok(true);
    }
    let Some(points) = points else { return Ok(false) };
    let mut shift = None;
    if wrap == Some(Wrap::Negacyclic) {
        shift = root(ring, len.checked_mul(2));
        if shift.is_none() {
            return Ok(false);
        }
    }
    let (mut x, mut y) = (enter(ring, &carry, a, wrap, len)?, enter(ring, &carry, b, wrap, len)?);
    let form = if C::MONTGOMERY { Form::Montgomery } else { Form::Residues };
    if !multiply(&prime, &points, shift.as_ref(), form, [&mut x, &mut y])? {
        return Ok(false);
    }
    if store(&carry, &x[..out.len()], out) { Ok(true) } else { Err(INVALID) }
}

/// Computes the product through word primes in vectors; `false` without them, or for a wrapped one that is negacyclic or of longer inputs.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn through_primes<C: Representation>(
    carry: &C,
    prime: &Residue,
    [a, b]: [&[C::Element]; 2],
    wrap: Option<Wrap>,
    out: &mut [C::Element],
) -> Result<bool> {
    let takes = wrap != Some(Wrap::Negacyclic) && a.len().max(b.len()) <= out.len();
    let (true, Some(vectors)) = (takes, long::vectors(prime)?) else { return Ok(false) };
    let read = |factor: usize, at: usize, to: &mut [u64]| load(carry, &[a, b][factor][at..], to.as_chunks_mut().0);
    let task = long::Task {
        modulus: prime,
        montgomery: C::MONTGOMERY,
        counts: [a.len(), b.len()],
        square: core::ptr::eq(a, b),
        read: &read,
        len: transform_len(out.len())?,
    };
    let (count, mut valid) = (out.len(), true);
    let mut write = |at: usize, words: &[u64]| valid &= store(carry, words.as_chunks().0, &mut out[at..]);
    let done = task.run(vectors, count, &mut write)?;
    if valid { Ok(done) } else { Err(INVALID) }
}

/// Returns `false`: there are no vectors.
#[cfg(not(all(target_arch = "x86_64", feature = "std")))]
fn through_primes<C: Representation>(
    _: &C,
    _: &Residue,
    _: [&[C::Element]; 2],
    _: Option<Wrap>,
    _: &mut [C::Element],
) -> Result<bool> {
    Ok(false)
}

/// Returns the words of the ring's root of this order; `None` if there is none.
fn root<R: Lift + Roots>(ring: &R, order: Option<usize>) -> Option<Residue> {
    Residue::try_from(ring.to_words(&ring.root(order?).ok()?)).ok()
}

/// Returns the words of an input, wrapped where it is longer, with zeros after them.
fn enter<R: Ring<Element = C::Element>, C: Representation>(
    ring: &R,
    carry: &C,
    input: &[C::Element],
    wrap: Option<Wrap>,
    len: usize,
) -> Result<Vec<Residue>> {
    let mut words = buffer("the values of a product", len, &[0; 4])?;
    match wrap {
        Some(wrap) if input.len() > len => {
            let mut folded = buffer("a folded input", len, &ring.zero())?;
            fold(ring, input, wrap, &mut folded);
            load(carry, &folded, &mut words);
        }
        _ => load(carry, input, &mut words),
    }
    Ok(words)
}

/// Computes `x <- x y` as coefficients modulo `x^n - h^n`, `h` the shift; `false` if there is no kernel. Destroys `y`.
fn multiply(
    prime: &Residue,
    root: &Residue,
    shift: Option<&Residue>,
    form: Form,
    [x, y]: [&mut [Residue]; 2],
) -> Result<bool> {
    let key = Key { prime: *prime, root: *root, shift: shift.copied(), len: x.len() };
    let Some(transform) = key.transform() else { return Ok(false) };
    let transform = transform?;
    let (kernel, square) = (&transform.kernel, *x == *y);
    transform.pool.with(|space| {
        kernel.forward(x, space, false)?;
        if square {
            y.copy_from_slice(x);
        } else {
            kernel.forward(y, space, false)?;
        }
        kernel.multiply(form, x, y, None);
        kernel.inverse(x, space, false)
    })?;
    Ok(true)
}
