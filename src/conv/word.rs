//! The transform of residues modulo a word prime: the engine under products of integers and of residues in rings with too few
//! roots.
//!
//! | file | what it holds |
//! |---|---|
//! | this | the primes, and the lengths of transforms |
//! | `transform` | the transform of one length modulo one prime |
//! | `matrix` | products of matrices, and sums of products, modulo one prime |
//! | `part` | the transform and the tables of a part |
//! | `points` | the parts of transforms that are not powers of two |
//! | `weighted` | transforms of digits whose lengths differ by a bit |
//! | `residue` | the words that residues lie in |
//! | `kept`, `places`, `scratch` | values that are made once; room that stays |

mod kept;
pub(crate) mod matrix;
mod part;
mod places;
mod points;
mod residue;
mod scratch;
mod transform;
mod weighted;

pub(crate) use scratch::Scratch;
pub(crate) use transform::WordTransform;
pub(crate) use weighted::{Digits, WeightedTransform};

use crate::{
    Error, Result, arith,
    kernel::{isa::Isa, ntt},
    rings::Modular,
    threads::both,
};
use alloc::vec::Vec;

/// The largest power of two that is the order of a root modulo every prime of [`word_primes`].
const TWO_ADICITY: u32 = 40;

/// The largest primes below 2^62 that are 1 modulo 2^40, with their least primitive roots.
pub(crate) const PRIMES: [Modular; 16] = [
    Modular::with_generator(0x3fff_c000_0000_0001, 11),
    Modular::with_generator(0x3fff_be00_0000_0001, 3),
    Modular::with_generator(0x3fff_8400_0000_0001, 19),
    Modular::with_generator(0x3fff_8100_0000_0001, 5),
    Modular::with_generator(0x3fff_6d00_0000_0001, 3),
    Modular::with_generator(0x3fff_5400_0000_0001, 5),
    Modular::with_generator(0x3fff_4500_0000_0001, 10),
    Modular::with_generator(0x3fff_3a00_0000_0001, 3),
    Modular::with_generator(0x3fff_3900_0000_0001, 13),
    Modular::with_generator(0x3fff_3100_0000_0001, 3),
    Modular::with_generator(0x3fff_2d00_0000_0001, 7),
    Modular::with_generator(0x3ffe_df00_0000_0001, 11),
    Modular::with_generator(0x3ffe_d700_0000_0001, 3),
    Modular::with_generator(0x3ffe_d300_0000_0001, 21),
    Modular::with_generator(0x3ffe_8c00_0000_0001, 3),
    Modular::with_generator(0x3ffe_8200_0000_0001, 5),
];

/// Every prime of [`word_primes`] lies above 2^61.
pub(crate) const PRIME_BITS: usize = 61;

/// The largest primes below 2^50 that are 1 modulo 2^32, with their least primitive roots. In vectors their kernels are faster than those
/// of [`PRIMES`].
pub(crate) const SHORT_PRIMES: [Modular; 16] = [
    Modular::with_generator(0x3_fff3_0000_0001, 5),
    Modular::with_generator(0x3_ffed_0000_0001, 7),
    Modular::with_generator(0x3_ffeb_0000_0001, 3),
    Modular::with_generator(0x3_ffc1_0000_0001, 3),
    Modular::with_generator(0x3_ffc0_0000_0001, 11),
    Modular::with_generator(0x3_ffa0_0000_0001, 3),
    Modular::with_generator(0x3_ff70_0000_0001, 3),
    Modular::with_generator(0x3_ff58_0000_0001, 3),
    Modular::with_generator(0x3_ff4b_0000_0001, 29),
    Modular::with_generator(0x3_ff19_0000_0001, 3),
    Modular::with_generator(0x3_ff18_0000_0001, 5),
    Modular::with_generator(0x3_ff12_0000_0001, 5),
    Modular::with_generator(0x3_fefe_0000_0001, 3),
    Modular::with_generator(0x3_fefb_0000_0001, 3),
    Modular::with_generator(0x3_fef5_0000_0001, 3),
    Modular::with_generator(0x3_fedf_0000_0001, 19),
];

/// The largest primes below 2^30 that are 1 modulo 2^22, with their least primitive roots. In vectors of words of 32 bits their kernels take half
/// the time of those of [`SHORT_PRIMES`] with doubles.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) const SMALL_PRIMES: [Modular; 5] = [
    Modular::with_generator(0x3b80_0001, 3),
    Modular::with_generator(0x3ac0_0001, 3),
    Modular::with_generator(0x3840_0001, 7),
    Modular::with_generator(0x37c0_0001, 3),
    Modular::with_generator(0x36c0_0001, 5),
];

