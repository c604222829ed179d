//! Polynomials with real coefficients modulo `X^n + 1`: a complex transform of half the length.
//!
//! Notation: `n = 2h` the length, `v = exp(-i pi/n)`, so that `v^n = -1` and `v^h = -i`; `f = sum_j a_j X^j`.
//!
//! # Idea
//! The roots of `X^n + 1` are the odd powers of `v`, in conjugate pairs, and at a conjugate a real polynomial has the conjugate
//! value. So the powers `v^(4k+1)`, one of each pair, say all; there `X^h = -i`, and the upper half of the coefficients folds onto
//! the lower:
//!
//! ```text
//! a_0 a_1 ... a_(h-1) | a_h ... a_(n-1)         z_j = v^j (a_j - i a_(j+h))
//!  '---------|----------'                       X_k = f(v^(4k+1)) = sum_j z_j exp(-2 pi i jk/h)
//! ```
//! `h` weights of absolute value 1 and a complex transform of length `h`: the *right-angle* convolution. Products of values are
//! products modulo `X^n + 1`.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | n real numbers | `f(v^(4k+1))`, `k < h` in natural or another order | even | complex over any float | that of the complex transform | no: the input is left alone |
//!
//! # Cost
//! A complex transform of length `n/2` and `n/2 - 1` complex products, both directions; a product of polynomials takes three of them and
//! `n/2` products.
//!
//! # Source
//! \[Crandall-Fagin 1994\]; the page `papers/right_angle.md` derives it and the bounds.

use super::{
    Build, Builder,
    builder::sealed::Sealed,
    support::{complex, own, roots, too_large, zeros},
};
use crate::{
    Error, Result,
    kernel::memory::{Wiped, filled},
    order::Order,
    plan::{Device, Options, Plan, Recipe},
    rings::Real,
};
use alloc::{format, vec::Vec};
use core::fmt;
use num_complex::Complex;
use num_traits::Float;

/// The transform of real polynomials modulo `X^n + 1`, out of place, and their products.
///
/// ```
/// use ringfft::real::RealNegacyclic;
///
/// // (1 + 2x) x^3 = -2 + x^3 modulo x^4 + 1.
/// let plan = RealNegacyclic::<f64>::new(4)?;
/// let mut product = [0; 4];
/// plan.multiply_integers(&[1, 2, 0, 0], &[0, 0, 0, 1], &mut product)?;
/// assert_eq!(product, [-2, 0, 0, 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct RealNegacyclic<T: Real> {
    plan: Plan<Complex<T>>,
    /// `v^j`.
    weights: Vec<Complex<T>>,
    bytes: u64,
}

impl<T: Real> Builder<RealNegacyclic<T>> {
    /// Sets the order of the values; natural by default. Products do not depend on it, and bit-reversed order saves moving them.
    pub fn order(mut self, order: Order) -> Self {
        self.options.order = order;
        self
    }
}

impl<T: Real> Sealed for RealNegacyclic<T> {}

impl<T: Real> Build for RealNegacyclic<T> {
    type Wanted = usize;

    fn bytes(&len: &usize, options: &Options) -> Result<u64> {
        check(len)?;
        let own = (len / 2).checked_mul(size_of::<Complex<T>>()).ok_or(too_large("the plan"))?;
        inner::<T>(len, options).bytes()?.checked_add(own as u64).ok_or(too_large("the plan"))
    }

    fn build(len: usize, options: Options, bytes: u64) -> Result<Self> {
        check(len)?;
        // Devices have no kernels for it; where the choice is free, it is the processor.
        if options.device == Device::Cuda {
            let what =
                "a device was asked for, which has no real negacyclic transforms or embeddings: take auto or cpu";
            return Err(Error::Unsupported { what: what.into() });
        }
        let plan = inner(len, &options).build()?;
        let order = len.checked_mul(2).ok_or(too_large("the plan"))?;
        Ok(RealNegacyclic { plan, weights: roots(order, 0, 1, len / 2)?, bytes })
    }
}

/// Halves are folded.
fn check(len: usize) -> Result<()> {
    if len == 0 || !len.is_multiple_of(2) {
        let possible = "it needs an even length; `conv::negacyclic` multiplies at any length";
        return Err(Error::Length { what: "the real negacyclic transform", len, possible });
    }
    Ok(())
}

fn inner<T: Real>(len: usize, options: &Options) -> crate::plan::Builder<crate::rings::ComplexRing<T>> {
    complex::<T>(len / 2, options, options.threads.resolve()).order(options.order).scale(options.scale)
}

