//! Fast Fourier and number-theoretic transforms of any length over complex numbers, prime fields, run-time moduli, Fermat rings and binary
//! fields, behind one [`Plan`](plan::Plan); products of polynomials and integers of any size on top.
//!
//! Let `f` be a polynomial of degree below `n`, and `w` a principal `n`-th root of unity. The discrete Fourier transform of
//! `f` is its list of values at the powers of `w`:
//!
//! ```text
//! X_k = f(w^k) = sum_j x_j w^(jk),      k = 0, 1, ..., n - 1.
//! ```
//!
//! It needs elements that can be added, and roots of unity that act on them. So each algorithm is written once, generic over the ring.
//!
//! ```
//! use num_complex::Complex;
//! use ringfft::plan::Plan;
//!
//! let plan = Plan::<Complex<f64>>::new(4)?;
//! let mut x = [1.0, 2.0, 3.0, 4.0].map(|re| Complex::new(re, 0.0));
//! plan.forward(&mut x)?; // w = exp(-2 pi i/n), unscaled, natural order
//! assert!((x[1] - Complex::new(-2.0, 2.0)).norm() < 1e-15);
//! plan.inverse(&mut x)?; // divides by n
//! assert!((x[3] - Complex::new(4.0, 0.0)).norm() < 1e-15);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # What to take
//!
//! | you have | you need | take |
//! |---|---|---|
//! | complex numbers | a transform of any length | [`Plan::<Complex<f64>>::new(n)`](plan::Plan::new) |
//! | real numbers | spectrum and back | [`real::RealPlan`] |
//! | | cosine and sine transforms | [`real::Trigonometric`] |
//! | | convolution, a filter on a stream | [`real::linear`], [`real::OverlapSave`] |
//! | arrays, images | transforms along axes | [`complex::Multi`], [`real::RealMulti`], [`real::Packed2d`] |
//! | elements of a field of `ff` | a transform, on a coset too | [`Plan::over(ff::<F>(), n)`](plan::Plan::over), [`Builder::coset`](plan::Builder::coset) |
//! | elements of Goldilocks, BabyBear, KoalaBear, M31 | a transform | [`Plan::<Goldilocks>::new(n)`](plan::Plan::new) |
//! | columns of a trace | low-degree extension | [`ntt::LowDegreeExtension`] |
//! | residues modulo several primes | products modulo `x^n + 1` | [`ntt::RnsPlan`] |
//! | residues modulo one `m` | a transform | [`rings::Modular`], [`rings::Modular32`] |
//! | integers | product, quotient, square root, digits | [`integer`](mod@integer) |
//! | polynomials over any ring | product, division, values, divisors | [`poly`] |
//! | polynomials over GF(2) | product | [`poly::gf2`] |
//! | matrices of integers or polynomials | product | [`matrix`] |
//! | bytes that must survive loss | erasure coding | [`code::ErasureCode`] |
//! | elements of a binary field | values on a subspace | [`Plan::<Gf2p64>::new(n)`](plan::Plan::new) |
//! | a ring of your own | any of these | the traits of [`algebra`] |
//!
//! | values of the transform are | take |
//! |---|---|
//! | read | [`Order::Natural`](order::Order::Natural), the default |
//! | multiplied pointwise and transformed back | [`Order::BitReversed`](order::Order::BitReversed): in place, no reordering |
//!
//! A length that the ring has no root for is an error that says what is possible:
//!
//! ```
//! use ringfft::{plan::Plan, rings::Modular};
//!
//! let error = Plan::over(Modular::new(257)?, 512).unwrap_err();
//! assert!(error.to_string().contains("256"));
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Coming from another library
//!
//! ## RustFFT
//! ```text
//! let fft = FftPlanner::<f64>::new().plan_fft_forward(1024);
//! fft.process(&mut buffer);
//! ```
//! One plan has both directions. RustFFT scales neither of them, which [`Scale::NONE`](plan::Scale::NONE) does too.
//! ```
//! use num_complex::Complex;
//! use ringfft::{plan::{Plan, Scale}, rings::ComplexRing};
//!
//! let plan = Plan::builder(ComplexRing::<f64>::new(), 1024).scale(Scale::NONE).build()?;
//! let mut buffer = vec![Complex::new(1.0, 0.0); 1024];
//! plan.forward(&mut buffer)?;
//! assert!((buffer[0].re - 1024.0).abs() < 1e-9);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! ## `best_fft` of halo2
//! ```text
//! best_fft(&mut values, omega, log_n);
//! ```
//! The tables of roots are made once, in the plan. The plan takes the root of the field, or yours.
//! ```
//! # #[cfg(feature = "ff014")] {
//! use bls12_381::Scalar;
//! use ringfft::{plan::{Plan, Scale}, rings::ff};
//!
//! # let omega = *Plan::over(ff::<Scalar>(), 1 << 10)?.root();
//! let plan = Plan::builder(ff::<Scalar>(), 1 << 10).root(omega).scale(Scale::NONE).build()?;
//! let mut values = vec![Scalar::from(1); 1 << 10];
//! plan.forward(&mut values)?;
//! assert_eq!(values[0], Scalar::from(1 << 10));
//! # }
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! ## ark-poly
//! ```text
//! let domain = Radix2EvaluationDomain::<Fr>::new(n).unwrap().get_coset(shift).unwrap();
//! domain.fft_in_place(&mut coefficients);
//! ```
//! Fields of arkworks hand out their words: [`rings::montgomery_words`] makes a ring of them. Fields of this crate need nothing.
//! ```
//! use ringfft::{plan::Plan, rings::{Bls12381Fr, native}};
//!
//! let shift = Bls12381Fr::from(7);
//! let plan = Plan::builder(native::<Bls12381Fr>(), 256).coset(shift).build()?;
//! let mut coefficients = vec![Bls12381Fr::from(3); 256];
//! plan.forward(&mut coefficients)?; // the values at 7 w^k
//! plan.inverse(&mut coefficients)?;
//! assert_eq!(coefficients[255], Bls12381Fr::from(3));
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! ## Plonky3
//! ```text
//! let extended = Radix2DitParallel::default().coset_lde_batch(matrix, 1, shift);
//! ```
//! A matrix that lies row by row is a batch in columns. The roots of Goldilocks, BabyBear and KoalaBear are the same.
//! ```
//! use ringfft::{ntt::LowDegreeExtension, plan::Layout, rings::{BabyBear, native}};
//!
//! let (height, width) = (64, 8);
//! let extension = LowDegreeExtension::builder(native::<BabyBear>(), height, 2)
//!     .shift(BabyBear::new(31))
//!     .batch(width, Layout::Columns)
//!     .build()?;
//! let matrix = vec![BabyBear::new(5); height * width];
//! let mut extended = vec![BabyBear::ZERO; 2 * height * width];
//! extension.extend(&matrix, &mut extended)?;
//! assert_eq!(extended[3 * width], BabyBear::new(5));
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! ## tfhe-ntt
//! ```text
//! let plan = tfhe_ntt::prime64::Plan::try_new(n, p).unwrap();
//! plan.fwd(&mut a);
//! plan.fwd(&mut b);
//! plan.mul_assign_normalize(&mut a, &b);
//! plan.inv(&mut a);
//! ```
//! [`ntt::RnsPlan`] holds one prime or several. Its inverse divides by `n` unless a [`Scale`](plan::Scale) says otherwise.
//! ```
//! use ringfft::ntt::RnsPlan;
//!
//! let plan = RnsPlan::with_primes(50, 1, 1024)?.build()?;
//! let (mut a, mut b) = (vec![1; 1024], vec![1; 1024]);
//! plan.forward(&mut a)?;
//! plan.forward(&mut b)?;
//! plan.multiply(&mut a, &b)?;
//! plan.inverse(&mut a)?;
//! assert_eq!(a[1023], 1024);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! ## num-bigint
//! ```text
//! let product = &a * &b;
//! ```
//! With the feature `num-bigint`, `integer::BigProduct` gives `a.fast_product(&b)?` for `BigUint`. Without it, numbers are limbs.
//! ```
//! # #[cfg(feature = "prime")] {
//! use ringfft::integer;
//!
//! let a = integer::from_decimal("123456789012345678901234567890")?;
//! let product = integer::multiply(&a, &a)?;
//! assert_eq!(integer::to_decimal(&product)?, "15241578753238836750495351562536198787501905199875019052100");
//! # }
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! ## FFTW
//! ```text
//! fftw_plan plan = fftw_plan_dft_r2c_1d(n, in, out, FFTW_MEASURE);
//! fftw_execute(plan);
//! ```
//! A plan is made from a cost model; [`plan::Tuning`] measures where that is worth it. Real transforms are in [`real`].
//! ```
//! # #[cfg(feature = "complex")] {
//! use num_complex::Complex;
//! use ringfft::{plan::Scale, real::RealPlan};
//!
//! let plan = RealPlan::<f64>::builder(100).scale(Scale::NONE).build()?;
//! let mut out = vec![Complex::new(0.0, 0.0); plan.spectrum_len()]; // 51 values
//! plan.forward(&[1.0; 100], &mut out)?;
//! assert!((out[0].re - 100.0).abs() < 1e-12);
//! # }
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! ## SciPy
//! ```text
//! y = scipy.fft.dct(x)            # type 2
//! z = scipy.signal.fftconvolve(a, b)
//! ```
//! Names and scales are those of SciPy: forward is unscaled, and the inverse divides.
//! ```
//! # #[cfg(feature = "complex")] {
//! use ringfft::real::{Trigonometric, TrigonometricKind, linear};
//!
//! let mut y = [1.0, 2.0, 3.0];
//! Trigonometric::<f64>::new(TrigonometricKind::Dct2, 3)?.forward(&mut y)?;
//! assert!((y[0] - 12.0).abs() < 1e-14);
//! assert_eq!(linear(&[1.0, 2.0, 3.0], &[10.0, 1.0])?, [10.0, 21.0, 32.0, 3.0]);
//! # }
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Modules, in reading order
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
