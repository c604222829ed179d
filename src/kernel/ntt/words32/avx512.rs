//! Sixteen words: AVX-512.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{super::methods, Words32};
use crate::kernel::packed::Avx512;
use core::arch::x86_64::*;

/// Sixteen words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct U32x16(pub(crate) Avx512);

/// The odd places.
const ODD: u16 = 0xaaaa;

impl Words32<16> for U32x16 {
    type Token = Avx512;
    type V = __m512i;

    #[inline(always)]
    fn token(self) -> Avx512 {
        self.0
    }

    methods! { "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl", Avx512;
        fn splat(x: u32) -> __m512i { _mm512_set1_epi32(x as i32) }
        fn load(x: &[u32; 16]) -> __m512i {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
        }
        fn store(x: &mut [u32; 16], v: __m512i) {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_si512(x.as_mut_ptr().cast(), v) }
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

/// Four words in each quarter by unpacking, then quarters.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
fn transpose(v: [__m512i; 16]) -> [__m512i; 16] {
    let mut a = v;
    let mut j = 0;
    while j < 16 {
        a[j] = _mm512_unpacklo_epi32(v[j], v[j + 1]);
        a[j + 1] = _mm512_unpackhi_epi32(v[j], v[j + 1]);
        j += 2;
    }
    // Vector 4 i + c holds the columns c, 4 + c, 8 + c, 12 + c of rows 4 i to 4 i + 3, one in each quarter.
    let mut b = a;
    let mut i = 0;
    while i < 16 {
        b[i] = _mm512_unpacklo_epi64(a[i], a[i + 2]);
        b[i + 1] = _mm512_unpackhi_epi64(a[i], a[i + 2]);
        b[i + 2] = _mm512_unpacklo_epi64(a[i + 1], a[i + 3]);
        b[i + 3] = _mm512_unpackhi_epi64(a[i + 1], a[i + 3]);
        i += 4;
    }
    let mut c = 0;
    while c < 4 {
        let (p, q, r, s) = (b[c], b[4 + c], b[8 + c], b[12 + c]);
        let (even0, odd0) = (_mm512_shuffle_i32x4::<0x88>(p, q), _mm512_shuffle_i32x4::<0xdd>(p, q));
        let (even1, odd1) = (_mm512_shuffle_i32x4::<0x88>(r, s), _mm512_shuffle_i32x4::<0xdd>(r, s));
        a[c] = _mm512_shuffle_i32x4::<0x88>(even0, even1);
        a[8 + c] = _mm512_shuffle_i32x4::<0xdd>(even0, even1);
        a[4 + c] = _mm512_shuffle_i32x4::<0x88>(odd0, odd1);
        a[12 + c] = _mm512_shuffle_i32x4::<0xdd>(odd0, odd1);
        c += 1;
    }
    a
}
