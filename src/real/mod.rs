//! Transforms of real data.

mod packed2d;

pub use packed2d::{Packed2d, Packed2dBuilder, PackedSpectrum, PackedSpectrumMut};
