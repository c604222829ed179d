//! 256 bits: AVX2 with FMA, and the same width with the 32 registers of AVX-512.
#![allow(unsafe_code, reason = "entering the instruction set; loads, stores and hints")]

use super::{
    Floats, methods,
    tokens::{Avx2, Avx512, with_avx2, with_avx512},
};
use core::arch::x86_64::*;
use num_complex::Complex;

/// Four doubles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F64x4<T>(pub(crate) T);

/// Eight singles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F32x8<T>(pub(crate) T);

macro_rules! doubles {
    ($with:ident, $token:ty) => {
        impl Floats<4> for F64x4<$token> {
            type Token = $token;
            type Float = f64;
            type V = __m256d;
            const ORDER: [usize; 4] = [0, 2, 1, 3];

            type Least = F64x4<Avx2>;

            #[inline(always)]
            fn least(self) -> F64x4<Avx2> {
                F64x4(Avx2::from(self.0))
            }
            #[inline(always)]
            fn token(self) -> $token {
                self.0
            }

            $with! { methods!
                fn constant(x: f64) -> __m256d { _mm256_set1_pd(x) }
                fn splat(x: f64) -> __m256d { _mm256_set1_pd(x) }
                fn load(x: &[f64; 4]) -> __m256d {
                    // SAFETY: 32 bytes, by type.
                    unsafe { _mm256_loadu_pd(x.as_ptr()) }
                }
                fn store(x: &mut [f64; 4], v: __m256d) {
                    // SAFETY: 32 bytes, by type.
                    unsafe { _mm256_storeu_pd(x.as_mut_ptr(), v) }
                }
                fn load_pairs(x: &[Complex<f64>; 4]) -> [__m256d; 2] {
                    let p = x.as_ptr().cast::<f64>();
                    // SAFETY: 64 bytes, by type: a complex number is its two parts.
                    let (a, b) = unsafe { (_mm256_loadu_pd(p), _mm256_loadu_pd(p.add(4))) };
                    [_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b)]
                }
                fn store_pairs(x: &mut [Complex<f64>; 4], v: [__m256d; 2]) {
                    let (a, b) = (_mm256_unpacklo_pd(v[0], v[1]), _mm256_unpackhi_pd(v[0], v[1]));
                    let p = x.as_mut_ptr().cast::<f64>();
                    // SAFETY: 64 bytes, by type: a complex number is its two parts.
                    unsafe {
                        _mm256_storeu_pd(p, a);
                        _mm256_storeu_pd(p.add(4), b);
                    }
                }
                fn stream_pairs(x: &mut [Complex<f64>; 4], v: [__m256d; 2]) {
                    let (a, b) = (_mm256_unpacklo_pd(v[0], v[1]), _mm256_unpackhi_pd(v[0], v[1]));
                    let p = x.as_mut_ptr().cast::<f64>();
                    if p.addr().is_multiple_of(32) {
                        // SAFETY: 64 bytes, by type, and aligned, by the condition.
                        unsafe {
                            _mm256_stream_pd(p, a);
                            _mm256_stream_pd(p.add(4), b);
                        }
                    } else {
                        // SAFETY: 64 bytes, by type.
                        unsafe {
                            _mm256_storeu_pd(p, a);
                            _mm256_storeu_pd(p.add(4), b);
                        }
                    }
                }
                fn load_parts(x: &[Complex<f64>; 4]) -> [__m256d; 2] {
                    let p = x.as_ptr().cast::<f64>();
                    // SAFETY: 64 bytes, by type: a complex number is its two parts.
                    unsafe { [_mm256_loadu_pd(p), _mm256_loadu_pd(p.add(4))] }
                }
                fn store_parts(x: &mut [Complex<f64>; 4], v: [__m256d; 2]) {
                    let p = x.as_mut_ptr().cast::<f64>();
                    // SAFETY: 64 bytes, by type: a complex number is its two parts.
                    unsafe {
                        _mm256_storeu_pd(p, v[0]);
                        _mm256_storeu_pd(p.add(4), v[1]);
                    }
                }
                fn stream_parts(x: &mut [Complex<f64>; 4], v: [__m256d; 2]) {
                    let p = x.as_mut_ptr().cast::<f64>();
                    if p.addr().is_multiple_of(32) {
                        // SAFETY: 64 bytes, by type, and aligned, by the condition.
                        unsafe {
                            _mm256_stream_pd(p, v[0]);
                            _mm256_stream_pd(p.add(4), v[1]);
                        }
                    } else {
                        // SAFETY: 64 bytes, by type.
                        unsafe {
                            _mm256_storeu_pd(p, v[0]);
                            _mm256_storeu_pd(p.add(4), v[1]);
                        }
                    }
                }
                fn prefetch<T>(x: &T) {
                    // SAFETY: a hint without effect on memory; the pointer is a reference's.
                    #[allow(unused_unsafe, reason = "newer Rust calls the hint safe")]
                    unsafe { _mm_prefetch::<_MM_HINT_T1>(core::ptr::from_ref(x).cast()) }
                }
                fn reverse(v: __m256d) -> __m256d { _mm256_permute4x64_pd::<0x1b>(v) }
                fn mirror(v: __m256d, before: __m256d) -> __m256d {
                    _mm256_blend_pd::<1>(_mm256_permute4x64_pd::<0xb4>(v), before)
                }
                fn add(a: __m256d, b: __m256d) -> __m256d { _mm256_add_pd(a, b) }
                fn sub(a: __m256d, b: __m256d) -> __m256d { _mm256_sub_pd(a, b) }
                fn mul(a: __m256d, b: __m256d) -> __m256d { _mm256_mul_pd(a, b) }
                fn neg(a: __m256d) -> __m256d { _mm256_xor_pd(a, _mm256_set1_pd(-0.0)) }
                fn mul_add(a: __m256d, b: __m256d, c: __m256d) -> __m256d { _mm256_fmadd_pd(a, b, c) }
                fn mul_sub(a: __m256d, b: __m256d, c: __m256d) -> __m256d { _mm256_fmsub_pd(a, b, c) }
                fn neg_mul_add(a: __m256d, b: __m256d, c: __m256d) -> __m256d { _mm256_fnmadd_pd(a, b, c) }
                fn to_rows(v: [[__m256d; 2]; 4]) -> [[__m256d; 2]; 4] {
                    let mut rows = v;
                    let mut q = 0;
                    while q < 2 {
                        let [a, b] = [v[2 * q], v[2 * q + 1]];
                        let (p, r) = (_mm256_unpacklo_pd(a[0], a[1]), _mm256_unpacklo_pd(b[0], b[1]));
                        let (s, t) = (_mm256_unpackhi_pd(a[0], a[1]), _mm256_unpackhi_pd(b[0], b[1]));
                        rows[0][q] = _mm256_permute2f128_pd::<0x20>(p, r);
                        rows[1][q] = _mm256_permute2f128_pd::<0x20>(s, t);
                        rows[2][q] = _mm256_permute2f128_pd::<0x31>(p, r);
                        rows[3][q] = _mm256_permute2f128_pd::<0x31>(s, t);
                        q += 1;
                    }
                    rows
                }
                fn of_rows(rows: [[__m256d; 2]; 4]) -> [[__m256d; 2]; 4] {
                    let low = |a, b| _mm256_permute2f128_pd::<0x20>(a, b);
                    let high = |a, b| _mm256_permute2f128_pd::<0x31>(a, b);
                    let parts = |a, b| [_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b)];
                    let mut v = rows;
                    let mut q = 0;
                    while q < 2 {
                        let [a, b, c, d] = [rows[0][q], rows[1][q], rows[2][q], rows[3][q]];
                        v[2 * q] = parts(low(a, c), low(b, d));
                        v[2 * q + 1] = parts(high(a, c), high(b, d));
                        q += 1;
                    }
                    v
                }
                fn transpose(v: [__m256d; 4]) -> [__m256d; 4] {
                    let [a, b, c, d] = v;
                    let (p, q) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
                    let (r, s) = (_mm256_unpacklo_pd(c, d), _mm256_unpackhi_pd(c, d));
                    [
                        _mm256_permute2f128_pd::<0x20>(p, r),
                        _mm256_permute2f128_pd::<0x20>(q, s),
                        _mm256_permute2f128_pd::<0x31>(p, r),
                        _mm256_permute2f128_pd::<0x31>(q, s),
                    ]
                }
            }
        }
    };
}
doubles! { with_avx2, Avx2 }
doubles! { with_avx512, Avx512 }

