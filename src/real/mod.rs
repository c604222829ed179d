//! Real sequences and arrays of several axes.
//!
//! ```
//! use num_complex::Complex;
//! use ringfft::real::RealPlan;
//!
//! let mut spectrum = vec![Complex::new(0.0, 0.0); 513];
//! RealPlan::<f64>::new(1024)?.forward(&[1.0; 1024], &mut spectrum)?;
//! assert_eq!(spectrum[0].re, 1024.0);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! | type | what it computes |
//! |---|---|
//! | [`RealPlan`] | the transform of a real sequence: `floor(n/2) + 1` complex values, and back |
//! | [`Multi`], [`RealMulti`] | arrays, complex or real, along any of their axes |
//!
//! # Conventions
//! Forward is `X_k = sum_j x_j exp(-2 pi i jk/n)`, unscaled, and the inverse divides by `n`, unless
//! [`Scale`](crate::plan::Scale) says otherwise. All are generic over [`Real`](crate::rings::Real): `f32`, `f64`, wider
//! floats. The `_with` forms take the caller's scratch, whose contents do not matter, and allocate nothing on one thread.
//! The results do not depend on the number of threads, nor on what else is in a batch.

mod builder;
mod columns;
mod multi;
mod nest;
mod plan;
mod support;
mod sweep;

pub use builder::{Build, Builder};
pub use multi::{Extent, Multi, RealMulti};
pub use plan::RealPlan;
