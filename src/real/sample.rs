//! Real and complex sequences under one name, for convolution.

use super::RealPlan;
use crate::{
    Result,
    plan::{Plan, Scale, Threads},
    rings::{ComplexRing, Real},
};
use num_complex::Complex;

/// A number that sequences are made of: `T` or `Complex<T>`.
///
/// Its methods are called by this module; nothing else implements it.
///
/// [`linear`](super::linear) has an example.
pub trait Sample<T: Real>: Copy + Send + Sync + sealed::Spectral<T> + 'static {}

impl<T: Real> Sample<T> for T {}
impl<T: Real> Sample<T> for Complex<T> {}

mod sealed {
    use super::{Complex, Real, Result, Threads};

    /// The operations that [`Sample`] needs, out of reach for others.
    pub trait Spectral<T: Real>: Sized {
        /// The transform of such sequences, unscaled.
        type Plan: Send + Sync;

        /// Returns zero.
        fn nought() -> Self;

        /// Returns one.
        fn one_of() -> Self;

        /// Returns `self + a b`.
        fn plus_product(self, a: Self, b: Self) -> Self;

        /// Creates the transform of sequences of `len`.
        fn plan(len: usize, threads: Threads) -> Result<Self::Plan>;

        /// Returns the number of values of a sequence of `len`.
        fn spectrum_len(len: usize) -> usize;

        /// Returns the scratch of either direction.
        fn scratch_len(plan: &Self::Plan) -> usize;

        /// Transforms a sequence to values.
        fn forward(plan: &Self::Plan, x: &[Self], values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()>;

        /// Transforms values to a sequence, unscaled; the values are overwritten.
        fn inverse(
            plan: &Self::Plan,
            values: &mut [Complex<T>],
            x: &mut [Self],
            scratch: &mut [Complex<T>],
        ) -> Result<()>;
    }
}

pub(super) use sealed::Spectral;

impl<T: Real> Spectral<T> for T {
    type Plan = RealPlan<T>;

    fn nought() -> T {
        T::zero()
    }

    fn one_of() -> T {
        T::one()
    }

    fn plus_product(self, a: T, b: T) -> T {
        self + a * b
    }

    fn plan(len: usize, threads: Threads) -> Result<RealPlan<T>> {
        RealPlan::builder(len).scale(Scale::NONE).threads(threads).build()
    }

    fn spectrum_len(len: usize) -> usize {
        len / 2 + 1
    }

    fn scratch_len(plan: &RealPlan<T>) -> usize {
        plan.scratch_len()
    }

    fn forward(plan: &RealPlan<T>, x: &[T], values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        plan.forward_with(x, values, scratch)
    }

    fn inverse(plan: &RealPlan<T>, values: &mut [Complex<T>], x: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        plan.inverse_with(values, x, scratch)
    }
}

impl<T: Real> Spectral<T> for Complex<T> {
    type Plan = Plan<Complex<T>>;

    fn nought() -> Self {
        Complex::new(T::zero(), T::zero())
    }

    fn one_of() -> Self {
        Complex::new(T::one(), T::zero())
    }

    fn plus_product(self, a: Self, b: Self) -> Self {
        self + a * b
    }

    fn plan(len: usize, threads: Threads) -> Result<Plan<Complex<T>>> {
        Plan::builder(ComplexRing::new(), len).scale(Scale::NONE).threads(threads).build()
    }

    fn spectrum_len(len: usize) -> usize {
        len
    }

    fn scratch_len(plan: &Self::Plan) -> usize {
        plan.scratch_len()
    }

    fn forward(plan: &Self::Plan, x: &[Self], values: &mut [Self], scratch: &mut [Self]) -> Result<()> {
        values.copy_from_slice(x);
        plan.forward_with(values, scratch)
    }

    fn inverse(plan: &Self::Plan, values: &mut [Self], x: &mut [Self], scratch: &mut [Self]) -> Result<()> {
        plan.inverse_with(values, scratch)?;
        x.copy_from_slice(values);
        Ok(())
    }
}
