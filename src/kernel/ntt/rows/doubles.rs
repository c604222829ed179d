//! Four words modulo a prime below `2^50`, by doubles: AVX2 with FMA. Residues are words below `2 p` in registers, values doubles of at most
//! `4 p` in absolute value, whose bits lie in words.
//!
//! # Idea
//! That of [the transforms](super::super::doubles). A product of two residues takes one of them below `p/2`, and its quotient from the
//! product itself: with `|h| <= 2 p^2 < 2^101` the rounding of `h`, of `1/p` and of their product put it off by less than 1.
#![allow(unsafe_code, reason = "entering the instruction set")]

use super::{
    super::doubles::{DoubleLanes, Four, pair},
    lanes::{Lanes, Pair},
};
use crate::{
    kernel::packed::{Avx2, with_avx2},
    rings::Modular,
};
use core::arch::x86_64::*;

/// `2^52`: below it words are the last bits of doubles.
const EXPONENT: f64 = 4_503_599_627_370_496.0;

/// Words in vectors of four, and doubles that are integers.
#[derive(Clone, Copy)]
struct Both(Avx2);

impl Both {
    with_avx2! { super::super::methods!
        fn splat(x: u64) -> __m256i { _mm256_set1_epi64x(x as i64) }
        fn load(x: &[u64; 4]) -> __m256i {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_loadu_si256(x.as_ptr().cast()) }
        }
        fn store(x: &mut [u64; 4], v: __m256i) {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_storeu_si256(x.as_mut_ptr().cast(), v) }
        }
        fn add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi64(a, b) }
        fn sub(a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi64(a, b) }
        fn trim(x: __m256i, m: __m256i) -> __m256i {
            let less = _mm256_castsi256_pd(_mm256_sub_epi64(x, m));
            _mm256_castpd_si256(_mm256_blendv_pd(less, _mm256_castsi256_pd(x), less))
        }
        fn split(x: __m256i) -> [__m256i; 2] {
            [_mm256_and_si256(x, _mm256_set1_epi64x((1 << 52) - 1)), _mm256_srli_epi64::<52>(x)]
        }
        fn double(x: __m256i) -> __m256d {
            let exponent = _mm256_set1_pd(EXPONENT);
            _mm256_sub_pd(_mm256_or_pd(_mm256_castsi256_pd(x), exponent), exponent)
        }
        fn bits(x: __m256d) -> __m256i { _mm256_castpd_si256(x) }
        fn of_bits(x: __m256i) -> __m256d { _mm256_castsi256_pd(x) }
        fn word(x: __m256d, p: __m256d) -> __m256i {
            let exponent = _mm256_set1_pd(EXPONENT);
            _mm256_castpd_si256(_mm256_xor_pd(_mm256_add_pd(x, _mm256_add_pd(p, exponent)), exponent))
        }
        fn product(a: __m256d, b: __m256d, p: __m256d, reciprocal: __m256d) -> __m256d {
            let rounding = _mm256_set1_pd(1.5 * EXPONENT);
            let high = _mm256_mul_pd(a, b);
            let low = _mm256_fmsub_pd(a, b, high);
            let quotient = _mm256_sub_pd(_mm256_fmadd_pd(high, reciprocal, rounding), rounding);
            _mm256_add_pd(_mm256_fnmadd_pd(quotient, p, high), low)
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Doubles {
    words: Both,
    lanes: Four,
    ring: Modular,
    /// `2^52`.
    beyond: Pair,
}

impl Doubles {
    /// Returns the lanes for a prime below `2^50`, where the machine has them.
    pub(super) fn new(ring: &Modular) -> Option<Self> {
        let token = Avx2::detect()?;
        let beyond = bits(ring, ring.element(1 << 52));
        Some(Doubles { words: Both(token), lanes: Four(token), ring: *ring, beyond })
    }

    #[inline(always)]
    fn modulus(self) -> __m256d {
        self.lanes.splat(self.ring.modulus() as f64)
    }

    #[inline(always)]
    fn reciprocal(self) -> __m256d {
        self.lanes.splat(1.0 / self.ring.modulus() as f64)
    }

    #[inline(always)]
    fn twice(self) -> __m256i {
        self.words.splat(2 * self.ring.modulus())
    }

    /// Returns an integer from `-p` to `p - 1` as a word.
    #[inline(always)]
    fn word(self, x: __m256d) -> __m256i {
        self.words.word(x, self.modulus())
    }

    /// Returns an integer below `2^53` in absolute value, reduced to `p/2` and a little more.
    #[inline(always)]
    fn small(self, x: __m256d) -> __m256d {
        self.lanes.reduce(x, self.modulus(), self.reciprocal())
    }

    /// Returns `a b` of doubles of at most `4 p` in absolute value, below `p` in absolute value.
    #[inline(always)]
    fn double_product(self, a: __m256d, b: __m256d) -> __m256d {
        self.words.product(self.small(a), b, self.modulus(), self.reciprocal())
    }

    /// Returns the product of values.
    #[inline(always)]
    fn product_of_values(self, a: __m256i, b: __m256i) -> __m256d {
        self.double_product(self.words.of_bits(a), self.words.of_bits(b))
    }
}

/// Returns `w` and `w/p` by the bits of their doubles.
fn bits(ring: &Modular, w: u64) -> Pair {
    pair(ring, w).map(f64::to_bits)
}

impl Lanes<4> for Doubles {
    const ENTERED: bool = true;

    type Token = Avx2;
    type V = __m256i;
    type Factor = [__m256d; 2];
    /// An integer of at most `p` in absolute value.
    type Sum = __m256d;

    #[inline(always)]
    fn token(self) -> Avx2 {
        self.words.0
    }
    #[inline(always)]
    fn splat(self, [w, quotient]: Pair) -> [__m256d; 2] {
        [self.lanes.splat(f64::from_bits(w)), self.lanes.splat(f64::from_bits(quotient))]
    }
    #[inline(always)]
    fn load(self, x: &[u64; 4]) -> __m256i {
        self.words.load(x)
    }
    #[inline(always)]
    fn store(self, x: &mut [u64; 4], v: __m256i) {
        self.words.store(x, self.words.trim(v, self.words.splat(self.ring.modulus())));
    }
    #[inline(always)]
    fn enter(self, x: __m256i) -> __m256i {
        let [low, high] = self.words.split(x);
        let high = self.lanes.product(self.words.double(high), self.splat(self.beyond), self.modulus());
        self.word(self.small(self.lanes.add(self.words.double(low), high)))
    }
    #[inline(always)]
    fn reduce(self, x: __m256i) -> __m256i {
        self.enter(x)
    }
    #[inline(always)]
    fn plus(self, a: __m256i, b: __m256i) -> __m256i {
        self.words.trim(self.words.add(a, b), self.twice())
    }
    #[inline(always)]
    fn minus(self, a: __m256i, b: __m256i) -> __m256i {
        self.words.trim(self.words.add(a, self.words.sub(self.twice(), b)), self.twice())
    }
    #[inline(always)]
    fn times(self, a: __m256i, w: [__m256d; 2]) -> __m256i {
        self.word(self.lanes.product(self.words.double(a), w, self.modulus()))
    }
    #[inline(always)]
    fn product(self, a: __m256i, b: __m256i) -> __m256i {
        self.word(self.double_product(self.words.double(a), self.words.double(b)))
    }
    #[inline(always)]
    fn no_products(self) -> __m256d {
        self.lanes.splat(0.0)
    }
    #[inline(always)]
    fn add_product(self, sum: __m256d, a: __m256i, b: __m256i) -> __m256d {
        self.small(self.lanes.add(sum, self.product_of_values(a, b)))
    }
    #[inline(always)]
    fn reduced(self, sum: __m256d) -> __m256i {
        self.words.bits(sum)
    }
    #[inline(always)]
    fn value_product(self, a: __m256i, b: __m256i) -> __m256i {
        self.words.bits(self.product_of_values(a, b))
    }
    #[inline(always)]
    fn value_sum(self, a: __m256i, b: __m256i) -> __m256i {
        self.words.bits(self.small(self.lanes.add(self.words.of_bits(a), self.words.of_bits(b))))
    }
    #[inline(always)]
    fn store_value(self, x: &mut [u64; 4], v: __m256i) {
        self.words.store(x, v);
    }
    fn value(self, residue: u64) -> u64 {
        (residue as f64).to_bits()
    }
    fn negative(self, value: u64) -> u64 {
        (-f64::from_bits(value)).to_bits()
    }
    fn radix(self) -> u64 {
        1
    }
    fn pair(self, w: u64) -> Pair {
        bits(&self.ring, w)
    }
}
