//! Bases of words: `2^64`, and `10^19` for decimal digits.

/// The base of words.
pub(super) trait Radix: Copy + Send + Sync {
    /// The greatest number of words of a factor for the primes below 2^50: `n (R-1)^2` is below their product.
    const SHORT: usize;
    /// Returns quotient and remainder by the base of a number below `2^64` times the base.
    fn split(self, x: u128) -> (u64, u64);
    /// Returns a quotient and a remainder below `1.04 R` of a number below `2^115`.
    fn split_roughly(self, x: u128) -> (u64, u64);
    /// Returns quotient and remainder by the base of a number below `3.5 R`.
    fn carry(self, x: u128) -> (u64, u64);
}

/// The base `2^64`.
#[derive(Clone, Copy)]
pub(super) struct Binary;

impl Radix for Binary {
    const SHORT: usize = 4_193_456;

    #[inline(always)]
    fn split(self, x: u128) -> (u64, u64) {
        ((x >> 64) as u64, x as u64)
    }

    #[inline(always)]
    fn split_roughly(self, x: u128) -> (u64, u64) {
        self.split(x)
    }

    #[inline(always)]
    fn carry(self, x: u128) -> (u64, u64) {
        self.split(x)
    }
}

/// Digits of a word to the base `10^19`.
pub(super) const DIGITS: usize = 19;
/// `10^19`, which lies above `2^63`.
pub(super) const TEN: u64 = 10_u64.pow(DIGITS as u32);

/// The base `10^19`.
#[derive(Clone, Copy)]
pub(super) struct Decimal;

impl Radix for Decimal {
    const SHORT: usize = 13_000_000;

    #[inline(always)]
    fn split(self, x: u128) -> (u64, u64) {
        // [Moller-Granlund 2011], algorithm 4. The first correction is as likely as not, so it takes no branch; the second is rare.
        const RECIPROCAL: u64 = (u128::MAX / TEN as u128) as u64;
        let estimate = (u128::from(RECIPROCAL) * (x >> 64)).wrapping_add(x);
        let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
        let mut remainder = (x as u64).wrapping_sub(quotient.wrapping_mul(TEN));
        let too_great = u64::from(remainder > estimate as u64);
        quotient = quotient.wrapping_sub(too_great);
        remainder = remainder.wrapping_add(TEN & too_great.wrapping_neg());
        if remainder >= TEN {
            quotient = quotient.wrapping_add(1);
            remainder -= TEN;
        }
        (quotient, remainder)
    }

    #[inline(always)]
    fn split_roughly(self, x: u128) -> (u64, u64) {
        // Too small by the fraction cut off, below 1, and by less than 2^(56 - 64) for the low bits of `x` and 2^(60 - 64)/2 for those
        // of the reciprocal: the remainder is below R (1 + 2^-8 + 2^-5) < 2^64.
        const RECIPROCAL: u64 = ((1_u128 << 119) / TEN as u128) as u64;
        let quotient = ((u128::from((x >> 55) as u64) * u128::from(RECIPROCAL)) >> 64) as u64;
        (quotient, (x as u64).wrapping_sub(quotient.wrapping_mul(TEN)))
    }

    #[inline(always)]
    fn carry(self, x: u128) -> (u64, u64) {
        // R is 8.67 times 2^60. The estimate from the upper bits is right or one too small, as trying all of them shows.
        let quotient = (((x >> 60) as u64) * 59) >> 9;
        let remainder = (x as u64).wrapping_sub(quotient.wrapping_mul(TEN));
        let more = u64::from(remainder >= TEN);
        (quotient + more, remainder.wrapping_sub(TEN & more.wrapping_neg()))
    }
}

const _: () = {
    // x >> 60 is y: x/R lies between y 2^60/R and (y + 1) 2^60/R.
    let (one, mut y) = (1_u128 << 60, 0);
    while y * one < 7 * (TEN as u128) / 2 {
        let quotient = (y * 59) >> 9;
        assert!(quotient * (TEN as u128) <= y * one && (y + 1) * one <= (quotient + 2) * (TEN as u128));
        assert!((y + 1) * one - quotient * (TEN as u128) <= 1 << 64);
        y += 1;
    }
};
