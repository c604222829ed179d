//! A fixed filter over a signal of any length, block by block.
//!
//! Notation: the filter has `m` elements `h_0, ..., h_(m-1)`, a block `n`; `s = n - m + 1` is the step.
//!
//! # Idea
//! In a cyclic product of length `n` with a filter of `m` elements, all but the first `m - 1` results are those of the linear
//! product. So blocks of the signal overlap by `m - 1`, and of each the last `s` results are kept:
//!
//! ```text
//! signal   | m-1 |      s      |
//!                |----- m-1 ---|      s      |
//! block 0  [ old |     new     ]
//! block 1              [  old  |     new     ]    each: F, times H, F^-1, keep the part under "new"
//! ```
//! The filter's values `H` are computed once, with `1/n` folded in.
//!
//! # Contract
//! | input | output | lengths | elements | memory |
//! |---|---|---|---|---|
//! | any pieces of a signal | `y_i = sum_j h_j x_(i-j)`, in blocks of `s`; the rest by `finish` | m >= 1 | real or complex | about 4 blocks |
//!
//! The results do not depend on how the signal is cut into pieces. Those of a piece wait until a block is full: at most
//! `s - 1` elements.
//!
//! # Cost
//! Two transforms of `n` points for `s` elements; `n` is the power of two for which `n (lg n + 4)/s` is least.
//!
//! # Source
//! \[Stockham 1966\]; the name is that of \[Helms 1967\].

use super::{
    Sample,
    support::{filled, too_large},
};
use crate::{
    Error, Result,
    plan::Threads,
    rings::{Real, reciprocal},
};
use alloc::vec::Vec;
use core::fmt;
use num_complex::Complex;

/// The longest block that is chosen for speed: beyond it the cache is left.
const LONGEST: usize = 1 << 18;

/// A fixed filter on a stream of real (`E = T`) or complex (`E = Complex<T>`) numbers.
///
/// ```
/// use ringfft::real::OverlapSave;
///
/// let mut average = OverlapSave::<f64>::with_block(&[0.5, 0.5], 4)?;
/// let (mut y, mut done) = (vec![0.0; 6], 0);
/// for piece in [&[1.0, 3.0][..], &[5.0, 7.0, 9.0]] {
///     done += average.process(piece, &mut y[done..])?;
/// }
/// done += average.finish(&mut y[done..])?;
/// let expected = [0.5, 2.0, 4.0, 6.0, 8.0, 4.5];
/// assert!(done == 6 && y.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-14));
/// # Ok::<(), ringfft::Error>(())
/// ```
#[doc(alias = "overlap-add", alias = "fftfilt", alias = "oaconvolve")]
pub struct OverlapSave<T: Real, E: Sample<T> = T> {
    plan: E::Plan,
    /// The filter's values over the length.
    filter: Vec<Complex<T>>,
    taps: usize,
    /// The last `taps - 1` elements before the block, and the filled part of the block.
    block: Vec<E>,
    filled: usize,
    values: Vec<Complex<T>>,
    out: Vec<E>,
    scratch: Vec<Complex<T>>,
}

impl<T: Real, E: Sample<T>> OverlapSave<T, E> {
    /// Creates a filter with the block length that costs least for each element.
    ///
    /// # Errors
    /// [`Error::Length`] for an empty filter; [`Error::Memory`].
    pub fn new(filter: &[E]) -> Result<Self> {
        let least = filter.len().max(8).checked_next_power_of_two().and_then(|n| n.checked_mul(2));
        let least = least.ok_or(too_large("a block"))?;
        let cost = |n: usize| n as f64 * (f64::from(n.ilog2()) + 4.0) / (n - filter.len() + 1) as f64;
        let mut best = least;
        let mut n = least;
        while n < LONGEST {
            n *= 2;
            if cost(n) < cost(best) {
                best = n;
            }
        }
        Self::with_block(filter, best)
    }

