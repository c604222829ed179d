//! Eight words: AVX2.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{super::methods, Words32};
use crate::kernel::packed::{Avx2, with_avx2};
use core::arch::x86_64::*;

/// Eight words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct U32x8(pub(crate) Avx2);

impl Words32<8> for U32x8 {
    type Token = Avx2;
    type V = __m256i;
    type Block = [u32; 8];

    #[inline(always)]
    fn token(self) -> Avx2 {
        self.0
    }

    with_avx2! { methods!
        fn splat(x: u32) -> __m256i { _mm256_set1_epi32(x as i32) }
        fn load(x: &[u32; 8]) -> __m256i {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_loadu_si256(x.as_ptr().cast()) }
        }
        fn store(x: &mut [u32; 8], v: __m256i) {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_storeu_si256(x.as_mut_ptr().cast(), v) }
        }
        fn row(x: &[u32; 8]) -> __m256i {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_loadu_si256(x.as_ptr().cast()) }
        }
        fn add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi32(a, b) }
        fn sub(a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi32(a, b) }
        fn min(a: __m256i, b: __m256i) -> __m256i { _mm256_min_epu32(a, b) }
        fn max(a: __m256i, b: __m256i) -> __m256i { _mm256_max_epu32(a, b) }
        fn mul_low(a: __m256i, b: __m256i) -> __m256i { _mm256_mullo_epi32(a, b) }
        fn mul_high(a: __m256i, b: __m256i, odd: __m256i) -> __m256i {
            let even = _mm256_castsi256_ps(_mm256_mul_epu32(a, b));
            let at = _mm256_castps_si256(_mm256_movehdup_ps(_mm256_castsi256_ps(a)));
            let high = _mm256_mul_epu32(at, odd);
            _mm256_blend_epi32::<0xaa>(_mm256_castps_si256(_mm256_movehdup_ps(even)), high)
        }
        fn odd(b: __m256i) -> __m256i { _mm256_castps_si256(_mm256_movehdup_ps(_mm256_castsi256_ps(b))) }
        fn sub_or_add(a: __m256i, b: __m256i, p: __m256i) -> __m256i {
            let enough = _mm256_cmpeq_epi32(_mm256_min_epu32(a, b), b);
            _mm256_add_epi32(_mm256_sub_epi32(a, b), _mm256_andnot_si256(enough, p))
        }
        fn any_from(x: __m256i, m: __m256i) -> bool {
            _mm256_movemask_epi8(_mm256_cmpeq_epi32(_mm256_min_epu32(x, m), m)) != 0
        }
        fn transpose(v: [__m256i; 8]) -> [__m256i; 8] { transpose(v) }
    }
}

/// Transposes four words in each half by unpacking, then halves.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn transpose(v: [__m256i; 8]) -> [__m256i; 8] {
    let mut a = v;
    let mut j = 0;
    while j < 8 {
        a[j] = _mm256_unpacklo_epi32(v[j], v[j + 1]);
        a[j + 1] = _mm256_unpackhi_epi32(v[j], v[j + 1]);
        j += 2;
    }
    let mut b = a;
    let mut i = 0;
    while i < 8 {
        b[i] = _mm256_unpacklo_epi64(a[i], a[i + 2]);
        b[i + 1] = _mm256_unpackhi_epi64(a[i], a[i + 2]);
        b[i + 2] = _mm256_unpacklo_epi64(a[i + 1], a[i + 3]);
        b[i + 3] = _mm256_unpackhi_epi64(a[i + 1], a[i + 3]);
        i += 4;
    }
    let mut c = 0;
    while c < 4 {
        a[c] = _mm256_permute2x128_si256::<0x20>(b[c], b[4 + c]);
        a[4 + c] = _mm256_permute2x128_si256::<0x31>(b[c], b[4 + c]);
        c += 1;
    }
    a
}
