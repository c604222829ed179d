//! Four singles in 128 bits: for transforms too short for wider vectors.
#![allow(unsafe_code, reason = "entering the instruction set; loads, stores and hints")]

use super::{
    Floats, Token, methods,
    tokens::{Avx2, with_avx2},
};
use core::arch::x86_64::*;
use num_complex::Complex;

/// Four singles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F32x4<T>(pub(crate) T);

macro_rules! singles {
    ($with:ident, $token:ty) => {
        impl Floats<4> for F32x4<$token> {
            type Token = $token;
            type Float = f32;
            type V = __m128;
            const ORDER: [usize; 4] = [0, 1, 2, 3];

            type Least = F32x4<Avx2>;

            #[inline(always)]
            fn least(self) -> F32x4<Avx2> {
                F32x4(Avx2::from(self.0))
            }
            #[inline(always)]
            fn token(self) -> $token {
                self.0
            }

            $with! { methods!
                fn constant(x: f64) -> __m128 { _mm_set1_ps(x as f32) }
                fn splat(x: f32) -> __m128 { _mm_set1_ps(x) }
                fn load(x: &[f32; 4]) -> __m128 {
                    // SAFETY: 16 bytes, by type.
                    unsafe { _mm_loadu_ps(x.as_ptr()) }
                }
                fn store(x: &mut [f32; 4], v: __m128) {
                    // SAFETY: 16 bytes, by type.
                    unsafe { _mm_storeu_ps(x.as_mut_ptr(), v) }
                }
                fn load_pairs(x: &[Complex<f32>; 4]) -> [__m128; 2] {
                    let p = x.as_ptr().cast::<f32>();
                    // SAFETY: 32 bytes, by type: a complex number is its two parts.
                    let (a, b) = unsafe { (_mm_loadu_ps(p), _mm_loadu_ps(p.add(4))) };
                    [_mm_shuffle_ps::<0x88>(a, b), _mm_shuffle_ps::<0xdd>(a, b)]
                }
                fn store_pairs(x: &mut [Complex<f32>; 4], v: [__m128; 2]) {
                    let p = x.as_mut_ptr().cast::<f32>();
                    // SAFETY: 32 bytes, by type: a complex number is its two parts.
                    unsafe {
                        _mm_storeu_ps(p, _mm_unpacklo_ps(v[0], v[1]));
                        _mm_storeu_ps(p.add(4), _mm_unpackhi_ps(v[0], v[1]));
                    }
                }
                fn stream_pairs(x: &mut [Complex<f32>; 4], v: [__m128; 2]) {
                    let p = x.as_mut_ptr().cast::<f32>();
                    // SAFETY: 32 bytes, by type: a complex number is its two parts.
                    unsafe {
                        _mm_storeu_ps(p, _mm_unpacklo_ps(v[0], v[1]));
                        _mm_storeu_ps(p.add(4), _mm_unpackhi_ps(v[0], v[1]));
                    }
                }
                fn load_parts(x: &[Complex<f32>; 4]) -> [__m128; 2] {
                    let p = x.as_ptr().cast::<f32>();
                    // SAFETY: 32 bytes, by type: a complex number is its two parts.
                    unsafe { [_mm_loadu_ps(p), _mm_loadu_ps(p.add(4))] }
                }
                fn store_parts(x: &mut [Complex<f32>; 4], v: [__m128; 2]) {
                    let p = x.as_mut_ptr().cast::<f32>();
                    // SAFETY: 32 bytes, by type: a complex number is its two parts.
                    unsafe {
                        _mm_storeu_ps(p, v[0]);
                        _mm_storeu_ps(p.add(4), v[1]);
                    }
                }
                fn stream_parts(x: &mut [Complex<f32>; 4], v: [__m128; 2]) {
                    let p = x.as_mut_ptr().cast::<f32>();
                    // SAFETY: 32 bytes, by type: a complex number is its two parts.
                    unsafe {
                        _mm_storeu_ps(p, v[0]);
                        _mm_storeu_ps(p.add(4), v[1]);
                    }
                }
                fn prefetch<T>(x: &T) {
                    // SAFETY: a hint without effect on memory; the pointer is a reference's.
                    #[allow(unused_unsafe, reason = "newer Rust calls the hint safe")]
                    unsafe { _mm_prefetch::<_MM_HINT_T1>(core::ptr::from_ref(x).cast()) }
                }
                fn reverse(v: __m128) -> __m128 { _mm_shuffle_ps::<0x1b>(v, v) }
                fn mirror(v: __m128, before: __m128) -> __m128 {
                    _mm_blend_ps::<1>(_mm_shuffle_ps::<0x6c>(v, v), before)
                }
                fn add(a: __m128, b: __m128) -> __m128 { _mm_add_ps(a, b) }
                fn sub(a: __m128, b: __m128) -> __m128 { _mm_sub_ps(a, b) }
                fn sub_fused(a: __m128, b: __m128) -> __m128 { _mm_sub_ps(a, b) }
                fn mul(a: __m128, b: __m128) -> __m128 { _mm_mul_ps(a, b) }
                fn neg(a: __m128) -> __m128 { _mm_xor_ps(a, _mm_set1_ps(-0.0)) }
                fn mul_add(a: __m128, b: __m128, c: __m128) -> __m128 { _mm_fmadd_ps(a, b, c) }
                fn mul_sub(a: __m128, b: __m128, c: __m128) -> __m128 { _mm_fmsub_ps(a, b, c) }
                fn neg_mul_add(a: __m128, b: __m128, c: __m128) -> __m128 { _mm_fnmadd_ps(a, b, c) }
                fn transpose(v: [__m128; 4]) -> [__m128; 4] {
                    let (a, b) = (_mm_unpacklo_ps(v[0], v[1]), _mm_unpackhi_ps(v[0], v[1]));
                    let (c, d) = (_mm_unpacklo_ps(v[2], v[3]), _mm_unpackhi_ps(v[2], v[3]));
                    [_mm_movelh_ps(a, c), _mm_movehl_ps(c, a), _mm_movelh_ps(b, d), _mm_movehl_ps(d, b)]
                }
            }
        }
    };
}
singles!(with_avx2, Avx2);
