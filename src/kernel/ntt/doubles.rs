//! Residues modulo a prime below `2^50` as doubles, where there are no products of 52 bits: AVX2 with FMA.
//!
//! Notation: `p` the modulus; a factor is `w`, `|w| <= p/2`, with `u`, the double nearest to `w/p`.
//!
//! # Idea
//! `x w = h + l` exactly, with `h` the rounded product and `l` its error by a fused product. With `q` the integer
//! nearest to `x u`, `(h - q p) + l` is `x w` modulo `p`, and exact: `h - q p` is a multiple of a power of two and has
//! few enough digits. For `|x| <= 4 p < 2^52`, `|x u| <= 2 p` is off by at most `1/4` for `u` and `1/4` for its own
//! rounding, so `|result| <= p`.
//!
//! | | |
//! |---|---|
//! | free | `|x| <= 4 p`, an integer |
//! | tight | `|x| <= p` |
//! | in memory | the caller's words before the first pass and after the last, doubles between |
//!
//! A butterfly doubles the bound. So two levels need no reduction, which allows radix 4 but not 8.
//!
//! # Literature
//! The representation is that of FLINT's `fft_small`.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{Residues, words_avx2::transpose4};
use crate::{
    algebra::{Action, Ring},
    kernel::packed::{Avx2, with_avx2},
    lists,
    rings::Modular,
};
use core::arch::x86_64::*;

/// Four doubles.
#[derive(Clone, Copy, Debug)]
struct Four(Avx2);

impl Four {
    with_avx2! { super::methods!
        fn splat(x: f64) -> __m256d { _mm256_set1_pd(x) }
        fn load(x: &[u64; 4]) -> __m256d {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_loadu_pd(x.as_ptr().cast()) }
        }
        fn load_doubles(x: &[f64; 4]) -> __m256d {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_loadu_pd(x.as_ptr()) }
        }
        fn store(x: &mut [u64; 4], v: __m256d) {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_storeu_pd(x.as_mut_ptr().cast(), v) }
        }
        fn add(a: __m256d, b: __m256d) -> __m256d { _mm256_add_pd(a, b) }
        fn sub(a: __m256d, b: __m256d) -> __m256d { _mm256_sub_pd(a, b) }
        fn product(x: __m256d, w: [__m256d; 2], p: __m256d) -> __m256d {
            let high = _mm256_mul_pd(x, w[0]);
            let low = _mm256_fmsub_pd(x, w[0], high);
            let quotient = _mm256_round_pd::<8>(_mm256_mul_pd(x, w[1]));
            _mm256_add_pd(_mm256_fnmadd_pd(quotient, p, high), low)
        }
        fn reduce(x: __m256d, p: __m256d, reciprocal: __m256d) -> __m256d {
            _mm256_fnmadd_pd(_mm256_round_pd::<8>(_mm256_mul_pd(x, reciprocal)), p, x)
        }
        fn union(a: __m256d, b: __m256d) -> __m256d { _mm256_or_pd(a, b) }
        fn is_long(x: __m256d) -> bool {
            let long = _mm256_srli_epi64::<50>(_mm256_castpd_si256(x));
            _mm256_testz_si256(long, long) == 0
        }
        fn below_52(x: __m256d) -> __m256d {
            let bits = _mm256_and_si256(_mm256_castpd_si256(x), _mm256_set1_epi64x((1 << 52) - 1));
            let exponent = _mm256_set1_pd(4_503_599_627_370_496.0);
            _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(bits, _mm256_castpd_si256(exponent))), exponent)
        }
        fn above_52(x: __m256d) -> __m256d { _mm256_castsi256_pd(_mm256_srli_epi64::<52>(_mm256_castpd_si256(x))) }
        fn to_words(x: __m256d, p: __m256d) -> __m256d {
            let exponent = _mm256_set1_pd(4_503_599_627_370_496.0);
            let positive = _mm256_add_pd(x, _mm256_and_pd(_mm256_cmp_pd::<_CMP_LT_OQ>(x, _mm256_setzero_pd()), p));
            _mm256_xor_pd(_mm256_add_pd(positive, exponent), exponent)
        }
        fn transpose(v: [__m256d; 4]) -> [__m256d; 4] {
            let c = |v| _mm256_castpd_si256(v);
            let [a, b, c, d] = transpose4([c(v[0]), c(v[1]), c(v[2]), c(v[3])]);
            [_mm256_castsi256_pd(a), _mm256_castsi256_pd(b), _mm256_castsi256_pd(c), _mm256_castsi256_pd(d)]
        }
    }
}

/// The ring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubles {
    lanes: Four,
    ring: Modular,
    p: f64,
    reciprocal: f64,
    eighths: [[f64; 2]; 3],
    /// `2^52`.
    beyond: [f64; 2],
}

