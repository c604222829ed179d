//! Transforms over residues in vector lanes: one network for every ring and instruction set.
//!
//! A ring is a [`Residues`]: `L` residues a vector, with their products and butterflies. Everything else, in [`network`],
//! [`pass`], [`passes`], [`lane_stage`], [`tables`] and [`transform`], is written once over it and is safe code.
//!
//! # Idea
//! The tree of remainders of `x^n - s^n`, walked depth first. `s` is the shift of a coset: 1 for the cyclic transform, a square
//! root of the root for the negacyclic one. Element `i` of vector `v` lies at position `L v + i`.
//!
//! ```text
//! passes      blocks of vectors: x^m - z^R  ->  R factors x^(m/R) - z w_R^k,   one twiddle a block
//! lane stage  L blocks of one vector each, transposed: one twiddle a lane
//! ```
//!
//! The inverse runs the same networks from the last to the first.
//!
//! | file | what it holds |
//! |---|---|
//! | `residues` | what a ring offers |
//! | `small`, `words32` | residues below `2^32` |
//! | `lazy`, `signed`, `full`, `doubles`, `goldilocks`, `words` | residues below `2^64`: of several multiples of the modulus, signed, any, in doubles, of one prime; words of an instruction set |
//! | `network`, `step_halves`, `pass`, `passes`, `lane_stage`, `tables`, `steps`, `transform` | the network over any of them, and its driver |
//! | `wide` | primes of 252 to 255 bits |
//! | `rows` | what products do besides transforms: words in, values together, residues joined |
//! | `columns`, `tile_pairs` | columns of matrices; tiles that threads share out |
//! | `tree`, `tree_network` | the circle |
//! | `pairs` | the path of truncated inverses |
//! | `cosets` | tables that are recomputed |
//! | `build`, `small_build` | which arithmetic for which modulus and processor |
//! | `ranges` | the network over intervals, which proves that nothing overflows |

mod build;
mod columns;
mod cosets;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod doubles;
mod full;
mod goldilocks;
mod lane_stage;
mod lazy;
mod network;
mod pairs;
mod pass;
mod passes;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod ranges;
mod residues;
pub(crate) mod rows;
mod signed;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod signed_tests;
mod small;
mod small_build;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod small_tests;
mod step_halves;
mod steps;
mod tables;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
mod tile_pairs;
mod transform;
mod tree;
mod tree_network;
#[cfg(feature = "wide")]
#[allow(dead_code, reason = "nobody asks for the bytes of its tables")]
pub(crate) mod wide;
mod words;
pub(crate) mod words32;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod words_avx2;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod words_avx512;
mod words_scalar;

pub(crate) use build::{
    Kernel, Map, goldilocks, goldilocks_columns, lanes, modular, modular_columns, table_len, wide_column_lanes,
};
pub(crate) use columns::{ColumnKernel, scratch_len as column_scratch};
pub(crate) use pairs::{Pairing, Pairs};
use residues::Residues;
pub(crate) use small_build::{circle, column_lanes, small, small_columns, small_lanes};

use super::TwiddleMemory;

/// The form of what a transform leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Results {
    /// Below the modulus.
    Canonical,
    /// Below four times the modulus, if words have room for that.
    Unreduced,
    /// Values in the ring's own form, which the inverse takes.
    Own(Coefficients),
}

/// The form of coefficients of values in a ring's own form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coefficients {
    /// The caller's words, canonical where they leave.
    Words,
    /// Words whose second half is zero: rings need not read it.
    Half,
    /// In the ring's own form, as [rows](rows::Rows) take and leave it.
    Own,
}

/// Up to this many elements a bit-reversed lane stage has a row of factors for each vector: tables in the second cache.
///
/// At twice as many a row for each vector is 1.05 times as fast for one prime, and slower for six in turn.
const FULL: usize = 1 << 15;

/// The same for words of 32 bits. Measured 2026-12-01, Zen 4, at 2^17 and 2^18: 1.06 to 1.12 times as fast for one prime, .94 to
/// 1.07 for six in turn.
const FULL_SHORT: usize = 1 << 18;

/// A trait method cannot be inlined always and have features of its own: each is a shell that is, over a body that has.
///
/// `self.0` is the token.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
macro_rules! methods {
    ($token:ident $features:tt
     $($(#[$meta:meta])* fn $name:ident $(<const $c:ident: u32>)? ($($v:ident: $ty:ty),*) $(-> $r:ty)? $body:block)*) => { $(
        #[inline(always)]
        fn $name $(<const $c: u32>)? (self, $($v: $ty),*) $(-> $r)? {
            compiled! { $token $features #[inline] fn body $(<const $c: u32>)? ($($v: $ty),*) $(-> $r)? $body }
            let _: $token = self.0;
            // SAFETY: `self` holds a token, so `detect` found the features.
            unsafe { body $(::<$c>)? ($($v),*) }
        }
    )* };
}
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use methods;
