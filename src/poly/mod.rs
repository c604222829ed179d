//! Polynomials over every ring: product, square, value at a point, and the check of a product.
//!
//! ```
//! use ringfft::{arith::Seed, poly, rings::Modular};
//!
//! let ring = Modular::new(0xffff_ffff_0000_0001)?;
//! let (a, b) = ([1, 2, 3], [4, 5]);
//! let product = poly::multiply(&ring, &a, &b)?;
//! assert_eq!(product, [4, 13, 22, 15]);
//! assert_eq!(poly::evaluate(&ring, &product, &10), 321 * 54);
//! poly::verify_product_at_random(&ring, &a, &b, &product, Seed::System)?;
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! A polynomial is a slice of coefficients, low degree first. Leading zeros are neither added nor removed: a
//! product has `a.len() + b.len() - 1` coefficients, and none if a factor is empty. The empty slice is the
//! zero polynomial.

#[cfg(feature = "binary")]
mod binary;
pub(crate) mod check;
#[cfg(feature = "binary")]
#[cfg_attr(docsrs, doc(cfg(feature = "binary")))]
pub mod gf2;

pub use check::{random_point, verify_product, verify_product_at_random};

use crate::{
    Result,
    algebra::Ring,
    conv::{self, Convolve},
};
#[cfg(not(feature = "binary"))]
use crate::{
    algebra::Std,
    rings::{BinaryField, ViaBinary},
};
use alloc::vec::Vec;

/// Karatsuba's method.
#[cfg(not(feature = "binary"))]
impl<F: BinaryField> Convolve for Std<F, ViaBinary> {}

/// Returns `a b`.
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
/// # Errors
/// [`Error::SliceLength`](crate::Error::SliceLength) unless `out` has `a.len() + b.len() - 1` elements, or 0 if a factor is empty;
/// [`Error::Memory`](crate::Error::Memory).
pub fn multiply_into<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], out: &mut [R::Element]) -> Result<()> {
    ring.linear_into(a, b, out)
}

/// Returns `a^2`.
///
/// # Errors
/// As [`multiply`].
pub fn square<R: Convolve>(ring: &R, a: &[R::Element]) -> Result<Vec<R::Element>> {
    conv::linear(ring, a, a)
}

/// Returns `f(x)` by Horner's rule: `f.len()` products and sums; zero for the empty polynomial.
pub fn evaluate<R: Ring>(ring: &R, f: &[R::Element], x: &R::Element) -> R::Element {
    let mut value = ring.zero();
    for coefficient in f.iter().rev() {
        ring.mul_assign(&mut value, x);
        ring.add_assign(&mut value, coefficient);
    }
    value
}
