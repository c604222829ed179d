//! Real sequences, trigonometric transforms, arrays of several axes, and fast convolution of floats.
//!
//! ```
//! use num_complex::Complex;
//! use ringfft::real::{RealPlan, Trigonometric, TrigonometricKind};
//!
//! let mut spectrum = vec![Complex::new(0.0, 0.0); 513];
//! RealPlan::<f64>::new(1024)?.forward(&[1.0; 1024], &mut spectrum)?;
//! assert_eq!(spectrum[0].re, 1024.0);
//!
//! let mut x = [1.0, 2.0, 3.0];
//! Trigonometric::<f64>::new(TrigonometricKind::Dct2, 3)?.forward(&mut x)?;
//! assert!((x[0] - 12.0).abs() < 1e-14);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! | type | what it computes |
//! |---|---|
//! | [`RealPlan`] | the transform of a real sequence: `floor(n/2) + 1` complex values, and back |
//! | [`Trigonometric`] | cosine and sine transforms I to IV |
//! | [`RealMulti`] | real arrays along any of their axes; those of complex numbers are [`complex::Multi`](crate::complex::Multi) |
//! | [`Packed2d`] | real images, their transform in their own memory |
//! | [`RealNegacyclic`] | real polynomials modulo `X^n + 1`: `n/2` complex values, and back; their products |
//! | [`CanonicalEmbedding`] | the same values in the order of the powers of 5 |
//! | [`linear`], [`cyclic`], [`correlate`], [`cyclic_correlate`] | products and correlations of real or complex sequences |
//! | [`OverlapSave`] | a fixed filter on a stream |
//! | [`Zoom`] | the spectrum at any equally spaced frequencies |
//!
//! # Conventions
//! Forward is `X_k = sum_j x_j exp(-2 pi i jk/n)`, unscaled, and the inverse divides by `n`, unless
//! [`Scale`](crate::plan::Scale) says otherwise. All are generic over [`Real`](crate::rings::Real): `f32`, `f64`, wider
//! floats. The `_with` forms take the caller's scratch, ignore its contents, and allocate nothing on one thread.
//! Results do not depend on the number of threads or on other members of a batch.

mod axes;
mod builder;
mod canonical;
pub(crate) mod columns;
mod convolution;
mod cosine;
mod device;
mod inner;
mod kind;
pub(crate) mod multi;
mod nest;
mod odd;
mod overlap_save;
mod packed2d;
mod plan;
mod prime;
mod right_angle;
mod sample;
mod sizes;
pub(crate) mod support;
mod sweep;
mod trigonometric;
mod zoom;

pub use builder::{Build, Builder};
pub use canonical::CanonicalEmbedding;
pub use convolution::{correlate, cyclic, cyclic_correlate, linear};
pub use kind::TrigonometricKind;
pub use multi::{Extent, RealMulti};
pub use overlap_save::OverlapSave;
pub use packed2d::{Packed2d, Packed2dBuilder, PackedSpectrum, PackedSpectrumMut};
pub use plan::RealPlan;
pub use right_angle::RealNegacyclic;
pub use sample::Sample;
pub use trigonometric::Trigonometric;
pub use zoom::Zoom;
