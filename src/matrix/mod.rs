//! Matrices.
mod integers;
mod polynomials;
mod rings;
mod shape;
pub use integers::Integers;
#[cfg(feature = "binary")]
pub use polynomials::multiply_gf2;
pub use polynomials::{multiply_integer_polynomials, multiply_polynomials};
pub use rings::{Method, multiply, multiply_by};
