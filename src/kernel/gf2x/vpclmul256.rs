//! Four words at a time, by VPCLMULQDQ on 256 bits.
//!
//! Two lanes of 128 bits and their sum: Karatsuba's method on lanes, and inside each of them.

#![allow(unsafe_code, reason = "instructions of AVX2, behind a value that proves them")]

use super::{
    block::Block,
    leaf,
    pclmul::{lane, word},
};
use core::arch::x86_64::*;

/// AVX2 and VPCLMULQDQ.
macro_rules! with_vpclmul256 {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Vpclmul256 ["avx2" "pclmulqdq" "vpclmulqdq"] $($rest)* } };
}

with_vpclmul256! { token! }

with_vpclmul256! { compiled!
    #[inline]
    fn with_features<R>(f: impl FnOnce() -> R) -> R {
        f()
    }
}

with_vpclmul256! { compiled!
    fn leaf_with_features(k: Vpclmul256, out: &mut [u64], a: &[u64], b: &[u64]) {
        leaf::equal(k, out, a, b);
    }
}

impl Block for Vpclmul256 {
    const WORDS: usize = 4;
    const ROWS: usize = 1;
    type V = __m256i;

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
    fn load(self, x: &[u64]) -> __m256i {
        if let Some(x) = x.first_chunk::<4>() {
            // SAFETY: the value proves the features; the array has four words.
            return unsafe { _mm256_loadu_si256(x.as_ptr().cast()) };
        }
        let word = |i: usize| x.get(i).map_or(0, |&word| word as i64);
        // SAFETY: the value proves the features.
        unsafe { _mm256_setr_epi64x(word(0), word(1), word(2), word(3)) }
    }

    #[inline(always)]
    fn store(self, out: &mut [u64], v: __m256i) {
        if let Some(out) = out.first_chunk_mut::<4>() {
            // SAFETY: the value proves the features; the array has four words.
            return unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), v) };
        }
        let mut words = [0; 4];
        // SAFETY: the value proves the features; the array has four words.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), v) };
        for (out, word) in out.iter_mut().zip(words) {
            *out = word;
        }
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the value proves the features.
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn product(self, a: __m256i, b: __m256i) -> (__m256i, __m256i) {
        // SAFETY: the value proves the features.
        unsafe { product(a, b) }
    }

    #[inline(always)]
    fn half_product(self, a: __m256i, b: __m256i) -> (__m256i, __m256i) {
        // SAFETY: the value proves the features.
        unsafe {
            let (low, high) = lane(_mm256_castsi256_si128(a), _mm256_castsi256_si128(b));
            (_mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high), _mm256_setzero_si256())
        }
    }

    #[inline(always)]
    fn by_words(self, a: __m256i, b: &[u64]) -> (__m256i, __m256i) {
        let [word] = *b else { return self.product(a, self.load(b)) };
        // SAFETY: the value proves the features.
        unsafe {
            let (zero, word) = (_mm256_setzero_si256(), _mm256_set1_epi64x(word as i64));
            let (even, odd) = (_mm256_clmulepi64_epi128::<0x00>(a, word), _mm256_clmulepi64_epi128::<0x01>(a, word));
            let up = _mm256_permute4x64_epi64::<0x93>(odd);
            (self.add(even, _mm256_blend_epi32::<0x03>(up, zero)), _mm256_blend_epi32::<0xfc>(up, zero))
        }
    }

    #[inline(always)]
    fn short(self, out: &mut [u64], a: &[u64], b: &[u64]) -> bool {
        // SAFETY: the value proves the features; the slices have the words that are read and written.
        unsafe { short(out, a, b) }
    }

    #[inline(always)]
    fn spread(self, out: &mut [u64], a: &[u64]) {
        let (chunks, rest) = a.as_chunks::<2>();
        let (wide, tail) = out.as_chunks_mut::<4>();
        for (out, &[low, high]) in wide.iter_mut().zip(chunks) {
            self.store(out, spread(low, high));
        }
        if let [last] = *rest {
            self.store(tail, spread(last, 0));
        }
    }
}

