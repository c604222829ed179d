//! Tools of lattice cryptography, proof systems and computer algebra, built on transforms over exact rings.
//!
//! ```
//! use ringfft::ntt::RnsPlan;
//!
//! // Products modulo x^8 + 1 and three primes of 50 bits.
//! let plan = RnsPlan::with_primes(50, 3, 8)?.build()?;
//! let mut a = vec![1; plan.total_len()];
//! let mut b = a.clone();
//! plan.product(&mut a, &mut b)?;
//! assert_eq!(a[7], 8);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! | item | what it computes |
//! |---|---|
//! | [`RnsPlan`] | transforms and products of polynomials modulo several run-time primes |
//! | [`LowDegreeExtension`] | from `n` values of a polynomial of degree below `n` to `k n` |
//! | [`Automorphism`] | `X -> X^g` on coefficients, and on values in the transform's own order |
//! | [`pointwise`] | products, sums of products, scales and inverses of values, between transforms |
//! | [`Below`] | words below a multiple of their modulus: sums that are reduced by the transform or product that follows |
//!
//! All of it runs on [`Plan`](crate::plan::Plan)s, so it is as fast as the plans of the ring are. The results do not depend on
//! the number of threads.

mod automorphism;
#[cfg(feature = "prime")]
mod below;
mod low_degree_extension;
pub mod pointwise;
mod rns;
mod support;

pub use automorphism::Automorphism;
#[cfg(feature = "prime")]
#[cfg_attr(docsrs, doc(cfg(feature = "prime")))]
pub use below::{Below, WordRing};
pub use low_degree_extension::{LowDegreeExtension, LowDegreeExtensionBuilder};
pub use rns::{RnsBuilder, RnsLayout, RnsPlan};
