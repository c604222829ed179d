//! Eight words at a time, by VPCLMULQDQ on 512 bits.
//!
//! # Idea
//! A register is four lanes of 128 bits. Karatsuba's method twice over lanes takes nine products of lanes in place of
//! sixteen: those of the four lanes, those of four sums of two, and that of the sum of all:
//!
//! ```text
//! D_i = a_i b_i    E_ij = (a_i + a_j)(b_i + b_j)    F = (a_0 + a_1 + a_2 + a_3)(b_0 + b_1 + b_2 + b_3)      y = x^128
//!
//! a b = D0 + (E01 + D0 + D1) y + (E02 + D0 + D1 + D2) y^2 + (F + E01 + E02 + E13 + E23 + D0 + D1 + D2 + D3) y^3
//!          + (E13 + D1 + D2 + D3) y^4 + (E23 + D2 + D3) y^5 + D3 y^6
//! ```
//!
//! The four D are one vector product, the four E another. Sums of the D are prefix sums over lanes, and their
//! differences to the sum of all. Each lane is three products of words: 6 instructions of 512 bits and 3 of 128, for
//! the 16 of row by row.

#![allow(unsafe_code, reason = "instructions of AVX-512, behind a value that proves them")]

use super::{
    block::Block,
    leaf,
    pclmul::lane,
    vpclmul256::{self, Vpclmul256},
};
use core::arch::x86_64::*;

/// AVX-512 F, BW, VL and VPCLMULQDQ.
macro_rules! with_vpclmul512 {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Vpclmul512 ["avx512f" "avx512bw" "avx512vl" "pclmulqdq" "vpclmulqdq"] $($rest)* } };
}

with_vpclmul512! { token! of Vpclmul256 }

with_vpclmul512! { compiled!
    #[inline]
    fn with_features<R>(f: impl FnOnce() -> R) -> R {
        f()
    }
}

/// Returns the mask of the first `n` words of a register.
#[inline(always)]
fn first(n: usize) -> __mmask8 {
    if n >= 8 { 0xff } else { (1 << n) - 1 }
}

/// Returns the products of 128 bits in each lane, low and high half.
#[inline(always)]
unsafe fn lanes(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    // SAFETY: the caller's promise.
    unsafe {
        let (low, high) = (_mm512_clmulepi64_epi128::<0x00>(a, b), _mm512_clmulepi64_epi128::<0x11>(a, b));
        let sum_a = _mm512_xor_si512(a, _mm512_shuffle_epi32::<0x4e>(a));
        let sum_b = _mm512_xor_si512(b, _mm512_shuffle_epi32::<0x4e>(b));
        let sums = _mm512_clmulepi64_epi128::<0x00>(sum_a, sum_b);
        let middle = _mm512_ternarylogic_epi64::<0x96>(sums, low, high);
        (
            _mm512_xor_si512(low, _mm512_bslli_epi128::<8>(middle)),
            _mm512_xor_si512(high, _mm512_bsrli_epi128::<8>(middle)),
        )
    }
}

/// Returns the sums of lanes `[x0 + x1, x0 + x2, x1 + x3, x2 + x3]`, and of all four.
#[inline(always)]
unsafe fn sums(x: __m512i) -> (__m512i, __m128i) {
    // SAFETY: the caller's promise.
    unsafe {
        let pairs = _mm512_xor_si512(_mm512_shuffle_i64x2::<0x90>(x, x), _mm512_shuffle_i64x2::<0xf9>(x, x));
        (pairs, _mm_xor_si128(_mm512_castsi512_si128(pairs), _mm512_extracti32x4_epi32::<3>(pairs)))
    }
}

