//! The field of `p = 2^64 - 2^32 + 1`, known as Goldilocks.
//!
//! Notation: `e = 2^32 - 1`, so that `2^64 = e` and `2^96 = -1` modulo `p`.
//!
//! # Idea
//! A product has 128 bits: `x = x_0 + 2^64 x_1 + 2^96 x_2` with `x_0 < 2^64` and `x_1, x_2 < 2^32`, and
//! `x = x_0 - x_2 + e x_1`. The subtraction may borrow once (`2^64` too much, which is `e`), the addition may carry
//! once (`2^64` too little). One conditional subtraction of `p` ends in `[0, p)`:
//!
//! ```text
//! x_0 - x_2           in (-2^32, 2^64)     a borrow leaves at least 2^64 - 2^32 + 1, so minus e fits
//! e x_1               <= (2^32 - 1)^2 < 2^64 - 2^33 + 2
//! sum mod 2^64        after a carry at most 2^64 - 2^33, so plus e fits
//! ```
//!
//! The representation is the residue itself. `p - 1 = 2^32 * 3 * 5 * 17 * 257 * 65537`: roots of every power
//! of two up to `2^32`, and of every divisor of `2^32 - 1` too. The generator is 7; with it the root of order
//! 4 is `2^48` and that of order 8 is `-2^24`.

use super::native::{NativeField, ViaNative, operators};
use crate::algebra::{StaticElement, Std};
use alloc::string::String;
use core::fmt;

const P: u64 = 0xffff_ffff_0000_0001;
const E: u64 = 0xffff_ffff;

/// An element of the field of `2^64 - 2^32 + 1`; generator 7.
///
/// ```
/// use ringfft::rings::Goldilocks;
///
/// let a = Goldilocks::new(1 << 63) * Goldilocks::new(4);
/// assert_eq!(a, Goldilocks::new(0x1_ffff_fffe)); // 2^65 = 2 (2^32 - 1)
/// assert_eq!((-Goldilocks::ONE).value(), Goldilocks::PRIME - 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Goldilocks(pub(crate) u64);

impl Goldilocks {
    /// Zero.
    pub const ZERO: Self = Goldilocks(0);
    /// One.
    pub const ONE: Self = Goldilocks(1);
    /// The prime.
    pub const PRIME: u64 = P;

    /// Creates the residue of `n`, which may be any word.
    #[inline]
    pub const fn new(n: u64) -> Self {
        Goldilocks(if n >= P { n - P } else { n })
    }

    /// Returns the residue in `[0, p)`.
    #[inline]
    pub const fn value(self) -> u64 {
        self.0
    }

    /// Returns the residue of a 128-bit integer.
    #[inline]
    pub const fn reduce(x: u128) -> Self {
        let (low, high) = (x as u64, (x >> 64) as u64);
        let (mut sum, borrow) = low.overflowing_sub(high >> 32);
        if borrow {
            sum -= E;
        }
        let (mut sum, carry) = sum.overflowing_add((high & E) * E);
        if carry {
            sum += E;
        }
        Self::new(sum)
    }

    #[inline]
    const fn plus(self, other: Self) -> Self {
        // a + b = a - (p - b), and p - b is positive.
        let (difference, borrow) = self.0.overflowing_sub(P - other.0);
        Goldilocks(if borrow { difference.wrapping_add(P) } else { difference })
    }

    #[inline]
    const fn minus(self, other: Self) -> Self {
        let (difference, borrow) = self.0.overflowing_sub(other.0);
        Goldilocks(if borrow { difference.wrapping_add(P) } else { difference })
    }

    #[inline]
    const fn times(self, other: Self) -> Self {
        Self::reduce(self.0 as u128 * other.0 as u128)
    }

    #[inline]
    const fn negated(self) -> Self {
        Goldilocks(if self.0 == 0 { 0 } else { P - self.0 })
    }
}

operators!([] Goldilocks);

impl fmt::Display for Goldilocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl NativeField for Goldilocks {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;
    const GENERATOR: Self = Goldilocks(7);
    const MODULUS: &'static [u64] = &[P];
    const TWO_ADICITY: u32 = 32;
    const ROOT_OF_UNITY: Self = Goldilocks(7).power(&[(P - 1) >> 32]);
    const COMPILED_HERE: bool = true;

    fn name() -> String {
        "the Goldilocks field Z/(2^64 - 2^32 + 1)".into()
    }

    fn write_residue(&self, words: &mut [u64]) {
        words[0] = self.0;
    }

    fn from_residue(words: &[u64]) -> Option<Self> {
        match words {
            [] => Some(Self::ZERO),
            [word, rest @ ..] => (*word < P && rest.iter().all(|&word| word == 0)).then_some(Goldilocks(*word)),
        }
    }
}

impl StaticElement for Goldilocks {
    type Ring = Std<Goldilocks, ViaNative>;
}
