//! Spectra of samples as they arrive.
//!
//! # Source
//! \[Heinzel 2002\] for the units; `papers/signal.md`.

use super::{
    Detrend, Scaling, Sides, Window,
    estimate::{Frames, Options, Room, frame_options},
    filled, frequency,
};
use alloc::vec::Vec;
use core::marker::PhantomData;
use ringfft::{Error, Result, rings::Real};

/// The treatment of the powers of earlier frames.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Smoothing {
    /// Forgotten: the powers are those of the last frame.
    #[default]
    Last,
    /// `P + weight (new - P)`; the first frame unchanged.
    Exponential {
        /// Above 0, at most 1.
        weight: f64,
    },
    /// The mean of all frames since the start or the last [`reset`](Analyser::reset).
    Mean,
}

/// A spectrum that follows a stream of samples. Nothing is allocated after it is built.
///
/// ```
/// use ringfft_signal::{Analyser, Scaling, Smoothing};
///
/// let mut analyser = Analyser::<f32>::builder(64)
///     .rate(8000.0)
///     .hop(16)
///     .scaling(Scaling::Spectrum)
///     .smoothing(Smoothing::Exponential { weight: 0.2 })
///     .build()?;
/// // A square wave of 1000 Hz in pieces of 10 samples, as they come.
/// let mut frames = 0;
/// for piece in 0..50 {
///     let samples: [f32; 10] = std::array::from_fn(|j| if (10 * piece + j) / 4 % 2 == 0 { 1.0 } else { -1.0 });
///     frames += analyser.push(&samples)?;
/// }
/// assert_eq!(frames, (500 - 64) / 16 + 1);
/// let loudest = (0..analyser.bins()).max_by(|&a, &b| analyser.power(a).partial_cmp(&analyser.power(b)).unwrap());
/// assert_eq!(analyser.frequency(loudest.unwrap()), 1000.0);
/// // The root mean square of its first harmonic.
/// assert!((analyser.magnitude(8).unwrap() - 0.924).abs() < 0.001);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Analyser<T: Real> {
    frames: Frames<T>,
    hop: usize,
    smoothing: Smoothing,
    /// The last samples, the oldest at `at`.
    history: Vec<T>,
    at: usize,
    /// Samples until the next frame is whole.
    until: usize,
    room: Room<T>,
    powers: Vec<T>,
    count: u64,
}

/// Collects the options of an [`Analyser`].
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until it is built"]
pub struct AnalyserBuilder<T> {
    options: Options,
    smoothing: Smoothing,
    float: PhantomData<T>,
}

impl<T: Real> Analyser<T> {
    /// Starts an analyser with frames of `len` samples. By default it has Hann's window, half of it overlapping, the mean
    /// subtracted, rate 1, density, and no smoothing.
    pub fn builder(len: usize) -> AnalyserBuilder<T> {
        AnalyserBuilder { options: Options::new(len), smoothing: Smoothing::Last, float: PhantomData }
    }

    /// Appends any number of samples, and returns the number of frames that they complete. The first frame is complete
    /// after as many samples as it is long, each further one after a hop more.
    ///
    /// # Errors
    /// No input returns an error.
    pub fn push(&mut self, mut samples: &[T]) -> Result<usize> {
        let mut whole = 0;
        while !samples.is_empty() {
            let (now, later) = samples.split_at(samples.len().min(self.until));
            self.keep(now);
            self.until -= now.len();
            samples = later;
            if self.until == 0 {
                self.until = self.hop;
                self.analyse()?;
                whole += 1;
            }
        }
        Ok(whole)
    }

    fn keep(&mut self, mut samples: &[T]) {
        while !samples.is_empty() {
            let (now, later) = samples.split_at(samples.len().min(self.history.len() - self.at));
            self.history[self.at..][..now.len()].copy_from_slice(now);
            self.at = (self.at + now.len()) % self.history.len();
            samples = later;
        }
    }

    fn analyse(&mut self) -> Result<()> {
        let (newer, older) = self.history.split_at(self.at);
        self.room.frame[..older.len()].copy_from_slice(older);
        self.room.frame[older.len()..][..newer.len()].copy_from_slice(newer);
        self.frames.transform(&mut self.room)?;
        self.count = self.count.saturating_add(1);
        let weight = match self.smoothing {
            _ if self.count == 1 => T::one(),
            Smoothing::Last => T::one(),
            Smoothing::Exponential { weight } => T::from_f64(weight),
            Smoothing::Mean => T::one() / T::from_integer(self.count),
        };
        for (bin, (power, &value)) in self.powers.iter_mut().zip(&self.room.bins).enumerate() {
            let new = self.frames.power(bin, value);
            // Not `P + 1 (new - P)`, which would keep NaN for ever.
            *power = if weight == T::one() { new } else { *power + weight * (new - *power) };
        }
        Ok(())
    }

    /// Returns the power of a bin, one-sided, in the unit of the scaling. Returns `None` for a bin that does not exist, or
    /// before the first frame is whole.
    pub fn power(&self, bin: usize) -> Option<T> {
        self.powers()?.get(bin).copied()
    }

    /// Returns the square root of the power: a root mean square in `U`, or an amplitude density in `U/sqrt(Hz)`.
    pub fn magnitude(&self, bin: usize) -> Option<T> {
        self.power(bin).map(T::square_root)
    }

    /// Returns all powers; `None` before the first frame is whole.
    pub fn powers(&self) -> Option<&[T]> {
        (self.count > 0).then_some(&self.powers[..])
    }

    /// Removes all samples and powers.
    pub fn reset(&mut self) {
        self.at = 0;
        self.until = self.history.len();
        self.count = 0;
    }

    /// Returns the number of frames since the start or the last [`reset`](Analyser::reset).
    pub fn frames(&self) -> u64 {
        self.count
    }

    /// Returns the number of bins.
    pub fn bins(&self) -> usize {
        self.powers.len()
    }

    /// Returns the frequency of a bin in Hz.
    pub fn frequency(&self, bin: usize) -> f64 {
        frequency(bin, self.frames.transform.len(), self.frames.rate, Sides::One)
    }
}

impl<T: Real> AnalyserBuilder<T> {
    frame_options!();

    /// Sets the part that is subtracted from each frame.
    pub fn detrend(mut self, detrend: Detrend) -> Self {
        self.options.detrend = detrend;
        self
    }

    /// Sets the treatment of earlier frames.
    pub fn smoothing(mut self, smoothing: Smoothing) -> Self {
        self.smoothing = smoothing;
        self
    }

    /// Builds window, transform and all memory.
    ///
    /// # Errors
    /// [`Error::Length`] for length or hop 0, or a transform shorter than the window; [`Error::Unsupported`] for a
    /// rate, weight or window parameter that is invalid; [`Error::Memory`].
    pub fn build(self) -> Result<Analyser<T>> {
        if let Smoothing::Exponential { weight } = self.smoothing
            && !(weight > 0.0 && weight <= 1.0)
        {
            return Err(Error::Unsupported {
                what: alloc::format!("{weight} is no weight of new frames: give a number above 0 and at most 1"),
            });
        }
        let hop = self.options.hop()?;
        let frames = Frames::new(&self.options)?;
        let room = frames.room()?;
        Ok(Analyser {
            history: filled("the last samples", frames.window.len(), T::zero())?,
            powers: filled("powers", frames.transform.bins(), T::zero())?,
            at: 0,
            until: frames.window.len(),
            count: 0,
            hop,
            smoothing: self.smoothing,
            frames,
            room,
        })
    }
}