/// The largest primes below 2^50 that are 1 modulo `15 2^24`, with their least primitive roots: with roots of three and of five.
pub(crate) const PARTED: [Modular; 3] = [
    Modular::with_generator(0x3_ffff_4800_0001, 14),
    Modular::with_generator(0x3_fffe_a300_0001, 11),
    Modular::with_generator(0x3_fffe_7600_0001, 14),
];

/// The longest transform of digits with weights.
pub(crate) const WEIGHTED_LEN: usize = 1 << 22;

/// Primes below 2^50 that are 1 modulo `2^23` and have a root of two of order `2^22`, the shortest first, with their
/// least primitive roots. There are five such primes.
pub(crate) const WEIGHTED: [(Modular, u64); 3] = [
    (Modular::with_generator(0x0_afbd_8d80_0001, 7), 0x0_4558_f67a_dfba),
    (Modular::with_generator(0x2_836e_e680_0001, 3), 0x1_6cf0_dc81_a4b6),
    (Modular::with_generator(0x2_84e6_e700_0001, 3), 0x0_9364_0433_97e6),
];

/// Returns the most bits of numbers that are below the product of this many of [`SHORT_PRIMES`]: each is above 2^50 (1
/// - 2^-9).
pub(crate) const fn short_bits(primes: usize) -> usize {
    50 * primes - 1
}

/// Returns the lanes of the vectors of long transforms on this machine; 1 without vectors.
pub(crate) fn lanes() -> Result<usize> {
    Ok(ntt::lanes(1 << 10, Isa::Auto.resolved()?))
}

/// Returns whether [`SHORT_PRIMES`] have the roots of transforms of length `len`, which is `2^k` or `3 2^k`.
pub(crate) fn short_primes_reach(len: usize) -> bool {
    len.checked_next_power_of_two().is_some_and(|full| full.trailing_zeros() <= 32)
}

/// Returns primes for a product whose coefficients have at most `bits` bits, by transforms of length `len`. All lie between the same two
/// neighbouring powers of two.
pub(crate) fn primes_for(bits: usize, len: usize) -> Result<Vec<Modular>> {
    let (short, long) = ((bits + 1).div_ceil(50), bits.div_ceil(PRIME_BITS));
    debug_assert!(short_bits(short) >= bits);
    let vectors = ntt::lanes(len, Isa::Auto.resolved()?) > 1;
    if short <= SHORT_PRIMES.len() && short_primes_reach(len) && (short == long || vectors) {
        return Ok(SHORT_PRIMES[..short].to_vec());
    }
    word_primes(long)
}

/// Returns `count` distinct primes between 2^61 and 2^62 that are 1 modulo 2^40.
pub(crate) fn word_primes(count: usize) -> Result<Vec<Modular>> {
    if count <= PRIMES.len() {
        return Ok(PRIMES[..count].to_vec());
    }
    let found = arith::find_primes(62, 1 << TWO_ADICITY, count);
    let primes = found.into_iter().filter(|p| p >> PRIME_BITS == 1).map(Modular::new).collect::<Result<Vec<_>>>()?;
    if primes.len() < count {
        return Err(Error::Unsupported {
            what: alloc::format!("a product through {count} word primes: there are {} of them", primes.len()),
        });
    }
    Ok(primes)
}

/// Five or six eighths are faster than the whole where the shorter part has this many elements.
const PART: usize = 1 << 6;

/// Returns the length for products of `len` elements.
pub(crate) fn transform_len(len: usize) -> Result<usize> {
    let full = len.checked_next_power_of_two().filter(|full| full.trailing_zeros() <= TWO_ADICITY);
    let full = full.ok_or(Error::Length { what: "a product", len, possible: "the longest is 2^40" })?;
    Ok(match full / 8 {
        eighth @ PART.. if 5 * eighth >= len => 5 * eighth,
        eighth if 2 * eighth >= PART && 6 * eighth >= len => 6 * eighth,
        _ => full,
    })
}

/// Values from this many on are worth a second thread.
const PARALLEL: usize = 1 << 13;

/// Runs both, side by side if `threads` allows.
pub(crate) fn join(threads: usize, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    both(threads > 1, a, b);
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
