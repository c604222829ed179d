//! Sixteen words: AVX-512.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{super::methods, Words32};
use crate::kernel::packed::{Avx512, with_avx512};
use core::arch::x86_64::*;

/// Sixteen words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct U32x16(pub(crate) Avx512);

/// The odd places.
const ODD: u16 = 0xaaaa;

impl Words32<16> for U32x16 {
    type Token = Avx512;
    type V = __m512i;
    type Block = [u32; 16];

    #[inline(always)]
    fn token(self) -> Avx512 {
        self.0
    }

    with_avx512! { methods!
        fn splat(x: u32) -> __m512i { _mm512_set1_epi32(x as i32) }
        fn load(x: &[u32; 16]) -> __m512i {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
        }
        fn store(x: &mut [u32; 16], v: __m512i) {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_si512(x.as_mut_ptr().cast(), v) }
        }
        fn row(x: &[u32; 16]) -> __m512i {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
        }
        fn add(a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi32(a, b) }
        fn sub(a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi32(a, b) }
        fn min(a: __m512i, b: __m512i) -> __m512i { _mm512_min_epu32(a, b) }
        fn max(a: __m512i, b: __m512i) -> __m512i { _mm512_max_epu32(a, b) }
        fn mul_low(a: __m512i, b: __m512i) -> __m512i { _mm512_mullo_epi32(a, b) }
        fn mul_high(a: __m512i, b: __m512i, odd: __m512i) -> __m512i {
            let even = _mm512_castsi512_ps(_mm512_mul_epu32(a, b));
            let at = _mm512_castps_si512(_mm512_movehdup_ps(_mm512_castsi512_ps(a)));
            let high = _mm512_castsi512_ps(_mm512_mul_epu32(at, odd));
            _mm512_castps_si512(_mm512_mask_movehdup_ps(high, !ODD, even))
        }
        fn odd(b: __m512i) -> __m512i { _mm512_castps_si512(_mm512_movehdup_ps(_mm512_castsi512_ps(b))) }
        fn sub_or_add(a: __m512i, b: __m512i, p: __m512i) -> __m512i {
            let below = _mm512_cmplt_epu32_mask(a, b);
            let difference = _mm512_sub_epi32(a, b);
            _mm512_mask_add_epi32(difference, below, difference, p)
        }
        fn any_from(x: __m512i, m: __m512i) -> bool { _mm512_cmpge_epu32_mask(x, m) != 0 }
        fn transpose(v: [__m512i; 16]) -> [__m512i; 16] { transpose(v) }
    }
}

/// Transposes four words in each quarter by unpacking, then quarters. It uses no index: sixteen vectors that are
/// indexed would lie in memory.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
fn transpose(v: [__m512i; 16]) -> [__m512i; 16] {
    let [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15] = v;
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (quarters(v0, v1, v2, v3), quarters(v4, v5, v6, v7));
    let ([c0, c1, c2, c3], [d0, d1, d2, d3]) = (quarters(v8, v9, v10, v11), quarters(v12, v13, v14, v15));
    let ([v0, v4, v8, v12], [v1, v5, v9, v13]) = (columns(a0, b0, c0, d0), columns(a1, b1, c1, d1));
    let ([v2, v6, v10, v14], [v3, v7, v11, v15]) = (columns(a2, b2, c2, d2), columns(a3, b3, c3, d3));
    [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15]
}

/// Returns columns `c`, `4 + c`, `8 + c`, `12 + c` of four rows, one in each quarter, at index `c`.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
fn quarters(a: __m512i, b: __m512i, c: __m512i, d: __m512i) -> [__m512i; 4] {
    let (e, f) = (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    let (g, h) = (_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
    [_mm512_unpacklo_epi64(e, g), _mm512_unpackhi_epi64(e, g), _mm512_unpacklo_epi64(f, h), _mm512_unpackhi_epi64(f, h)]
}

/// Transposes the quarters of four vectors.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
fn columns(p: __m512i, q: __m512i, r: __m512i, s: __m512i) -> [__m512i; 4] {
    let (even0, odd0) = (_mm512_shuffle_i32x4::<0x88>(p, q), _mm512_shuffle_i32x4::<0xdd>(p, q));
    let (even1, odd1) = (_mm512_shuffle_i32x4::<0x88>(r, s), _mm512_shuffle_i32x4::<0xdd>(r, s));
    [
        _mm512_shuffle_i32x4::<0x88>(even0, even1),
        _mm512_shuffle_i32x4::<0x88>(odd0, odd1),
        _mm512_shuffle_i32x4::<0xdd>(even0, even1),
        _mm512_shuffle_i32x4::<0xdd>(odd0, odd1),
    ]
}
