//! The spectrum of real input: bins 0 to `floor(n/2)`, the others being their conjugates.
//!
//! Every transform of this crate goes through here.

use super::filled;
use alloc::vec::Vec;
use num_complex::Complex;
use ringfft::{
    Result,
    plan::{Scale, Threads},
    real::RealPlan,
    rings::Real,
};

/// Forward and inverse, both unscaled, for lists of one length; one thread, and nothing is allocated once built.
pub(super) struct HalfSpectrum<T: Real> {
    plan: RealPlan<T>,
}

impl<T: Real> HalfSpectrum<T> {
    pub(super) fn new(len: usize) -> Result<Self> {
        let plan = RealPlan::builder(len).scale(Scale::NONE).threads(Threads::AtMost(1)).build()?;
        Ok(HalfSpectrum { plan })
    }

    pub(super) fn len(&self) -> usize {
        self.plan.len()
    }

    /// Returns the number of bins.
    pub(super) fn bins(&self) -> usize {
        self.plan.spectrum_len()
    }

    /// Allocates scratch that both directions need.
    pub(super) fn scratch(&self) -> Result<Vec<Complex<T>>> {
        filled("scratch", self.plan.scratch_len(), Complex::new(T::zero(), T::zero()))
    }

    /// Computes `X_k = sum_j x_j exp(-2 pi i jk/n)` for `k <= n/2`.
    pub(super) fn forward(&self, input: &[T], bins: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        self.plan.forward_with(input, bins, scratch)
    }

    /// Computes `n x_j` from the bins; the imaginary parts of bin 0 and of bin `n/2` are read as zero.
    pub(super) fn inverse(&self, bins: &[Complex<T>], output: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        self.plan.inverse_with(bins, output, scratch)
    }
}
