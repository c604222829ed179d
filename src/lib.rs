//! Fast Fourier transforms as algebra.
//!
//! The discrete Fourier transform of a polynomial `f` of degree below `n` is its list of values at the
//! powers of a principal `n`-th root of unity `w`:
//!
//! ```text
//! X_k = f(w^k) = sum_j x_j w^(jk),      k = 0, 1, ..., n - 1.
//! ```
//!
//! Nothing in that line asks for complex numbers. Transforms need elements that can be added and roots of unity that
//! act on them. So the same transforms, [`Plan`](plan::Plan) and products serve the complex numbers, any prime field,
//! rings with a run-time modulus, rows of a matrix and points of a curve.
//!
//! # Three examples
//!
//! Complex numbers; `w = exp(-2 pi i / n)`, the engineer's transform:
//!
//! ```
//! use num_complex::Complex;
//! use ringfft::plan::Plan;
//!
//! let plan = Plan::<Complex<f64>>::new(4)?;
//! let mut x = [1.0, 2.0, 3.0, 4.0].map(|re| Complex::new(re, 0.0));
//! plan.forward(&mut x)?;
//! assert!((x[1] - Complex::new(-2.0, 2.0)).norm() < 1e-15);
//! plan.inverse(&mut x)?;
//! assert!((x[3] - Complex::new(4.0, 0.0)).norm() < 1e-15);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! A prime field of another crate:
//!
//! ```
//! # #[cfg(feature = "ff014")] {
//! use bls12_381::Scalar;
//! use ringfft::{plan::Plan, rings::ff};
//!
//! let plan = Plan::over(ff::<Scalar>(), 1024)?;
//! let mut x: Vec<Scalar> = (0..1024).map(Scalar::from).collect();
//! plan.forward(&mut x)?;
//! plan.inverse(&mut x)?;
//! assert_eq!(x[1023], Scalar::from(1023));
//! # }
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! A modulus known only at run time, and a length that asks for a root the ring lacks:
//!
//! ```
//! use ringfft::{plan::Plan, rings::Modular};
//!
//! let ring = Modular::new(257)?;
//! let error = Plan::over(ring.clone(), 512).unwrap_err();
//! assert!(error.to_string().contains("256"));
//! let plan = Plan::over(ring, 256)?;
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Map, in reading order
//!
//! | module | what it holds |
//! |---|---|
//! | [`algebra`] | the traits: module, ring, action, roots, and the domain of a transform |
//! | [`rings`] | instances: complex, prime fields, run-time moduli, rows, modules a field acts on |
//! | [`order`] | the orders in which transforms leave their values |
//! | [`dft`] | the algorithms as the literature states them, each with its inverse and exact cost |
//! | [`additive`] | the transforms of characteristic 2, on subspaces instead of powers of a root |
//! | [`conv`] | products of sequences over every ring: linear, cyclic, negacyclic, middle, correlation |
//! | [`plan`] | the planner: which algorithm, order, scale, coset, batch, threads |
//! | [`complex`] | complex arrays of several axes |
//! | [`real`] | real sequences, cosine and sine transforms, arrays of several axes, images in their own memory |
//! | [`ntt`] | several primes at once, low-degree extension, automorphisms, products of values |
//! | [`poly`], [`integer`] | products of polynomials and of integers, with their checks |
//! | `matrix` | products of matrices of integers, polynomials, ring elements |
//! | [`code`] | erasure codes: shards that survive the loss of some |
//! | [`arith`] | number theory without traits |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(feature = "complex", feature = "wide", feature = "binary")),
    allow(dead_code, unused_imports, reason = "what the kernels of one family of rings alone use")
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[macro_use]
mod features;

pub mod additive;
pub mod algebra;
pub mod arith;
#[cfg(feature = "binary")]
#[cfg_attr(docsrs, doc(cfg(feature = "binary")))]
pub mod code;
#[cfg(feature = "complex")]
#[cfg_attr(docsrs, doc(cfg(feature = "complex")))]
pub mod complex;
pub mod conv;
pub mod dft;
#[cfg(feature = "std")]
mod environment;
mod error;
pub mod gpu;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod inside;
#[cfg(feature = "prime")]
#[cfg_attr(docsrs, doc(cfg(feature = "prime")))]
pub mod integer;
mod kernel;
mod lists;
#[cfg(feature = "prime")]
#[cfg_attr(docsrs, doc(cfg(feature = "prime")))]
pub mod matrix;
pub mod ntt;
pub mod order;
pub mod plan;
pub mod poly;
#[cfg(feature = "complex")]
#[cfg_attr(docsrs, doc(cfg(feature = "complex")))]
pub mod real;
pub mod rings;
mod threads;

pub use error::{CodeError, DeviceFailure, Error, ParseCause, Result};

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "ff014"))]
#[doc = include_str!("../README.md")]
struct Readme;
