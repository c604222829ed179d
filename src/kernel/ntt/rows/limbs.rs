//! From residues modulo `K` primes below `2^50` to the limbs of a sum, eight coefficients at a time.
//!
//! Notation: `p_k` the primes, `P_k = p_0 ... p_(k-1)`, `B = 2^64`, `D = 2^52`.
//!
//! # Idea
//! A coefficient is `x_0 + x_1 P_1 + x_2 P_2 + ...` in mixed radix, `0 <= x_k < p_k` (Garner). With `P_k` in digits to the base `D`
//! the low and high halves of products add up to digits of the coefficient, which fit words, and these make limbs: two and a part. The
//! limbs of neighbours are added one and two lanes up, and a carry goes from lane to lane through the bits of a mask.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]
#![allow(clippy::needless_range_loop, reason = "loops over digits of several lists")]

use super::super::words_avx512::{Ifma, with_ifma};
use crate::{
    algebra::{Action, Ring},
    kernel::packed::Token,
    lists,
    rings::Modular,
};
use core::arch::x86_64::*;

const DIGIT: u64 = (1 << 52) - 1;

/// The constants of `K` primes, of which every one is above half of every other: three or four.
pub(crate) struct Limbs<const K: usize> {
    token: Ifma,
    primes: [u64; K],
    /// `p_j^(-1)` modulo `p_k` with its quotient, for `j < k`.
    inverses: [[[u64; 2]; K]; K],
    /// The digits of `P_k`.
    products: [[u64; K]; K],
}

impl<const K: usize> Limbs<K> {
    /// Returns the constants, where the machine has products of 52 bits.
    pub(crate) fn new(primes: &[Modular; K]) -> Option<Self> {
        let token = Ifma::detect()?;
        let pair = |p: &Modular, w: u64| {
            let shoup = p.prepare(&w);
            [shoup.factor, shoup.quotient >> 12]
        };
        let inverse = |k: usize, j: usize| {
            if j < k { pair(&primes[k], primes[k].inverse(&primes[j].modulus()).unwrap_or(0)) } else { [0; 2] }
        };
        let mut products = [[0; K]; K];
        products[0][0] = 1;
        for k in 1..K {
            let mut carry = 0;
            products[k] = lists::map(products[k - 1], |digit| {
                let sum = u128::from(digit) * u128::from(primes[k - 1].modulus()) + carry;
                carry = sum >> 52;
                sum as u64 & DIGIT
            });
        }
        let inverses = lists::from_fn(|k| lists::from_fn(|j| inverse(k, j)));
        Some(Limbs { token, primes: lists::map(*primes, |p| p.modulus()), inverses, products })
    }

    /// Computes `out <- sum_i c_i B^i` with the coefficients `c_i` below `B^3` by their residues, and returns the limbs above `out`. All
    /// lists have the same length, a multiple of eight.
    pub(crate) fn write(&self, residues: [&[u64]; K], out: &mut [u64]) -> [u64; 3] {
        self.token.run(
            #[inline(always)]
            || {
                let _: Ifma = self.token;
                // SAFETY: the token says that the processor has the features.
                unsafe { self.run(residues, out) }
            },
        )
    }

