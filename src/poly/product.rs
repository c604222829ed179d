//! Products of polynomials, whole and in part, and the value at a point.

use super::coefficients;
use crate::{
    Result,
    algebra::Ring,
    conv::{self, Convolve},
};
use alloc::vec::Vec;

/// Returns `a b`.
///
/// ```
/// let ring = ringfft::rings::Modular::new(101)?;
/// assert_eq!(ringfft::poly::multiply(&ring, &[1, 2, 3], &[4, 5])?, [4, 13, 22, 15]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: see [`conv`].
///
/// # Errors
/// [`Error::Memory`](crate::Error::Memory), or [`Error::Length`](crate::Error::Length) where the length overflows.
pub fn multiply<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<Vec<R::Element>> {
    conv::linear(ring, a, b)
}

/// Computes `out <- a b`.
///
/// ```
/// let (ring, mut out) = (ringfft::rings::Modular::new(101)?, [0; 4]);
/// ringfft::poly::multiply_into(&ring, &[1, 2, 3], &[4, 5], &mut out)?;
/// assert_eq!(out, [4, 13, 22, 15]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::SliceLength`](crate::Error::SliceLength) unless `out` has `a.len() + b.len() - 1` elements, or 0 if a factor is empty;
/// [`Error::Memory`](crate::Error::Memory).
pub fn multiply_into<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], out: &mut [R::Element]) -> Result<()> {
    ring.linear_into(a, b, out)
}

/// Returns `a^2`.
///
/// ```
/// let ring = ringfft::rings::Modular::new(101)?;
/// assert_eq!(ringfft::poly::square(&ring, &[1, 2, 3])?, [1, 4, 10, 12, 9]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`multiply`].
pub fn square<R: Convolve>(ring: &R, a: &[R::Element]) -> Result<Vec<R::Element>> {
    conv::linear(ring, a, a)
}

/// Returns `a b` modulo `x^n`: exactly `n` coefficients.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// assert_eq!(poly::low(&Modular::new(101)?, &[1, 2, 3], &[4, 5], 2)?, [4, 13]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: a product of the first `n` coefficients of each.
///
/// # Errors
/// As [`multiply`].
pub fn low<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    coefficients::low(ring, a, b, n)
}

/// Returns the coefficients of `a b` from `x^n` on; none if the product is shorter.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// assert_eq!(poly::high(&Modular::new(101)?, &[1, 2, 3], &[4, 5], 2)?, [22, 15]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: a product of the coefficients that contribute.
///
/// # Errors
/// As [`multiply`].
pub fn high<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    if a.is_empty() || b.is_empty() {
        return Ok(Vec::new());
    }
    // x^i of one reaches x^n only with the highest of the other.
    let skip = |other: &[R::Element], own: &[R::Element]| n.saturating_sub(other.len() - 1).min(own.len());
    let (skip_a, skip_b) = (skip(b, a), skip(a, b));
    let mut product = conv::linear(ring, &a[skip_a..], &b[skip_b..])?;
    let below = n.saturating_sub(skip_a.saturating_add(skip_b)).min(product.len());
    product.drain(..below);
    Ok(product)
}

/// Returns `f(x)` by Horner's rule: `f.len()` products and sums; zero for the empty polynomial.
///
/// ```
/// let ring = ringfft::rings::Modular::new(1009)?;
/// assert_eq!(ringfft::poly::evaluate(&ring, &[1, 2, 3], &10), 321);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub fn evaluate<R: Ring>(ring: &R, f: &[R::Element], x: &R::Element) -> R::Element {
    let mut value = ring.zero();
    for coefficient in f.iter().rev() {
        ring.mul_assign(&mut value, x);
        ring.add_assign(&mut value, coefficient);
    }
    value
}
