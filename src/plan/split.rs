//! Complex numbers with their real and imaginary parts in two slices.
//!
//! # Idea
//! A layout of the driver, not another transform: the parts are gathered into interleaved scratch, transformed, and
//! scattered again. Exchanging the two slices is the map `s(a + bi) = b + ai`, and `s(F(s(x)))` is the unscaled
//! inverse; so the inverse of a forward map only swaps two names (\[Arndt 2002\], section 1.7; `papers/inverse.md`).

use super::Plan;
use crate::{
    Error, Result,
    kernel::memory::{Wiped, filled},
    rings::Real,
};
use num_complex::Complex;

/// Real parts in one slice, imaginary parts in another.
///
/// ```
/// use ringfft::plan::{Plan, Scale, Split};
/// use num_complex::Complex;
///
/// let plan = Plan::builder(ringfft::rings::ComplexRing::<f64>::new(), 4).scale(Scale::NONE).build()?;
/// let (mut re, mut im) = ([1.0, 2.0, 3.0, 4.0], [0.0; 4]);
/// plan.forward_split(Split { re: &mut re, im: &mut im })?;
/// assert_eq!((re, im), ([10.0, -2.0, -2.0, -2.0], [0.0, 2.0, 0.0, -2.0]));
/// // The unscaled inverse is the forward map with the parts exchanged.
/// plan.forward_split(Split { re: &mut im, im: &mut re })?;
/// assert_eq!((re, im), ([4.0, 8.0, 12.0, 16.0], [0.0; 4]));
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Debug, PartialEq)]
pub struct Split<'a, T> {
    /// The real parts.
    pub re: &'a mut [T],
    /// The imaginary parts.
    pub im: &'a mut [T],
}

impl<'a, T> Split<'a, T> {
    /// Returns the same two slices with their roles exchanged: `b + ai` for `a + bi`. No element moves.
    #[must_use]
    pub fn swapped(self) -> Self {
        Split { re: self.im, im: self.re }
    }

    /// Returns the same slices, borrowed for a shorter time.
    pub fn reborrow(&mut self) -> Split<'_, T> {
        Split { re: self.re, im: self.im }
    }
}

type Execute<T> = fn(&Plan<Complex<T>>, &mut [Complex<T>], &mut [Complex<T>]) -> Result<()>;

impl<T: Real> Plan<Complex<T>> {
    /// Returns the elements of scratch that the `split_with` forms need: interleaved values and the plan's own scratch.
    ///
    /// [`bytes`](Plan::bytes) counts the plan's own scratch only.
    ///
    /// # Errors
    /// [`Error::Memory`] where the number overflows.
    pub fn split_scratch_len(&self) -> Result<usize> {
        let total = self.len().checked_mul(self.batch());
        total.and_then(|total| total.checked_add(self.scratch_len())).ok_or(Error::Memory {
            what: "scratch",
            needed: u128::MAX,
            limit: None,
        })
    }

    /// Transforms coefficients to values, with parts in two slices, in place; allocates its scratch.
    ///
    /// Batch and layout are the plan's, in both slices.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless both slices hold `len * batch` numbers; [`Error::Memory`] if the system refuses
    /// the scratch.
    pub fn forward_split(&self, values: Split<'_, T>) -> Result<()> {
        self.forward_split_with(values, &mut self.split_scratch()?)
    }

    /// Transforms values to coefficients, parts apart, in place; allocates its scratch.
    ///
    /// # Errors
    /// As [`forward_split`](Plan::forward_split).
    pub fn inverse_split(&self, values: Split<'_, T>) -> Result<()> {
        self.inverse_split_with(values, &mut self.split_scratch()?)
    }

    /// Transforms coefficients to values, parts apart, in place; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless both slices hold `len * batch` numbers and `scratch` at least
    /// [`split_scratch_len`](Plan::split_scratch_len) elements.
    pub fn forward_split_with(&self, values: Split<'_, T>, scratch: &mut [Complex<T>]) -> Result<()> {
        self.split(values, scratch, Plan::forward_with)
    }

    /// Transforms values to coefficients, parts apart, in place; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_split_with`](Plan::forward_split_with).
    pub fn inverse_split_with(&self, values: Split<'_, T>, scratch: &mut [Complex<T>]) -> Result<()> {
        self.split(values, scratch, Plan::inverse_with)
    }

    fn split(&self, values: Split<'_, T>, scratch: &mut [Complex<T>], execute: Execute<T>) -> Result<()> {
        let needed = self.split_scratch_len()?;
        let total = needed - self.scratch_len();
        Error::check_len("slice of real parts", total, values.re.len())?;
        Error::check_len("slice of imaginary parts", total, values.im.len())?;
        Error::check_at_least("scratch", needed, scratch.len())?;
        let (interleaved, scratch) = scratch.split_at_mut(total);
        for ((z, re), im) in interleaved.iter_mut().zip(values.re.iter()).zip(values.im.iter()) {
            *z = Complex::new(*re, *im);
        }
        execute(self, interleaved, scratch)?;
        for ((z, re), im) in interleaved.iter().zip(values.re).zip(values.im) {
            (*re, *im) = (z.re, z.im);
        }
        Ok(())
    }

    /// Allocates the scratch of a call without the caller's scratch.
    fn split_scratch(&self) -> Result<Wiped<Complex<T>>> {
        let zero = Complex::new(T::zero(), T::zero());
        Ok(Wiped::new(filled("scratch", self.split_scratch_len()?, zero)?, zero))
    }
}