impl<T: Real> RealNegacyclic<T> {
    /// Creates the plan of even length `len`, with default options.
    ///
    /// # Errors
    /// [`Error::Length`] for length 0 and odd lengths; those of the complex plan inside.
    pub fn new(len: usize) -> Result<Self> {
        Self::builder(len).build()
    }

    /// Starts a plan with options. The [scale](crate::plan::Scale) is that of the complex transform, of length `len / 2`.
    pub fn builder(len: usize) -> Builder<Self> {
        Builder::new(len)
    }

    /// Transforms real coefficients to the values `f(v^(4k+1))`; allocates its scratch.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `input` holds `len` numbers and `values` `len / 2`; [`Error::Memory`].
    pub fn forward(&self, input: &[T], values: &mut [Complex<T>]) -> Result<()> {
        self.forward_with(input, values, &mut own(zeros("scratch", self.scratch_len())?))
    }

    /// Transforms values to real coefficients, which overwrites the values; allocates its scratch.
    ///
    /// # Errors
    /// As [`forward`](RealNegacyclic::forward).
    pub fn inverse(&self, values: &mut [Complex<T>], output: &mut [T]) -> Result<()> {
        self.inverse_with(values, output, &mut own(zeros("scratch", self.scratch_len())?))
    }

    /// Computes [`forward`](RealNegacyclic::forward) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`], also unless `scratch` has [`scratch_len`](RealNegacyclic::scratch_len) elements at least.
    pub fn forward_with(&self, input: &[T], values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        self.check_slices(input, values)?;
        Error::check_at_least("scratch", self.scratch_len(), scratch.len())?;
        let (low, high) = input.split_at(values.len());
        for (((value, weight), &low), &high) in values.iter_mut().zip(&self.weights).zip(low).zip(high) {
            *value = Complex::new(low, -high) * *weight;
        }
        self.plan.forward_with(values, scratch)
    }

    /// Computes [`inverse`](RealNegacyclic::inverse) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_with`](RealNegacyclic::forward_with).
    pub fn inverse_with(&self, values: &mut [Complex<T>], output: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        self.check_slices(output, values)?;
        Error::check_at_least("scratch", self.scratch_len(), scratch.len())?;
        self.plan.inverse_with(values, scratch)?;
        let (low, high) = output.split_at_mut(values.len());
        for (((value, weight), low), high) in values.iter().zip(&self.weights).zip(low).zip(high) {
            let folded = *value * Complex::new(weight.re, -weight.im);
            *low = folded.re;
            *high = -folded.im;
        }
        Ok(())
    }

    /// Computes `out <- a b` modulo `X^n + 1`; allocates its scratch. The error is at most
    /// [`product_error`](RealNegacyclic::product_error) times the norms of the factors.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless all hold `len` numbers; [`Error::Memory`].
    pub fn multiply(&self, a: &[T], b: &[T], out: &mut [T]) -> Result<()> {
        self.multiply_with(a, b, out, &mut own(zeros("scratch", self.product_scratch_len())?))
    }

    /// Computes [`multiply`](RealNegacyclic::multiply) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`], also unless `scratch` has [`product_scratch_len`](RealNegacyclic::product_scratch_len) elements
    /// at least.
    pub fn multiply_with(&self, a: &[T], b: &[T], out: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        Error::check_len("output", self.len(), out.len())?;
        Error::check_at_least("scratch", self.product_scratch_len(), scratch.len())?;
        let (of_a, scratch) = scratch.split_at_mut(self.len() / 2);
        let (of_b, scratch) = scratch.split_at_mut(self.len() / 2);
        self.forward_with(a, of_a, scratch)?;
        self.forward_with(b, of_b, scratch)?;
        of_a.iter_mut().zip(of_b).for_each(|(a, b)| *a = *a * *b);
        self.inverse_with(of_a, out, scratch)
    }

    fn check_slices(&self, reals: &[T], values: &[Complex<T>]) -> Result<()> {
        Error::check_len("slice of coefficients", self.len(), reals.len())?;
        Error::check_len("slice of values", self.len() / 2, values.len())
    }

    /// Returns the number of coefficients of a polynomial, twice that of its values.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least two points")]
    #[must_use]
    pub fn len(&self) -> usize {
        2 * self.weights.len()
    }

    /// Returns the exponent `e` such that value `k` is `f(v^e)`, `v = exp(-i pi/len)`.
    #[must_use]
    pub fn exponent(&self, k: usize) -> usize {
        4 * self.plan.order().exponent(k, self.plan.len()) + 1
    }

