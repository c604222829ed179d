//! Residues modulo a prime below `2^50` as doubles, where there are no products of 52 bits.
//!
//! Notation: `p` the modulus; a factor is `w`, `|w| <= p/2`, with `u`, the double nearest to `w/p`.
//!
//! # Idea
//! `x w = h + l` exactly, with `h` the rounded product and `l` its error by a fused product. With `q` the integer
//! nearest to `x u`, `(h - q p) + l` is `x w` modulo `p`, and exact: `h - q p` is a multiple of a power of two and has
//! few enough digits. For `|x| <= 4 p < 2^52`, `|x u| <= 2 p < 2^51` is off by at most `1/4` for `u`. Its sum
//! with `1.5 2^52` is rounded to the nearest integer, so `|result| <= p`.
//!
//! | | |
//! |---|---|
//! | free | `|x| <= 4 p`, an integer |
//! | tight | `|x| <= p` |
//! | in memory | the caller's words before the first pass and after the last, doubles between; values that are multiplied stay doubles |
//!
//! A butterfly doubles the bound. So two levels need no reduction, which allows radix 4 but not 8.
//!
//! # Literature
//! The representation is that of FLINT's `fft_small`.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{Residues, words_avx2::transpose4, words_avx512::transpose8};
use crate::{
    algebra::{Action, Ring},
    kernel::packed::{Avx2, Avx512, Token, with_avx2, with_avx512},
    lists,
    rings::Modular,
};
use core::arch::x86_64::*;

