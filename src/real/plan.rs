//! Transforms of real sequences.
//!
//! Notation: `w = exp(-2 pi i/n)`, `h = floor(n/2)`, `X_k = sum_j x_j w^(jk)`.
//!
//! # Idea
//! `X_(n-k)` is the conjugate of `X_k`, so `X_0, ..., X_h` determine all. For even `n` the sequence is read in place as
//! `h` complex numbers, `z_j = x_2j + i x_(2j+1)`. Their transform `Z` holds that of the even indices in its
//! conjugate-symmetric part, and that of the odd ones in the rest:
//!
//! ```text
//! x_0 x_1 x_2 x_3 ... x_(n-1)                         E_k = (Z_k + Z*_(h-k))/2
//!  '---'   '---'       '---'                          O_k = (Z_k - Z*_(h-k))/2i
//!   z_0     z_1   ...  z_(h-1)  --F_h-->  Z_k         X_k = E_k + w^k O_k
//! ```
//! Back, `Z_k = E_k + i O_k` with `E` and `O` solved from `X_k` and `X*_(h-k)`. Odd `n` begin with butterflies of 9, 7, 5 or 3 real numbers
//! (the file `odd.rs`). Those without such a factor, and those below 600, take the complex transform of length `n`. Primes from about 100 on are
//! a convolution of real numbers (the file `prime.rs`).
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | n real numbers | X_0, ..., X_h | any | complex over any float | that of the complex transforms; `n(p + 1)/2p` more for odd n with radix p, 1 to 3 n for primes, else n | no: the input is left alone |
//!
//! # Cost
//! Even n: a complex transform of half the length. Each of `ceil(h/2) - 1` pairs of values adds 6 real products, two by
//! 2 or 1/2, and 10 additions. Odd n with radix p: `(p + 1)/2` complex transforms of length `n/p`, and the butterflies; without one, a complex
//! transform of the length. Primes: a real transform of another length and one back. Asserted by `tests/real/cost.rs`.
//!
//! # Source
//! The packing: \[Cooley-Lewis-Welch 1970\]; with the signs of \[Arndt 2002\], section 1.7.

use super::{
    Build, Builder,
    builder::{batches, sealed::Sealed},
    device::{DevicePart, OnDevice},
    inner::{Inner, inside, table_len},
    sizes::Sizes,
    support::{self, both, factors, too_large},
};
use crate::{
    Error, Result,
    kernel::{
        cast::{numbers_mut, pairs, pairs_mut},
        real::RealKernel,
    },
    order::transpose,
    plan::{Device, Layout, Options, Recipe, Scale},
    rings::Real,
};
use alloc::vec::Vec;
use core::fmt;
use num_complex::Complex;

/// The transform of real sequences of one length, and its inverse, out of place.
///
/// ```
/// use num_complex::Complex;
/// use ringfft::real::RealPlan;
///
/// let plan = RealPlan::<f64>::new(4)?;
/// let x = [1.0, 2.0, 3.0, 4.0];
/// let mut spectrum = [Complex::new(0.0, 0.0); 3];
/// plan.forward(&x, &mut spectrum)?;
/// assert_eq!(spectrum, [(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0)].map(|(re, im)| Complex::new(re, im)));
/// let mut back = [0.0; 4];
/// plan.inverse(&spectrum, &mut back)?;
/// assert_eq!(back, x);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[doc(alias = "rfft", alias = "irfft", alias = "r2c", alias = "c2r")]
pub struct RealPlan<T: Real> {
    inner: Inner<T>,
    elsewhere: DevicePart,
    factors: [Option<T>; 2],
    sizes: Sizes,
    options: Options,
    bytes: u64,
    /// `true` if a call is one run on this processor.
    bare: bool,
}

batches!(RealPlan);

impl<T: Real> Sealed for RealPlan<T> {}

impl<T: Real> Build for RealPlan<T> {
    type Wanted = usize;

    fn bytes(&len: &usize, options: &Options) -> Result<u64> {
        let sizes = Sizes::new(len, options, 0)?;
        let own =
            sizes.scratch.checked_add(table_len::<T>(len)).and_then(|own| own.checked_mul(size_of::<Complex<T>>()));
        let inner = inside::<T>(len, options, sizes.threads).bytes()?.checked_mul(sizes.tasks as u64);
        own.and_then(|own| inner?.checked_add(own.try_into().ok()?)).ok_or(too_large("the plan"))
    }

