//! 512 bits: AVX-512.
#![allow(unsafe_code, reason = "entering the instruction set; loads, stores and hints")]

use super::{
    Floats, methods,
    rotations::{BELOW8, BELOW16, MIRRORED8, MIRRORED16, ORDER8, ORDER16, ROTATIONS8, ROTATIONS16},
    tokens::{Avx512, with_avx512},
};
use core::arch::x86_64::*;
use num_complex::Complex;

/// Eight doubles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F64x8(pub(crate) Avx512);

impl Floats<8> for F64x8 {
    type Token = Avx512;
    type Float = f64;
    type V = __m512d;
    const ORDER: [usize; 8] = ORDER8;

    type Least = Self;

    #[inline(always)]
    fn least(self) -> Self {
        self
    }
    #[inline(always)]
    fn token(self) -> Avx512 {
        self.0
    }

    with_avx512! { methods!
        fn constant(x: f64) -> __m512d { _mm512_set1_pd(x) }
        fn splat(x: f64) -> __m512d { _mm512_set1_pd(x) }
        fn load(x: &[f64; 8]) -> __m512d {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_pd(x.as_ptr()) }
        }
        fn store(x: &mut [f64; 8], v: __m512d) {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_pd(x.as_mut_ptr(), v) }
        }
        fn load_pairs(x: &[Complex<f64>; 8]) -> [__m512d; 2] {
            let p = x.as_ptr().cast::<f64>();
            // SAFETY: 128 bytes, by type: a complex number is its two parts.
            let (a, b) = unsafe { (_mm512_loadu_pd(p), _mm512_loadu_pd(p.add(8))) };
            [_mm512_unpacklo_pd(a, b), _mm512_unpackhi_pd(a, b)]
        }
        fn store_pairs(x: &mut [Complex<f64>; 8], v: [__m512d; 2]) {
            let (a, b) = (_mm512_unpacklo_pd(v[0], v[1]), _mm512_unpackhi_pd(v[0], v[1]));
            let p = x.as_mut_ptr().cast::<f64>();
            // SAFETY: 128 bytes, by type: a complex number is its two parts.
            unsafe {
                _mm512_storeu_pd(p, a);
                _mm512_storeu_pd(p.add(8), b);
            }
        }
        fn stream_pairs(x: &mut [Complex<f64>; 8], v: [__m512d; 2]) {
            let (a, b) = (_mm512_unpacklo_pd(v[0], v[1]), _mm512_unpackhi_pd(v[0], v[1]));
            let p = x.as_mut_ptr().cast::<f64>();
            if p.addr().is_multiple_of(64) {
                // SAFETY: 128 bytes, by type, and aligned, by the condition.
                unsafe {
                    _mm512_stream_pd(p, a);
                    _mm512_stream_pd(p.add(8), b);
                }
            } else {
                // SAFETY: 128 bytes, by type.
                unsafe {
                    _mm512_storeu_pd(p, a);
                    _mm512_storeu_pd(p.add(8), b);
                }
            }
        }
        fn load_parts(x: &[Complex<f64>; 8]) -> [__m512d; 2] {
            let p = x.as_ptr().cast::<f64>();
            // SAFETY: 128 bytes, by type: a complex number is its two parts.
            unsafe { [_mm512_loadu_pd(p), _mm512_loadu_pd(p.add(8))] }
        }
        fn store_parts(x: &mut [Complex<f64>; 8], v: [__m512d; 2]) {
            let p = x.as_mut_ptr().cast::<f64>();
            // SAFETY: 128 bytes, by type: a complex number is its two parts.
            unsafe {
                _mm512_storeu_pd(p, v[0]);
                _mm512_storeu_pd(p.add(8), v[1]);
            }
        }
        fn stream_parts(x: &mut [Complex<f64>; 8], v: [__m512d; 2]) {
            let p = x.as_mut_ptr().cast::<f64>();
            if p.addr().is_multiple_of(64) {
                // SAFETY: 128 bytes, by type, and aligned, by the condition.
                unsafe {
                    _mm512_stream_pd(p, v[0]);
                    _mm512_stream_pd(p.add(8), v[1]);
                }
            } else {
                // SAFETY: 128 bytes, by type.
                unsafe {
                    _mm512_storeu_pd(p, v[0]);
                    _mm512_storeu_pd(p.add(8), v[1]);
                }
            }
        }
        fn select(first: usize, a: __m512d, b: __m512d) -> __m512d {
            _mm512_mask_blend_pd(BELOW8[first] as u8, a, b)
        }
        fn stream_rotated(x: &mut [Complex<f64>; 8], v: [__m512d; 2], first: usize) {
            let index = &ROTATIONS8[first];
            // SAFETY: 64 bytes each, by type.
            let (i, j) = unsafe {
                (_mm512_loadu_si512(index[0].as_ptr().cast()), _mm512_loadu_si512(index[1].as_ptr().cast()))
            };
            let (a, b) = (_mm512_permutex2var_pd(v[0], i, v[1]), _mm512_permutex2var_pd(v[0], j, v[1]));
            let p = x.as_mut_ptr().cast::<f64>();
            if p.addr().is_multiple_of(64) {
                // SAFETY: 128 bytes, by type, and aligned, by the condition.
                unsafe {
                    _mm512_stream_pd(p, a);
                    _mm512_stream_pd(p.add(8), b);
                }
            } else {
                // SAFETY: 128 bytes, by type.
                unsafe {
                    _mm512_storeu_pd(p, a);
                    _mm512_storeu_pd(p.add(8), b);
                }
            }
        }
        fn prefetch<T>(x: &T) {
            // SAFETY: a hint without effect on memory; the pointer is a reference's.
            #[allow(unused_unsafe, reason = "newer Rust calls the hint safe")]
            unsafe { _mm_prefetch::<_MM_HINT_T1>(core::ptr::from_ref(x).cast()) }
        }
        fn reverse(v: __m512d) -> __m512d { _mm512_permutexvar_pd(_mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7), v) }
        fn mirror(v: __m512d, before: __m512d) -> __m512d {
            // SAFETY: 64 bytes, by type.
            let index = unsafe { _mm512_loadu_si512(MIRRORED8.as_ptr().cast()) };
            _mm512_permutex2var_pd(v, index, before)
        }
        fn add(a: __m512d, b: __m512d) -> __m512d { _mm512_add_pd(a, b) }
        fn sub(a: __m512d, b: __m512d) -> __m512d { _mm512_sub_pd(a, b) }
        fn sub_fused(a: __m512d, b: __m512d) -> __m512d { _mm512_fnmadd_round_pd::<8>(b, _mm512_set1_pd(1.0), a) }
        fn mul(a: __m512d, b: __m512d) -> __m512d { _mm512_mul_pd(a, b) }
        fn neg(a: __m512d) -> __m512d { _mm512_xor_pd(a, _mm512_set1_pd(-0.0)) }
        fn mul_add(a: __m512d, b: __m512d, c: __m512d) -> __m512d { _mm512_fmadd_pd(a, b, c) }
        fn mul_sub(a: __m512d, b: __m512d, c: __m512d) -> __m512d { _mm512_fmsub_pd(a, b, c) }
        fn neg_mul_add(a: __m512d, b: __m512d, c: __m512d) -> __m512d { _mm512_fnmadd_pd(a, b, c) }
        fn to_rows(v: [[__m512d; 2]; 8]) -> [[__m512d; 2]; 8] {
            let even = |x, y| _mm512_shuffle_f64x2::<0x88>(x, y);
            let odd = |x, y| _mm512_shuffle_f64x2::<0xdd>(x, y);
            let mut rows = v;
            let mut q = 0;
            while q < 2 {
                let [a, b, c, d] = [v[4 * q], v[4 * q + 1], v[4 * q + 2], v[4 * q + 3]];
                // Values of the lanes 0, 2, 4 and 6, then of the others: four by four are transposed.
                let (p, r) = (_mm512_unpacklo_pd(a[0], a[1]), _mm512_unpacklo_pd(b[0], b[1]));
                let (s, t) = (_mm512_unpacklo_pd(c[0], c[1]), _mm512_unpacklo_pd(d[0], d[1]));
                let (x, y, z, w) = (even(p, r), odd(p, r), even(s, t), odd(s, t));
                (rows[0][q], rows[4][q], rows[2][q], rows[6][q]) = (even(x, z), odd(x, z), even(y, w), odd(y, w));
                let (p, r) = (_mm512_unpackhi_pd(a[0], a[1]), _mm512_unpackhi_pd(b[0], b[1]));
                let (s, t) = (_mm512_unpackhi_pd(c[0], c[1]), _mm512_unpackhi_pd(d[0], d[1]));
                let (x, y, z, w) = (even(p, r), odd(p, r), even(s, t), odd(s, t));
                (rows[1][q], rows[5][q], rows[3][q], rows[7][q]) = (even(x, z), odd(x, z), even(y, w), odd(y, w));
                q += 1;
            }
            rows
        }
        fn of_rows(rows: [[__m512d; 2]; 8]) -> [[__m512d; 2]; 8] {
            let even = |x, y| _mm512_shuffle_f64x2::<0x88>(x, y);
            let odd = |x, y| _mm512_shuffle_f64x2::<0xdd>(x, y);
            let mut v = rows;
            let mut q = 0;
            while q < 2 {
                let (p, r) = (even(rows[0][q], rows[2][q]), odd(rows[0][q], rows[2][q]));
                let (s, t) = (even(rows[4][q], rows[6][q]), odd(rows[4][q], rows[6][q]));
                let (p, s, r, t) = (even(p, s), odd(p, s), even(r, t), odd(r, t));
                let (w, x) = (even(rows[1][q], rows[3][q]), odd(rows[1][q], rows[3][q]));
                let (y, z) = (even(rows[5][q], rows[7][q]), odd(rows[5][q], rows[7][q]));
                let (w, y, x, z) = (even(w, y), odd(w, y), even(x, z), odd(x, z));
                v[4 * q] = [_mm512_unpacklo_pd(p, w), _mm512_unpackhi_pd(p, w)];
                v[4 * q + 2] = [_mm512_unpacklo_pd(s, y), _mm512_unpackhi_pd(s, y)];
                v[4 * q + 1] = [_mm512_unpacklo_pd(r, x), _mm512_unpackhi_pd(r, x)];
                v[4 * q + 3] = [_mm512_unpacklo_pd(t, z), _mm512_unpackhi_pd(t, z)];
                q += 1;
            }
            v
        }
        fn transpose(v: [__m512d; 8]) -> [__m512d; 8] {
            let [a, b, c, d, e, f, g, h] = v;
            let even = |x, y| _mm512_shuffle_f64x2::<0x88>(x, y);
            let odd = |x, y| _mm512_shuffle_f64x2::<0xdd>(x, y);
            let (ab, cd) = (_mm512_unpacklo_pd(a, b), _mm512_unpacklo_pd(c, d));
            let (ef, gh) = (_mm512_unpacklo_pd(e, f), _mm512_unpacklo_pd(g, h));
            let (a0, a2, a4, a6) = (even(ab, cd), odd(ab, cd), even(ef, gh), odd(ef, gh));
            let (ab, cd) = (_mm512_unpackhi_pd(a, b), _mm512_unpackhi_pd(c, d));
            let (ef, gh) = (_mm512_unpackhi_pd(e, f), _mm512_unpackhi_pd(g, h));
            let (a1, a3, a5, a7) = (even(ab, cd), odd(ab, cd), even(ef, gh), odd(ef, gh));
            [
                even(a0, a4), even(a1, a5), even(a2, a6), even(a3, a7),
                odd(a0, a4), odd(a1, a5), odd(a2, a6), odd(a3, a7),
            ]
        }
    }
}

