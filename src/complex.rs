//! Transforms of complex arrays of several axes.
//!
//! ```
//! use num_complex::Complex;
//! use ringfft::complex::Multi;
//!
//! // A picture of 2 rows and 3 columns, transformed along both axes.
//! let plan = Multi::<f64>::new(&[2, 3], &[0, 1])?;
//! let mut x: Vec<Complex<f64>> = (1..=6).map(|x| Complex::new(f64::from(x), 0.0)).collect();
//! plan.forward(&mut x)?;
//! assert!((x[0].re - 21.0).abs() < 1e-12);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! | complex input | item |
//! |---|---|
//! | one sequence, or a batch | [`Plan<Complex<T>>`](crate::plan::Plan), also named [`ComplexPlan`] |
//! | real and imaginary parts in two slices | [`Plan::forward_split`](crate::plan::Plan::forward_split) |
//! | an array of several axes | [`Multi`] |
//! | a fixed filter on a stream, a part of the spectrum | [`OverlapSave`](crate::real::OverlapSave), [`Zoom`](crate::real::Zoom) of complex samples |
//!
//! Sequences and arrays of real numbers are in [`real`](crate::real), which makes both kinds of arrays: options are those of its
//! [`Builder`](crate::real::Builder).

pub use crate::{plan::ComplexPlan, real::multi::Multi};
