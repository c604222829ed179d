//! From residues modulo `K` primes below `2^50` to the limbs of a sum, eight coefficients at a time.
//!
//! Notation: `P_k` the product of the first `k` primes, `B = 2^64`, `D = 2^52`.
//!
//! # Idea
//! A coefficient is `x_0 + x_1 P_1 + x_2 P_2 + ...` in mixed radix. With `P_k` in digits to the base `D` the low and
//! high halves of products add up to digits of the coefficient, which fit words. These make two limbs and a part of a
//! third. The limbs of neighbours are added one and two lanes up, and a carry goes from lane to lane through the bits
//! of a mask.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{
    super::words_avx512::with_ifma,
    garner::{DIGIT, Garner, splat},
};
use crate::{kernel::packed::Token, lists, rings::Modular};
use core::arch::x86_64::*;

/// The constants of three primes or four.
pub(crate) struct Limbs<const K: usize> {
    garner: Garner<K>,
    /// The digits of `P_k`.
    products: [[u64; K]; K],
}

impl<const K: usize> Limbs<K> {
    /// Returns the constants, where the machine has products of 52 bits.
    pub(crate) fn new(primes: [Modular; K]) -> Option<Self> {
        let garner = Garner::new(primes)?;
        let mut products = [[0; K]; K];
        products[0][0] = 1;
        for k in 1..K {
            let mut carry = 0;
            products[k] = lists::map(products[k - 1], |digit| {
                let sum = u128::from(digit) * u128::from(garner.primes()[k - 1]) + carry;
                carry = sum >> 52;
                sum as u64 & DIGIT
            });
        }
        Some(Limbs { garner, products })
    }

    /// Computes `out <- sum_i c_i B^i` with the coefficients `c_i` below `B^3` by their residues, and returns the limbs above `out`. All
    /// lists have the same length, a multiple of eight.
    pub(crate) fn write(&self, residues: [&[u64]; K], out: &mut [u64]) -> [u64; 3] {
        let residues = lists::map(residues, |list| list.as_chunks().0);
        self.garner.token().run(
            #[inline(always)]
            || {
                // SAFETY: there is a token, so `detect` found the features.
                unsafe { self.run(residues, out) }
            },
        )
    }

    with_ifma! { compiled!
        #[inline]
        fn run(&self, residues: [&[[u64; 8]]; K], out: &mut [u64]) -> [u64; 3] {
            let (zero, one) = (_mm512_setzero_si512(), splat(1));
            let (mut middle, mut high) = (zero, zero);
            // Carries into the next lane: of the two sums, and of the carries themselves.
            let mut carries = [0u32; 3];
            for (t, out) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let mut x = [zero; K];
                let mut k = 0;
                while k < K {
                    x[k] = load(&residues[k][t]);
                    k += 1;
                }
                let [w0, w1, w2] = self.words(x);
                let (from_middle, from_high) = (_mm512_alignr_epi64::<7>(w1, middle), _mm512_alignr_epi64::<6>(w2, high));
                (middle, high) = (w1, w2);
                let first = _mm512_add_epi64(w0, from_middle);
                let second = _mm512_add_epi64(first, from_high);
                let over_first = u32::from(_mm512_cmplt_epu64_mask(first, w0));
                let over_second = u32::from(_mm512_cmplt_epu64_mask(second, from_high));
                let into = [over_first << 1 | carries[0], over_second << 1 | carries[1]];
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

    /// Computes the digits of the coefficients to the base `D` in place of their residues. All lists have the same length, a multiple of
    /// eight.
    pub(crate) fn digits_in_place(&self, lists: [&mut [u64]; K]) {
        let lists = lists::map(lists, |list| list.as_chunks_mut().0);
        self.garner.token().run(
            #[inline(always)]
            || {
                // SAFETY: there is a token, so `detect` found the features.
                unsafe { self.replace(lists) }
            },
        );
    }

    with_ifma! { compiled!
        #[inline]
        fn replace(&self, lists: [&mut [[u64; 8]]; K]) {
            let mut t = 0;
            while t < lists[0].len() {
                let mut x = [_mm512_setzero_si512(); K];
                let mut k = 0;
                while k < K {
                    x[k] = load(&lists[k][t]);
                    k += 1;
                }
                let x = self.digits(x);
                let mut k = 0;
                while k < K {
                    store(&mut lists[k][t], x[k]);
                    k += 1;
                }
                t += 1;
            }
        }
    }

    with_ifma! { compiled!
        /// Returns the digits of each coefficient.
        #[inline]
        fn digits(&self, residues: [__m512i; K]) -> [__m512i; K] {
            let zero = _mm512_setzero_si512();
            let x = self.garner.digits(residues);
            let mut d = [zero; K];
            d[0] = x[0];
            let mut k = 1;
            while k < K {
                let mut j = 0;
                while j < k {
                    let factor = splat(self.products[k][j]);
                    d[j] = _mm512_madd52lo_epu64(d[j], factor, x[k]);
                    d[j + 1] = _mm512_madd52hi_epu64(d[j + 1], factor, x[k]);
                    j += 1;
                }
                k += 1;
            }
            let mut j = 1;
            while j < K {
                d[j] = _mm512_add_epi64(d[j], _mm512_srli_epi64::<52>(d[j - 1]));
                d[j - 1] = _mm512_and_si512(d[j - 1], splat(DIGIT));
                j += 1;
            }
            d
        }
    }

    with_ifma! { compiled!
        /// Returns the three limbs of each coefficient.
        #[inline]
        fn words(&self, residues: [__m512i; K]) -> [__m512i; 3] {
            let zero = _mm512_setzero_si512();
            let d = self.digits(residues);
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
    pub(super) fn load(x: &[u64; 8]) -> __m512i {
        // SAFETY: 64 bytes, by type.
        unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
    }
}

with_ifma! { compiled!
    #[inline]
    pub(super) fn store(x: &mut [u64; 8], v: __m512i) {
        // SAFETY: 64 bytes, by type.
        unsafe { _mm512_storeu_si512(x.as_mut_ptr().cast(), v) }
    }
}
