//! Windows: the factors that a stretch of signal is multiplied with before it is transformed.
//!
//! # Notation
//! `n` values; `D = n - 1` for the symmetric form, `D = n` for the periodic one; `t = 2j/D - 1` runs from -1 to 1.
//!
//! | window | value `j` |
//! |---|---|
//! | rectangular | `1` |
//! | Bartlett | `1 - \|t\|` |
//! | sine | `sin(pi (j + 1/2)/(D + 1))` |
//! | Hann, Hamming, Blackman, Blackman-Harris, Nuttall, flat top | `sum_k (-1)^k a_k cos(2 pi jk/D)` |
//! | Kaiser | `I_0(beta sqrt(1 - t^2))/I_0(beta)` |
//! | Gaussian | `exp(-(t/deviation)^2/2)` |
//! | Tukey | `1` in the middle, half a Hann window of length `taper D` at the ends |
//!
//! # Source
//! \[Harris 1978\]; \[Nuttall 1981\]; the flat top's coefficients: \[D'Antona-Ferrero 2006\]. `papers/signal.md`.

use super::filled;
use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};
use num_traits::Float;
use ringfft::{
    Error, Result,
    rings::{Real, root_of_unity},
};

/// The shape of a window.
///
/// ```
/// use ringfft_signal::{Form, Gains, Window};
///
/// let hann = Window::Hann.values::<f64>(4, Form::Periodic)?; // 0, 1/2, 1, 1/2
/// assert!((hann[1] - 0.5).abs() < 1e-15);
/// assert!((Gains::of(&hann).noise_bandwidth() - 1.5).abs() < 1e-15);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Window {
    /// The rectangular window: 1 everywhere.
    Rectangular,
    /// A triangle with zeros at its ends.
    Bartlett,
    /// Half a period of a sine; its squares at a distance of half its length add up to 1.
    Sine,
    /// A raised cosine, `a = 0.5 0.5`: the usual choice.
    Hann,
    /// `a = 0.54 0.46`: the nearest side lobe nearly cancelled.
    Hamming,
    /// `a = 0.42 0.5 0.08`.
    Blackman,
    /// Four terms, side lobes below -92 dB.
    BlackmanHarris,
    /// Four terms, side lobes below -98 dB: Nuttall's minimum.
    Nuttall,
    /// Five terms, flat over a bin: amplitudes of tones between bins to 0.01 dB.
    FlatTop,
    /// Nearly the most energy in a main lobe of given width; greater `beta`, wider lobe, lower sides.
    Kaiser {
        /// `pi` times Harris's `alpha`, from 0 to 700.
        beta: f64,
    },
    /// A normal distribution cut off.
    Gaussian {
        /// The standard deviation in units of half the window, above 0: `1/alpha` of Harris.
        deviation: f64,
    },
    /// A rectangle with rounded ends.
    Tukey {
        /// The part that is rounded, from 0 (rectangular) to 1 (Hann).
        taper: f64,
    },
}

/// The period of a window: one sample beyond its last value, or at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Form {
    /// The symmetric window of one value more without its last: for spectra, where the list goes on periodically.
    #[default]
    Periodic,
    /// Equal from both ends: for filters.
    Symmetric,
}

impl Window {
    /// One of each shape, with usual parameters.
    pub const ALL: &'static [Window] = &[
        Window::Rectangular,
        Window::Bartlett,
        Window::Sine,
        Window::Hann,
        Window::Hamming,
        Window::Blackman,
        Window::BlackmanHarris,
        Window::Nuttall,
        Window::FlatTop,
        Window::Kaiser { beta: 8.6 },
        Window::Gaussian { deviation: 0.4 },
        Window::Tukey { taper: 0.5 },
    ];

    /// Returns the name, without the parameter.
    pub fn name(self) -> &'static str {
        match self {
            Window::Rectangular => "rectangular",
            Window::Bartlett => "bartlett",
            Window::Sine => "sine",
            Window::Hann => "hann",
            Window::Hamming => "hamming",
            Window::Blackman => "blackman",
            Window::BlackmanHarris => "blackman-harris",
            Window::Nuttall => "nuttall",
            Window::FlatTop => "flat-top",
            Window::Kaiser { .. } => "kaiser",
            Window::Gaussian { .. } => "gaussian",
            Window::Tukey { .. } => "tukey",
        }
    }

    fn parameter(&mut self) -> Option<&mut f64> {
        match self {
            Window::Kaiser { beta } => Some(beta),
            Window::Gaussian { deviation } => Some(deviation),
            Window::Tukey { taper } => Some(taper),
            _ => None,
        }
    }

    /// Returns the `len` values; computed in `f64` with every cosine's angle reduced in integers, then rounded to `T`.
    ///
    /// # Errors
    /// [`Error::Length`] for length 0; [`Error::Unsupported`] for a parameter outside its range; [`Error::Memory`].
    pub fn values<T: Real>(self, len: usize, form: Form) -> Result<Vec<T>> {
        self.check()?;
        if len == 0 || len == usize::MAX {
            return Err(Error::Length { what: "a window", len, possible: "the least length is 1" });
        }
        let mut values = filled("a window", len, T::one())?;
        let period = match form {
            Form::Periodic => len,
            Form::Symmetric => len - 1,
        };
        if len > 1 {
            values.iter_mut().enumerate().for_each(|(j, value)| *value = T::from_f64(self.at(j, period)));
        }
        Ok(values)
    }

    fn check(mut self) -> Result<()> {
        let possible = match self {
            Window::Kaiser { .. } => 0.0..=700.0,
            Window::Gaussian { .. } => 1e-6..=1e6,
            _ => 0.0..=1.0,
        };
        match self.parameter().map(|parameter| *parameter) {
            Some(parameter) if !possible.contains(&parameter) => Err(Error::Unsupported {
                what: alloc::format!(
                    "the {} window has no parameter {parameter}: take one from {} to {}",
                    self.name(),
                    possible.start(),
                    possible.end()
                ),
            }),
            _ => Ok(()),
        }
    }

    /// Returns value `j` of the window with its last zero, or last value, at `period >= 1`.
    fn at(self, j: usize, period: usize) -> f64 {
        let mirrored = j.min(period - j.min(period));
        // From 0 at the ends to 1 in the middle.
        let rise = 2.0 * mirrored as f64 / period as f64;
        match self {
            Window::Rectangular => 1.0,
            Window::Bartlett => rise,
            // The list of one value more has the angle pi (2j + 1)/(2 (period + 1)), j <= period.
            Window::Sine => cosine_of(2 * j as u128 + 1, 4 * (period as u128 + 1)).1,
            Window::Hann => cosines(&[0.5, 0.5], j, period),
            Window::Hamming => cosines(&[0.54, 0.46], j, period),
            Window::Blackman => cosines(&[0.42, 0.5, 0.08], j, period),
            Window::BlackmanHarris => cosines(&[0.35875, 0.48829, 0.14128, 0.01168], j, period),
            Window::Nuttall => cosines(&[0.3635819, 0.4891775, 0.1365995, 0.0106411], j, period),
            Window::FlatTop => cosines(&[0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368], j, period),
            // 1 - t^2 without its cancellation.
            Window::Kaiser { beta } => bessel(beta * Float::sqrt(rise * (2.0 - rise))) / bessel(beta),
            Window::Gaussian { deviation } => {
                let t = (1.0 - rise) / deviation;
                Float::exp(-0.5 * t * t)
            }
            Window::Tukey { taper } if rise < taper => 0.5 - 0.5 * Float::cos(core::f64::consts::PI * (rise / taper)),
            Window::Tukey { .. } => 1.0,
        }
    }
}