macro_rules! singles {
    ($with:ident, $token:ty) => {
        impl Floats<8> for F32x8<$token> {
            type Token = $token;
            type Float = f32;
            type V = __m256;
            const ORDER: [usize; 8] = [0, 1, 4, 5, 2, 3, 6, 7];

            type Least = F32x8<Avx2>;

            #[inline(always)]
            fn least(self) -> F32x8<Avx2> {
                F32x8(Avx2::from(self.0))
            }
            #[inline(always)]
            fn token(self) -> $token {
                self.0
            }

            $with! { methods!
                fn constant(x: f64) -> __m256 { _mm256_set1_ps(x as f32) }
                fn splat(x: f32) -> __m256 { _mm256_set1_ps(x) }
                fn load(x: &[f32; 8]) -> __m256 {
                    // SAFETY: 32 bytes, by type.
                    unsafe { _mm256_loadu_ps(x.as_ptr()) }
                }
                fn store(x: &mut [f32; 8], v: __m256) {
                    // SAFETY: 32 bytes, by type.
                    unsafe { _mm256_storeu_ps(x.as_mut_ptr(), v) }
                }
                fn load_pairs(x: &[Complex<f32>; 8]) -> [__m256; 2] {
                    let p = x.as_ptr().cast::<f32>();
                    // SAFETY: 64 bytes, by type: a complex number is its two parts.
                    let (a, b) = unsafe { (_mm256_loadu_ps(p), _mm256_loadu_ps(p.add(8))) };
                    [_mm256_shuffle_ps::<0x88>(a, b), _mm256_shuffle_ps::<0xdd>(a, b)]
                }
                fn store_pairs(x: &mut [Complex<f32>; 8], v: [__m256; 2]) {
                    let (a, b) = (_mm256_unpacklo_ps(v[0], v[1]), _mm256_unpackhi_ps(v[0], v[1]));
                    let p = x.as_mut_ptr().cast::<f32>();
                    // SAFETY: 64 bytes, by type: a complex number is its two parts.
                    unsafe {
                        _mm256_storeu_ps(p, a);
                        _mm256_storeu_ps(p.add(8), b);
                    }
                }
                fn stream_pairs(x: &mut [Complex<f32>; 8], v: [__m256; 2]) {
                    let (a, b) = (_mm256_unpacklo_ps(v[0], v[1]), _mm256_unpackhi_ps(v[0], v[1]));
                    let p = x.as_mut_ptr().cast::<f32>();
                    if p.addr().is_multiple_of(32) {
                        // SAFETY: 64 bytes, by type, and aligned, by the condition.
                        unsafe {
                            _mm256_stream_ps(p, a);
                            _mm256_stream_ps(p.add(8), b);
                        }
                    } else {
                        // SAFETY: 64 bytes, by type.
                        unsafe {
                            _mm256_storeu_ps(p, a);
                            _mm256_storeu_ps(p.add(8), b);
                        }
                    }
                }
                fn load_parts(x: &[Complex<f32>; 8]) -> [__m256; 2] {
                    let p = x.as_ptr().cast::<f32>();
                    // SAFETY: 64 bytes, by type: a complex number is its two parts.
                    unsafe { [_mm256_loadu_ps(p), _mm256_loadu_ps(p.add(8))] }
                }
                fn store_parts(x: &mut [Complex<f32>; 8], v: [__m256; 2]) {
                    let p = x.as_mut_ptr().cast::<f32>();
                    // SAFETY: 64 bytes, by type: a complex number is its two parts.
                    unsafe {
                        _mm256_storeu_ps(p, v[0]);
                        _mm256_storeu_ps(p.add(8), v[1]);
                    }
                }
                fn stream_parts(x: &mut [Complex<f32>; 8], v: [__m256; 2]) {
                    let p = x.as_mut_ptr().cast::<f32>();
                    if p.addr().is_multiple_of(32) {
                        // SAFETY: 64 bytes, by type, and aligned, by the condition.
                        unsafe {
                            _mm256_stream_ps(p, v[0]);
                            _mm256_stream_ps(p.add(8), v[1]);
                        }
                    } else {
                        // SAFETY: 64 bytes, by type.
                        unsafe {
                            _mm256_storeu_ps(p, v[0]);
                            _mm256_storeu_ps(p.add(8), v[1]);
                        }
                    }
                }
                fn prefetch<T>(x: &T) {
                    // SAFETY: a hint without effect on memory; the pointer is a reference's.
                    #[allow(unused_unsafe, reason = "newer Rust calls the hint safe")]
                    unsafe { _mm_prefetch::<_MM_HINT_T1>(core::ptr::from_ref(x).cast()) }
                }
                fn reverse(v: __m256) -> __m256 {
                    _mm256_permutevar8x32_ps(v, _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7))
                }
                fn mirror(v: __m256, before: __m256) -> __m256 {
                    let v = _mm256_permutevar8x32_ps(v, _mm256_set_epi32(1, 4, 3, 6, 5, 2, 7, 0));
                    _mm256_blend_ps::<1>(v, before)
                }
                fn add(a: __m256, b: __m256) -> __m256 { _mm256_add_ps(a, b) }
                fn sub(a: __m256, b: __m256) -> __m256 { _mm256_sub_ps(a, b) }
                fn mul(a: __m256, b: __m256) -> __m256 { _mm256_mul_ps(a, b) }
                fn neg(a: __m256) -> __m256 { _mm256_xor_ps(a, _mm256_set1_ps(-0.0)) }
                fn mul_add(a: __m256, b: __m256, c: __m256) -> __m256 { _mm256_fmadd_ps(a, b, c) }
                fn mul_sub(a: __m256, b: __m256, c: __m256) -> __m256 { _mm256_fmsub_ps(a, b, c) }
                fn neg_mul_add(a: __m256, b: __m256, c: __m256) -> __m256 { _mm256_fnmadd_ps(a, b, c) }
                fn to_rows(v: [[__m256; 2]; 8]) -> [[__m256; 2]; 8] {
                    let low = |a, b| _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)));
                    let high = |a, b| _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)));
                    let mut rows = v;
                    let mut q = 0;
                    while q < 2 {
                        let [a, b, c, d] = [v[4 * q], v[4 * q + 1], v[4 * q + 2], v[4 * q + 3]];
                        let (p, r) = (_mm256_unpacklo_ps(a[0], a[1]), _mm256_unpacklo_ps(b[0], b[1]));
                        let (s, t) = (_mm256_unpacklo_ps(c[0], c[1]), _mm256_unpacklo_ps(d[0], d[1]));
                        let (w, x, y, z) = (low(p, r), high(p, r), low(s, t), high(s, t));
                        rows[0][q] = _mm256_permute2f128_ps::<0x20>(w, y);
                        rows[1][q] = _mm256_permute2f128_ps::<0x20>(x, z);
                        rows[4][q] = _mm256_permute2f128_ps::<0x31>(w, y);
                        rows[5][q] = _mm256_permute2f128_ps::<0x31>(x, z);
                        let (p, r) = (_mm256_unpackhi_ps(a[0], a[1]), _mm256_unpackhi_ps(b[0], b[1]));
                        let (s, t) = (_mm256_unpackhi_ps(c[0], c[1]), _mm256_unpackhi_ps(d[0], d[1]));
                        let (w, x, y, z) = (low(p, r), high(p, r), low(s, t), high(s, t));
                        rows[2][q] = _mm256_permute2f128_ps::<0x20>(w, y);
                        rows[3][q] = _mm256_permute2f128_ps::<0x20>(x, z);
                        rows[6][q] = _mm256_permute2f128_ps::<0x31>(w, y);
                        rows[7][q] = _mm256_permute2f128_ps::<0x31>(x, z);
                        q += 1;
                    }
                    rows
                }
                fn of_rows(rows: [[__m256; 2]; 8]) -> [[__m256; 2]; 8] {
                    let parts = |a, b| [_mm256_shuffle_ps::<0x88>(a, b), _mm256_shuffle_ps::<0xdd>(a, b)];
                    let low = |a, b| _mm256_permute2f128_ps::<0x20>(a, b);
                    let high = |a, b| _mm256_permute2f128_ps::<0x31>(a, b);
                    let join = |a, b| (_mm256_castps_pd(a), _mm256_castps_pd(b));
                    let evens = |(a, b)| _mm256_castpd_ps(_mm256_unpacklo_pd(a, b));
                    let odds = |(a, b)| _mm256_castpd_ps(_mm256_unpackhi_pd(a, b));
                    let mut v = rows;
                    let mut q = 0;
                    while q < 2 {
                        let (a, b) = (low(rows[0][q], rows[4][q]), low(rows[1][q], rows[5][q]));
                        let (c, d) = (low(rows[2][q], rows[6][q]), low(rows[3][q], rows[7][q]));
                        let (ab, cd) = (join(a, b), join(c, d));
                        v[4 * q] = parts(evens(ab), evens(cd));
                        v[4 * q + 1] = parts(odds(ab), odds(cd));
                        let (a, b) = (high(rows[0][q], rows[4][q]), high(rows[1][q], rows[5][q]));
                        let (c, d) = (high(rows[2][q], rows[6][q]), high(rows[3][q], rows[7][q]));
                        let (ab, cd) = (join(a, b), join(c, d));
                        v[4 * q + 2] = parts(evens(ab), evens(cd));
                        v[4 * q + 3] = parts(odds(ab), odds(cd));
                        q += 1;
                    }
                    v
                }
                fn transpose(v: [__m256; 8]) -> [__m256; 8] {
                    let [a, b, c, d, e, f, g, h] = v;
                    let quarter = |a, b, c, d| {
                        let (p, q) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
                        let (r, s) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
                        [
                            _mm256_shuffle_ps::<0x44>(p, r),
                            _mm256_shuffle_ps::<0xee>(p, r),
                            _mm256_shuffle_ps::<0x44>(q, s),
                            _mm256_shuffle_ps::<0xee>(q, s),
                        ]
                    };
                    let ([a, b, c, d], [e, f, g, h]) = (quarter(a, b, c, d), quarter(e, f, g, h));
                    [
                        _mm256_permute2f128_ps::<0x20>(a, e),
                        _mm256_permute2f128_ps::<0x20>(b, f),
                        _mm256_permute2f128_ps::<0x20>(c, g),
                        _mm256_permute2f128_ps::<0x20>(d, h),
                        _mm256_permute2f128_ps::<0x31>(a, e),
                        _mm256_permute2f128_ps::<0x31>(b, f),
                        _mm256_permute2f128_ps::<0x31>(c, g),
                        _mm256_permute2f128_ps::<0x31>(d, h),
                    ]
                }
            }
        }
    };
}
singles! { with_avx2, Avx2 }
singles! { with_avx512, Avx512 }