    with_ifma! { compiled!
        #[inline]
        fn run(&self, residues: [&[u64]; K], out: &mut [u64]) -> [u64; 3] {
            let zero = _mm512_setzero_si512();
            let (mut middle, mut high) = (zero, zero);
            // Carries into the next lane: of the two sums, and of the carries themselves.
            let mut carries = [0u32; 3];
            let residues = residues.map(|list| list.as_chunks::<8>().0);
            for (t, out) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let mut x = [zero; K];
                for k in 0..K {
                    x[k] = load(&residues[k][t]);
                }
                let [w0, w1, w2] = self.words(x);
                let (from_middle, from_high) = (_mm512_alignr_epi64::<7>(w1, middle), _mm512_alignr_epi64::<6>(w2, high));
                (middle, high) = (w1, w2);
                let first = _mm512_add_epi64(w0, from_middle);
                let second = _mm512_add_epi64(first, from_high);
                let over_first = u32::from(_mm512_cmplt_epu64_mask(first, w0));
                let over_second = u32::from(_mm512_cmplt_epu64_mask(second, from_high));
                let into = [over_first << 1 | carries[0], over_second << 1 | carries[1]];
                let one = _mm512_set1_epi64(1);
                let sum = _mm512_mask_add_epi64(second, into[0] as u8, second, one);
                let sum = _mm512_mask_add_epi64(sum, into[1] as u8, sum, one);
                let again = u32::from(_mm512_cmplt_epu64_mask(sum, second)) << 1 | carries[2];
                // A lane of ones passes a carry on: adding the bits of both masks walks through all such lanes at once.
                let ones = u32::from(_mm512_cmpeq_epi64_mask(sum, _mm512_set1_epi64(-1)));
                let walked = again + ones;
                store(out, _mm512_mask_add_epi64(sum, (walked ^ ones) as u8, sum, one));
                carries = [into[0] >> 8, into[1] >> 8, walked >> 8];
            }
            let (mut last, mut beyond) = ([0; 8], [0; 8]);
            store(&mut last, middle);
            store(&mut beyond, high);
            let low = u128::from(last[7]) + u128::from(beyond[6]) + u128::from(carries.iter().sum::<u32>());
            let rest = (low >> 64) + u128::from(beyond[7]);
            [low as u64, rest as u64, (rest >> 64) as u64]
        }
    }

    with_ifma! { compiled!
        /// Returns the three limbs of each coefficient.
        #[inline]
        fn words(&self, residues: [__m512i; K]) -> [__m512i; 3] {
            let zero = _mm512_setzero_si512();
            let digit = splat(DIGIT);
            let mut x = residues;
            for k in 1..K {
                let p = splat(self.primes[k]);
                let (twice, negative) = (_mm512_add_epi64(p, p), splat(DIGIT + 1 - self.primes[k]));
                for j in 0..k {
                    // Digits are below twice every prime, and a product is below twice its own.
                    let difference = _mm512_sub_epi64(_mm512_add_epi64(x[k], twice), x[j]);
                    let [w, quotient] = self.inverses[k][j];
                    let (w, quotient) = (splat(w), splat(quotient));
                    let quotient = _mm512_madd52hi_epu64(zero, difference, quotient);
                    let product = _mm512_madd52lo_epu64(_mm512_madd52lo_epu64(zero, difference, w), quotient, negative);
                    x[k] = _mm512_and_si512(product, digit);
                }
                x[k] = _mm512_min_epu64(x[k], _mm512_sub_epi64(x[k], p));
            }
            let mut d = [zero; K];
            d[0] = x[0];
            for k in 1..K {
                for j in 0..k {
                    let factor = splat(self.products[k][j]);
                    d[j] = _mm512_madd52lo_epu64(d[j], factor, x[k]);
                    d[j + 1] = _mm512_madd52hi_epu64(d[j + 1], factor, x[k]);
                }
            }
            for j in 1..K {
                d[j] = _mm512_add_epi64(d[j], _mm512_srli_epi64::<52>(d[j - 1]));
                d[j - 1] = _mm512_and_si512(d[j - 1], digit);
            }
            let last = if K > 3 { _mm512_slli_epi64::<28>(d[K - 1]) } else { zero };
            [
                _mm512_or_si512(d[0], _mm512_slli_epi64::<52>(d[1])),
                _mm512_or_si512(_mm512_srli_epi64::<12>(d[1]), _mm512_slli_epi64::<40>(d[2])),
                _mm512_or_si512(_mm512_srli_epi64::<24>(d[2]), last),
            ]
        }
    }
}

with_ifma! { compiled!
    #[inline]
    fn splat(x: u64) -> __m512i {
        _mm512_set1_epi64(x as i64)
    }
}

with_ifma! { compiled!
    #[inline]
    fn load(x: &[u64; 8]) -> __m512i {
        // SAFETY: 64 bytes, by type.
        unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
    }
}

with_ifma! { compiled!
    #[inline]
    fn store(x: &mut [u64; 8], v: __m512i) {
        // SAFETY: 64 bytes, by type.
        unsafe { _mm512_storeu_si512(x.as_mut_ptr().cast(), v) }
    }
}
