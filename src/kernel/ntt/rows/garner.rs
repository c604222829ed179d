//! From residues modulo `K` primes below `2^50` to digits in mixed radix, eight at a time.
//!
//! # Idea
//! A number below `p_0 p_1 ... ` is `x_0 + x_1 p_0 + x_2 p_0 p_1 + ...` with `0 <= x_k < p_k`, and `x_k` is the residue
//! modulo `p_k` after the earlier digits are subtracted, divided by their primes.
//!
//! # Literature
//! \[Garner 1959\].

use super::super::words_avx512::{Ifma, with_ifma};
use crate::{
    algebra::{Action, Ring},
    lists,
    rings::Modular,
};
use core::arch::x86_64::*;

/// The bits of a digit in which products of 52 bits count.
pub(super) const DIGIT: u64 = (1 << 52) - 1;

/// The constants of `K` primes, each above half of every other.
pub(crate) struct Garner<const K: usize> {
    token: Ifma,
    primes: [u64; K],
    /// `p_j^(-1)` modulo `p_k` with its quotient, for `j < k`.
    inverses: [[[u64; 2]; K]; K],
}

impl<const K: usize> Garner<K> {
    /// Returns the constants, where the machine has products of 52 bits.
    pub(crate) fn new(primes: [Modular; K]) -> Option<Self> {
        let inverse = |k: usize, j: usize| {
            if j >= k {
                return [0; 2];
            }
            let shoup = primes[k].prepare(&primes[k].inverse(&primes[j].modulus()).unwrap_or(0));
            [shoup.factor, shoup.quotient >> 12]
        };
        let inverses = lists::from_fn(|k| lists::from_fn(|j| inverse(k, j)));
        Some(Garner { token: Ifma::detect()?, primes: lists::map(primes, |p| p.modulus()), inverses })
    }

    #[inline(always)]
    pub(super) fn token(&self) -> Ifma {
        self.token
    }

    pub(super) fn primes(&self) -> [u64; K] {
        self.primes
    }

    with_ifma! { compiled!
        /// Returns the digits of each lane.
        #[inline]
        pub(super) fn digits(&self, residues: [__m512i; K]) -> [__m512i; K] {
            let zero = _mm512_setzero_si512();
            let mut x = residues;
            let mut k = 1;
            while k < K {
                let p = splat(self.primes[k]);
                let (twice, negative) = (_mm512_add_epi64(p, p), splat(DIGIT + 1 - self.primes[k]));
                let mut j = 0;
                while j < k {
                    // Digits are below twice every prime, and a product is below twice its own.
                    let difference = _mm512_sub_epi64(_mm512_add_epi64(x[k], twice), x[j]);
                    let [w, quotient] = self.inverses[k][j];
                    let quotient = _mm512_madd52hi_epu64(zero, difference, splat(quotient));
                    let product = _mm512_madd52lo_epu64(zero, difference, splat(w));
                    x[k] = _mm512_and_si512(_mm512_madd52lo_epu64(product, quotient, negative), splat(DIGIT));
                    j += 1;
                }
                x[k] = _mm512_min_epu64(x[k], _mm512_sub_epi64(x[k], p));
                k += 1;
            }
            x
        }
    }
}

with_ifma! { compiled!
    #[inline]
    pub(super) fn splat(x: u64) -> __m512i {
        _mm512_set1_epi64(x as i64)
    }
}
