//! The spectrum of real input: bins 0 to `floor(n/2)`, the others being their conjugates.
//!
//! The one place where this module meets a transform.

use super::filled;
use crate::{
    Error, Result,
    plan::{Plan, Scale, Threads},
    rings::{ComplexRing, Real},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// Forward and inverse, both unscaled, for lists of one length; one thread, and nothing is allocated once built.
pub(super) struct HalfSpectrum<T: Real> {
    plan: Plan<Complex<T>>,
}

impl<T: Real> HalfSpectrum<T> {
    pub(super) fn new(len: usize) -> Result<Self> {
        let plan =
            Plan::builder(ComplexRing::<T>::default(), len).scale(Scale::NONE).threads(Threads::AtMost(1)).build()?;
        Ok(HalfSpectrum { plan })
    }

    pub(super) fn len(&self) -> usize {
        self.plan.len()
    }

    /// Number of bins.
    pub(super) fn bins(&self) -> usize {
        self.plan.len() / 2 + 1
    }

    /// Complex elements of scratch that both directions need.
    pub(super) fn scratch(&self) -> Result<Vec<Complex<T>>> {
        let zero = Complex::new(T::zero(), T::zero());
        filled("scratch", self.plan.len().saturating_add(self.plan.scratch_len()), zero)
    }

    /// `X_k = sum_j x_j exp(-2 pi i jk/n)` for `k <= n/2`.
    pub(super) fn forward(&self, input: &[T], bins: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        Error::check_at_least("scratch", self.plan.len(), scratch.len())?;
        let (values, scratch) = scratch.split_at_mut(self.plan.len());
        for (value, &x) in values.iter_mut().zip(input) {
            *value = Complex::new(x, T::zero());
        }
        self.plan.forward_with(values, scratch)?;
        bins.iter_mut().zip(values).for_each(|(bin, value)| *bin = *value);
        Ok(())
    }

    /// `n x_j` from the bins, the imaginary parts of bin 0 and of bin `n/2` read as zero.
    pub(super) fn inverse(&self, bins: &[Complex<T>], output: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        let n = self.plan.len();
        Error::check_at_least("scratch", n, scratch.len())?;
        let (values, scratch) = scratch.split_at_mut(n);
        for (k, &bin) in bins.iter().enumerate() {
            if k == 0 || 2 * k == n {
                values[k] = Complex::new(bin.re, T::zero());
            } else {
                (values[k], values[n - k]) = (bin, bin.conj());
            }
        }
        self.plan.inverse_with(values, scratch)?;
        output.iter_mut().zip(values).for_each(|(x, value)| *x = value.re);
        Ok(())
    }
}