/// Expands the bits to twice as many, a zero after each: bytes to 16 bits, their halves to one byte each, each by a
/// table.
#[inline(always)]
fn spread(low: u64, high: u64) -> __m256i {
    // SAFETY: called from methods of `Vpclmul256` alone, whose value proves AVX2.
    unsafe {
        let table =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84, 85));
        let x = _mm256_cvtepu8_epi16(_mm_set_epi64x(high as i64, low as i64));
        let halves = _mm256_or_si256(x, _mm256_slli_epi16::<4>(x));
        _mm256_shuffle_epi8(table, _mm256_and_si256(halves, _mm256_set1_epi8(15)))
    }
}

/// Returns the products of 128 bits in each lane, low and high half.
#[inline(always)]
unsafe fn lanes(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the caller's promise.
    unsafe {
        let (low, high) = (_mm256_clmulepi64_epi128::<0x00>(a, b), _mm256_clmulepi64_epi128::<0x11>(a, b));
        let sum_a = _mm256_xor_si256(a, _mm256_shuffle_epi32::<0x4e>(a));
        let sum_b = _mm256_xor_si256(b, _mm256_shuffle_epi32::<0x4e>(b));
        let middle = _mm256_xor_si256(_mm256_clmulepi64_epi128::<0x00>(sum_a, sum_b), _mm256_xor_si256(low, high));
        (_mm256_xor_si256(low, _mm256_slli_si256::<8>(middle)), _mm256_xor_si256(high, _mm256_srli_si256::<8>(middle)))
    }
}

/// Returns the product of 256 bits by 256 bits, low and high half: 3 VPCLMULQDQ of 256 bits, 3 of 128.
///
/// # Safety
/// The machine must have AVX2 and VPCLMULQDQ.
#[inline(always)]
pub(super) unsafe fn product(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the caller's promise.
    unsafe {
        let (low, high) = lanes(a, b);
        let sum = |x: __m256i| _mm_xor_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x));
        let (m0, m1) = lane(sum(a), sum(b));
        let (l0, h0) = (_mm256_castsi256_si128(low), _mm256_extracti128_si256::<1>(low));
        let (l1, h1) = (_mm256_castsi256_si128(high), _mm256_extracti128_si256::<1>(high));
        let both = _mm_xor_si128(l1, h0);
        let out1 = _mm_xor_si128(_mm_xor_si128(both, l0), m0);
        let out2 = _mm_xor_si128(_mm_xor_si128(both, h1), m1);
        (
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(l0), out1),
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(out2), h1),
        )
    }
}

/// Computes `out <- a b` for equal lengths from 1 to 4 words; returns `false` for others.
///
/// # Safety
/// The machine must have AVX2 and VPCLMULQDQ.
#[inline(always)]
pub(super) unsafe fn short(out: &mut [u64], a: &[u64], b: &[u64]) -> bool {
    let n = a.len();
    if n == 0 || n > 4 || b.len() != n || out.len() < 2 * n {
        return false;
    }
    let out = out.as_mut_ptr();
    let (a, b) = (a.as_ptr(), b.as_ptr());
    // SAFETY: the caller promises the instructions; `a` and `b` have `n` words and `out` has `2n`, as tested above, and
    // no arm accesses more.
    unsafe {
        match n {
            1 => _mm_storeu_si128(out.cast(), word(*a, *b)),
            2 => {
                let (low, high) = lane(_mm_loadu_si128(a.cast()), _mm_loadu_si128(b.cast()));
                _mm_storeu_si128(out.cast(), low);
                _mm_storeu_si128(out.add(2).cast(), high);
            }
            3 => {
                let three = |x: *const u64| {
                    let low = _mm256_castsi128_si256(_mm_loadu_si128(x.cast()));
                    _mm256_inserti128_si256::<1>(low, _mm_loadl_epi64(x.add(2).cast()))
                };
                let (low, high) = product(three(a), three(b));
                _mm256_storeu_si256(out.cast(), low);
                _mm_storeu_si128(out.add(4).cast(), _mm256_castsi256_si128(high));
            }
            _ => {
                let (low, high) = product(_mm256_loadu_si256(a.cast()), _mm256_loadu_si256(b.cast()));
                _mm256_storeu_si256(out.cast(), low);
                _mm256_storeu_si256(out.add(4).cast(), high);
            }
        }
    }
    true
}
