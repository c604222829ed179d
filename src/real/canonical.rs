//! The canonical embedding: a real polynomial modulo `X^n + 1` as the list of its values. The points are half of the primitive
//! `2n`-th roots of unity, in the order of the powers of 5.
//!
//! Notation: `n` the length, a power of two; `h = n/2`; `z = exp(i pi/n)`; slot `t` is `f(z^(5^t))`, `t < h`.
//!
//! # Idea
//! Modulo `2n` the powers of 5 are the `h` residues `4k + 1`, each once. [`RealNegacyclic`] leaves `f(z^-(4k+1))`, the conjugate of
//! `f(z^(4k+1))`: so slot `t` is the conjugate of its value `k = (5^t - 1)/4`, and the embedding is that transform, a permutation
//! and signs. The order makes a rotation of the slots an automorphism: `f(X^5)` has the slots of `f`, each one place earlier, and
//! `f(X^-1)` their conjugates.
//!
//! ```text
//! n = 8, exponents mod 16:   k          0  1  2  3       slot t     0  1  2  3
//!                            4k + 1     1  5  9 13       5^t        1  5  9 13
//! n = 16, mod 32:            1 5 9 13 17 21 25 29        slots      1  5 25 29 17 21  9 13
//! ```
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | n real numbers | n/2 slots | powers of two from 2 on | complex over any float | n/2 more than the complex transform | no: the input is left alone |
//!
//! # Cost
//! The cost of [`RealNegacyclic`] and one pass that reorders the slots.
//!
//! # Source
//! \[Cheon-Kim-Kim-Song 2017\], section 3.2; the page is `papers/right_angle.md`.

use super::{
    Build, Builder, RealNegacyclic,
    builder::sealed::Sealed,
    support::{own, too_large, zeros},
};
use crate::{Error, Result, arith, kernel::memory::reserve, order::Order, plan::Options, rings::Real};
use alloc::vec::Vec;
use core::fmt;
use num_complex::Complex;

/// Real polynomials modulo `X^n + 1` to `n/2` complex slots, and back.
///
/// Homomorphic encryption of approximate numbers decodes by [`forward`](CanonicalEmbedding::forward) and encodes by
/// [`inverse`](CanonicalEmbedding::inverse); its scale, and the rounding to integers, are the caller's.
///
/// ```
/// use num_complex::Complex;
/// use ringfft::real::CanonicalEmbedding;
///
/// let embedding = CanonicalEmbedding::<f64>::new(8)?;
/// let slots = [1.0, 2.0, 3.0, 4.0].map(|re| Complex::new(re, 0.5));
/// let mut f = [0.0; 8];
/// embedding.inverse(&slots, &mut f)?;
/// let mut back = [Complex::new(0.0, 0.0); 4];
/// embedding.forward(&f, &mut back)?;
/// assert!(back.iter().zip(slots).all(|(a, b)| (a - b).norm() < 1e-14));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct CanonicalEmbedding<T: Real> {
    transform: RealNegacyclic<T>,
    /// The value that each slot is the conjugate of.
    positions: Vec<u32>,
    bytes: u64,
}

impl<T: Real> Sealed for CanonicalEmbedding<T> {}

impl<T: Real> Build for CanonicalEmbedding<T> {
    type Wanted = usize;

    fn bytes(&len: &usize, options: &Options) -> Result<u64> {
        check(len)?;
        let own = len / 2 * (size_of::<u32>() + size_of::<Complex<T>>());
        <RealNegacyclic<T> as Build>::bytes(&len, &natural(options))?
            .checked_add(own as u64)
            .ok_or(too_large("the embedding"))
    }

    fn build(len: usize, options: Options, bytes: u64) -> Result<Self> {
        check(len)?;
        let mut positions = reserve("positions of slots", len / 2)?;
        let mut power = 1usize;
        for _ in 0..len / 2 {
            positions.push((power / 4) as u32);
            // The modulus is a power of two, so wrapping products are exact modulo it.
            power = power.wrapping_mul(5) % (2 * len);
        }
        Ok(CanonicalEmbedding { transform: Build::build(len, natural(&options), bytes)?, positions, bytes })
    }
}

