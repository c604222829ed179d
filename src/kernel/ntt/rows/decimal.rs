//! From residues modulo three primes below `2^50` to words to the base `10^19`, eight coefficients at a time.
//!
//! Notation: `R = 10^19`, `D = 2^52`, `p_k` the primes.
//!
//! # Idea
//! A coefficient is `x_0 + x_1 p_0 + x_2 p_0 p_1` in mixed radix. With `p_0 p_1 = u + v R` two divisions by `R` give its three words:
//!
//! ```text
//! x_0 + x_1 p_0 + x_2 u = r + t R,   t + x_2 v = q + s R
//! ```
//!
//! The words of neighbours are added one and two lanes up. A sum of two words is one subtraction of `R` away from a
//! word. A mask marks the lanes with a carry; carries go from lane to lane as among [limbs](super::limbs).
//!
//! # Literature
//! \[Garner 1959\].
#![allow(unsafe_code, reason = "entering the instruction set")]

use super::{
    super::words_avx512::with_ifma,
    garner::{DIGIT, Garner, splat},
    limbs::{load, store},
};
use crate::{kernel::packed::Token, lists, rings::Modular};
use core::arch::x86_64::*;

/// `R`.
const TEN: u64 = 10_u64.pow(19);

/// `2^115/R` in digits to the base `D`, the integer first.
const RECIPROCAL: [u64; 2] = {
    let (first, rest) = ((1 << 115) / TEN as u128, (1 << 115) % TEN as u128);
    [first as u64, ((rest << 52) / TEN as u128) as u64]
};

/// The constants of three primes.
pub(crate) struct Decimal {
    garner: Garner<3>,
    /// The digits of `u`, and `v`.
    product: [u64; 3],
}

impl Decimal {
    /// Returns the constants, where the machine has products of 52 bits.
    pub(crate) fn new(primes: [Modular; 3]) -> Option<Self> {
        let garner = Garner::new(primes)?;
        let [p, q, _] = garner.primes();
        let (product, ten) = (u128::from(p) * u128::from(q), u128::from(TEN));
        let (low, high) = ((product % ten) as u64, (product / ten) as u64);
        Some(Decimal { garner, product: [low & DIGIT, low >> 52, high] })
    }

    /// Adds coefficients to the words of `out`: whole blocks of eight from `start` on, a multiple of eight. Returns the
    /// number of words and the carry. The words are below the base.
    pub(crate) fn add(&self, residues: [&[u64]; 3], start: usize, out: &mut [u64]) -> (usize, u64) {
        let first = start / 8;
        let residues = lists::map(residues, |list| list.as_chunks().0);
        let out = out.as_chunks_mut().0;
        let count = residues[0].len().saturating_sub(first).min(out.len());
        if count == 0 {
            return (0, 0);
        }
        let carry = self.garner.token().run(
            #[inline(always)]
            || {
                // SAFETY: there is a token, so `detect` found the features.
                unsafe { self.run(residues, first, &mut out[..count]) }
            },
        );
        (8 * count, carry)
    }

    with_ifma! { compiled!
        #[inline]
        fn run(&self, residues: [&[[u64; 8]]; 3], first: usize, out: &mut [[u64; 8]]) -> u64 {
            let (one, ten) = (splat(1), splat(TEN));
            let (mut middle, mut high) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            // Only the upper words of the block before the first are used.
            let before = usize::from(first > 0);
            // Carries into the next lane: of the three sums, and of the carries themselves.
            let mut carries = [0u32; 4];
            let mut t = 0;
            while t < out.len() + before {
                let [r, q, s] = self.words(residues, first - before + t);
                let (from_middle, from_high) = (_mm512_alignr_epi64::<7>(q, middle), _mm512_alignr_epi64::<6>(s, high));
                (middle, high) = (q, s);
                t += 1;
                let Some(out) = (t - 1).checked_sub(before).and_then(|t| out.get_mut(t)) else { continue };
                let (sum, over) = plus(load(out), r);
                carries[0] |= over << 1;
                let (sum, over) = plus(sum, from_middle);
                carries[1] |= over << 1;
                let (sum, over) = plus(sum, from_high);
                carries[2] |= over << 1;
                let sum = _mm512_mask_add_epi64(sum, carries[0] as u8, sum, one);
                let sum = _mm512_mask_add_epi64(sum, carries[1] as u8, sum, one);
                let sum = _mm512_mask_add_epi64(sum, carries[2] as u8, sum, one);
                let over = _mm512_cmpge_epu64_mask(sum, ten);
                let sum = _mm512_mask_sub_epi64(sum, over, sum, ten);
                carries[3] |= u32::from(over) << 1;
                // A lane of the greatest word passes a carry on: adding the bits of both masks walks through all such lanes at once.
                let greatest = u32::from(_mm512_cmpeq_epi64_mask(sum, _mm512_sub_epi64(ten, one)));
                let walked = carries[3] + greatest;
                let into = walked ^ greatest;
                let sum = _mm512_mask_add_epi64(sum, into as u8, sum, one);
                store(out, _mm512_maskz_mov_epi64(!(into & greatest) as u8, sum));
                carries = [carries[0] >> 8, carries[1] >> 8, carries[2] >> 8, walked >> 8];
            }
            let [a, b, c, d] = carries;
            u64::from(a + b + c + d)
        }
    }