/// Returns cosine and sine of `2 pi index/period`.
fn cosine_of(index: u128, period: u128) -> (f64, f64) {
    // Sums of lengths stay within the words that root_of_unity takes, except for lengths no list has.
    let (index, period) = ((index % period) as usize, period as usize);
    let z = root_of_unity::<f64>(index, period);
    (z.re, z.im)
}

/// Returns `sum_k (-1)^k a_k cos(2 pi jk/period)`.
fn cosines(a: &[f64], j: usize, period: usize) -> f64 {
    let term = |(k, a): (usize, &f64)| {
        let (cosine, _) = cosine_of(j as u128 * k as u128, period as u128);
        if k % 2 == 0 { a * cosine } else { -a * cosine }
    };
    a.iter().enumerate().map(term).sum()
}

/// Returns the modified Bessel function `I_0(x) = sum_k ((x/2)^k/k!)^2`: every term is positive, so no digits are lost.
fn bessel(x: f64) -> f64 {
    let quarter = x * x / 4.0;
    let (mut sum, mut term, mut k) = (1.0, 1.0, 1.0);
    while term > sum * 1e-18 {
        term *= quarter / (k * k);
        sum += term;
        k += 1.0;
    }
    sum
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut window = *self;
        match window.parameter() {
            Some(parameter) => write!(f, "{}:{parameter}", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

/// Reads a name, with a parameter after a colon where the window has one: `hann`, `kaiser:8.6`.
impl FromStr for Window {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let error = || Error::Parse {
            expected: "a window: rectangular, bartlett, sine, hann, hamming, blackman, blackman-harris, nuttall, \
                       flat-top, kaiser:BETA, gaussian:DEVIATION or tukey:TAPER",
            found: text.chars().take(40).collect::<String>(),
            source: None,
        };
        let (name, given) = match text.split_once(':') {
            Some((name, given)) => (name, Some(given)),
            None => (text, None),
        };
        let mut window = Window::ALL.iter().copied().find(|window| window.name() == name).ok_or_else(error)?;
        match (window.parameter(), given) {
            (_, None) => {}
            (Some(parameter), Some(given)) => *parameter = given.parse().map_err(|_| error())?,
            (None, Some(_)) => return Err(error()),
        }
        window.check()?;
        Ok(window)
    }
}

/// The gains of a window for tones and for noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// Number of values.
    pub len: usize,
    /// The sum of the values.
    pub sum: f64,
    /// The sum of their squares.
    pub energy: f64,
}

impl Gains {
    /// Returns the gains of any list of values.
    pub fn of<T: Real>(values: &[T]) -> Self {
        let sum = values.iter().map(|w| w.as_f64()).sum();
        let energy = values.iter().map(|w| w.as_f64() * w.as_f64()).sum();
        Gains { len: values.len(), sum, energy }
    }

    /// Returns the mean value: by how much the amplitude of a tone shrinks.
    pub fn coherent_gain(&self) -> f64 {
        self.sum / self.len as f64
    }

    /// Returns the mean square: by how much the power of noise shrinks.
    pub fn noise_gain(&self) -> f64 {
        self.energy / self.len as f64
    }

    /// Returns the equivalent noise bandwidth in bins, `n energy/sum^2`. That is the width of the rectangle that passes
    /// as much white noise as the window, with the same gain for a tone. It is 1 for the rectangular window and 1.5 for
    /// Hann's.
    pub fn noise_bandwidth(&self) -> f64 {
        self.len as f64 * self.energy / (self.sum * self.sum)
    }

    /// Returns the equivalent noise bandwidth in Hz, of samples taken `rate` times a second.
    pub fn noise_bandwidth_hz(&self, rate: f64) -> f64 {
        rate * self.energy / (self.sum * self.sum)
    }
}