/// Checks that the length is a power of two above 1 and not too long: then the powers of 5 are a group of this order.
fn check(len: usize) -> Result<()> {
    if !len.is_power_of_two() || len == 1 || len > arith::saturating_power_of_two(32) {
        let possible = "it needs a power of two from 2 to 2^32; `RealNegacyclic` has every even length";
        return Err(Error::Length { what: "the canonical embedding", len, possible });
    }
    Ok(())
}

/// Returns the options with natural order inside, because the slots have an order of their own.
fn natural(options: &Options) -> Options {
    Options { order: Order::Natural, ..options.clone() }
}

impl<T: Real> CanonicalEmbedding<T> {
    /// Creates the embedding of polynomials with `len` coefficients, with default options.
    ///
    /// # Errors
    /// [`Error::Length`] unless `len` is a power of two from 2 on; those of the complex plan inside.
    pub fn new(len: usize) -> Result<Self> {
        Self::builder(len).build()
    }

    /// Starts an embedding with options. The [scale](crate::plan::Scale) is that of a transform of length `len / 2`; by default
    /// slots are values and the inverse gives the polynomial that has them.
    pub fn builder(len: usize) -> Builder<Self> {
        Builder::new(len)
    }

    /// Transforms coefficients to slots; allocates its scratch.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `input` holds `len` numbers and `slots` `len / 2`; [`Error::Memory`].
    pub fn forward(&self, input: &[T], slots: &mut [Complex<T>]) -> Result<()> {
        self.forward_with(input, slots, &mut own(zeros("scratch", self.scratch_len())?))
    }

    /// Transforms slots to the coefficients of the one real polynomial of degree below `len` that has them; allocates its
    /// scratch.
    ///
    /// # Errors
    /// As [`forward`](CanonicalEmbedding::forward).
    pub fn inverse(&self, slots: &[Complex<T>], output: &mut [T]) -> Result<()> {
        self.inverse_with(slots, output, &mut own(zeros("scratch", self.scratch_len())?))
    }

    /// Computes [`forward`](CanonicalEmbedding::forward) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`], also unless `scratch` has [`scratch_len`](CanonicalEmbedding::scratch_len) elements at least.
    pub fn forward_with(&self, input: &[T], slots: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        let [values, scratch] = self.parts(slots, scratch)?;
        self.transform.forward_with(input, values, scratch)?;
        for (slot, &position) in slots.iter_mut().zip(&self.positions) {
            let value = values[position as usize];
            *slot = Complex::new(value.re, -value.im);
        }
        Ok(())
    }

    /// Computes [`inverse`](CanonicalEmbedding::inverse) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_with`](CanonicalEmbedding::forward_with).
    pub fn inverse_with(&self, slots: &[Complex<T>], output: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        let [values, scratch] = self.parts(slots, scratch)?;
        for (slot, &position) in slots.iter().zip(&self.positions) {
            values[position as usize] = Complex::new(slot.re, -slot.im);
        }
        self.transform.inverse_with(values, output, scratch)
    }

    fn parts<'a>(&self, slots: &[Complex<T>], scratch: &'a mut [Complex<T>]) -> Result<[&'a mut [Complex<T>]; 2]> {
        Error::check_len("slice of slots", self.slots(), slots.len())?;
        Error::check_at_least("scratch", self.scratch_len(), scratch.len())?;
        Ok(scratch.split_at_mut(self.slots()).into())
    }

    /// Returns the number of coefficients of a polynomial.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least two points")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.transform.len()
    }

    /// Returns the number of slots: half as many.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.positions.len()
    }

    /// Returns the most by which the computed slots differ from the true ones in the Euclidean norm, relative to their norm.
    /// The bound of the inverse is the same.
    #[must_use]
    pub fn relative_error(&self) -> f64 {
        // Only powers of two are made.
        self.transform.relative_error().unwrap_or(f64::NAN)
    }

    /// Returns the complex numbers of scratch that the `_with` forms need.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.slots() + self.transform.scratch_len()
    }

    /// Returns the bytes that tables and scratch take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl<T: Real> fmt::Debug for CanonicalEmbedding<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CanonicalEmbedding")
            .field("transform", &self.transform)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}
