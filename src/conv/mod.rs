//! Convolution over every ring: linear, cyclic, negacyclic, middle product, correlation.
//!
//! ```
//! use ringfft::{conv, rings::Modular};
//!
//! let ring = Modular::new(1_000_003)?;
//! assert_eq!(conv::linear(&ring, &[1, 2, 3], &[10, 1])?, [10, 21, 32, 3]);
//! assert_eq!(conv::cyclic(&ring, &[1, 2, 3], &[10, 1], 3)?, [13, 21, 32]);
//! assert_eq!(conv::negacyclic(&ring, &[1, 2, 3], &[10, 1], 3)?, [7, 21, 32]);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Which way
//! | way | where | products of the ring, for `n` by `n` elements |
//! |---|---|---|
//! | schoolbook | short inputs; up to 79 words | `n^2` |
//! | Karatsuba | longer inputs; every ring | about `n^1.585` |
//! | transform over the ring | the ring has the roots | `(3/2) N lg N + O(N)`, `N` the power of two from `2n - 1` on |
//! | the same, in vector lanes | primes of 252 to 255 bits, with AVX-512 and products of 52 bits; negacyclic with AVX2 too | the same |
//! | word primes and the Chinese remainder theorem | residues ([`Lift`]) without the roots; odd moduli of two to six words, with AVX2 | one each to a result and prime |
//!
//! Values stay in the transform's own bit-reversed order, so that no reordering is paid. A product exists
//! over every ring: the abilities of a ring decide the way, never the answer.
//!
//! The elements of any module are convolved with a fixed kernel of scalars by [`ThroughTransform`], [`Karatsuba`] or
//! [`ThroughRing`]; [`convolver`] takes one that exists.
//!
//! # Conventions
//! Low degree first. An empty input is the zero polynomial: its linear product, middle product and
//! correlation are empty, its wrapped products are zeros.

pub(crate) mod columns;
mod cyclic;
pub(crate) mod direct;
mod instances;
#[cfg_attr(not(feature = "prime"), path = "without_primes.rs")]
pub(crate) mod multimodular;
mod transform;
#[cfg(feature = "wide")]
mod wide;
#[cfg(feature = "prime")]
pub(crate) mod word;
mod wrap;

pub(crate) use cyclic::karatsuba_shape;
pub use cyclic::{Karatsuba, ThroughRing, ThroughTransform, convolver};
#[cfg(feature = "prime")]
pub(crate) use multimodular::sums;
pub use wrap::Wrap;
use wrap::fold;
pub(crate) use wrap::{buffer, check_linear, linear_len};

use crate::{
    Error, Result,
    algebra::{Action, Lift, Ring, Roots},
};
use alloc::vec::Vec;

/// A ring whose polynomials can be multiplied.
///
/// Every method has a default by Karatsuba's method, so your own ring needs one empty implementation:
///
/// ```
/// # use ringfft::{algebra::{Module, Ring}, conv};
/// # #[derive(Clone)]
/// # struct MyRing;
/// # impl Module for MyRing {
/// #     type Element = i64;
/// #     fn zero(&self) -> i64 { 0 }
/// #     fn add_assign(&self, a: &mut i64, b: &i64) { *a = a.wrapping_add(*b) }
/// #     fn sub_assign(&self, a: &mut i64, b: &i64) { *a = a.wrapping_sub(*b) }
/// # }
/// # impl Ring for MyRing {
/// #     fn name(&self) -> String { "the integers modulo 2^64".into() }
/// #     fn one(&self) -> i64 { 1 }
/// #     fn mul_assign(&self, a: &mut i64, b: &i64) { *a = a.wrapping_mul(*b) }
/// #     fn is_zero(&self, a: &i64) -> bool { *a == 0 }
/// #     fn inverse(&self, _: &i64) -> Option<i64> { None }
/// # }
/// impl ringfft::conv::Convolve for MyRing {}
///
/// assert_eq!(conv::linear(&MyRing, &[1, -1], &[1, 1, 1])?, [1, 0, 0, -1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// A ring with roots overrides [`linear_into`](Convolve::linear_into) by [`through_transform`], a ring of residues
/// without roots by [`through_primes`].
pub trait Convolve: Ring {
    /// Computes `out <- a b`, all `a.len() + b.len() - 1` coefficients; nothing if `a` or `b` is empty.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for another length of `out`; [`Error::Memory`].
    fn linear_into(&self, a: &[Self::Element], b: &[Self::Element], out: &mut [Self::Element]) -> Result<()> {
        direct::linear_into(self, a, b, out, direct::KARATSUBA)
    }

    /// Computes `out <- a b` modulo `x^n - 1` or `x^n + 1`, with `n` the length of `out`. Inputs may be longer than `n`.
    ///
    /// # Errors
    /// [`Error::Length`] for `n = 0`; [`Error::Memory`].
    fn wrapped_into(
        &self,
        a: &[Self::Element],
        b: &[Self::Element],
        wrap: Wrap,
        out: &mut [Self::Element],
    ) -> Result<()> {
        wrapped_through_linear(self, a, b, wrap, out)
    }
}

