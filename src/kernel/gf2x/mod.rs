//! Products of polynomials over GF(2): words in, words out, on every instruction set.
//!
//! Bit `i` of a little-endian array of words is the coefficient of `x^i`. A [`Block`] stands for an instruction set: a
//! register of words and the carry-less product of a register by words. Everything above it, the leaves, Karatsuba's
//! method and unequal lengths, is written once over it.
//!
//! | block | words | product of two blocks |
//! |---|---|---|
//! | [`portable`] | 1 | 16 integer products with holes between the bits, constant time |
//! | `pclmul` | 2 | 3 PCLMULQDQ |
//! | `vpclmul256` | 4 | 3 VPCLMULQDQ of 256 bits, 3 of 128 |
//! | `vpclmul512` | 8 | 6 VPCLMULQDQ of 512 bits, 3 of 128 |
//!
//! Branches and addresses depend on lengths only, never on coefficients.

mod block;
pub(crate) mod fft;
mod karatsuba;
mod leaf;
mod level;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod pclmul;
mod portable;
mod slices;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
pub(crate) mod transform;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod vpclmul256;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod vpclmul512;

pub(crate) use karatsuba::scratch_len as karatsuba_scratch_len;
pub(crate) use level::Level;
pub(crate) use transform::{Transform, transform_scratch_len, transform_table_bytes};
