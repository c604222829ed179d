//! Power spectral density by averaged periodograms.
//!
//! `P_k = factor mean_t |sum_j w_j (x_(th+j) - mean) exp(-2 pi i jk/N)|^2` over the segments `t`, a hop of `h` samples
//! apart, with `factor` of [`Scaling`].
//!
//! # Source
//! \[Welch 1967\], with 50 % overlap by default; units: \[Heinzel 2002\]; the bias of the median: \[Allen 2012\].
//! `papers/signal.md`.

use super::{
    Averaging, Detrend, Gains, Scaling, Sides, Window,
    estimate::{Frames, Options, Room, frame_options},
    filled, frequency,
};
use alloc::vec::Vec;
use core::marker::PhantomData;
use ringfft::{Error, Result, rings::Real};

/// An estimate of power by frequency: window, transform and averaging, ready to be used on any number of signals.
///
/// ```
/// use ringfft_signal::{Scaling, Welch};
///
/// // The power of a constant, without subtracting the mean.
/// let welch = Welch::<f64>::periodogram(8).scaling(Scaling::Spectrum).build()?;
/// let power = welch.estimate(&[3.0; 8])?;
/// assert!((power[0] - 9.0).abs() < 1e-12);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Welch<T: Real> {
    frames: Frames<T>,
    hop: usize,
    sides: Sides,
    averaging: Averaging,
}

/// Collects the options of a [`Welch`].
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until it is built"]
pub struct WelchBuilder<T> {
    options: Options,
    sides: Sides,
    averaging: Averaging,
    float: PhantomData<T>,
}

impl<T: Real> Welch<T> {
    /// Starts an estimate with segments of `len` samples. By default it has Hann's window, half of it overlapping, the mean
    /// subtracted, rate 1, one side, density, and the mean of the segments.
    pub fn builder(len: usize) -> WelchBuilder<T> {
        WelchBuilder { options: Options::new(len), sides: Sides::One, averaging: Averaging::Mean, float: PhantomData }
    }

    /// Starts an estimate of one segment as long as the signal, without a window, and without subtracting the mean: the
    /// periodogram.
    pub fn periodogram(len: usize) -> WelchBuilder<T> {
        Self::builder(len).window(Window::Rectangular).detrend(Detrend::None).hop(len)
    }

    /// Returns the powers of the bins, see [`frequency`](Welch::frequency). Samples after the last whole segment are
    /// ignored.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for a signal shorter than a segment; [`Error::Memory`].
    pub fn estimate(&self, signal: &[T]) -> Result<Vec<T>> {
        let (expected, found) = (self.segment_len(), signal.len());
        if found < expected {
            return Err(Error::SliceLength { what: "signal", expected, found, at_least: true });
        }
        let count = self.segments(signal.len());
        let mut room = self.frames.room()?;
        let half = match self.averaging {
            Averaging::Mean => self.mean(signal, count, &mut room)?,
            Averaging::Median => self.median(signal, count, &mut room)?,
        };
        if self.sides == Sides::One {
            return Ok(half);
        }
        let mut all = filled("a spectrum", self.bins(), T::zero())?;
        let len = all.len();
        for (k, power) in all.iter_mut().enumerate() {
            *power = half[k.min(len - k)];
        }
        Ok(all)
    }

    fn mean(&self, signal: &[T], count: usize, room: &mut Room<T>) -> Result<Vec<T>> {
        let mut sums = filled("a spectrum", room.bins.len(), T::zero())?;
        for segment in 0..count {
            self.powers(signal, segment, room, |bin, power| sums[bin] = sums[bin] + power)?;
        }
        let count = T::from_integer(count as u64);
        sums.iter_mut().for_each(|sum| *sum = *sum / count);
        Ok(sums)
    }