/// Sixteen singles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F32x16(pub(crate) Avx512);

impl Floats<16> for F32x16 {
    type Token = Avx512;
    type Float = f32;
    type V = __m512;
    const ORDER: [usize; 16] = ORDER16;

    type Least = Self;

    #[inline(always)]
    fn least(self) -> Self {
        self
    }
    #[inline(always)]
    fn token(self) -> Avx512 {
        self.0
    }

    with_avx512! { methods!
        fn constant(x: f64) -> __m512 { _mm512_set1_ps(x as f32) }
        fn splat(x: f32) -> __m512 { _mm512_set1_ps(x) }
        fn load(x: &[f32; 16]) -> __m512 {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_ps(x.as_ptr()) }
        }
        fn store(x: &mut [f32; 16], v: __m512) {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_ps(x.as_mut_ptr(), v) }
        }
        fn load_pairs(x: &[Complex<f32>; 16]) -> [__m512; 2] {
            let p = x.as_ptr().cast::<f32>();
            // SAFETY: 128 bytes, by type: a complex number is its two parts.
            let (a, b) = unsafe { (_mm512_loadu_ps(p), _mm512_loadu_ps(p.add(16))) };
            [_mm512_shuffle_ps::<0x88>(a, b), _mm512_shuffle_ps::<0xdd>(a, b)]
        }
        fn store_pairs(x: &mut [Complex<f32>; 16], v: [__m512; 2]) {
            let (a, b) = (_mm512_unpacklo_ps(v[0], v[1]), _mm512_unpackhi_ps(v[0], v[1]));
            let p = x.as_mut_ptr().cast::<f32>();
            // SAFETY: 128 bytes, by type: a complex number is its two parts.
            unsafe {
                _mm512_storeu_ps(p, a);
                _mm512_storeu_ps(p.add(16), b);
            }
        }
        fn stream_pairs(x: &mut [Complex<f32>; 16], v: [__m512; 2]) {
            let (a, b) = (_mm512_unpacklo_ps(v[0], v[1]), _mm512_unpackhi_ps(v[0], v[1]));
            let p = x.as_mut_ptr().cast::<f32>();
            if p.addr().is_multiple_of(64) {
                // SAFETY: 128 bytes, by type, and aligned, by the condition.
                unsafe {
                    _mm512_stream_ps(p, a);
                    _mm512_stream_ps(p.add(16), b);
                }
            } else {
                // SAFETY: 128 bytes, by type.
                unsafe {
                    _mm512_storeu_ps(p, a);
                    _mm512_storeu_ps(p.add(16), b);
                }
            }
        }
        fn load_parts(x: &[Complex<f32>; 16]) -> [__m512; 2] {
            let p = x.as_ptr().cast::<f32>();
            // SAFETY: 128 bytes, by type: a complex number is its two parts.
            unsafe { [_mm512_loadu_ps(p), _mm512_loadu_ps(p.add(16))] }
        }
        fn store_parts(x: &mut [Complex<f32>; 16], v: [__m512; 2]) {
            let p = x.as_mut_ptr().cast::<f32>();
            // SAFETY: 128 bytes, by type: a complex number is its two parts.
            unsafe {
                _mm512_storeu_ps(p, v[0]);
                _mm512_storeu_ps(p.add(16), v[1]);
            }
        }
        fn stream_parts(x: &mut [Complex<f32>; 16], v: [__m512; 2]) {
            let p = x.as_mut_ptr().cast::<f32>();
            if p.addr().is_multiple_of(64) {
                // SAFETY: 128 bytes, by type, and aligned, by the condition.
                unsafe {
                    _mm512_stream_ps(p, v[0]);
                    _mm512_stream_ps(p.add(16), v[1]);
                }
            } else {
                // SAFETY: 128 bytes, by type.
                unsafe {
                    _mm512_storeu_ps(p, v[0]);
                    _mm512_storeu_ps(p.add(16), v[1]);
                }
            }
        }
        fn select(first: usize, a: __m512, b: __m512) -> __m512 {
            _mm512_mask_blend_ps(BELOW16[first], a, b)
        }
        fn stream_rotated(x: &mut [Complex<f32>; 16], v: [__m512; 2], first: usize) {
            let index = &ROTATIONS16[first];
            // SAFETY: 64 bytes each, by type.
            let (i, j) = unsafe {
                (_mm512_loadu_si512(index[0].as_ptr().cast()), _mm512_loadu_si512(index[1].as_ptr().cast()))
            };
            let (a, b) = (_mm512_permutex2var_ps(v[0], i, v[1]), _mm512_permutex2var_ps(v[0], j, v[1]));
            let p = x.as_mut_ptr().cast::<f32>();
            if p.addr().is_multiple_of(64) {
                // SAFETY: 128 bytes, by type, and aligned, by the condition.
                unsafe {
                    _mm512_stream_ps(p, a);
                    _mm512_stream_ps(p.add(16), b);
                }
            } else {
                // SAFETY: 128 bytes, by type.
                unsafe {
                    _mm512_storeu_ps(p, a);
                    _mm512_storeu_ps(p.add(16), b);
                }
            }
        }
        fn prefetch<T>(x: &T) {
            // SAFETY: a hint without effect on memory; the pointer is a reference's.
            #[allow(unused_unsafe, reason = "newer Rust calls the hint safe")]
            unsafe { _mm_prefetch::<_MM_HINT_T1>(core::ptr::from_ref(x).cast()) }
        }
        fn reverse(v: __m512) -> __m512 {
            _mm512_permutexvar_ps(_mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), v)
        }
        fn mirror(v: __m512, before: __m512) -> __m512 {
            // SAFETY: 64 bytes, by type.
            let index = unsafe { _mm512_loadu_si512(MIRRORED16.as_ptr().cast()) };
            _mm512_permutex2var_ps(v, index, before)
        }
        fn add(a: __m512, b: __m512) -> __m512 { _mm512_add_ps(a, b) }
        fn sub(a: __m512, b: __m512) -> __m512 { _mm512_sub_ps(a, b) }
        fn sub_fused(a: __m512, b: __m512) -> __m512 { _mm512_fnmadd_round_ps::<8>(b, _mm512_set1_ps(1.0), a) }
        fn mul(a: __m512, b: __m512) -> __m512 { _mm512_mul_ps(a, b) }
        fn neg(a: __m512) -> __m512 { _mm512_xor_ps(a, _mm512_set1_ps(-0.0)) }
        fn mul_add(a: __m512, b: __m512, c: __m512) -> __m512 { _mm512_fmadd_ps(a, b, c) }
        fn mul_sub(a: __m512, b: __m512, c: __m512) -> __m512 { _mm512_fmsub_ps(a, b, c) }
        fn neg_mul_add(a: __m512, b: __m512, c: __m512) -> __m512 { _mm512_fnmadd_ps(a, b, c) }
        fn transpose(v: [__m512; 16]) -> [__m512; 16] {
            let even = |x, y| _mm512_shuffle_f32x4::<0x88>(x, y);
            let odd = |x, y| _mm512_shuffle_f32x4::<0xdd>(x, y);
            // Within each quarter of a register: t[4 q + i] holds column i of the rows 4 q, ..., 4 q + 3.
            let mut t = v;
            let mut q = 0;
            while q < 16 {
                let (a, b) = (_mm512_unpacklo_ps(v[q], v[q + 1]), _mm512_unpackhi_ps(v[q], v[q + 1]));
                let (c, d) = (_mm512_unpacklo_ps(v[q + 2], v[q + 3]), _mm512_unpackhi_ps(v[q + 2], v[q + 3]));
                t[q] = _mm512_shuffle_ps::<0x44>(a, c);
                t[q + 1] = _mm512_shuffle_ps::<0xee>(a, c);
                t[q + 2] = _mm512_shuffle_ps::<0x44>(b, d);
                t[q + 3] = _mm512_shuffle_ps::<0xee>(b, d);
                q += 4;
            }
            // The quarters: a transposition of four by four.
            let mut o = v;
            let mut i = 0;
            while i < 4 {
                let (a, b) = (even(t[i], t[i + 4]), odd(t[i], t[i + 4]));
                let (c, d) = (even(t[i + 8], t[i + 12]), odd(t[i + 8], t[i + 12]));
                (o[i], o[i + 8]) = (even(a, c), odd(a, c));
                (o[i + 4], o[i + 12]) = (even(b, d), odd(b, d));
                i += 1;
            }
            o
        }
    }
}
