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
//! let point = poly::random_point(&ring, Seed::Fixed(1));
//! poly::verify_product(&ring, &a, &b, &product, &point)?;
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! A polynomial is a slice of coefficients, low degree first. Leading zeros are neither added nor removed: a
//! product has `a.len() + b.len() - 1` coefficients, and none if a factor is empty. The empty slice is the
//! zero polynomial.

mod binary;
pub mod gf2;

use crate::{
    Error, Result,
    algebra::Ring,
    arith::{Random, Seed},
    conv::{self, Convolve},
};
use alloc::{format, vec::Vec};

/// `a b`.
///
/// Cost: see [`conv`].
///
/// # Errors
/// [`Error::Memory`], or [`Error::Length`] where the length overflows.
pub fn multiply<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<Vec<R::Element>> {
    conv::linear(ring, a, b)
}

/// `out <- a b`.
///
/// # Errors
/// [`Error::SliceLength`] unless `out` has `a.len() + b.len() - 1` elements, or 0 if a factor is empty;
/// [`Error::Memory`].
pub fn multiply_into<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], out: &mut [R::Element]) -> Result<()> {
    ring.linear_into(a, b, out)
}

/// `a^2`.
///
/// # Errors
/// As [`multiply`].
pub fn square<R: Convolve>(ring: &R, a: &[R::Element]) -> Result<Vec<R::Element>> {
    conv::linear(ring, a, a)
}

/// `f(x)` by Horner's rule: `f.len()` products and sums; zero for the empty polynomial.
pub fn evaluate<R: Ring>(ring: &R, f: &[R::Element], x: &R::Element) -> R::Element {
    let mut value = ring.zero();
    for coefficient in f.iter().rev() {
        ring.mul_assign(&mut value, x);
        ring.add_assign(&mut value, coefficient);
    }
    value
}

/// An element to evaluate at: a random integer of 256 bits, as an element of the ring.
///
/// Uniform but for 2^-64 in a prime field of up to 192 bits, and near enough to uniform in one of 256.
pub fn random_point<R: Ring>(ring: &R, seed: Seed) -> R::Element {
    let mut random = Random::new(seed);
    let mut base = ring.integer(1 << 32);
    let copy = base.clone();
    ring.mul_assign(&mut base, &copy);
    let mut point = ring.zero();
    for _ in 0..4 {
        ring.mul_assign(&mut point, &base);
        ring.add_assign(&mut point, &ring.integer(random.word()));
    }
    point
}

/// Checks that `a b = c` at `point`: `a.len() + b.len() + c.len() + 1` products.
///
/// A wrong `c` passes for at most `a.len() + b.len() - 2` points of a field (or `c.len() - 1`, if that is more),
/// so at a random point with probability at most that over the size of the field (Schwartz, Zippel). In a
/// ring with zero divisors the same holds modulo each prime factor of the modulus at which `c` is wrong; over
/// floats exact equality says nothing.
///
/// # Errors
/// [`Error::Verification`] if the two values differ.
pub fn verify_product<R: Ring>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    c: &[R::Element],
    point: &R::Element,
) -> Result<()> {
    let mut value = evaluate(ring, a, point);
    ring.mul_assign(&mut value, &evaluate(ring, b, point));
    if ring.equal(&value, &evaluate(ring, c, point)) {
        return Ok(());
    }
    let what = format!("a product of polynomials over {}, at a random point: the values differ", ring.name());
    Err(Error::Verification { what })
}