    fn median(&self, signal: &[T], count: usize, room: &mut Room<T>) -> Result<Vec<T>> {
        let bins = room.bins.len();
        let what = "the powers of all segments";
        let len = bins.checked_mul(count).ok_or(Error::Memory { what, needed: u128::MAX, limit: None })?;
        let mut powers = filled(what, len, T::zero())?;
        for segment in 0..count {
            self.powers(signal, segment, room, |bin, power| powers[bin * count + segment] = power)?;
        }
        let bias = T::from_f64(median_bias(count));
        let mut medians = filled("a spectrum", bins, T::zero())?;
        for (median, powers) in medians.iter_mut().zip(powers.chunks_exact_mut(count)) {
            // NaN has no place in the order, so the median is then NaN.
            *median = match powers.iter().find(|power| power.partial_cmp(&&T::zero()).is_none()) {
                Some(&unordered) => unordered,
                None => middle(powers) / bias,
            };
        }
        Ok(medians)
    }

    /// Computes the powers of one segment.
    fn powers(&self, signal: &[T], segment: usize, room: &mut Room<T>, mut take: impl FnMut(usize, T)) -> Result<()> {
        let samples = signal.iter().skip(segment * self.hop);
        room.frame.iter_mut().zip(samples.take(self.segment_len())).for_each(|(x, &sample)| *x = sample);
        self.frames.transform(room)?;
        for (bin, &value) in room.bins.iter().enumerate() {
            take(
                bin,
                match self.sides {
                    Sides::One => self.frames.power(bin, value),
                    Sides::Two => self.frames.two_sided_power(value),
                },
            );
        }
        Ok(())
    }

    /// Returns the samples of a segment.
    pub fn segment_len(&self) -> usize {
        self.frames.window.len()
    }

    /// Returns the samples from one segment to the next.
    pub fn hop(&self) -> usize {
        self.hop
    }

    /// Returns the segments of a signal of `len` samples; none if it is shorter than one.
    pub fn segments(&self, len: usize) -> usize {
        len.checked_sub(self.segment_len()).map_or(0, |rest| rest / self.hop + 1)
    }

    /// Returns the number of bins.
    pub fn bins(&self) -> usize {
        match self.sides {
            Sides::One => self.frames.transform.bins(),
            Sides::Two => self.frames.transform.len(),
        }
    }

    /// Returns the frequency of a bin in Hz.
    pub fn frequency(&self, bin: usize) -> f64 {
        frequency(bin, self.frames.transform.len(), self.frames.rate, self.sides)
    }

    /// Returns the window's sums.
    pub fn gains(&self) -> Gains {
        self.frames.gains
    }

    /// Returns the unit of the estimate.
    pub fn scaling(&self) -> Scaling {
        self.frames.scaling
    }
}

impl<T: Real> WelchBuilder<T> {
    frame_options!();

    /// Sets the frequencies of the bins: one side or two.
    pub fn sides(mut self, sides: Sides) -> Self {
        self.sides = sides;
        self
    }

    /// Sets the average that makes one estimate of the segments.
    pub fn averaging(mut self, averaging: Averaging) -> Self {
        self.averaging = averaging;
        self
    }

    /// Sets the part that is subtracted from each segment.
    pub fn detrend(mut self, detrend: Detrend) -> Self {
        self.options.detrend = detrend;
        self
    }

    /// Builds window and transform.
    ///
    /// # Errors
    /// [`Error::Length`] for length or hop 0, or a transform shorter than the window; [`Error::Unsupported`] for a rate
    /// or window parameter that is invalid; [`Error::Memory`].
    pub fn build(self) -> Result<Welch<T>> {
        let hop = self.options.hop()?;
        Ok(Welch { frames: Frames::new(&self.options)?, hop, sides: self.sides, averaging: self.averaging })
    }
}

/// Returns the middle of a list, or the mean of its two middles. The list holds numbers only.
fn middle<T: Real>(powers: &mut [T]) -> T {
    powers.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(core::cmp::Ordering::Equal));
    let (low, high) = (powers[(powers.len() - 1) / 2], powers[powers.len() / 2]);
    if powers.len() % 2 == 1 { high } else { (low + high) / T::from_integer(2) }
}

/// Returns the expected median of `count` independent values of an exponential distribution of mean 1, which the powers of
/// white Gaussian noise have. It is `1 - 1/2 + 1/3 - ... + 1/m`, `m` the greatest odd number that is at most `count`.
fn median_bias(count: usize) -> f64 {
    (1..count.div_ceil(2)).map(|k| 2.0 * k as f64).fold(1.0, |sum, even| sum + 1.0 / (even + 1.0) - 1.0 / even)
}