/// `L` doubles in a vector. Every method is inlined always.
pub(crate) trait DoubleLanes<const L: usize>: Copy + Send + Sync + 'static {
    type Token: Token;
    type V: Copy;

    fn token(self) -> Self::Token;
    fn splat(self, x: f64) -> Self::V;
    fn load(self, x: &[u64; L]) -> Self::V;
    fn load_doubles(self, x: &[f64; L]) -> Self::V;
    fn store(self, x: &mut [u64; L], v: Self::V);
    /// Stores the first words, as many as there is room for.
    #[inline(always)]
    fn store_first(self, x: &mut [u64], v: Self::V) {
        match x.first_chunk_mut() {
            Some(x) => self.store(x, v),
            None => {
                let mut last = [0; L];
                self.store(&mut last, v);
                lists::copy(x, &last);
            }
        }
    }
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a b + c`, rounded once.
    fn mul_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Returns `x w` modulo `p`, with `w` and `w/p`.
    fn product(self, x: Self::V, w: [Self::V; 2], p: Self::V) -> Self::V;
    /// Returns `x` modulo `p`, with `1/p`.
    fn reduce(self, x: Self::V, p: Self::V, reciprocal: Self::V) -> Self::V;
    /// Returns the bits of either.
    fn union(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns whether a word is `2^50` or above.
    fn is_long(self, x: Self::V) -> bool;
    /// Returns the low 52 bits of words as a number.
    fn below_52(self, x: Self::V) -> Self::V;
    /// Returns the words without their low 52 bits.
    fn above_52(self, x: Self::V) -> Self::V;
    /// Returns `x`, from `-p` to `p - 1`, or `x + p` if it is negative.
    fn positive(self, x: Self::V, p: Self::V) -> Self::V;
    /// Returns a number from 0 to `2^52 - 1` as a word.
    fn word(self, x: Self::V) -> Self::V;
    /// Returns `x`, from `-p` to `p - 1`, as a word below `p`.
    #[inline(always)]
    fn to_words(self, x: Self::V, p: Self::V) -> Self::V {
        self.word(self.positive(x, p))
    }
    /// Transposes: lane `l` of vector `j` becomes lane `j` of vector `l`.
    fn transpose(self, v: [Self::V; L]) -> [Self::V; L];
}

/// `2^52`: the bits of a double from there on to its double end in those of an integer.
const EXPONENT: f64 = 4_503_599_627_370_496.0;

/// A double below `2^51` in absolute value plus this is rounded to the nearest integer.
const ROUNDING: f64 = 1.5 * EXPONENT;

/// Four doubles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Four(pub(crate) Avx2);

impl DoubleLanes<4> for Four {
    type Token = Avx2;
    type V = __m256d;

    #[inline(always)]
    fn token(self) -> Avx2 {
        self.0
    }
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
        fn mul_add(a: __m256d, b: __m256d, c: __m256d) -> __m256d { _mm256_fmadd_pd(a, b, c) }
        fn product(x: __m256d, w: [__m256d; 2], p: __m256d) -> __m256d {
            let rounding = _mm256_set1_pd(ROUNDING);
            let high = _mm256_mul_pd(x, w[0]);
            let low = _mm256_fmsub_pd(x, w[0], high);
            let quotient = _mm256_sub_pd(_mm256_fmadd_pd(x, w[1], rounding), rounding);
            _mm256_add_pd(_mm256_fnmadd_pd(quotient, p, high), low)
        }
        fn reduce(x: __m256d, p: __m256d, reciprocal: __m256d) -> __m256d {
            let rounding = _mm256_set1_pd(ROUNDING);
            _mm256_fnmadd_pd(_mm256_sub_pd(_mm256_fmadd_pd(x, reciprocal, rounding), rounding), p, x)
        }
        fn union(a: __m256d, b: __m256d) -> __m256d { _mm256_or_pd(a, b) }
        fn is_long(x: __m256d) -> bool {
            let long = _mm256_srli_epi64::<50>(_mm256_castpd_si256(x));
            _mm256_testz_si256(long, long) == 0
        }
        fn below_52(x: __m256d) -> __m256d {
            let bits = _mm256_and_si256(_mm256_castpd_si256(x), _mm256_set1_epi64x((1 << 52) - 1));
            let exponent = _mm256_set1_pd(EXPONENT);
            _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(bits, _mm256_castpd_si256(exponent))), exponent)
        }
        fn above_52(x: __m256d) -> __m256d { _mm256_castsi256_pd(_mm256_srli_epi64::<52>(_mm256_castpd_si256(x))) }
        fn positive(x: __m256d, p: __m256d) -> __m256d {
            _mm256_add_pd(x, _mm256_and_pd(_mm256_cmp_pd::<_CMP_LT_OQ>(x, _mm256_setzero_pd()), p))
        }
        fn word(x: __m256d) -> __m256d {
            let exponent = _mm256_set1_pd(EXPONENT);
            _mm256_xor_pd(_mm256_add_pd(x, exponent), exponent)
        }
        fn transpose(v: [__m256d; 4]) -> [__m256d; 4] {
            let c = |v| _mm256_castpd_si256(v);
            let [a, b, c, d] = transpose4([c(v[0]), c(v[1]), c(v[2]), c(v[3])]);
            [_mm256_castsi256_pd(a), _mm256_castsi256_pd(b), _mm256_castsi256_pd(c), _mm256_castsi256_pd(d)]
        }
    }
}

/// Eight doubles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eight(pub(crate) Avx512);

impl DoubleLanes<8> for Eight {
    type Token = Avx512;
    type V = __m512d;

    #[inline(always)]
    fn token(self) -> Avx512 {
        self.0
    }
    with_avx512! { super::methods!
        fn splat(x: f64) -> __m512d { _mm512_set1_pd(x) }
        fn load(x: &[u64; 8]) -> __m512d {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_pd(x.as_ptr().cast()) }
        }
        fn load_doubles(x: &[f64; 8]) -> __m512d {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_pd(x.as_ptr()) }
        }
        fn store(x: &mut [u64; 8], v: __m512d) {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_pd(x.as_mut_ptr().cast(), v) }
        }
        fn add(a: __m512d, b: __m512d) -> __m512d { _mm512_add_pd(a, b) }
        fn sub(a: __m512d, b: __m512d) -> __m512d { _mm512_sub_pd(a, b) }
        fn mul_add(a: __m512d, b: __m512d, c: __m512d) -> __m512d { _mm512_fmadd_pd(a, b, c) }
        fn product(x: __m512d, w: [__m512d; 2], p: __m512d) -> __m512d {
            let rounding = _mm512_set1_pd(ROUNDING);
            let high = _mm512_mul_pd(x, w[0]);
            let low = _mm512_fmsub_pd(x, w[0], high);
            let quotient = _mm512_sub_pd(_mm512_fmadd_pd(x, w[1], rounding), rounding);
            _mm512_add_pd(_mm512_fnmadd_pd(quotient, p, high), low)
        }
        fn reduce(x: __m512d, p: __m512d, reciprocal: __m512d) -> __m512d {
            let rounding = _mm512_set1_pd(ROUNDING);
            _mm512_fnmadd_pd(_mm512_sub_pd(_mm512_fmadd_pd(x, reciprocal, rounding), rounding), p, x)
        }
        fn union(a: __m512d, b: __m512d) -> __m512d { _mm512_or_pd(a, b) }
        fn is_long(x: __m512d) -> bool {
            _mm512_test_epi64_mask(_mm512_castpd_si512(x), _mm512_set1_epi64(-1 << 50)) != 0
        }
        fn below_52(x: __m512d) -> __m512d {
            _mm512_cvtepu64_pd(_mm512_and_si512(_mm512_castpd_si512(x), _mm512_set1_epi64((1 << 52) - 1)))
        }
        fn above_52(x: __m512d) -> __m512d { _mm512_castsi512_pd(_mm512_srli_epi64::<52>(_mm512_castpd_si512(x))) }
        fn positive(x: __m512d, p: __m512d) -> __m512d {
            _mm512_mask_add_pd(x, _mm512_cmp_pd_mask::<_CMP_LT_OQ>(x, _mm512_setzero_pd()), x, p)
        }
        fn word(x: __m512d) -> __m512d { _mm512_castsi512_pd(_mm512_cvtpd_epu64(x)) }
        fn transpose(v: [__m512d; 8]) -> [__m512d; 8] {
            let c = |v| _mm512_castpd_si512(v);
            let t = transpose8([c(v[0]), c(v[1]), c(v[2]), c(v[3]), c(v[4]), c(v[5]), c(v[6]), c(v[7])]);
            let c = |v| _mm512_castsi512_pd(v);
            [c(t[0]), c(t[1]), c(t[2]), c(t[3]), c(t[4]), c(t[5]), c(t[6]), c(t[7])]
        }
    }
}

/// The ring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubles<F> {
    lanes: F,
    ring: Modular,
    p: f64,
    reciprocal: f64,
    eighths: [[f64; 2]; 3],
    /// `2^52`.
    beyond: [f64; 2],
    /// True where values stay doubles: free forward, tight back.
    own: bool,
}

impl<F> Doubles<F> {
    /// Creates the ring for a modulus below `2^50`; `eighths` as for [`Lazy`](super::lazy::Lazy).
    pub(crate) fn new(lanes: F, ring: Modular, eighths: [u64; 3]) -> Self {
        debug_assert!(ring.modulus() < 1 << 50);
        let eighths = lists::map(eighths, |w| pair(&ring, w));
        let p = ring.modulus() as f64;
        let beyond = pair(&ring, ring.element(1 << 52));
        Doubles { lanes, ring, p, reciprocal: 1.0 / p, eighths, beyond, own: false }
    }

    #[inline(always)]
    fn modulus<const L: usize>(self) -> F::V
    where
        F: DoubleLanes<L>,
    {
        self.lanes.splat(self.p)
    }

    #[inline(always)]
    fn product<const L: usize>(self, x: F::V, w: [F::V; 2]) -> F::V
    where
        F: DoubleLanes<L>,
    {
        self.lanes.product(x, w, self.modulus())
    }

    #[inline(always)]
    fn pair<const L: usize>(self, w: [f64; 2]) -> [F::V; 2]
    where
        F: DoubleLanes<L>,
    {
        [self.lanes.splat(w[0]), self.lanes.splat(w[1])]
    }
}

/// Returns `w` from `-p/2` to `p/2`, with `w/p`.
pub(super) fn pair(ring: &Modular, w: u64) -> [f64; 2] {
    let (w, p) = (ring.prepare(&w).factor, ring.modulus());
    let balanced = if w > p / 2 { -((p - w) as f64) } else { w as f64 };
    [balanced, balanced / p as f64]
}

impl<const L: usize, F: DoubleLanes<L>> Residues<L> for Doubles<F> {
    type Token = F::Token;
    type Scalar = u64;
    type Block = [u64; L];
    type Vec = F::V;
    type Twiddle = [f64; 2];
    type Row = [[f64; L]; 2];
    type Factor = [F::V; 2];

    const RADIX8: bool = false;
    const EIGHTS: bool = false;
    const OVERLAPS: bool = L == 4;
    const OWN: bool = L == 4;
    const TABLE: usize = if L == 1 { 0 } else { super::FULL };

    #[inline(always)]
    fn token(self) -> F::Token {
        self.lanes.token()
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
    fn row(self, w: [[f64; 2]; L]) -> [[f64; L]; 2] {
        [lists::map(w, |w| w[0]), lists::map(w, |w| w[1])]
    }

    #[inline(always)]
    fn load(self, block: &[u64; L]) -> F::V {
        self.lanes.load(block)
    }
    #[inline(always)]
    fn store(self, block: &mut [u64; L], v: F::V) {
        self.lanes.store(block, v);
    }
    #[inline(always)]
    fn splat(self, w: &[f64; 2]) -> [F::V; 2] {
        self.pair(*w)
    }
    #[inline(always)]
    fn factor(self, w: &[[f64; L]; 2]) -> [F::V; 2] {
        [self.lanes.load_doubles(&w[0]), self.lanes.load_doubles(&w[1])]
    }
    #[inline(always)]
    fn mul(self, x: F::V, w: [F::V; 2]) -> F::V {
        self.product(x, w)
    }
    #[inline(always)]
    fn butterfly(self, a: F::V, b: F::V) -> (F::V, F::V) {
        (self.lanes.add(a, b), self.lanes.sub(a, b))
    }
    #[inline(always)]
    fn rotate<const K: usize>(self, x: F::V) -> F::V {
        // Between the two levels of a radix of 4 there is room.
        if K == 0 { x } else { self.product(x, self.pair(self.eighths[K - 1])) }
    }
    #[inline(always)]
    fn reduce(self, x: F::V) -> F::V {
        self.lanes.reduce(x, self.modulus(), self.lanes.splat(self.reciprocal))
    }
    #[inline(always)]
    fn enter(self, x: F::V) -> F::V {
        let mut v = [x];
        self.enter_all(&mut v);
        v[0]
    }
    #[inline(always)]
    fn enter_all(self, v: &mut [F::V]) {
        if self.own {
            return;
        }
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
    fn canonical(self, x: F::V) -> F::V {
        if self.own { x } else { self.lanes.to_words(self.reduce(x), self.modulus()) }
    }
    #[inline(always)]
    fn own(self) -> Self {
        Doubles { own: true, ..self }
    }
    #[inline(always)]
    fn transpose(self, v: [F::V; L]) -> [F::V; L] {
        self.lanes.transpose(v)
    }
}