    /// Returns a bound on the error of the computed values, in the Euclidean norm relative to that of the true ones. It
    /// holds for the inverse too, for lengths that are powers of two, unscaled or scaled by powers of two; `None` for
    /// others.
    #[must_use]
    pub fn relative_error(&self) -> Option<f64> {
        let levels = self.levels()?;
        Some(compound::<T>(levels, levels + 2, levels + 2))
    }

    /// Returns the most by which a coefficient of [`multiply`](RealNegacyclic::multiply) differs from the true one, divided by the
    /// Euclidean norms of the factors. For lengths that are powers of two; `None` for others.
    ///
    /// About `(11.9 lg n + 9) u` with `u` the roundoff, `2^-53` for `f64`.
    #[must_use]
    pub fn product_error(&self) -> Option<f64> {
        let levels = self.levels()?;
        Some(compound::<T>(3 * levels, 3 * levels + 7, 3 * levels + 6))
    }

    fn levels(&self) -> Option<i32> {
        let half = self.weights.len();
        half.is_power_of_two().then(|| half.trailing_zeros() as i32)
    }

    /// Returns the complex numbers of scratch that the transforms' `_with` forms need.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.plan.scratch_len()
    }

    /// Returns the complex numbers of scratch that [`multiply_with`](RealNegacyclic::multiply_with) needs.
    #[must_use]
    pub fn product_scratch_len(&self) -> usize {
        self.len() + self.plan.scratch_len()
    }

    /// Returns the order of the values.
    #[must_use]
    pub fn order(&self) -> Order {
        self.plan.order()
    }

    /// Returns the recipe of the complex transform inside.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        self.plan.recipe()
    }

    /// Returns the bytes that tables and scratch of a transform take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl RealNegacyclic<f64> {
    /// Computes `out <- a b` modulo `X^n + 1`, exactly: the product of floats, rounded, if its error is proven to be
    /// below one half.
    ///
    /// That holds for integers of `s` and `t` bits with `s + t + lg n` up to about 44. Allocates its scratch.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the error may reach one half, and for lengths that are not powers of two; else as
    /// [`multiply`](RealNegacyclic::multiply).
    pub fn multiply_integers(&self, a: &[i64], b: &[i64], out: &mut [i64]) -> Result<()> {
        for (what, len) in [("first factor", a.len()), ("second factor", b.len()), ("output", out.len())] {
            Error::check_len(what, self.len(), len)?;
        }
        let refuse = |what| Err(Error::Unsupported { what });
        let Some(relative) = self.product_error() else {
            return refuse(format!("there is no error bound for length {}: take a power of two", self.len()));
        };
        // A sum of squares of n rounded terms is off by less than (n + 2) u of itself.
        let norm = |list: &[i64]| Float::sqrt(list.iter().map(|&x| x as f64 * x as f64).sum::<f64>());
        let bound = relative * norm(a) * norm(b) * (1.0 + (self.len() + 8) as f64 * f64::EPSILON);
        if bound.is_nan() || bound >= 0.5 {
            return refuse(format!(
                "the coefficients of this product may be off by {bound:.1e}, and rounding needs less than 0.5: split the factors into \
                 parts of fewer bits, or take `conv::negacyclic` over residues"
            ));
        }
        let mut floats = Wiped::new(filled("factors and product", 3 * self.len(), 0.0)?, 0.0);
        let (of_a, rest) = floats.split_at_mut(self.len());
        let (of_b, product) = rest.split_at_mut(self.len());
        for (floats, integers) in [(&mut *of_a, a), (&mut *of_b, b)] {
            floats.iter_mut().zip(integers).for_each(|(to, &from)| *to = from as f64);
        }
        self.multiply(of_a, of_b, product)?;
        out.iter_mut().zip(product).for_each(|(to, from)| *to = Float::round(*from) as i64);
        Ok(())
    }
}

/// Returns `(1 + u)^a (1 + sqrt(5) u)^b (1 + u/sqrt(2))^c - 1`: the error of `a` sums, `b` complex products, and `c`
/// roots rounded once.
fn compound<T: Real>(sums: i32, products: i32, roots: i32) -> f64 {
    // Half of the distance between neighbours.
    let u = 0.5 * T::unit().as_f64();
    let terms = [(1.0, sums), (2.236_067_977_5, products), (core::f64::consts::FRAC_1_SQRT_2, roots)];
    // exp(x) - 1 <= x (1 + x) for x <= 1, and ln(1 + x) <= x.
    let x: f64 = terms.iter().map(|&(factor, count)| factor * u * f64::from(count)).sum();
    x * (1.0 + x)
}

impl<T: Real> fmt::Debug for RealNegacyclic<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RealNegacyclic")
            .field("len", &self.len())
            .field("inner", &self.plan)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}