    fn build(len: usize, options: Options, bytes: u64) -> Result<Self> {
        let threads = Sizes::new(len, &options, 0)?.threads;
        let inner = Inner::new(len, &options, threads, bytes)?;
        let sizes = Sizes::new(len, &options, inner.scratch_len())?;
        let factors = factors(options.scale, len);
        let by_rows = options.layout == Layout::Rows || options.batch == 1;
        let wanted = by_rows.then(|| OnDevice::reals([options.batch, len].into(), [false, true].into()));
        let elsewhere = DevicePart::new(&options, wanted, factors)?;
        let bare = options.batch == 1 && elsewhere.device() == Device::Cpu;
        Ok(RealPlan { inner, elsewhere, factors, sizes, options, bytes, bare })
    }
}

impl<T: Real> RealPlan<T> {
    /// Creates the plan of length `len`, with default options.
    ///
    /// # Errors
    /// [`Error::Length`] for length 0 or an empty batch; those of the complex plan inside.
    pub fn new(len: usize) -> Result<Self> {
        Self::builder(len).build()
    }

    /// Starts a plan with options.
    pub fn builder(len: usize) -> Builder<Self> {
        Builder::new(len)
    }

    /// Transforms real numbers to the values `X_0, ..., X_h`; allocates its scratch.
    ///
    /// The imaginary part of `X_0`, and of `X_h` for even lengths, is 0.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `input` holds `len * batch` numbers and `output`
    /// [`spectrum_len`](RealPlan::spectrum_len)` * batch` values; [`Error::Memory`] if the system refuses the scratch.
    pub fn forward(&self, input: &[T], output: &mut [Complex<T>]) -> Result<()> {
        self.forward_with(input, output, &mut support::own(self.scratch()?))
    }

    /// Transforms the values `X_0, ..., X_h` to real numbers; allocates its scratch.
    ///
    /// The imaginary part of `X_0`, and of `X_h` for even lengths, is not read: it is 0 for every real sequence.
    ///
    /// # Errors
    /// As [`forward`](RealPlan::forward).
    pub fn inverse(&self, input: &[Complex<T>], output: &mut [T]) -> Result<()> {
        self.inverse_with(input, output, &mut support::own(self.scratch()?))
    }

    /// Runs [`forward`](RealPlan::forward) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`] as there, and for less than [`scratch_len`](RealPlan::scratch_len) elements of scratch.
    #[inline]
    pub fn forward_with(&self, input: &[T], output: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        if let Some(kernel) = self.bare(input.len(), output.len(), scratch.len()) {
            kernel.forward(pairs(input), output, scratch, self.factors[0]);
            return Ok(());
        }
        self.forward_any(input, output, scratch)
    }

    #[inline(never)]
    fn forward_any(&self, input: &[T], output: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        let Sizes { len, reals, values, tasks, .. } = self.sizes;
        Error::check_len("slice of real numbers", reals, input.len())?;
        Error::check_len("slice of values", values, output.len())?;
        Error::check_at_least("scratch", self.sizes.scratch, scratch.len())?;
        if self.elsewhere.run(false, input, output)? {
            return Ok(());
        }
        let batch = self.batch();
        if batch == 1 {
            return self.forward_row(input, output, scratch, self.factors[0]);
        }
        if self.options.layout == Layout::Rows {
            return self.forward_rows(input, output, scratch, tasks);
        }
        let (rows, scratch) = scratch.split_at_mut(reals.div_ceil(2));
        let (spectra, scratch) = scratch.split_at_mut(values);
        let rows = &mut numbers_mut(rows)[..reals];
        transpose(input, rows, len, batch);
        self.forward_rows(rows, spectra, scratch, tasks)?;
        transpose(spectra, output, batch, self.spectrum_len());
        Ok(())
    }

    /// Runs [`inverse`](RealPlan::inverse) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_with`](RealPlan::forward_with).
    #[inline]
    pub fn inverse_with(&self, input: &[Complex<T>], output: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        if let Some(kernel) = self.bare(output.len(), input.len(), scratch.len()) {
            kernel.inverse(input, pairs_mut(output), scratch, self.factors[1]);
            return Ok(());
        }
        self.inverse_any(input, output, scratch)
    }

    #[inline(never)]
    fn inverse_any(&self, input: &[Complex<T>], output: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        let Sizes { len, reals, values, tasks, .. } = self.sizes;
        Error::check_len("slice of values", values, input.len())?;
        Error::check_len("slice of real numbers", reals, output.len())?;
        Error::check_at_least("scratch", self.sizes.scratch, scratch.len())?;
        if self.elsewhere.run(true, input, output)? {
            return Ok(());
        }
        let batch = self.batch();
        if batch == 1 {
            return self.inverse_row(input, output, scratch, self.factors[1]);
        }
        if self.options.layout == Layout::Rows {
            return self.inverse_rows(input, output, scratch, tasks);
        }
        let (rows, scratch) = scratch.split_at_mut(reals.div_ceil(2));
        let (spectra, scratch) = scratch.split_at_mut(values);
        let rows = &mut numbers_mut(rows)[..reals];
        transpose(input, spectra, self.spectrum_len(), batch);
        self.inverse_rows(spectra, rows, scratch, tasks)?;
        transpose(rows, output, batch, len);
        Ok(())
    }

