//! Products over primes of 252 to 255 bits, through the kernels in limbs of 52 bits.
//!
//! # Idea
//! Kernels multiply words by roots and add them. Elements enter as the words of a [`Representation`], in Montgomery
//! form or not, and values are multiplied in that form. A negacyclic product has its points on the coset of a root of
//! twice the order.
//!
//! # Equals
//! [`transform`](super::transform), coefficient by coefficient.

mod kept;

use super::wrap::{Product, Wrap, buffer, fold};
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
    if !wide::exists(&prime, len, Isa::Auto.resolved()?) {
        return Ok(false);
    }
    // The ring's constants are wrong, or it lacks the roots: the textbook reports the error.
    let Ok(carry) = C::new() else { return Ok(false) };
    let Some(points) = root(ring, Some(len)) else { return Ok(false) };
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
    if store(&carry, &x[..out.len()], out) {
        Ok(true)
    } else {
        Err(Error::Contract { what: "a field must take the residues of its prime" })
    }
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
