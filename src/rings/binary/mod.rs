//! Binary fields: GF(2^d) for d = 8, 16, 32, 64, 128, as polynomials over GF(2) modulo a fixed one.
//!
//! [`BinaryField`] has the operations of an element; `papers/binary_fields.md` derives it.

mod elements;
mod embedding;
mod field;
mod linear;
mod operators;
mod products;
mod structure;

pub use elements::{Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128};
pub use embedding::Embedding;
pub use field::BinaryField;
pub use structure::{ViaBinary, binary};
