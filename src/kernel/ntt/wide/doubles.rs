//! AVX2: eight words as two halves of four, and products of 52 bits by doubles.
//!
//! # Idea
//! For `a`, `b` below `2^52` the sum `2^104 + a b` is below `2^105`, where doubles are `2^52` apart. Rounded to the nearest it is `2^104 + h
//! 2^52`, and its lowest bits are `h`. The rest `l = a b - h 2^52`, between `-2^51` and `2^51`, is exact. The lowest bits of `1.5 2^52 + l`
//! are those of `l` and a constant.
//!
//! # Literature
//! \[Emmart-Zheng-Weems 2018\].
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::words::{LANES, MASK, Words};
use crate::{
    kernel::{
        ntt::words_avx2::transpose4,
        packed::{Avx2, with_avx2},
    },
    lists,
};
use core::arch::x86_64::*;

/// Four words.
pub(super) type Half = __m256i;
type V = [Half; 2];

/// `2^52`.
const ONE: f64 = 4_503_599_627_370_496.0;
/// `2^104`.
pub(super) const TOP: f64 = ONE * ONE;
/// The summand of lower halves.
pub(super) const LOWER: f64 = 1.5 * ONE;

/// Steps on four words. Every method is inlined always.
pub(super) trait Steps: Copy {
    /// Returns the low 52 bits as doubles.
    fn double(self, x: Half) -> __m256d;
    /// Returns `2^104` and the upper half of a product.
    fn upper(self, a: __m256d, b: __m256d) -> __m256d;
    /// Returns the bits of [`LOWER`] and the lower half of a product.
    fn lower(self, a: __m256d, b: __m256d, upper: __m256d) -> Half;
    fn bits(self, x: __m256d) -> Half;
    fn word(self, x: u64) -> Half;
    fn plus(self, a: Half, b: Half) -> Half;
    fn minus(self, a: Half, b: Half) -> Half;
    fn masked(self, a: Half, mask: Half) -> Half;
    /// Returns words over `2^52`.
    fn over(self, x: Half) -> Half;
    /// Returns `floor(x / 2^52)` of signed words from `-2^62` on.
    fn carried(self, x: Half) -> Half;
    /// Returns -1 where the lower half is negative, 0 elsewhere.
    fn negative(self, lower: Half) -> Half;
    /// Returns in each lane the word of a table that the lane of `index` names.
    fn entry(self, table: &[u64; LANES], index: Half) -> Half;
    fn read(self, x: &[u64; 4]) -> Half;
    fn write(self, x: &mut [u64; 4], v: Half);
    fn turned(self, v: [Half; 4]) -> [Half; 4];

    /// Returns [`Words::low`] of four words.
    #[inline(always)]
    fn low_half(self, c: Half, a: Half, b: Half) -> Half {
        let (a, b) = (self.double(a), self.double(b));
        // Modulo 2^52 the constant is its own negative.
        let lower = self.plus(self.lower(a, b, self.upper(a, b)), self.word(LOWER.to_bits()));
        self.plus(c, self.masked(lower, self.word(MASK)))
    }

    /// Returns [`Words::high`] of four words.
    #[inline(always)]
    fn high_half(self, c: Half, a: Half, b: Half) -> Half {
        let (a, b) = (self.double(a), self.double(b));
        let upper = self.upper(a, b);
        let down = self.negative(self.lower(a, b, upper));
        self.plus(self.plus(c, down), self.masked(self.bits(upper), self.word(MASK)))
    }
}

impl Steps for Avx2 {
    with_avx2! { token_methods!
        fn double(x: Half) -> __m256d {
            let bits = _mm256_and_si256(x, _mm256_set1_epi64x(MASK as i64));
            let one = _mm256_set1_pd(ONE);
            _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(bits, _mm256_castpd_si256(one))), one)
        }
        fn upper(a: __m256d, b: __m256d) -> __m256d { _mm256_fmadd_pd(a, b, _mm256_set1_pd(TOP)) }
        fn lower(a: __m256d, b: __m256d, upper: __m256d) -> Half {
            // A multiple of 2^51 of at most 2^104.
            let back = _mm256_add_pd(_mm256_sub_pd(_mm256_set1_pd(TOP), upper), _mm256_set1_pd(LOWER));
            _mm256_castpd_si256(_mm256_fmadd_pd(a, b, back))
        }
        fn bits(x: __m256d) -> Half { _mm256_castpd_si256(x) }
        fn word(x: u64) -> Half { _mm256_set1_epi64x(x as i64) }
        fn plus(a: Half, b: Half) -> Half { _mm256_add_epi64(a, b) }
        fn minus(a: Half, b: Half) -> Half { _mm256_sub_epi64(a, b) }
        fn masked(a: Half, mask: Half) -> Half { _mm256_and_si256(a, mask) }
        fn over(x: Half) -> Half { _mm256_srli_epi64::<52>(x) }
        fn carried(x: Half) -> Half {
            let over = _mm256_srli_epi64::<52>(_mm256_add_epi64(x, _mm256_set1_epi64x(1 << 62)));
            _mm256_sub_epi64(over, _mm256_set1_epi64x(1 << 10))
        }
        fn negative(lower: Half) -> Half {
            let less = _mm256_cmp_pd::<_CMP_LT_OQ>(_mm256_castsi256_pd(lower), _mm256_set1_pd(LOWER));
            _mm256_castpd_si256(less)
        }
        fn entry(table: &[u64; LANES], index: Half) -> Half {
            // SAFETY: 64 bytes, by type.
            let [low, high] = unsafe {
                let table = table.as_ptr().cast::<__m256i>();
                [_mm256_loadu_si256(table), _mm256_loadu_si256(table.add(1))]
            };
            // Both halves of a word, of which three bits count.
            let place = _mm256_slli_epi64::<1>(_mm256_or_si256(index, _mm256_slli_epi64::<32>(index)));
            let place = _mm256_add_epi64(place, _mm256_set1_epi64x(1 << 32));
            let low = _mm256_castsi256_pd(_mm256_permutevar8x32_epi32(low, place));
            let high = _mm256_castsi256_pd(_mm256_permutevar8x32_epi32(high, place));
            let above = _mm256_castsi256_pd(_mm256_slli_epi64::<61>(index));
            _mm256_castpd_si256(_mm256_blendv_pd(low, high, above))
        }
        fn read(x: &[u64; 4]) -> Half {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_loadu_si256(x.as_ptr().cast()) }
        }
        fn write(x: &mut [u64; 4], v: Half) {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_storeu_si256(x.as_mut_ptr().cast(), v) }
        }
        fn turned(v: [Half; 4]) -> [Half; 4] { transpose4(v) }
    }
}