/// Returns the product of 512 bits by 512 bits, low and high half.
#[inline(always)]
unsafe fn product(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    // SAFETY: the caller's promise.
    unsafe {
        let zero = _mm512_setzero_si512();
        let ((pairs_a, all_a), (pairs_b, all_b)) = (sums(a), sums(b));
        let (d_low, d_high) = lanes(a, b);
        let (e_low, e_high) = lanes(pairs_a, pairs_b);
        let (f_low, f_high) = lane(all_a, all_b);
        // Prefix sums of the D, whose halves overlap by a lane. The sums from the other end are the differences to the
        // sum of all.
        let v = _mm512_xor_si512(d_low, _mm512_alignr_epi64::<6>(d_high, zero));
        let v = _mm512_xor_si512(v, _mm512_alignr_epi64::<6>(v, zero));
        let prefix = _mm512_xor_si512(v, _mm512_alignr_epi64::<4>(v, zero));
        let ends = _mm512_xor_si512(prefix, d_high);
        let total = _mm512_shuffle_i64x2::<0xff>(ends, ends);
        // The low halves of E01, E02, E13, E23 plus the high halves moved up by one lane. E01 y + E02 y^2 is then right
        // except for the low half of E13, and E13 y^4 + E23 y^5 except for the high half of E02. Both errors are at
        // y^3, where all four E and F are added, and are left out there. Masks instead compiled to slower instructions.
        let chained = _mm512_xor_si512(e_low, _mm512_alignr_epi64::<6>(e_high, zero));
        let below = _mm512_alignr_epi64::<6>(chained, zero);
        let above = _mm512_alignr_epi64::<4>(_mm512_alignr_epi64::<6>(zero, e_high), chained);
        let center_low = _mm_ternarylogic_epi64::<0x96>(
            _mm_xor_si128(f_low, _mm512_castsi512_si128(e_low)),
            _mm512_extracti32x4_epi32::<1>(e_low),
            _mm512_extracti32x4_epi32::<3>(e_low),
        );
        let center_high = _mm_ternarylogic_epi64::<0x96>(
            _mm_xor_si128(f_high, _mm512_castsi512_si128(e_high)),
            _mm512_extracti32x4_epi32::<2>(e_high),
            _mm512_extracti32x4_epi32::<3>(e_high),
        );
        let low = _mm512_ternarylogic_epi64::<0x96>(prefix, below, _mm512_inserti32x4::<3>(zero, center_low));
        let high = _mm512_ternarylogic_epi64::<0x96>(prefix, total, above);
        (low, _mm512_xor_si512(high, _mm512_zextsi128_si512(center_high)))
    }
}

with_vpclmul512! { compiled!
    fn leaf_with_features(k: Vpclmul512, out: &mut [u64], a: &[u64], b: &[u64]) {
        leaf::equal(k, out, a, b);
    }
}

