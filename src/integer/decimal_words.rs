//! Numbers in words to the base `10^19`, and how residues modulo word primes become such words.
//!
//! Notation: `R = 10^19`, `p_0, p_1, p_2` the primes.
//!
//! # Idea
//! A coefficient is written as `r + q R + s R^2`, which takes two divisions by `R` for all primes:
//!
//! ```text
//! c = x_0 + x_1 p_0 + x_2 p_0 p_1,   p_0 p_1 = u + v R
//! x_0 + x_1 p_0 + x_2 u = r + t R,   t + x_2 v = q + s R
//! ```
//!
//! Word `k` of the sum of a number and the product is then a sum of four words and a carry of at most 4. With products of 52 bits
//! `kernel::ntt::rows::decimal` does this for eight coefficients at a time.
//!
//! # Source
//! \[Garner 1959\]; \[Moller-Granlund 2011\].

use super::mixed_radix::MixedRadix;
use crate::{Result, rings::Modular, threads::both};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::{
    conv::word::{SHORT_PRIMES, lanes},
    kernel::ntt::rows::decimal::Decimal,
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use std::sync::OnceLock;

/// Digits of a word to the base `10^19`.
pub(super) const DIGITS: usize = 19;
/// `10^19`, which lies above `2^63`.
pub(super) const TEN: u64 = 10_u64.pow(DIGITS as u32);

/// Returns quotient and remainder by the base of a number below `2^64` times the base.
#[inline(always)]
pub(super) fn split(x: u128) -> (u64, u64) {
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

/// Returns a quotient and a remainder below `1.04 R` of a number below `2^115`.
#[inline(always)]
fn split_roughly(x: u128) -> (u64, u64) {
    // The quotient is too small by the dropped fraction, below 1. It is also too small by less than 2^(56 - 64) for the
    // low bits of `x` and 2^(60 - 64)/2 for those of the reciprocal. So the remainder is below R (1 + 2^-8 + 2^-5) <
    // 2^64.
    const RECIPROCAL: u64 = ((1_u128 << 119) / TEN as u128) as u64;
    let quotient = ((u128::from((x >> 55) as u64) * u128::from(RECIPROCAL)) >> 64) as u64;
    (quotient, (x as u64).wrapping_sub(quotient.wrapping_mul(TEN)))
}

/// Returns quotient and remainder by the base of a number below `3.5 R`.
#[inline(always)]
fn carried(x: u128) -> (u64, u64) {
    // R is 8.67 times 2^60. The estimate from the upper bits is right or one too small, as trying all of them shows.
    let quotient = (((x >> 60) as u64) * 59) >> 9;
    let remainder = (x as u64).wrapping_sub(quotient.wrapping_mul(TEN));
    let more = u64::from(remainder >= TEN);
    (quotient + more, remainder.wrapping_sub(TEN & more.wrapping_neg()))
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

/// Words from this many on are worth a second thread.
pub(super) const PARALLEL: usize = 1 << 13;

/// The constants of the three primes.
pub(super) struct Words {
    radix: MixedRadix,
    /// `p_0 p_1` in words.
    product: [u64; 2],
    /// `true` if the primes are below 2^50 and quotients need not be exact, as those in vectors are.
    rough: bool,
    /// The kernel in vectors, if the machine has it.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    vectors: Option<&'static Decimal>,
}

impl Words {
    /// Creates the constants of three of the shorter primes or three of the longer ones, the first of their list.
    pub(super) fn new(primes: [Modular; 3]) -> Result<Self> {
        let radix = MixedRadix::new(primes);
        let (high, low) = split(radix.product());
        let rough = radix.first() >> 50 == 0;
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        let vectors = if rough && lanes()? == 8 {
            static VECTORS: OnceLock<Option<Decimal>> = OnceLock::new();
            let [p, q, r, ..] = SHORT_PRIMES;
            VECTORS.get_or_init(|| Decimal::new([p, q, r])).as_ref()
        } else {
            None
        };
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        let rough = rough && vectors.is_none();
        Ok(Words {
            radix,
            product: [low, high],
            rough,
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            vectors,
        })
    }

    /// Adds the first coefficients from `start` on to `out`, in vectors; returns how many and the carry.
    fn add_in_vectors(&self, residues: [&[u64]; 3], start: usize, out: &mut [u64]) -> (usize, u64) {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        if let Some(vectors) = self.vectors
            && start.is_multiple_of(8)
        {
            return vectors.add(residues, start, out);
        }
        let _ = (residues, start, out);
        (0, 0)
    }

    /// Returns the words `r, q, s` of a coefficient; `r` and `q` are below `R`, or `1.04 R` where quotients are rough.
    #[inline(always)]
    fn words(&self, residues: [u64; 3]) -> [u64; 3] {
        let [x0, x1, x2] = self.radix.digits(residues);
        let first = u128::from(x1) * u128::from(self.radix.first()) + u128::from(x0);
        let low = first + u128::from(x2) * u128::from(self.product[0]);
        let high = u128::from(x2) * u128::from(self.product[1]);
        let ((t, r), (s, q));
        if self.rough {
            // Below 2^100 + 2^50 + 2^114, and 2^87 + 2^51.
            (t, r) = split_roughly(low);
            (s, q) = split_roughly(high + u128::from(t));
        } else {
            // Primes are below 2^62: below 2^124 + 2^62 + 2^126, and 2^123 + 2^64, with R above 2^63.
            (t, r) = split(low);
            (s, q) = split(high + u128::from(t));
        }
        [r, q, s]
    }
}

/// Adds coefficients from the one of index `start` on to `out`, and returns the carry. Those of lower index contribute
/// the part that reaches `out`. Missing coefficients are zero.
pub(super) fn add(remainders: &Words, residues: [&[u64]; 3], start: usize, out: &mut [u64], threads: usize) -> u64 {
    if threads > 1 && out.len() >= PARALLEL {
        let middle = out.len() / 16 * 8;
        let (low, high) = out.split_at_mut(middle);
        let (left, right) = (threads - threads / 2, threads / 2);
        let (mut carry, mut above) = (0, 0);
        both(
            true,
            || carry = add(remainders, residues, start, low, left),
            || above = add(remainders, residues, start + middle, high, right),
        );
        return above + ripple(high, carry);
    }
    let (done, mut carry) = remainders.add_in_vectors(residues, start, out);
    let (start, out) = (start + done, &mut out[done..]);
    let words = |at: Option<usize>| {
        let value = |list: &[u64]| at.and_then(|at| list.get(at)).copied().unwrap_or(0);
        remainders.words(residues.map(value))
    };
    let [_, mut q, mut s] = words(start.checked_sub(1));
    let [.., mut older] = words(start.checked_sub(2));
    let count = residues[0].len().saturating_sub(start).min(out.len());
    let (head, tail) = out.split_at_mut(count);
    let [r0, r1, r2] = residues.map(|list| &list[start.min(list.len())..]);
    for (((word, r0), r1), r2) in head.iter_mut().zip(r0).zip(r1).zip(r2) {
        let [r, next, above] = remainders.words([*r0, *r1, *r2]);
        // Below 3.08 R + s + carry, and s is below 2^60.
        let sum = u128::from(*word) + u128::from(r) + u128::from(q) + u128::from(older) + u128::from(carry);
        (carry, *word) = carried(sum);
        (q, older, s) = (next, s, above);
    }
    // Two words of the last coefficients, then the carry.
    let two = tail.len().min(2);
    for word in &mut tail[..two] {
        let sum = u128::from(*word) + u128::from(q) + u128::from(older) + u128::from(carry);
        (carry, *word) = carried(sum);
        (q, older, s) = (0, s, 0);
    }
    ripple(&mut tail[two..], carry)
}

/// Adds a carry to `out`, and returns the carry at the top.
fn ripple(out: &mut [u64], mut carry: u64) -> u64 {
    for word in out {
        if carry == 0 {
            return 0;
        }
        (carry, *word) = carried(u128::from(*word) + u128::from(carry));
    }
    carry
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn words_split_at_the_ends_of_their_ranges() {
        let ten = u128::from(TEN);
        for quotient in [0, 1, 2, (1 << 51) - 1, u64::MAX] {
            for remainder in [0, 1, TEN / 2, TEN - 1] {
                let x = u128::from(quotient) * ten + u128::from(remainder);
                assert_eq!(split(x), (quotient, remainder));
                if quotient < 4 && x < 7 * ten / 2 {
                    assert_eq!(carried(x), (quotient, remainder));
                }
                if x < 1 << 115 {
                    let (q, r) = split_roughly(x);
                    assert_eq!(u128::from(q) * ten + u128::from(r), x);
                    assert!(u128::from(r) * 100 <= 104 * ten);
                }
            }
        }
        for x in [(1 << 115) - 1, (1 << 115) - (1 << 55), (1 << 114) - 1, (1 << 64) - 1] {
            let (q, r) = split_roughly(x);
            assert_eq!(u128::from(q) * ten + u128::from(r), x);
            assert!(u128::from(r) * 100 <= 104 * ten);
        }
    }
}
