//! From residues modulo `K` primes below `2^50` to residues modulo a word, eight coefficients at a time.
//!
//! Notation: `m` the odd word, `P_k` the product of the first `k` primes, `D = 2^52`.
//!
//! # Idea
//! A coefficient is `x_0 + x_1 P_1 + ...` in mixed radix. With `C_k = P_k D^2` modulo `m` the sum of `x_k C_k` is, over
//! `D^2`, the coefficient modulo `m`: two steps of Montgomery's reduction remove the two digits. The sum is below
//! `K 2^50 m`, so the result is below `m + 2^12`: for `m` from `2^13` on one conditional subtraction is enough.
//!
//! # Literature
//! \[Garner 1959\]; \[Montgomery 1985\].
#![allow(unsafe_code, reason = "entering the instruction set")]

use super::{
    super::words_avx512::with_ifma,
    garner::{DIGIT, Garner, splat},
    limbs::{load, store},
};
use crate::{algebra::Ring, kernel::packed::Token, lists, rings::Modular};
use core::arch::x86_64::*;

/// The least modulus.
pub(crate) const LEAST: u64 = 1 << 13;

/// The constants of `K` primes, at most four, and a modulus.
pub(crate) struct Modulo<'a, const K: usize> {
    garner: &'a Garner<K>,
    modulus: [u64; 2],
    /// `-m^(-1)` modulo `D`.
    inverse: u64,
    /// The digits of `C_k`.
    factors: [[u64; 2]; K],
}

impl<'a, const K: usize> Modulo<'a, K> {
    /// Creates the constants for an odd modulus of at least [`LEAST`].
    pub(crate) fn new(garner: &'a Garner<K>, ring: &Modular) -> Self {
        let m = ring.modulus();
        let digits = |x: u64| [x & DIGIT, x >> 52];
        let inverse = (0..5).fold(m, |x, _| x.wrapping_mul(2u64.wrapping_sub(m.wrapping_mul(x))));
        let mut factor = ring.pow(&ring.element(1 << 52), 2);
        let factors = lists::map(garner.primes(), |p| {
            let own = factor;
            ring.mul_assign(&mut factor, &ring.element(p));
            digits(own)
        });
        Modulo { garner, modulus: digits(m), inverse: inverse.wrapping_neg() & DIGIT, factors }
    }

    /// Computes `out` from the residues of its coefficients. All lists have the same length, a multiple of eight.
    pub(crate) fn write(&self, residues: [&[u64]; K], out: &mut [u64]) {
        let residues = lists::map(residues, |list| list.as_chunks().0);
        self.garner.token().run(
            #[inline(always)]
            || {
                // SAFETY: there is a token, so `detect` found the features.
                unsafe { self.run(residues, out) }
            },
        );
    }

    with_ifma! { compiled!
        #[inline]
        fn run(&self, residues: [&[[u64; 8]]; K], out: &mut [u64]) {
            for (t, out) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let mut x = [_mm512_setzero_si512(); K];
                let mut k = 0;
                while k < K {
                    x[k] = load(&residues[k][t]);
                    k += 1;
                }
                store(out, self.reduced(self.garner.digits(x)));
            }
        }
    }

    with_ifma! { compiled!
        #[inline]
        fn reduced(&self, x: [__m512i; K]) -> __m512i {
            let mut s = [_mm512_setzero_si512(); 4];
            let mut k = 0;
            while k < K {
                let [low, high] = self.factors[k];
                s[0] = _mm512_madd52lo_epu64(s[0], splat(low), x[k]);
                s[1] = _mm512_madd52hi_epu64(s[1], splat(low), x[k]);
                s[1] = _mm512_madd52lo_epu64(s[1], splat(high), x[k]);
                s[2] = _mm512_madd52hi_epu64(s[2], splat(high), x[k]);
                k += 1;
            }
            let (m0, m1) = (splat(self.modulus[0]), splat(self.modulus[1]));
            let mut j = 0;
            while j < 2 {
                let quotient = _mm512_madd52lo_epu64(_mm512_setzero_si512(), s[j], splat(self.inverse));
                let carry = _mm512_srli_epi64::<52>(_mm512_madd52lo_epu64(s[j], quotient, m0));
                s[j + 1] = _mm512_add_epi64(_mm512_madd52hi_epu64(s[j + 1], quotient, m0), carry);
                s[j + 1] = _mm512_madd52lo_epu64(s[j + 1], quotient, m1);
                s[j + 2] = _mm512_madd52hi_epu64(s[j + 2], quotient, m1);
                j += 1;
            }
            let low = _mm512_and_si512(s[2], splat(DIGIT));
            let high = _mm512_add_epi64(s[3], _mm512_srli_epi64::<52>(s[2]));
            // Below m or not, by the sign of the upper digit of the difference.
            let difference = _mm512_sub_epi64(low, m0);
            let above = _mm512_add_epi64(_mm512_sub_epi64(high, m1), _mm512_srai_epi64::<63>(difference));
            let joined = _mm512_or_si512(low, _mm512_slli_epi64::<52>(high));
            let m = _mm512_or_si512(m0, _mm512_slli_epi64::<52>(m1));
            _mm512_mask_sub_epi64(joined, _mm512_cmpge_epi64_mask(above, _mm512_setzero_si512()), joined, m)
        }
    }
}