impl Words for Avx2 {
    type Token = Avx2;
    type V = V;
    type Word = u64;

    #[inline(always)]
    fn token(self) -> Avx2 {
        self
    }
    #[inline(always)]
    fn load(self, x: &[u64; LANES]) -> V {
        let x = x.as_chunks().0;
        [self.read(&x[0]), self.read(&x[1])]
    }
    #[inline(always)]
    fn factors(self, x: &[u64; LANES]) -> V {
        self.load(x)
    }
    #[inline(always)]
    fn store(self, x: &mut [u64; LANES], v: V) {
        let x = x.as_chunks_mut().0;
        self.write(&mut x[0], v[0]);
        self.write(&mut x[1], v[1]);
    }
    with_avx2! { token_methods!
        fn splat(x: u64) -> V { [_mm256_set1_epi64x(x as i64); 2] }
        fn add(a: V, b: V) -> V { [_mm256_add_epi64(a[0], b[0]), _mm256_add_epi64(a[1], b[1])] }
        fn sub(a: V, b: V) -> V { [_mm256_sub_epi64(a[0], b[0]), _mm256_sub_epi64(a[1], b[1])] }
        fn and(a: V, b: V) -> V { [_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1])] }
        fn or(a: V, b: V) -> V { [_mm256_or_si256(a[0], b[0]), _mm256_or_si256(a[1], b[1])] }
        fn right(a: V, count: u32) -> V {
            let count = _mm_cvtsi32_si128(count as i32);
            [_mm256_srl_epi64(a[0], count), _mm256_srl_epi64(a[1], count)]
        }
        fn left(a: V, count: u32) -> V {
            let count = _mm_cvtsi32_si128(count as i32);
            [_mm256_sll_epi64(a[0], count), _mm256_sll_epi64(a[1], count)]
        }
        fn keep(sign: V, a: V) -> V {
            let zero = _mm256_setzero_si256();
            let none = [_mm256_cmpgt_epi64(zero, sign[0]), _mm256_cmpgt_epi64(zero, sign[1])];
            [_mm256_andnot_si256(none[0], a[0]), _mm256_andnot_si256(none[1], a[1])]
        }
    }
    #[inline(always)]
    fn carry(self, a: V) -> V {
        [self.carried(a[0]), self.carried(a[1])]
    }
    #[inline(always)]
    fn low(self, c: V, a: V, b: V) -> V {
        [self.low_half(c[0], a[0], b[0]), self.low_half(c[1], a[1], b[1])]
    }
    #[inline(always)]
    fn high(self, c: V, a: V, b: V) -> V {
        [self.high_half(c[0], a[0], b[0]), self.high_half(c[1], a[1], b[1])]
    }
    #[inline(always)]
    fn lookup(self, table: &[u64; LANES], index: V) -> V {
        [self.entry(table, index[0]), self.entry(table, index[1])]
    }
    #[inline(always)]
    fn transpose(self, v: [V; LANES]) -> [V; LANES] {
        let [a, b, c, d, e, f, g, h] = v;
        let [p, q] = [self.turned([a[0], b[0], c[0], d[0]]), self.turned([a[1], b[1], c[1], d[1]])];
        let [r, s] = [self.turned([e[0], f[0], g[0], h[0]]), self.turned([e[1], f[1], g[1], h[1]])];
        [[p[0], r[0]], [p[1], r[1]], [p[2], r[2]], [p[3], r[3]], [q[0], s[0]], [q[1], s[1]], [q[2], s[2]], [q[3], s[3]]]
    }
    #[inline(always)]
    fn load_elements(self, x: &[[u64; 4]; LANES]) -> [V; 4] {
        let low = self.turned([self.read(&x[0]), self.read(&x[1]), self.read(&x[2]), self.read(&x[3])]);
        let high = self.turned([self.read(&x[4]), self.read(&x[5]), self.read(&x[6]), self.read(&x[7])]);
        [[low[0], high[0]], [low[1], high[1]], [low[2], high[2]], [low[3], high[3]]]
    }
    #[inline(always)]
    fn store_elements(self, x: &mut [[u64; 4]; LANES], v: [V; 4]) {
        let mut half = 0;
        while half < 2 {
            let four = self.turned(lists::map(
                v,
                #[inline(always)]
                |word| word[half],
            ));
            let mut l = 0;
            while l < 4 {
                self.write(&mut x[4 * half + l], four[l]);
                l += 1;
            }
            half += 1;
        }
    }
}
