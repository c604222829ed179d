//! Four singles in 128 bits: for transforms too short for wider vectors.
#![allow(unsafe_code, reason = "entering the instruction set; loads, stores and hints")]

use super::{Floats, Token, avx2::Avx2, methods};
use core::arch::x86_64::*;
use num_complex::Complex;

/// Four singles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F32x4<T>(pub(crate) T);

macro_rules! singles {
    ($features:literal, $token:ty) => {
        impl Floats<4> for F32x4<$token> {
            type Token = $token;
            type Float = f32;
            type V = __m128;
            const ORDER: [usize; 4] = [0, 1, 2, 3];

            #[inline(always)]
            fn token(self) -> $token {
                self.0
            }

            methods! { $features, $token;
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
                fn fence() {
                    // SAFETY: every x86-64 has the instruction.
                    #[allow(unused_unsafe, reason = "newer Rust calls it safe")]
                    unsafe { _mm_sfence() }
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
singles!("avx2,fma", Avx2);

impl F32x4<Avx2> {
    /// A transform of sixteen values, four to a register, parts side by side: radix 4 over the registers, factors, transposition,
    /// radix 4. `factors` are those of outputs 1, 2 and 3 of the first step, of lanes 0 to 3: the real parts, each twice, then the
    /// imaginary ones.
    #[inline(always)]
    pub(crate) fn sixteen<const INVERSE: bool>(self, x: &[Complex<f32>; 16], factors: &[[f32; 8]; 6]) -> [__m256; 4] {
        /// Values 0, 1, 2 and 3 are those of registers.
        #[inline]
        #[target_feature(enable = "avx2,fma")]
        fn four<const INVERSE: bool>(v: [__m256; 4]) -> [__m256; 4] {
            let (a, b) = (_mm256_add_ps(v[0], v[2]), _mm256_sub_ps(v[0], v[2]));
            let (c, d) = (_mm256_add_ps(v[1], v[3]), _mm256_sub_ps(v[1], v[3]));
            // b - i d and b + i d
            let (one, d) = (_mm256_set1_ps(1.0), _mm256_permute_ps::<0xb1>(d));
            let (minus, plus) = (_mm256_fmsubadd_ps(b, one, d), _mm256_addsub_ps(b, d));
            let (first, third) = if INVERSE { (plus, minus) } else { (minus, plus) };
            [_mm256_add_ps(a, c), first, _mm256_sub_ps(a, c), third]
        }
        /// Times factors, as pairs that stay together.
        #[inline]
        #[target_feature(enable = "avx2,fma")]
        fn times(v: __m256, re: &[f32; 8], im: &[f32; 8]) -> __m256d {
            // SAFETY: 32 bytes each, by type.
            let (re, im) = unsafe { (_mm256_loadu_ps(re.as_ptr()), _mm256_loadu_ps(im.as_ptr())) };
            _mm256_castps_pd(_mm256_fmaddsub_ps(v, re, _mm256_mul_ps(_mm256_permute_ps::<0xb1>(v), im)))
        }
        #[inline]
        #[target_feature(enable = "avx2,fma")]
        fn body<const INVERSE: bool>(x: &[Complex<f32>; 16], factors: &[[f32; 8]; 6]) -> [__m256; 4] {
            let p = x.as_ptr().cast::<f32>();
            // SAFETY: 128 bytes, by type: a complex number is its two parts.
            let v = unsafe {
                [_mm256_loadu_ps(p), _mm256_loadu_ps(p.add(8)), _mm256_loadu_ps(p.add(16)), _mm256_loadu_ps(p.add(24))]
            };
            let v = four::<INVERSE>(v);
            let (a, b) = (_mm256_castps_pd(v[0]), times(v[1], &factors[0], &factors[1]));
            let (c, d) = (times(v[2], &factors[2], &factors[3]), times(v[3], &factors[4], &factors[5]));
            let (p, q) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
            let (r, s) = (_mm256_unpacklo_pd(c, d), _mm256_unpackhi_pd(c, d));
            four::<INVERSE>([
                _mm256_castpd_ps(_mm256_permute2f128_pd::<0x20>(p, r)),
                _mm256_castpd_ps(_mm256_permute2f128_pd::<0x20>(q, s)),
                _mm256_castpd_ps(_mm256_permute2f128_pd::<0x31>(p, r)),
                _mm256_castpd_ps(_mm256_permute2f128_pd::<0x31>(q, s)),
            ])
        }
        let _: Avx2 = self.0;
        // SAFETY: `self` holds a token, so `detect` found the features.
        unsafe { body::<INVERSE>(x, factors) }
    }

    /// What [`sixteen`](Self::sixteen) leaves.
    #[inline(always)]
    pub(crate) fn store_sixteen(self, x: &mut [Complex<f32>; 16], v: [__m256; 4]) {
        #[inline]
        #[target_feature(enable = "avx2,fma")]
        fn body(x: &mut [Complex<f32>; 16], v: [__m256; 4]) {
            let p = x.as_mut_ptr().cast::<f32>();
            // SAFETY: 128 bytes, by type: a complex number is its two parts.
            unsafe {
                _mm256_storeu_ps(p, v[0]);
                _mm256_storeu_ps(p.add(8), v[1]);
                _mm256_storeu_ps(p.add(16), v[2]);
                _mm256_storeu_ps(p.add(24), v[3]);
            }
        }
        let _: Avx2 = self.0;
        // SAFETY: `self` holds a token, so `detect` found the features.
        unsafe { body(x, v) }
    }
}
