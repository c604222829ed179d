//! Additive transforms on byte planes: 64 elements of a tower of fields side by side, byte `p` of all of them in plane `p`.
//!
//! Notation: an element of GF(2^(8P)), `P = 1, 2, 4, 8, 16`, has bytes `0 .. P`; byte 0 is the subfield GF(2^8).
//!
//! # Idea
//! The field is a tower of quadratic extensions over the AES byte field ([`tower`]). So a product by an element of the
//! subfield GF(2^(8W)) acts on every group of `W` planes alone. It costs 1, 3, 9, 27 or 81 byte products by Karatsuba
//! ([`product`]). A Cantor basis spans its subfields in order, so in every field almost all twiddles of a transform are
//! one or two bytes wide. The cost of a level depends on the width of its twiddles and on the bytes of the data. It
//! does not depend on the degree of the field.
//!
//! ```text
//! block b of 64 elements       line P b      byte 0 of elements 64 b .. 64 b + 63
//! (P lines of 64 bytes)        line P b + 1  byte 1
//!                              ...
//! level 7 and up               butterflies of whole blocks, two levels in one pass      (passes)
//! levels 6 .. 0                pairs of blocks, lanes exchanged between the two         (lanes)
//! ```
//!
//! # Equals
//! [`Twiddles`] and values are those of the Lin-Chung-Han transform over the tower, with values in the order of
//! [`lanes`]. The bits are the same on every instruction set. AVX2 without GFNI looks products up by half bytes (`shuffles`).

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod avx512;
mod bytes;
mod cast;
mod convert;
mod isa;
mod lanes;
mod matrix;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod nibbles;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod pairs;
mod passes;
mod portable;
mod product;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod shuffles;
mod sixteen;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
pub(crate) mod tower;
mod transform;
mod truncated;
mod twiddles;

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) use self::transform::{forward, inverse};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use self::{avx2::Avx2, avx512::Avx512, shuffles::Shuffles};
pub(crate) use self::{
    bytes::{Bytes, Line, Words, from_planes, to_planes},
    cast::{bytes_of_lines, lines_of_bytes},
    convert::{CHUNK, convert},
    isa::{Isa, with_isa},
    matrix::{Matrix, affine_rows, apply, inverse_columns, prepared},
    passes::factors,
    portable::Portable,
    product::{Factors, load, multiply_blocks, part, prod, store, sum},
    transform::{leaf, pass},
    truncated::{forward_truncated, inverse_truncated},
    twiddles::Twiddles,
};
