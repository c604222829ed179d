//! Polynomials over every ring: products, division, power series, greatest common divisors, values at many points and back.
//!
//! ```
//! use ringfft::{arith::Seed, poly, rings::Modular};
//!
//! let ring = Modular::new(0xffff_ffff_0000_0001)?;
//! let (a, b) = ([1, 2, 3], [4, 5]);
//! let product = poly::multiply(&ring, &a, &b)?;
//! assert_eq!(product, [4, 13, 22, 15]);
//! assert_eq!(poly::evaluate(&ring, &product, &10), 321 * 54);
//! poly::verify_product_at_random(&ring, &a, &b, &product, Seed::System)?;
//! assert_eq!(poly::divide(&ring, &product, &b)?, (a.to_vec(), vec![]));
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Which function
//! `n` is the number of coefficients, `M(n)` the cost of a product of two polynomials of `n` ([`conv`](crate::conv)); costs are those of `n` a power
//! of two through transforms.
//!
//! | wanted | function | cost |
//! |---|---|---|
//! | product, square | [`multiply`], [`multiply_into`], [`square`] | `M(n)` |
//! | its low, high or middle coefficients | [`low`], [`high`], [`middle`] | `M(n)`; the middle `2 n` by `n`: `M(n)` |
//! | `a_1 b_1 + a_2 b_2 + ...` | [`inner_product`] | `2/3 M(n)` a product |
//! | product over the integers, of words or longer | [`integers`] | `M(n)` |
//! | its check | [`verify_product_at_random`], [`verify_product`] | `3 n` products a point |
//! | quotient and remainder | [`divide`], [`remainder`] | `3 M(n)` |
//! | by one divisor, many times | [`Divisor`] | `2 M(n)` once, `1.5 M(n)` each |
//! | `1/f`, `a/b` modulo `x^n` | [`inverse_series`], [`divide_series`] | `2 M(n)`, `2.5 M(n)` |
//! | `log f`, `exp f`, `sqrt f` modulo `x^n` | [`log_series`], [`exp_series`], [`square_root_series`] | `2.5`, `3.5`, `2.5 M(n)` |
//! | `f'`, integral | [`derivative`], [`integral`] | `n`, `4 n` products |
//! | greatest common divisor, with Bezout's coefficients | [`gcd`], [`extended_gcd`] | `O(M(n) lg n)` |
//! | inverse modulo a polynomial | [`extended_gcd`] | `O(M(n) lg n)` |
//! | resultant | [`resultant`] | `O(M(n) lg n)` |
//! | fraction from its residue, Padé approximant | [`rational_reconstruction`] | `O(M(n) lg n)` |
//! | recurrence of a sequence | [`minimal_polynomial`] | `O(M(n) lg n)` |
//! | value at a point | [`evaluate`] | `n` products |
//! | values at `n` points, and back | [`evaluate_many`], [`interpolate`] | `1.5 M(n) lg n`, `2.5 M(n) lg n` |
//! | the same points many times | [`Multipoint`] | `0.5 M(n) lg n` once, `M(n) lg n`, `2 M(n) lg n` |
//! | values at a geometric progression, and back | [`evaluate_geometric`], [`interpolate_geometric`] | `M(n)`, `2 M(n)` |
//! | values at the powers of a root of unity, and back | [`Plan`](crate::plan::Plan) | a transform |
//! | `f(x + c)` | [`shift`] | `M(n)` |
//! | `f(g)`, all of it or modulo `x^n` | [`compose`], [`compose_series`] | `O(M(n) lg n)` |
//!
//! # Conventions
//! A polynomial is a slice of coefficients, low degree first. The empty slice is the zero polynomial. Leading zeros,
//! those at the end of the slice, change only the lengths of results:
//!
//! - a product has `a.len() + b.len() - 1` coefficients, and none if a factor is empty; leading zeros are neither added nor removed;
//! - a series, and a polynomial from its values, has exactly the requested number of coefficients;
//! - quotients, remainders, divisors, fractions and compositions have no leading zeros.
//!
//! Greatest common divisors, denominators and recurrences are monic. Division needs a divisor whose leading coefficient
//! is a unit. Over a composite modulus it may return [`Error::NotInvertible`](crate::Error::NotInvertible).
//!
//! Over floats use products only: divisions and trees lose digits without bound.

#[cfg(feature = "binary")]
mod binary;
pub(crate) mod check;
mod coefficients;
mod compose;
mod division;
mod euclid;
mod geometric;
#[cfg(feature = "binary")]
#[cfg_attr(docsrs, doc(cfg(feature = "binary")))]
pub mod gf2;
mod half_gcd;
mod inner;
#[cfg(feature = "prime")]
#[cfg_attr(docsrs, doc(cfg(feature = "prime")))]
pub mod integers;
mod multipoint;
mod product;
mod sequence;
mod series;

pub use crate::conv::middle;
pub use check::{random_point, verify_product, verify_product_at_random};
pub use compose::{compose, compose_series, shift};
pub use division::{Divisor, divide, remainder};
pub use euclid::{extended_gcd, gcd, rational_reconstruction, resultant};
pub use geometric::{evaluate_geometric, interpolate_geometric};
pub use inner::inner_product;
pub use multipoint::{Multipoint, evaluate_many, interpolate};
pub use product::{evaluate, high, low, multiply, multiply_into, square};
pub use sequence::minimal_polynomial;
pub use series::{derivative, divide_series, exp_series, integral, inverse_series, log_series, square_root_series};

#[cfg(not(feature = "binary"))]
use crate::{
    algebra::Std,
    conv::Convolve,
    rings::{BinaryField, ViaBinary},
};

/// Karatsuba's method.
#[cfg(not(feature = "binary"))]
impl<F: BinaryField> Convolve for Std<F, ViaBinary> {}