/// Computes `out <- a b` through the transform of the ring's own roots: for the implementors of [`Convolve`].
///
/// Returns `Ok(false)`, with nothing written, if the ring has no root of the order needed.
///
/// # Errors
/// As [`Convolve::linear_into`].
pub fn through_transform<R: Roots + Action<Scalars = R>>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    out: &mut [R::Element],
) -> Result<bool> {
    check_linear(a, b, out)?;
    transform::linear_into(ring, a, b, out)
}

/// Computes `out <- a b` through word primes and the Chinese remainder theorem: for the implementors of [`Convolve`].
///
/// Returns `Ok(false)`, with nothing written, if the ring does not state its modulus, or without the feature `prime`.
///
/// # Errors
/// As [`Convolve::linear_into`]; [`Error::Length`] above 2^40 coefficients.
pub fn through_primes<R: Lift>(ring: &R, a: &[R::Element], b: &[R::Element], out: &mut [R::Element]) -> Result<bool> {
    check_linear(a, b, out)?;
    multimodular::linear_into(ring, a, b, out)
}

/// Computes `a b`: all `a.len() + b.len() - 1` coefficients, or none if `a` or `b` is empty.
///
/// ```
/// let ring = ringfft::rings::Modular::new(101)?;
/// assert_eq!(ringfft::conv::linear(&ring, &[1, 2, 3], &[4, 5])?, [4, 13, 22, 15]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`], or [`Error::Length`] where the length overflows.
pub fn linear<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<Vec<R::Element>> {
    let mut out = buffer("a product", linear_len(a.len(), b.len())?, &ring.zero())?;
    ring.linear_into(a, b, &mut out)?;
    Ok(out)
}

/// Computes `a b` modulo `x^n - 1`.
///
/// ```
/// let ring = ringfft::rings::Modular::new(101)?;
/// assert_eq!(ringfft::conv::cyclic(&ring, &[1, 2, 3], &[4, 5], 3)?, [19, 13, 22]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] for `n = 0`; [`Error::Memory`].
pub fn cyclic<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    wrapped(ring, a, b, n, Wrap::Cyclic)
}

/// Computes `a b` modulo `x^n + 1`.
///
/// ```
/// let ring = ringfft::rings::Modular::new(101)?;
/// assert_eq!(ringfft::conv::negacyclic(&ring, &[1, 2, 3], &[4, 5], 3)?, [4 + 101 - 15, 13, 22]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] for `n = 0`; [`Error::Memory`].
pub fn negacyclic<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    wrapped(ring, a, b, n, Wrap::Negacyclic)
}

/// Computes the middle product. With `m` the lesser and `n` the greater length, these are the coefficients `m - 1` to `n -
/// 1` of `a b`. Every element of the shorter input contributes to each of them.
///
/// ```
/// let ring = ringfft::rings::Modular::new(101)?;
/// assert_eq!(ringfft::conv::middle(&ring, &[1, 2, 3], &[4, 5])?, [13, 22]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Costs a cyclic product of length `n` or a little above, not one of length `m + n - 1`.
///
/// # Errors
/// [`Error::Memory`], or [`Error::Length`] where a length overflows.
pub fn middle<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<Vec<R::Element>> {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() {
        return Ok(Vec::new());
    }
    // Coefficients that wrap around have degree n at least, and fall on the first m - 1 coefficients.
    let length = Error::Length { what: "a middle product", len: long.len(), possible: "it must be below 2^63" };
    let n = long.len().checked_next_power_of_two().ok_or(length)?;
    let mut out = wrapped(ring, short, long, n, Wrap::Cyclic)?;
    out.truncate(long.len());
    out.drain(..short.len() - 1);
    Ok(out)
}

/// Computes the correlation `c_k = sum_j a_(j + k) b_j` for every lag `k` from `-(b.len() - 1)` to `a.len() - 1`, in this
/// order. Nothing is conjugated.
///
/// ```
/// let ring = ringfft::rings::Modular::new(101)?;
/// // Lags -1, 0, 1, 2.
/// assert_eq!(ringfft::conv::correlate(&ring, &[1, 2, 3], &[4, 5])?, [5, 14, 23, 12]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`linear`].
pub fn correlate<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<Vec<R::Element>> {
    let mut reversed = buffer("a reversed input", b.len(), &ring.zero())?;
    for (to, from) in reversed.iter_mut().zip(b.iter().rev()) {
        to.clone_from(from);
    }
    linear(ring, a, &reversed)
}

fn wrapped<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], n: usize, wrap: Wrap) -> Result<Vec<R::Element>> {
    let mut out = buffer("a wrapped product", n, &ring.zero())?;
    ring.wrapped_into(a, b, wrap, &mut out)?;
    Ok(out)
}

/// Computes a wrapped product by way of the linear one.
fn wrapped_through_linear<R: Convolve>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    wrap: Wrap,
    out: &mut [R::Element],
) -> Result<()> {
    if out.is_empty() {
        return Err(Error::Length { what: "a wrapped product", len: 0, possible: "the least length is 1" });
    }
    let mut product = buffer("a product", linear_len(a.len(), b.len())?, &ring.zero())?;
    ring.linear_into(a, b, &mut product)?;
    fold(ring, &product, wrap, out);
    Ok(())
}
