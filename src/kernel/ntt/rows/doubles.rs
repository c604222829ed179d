//! Four residues modulo a prime below `2^50`, by doubles: AVX2 with FMA. In registers they are integers of at most `4 p` in absolute value; the
//! form of kernels is the same in memory.
//!
//! # Idea
//! That of [the transforms](super::super::doubles). A product of two residues takes one of them of about `p/2`, and its quotient from the
//! product itself: with `|h| <= 2.1 p^2 < 2^102` the rounding of `h`, of `1/p` and of their product put it off by less than 1.
#![allow(unsafe_code, reason = "entering the instruction set")]

use super::{
    super::doubles::{DoubleLanes, Four, pair},
    lanes::{Lanes, Pair, SumLanes},
};
use crate::{
    kernel::packed::{Avx2, with_avx2},
    rings::Modular,
};
use core::arch::x86_64::*;

/// Products of two variable residues.
#[derive(Clone, Copy)]
struct Products(Avx2);

impl Products {
    with_avx2! { super::super::methods!
        fn product(a: __m256d, b: __m256d, p: __m256d, reciprocal: __m256d) -> __m256d {
            // 2^52 and a half.
            let rounding = _mm256_set1_pd(6_755_399_441_055_744.0);
            let high = _mm256_mul_pd(a, b);
            let low = _mm256_fmsub_pd(a, b, high);
            let quotient = _mm256_sub_pd(_mm256_fmadd_pd(high, reciprocal, rounding), rounding);
            _mm256_add_pd(_mm256_fnmadd_pd(quotient, p, high), low)
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Doubles {
    products: Products,
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
        Some(Doubles { products: Products(token), lanes: Four(token), ring: *ring, beyond })
    }

    #[inline(always)]
    fn modulus(self) -> __m256d {
        self.lanes.splat(self.ring.modulus() as f64)
    }

    #[inline(always)]
    fn reciprocal(self) -> __m256d {
        self.lanes.splat(1.0 / self.ring.modulus() as f64)
    }

    /// Returns an integer below `2^53` in absolute value, reduced to `p/2` and a little more.
    #[inline(always)]
    fn small(self, x: __m256d) -> __m256d {
        self.lanes.reduce(x, self.modulus(), self.reciprocal())
    }
}

/// Returns `w` and `w/p` by the bits of their doubles.
fn bits(ring: &Modular, w: u64) -> Pair {
    pair(ring, w).map(f64::to_bits)
}

impl Lanes<4> for Doubles {
    const ENTERED: bool = true;

    type Token = Avx2;
    type Word = u64;
    type V = __m256d;
    type Factor = [__m256d; 2];

    #[inline(always)]
    fn token(self) -> Avx2 {
        self.lanes.token()
    }
    #[inline(always)]
    fn splat(self, [w, quotient]: Pair) -> [__m256d; 2] {
        [self.lanes.splat(f64::from_bits(w)), self.lanes.splat(f64::from_bits(quotient))]
    }
    #[inline(always)]
    fn load(self, x: &[u64; 4]) -> __m256d {
        self.lanes.below_52(self.lanes.load(x))
    }
    #[inline(always)]
    fn store(self, x: &mut [u64; 4], v: __m256d) {
        self.lanes.store(x, self.lanes.to_words(self.small(v), self.modulus()));
    }
    #[inline(always)]
    fn enter(self, x: &[u64; 4]) -> __m256d {
        let words = self.lanes.load(x);
        let low = self.lanes.below_52(words);
        if !self.lanes.is_long(words) {
            return low;
        }
        let high = self.lanes.below_52(self.lanes.above_52(words));
        self.small(self.lanes.add(low, self.times(high, self.splat(self.beyond))))
    }
    #[inline(always)]
    fn plus(self, a: __m256d, b: __m256d) -> __m256d {
        self.lanes.add(a, b)
    }
    #[inline(always)]
    fn minus(self, a: __m256d, b: __m256d) -> __m256d {
        self.lanes.sub(a, b)
    }
    #[inline(always)]
    fn times(self, a: __m256d, w: [__m256d; 2]) -> __m256d {
        self.lanes.product(a, w, self.modulus())
    }
    #[inline(always)]
    fn product(self, a: __m256d, b: __m256d) -> __m256d {
        self.products.product(self.small(a), b, self.modulus(), self.reciprocal())
    }
    fn pair(self, w: u64) -> Pair {
        bits(&self.ring, w)
    }
    fn radix(self) -> u64 {
        1
    }
    #[inline(always)]
    fn load_own(self, x: &[u64; 4]) -> __m256d {
        self.lanes.load(x)
    }
    #[inline(always)]
    fn store_own(self, x: &mut [u64; 4], v: __m256d) {
        self.lanes.store(x, v);
    }
}

impl SumLanes<4> for Doubles {
    /// An integer of at most `p` in absolute value.
    type Sum = __m256d;
    #[inline(always)]
    fn value_sum(self, a: __m256d, b: __m256d) -> __m256d {
        self.small(self.lanes.add(a, b))
    }
    #[inline(always)]
    fn no_products(self) -> __m256d {
        self.lanes.splat(0.0)
    }
    #[inline(always)]
    fn add_product(self, sum: __m256d, a: __m256d, b: __m256d) -> __m256d {
        self.small(self.lanes.add(sum, self.product(a, b)))
    }
    #[inline(always)]
    fn reduced(self, sum: __m256d) -> __m256d {
        sum
    }
    fn value(self, residue: u64) -> u64 {
        (residue as f64).to_bits()
    }
    fn negative(self, value: u64) -> u64 {
        (-f64::from_bits(value)).to_bits()
    }
}