    with_ifma! { compiled!
        /// Returns the three words of the coefficients of a block.
        #[inline]
        fn words(&self, residues: [&[[u64; 8]]; 3], block: usize) -> [__m512i; 3] {
            let zero = _mm512_setzero_si512();
            let x = [load(&residues[0][block]), load(&residues[1][block]), load(&residues[2][block])];
            let [x0, x1, x2] = self.garner.digits(x);
            let p = splat(self.garner.primes()[0]);
            let [u0, u1, v] = [splat(self.product[0]), splat(self.product[1]), splat(self.product[2])];
            let d0 = _mm512_madd52lo_epu64(_mm512_madd52lo_epu64(x0, p, x1), u0, x2);
            let d1 = _mm512_madd52hi_epu64(_mm512_madd52hi_epu64(_mm512_srli_epi64::<52>(d0), p, x1), u0, x2);
            let d1 = _mm512_madd52lo_epu64(d1, u1, x2);
            let d2 = _mm512_madd52hi_epu64(_mm512_srli_epi64::<52>(d1), u1, x2);
            // Below 2^100 + 2^50 + 2^114, and 2^87 + 2^52.
            let (t, r) = divide([d0, d1, d2]);
            let e0 = _mm512_madd52lo_epu64(t, v, x2);
            let e1 = _mm512_madd52hi_epu64(_mm512_srli_epi64::<52>(e0), v, x2);
            let (s, q) = divide([e0, e1, zero]);
            [r, q, s]
        }
    }
}

with_ifma! { compiled!
    /// Returns quotient and remainder by `R` of a number below `2^115` by its digits, of which only the low 52 bits
    /// count, except for the last digit.
    #[inline]
    fn divide([d0, d1, d2]: [__m512i; 3]) -> (__m512i, __m512i) {
        let (digit, ten) = (splat(DIGIT), splat(TEN));
        let (d0, d1) = (_mm512_and_si512(d0, digit), _mm512_and_si512(d1, digit));
        // The number over 2^63, and 52 bits of its fraction. Products use the low 52 bits.
        let top = _mm512_or_si512(_mm512_srli_epi64::<11>(d1), _mm512_slli_epi64::<41>(d2));
        let fraction = _mm512_or_si512(_mm512_srli_epi64::<11>(d0), _mm512_slli_epi64::<41>(d1));
        let [first, second] = [splat(RECIPROCAL[0]), splat(RECIPROCAL[1])];
        let low = _mm512_madd52lo_epu64(_mm512_setzero_si512(), top, first);
        let low = _mm512_madd52hi_epu64(_mm512_madd52hi_epu64(low, fraction, first), top, second);
        // Too small by less than 2^-49 and the fraction cut off: the remainder is below R (1 + 2^-49).
        let quotient = _mm512_madd52hi_epu64(_mm512_srli_epi64::<52>(low), top, first);
        let word = _mm512_or_si512(d0, _mm512_slli_epi64::<52>(d1));
        let remainder = _mm512_sub_epi64(word, _mm512_mullo_epi64(quotient, ten));
        let over = _mm512_cmpge_epu64_mask(remainder, ten);
        (
            _mm512_mask_add_epi64(quotient, over, quotient, splat(1)),
            _mm512_mask_sub_epi64(remainder, over, remainder, ten),
        )
    }
}

with_ifma! { compiled!
    /// Returns the sum of words below `R`, less `R` in the lanes of the mask.
    #[inline]
    fn plus(a: __m512i, b: __m512i) -> (__m512i, u32) {
        let ten = splat(TEN);
        // 2^64 is less than twice R, so a sum may not fit, but its distance to R does.
        let missing = _mm512_sub_epi64(ten, b);
        let under = _mm512_cmplt_epu64_mask(a, missing);
        let sum = _mm512_sub_epi64(a, missing);
        (_mm512_mask_add_epi64(sum, under, sum, ten), u32::from(!under))
    }
}
