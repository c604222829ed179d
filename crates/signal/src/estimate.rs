//! The parts that every estimate shares: a windowed frame, its bins, and the factor that makes them powers in stated units.

use super::{Form, Gains, Window, filled, half::HalfSpectrum};
use alloc::vec::Vec;
use num_complex::Complex;
use ringfft::{Error, Result, rings::Real};

/// The unit of a power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Scaling {
    /// Power in a band of 1 Hz, `U^2/Hz`: `|X|^2/(rate sum w^2)`.
    #[default]
    Density,
    /// Power of a tone at the bin, `U^2`: `|X|^2/(sum w)^2`.
    Spectrum,
}

/// The frequencies of an estimate: one side or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Sides {
    /// From 0 to half the rate, `floor(n/2) + 1` bins; powers of frequencies that have a negative twin are doubled.
    #[default]
    One,
    /// All `n`, in the order of the transform: bin `k` at `k rate/n`, from `k = n/2` on at `(k - n) rate/n`.
    Two,
}

/// The average that makes one estimate of the segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Averaging {
    /// The mean of the powers.
    #[default]
    Mean,
    /// The median of the segments over its bias for Gaussian noise: bursts in fewer than half of the segments do not
    /// matter.
    Median,
}

/// The part that is subtracted from a frame before it is windowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Detrend {
    /// Removes nothing.
    None,
    /// The frame's mean.
    #[default]
    Mean,
}

/// Returns the frequency of a bin in Hz: `bin rate/len`. If there are two sides it is `(bin - len) rate/len` from `2 bin =
/// len` on.
///
/// ```
/// use ringfft_signal::{Sides, frequency};
///
/// assert_eq!(frequency(3, 8, 8000.0, Sides::One), 3000.0);
/// assert_eq!(frequency(5, 8, 8000.0, Sides::Two), -3000.0);
/// ```
pub fn frequency(bin: usize, len: usize, rate: f64, sides: Sides) -> f64 {
    let below = bin < len.div_ceil(2);
    if sides == Sides::One || below {
        return bin as f64 * rate / len as f64;
    }
    -(len.saturating_sub(bin) as f64) * rate / len as f64
}

/// The methods by which builders collect [`Options`].
macro_rules! frame_options {
    () => {
        /// Sets the sampling rate, in samples a second.
        pub fn rate(mut self, rate: f64) -> Self {
            self.options.rate = rate;
            self
        }

        /// Sets the window, in its periodic form.
        pub fn window(mut self, window: Window) -> Self {
            self.options.window = window;
            self
        }

        /// Sets the number of samples from one frame to the next; more than a frame leaves gaps.
        pub fn hop(mut self, hop: usize) -> Self {
            self.options.hop = Some(hop);
            self
        }

        /// Sets the transform's length. Zeros are appended to each frame up to it: more bins, but no more resolution.
        pub fn transform_len(mut self, len: usize) -> Self {
            self.options.transform_len = Some(len);
            self
        }

        /// Sets the unit of powers.
        pub fn scaling(mut self, scaling: Scaling) -> Self {
            self.options.scaling = scaling;
            self
        }
    };
}
pub(super) use frame_options;

/// The options that all estimates have.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) len: usize,
    pub(super) hop: Option<usize>,
    pub(super) transform_len: Option<usize>,
    pub(super) window: Window,
    pub(super) rate: f64,
    pub(super) scaling: Scaling,
    pub(super) detrend: Detrend,
}

impl Options {
    pub(super) fn new(len: usize) -> Self {
        Options {
            len,
            hop: None,
            transform_len: None,
            window: Window::Hann,
            rate: 1.0,
            scaling: Scaling::Density,
            detrend: Detrend::Mean,
        }
    }

    /// Returns the hop: by default half the window.
    pub(super) fn hop(&self) -> Result<usize> {
        match self.hop.unwrap_or(self.len.div_ceil(2).max(1)) {
            0 => Err(Error::Length { what: "a hop", len: 0, possible: "the least is 1 sample" }),
            hop => Ok(hop),
        }
    }
}

/// A window, the transform of the windowed samples, and the factor of the powers.
pub(super) struct Frames<T: Real> {
    pub(super) window: Vec<T>,
    pub(super) transform: HalfSpectrum<T>,
    pub(super) gains: Gains,
    pub(super) rate: f64,
    pub(super) scaling: Scaling,
    pub(super) detrend: Detrend,
    /// The factor of `|X|^2`, on two sides.
    factor: T,
}

/// Memory that the analysis of a frame needs.
pub(super) struct Room<T> {
    pub(super) frame: Vec<T>,
    pub(super) bins: Vec<Complex<T>>,
    pub(super) scratch: Vec<Complex<T>>,
}

impl<T: Real> Frames<T> {
    pub(super) fn new(options: &Options) -> Result<Self> {
        let rate = options.rate;
        if !rate.is_finite() || rate <= 0.0 {
            return Err(Error::Unsupported {
                what: alloc::format!("{rate} is no sampling rate: give samples a second, above 0"),
            });
        }
        let window: Vec<T> = options.window.values(options.len, Form::Periodic)?;
        let len = options.transform_len.unwrap_or(options.len);
        if len < options.len {
            return Err(Error::Length {
                what: "a transform of windowed samples",
                len,
                possible: "as long as the window at least: zeros are appended, samples never left out",
            });
        }
        let gains = Gains::of(&window);
        let factor = match options.scaling {
            Scaling::Density => 1.0 / (rate * gains.energy),
            Scaling::Spectrum => 1.0 / (gains.sum * gains.sum),
        };
        if !factor.is_finite() {
            return Err(Error::Unsupported {
                what: alloc::format!(
                    "the {} window of length {} has zeros only: take more samples",
                    options.window,
                    options.len
                ),
            });
        }
        let transform = HalfSpectrum::new(len)?;
        let (scaling, detrend) = (options.scaling, options.detrend);
        Ok(Frames { window, transform, gains, rate, scaling, detrend, factor: T::from_f64(factor) })
    }

    pub(super) fn room(&self) -> Result<Room<T>> {
        Ok(Room {
            frame: filled("a frame", self.transform.len(), T::zero())?,
            bins: filled("bins", self.transform.bins(), Complex::new(T::zero(), T::zero()))?,
            scratch: self.transform.scratch()?,
        })
    }

    /// Computes the bins of the samples that `room.frame` begins with.
    pub(super) fn transform(&self, room: &mut Room<T>) -> Result<()> {
        let (samples, zeros) = room.frame.split_at_mut(self.window.len());
        if self.detrend == Detrend::Mean {
            let sum = samples.iter().fold(T::zero(), |sum, &x| sum + x);
            let mean = sum / T::from_integer(samples.len() as u64);
            samples.iter_mut().for_each(|x| *x = *x - mean);
        }
        samples.iter_mut().zip(&self.window).for_each(|(x, &w)| *x = *x * w);
        zeros.fill(T::zero());
        self.transform.forward(&room.frame, &mut room.bins, &mut room.scratch)
    }

    /// Returns the power of a bin on one side, in the unit of the scaling.
    pub(super) fn power(&self, bin: usize, value: Complex<T>) -> T {
        let power = self.two_sided_power(value);
        if bin == 0 || 2 * bin == self.transform.len() { power } else { power + power }
    }

    pub(super) fn two_sided_power(&self, value: Complex<T>) -> T {
        (value.re * value.re + value.im * value.im) * self.factor
    }
}
