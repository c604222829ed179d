//! The two-dimensional transform of a real image in the memory of the image: every spectrum packed into as many real
//! numbers as there are pixels.
//!
//! ```text
//! F(v, u) = sum_(y < N) sum_(x < M) f(y, x) exp(-2 pi i (v y / N + u x / M))
//! ```
//! Notation: `N` rows, `M` columns, row-major; `v` the frequency down the rows, `u` along them; `A` the packed array.
//!
//! # Idea
//! Two real rows `f`, `g` are one complex row `h = f + i g`, in place: one complex transform gives `H = F + i G`, and
//! the symmetry `F(-u) = conj F(u)` separates the two. A row's spectrum is `M` real numbers: real parts at `u <= M/2`,
//! imaginary parts, of the mirrored frequency, above. Columns `u` and `M - u` together are then one complex column, of
//! frequency `-u` along the rows; columns 0 and `M/2` hold real numbers and are a pair of real columns.
//!
//! ```text
//! M = N = 4     u: 0      1        2       3
//! v = 0           R(0,0)  R(0,-1)  R(0,2)  I(0,-1)       R, I: real and imaginary part of F(v, u)
//!     1           R(1,0)  R(1,-1)  R(1,2)  I(1,-1)
//!     2           R(2,0)  R(2,-1)  R(2,2)  I(2,-1)       every other frequency is the conjugate of one of these
//!     3           I(-1,0) R(3,-1)  I(-1,2) I(3,-1)
//! ```
//! [`PackedSpectrum`] reads any frequency of it, and [`PackedSpectrumMut`] multiplies two of them in place: both
//! layouts of a pair are complex numbers, so nothing is unpacked.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | channels one after another, each row-major | the same, packed | any N, M >= 1, odd too | [`Real`] | [`Packed2d::scratch_len`] | yes |
//!
//! # Cost
//! A complex transform of length `M` for every two rows, one of length `N` for every two columns; four additions for
//! every four separated numbers: half the work and half the memory of a complex image. A product of two packed spectra
//! takes `3 M N` operations at most. `crates/cli/tests/image/library.rs` counts them.
//!
//! # Source
//! \[Moreland-Angel 2003\], section 4. Differences: `papers/packed2d.md`.

mod builder;
mod device;
mod image;
mod passes;
mod spectrum;

pub use builder::Packed2dBuilder;
pub use image::Packed2d;
pub use spectrum::{PackedSpectrum, PackedSpectrumMut};

use crate::{
    Error, Result,
    kernel::memory::{Wiped, filled},
    plan::Device,
    rings::Real,
};
use alloc::vec::Vec;
use core::fmt;
use num_complex::Complex;
use passes::{Direction, Passes};

impl<T: Real> Packed2d<T> {
    /// Creates the plan for images of `rows` by `cols` pixels, one channel, default options: the inverse divides by their
    /// number.
    ///
    /// # Errors
    /// As [`Packed2dBuilder::build`].
    pub fn new(rows: usize, cols: usize) -> Result<Self> {
        Self::builder(rows, cols).build()
    }

    /// Starts a plan with options.
    pub fn builder(rows: usize, cols: usize) -> Packed2dBuilder<T> {
        Packed2dBuilder::new(rows, cols)
    }

    /// Transforms pixels to packed spectra, every channel, in place; allocates its scratch.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` holds `channels * rows * cols` numbers; [`Error::Memory`] if the system
    /// refuses the scratch.
    pub fn forward(&self, values: &mut [T]) -> Result<()> {
        self.forward_with(values, &mut self.own_scratch()?)
    }

    /// Transforms packed spectra to pixels, every channel, in place; allocates its scratch.
    ///
    /// # Errors
    /// As [`forward`](Packed2d::forward).
    pub fn inverse(&self, values: &mut [T]) -> Result<()> {
        self.inverse_with(values, &mut self.own_scratch()?)
    }

    /// Transforms pixels to packed spectra; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` holds `channels * rows * cols` numbers and `scratch` at least
    /// [`scratch_len`](Packed2d::scratch_len).
    pub fn forward_with(&self, values: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        self.execute(values, scratch, Direction::Forward)
    }

    /// Transforms packed spectra to pixels; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_with`](Packed2d::forward_with).
    pub fn inverse_with(&self, values: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        self.execute(values, scratch, Direction::Inverse)
    }

    fn execute(&self, values: &mut [T], scratch: &mut [Complex<T>], direction: Direction) -> Result<()> {
        Error::check_len("slice of channels", self.len(), values.len())?;
        Error::check_at_least("scratch", self.scratch_len(), scratch.len())?;
        if self.run_elsewhere(values, direction)? {
            return Ok(());
        }
        let passes = Passes { plan: self, direction };
        for channel in values.chunks_exact_mut(self.rows * self.cols) {
            match direction {
                Direction::Forward => {
                    passes.rows(channel, scratch)?;
                    passes.columns(channel, scratch)?;
                }
                Direction::Inverse => {
                    passes.columns(channel, scratch)?;
                    passes.rows(channel, scratch)?;
                }
            }
        }
        Ok(())
    }

    /// Allocates scratch of the length this plan needs.
    ///
    /// # Errors
    /// [`Error::Memory`] if the system refuses the memory.
    pub fn scratch(&self) -> Result<Vec<Complex<T>>> {
        filled("scratch", self.scratch_len(), Complex::new(T::zero(), T::zero()))
    }

    /// Allocates the scratch of a call without the caller's scratch.
    fn own_scratch(&self) -> Result<Wiped<Complex<T>>> {
        Ok(Wiped::new(self.scratch()?, Complex::new(T::zero(), T::zero())))
    }

    /// Returns the complex numbers of scratch that the `_with` forms need: a few columns for every thread.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.tasks * self.scratch_each
    }

    /// Returns the numbers in one call: `channels * rows * cols`.
    #[allow(clippy::len_without_is_empty, reason = "an image has at least one pixel")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.channels * self.rows * self.cols
    }

    /// Returns the rows of an image.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the columns of an image.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns the channels in one call.
    #[must_use]
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Returns the place of execution. Under [`Device::Auto`] a device that fails leaves the call to the processor.
    #[must_use]
    pub fn device(&self) -> Device {
        self.elsewhere.device()
    }

    /// Returns the bytes that tables and scratch take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl<T: Real> fmt::Debug for Packed2d<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packed2d")
            .field("rows", &self.rows)
            .field("cols", &self.cols)
            .field("channels", &self.channels)
            .field("along", &format_args!("{}", self.along.recipe()))
            .field("down", &format_args!("{}", self.down.recipe()))
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}
