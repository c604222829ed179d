//! Products of matrices: of integers, of polynomials, of elements of any ring.
//!
//! ```
//! use ringfft::{integer::Signed, matrix::{self, Integers}, rings::Modular};
//!
//! // Fibonacci numbers: powers of a matrix of integers.
//! let mut power = Integers::new(2, 2, [1, 1, 1, 0].map(Signed::from).to_vec())?;
//! for _ in 0..6 {
//!     power = power.multiply(&power)?;
//! }
//! assert_eq!(power.entries()[1], Signed::from(10_610_209_857_723));
//!
//! let product = matrix::multiply(&Modular::new(101)?, [2, 2, 1], &[1, 2, 3, 4], &[5, 6])?;
//! assert_eq!(product, [17, 39]);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! A matrix is a list of entries, row by row. A shape is `[r, k, c]`: `r` by `k` times `k` by `c`. Zero entries,
//! entries of different lengths, and leading zero limbs or coefficients are allowed. A matrix without rows or columns,
//! and shapes that do not match, are errors.
//!
//! # Which way
//! | entries | function | cost of `n` by `n` |
//! |---|---|---|
//! | integers | [`Integers::multiply`] | `3 n^2` transforms modulo each of three primes; `n^3` products at each point |
//! | polynomials over residues | [`multiply_polynomials`] | the same, modulo the ring's own prime or two to four primes |
//! | polynomials over the integers, of words | [`multiply_integer_polynomials`] | the same, two to four primes |
//! | polynomials over GF(2) | `multiply_gf2` | `n^3` products of polynomials, about `n^2.81` of long ones |
//! | elements of any ring | [`multiply`] | `n^3` products; about `n^2.81` from 32 rows on, 12 for long elements |
//! | by the definition or Strassen's method, as you say | [`multiply_by`] | |
//!
//! One row times one column is a sum of products: [`integer::inner_product`](crate::integer::inner_product),
//! [`poly::inner_product`](crate::poly::inner_product).
//!
//! # Memory
//! Products through transforms hold all values of both factors for one prime, and the residues of the product for all primes. For
//! square matrices of integers that is about 14 times the words of one factor.
//!
//! # Source
//! \[Strassen 1969\]; \[Bini-Pan 1994\]. `papers/matrix_product.md`.

#[cfg(feature = "binary")]
mod gf2;
mod integers;
mod polynomials;
mod rings;
mod shape;

#[cfg(feature = "binary")]
pub use gf2::multiply_gf2;
pub use integers::Integers;
pub use polynomials::{multiply_integer_polynomials, multiply_polynomials};
pub use rings::{Method, multiply, multiply_by};
