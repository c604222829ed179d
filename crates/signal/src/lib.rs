//! Spectra of real signals: windows, power spectral density, short-time transforms, a streaming analyser, filters.
//!
//! A signal is a list of real samples, taken `rate` times a second, in some unit `U` (volts, pascals, full scale). Every
//! estimate says in which unit it is:
//!
//! | scaling | power | magnitude, its square root | what it measures |
//! |---|---|---|---|
//! | [`Scaling::Density`] | `U^2/Hz` | `U/sqrt(Hz)` | noise: the area under it is the mean square of the signal |
//! | [`Scaling::Spectrum`] | `U^2` | `U` (root mean square) | tones: `A sin` centred on a bin reads `A^2/2`, a constant `A` reads `A^2` |
//!
//! ```
//! use ringfft_signal::{Scaling, Welch, Window};
//!
//! // A tone of amplitude 3 at 1000 Hz.
//! let rate = 8000.0;
//! let signal: Vec<f64> = (0..4096).map(|j| 3.0 * (std::f64::consts::TAU * 1000.0 * j as f64 / rate).sin()).collect();
//!
//! let welch = Welch::builder(256).rate(rate).window(Window::Hann).scaling(Scaling::Spectrum).build()?;
//! let power = welch.estimate(&signal)?;
//! let bin = 1000 * 256 / 8000;
//! assert_eq!(welch.frequency(bin), 1000.0);
//! assert!((power[bin] - 4.5).abs() < 1e-12);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Which to take
//! | what is there | take |
//! |---|---|
//! | a stationary signal, whole | [`Welch`]; [`Welch::periodogram`] for one segment |
//! | a signal that changes | [`Stft`], which also goes back |
//! | samples as they arrive | [`Analyser`]: never allocates once built |
//! | a signal with an unwanted band | [`Fir`] |
//!
//! # Source
//! \[Harris 1978\], \[Welch 1967\], \[Heinzel 2002\], \[Griffin-Lim 1984\]; `papers/signal.md`.

#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod analyser;
mod estimate;
mod fir;
mod half;
mod overlap;
mod stft;
mod welch;
mod window;

pub use analyser::{Analyser, AnalyserBuilder, Smoothing};
pub use estimate::{Averaging, Detrend, Scaling, Sides, frequency};
pub use fir::{Band, Fir};
pub use overlap::{check_constant, check_invertible, weights};
pub use stft::{Framing, Stft, StftBuilder};
pub use welch::{Welch, WelchBuilder};
pub use window::{Form, Gains, Window};

use alloc::vec::Vec;
use ringfft::{Error, Result};

/// Allocates a list of `len` values, or returns [`Error::Memory`].
fn filled<T: Clone>(what: &'static str, len: usize, value: T) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| Error::Memory {
        what,
        needed: len as u128 * size_of::<T>() as u128,
        limit: None,
    })?;
    list.resize(len, value);
    Ok(list)
}
