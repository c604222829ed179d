//! Eight words modulo a prime below `2^50`, by products of 52 bits. Residues are below `2 p` in registers.
#![allow(unsafe_code, reason = "entering the instruction set")]

use super::{
    super::{
        words::Words,
        words_avx512::{Ifma, Words52},
    },
    lanes::{Lanes, Pair},
};
use crate::{algebra::Action, rings::Modular};
use core::arch::x86_64::*;

#[derive(Clone, Copy)]
pub(super) struct Short {
    words: Words52,
    ring: Modular,
    /// `p^(-1)` modulo `2^52`.
    inverse: u64,
    one: Pair,
    /// `2^52`.
    beyond: Pair,
}

/// Returns `w` and `floor(2^52 w/p)`.
fn pair(ring: &Modular, w: u64) -> Pair {
    let shoup = ring.prepare(&w);
    [shoup.factor, shoup.quotient >> 12]
}

impl Short {
    /// Returns the lanes for a prime below `2^50`, where the machine has them.
    pub(super) fn new(ring: &Modular) -> Option<Self> {
        let p = ring.modulus();
        let inverse = (0..5).fold(p, |x, _| x.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(x)))) % (1 << 52);
        let [one, beyond] = [pair(ring, 1), pair(ring, ring.element(1 << 52))];
        Some(Short { words: Words52(Ifma::detect()?), ring: *ring, inverse, one, beyond })
    }

    #[inline(always)]
    fn modulus(self) -> __m512i {
        Words::<8>::splat(self.words, self.ring.modulus())
    }

    #[inline(always)]
    fn twice(self) -> __m512i {
        Words::<8>::splat(self.words, 2 * self.ring.modulus())
    }
}

impl Lanes<8> for Short {
    type Token = Ifma;
    type V = __m512i;
    type Factor = [__m512i; 2];
    /// The lower and the upper halves of the products, each below `2^11` times `2^52`.
    type Sum = [__m512i; 2];

    #[inline(always)]
    fn token(self) -> Ifma {
        self.words.0
    }
    #[inline(always)]
    fn splat(self, w: Pair) -> [__m512i; 2] {
        [Words::<8>::splat(self.words, w[0]), Words::<8>::splat(self.words, w[1])]
    }
    #[inline(always)]
    fn load(self, x: &[u64; 8]) -> __m512i {
        Words::<8>::load(self.words, x)
    }
    #[inline(always)]
    fn store(self, x: &mut [u64; 8], v: __m512i) {
        self.words.store(x, self.words.trim(v, self.modulus()));
    }
    #[inline(always)]
    fn enter(self, x: __m512i) -> __m512i {
        // The low bits are below 2^52 = 4 p + 4 (2^50 - p); the high part, a factor below 2^12, leaves less than p (1 + 2^-40).
        let [low, high] = self.words.split(x);
        let high = self.times(high, self.splat(self.beyond));
        self.words.trim(self.words.add(self.words.trim(low, self.twice()), high), self.twice())
    }
    #[inline(always)]
    fn reduce(self, x: __m512i) -> __m512i {
        let [low, high] = self.words.split(x);
        self.plus(self.times(low, self.splat(self.one)), self.times(high, self.splat(self.beyond)))
    }
    #[inline(always)]
    fn plus(self, a: __m512i, b: __m512i) -> __m512i {
        self.words.trim(self.words.add(a, b), self.twice())
    }
    #[inline(always)]
    fn minus(self, a: __m512i, b: __m512i) -> __m512i {
        self.words.trim(self.words.add(a, self.words.sub(self.twice(), b)), self.twice())
    }
    #[inline(always)]
    fn times(self, a: __m512i, w: [__m512i; 2]) -> __m512i {
        self.words.shoup(a, w, Words::<8>::splat(self.words, (1 << 52) - self.ring.modulus()))
    }
    /// Multiplies factors below `4 p`: the high half of their product is below `4 p`, the sum below `5 p`.
    #[inline(always)]
    fn product(self, a: __m512i, b: __m512i) -> __m512i {
        let constants = [self.modulus(), Words::<8>::splat(self.words, self.inverse)];
        // SAFETY: the words hold a token, so `detect` found the features.
        let sum = unsafe { montgomery(a, b, constants) };
        self.words.trim(self.words.trim(sum, self.twice()), self.twice())
    }
    #[inline(always)]
    fn no_products(self) -> [__m512i; 2] {
        [Words::<8>::splat(self.words, 0); 2]
    }
    /// Adds a product of factors of at most `4 p`, below `2^52`: both halves of the product are below `2^52`.
    #[inline(always)]
    fn add_product(self, sum: [__m512i; 2], a: __m512i, b: __m512i) -> [__m512i; 2] {
        // SAFETY: the words hold a token, so `detect` found the features.
        unsafe { add_product(sum, a, b) }
    }
    #[inline(always)]
    fn reduced(self, sum: [__m512i; 2]) -> __m512i {
        let constants = [self.modulus(), Words::<8>::splat(self.words, self.inverse)];
        // SAFETY: the words hold a token, so `detect` found the features.
        self.enter(unsafe { reduced(sum, constants) })
    }
    #[inline(always)]
    fn zero(self) -> u64 {
        4 * self.ring.modulus()
    }
    fn radix(self) -> u64 {
        self.ring.element(1 << 52)
    }
    fn pair(self, w: u64) -> Pair {
        pair(&self.ring, w)
    }
}

/// Returns `floor(a b/2^52) - floor(q p/2^52) + p`, with `q = a b p^(-1)` modulo `2^52`: the low halves are the same.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")]
fn montgomery(a: __m512i, b: __m512i, [p, inverse]: [__m512i; 2]) -> __m512i {
    let zero = _mm512_setzero_si512();
    let low = _mm512_madd52lo_epu64(zero, a, b);
    let quotient = _mm512_madd52lo_epu64(zero, low, inverse);
    _mm512_sub_epi64(_mm512_madd52hi_epu64(p, a, b), _mm512_madd52hi_epu64(zero, quotient, p))
}

/// Returns `sum + a b`, half by half.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")]
fn add_product([low, high]: [__m512i; 2], a: __m512i, b: __m512i) -> [__m512i; 2] {
    [_mm512_madd52lo_epu64(low, a, b), _mm512_madd52hi_epu64(high, a, b)]
}

/// Reduces the sum over `2^52` to any word of the residue, below `2^63 + 2^12`. It adds the carry of the lower half to
/// the upper one and subtracts `floor(q p/2^52) - p`. There `q` is the lower half times `p^(-1)` modulo `2^52`, so that
/// the low halves are equal.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")]
fn reduced([low, high]: [__m512i; 2], [p, inverse]: [__m512i; 2]) -> __m512i {
    let zero = _mm512_setzero_si512();
    let high = _mm512_add_epi64(_mm512_add_epi64(high, p), _mm512_srli_epi64::<52>(low));
    // Products take the lowest 52 bits of `low` alone.
    let quotient = _mm512_madd52lo_epu64(zero, low, inverse);
    _mm512_sub_epi64(high, _mm512_madd52hi_epu64(zero, quotient, p))
}
