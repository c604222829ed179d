//! Short-time transforms, and back.
//!
//! Frame `t` shows the samples `th - p` to `th - p + n - 1` through the window:
//! `X_t,k = sum_j w_j x_(th-p+j) exp(-2 pi i jk/N)`, unscaled, `k <= N/2`. The inverse is overlap-add with the dual
//! window, `x_m = sum_t w_(m+p-th) y_t,(m+p-th) / sum_t w_(m+p-th)^2`, where `y_t` are the samples that frame `t`
//! shows.
//!
//! # Idea
//! Every frame gives an estimate `y/w` of a sample; weighted by `w^2` they give the signal whose short-time transform
//! is nearest to the given one in the sense of least squares. So an unchanged transform gives the signal back.
//!
//! # Contract
//! | framing | `p` | frames of `len` samples | back |
//! |---|---|---|---|
//! | [`Framing::Whole`] | `(ceil(n/h) - 1) h` | `floor((len - 1 + p)/h) + 1`, 0 for 0 | every sample |
//! | [`Framing::Inside`] | 0 | `floor((len - n)/h) + 1`, 0 if `len < n` | where the window's squares leave weight |
//!
//! # Source
//! \[Griffin-Lim 1984\], equation 6. `papers/signal.md`.

use super::{
    Detrend, Scaling, Sides, Window,
    estimate::{Frames, Options, frame_options},
    filled, frequency,
    overlap::{is_lost, weights},
};
use alloc::vec::Vec;
use core::marker::PhantomData;
use num_complex::Complex;
use ringfft::{Error, Result, rings::Real};

/// The choice of the frames of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Framing {
    /// All that show at least one sample, a frame beginning with hop `h` samples at sample 0; zeros outside of the signal.
    /// Every sample is shown with the same weights, so the signal can be put together to its ends.
    #[default]
    Whole,
    /// The frames that lie inside the signal, the first beginning at sample 0. No zeros are added; samples after the
    /// last frame are not shown.
    Inside,
}

/// A short-time transform.
///
/// ```
/// use ringfft_signal::Stft;
///
/// let signal: Vec<f64> = (0..100).map(|j| f64::from(j % 7)).collect();
/// let stft = Stft::<f64>::builder(16).build()?;
/// let bins = stft.forward(&signal)?;
/// let back = stft.inverse(&bins, signal.len())?;
/// assert!(signal.iter().zip(&back).all(|(a, b)| (a - b).abs() < 1e-12));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Stft<T: Real> {
    frames: Frames<T>,
    hop: usize,
    framing: Framing,
    /// `sum_t w_(j + th)^2`.
    weights: Vec<T>,
}

/// Collects the options of a [`Stft`].
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until it is built"]
pub struct StftBuilder<T> {
    options: Options,
    framing: Framing,
    float: PhantomData<T>,
}

impl<T: Real> Stft<T> {
    /// Starts a transform with frames of `len` samples. By default it has Hann's window, half of it overlapping, whole
    /// framing, and rate 1.
    pub fn builder(len: usize) -> StftBuilder<T> {
        let options = Options { detrend: Detrend::None, ..Options::new(len) };
        StftBuilder { options, framing: Framing::Whole, float: PhantomData }
    }