impl Block for Vpclmul512 {
    const WORDS: usize = 8;
    const ROWS: usize = 1;
    type V = __m512i;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        // SAFETY: the value proves the features.
        unsafe { with_features(f) }
    }

    #[inline(always)]
    fn leaf(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        // SAFETY: the value proves the features.
        unsafe { leaf_with_features(self, out, a, b) }
    }

    #[inline(always)]
    fn load(self, x: &[u64]) -> __m512i {
        // SAFETY: the value proves the features; no word beyond the end of the slice is read.
        unsafe {
            if x.len() >= 8 {
                _mm512_loadu_si512(x.as_ptr().cast())
            } else if x.is_empty() {
                // A mask of zeros over an address of no memory takes hundreds of cycles.
                _mm512_setzero_si512()
            } else {
                _mm512_maskz_loadu_epi64(first(x.len()), x.as_ptr().cast())
            }
        }
    }

    /// Stores parts of a register by narrower stores, without masks.
    #[inline(always)]
    fn store(self, out: &mut [u64], v: __m512i) {
        let n = out.len();
        let out = out.as_mut_ptr();
        // SAFETY: the value proves the features; 8 words, or `n` of them in powers of two, are written, and no more.
        unsafe {
            if n >= 8 {
                return _mm512_storeu_si512(out.cast(), v);
            }
            let (mut v, mut at) = (v, out);
            if n & 4 != 0 {
                _mm256_storeu_si256(at.cast(), _mm512_castsi512_si256(v));
                v = _mm512_castsi256_si512(_mm512_extracti64x4_epi64::<1>(v));
                at = at.add(4);
            }
            if n & 2 != 0 {
                _mm_storeu_si128(at.cast(), _mm512_castsi512_si128(v));
                v = _mm512_castsi128_si512(_mm512_extracti32x4_epi32::<1>(v));
                at = at.add(2);
            }
            if n & 1 != 0 {
                *at = _mm_cvtsi128_si64(_mm512_castsi512_si128(v)) as u64;
            }
        }
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the value proves the features.
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn add3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: the value proves the features.
        unsafe { _mm512_ternarylogic_epi64::<0x96>(a, b, c) }
    }

    #[inline(always)]
    fn product(self, a: __m512i, b: __m512i) -> (__m512i, __m512i) {
        // SAFETY: the value proves the features.
        unsafe { product(a, b) }
    }

    #[inline(always)]
    fn half_product(self, a: __m512i, b: __m512i) -> (__m512i, __m512i) {
        // SAFETY: the value proves the features, AVX2 among them.
        unsafe {
            let (low, high) = vpclmul256::product(_mm512_castsi512_si256(a), _mm512_castsi512_si256(b));
            (_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high), _mm512_setzero_si512())
        }
    }

    /// Multiplies `a` by one or two words, row by row: the even words of `a` by each, and the odd ones.
    #[inline(always)]
    fn by_words(self, a: __m512i, b: &[u64]) -> (__m512i, __m512i) {
        if b.len() > 2 {
            return self.product(a, self.load(b));
        }
        // SAFETY: the value proves the features.
        unsafe {
            let zero = _mm512_setzero_si512();
            let (mut low, mut high, mut odd_low) = (zero, zero, zero);
            if let Some(&word) = b.first() {
                let word = _mm512_set1_epi64(word as i64);
                low = _mm512_clmulepi64_epi128::<0x00>(a, word);
                odd_low = _mm512_clmulepi64_epi128::<0x01>(a, word);
            }
            if let Some(&word) = b.get(1) {
                let word = _mm512_set1_epi64(word as i64);
                odd_low = _mm512_xor_si512(odd_low, _mm512_clmulepi64_epi128::<0x00>(a, word));
                let far = _mm512_clmulepi64_epi128::<0x01>(a, word);
                low = _mm512_xor_si512(low, _mm512_alignr_epi64::<6>(far, zero));
                high = _mm512_alignr_epi64::<6>(zero, far);
            }
            (
                _mm512_xor_si512(low, _mm512_alignr_epi64::<7>(odd_low, zero)),
                _mm512_xor_si512(high, _mm512_alignr_epi64::<7>(zero, odd_low)),
            )
        }
    }

    #[inline(always)]
    fn short(self, out: &mut [u64], a: &[u64], b: &[u64]) -> bool {
        leaf::shorter(self.0, out, a, b)
    }

    #[inline(always)]
    fn spread(self, out: &mut [u64], a: &[u64]) {
        let (chunks, rest) = a.as_chunks::<4>();
        let (wide, tail) = out.as_chunks_mut::<8>();
        for (out, a) in wide.iter_mut().zip(chunks) {
            // SAFETY: the value proves the features; the arrays have the 4 and 8 words that are read and written.
            unsafe {
                let a = _mm256_loadu_si256(a.as_ptr().cast());
                _mm512_storeu_si512(out.as_mut_ptr().cast(), spread(a));
            }
        }
        if !rest.is_empty() {
            // SAFETY: the value proves the features; no word beyond the end of the slice is read.
            let squares = unsafe { spread(_mm256_maskz_loadu_epi64(first(rest.len()), rest.as_ptr().cast())) };
            self.store(tail, squares);
        }
    }
}

/// Expands the bits to twice as many, a zero after each: bytes to 16 bits, their halves to one byte each, each by a
/// table.
#[inline(always)]
fn spread(a: __m256i) -> __m512i {
    // SAFETY: called from methods of `Vpclmul512` alone, whose value proves AVX-512.
    unsafe {
        let table = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84, 85));
        let x = _mm512_cvtepu8_epi16(a);
        let halves = _mm512_or_si512(x, _mm512_slli_epi16::<4>(x));
        _mm512_shuffle_epi8(table, _mm512_and_si512(halves, _mm512_set1_epi8(15)))
    }
}