impl Doubles {
    /// Creates the arithmetic for a modulus below `2^50`; `eighths` as for [`Lazy`](super::lazy::Lazy).
    pub(crate) fn new(token: Avx2, ring: Modular, eighths: [u64; 3]) -> Self {
        debug_assert!(ring.modulus() < 1 << 50);
        let eighths = lists::map(eighths, |w| pair(&ring, w));
        let p = ring.modulus() as f64;
        let beyond = pair(&ring, ring.element(1 << 52));
        Doubles { lanes: Four(token), ring, p, reciprocal: 1.0 / p, eighths, beyond }
    }

    #[inline(always)]
    fn modulus(self) -> __m256d {
        self.lanes.splat(self.p)
    }

    #[inline(always)]
    fn product(self, x: __m256d, w: [__m256d; 2]) -> __m256d {
        self.lanes.product(x, w, self.modulus())
    }

    #[inline(always)]
    fn pair(self, w: [f64; 2]) -> [__m256d; 2] {
        [self.lanes.splat(w[0]), self.lanes.splat(w[1])]
    }
}

/// Returns `w`, from `-p/2` to `p/2`, with `w/p`.
fn pair(ring: &Modular, w: u64) -> [f64; 2] {
    let (w, p) = (ring.prepare(&w).factor, ring.modulus());
    let balanced = if w > p / 2 { -((p - w) as f64) } else { w as f64 };
    [balanced, balanced / p as f64]
}

impl Residues<4> for Doubles {
    type Token = Avx2;
    type Scalar = u64;
    type Block = [u64; 4];
    type Vec = __m256d;
    type Twiddle = [f64; 2];
    type Row = [[f64; 4]; 2];
    type Factor = [__m256d; 2];

    const RADIX8: bool = false;
    const EIGHTS: bool = false;
    const TABLE: usize = 0;

    #[inline(always)]
    fn token(self) -> Avx2 {
        self.lanes.0
    }

    fn one(self) -> u64 {
        1
    }
    fn times(self, a: u64, b: u64) -> u64 {
        let mut product = a;
        self.ring.mul_assign(&mut product, &b);
        product
    }
    fn prepare(self, w: u64) -> [f64; 2] {
        pair(&self.ring, w)
    }
    fn row(self, w: [[f64; 2]; 4]) -> [[f64; 4]; 2] {
        [lists::map(w, |w| w[0]), lists::map(w, |w| w[1])]
    }

    #[inline(always)]
    fn load(self, block: &[u64; 4]) -> __m256d {
        self.lanes.load(block)
    }
    #[inline(always)]
    fn store(self, block: &mut [u64; 4], v: __m256d) {
        self.lanes.store(block, v);
    }
    #[inline(always)]
    fn splat(self, w: &[f64; 2]) -> [__m256d; 2] {
        self.pair(*w)
    }
    #[inline(always)]
    fn factor(self, w: &[[f64; 4]; 2]) -> [__m256d; 2] {
        [self.lanes.load_doubles(&w[0]), self.lanes.load_doubles(&w[1])]
    }
    #[inline(always)]
    fn mul(self, x: __m256d, w: [__m256d; 2]) -> __m256d {
        self.product(x, w)
    }
    #[inline(always)]
    fn butterfly(self, a: __m256d, b: __m256d) -> (__m256d, __m256d) {
        (self.lanes.add(a, b), self.lanes.sub(a, b))
    }
    #[inline(always)]
    fn rotate<const K: usize>(self, x: __m256d) -> __m256d {
        // Between the two levels of a radix of 4 there is room.
        if K == 0 { x } else { self.product(x, self.pair(self.eighths[K - 1])) }
    }
    #[inline(always)]
    fn reduce(self, x: __m256d) -> __m256d {
        self.lanes.reduce(x, self.modulus(), self.lanes.splat(self.reciprocal))
    }
    #[inline(always)]
    fn enter(self, x: __m256d) -> __m256d {
        let mut v = [x];
        self.enter_all(&mut v);
        v[0]
    }
    #[inline(always)]
    fn enter_all(self, v: &mut [__m256d]) {
        let mut bits = v[0];
        let mut j = 1;
        while j < v.len() {
            bits = self.lanes.union(bits, v[j]);
            j += 1;
        }
        let long = self.lanes.is_long(bits);
        let mut j = 0;
        while j < v.len() {
            let x = v[j];
            v[j] = self.reduce(self.lanes.below_52(x));
            if long {
                let high = self.product(self.lanes.below_52(self.lanes.above_52(x)), self.pair(self.beyond));
                v[j] = self.reduce(self.lanes.add(v[j], high));
            }
            j += 1;
        }
    }
    #[inline(always)]
    fn canonical(self, x: __m256d) -> __m256d {
        self.lanes.to_words(self.reduce(x), self.modulus())
    }
    #[inline(always)]
    fn transpose(self, v: [__m256d; 4]) -> [__m256d; 4] {
        self.lanes.transpose(v)
    }
}
