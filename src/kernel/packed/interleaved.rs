//! Complex numbers in 256 or 512 bits, the parts of each side by side.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{Avx2, Avx512, Token, methods, with_avx2, with_avx512};
use crate::rings::Real;
use core::arch::x86_64::*;
use num_complex::Complex;

/// `L` complex numbers in a register. Every method is inlined always.
pub(crate) trait Interleaved<const L: usize>: Copy + Send + Sync + 'static {
    /// Proof of the instruction set.
    type Token: Token;
    /// `f64` or `f32`.
    type Float: Real;
    /// The numbers.
    type V: Copy + Send + Sync + 'static;

    fn token(self) -> Self::Token;
    fn load(self, x: &[[Self::Float; 2]; L]) -> Self::V;
    fn load_values(self, x: &[Complex<Self::Float>; L]) -> Self::V;
    /// Returns `x` in every lane.
    fn broadcast(self, x: &Complex<Self::Float>) -> Self::V;
    /// Returns `x` for every part.
    fn splat(self, x: Self::Float) -> Self::V;
    fn store(self, x: &mut [Complex<Self::Float>; L], v: Self::V);
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the products of parts.
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a b + c`, products of parts.
    fn mul_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Returns `c - a b`, products of parts.
    fn neg_mul_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Returns the numbers with their parts exchanged.
    fn exchange(self, v: Self::V) -> Self::V;
    /// Returns the numbers with the parts exchanged in lanes 1, 3, ...
    fn exchange_odd(self, v: Self::V) -> Self::V;
}

/// Registers of [`Interleaved`] numbers with what networks of powers of two need. Every method is inlined always.
pub(crate) trait Pairs<const L: usize>: Interleaved<L> {
    /// Returns `x`, rounded, for every part, for compile-time constants.
    fn constant(self, x: f64) -> Self::V;
    /// Returns 1 for real parts and -1 for imaginary ones.
    fn signs(self) -> Self::V;
    /// Returns `a b - c` for real parts and `a b + c` for imaginary ones.
    fn mul_sub_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Returns the conjugates.
    fn conj(self, v: Self::V) -> Self::V;
    /// Returns the real part of each number twice, and the imaginary parts.
    fn doubled(self, v: Self::V) -> [Self::V; 2];
    /// Transposes: number `l` of vector `j` becomes number `j` of vector `l`.
    fn transpose(self, v: [Self::V; L]) -> [Self::V; L];
}

/// Registers of [`Interleaved`] numbers with what real transforms need of them. Every method is inlined always.
pub(crate) trait Mirrored<const L: usize>: Interleaved<L> {
    /// Returns the numbers in reversed order.
    fn reverse(self, v: Self::V) -> Self::V;
    /// Returns number 0 of `a`, then numbers `L - 1, ..., 1` of `b`.
    fn mirror(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the numbers with the imaginary part of number 0 set to zero.
    fn first_real(self, v: Self::V) -> Self::V;
    /// Returns the negatives of the conjugates.
    fn neg_conj(self, v: Self::V) -> Self::V;
}

/// Registers of [`Interleaved`] numbers whose lanes come from different vectors.
pub(crate) trait Diagonal<const L: usize>: Pairs<L> {
    /// Returns number `l` of vector `l` in lane `l`. It is inlined always.
    fn diagonal(self, v: [Self::V; L]) -> Self::V;
}

/// Two numbers of doubles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct C64x2<T>(pub(crate) T);

macro_rules! two_doubles {
    ($with:ident, $token:ty) => {
        impl Interleaved<2> for C64x2<$token> {
            type Token = $token;
            type Float = f64;
            type V = __m256d;

            #[inline(always)]
            fn token(self) -> $token {
                self.0
            }

            $with! { methods!
                fn load(x: &[[f64; 2]; 2]) -> __m256d {
                    // SAFETY: 32 bytes, by type.
                    unsafe { _mm256_loadu_pd(x.as_ptr().cast()) }
                }
                fn load_values(x: &[Complex<f64>; 2]) -> __m256d {
                    // SAFETY: 32 bytes, by type: a complex number is its two parts.
                    unsafe { _mm256_loadu_pd(x.as_ptr().cast()) }
                }
                fn broadcast(x: &Complex<f64>) -> __m256d {
                    // SAFETY: 16 bytes, by type: a complex number is its two parts. The instruction asks for no alignment.
                    let v = unsafe { _mm_loadu_pd(core::ptr::from_ref(x).cast()) };
                    _mm256_set_m128d(v, v)
                }
                fn splat(x: f64) -> __m256d { _mm256_set1_pd(x) }
                fn store(x: &mut [Complex<f64>; 2], v: __m256d) {
                    // SAFETY: 32 bytes, by type.
                    unsafe { _mm256_storeu_pd(x.as_mut_ptr().cast(), v) }
                }
                fn add(a: __m256d, b: __m256d) -> __m256d { _mm256_add_pd(a, b) }
                fn sub(a: __m256d, b: __m256d) -> __m256d { _mm256_sub_pd(a, b) }
                fn mul(a: __m256d, b: __m256d) -> __m256d { _mm256_mul_pd(a, b) }
                fn mul_add(a: __m256d, b: __m256d, c: __m256d) -> __m256d { _mm256_fmadd_pd(a, b, c) }
                fn neg_mul_add(a: __m256d, b: __m256d, c: __m256d) -> __m256d { _mm256_fnmadd_pd(a, b, c) }
                fn exchange(v: __m256d) -> __m256d { _mm256_permute_pd::<0b0101>(v) }
                fn exchange_odd(v: __m256d) -> __m256d { _mm256_permute_pd::<0b0110>(v) }
            }
        }

        impl Pairs<2> for C64x2<$token> {
            $with! { methods!
                fn constant(x: f64) -> __m256d { _mm256_set1_pd(x) }
                fn signs() -> __m256d { _mm256_setr_pd(1.0, -1.0, 1.0, -1.0) }
                fn mul_sub_add(a: __m256d, b: __m256d, c: __m256d) -> __m256d { _mm256_fmaddsub_pd(a, b, c) }
                fn conj(v: __m256d) -> __m256d { _mm256_xor_pd(v, _mm256_setr_pd(0.0, -0.0, 0.0, -0.0)) }
                fn doubled(v: __m256d) -> [__m256d; 2] { [_mm256_movedup_pd(v), _mm256_permute_pd::<0b1111>(v)] }
                fn transpose(v: [__m256d; 2]) -> [__m256d; 2] {
                    [_mm256_permute2f128_pd::<0x20>(v[0], v[1]), _mm256_permute2f128_pd::<0x31>(v[0], v[1])]
                }
            }
        }
    };
}
two_doubles!(with_avx2, Avx2);
two_doubles!(with_avx512, Avx512);

impl Mirrored<2> for C64x2<Avx2> {
    with_avx2! { methods!
        fn reverse(v: __m256d) -> __m256d { _mm256_permute2f128_pd::<0x01>(v, v) }
        fn mirror(a: __m256d, b: __m256d) -> __m256d { _mm256_blend_pd::<0b1100>(a, b) }
        fn first_real(v: __m256d) -> __m256d { _mm256_blend_pd::<0b0010>(v, _mm256_setzero_pd()) }
        fn neg_conj(v: __m256d) -> __m256d { _mm256_xor_pd(v, _mm256_setr_pd(-0.0, 0.0, -0.0, 0.0)) }
    }
}

impl Diagonal<2> for C64x2<Avx2> {
    with_avx2! { methods!
        fn diagonal(v: [__m256d; 2]) -> __m256d { _mm256_blend_pd::<0b1100>(v[0], v[1]) }
    }
}

/// Four numbers of doubles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct C64x4(pub(crate) Avx512);

impl Interleaved<4> for C64x4 {
    type Token = Avx512;
    type Float = f64;
    type V = __m512d;

    #[inline(always)]
    fn token(self) -> Avx512 {
        self.0
    }

    with_avx512! { methods!
        fn load(x: &[[f64; 2]; 4]) -> __m512d {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_pd(x.as_ptr().cast()) }
        }
        fn load_values(x: &[Complex<f64>; 4]) -> __m512d {
            // SAFETY: 64 bytes, by type: a complex number is its two parts.
            unsafe { _mm512_loadu_pd(x.as_ptr().cast()) }
        }
        fn broadcast(x: &Complex<f64>) -> __m512d {
            // SAFETY: 16 bytes, by type: a complex number is its two parts. The instruction asks for no alignment.
            let v = unsafe { _mm_loadu_pd(core::ptr::from_ref(x).cast()) };
            _mm512_broadcast_f64x2(v)
        }
        fn splat(x: f64) -> __m512d { _mm512_set1_pd(x) }
        fn store(x: &mut [Complex<f64>; 4], v: __m512d) {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_pd(x.as_mut_ptr().cast(), v) }
        }
        fn add(a: __m512d, b: __m512d) -> __m512d { _mm512_add_pd(a, b) }
        fn sub(a: __m512d, b: __m512d) -> __m512d { _mm512_sub_pd(a, b) }
        fn mul(a: __m512d, b: __m512d) -> __m512d { _mm512_mul_pd(a, b) }
        fn mul_add(a: __m512d, b: __m512d, c: __m512d) -> __m512d { _mm512_fmadd_pd(a, b, c) }
        fn neg_mul_add(a: __m512d, b: __m512d, c: __m512d) -> __m512d { _mm512_fnmadd_pd(a, b, c) }
        fn exchange(v: __m512d) -> __m512d { _mm512_permute_pd::<0b0101_0101>(v) }
        fn exchange_odd(v: __m512d) -> __m512d { _mm512_permute_pd::<0b0110_0110>(v) }
    }
}

impl Pairs<4> for C64x4 {
    with_avx512! { methods!
        fn constant(x: f64) -> __m512d { _mm512_set1_pd(x) }
        fn signs() -> __m512d { _mm512_setr_pd(1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0) }
        fn mul_sub_add(a: __m512d, b: __m512d, c: __m512d) -> __m512d { _mm512_fmaddsub_pd(a, b, c) }
        fn doubled(v: __m512d) -> [__m512d; 2] { [_mm512_movedup_pd(v), _mm512_permute_pd::<0b1111_1111>(v)] }
        fn conj(v: __m512d) -> __m512d {
            _mm512_xor_pd(v, _mm512_setr_pd(0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0))
        }
        fn transpose(v: [__m512d; 4]) -> [__m512d; 4] {
            let even = |x, y| _mm512_shuffle_f64x2::<0x88>(x, y);
            let odd = |x, y| _mm512_shuffle_f64x2::<0xdd>(x, y);
            let (a0, a1) = (even(v[0], v[1]), odd(v[0], v[1]));
            let (b0, b1) = (even(v[2], v[3]), odd(v[2], v[3]));
            [even(a0, b0), even(a1, b1), odd(a0, b0), odd(a1, b1)]
        }
    }
}

impl Mirrored<4> for C64x4 {
    with_avx512! { methods!
        fn reverse(v: __m512d) -> __m512d { _mm512_shuffle_f64x2::<0b00_01_10_11>(v, v) }
        fn mirror(a: __m512d, b: __m512d) -> __m512d {
            _mm512_mask_blend_pd(0b11, _mm512_permutexvar_pd(_mm512_setr_epi64(0, 1, 6, 7, 4, 5, 2, 3), b), a)
        }
        fn first_real(v: __m512d) -> __m512d { _mm512_maskz_mov_pd(!0b10, v) }
        fn neg_conj(v: __m512d) -> __m512d {
            _mm512_xor_pd(v, _mm512_setr_pd(-0.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 0.0))
        }
    }
}

/// Four numbers of singles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct C32x4<T>(pub(crate) T);

macro_rules! four_singles {
    ($with:ident, $token:ty) => {
        impl Interleaved<4> for C32x4<$token> {
            type Token = $token;
            type Float = f32;
            type V = __m256;

            #[inline(always)]
            fn token(self) -> $token {
                self.0
            }

            $with! { methods!
                fn load(x: &[[f32; 2]; 4]) -> __m256 {
                    // SAFETY: 32 bytes, by type.
                    unsafe { _mm256_loadu_ps(x.as_ptr().cast()) }
                }
                fn load_values(x: &[Complex<f32>; 4]) -> __m256 {
                    // SAFETY: 32 bytes, by type: a complex number is its two parts.
                    unsafe { _mm256_loadu_ps(x.as_ptr().cast()) }
                }
                fn broadcast(x: &Complex<f32>) -> __m256 {
                    // SAFETY: 8 bytes, by type: a complex number is its two parts. They are read without alignment.
                    let v = unsafe { core::ptr::from_ref(x).cast::<f64>().read_unaligned() };
                    _mm256_castpd_ps(_mm256_set1_pd(v))
                }
                fn splat(x: f32) -> __m256 { _mm256_set1_ps(x) }
                fn store(x: &mut [Complex<f32>; 4], v: __m256) {
                    // SAFETY: 32 bytes, by type.
                    unsafe { _mm256_storeu_ps(x.as_mut_ptr().cast(), v) }
                }
                fn add(a: __m256, b: __m256) -> __m256 { _mm256_add_ps(a, b) }
                fn sub(a: __m256, b: __m256) -> __m256 { _mm256_sub_ps(a, b) }
                fn mul(a: __m256, b: __m256) -> __m256 { _mm256_mul_ps(a, b) }
                fn mul_add(a: __m256, b: __m256, c: __m256) -> __m256 { _mm256_fmadd_ps(a, b, c) }
                fn neg_mul_add(a: __m256, b: __m256, c: __m256) -> __m256 { _mm256_fnmadd_ps(a, b, c) }
                fn exchange(v: __m256) -> __m256 { _mm256_permute_ps::<0b10_11_00_01>(v) }
                fn exchange_odd(v: __m256) -> __m256 { _mm256_permute_ps::<0b10_11_01_00>(v) }
            }
        }

        impl Pairs<4> for C32x4<$token> {
            $with! { methods!
                fn constant(x: f64) -> __m256 { _mm256_set1_ps(x as f32) }
                fn signs() -> __m256 { _mm256_setr_ps(1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0) }
                fn mul_sub_add(a: __m256, b: __m256, c: __m256) -> __m256 { _mm256_fmaddsub_ps(a, b, c) }
                fn doubled(v: __m256) -> [__m256; 2] { [_mm256_moveldup_ps(v), _mm256_movehdup_ps(v)] }
                fn conj(v: __m256) -> __m256 {
                    _mm256_xor_ps(v, _mm256_setr_ps(0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0))
                }
                fn transpose(v: [__m256; 4]) -> [__m256; 4] {
                    let (a, b) = (_mm256_castps_pd(v[0]), _mm256_castps_pd(v[1]));
                    let (c, d) = (_mm256_castps_pd(v[2]), _mm256_castps_pd(v[3]));
                    let (p, q) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
                    let (r, s) = (_mm256_unpacklo_pd(c, d), _mm256_unpackhi_pd(c, d));
                    [
                        _mm256_castpd_ps(_mm256_permute2f128_pd::<0x20>(p, r)),
                        _mm256_castpd_ps(_mm256_permute2f128_pd::<0x20>(q, s)),
                        _mm256_castpd_ps(_mm256_permute2f128_pd::<0x31>(p, r)),
                        _mm256_castpd_ps(_mm256_permute2f128_pd::<0x31>(q, s)),
                    ]
                }
            }
        }
    };
}
four_singles!(with_avx2, Avx2);
four_singles!(with_avx512, Avx512);

impl Mirrored<4> for C32x4<Avx2> {
    with_avx2! { methods!
        fn reverse(v: __m256) -> __m256 {
            _mm256_castpd_ps(_mm256_permute4x64_pd::<0b00_01_10_11>(_mm256_castps_pd(v)))
        }
        fn mirror(a: __m256, b: __m256) -> __m256 {
            let turned = _mm256_permute4x64_pd::<0b01_10_11_00>(_mm256_castps_pd(b));
            _mm256_blend_ps::<0b11>(_mm256_castpd_ps(turned), a)
        }
        fn first_real(v: __m256) -> __m256 { _mm256_blend_ps::<0b10>(v, _mm256_setzero_ps()) }
        fn neg_conj(v: __m256) -> __m256 {
            _mm256_xor_ps(v, _mm256_setr_ps(-0.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 0.0))
        }
    }
}

impl Diagonal<4> for C32x4<Avx2> {
    with_avx2! { methods!
        fn diagonal(v: [__m256; 4]) -> __m256 {
            let (a, b) = (_mm256_blend_ps::<0b1100>(v[0], v[1]), _mm256_blend_ps::<0b1100_0000>(v[2], v[3]));
            _mm256_blend_ps::<0b1111_0000>(a, b)
        }
    }
}

/// Eight numbers of singles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct C32x8(pub(crate) Avx512);

impl Interleaved<8> for C32x8 {
    type Token = Avx512;
    type Float = f32;
    type V = __m512;

    #[inline(always)]
    fn token(self) -> Avx512 {
        self.0
    }

    with_avx512! { methods!
        fn load(x: &[[f32; 2]; 8]) -> __m512 {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_ps(x.as_ptr().cast()) }
        }
        fn load_values(x: &[Complex<f32>; 8]) -> __m512 {
            // SAFETY: 64 bytes, by type: a complex number is its two parts.
            unsafe { _mm512_loadu_ps(x.as_ptr().cast()) }
        }
        fn broadcast(x: &Complex<f32>) -> __m512 {
            // SAFETY: 8 bytes, by type: a complex number is its two parts. They are read without alignment.
            let v = unsafe { core::ptr::from_ref(x).cast::<f64>().read_unaligned() };
            _mm512_castpd_ps(_mm512_set1_pd(v))
        }
        fn splat(x: f32) -> __m512 { _mm512_set1_ps(x) }
        fn store(x: &mut [Complex<f32>; 8], v: __m512) {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_ps(x.as_mut_ptr().cast(), v) }
        }
        fn add(a: __m512, b: __m512) -> __m512 { _mm512_add_ps(a, b) }
        fn sub(a: __m512, b: __m512) -> __m512 { _mm512_sub_ps(a, b) }
        fn mul(a: __m512, b: __m512) -> __m512 { _mm512_mul_ps(a, b) }
        fn mul_add(a: __m512, b: __m512, c: __m512) -> __m512 { _mm512_fmadd_ps(a, b, c) }
        fn neg_mul_add(a: __m512, b: __m512, c: __m512) -> __m512 { _mm512_fnmadd_ps(a, b, c) }
        fn exchange(v: __m512) -> __m512 { _mm512_permute_ps::<0b10_11_00_01>(v) }
        fn exchange_odd(v: __m512) -> __m512 { _mm512_permute_ps::<0b10_11_01_00>(v) }
    }
}

impl Pairs<8> for C32x8 {
    with_avx512! { methods!
        fn constant(x: f64) -> __m512 { _mm512_set1_ps(x as f32) }
        fn signs() -> __m512 { _mm512_castpd_ps(_mm512_set1_pd(f64::from_bits(0xbf80_0000_3f80_0000))) }
        fn mul_sub_add(a: __m512, b: __m512, c: __m512) -> __m512 { _mm512_fmaddsub_ps(a, b, c) }
        fn doubled(v: __m512) -> [__m512; 2] { [_mm512_moveldup_ps(v), _mm512_movehdup_ps(v)] }
        fn conj(v: __m512) -> __m512 {
            // The bits of the negative zero of an imaginary part.
            _mm512_castpd_ps(_mm512_xor_pd(_mm512_castps_pd(v), _mm512_set1_pd(-0.0)))
        }
        fn transpose(v: [__m512; 8]) -> [__m512; 8] {
            let low = |x, y| _mm512_castpd_ps(_mm512_unpacklo_pd(_mm512_castps_pd(x), _mm512_castps_pd(y)));
            let high = |x, y| _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(x), _mm512_castps_pd(y)));
            let even = |x, y| _mm512_shuffle_f32x4::<0x88>(x, y);
            let odd = |x, y| _mm512_shuffle_f32x4::<0xdd>(x, y);
            let [a, b, c, d, e, f, g, h] = v;
            let (ab, cd, ef, gh) = (low(a, b), low(c, d), low(e, f), low(g, h));
            let (a0, a2, a4, a6) = (even(ab, cd), odd(ab, cd), even(ef, gh), odd(ef, gh));
            let (ab, cd, ef, gh) = (high(a, b), high(c, d), high(e, f), high(g, h));
            let (a1, a3, a5, a7) = (even(ab, cd), odd(ab, cd), even(ef, gh), odd(ef, gh));
            [
                even(a0, a4), even(a1, a5), even(a2, a6), even(a3, a7),
                odd(a0, a4), odd(a1, a5), odd(a2, a6), odd(a3, a7),
            ]
        }
    }
}