    /// Returns the kernel if the call is all its own, of slices as long as it needs. A short transform takes less time than further
    /// checks.
    #[inline]
    fn bare(&self, reals: usize, values: usize, scratch: usize) -> Option<&dyn RealKernel<T>> {
        let Sizes { reals: numbers, values: all, scratch: least, .. } = self.sizes;
        match &self.inner {
            Inner::Kernel(kernel, _) if self.bare && reals == numbers && values == all && scratch >= least => {
                Some(&**kernel)
            }
            _ => None,
        }
    }

    fn forward_rows(
        &self,
        input: &[T],
        output: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
        tasks: usize,
    ) -> Result<()> {
        let (len, values) = (self.len(), self.spectrum_len());
        if tasks > 1 {
            let (count, fewer) = (input.len() / len / 2, tasks / 2);
            let (input, rest) = input.split_at(count * len);
            let (output, output_rest) = output.split_at_mut(count * values);
            let (scratch, scratch_rest) = scratch.split_at_mut(fewer * self.sizes.each);
            return both(
                || self.forward_rows(input, output, scratch, fewer),
                || self.forward_rows(rest, output_rest, scratch_rest, tasks - fewer),
            );
        }
        let mut rows = input.chunks_exact(len).zip(output.chunks_exact_mut(values));
        rows.try_for_each(|(row, out)| self.forward_row(row, out, scratch, self.factors[0]))
    }

    fn inverse_rows(
        &self,
        input: &[Complex<T>],
        output: &mut [T],
        scratch: &mut [Complex<T>],
        tasks: usize,
    ) -> Result<()> {
        let (len, values) = (self.len(), self.spectrum_len());
        if tasks > 1 {
            let (count, fewer) = (output.len() / len / 2, tasks / 2);
            let (input, rest) = input.split_at(count * values);
            let (output, output_rest) = output.split_at_mut(count * len);
            let (scratch, scratch_rest) = scratch.split_at_mut(fewer * self.sizes.each);
            return both(
                || self.inverse_rows(input, output, scratch, fewer),
                || self.inverse_rows(rest, output_rest, scratch_rest, tasks - fewer),
            );
        }
        let mut rows = input.chunks_exact(values).zip(output.chunks_exact_mut(len));
        rows.try_for_each(|(row, out)| self.inverse_row(row, out, scratch, self.factors[1]))
    }

    /// Computes one transform times `factor`; the slices have the lengths of one.
    pub(super) fn forward_row(
        &self,
        row: &[T],
        out: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
        factor: Option<T>,
    ) -> Result<()> {
        self.inner.forward(row, out, scratch, factor, self.sizes.threads)
    }

    /// Computes the inverse of one transform times the length and `factor`.
    pub(super) fn inverse_row(
        &self,
        row: &[Complex<T>],
        out: &mut [T],
        scratch: &mut [Complex<T>],
        factor: Option<T>,
    ) -> Result<()> {
        self.inner.inverse(row, out, scratch, factor, self.sizes.threads)
    }

    /// Allocates scratch of the length this plan needs.
    ///
    /// # Errors
    /// [`Error::Memory`] if the system refuses the memory.
    pub fn scratch(&self) -> Result<Vec<Complex<T>>> {
        support::zeros("scratch", self.sizes.scratch)
    }

    /// Returns the number of real numbers of one transform.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.sizes.len
    }

    /// Returns the number of values of one transform: `floor(len/2) + 1`.
    #[must_use]
    pub fn spectrum_len(&self) -> usize {
        self.sizes.len / 2 + 1
    }

    /// Returns the number of transforms in one call.
    #[must_use]
    pub fn batch(&self) -> usize {
        self.options.batch
    }

    /// Returns the number of elements of scratch that the `_with` forms need.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.sizes.scratch
    }

    /// Returns the most bytes that tables and scratch take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the scale of both directions.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.options.scale
    }

    /// Returns the place of execution. Under [`Device::Auto`] a device that fails leaves the call to the processor.
    #[must_use]
    pub fn device(&self) -> Device {
        self.elsewhere.device()
    }

    /// Returns the recipe of the complex transform inside.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        self.inner.recipe()
    }
}

impl<T: Real> fmt::Debug for RealPlan<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let recipe = format_args!("{}", self.recipe());
        f.debug_struct("RealPlan").field("len", &self.len()).field("recipe", &recipe).finish_non_exhaustive()
    }
}