    /// Creates a filter with blocks of `n` elements: at least as many as the filter has. Small blocks have less
    /// latency.
    ///
    /// # Errors
    /// [`Error::Length`] for an empty filter or a block shorter than it; [`Error::Memory`].
    pub fn with_block(filter: &[E], n: usize) -> Result<Self> {
        let taps = filter.len();
        if taps == 0 {
            return Err(Error::Length { what: "a filter", len: 0, possible: "it needs one element at least" });
        }
        if n < taps {
            let possible = "it holds the whole filter; `new` chooses the length that costs least";
            return Err(Error::Length { what: "a block", len: n, possible });
        }
        let plan = E::plan(n, Threads::AtMost(1))?;
        let zero = Complex::new(T::zero(), T::zero());
        let mut block = filled("a block", n, E::nought())?;
        let mut scratch = filled("scratch", E::scratch_len(&plan), zero)?;
        let mut values = filled("values", E::spectrum_len(n), zero)?;
        block[..taps].copy_from_slice(filter);
        E::forward(&plan, &block, &mut values, &mut scratch)?;
        let by = reciprocal(T::from_integer(n as u64));
        values.iter_mut().for_each(|z| *z = Complex::new(z.re * by, z.im * by));
        block.fill(E::nought());
        let out = filled("a block", n, E::nought())?;
        let working = filled("values", values.len(), zero)?;
        Ok(OverlapSave { plan, filter: values, taps, block, filled: 0, values: working, out, scratch })
    }

    /// Returns the elements of a block.
    #[must_use]
    pub fn block_len(&self) -> usize {
        self.block.len()
    }

    /// Returns the number of elements that are written at a time: the length of a block less that of the filter, plus
    /// 1.
    #[must_use]
    pub fn step(&self) -> usize {
        self.block.len() - self.taps + 1
    }

    /// Returns the number of elements that [`process`](OverlapSave::process) will write for `input` elements.
    #[must_use]
    pub fn output_len(&self, input: usize) -> usize {
        let step = self.step();
        // Without a sum that could overflow.
        let (blocks, rest) = (input / step, input % step);
        (blocks + usize::from(rest + self.filled >= step)) * step
    }

    /// Returns the elements that [`finish`](OverlapSave::finish) would write.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.filled + self.taps - 1
    }

    /// Reads the next piece of the signal, writes the results that are complete, and returns their number. Allocates
    /// nothing.
    ///
    /// # Errors
    /// [`Error::SliceLength`] if `output` is shorter than [`output_len`](OverlapSave::output_len); nothing is read
    /// then.
    pub fn process(&mut self, mut input: &[E], output: &mut [E]) -> Result<usize> {
        let total = self.output_len(input.len());
        Error::check_at_least("output", total, output.len())?;
        let (old, step) = (self.taps - 1, self.step());
        let mut blocks = output[..total].chunks_exact_mut(step);
        while !input.is_empty() {
            let (now, later) = input.split_at(input.len().min(step - self.filled));
            let at = old + self.filled;
            self.block[at..at + now.len()].copy_from_slice(now);
            self.filled += now.len();
            input = later;
            if self.filled == step {
                self.run()?;
                if let Some(block) = blocks.next() {
                    block.copy_from_slice(&self.out[old..]);
                }
                // The next block overlaps the end of this one.
                self.block.copy_within(step.., 0);
                self.filled = 0;
            }
        }
        Ok(total)
    }

    /// Writes the results that wait for a full block and those that reach beyond the end of the signal, and is ready for
    /// another signal. Their number is returned: in all there are `m - 1` more results than elements.
    ///
    /// # Errors
    /// [`Error::SliceLength`] if `output` is shorter than [`pending`](OverlapSave::pending); nothing changes then.
    pub fn finish(&mut self, output: &mut [E]) -> Result<usize> {
        let total = self.pending();
        Error::check_at_least("output", total, output.len())?;
        let (old, step) = (self.taps - 1, self.step());
        let mut rest = &mut output[..total];
        while !rest.is_empty() {
            self.block[old + self.filled..].fill(E::nought());
            self.run()?;
            let (now, later) = rest.split_at_mut(rest.len().min(step));
            now.copy_from_slice(&self.out[old..old + now.len()]);
            rest = later;
            self.block.copy_within(step.., 0);
            self.filled = 0;
        }
        self.reset();
        Ok(total)
    }

    /// Removes all earlier samples.
    pub fn reset(&mut self) {
        self.block.fill(E::nought());
        self.filled = 0;
    }

    /// Computes the cyclic product of the block by the filter.
    fn run(&mut self) -> Result<()> {
        E::forward(&self.plan, &self.block, &mut self.values, &mut self.scratch)?;
        self.values.iter_mut().zip(&self.filter).for_each(|(z, h)| *z = *z * *h);
        E::inverse(&self.plan, &mut self.values, &mut self.out, &mut self.scratch)
    }
}

impl<T: Real, E: Sample<T>> fmt::Debug for OverlapSave<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OverlapSave")
            .field("taps", &self.taps)
            .field("block", &self.block_len())
            .finish_non_exhaustive()
    }
}