    /// Returns the bins of all frames, one frame after another.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn forward(&self, signal: &[T]) -> Result<Vec<Complex<T>>> {
        let (what, bins) = ("the bins of all frames", self.bins());
        let len = self.frames(signal.len()).and_then(|frames| frames.checked_mul(bins));
        let len = len.ok_or(Error::Memory { what, needed: u128::MAX, limit: None })?;
        let mut all = filled(what, len, Complex::new(T::zero(), T::zero()))?;
        self.for_each(signal, |t, frame| all[t * bins..][..bins].copy_from_slice(frame))?;
        Ok(all)
    }

    /// Calls `take` with the index and the bins of frame after frame; memory holds one frame only.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn for_each(&self, signal: &[T], mut take: impl FnMut(usize, &[Complex<T>])) -> Result<()> {
        let mut room = self.frames.room()?;
        let count = self.frames(signal.len()).unwrap_or(usize::MAX);
        for t in 0..count {
            for (j, x) in room.frame[..self.frames.window.len()].iter_mut().enumerate() {
                // Samples before the signal wrap around to indices that no list has.
                let sample = (t * self.hop).wrapping_add(j).wrapping_sub(self.padding());
                *x = signal.get(sample).copied().unwrap_or_else(T::zero);
            }
            self.frames.transform(&mut room)?;
            take(t, &room.bins);
        }
        Ok(())
    }

    /// Returns the signal of `len` samples that the bins of its frames belong to. For bins that belong to no signal it
    /// returns the one with the nearest bins.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are as many bins as a signal of that length has; [`Error::Overlap`] where a sample
    /// has no weight in any frame; [`Error::Memory`].
    pub fn inverse(&self, bins: &[Complex<T>], len: usize) -> Result<Vec<T>> {
        let count = self.frames(len).unwrap_or(usize::MAX);
        let (expected, found) = (count.saturating_mul(self.bins()), bins.len());
        if found != expected {
            return Err(Error::SliceLength { what: "list of bins", expected, found, at_least: false });
        }
        let n = self.frames.window.len();
        let mut signal = filled("a signal", len, T::zero())?;
        let mut room = self.frames.room()?;
        for (t, frame) in bins.chunks_exact(self.bins()).enumerate() {
            self.frames.transform.inverse(frame, &mut room.frame, &mut room.scratch)?;
            for (j, (&y, &w)) in room.frame[..n].iter().zip(&self.frames.window).enumerate() {
                let sample = (t * self.hop).wrapping_add(j).wrapping_sub(self.padding());
                if let Some(x) = signal.get_mut(sample) {
                    *x = *x + w * y;
                }
            }
        }
        let scale = T::from_integer(self.frames.transform.len() as u64);
        for (m, x) in signal.iter_mut().enumerate() {
            let weight = self.weight(m, count);
            if is_lost(weight, &self.weights) {
                return Err(Error::Overlap { len: n, hop: self.hop, at: m, what: "leave no weight" });
            }
            *x = *x / (weight * scale);
        }
        Ok(signal)
    }

    /// Returns the sum of the squares of the windows of `count` frames at sample `m`.
    fn weight(&self, m: usize, count: usize) -> T {
        let (n, hop, at) = (self.frames.window.len(), self.hop, m + self.padding());
        if at + 1 >= n && at / hop < count {
            return self.weights.get(at % hop).copied().unwrap_or_else(T::zero);
        }
        let first = (at + 1).saturating_sub(n).div_ceil(hop);
        (first..count.min(at / hop + 1)).fold(T::zero(), |sum, t| {
            let w = self.frames.window[at - t * hop];
            sum + w * w
        })
    }

    /// Returns the number of zeros before the signal.
    fn padding(&self) -> usize {
        match self.framing {
            Framing::Whole => (self.frames.window.len() - 1) / self.hop * self.hop,
            Framing::Inside => 0,
        }
    }

    /// Returns the number of frames of a signal of `len` samples; `None` where that overflows.
    pub fn frames(&self, len: usize) -> Option<usize> {
        match self.framing {
            Framing::Whole if len == 0 => Some(0),
            Framing::Whole => Some((len - 1).checked_add(self.padding())? / self.hop + 1),
            Framing::Inside => Some(len.checked_sub(self.frames.window.len()).map_or(0, |rest| rest / self.hop + 1)),
        }
    }

    /// Returns the number of bins of a frame.
    pub fn bins(&self) -> usize {
        self.frames.transform.bins()
    }

    /// Returns the number of samples of a frame.
    pub fn frame_len(&self) -> usize {
        self.frames.window.len()
    }

    /// Returns the number of samples from one frame to the next.
    pub fn hop(&self) -> usize {
        self.hop
    }

    /// Returns the time of a frame's middle in seconds after the first sample.
    pub fn time(&self, frame: usize) -> f64 {
        let first = frame as f64 * self.hop as f64 - self.padding() as f64;
        (first + (self.frame_len() - 1) as f64 / 2.0) / self.frames.rate
    }

    /// Returns the frequency of a bin in Hz.
    pub fn frequency(&self, bin: usize) -> f64 {
        frequency(bin, self.frames.transform.len(), self.frames.rate, Sides::One)
    }

    /// Returns the power of a bin's value, one-sided, in the unit of the scaling.
    pub fn power(&self, bin: usize, value: Complex<T>) -> T {
        self.frames.power(bin, value)
    }
}

impl<T: Real> StftBuilder<T> {
    frame_options!();

    /// Sets the choice of the frames.
    pub fn framing(mut self, framing: Framing) -> Self {
        self.framing = framing;
        self
    }

    /// Builds window and transform.
    ///
    /// # Errors
    /// [`Error::Length`] for length or hop 0, or a transform shorter than the window; [`Error::Unsupported`] for a rate
    /// or window parameter that is invalid; [`Error::Memory`].
    pub fn build(self) -> Result<Stft<T>> {
        let hop = self.options.hop()?;
        let frames = Frames::new(&self.options)?;
        // Windows further apart than they are long add up to themselves.
        let weights = weights(&frames.window, hop.min(frames.window.len()), 2)?;
        Ok(Stft { frames, hop, framing: self.framing, weights })
    }
}
