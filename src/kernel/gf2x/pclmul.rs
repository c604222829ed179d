//! Two words at a time, by PCLMULQDQ on 128 bits.

#![allow(unsafe_code, reason = "instructions of SSE and PCLMULQDQ, behind a value that proves them")]

use super::{block::Block, leaf};
use core::arch::x86_64::*;

/// PCLMULQDQ and SSSE3.
macro_rules! with_pclmul {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Pclmul ["ssse3" "pclmulqdq"] $($rest)* } };
}

with_pclmul! { token! }

with_pclmul! { compiled!
    #[inline]
    fn with_features<R>(f: impl FnOnce() -> R) -> R {
        f()
    }
}

with_pclmul! { compiled!
    fn leaf_with_features(k: Pclmul, out: &mut [u64], a: &[u64], b: &[u64]) {
        leaf::equal(k, out, a, b);
    }
}

impl Block for Pclmul {
    const WORDS: usize = 2;
    const ROWS: usize = 0;
    type V = __m128i;

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
    fn load(self, x: &[u64]) -> __m128i {
        match *x {
            // SAFETY: the value proves the features; the slice has two words.
            [_, _, ..] => unsafe { _mm_loadu_si128(x.as_ptr().cast()) },
            // SAFETY: the value proves the features.
            [word] => unsafe { _mm_cvtsi64_si128(word as i64) },
            // SAFETY: the value proves the features.
            [] => unsafe { _mm_setzero_si128() },
        }
    }

    #[inline(always)]
    fn store(self, out: &mut [u64], v: __m128i) {
        match *out {
            // SAFETY: the value proves the features; the slice has two words.
            [_, _, ..] => unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), v) },
            // SAFETY: the value proves the features.
            [ref mut word] => *word = unsafe { _mm_cvtsi128_si64(v) } as u64,
            [] => {}
        }
    }

    #[inline(always)]
    fn add(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the value proves the features.
        unsafe { _mm_xor_si128(a, b) }
    }

    #[inline(always)]
    fn product(self, a: __m128i, b: __m128i) -> (__m128i, __m128i) {
        // SAFETY: the value proves the features.
        unsafe { lane(a, b) }
    }

    #[inline(always)]
    fn by_words(self, a: __m128i, b: &[u64]) -> (__m128i, __m128i) {
        let [word] = *b else { return self.product(a, self.load(b)) };
        // SAFETY: the value proves the features.
        unsafe {
            let word = _mm_cvtsi64_si128(word as i64);
            let (low, middle) = (_mm_clmulepi64_si128::<0x00>(a, word), _mm_clmulepi64_si128::<0x01>(a, word));
            (_mm_xor_si128(low, _mm_slli_si128::<8>(middle)), _mm_srli_si128::<8>(middle))
        }
    }

    #[inline(always)]
    fn short(self, out: &mut [u64], a: &[u64], b: &[u64]) -> bool {
        let (&[a], &[b]) = (a, b) else { return false };
        // SAFETY: the value proves the features.
        self.store(out, unsafe { word(a, b) });
        true
    }

    #[inline(always)]
    fn spread(self, out: &mut [u64], a: &[u64]) {
        for (out, &word) in out.chunks_exact_mut(2).zip(a) {
            // SAFETY: the value proves the features.
            let squares = unsafe {
                let table = _mm_setr_epi8(0, 1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84, 85);
                let x = _mm_unpacklo_epi8(_mm_cvtsi64_si128(word as i64), _mm_setzero_si128());
                let halves = _mm_or_si128(x, _mm_slli_epi16::<4>(x));
                _mm_shuffle_epi8(table, _mm_and_si128(halves, _mm_set1_epi8(15)))
            };
            self.store(out, squares);
        }
    }
}

/// Returns the product of two words.
///
/// # Safety
/// The machine must have PCLMULQDQ.
#[inline(always)]
pub(super) unsafe fn word(a: u64, b: u64) -> __m128i {
    // SAFETY: the caller's promise.
    unsafe { _mm_clmulepi64_si128::<0x00>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64)) }
}

/// Returns the product of 128 bits by 128 bits, low and high half: Karatsuba's method, three products of words.
///
/// # Safety
/// The machine must have PCLMULQDQ.
#[inline(always)]
pub(super) unsafe fn lane(a: __m128i, b: __m128i) -> (__m128i, __m128i) {
    // SAFETY: the caller's promise.
    unsafe {
        let (low, high) = (_mm_clmulepi64_si128::<0x00>(a, b), _mm_clmulepi64_si128::<0x11>(a, b));
        let sums = (_mm_xor_si128(a, _mm_shuffle_epi32::<0x4e>(a)), _mm_xor_si128(b, _mm_shuffle_epi32::<0x4e>(b)));
        let sums = _mm_clmulepi64_si128::<0x00>(sums.0, sums.1);
        let middle = _mm_xor_si128(sums, _mm_xor_si128(low, high));
        (_mm_xor_si128(low, _mm_slli_si128::<8>(middle)), _mm_xor_si128(high, _mm_srli_si128::<8>(middle)))
    }
}
