//! Filters of finite response with linear phase, by the windowed sinc.
//!
//! The ideal filter that passes `from <= |f| <= to` (in units of half the rate) has the taps
//! `to sinc(to m) - from sinc(from m)`, `sinc x = sin(pi x)/(pi x)`, for all integers `m`. A window selects `n` of
//! them, symmetric about `m = 0`. The gain is scaled to 1 at 0, in the middle of the band, or at half the rate.
//!
//! # Source
//! \[Harris 1978\] for the windows; `papers/signal.md`.

use super::{Form, Window, filled};
use alloc::vec::Vec;
use core::f64::consts::PI;
use num_traits::Float;
use ringfft::{Error, Result, real::OverlapSave, rings::Real};

/// Filters of up to this many taps are applied tap by tap.
const SHORT: usize = 32;

/// The frequencies that a filter passes, in Hz.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Band {
    /// Frequencies below `to`; the gain is 1 at 0.
    Low {
        /// The upper edge, where the gain is one half.
        to: f64,
    },
    /// Frequencies above `from`; the gain is 1 at half the rate.
    High {
        /// The lower edge, where the gain is one half.
        from: f64,
    },
    /// Frequencies between; the gain is 1 in the middle.
    Pass {
        /// The lower edge, where the gain is one half.
        from: f64,
        /// The upper edge, where the gain is one half again.
        to: f64,
    },
    /// All but frequencies between; the gain is 1 at 0.
    Stop {
        /// The lower edge, where the gain is one half.
        from: f64,
        /// The upper edge, where the gain is one half again.
        to: f64,
    },
}

/// A filter: `y_j = sum_i h_i x_(j-i)`.
///
/// ```
/// use ringfft_signal::{Band, Fir, Window};
///
/// let filter = Fir::<f64>::new(101, Band::Low { to: 1000.0 }, 8000.0, Window::Hamming)?;
/// assert!((filter.gain(0.0, 8000.0) - 1.0).abs() < 1e-12);
/// assert!((filter.gain(1000.0, 8000.0) - 0.5).abs() < 1e-2);
/// assert!(filter.gain(1400.0, 8000.0) < 1e-2);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fir<T> {
    taps: Vec<T>,
}

impl<T: Real> Fir<T> {
    /// Creates a filter of `len` taps for samples taken `rate` times a second.
    ///
    /// # Errors
    /// [`Error::Length`] for no taps, or an even number where half the rate should pass, at which such filters are zero;
    /// [`Error::Unsupported`] for frequencies that are not in order between 0 and half the rate; [`Error::Memory`].
    pub fn new(len: usize, band: Band, rate: f64, window: Window) -> Result<Self> {
        let nyquist = rate / 2.0;
        // Bands that pass, as parts of half the rate, and where the gain is 1.
        let (edges, one): (&[[f64; 2]], f64) = match band {
            Band::Low { to } => (&[[0.0, to / nyquist]], 0.0),
            Band::High { from } => (&[[from / nyquist, 1.0]], 1.0),
            Band::Pass { from, to } => (&[[from / nyquist, to / nyquist]], (from + to) / rate),
            Band::Stop { from, to } => (&[[0.0, from / nyquist], [to / nyquist, 1.0]], 0.0),
        };
        let flat: Vec<f64> = edges.iter().flatten().copied().collect();
        let given = flat.iter().filter(|&&edge| edge != 0.0 && edge != 1.0).count();
        let expected = if matches!(band, Band::Low { .. } | Band::High { .. }) { 1 } else { 2 };
        if given != expected
            || !flat.is_sorted_by(|a, b| a < b)
            || flat.iter().any(|&edge| !(0.0..=1.0).contains(&edge))
        {
            return Err(Error::Unsupported {
                what: alloc::format!(
                    "{band:?} is no band of signals of rate {rate}: give frequencies in order, above 0 and below half the rate"
                ),
            });
        }
        if len.is_multiple_of(2) && flat.last() == Some(&1.0) {
            return Err(Error::Length {
                what: "a filter that passes half the rate",
                len,
                possible: "odd numbers of taps: symmetric filters of even length are zero there",
            });
        }
        let mut taps: Vec<f64> = window.values(len, Form::Symmetric)?;
        let middle = (len - 1) as f64 / 2.0;
        for (j, tap) in taps.iter_mut().enumerate() {
            let m = j as f64 - middle;
            *tap *= edges.iter().map(|[from, to]| to * sinc(to * m) - from * sinc(from * m)).sum::<f64>();
        }
        let sum: f64 = taps.iter().enumerate().map(|(j, tap)| tap * Float::cos(PI * one * (j as f64 - middle))).sum();
        if Float::abs(sum) < 1e-6 {
            return Err(Error::Unsupported {
                what: alloc::format!("{len} taps of the {window} window are too few for {band:?}: take more"),
            });
        }
        let mut rounded = filled("taps", len, T::zero())?;
        rounded.iter_mut().zip(taps).for_each(|(rounded, tap)| *rounded = T::from_f64(tap / sum));
        Ok(Fir { taps: rounded })
    }

    /// Returns the taps `h`.
    pub fn taps(&self) -> &[T] {
        &self.taps
    }

    /// Returns the number of samples by which the output lags: `(n - 1)/2`.
    pub fn delay(&self) -> f64 {
        (self.taps.len() - 1) as f64 / 2.0
    }

    /// Returns the gain at a frequency in Hz, of samples taken `rate` times a second.
    pub fn gain(&self, frequency: f64, rate: f64) -> f64 {
        let middle = self.delay();
        let angle = |j: usize| 2.0 * PI * frequency / rate * (j as f64 - middle);
        Float::abs(self.taps.iter().enumerate().map(|(j, tap)| tap.as_f64() * Float::cos(angle(j))).sum::<f64>())
    }

    /// Returns the filtered signal, as long as the signal, zeros before it. Short filters take a product for each tap and
    /// sample; longer ones go through transforms.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn apply(&self, signal: &[T]) -> Result<Vec<T>> {
        if self.taps.len() > SHORT && signal.len() > self.taps.len() {
            return self.through_transforms(signal);
        }
        let mut output = filled("a filtered signal", signal.len(), T::zero())?;
        for (j, y) in output.iter_mut().enumerate() {
            let past = signal[..=j].iter().rev();
            *y = self.taps.iter().zip(past).fold(T::zero(), |sum, (&h, &x)| sum + h * x);
        }
        Ok(output)
    }

    fn through_transforms(&self, signal: &[T]) -> Result<Vec<T>> {
        let mut stream = self.stream()?;
        let mut output = filled("a filtered signal", signal.len().saturating_add(self.taps.len()), T::zero())?;
        let done = stream.process(signal, &mut output)?;
        // The output beyond the signal's end is dropped.
        stream.finish(&mut output[done..])?;
        output.truncate(signal.len());
        Ok(output)
    }

    /// Creates the filter for samples as they arrive.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn stream(&self) -> Result<OverlapSave<T>> {
        OverlapSave::new(&self.taps)
    }
}

fn sinc(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { Float::sin(PI * x) / (PI * x) }
}
