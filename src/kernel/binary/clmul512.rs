//! Four products of GF(2^128) in one register: AVX-512 with carry-less products.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::clmul::Carryless;
use crate::kernel::planes::Line;
use core::arch::x86_64::*;

/// AVX-512 with carry-less products.
macro_rules! with_clmul512 {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Clmul512 ["avx512f" "avx512bw" "avx512vl" "vpclmulqdq"] $($rest)* } };
}

with_clmul512! { token! }

impl Carryless for Clmul512 {
    type V = __m512i;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_clmul512! { entry! self }
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { f.inner() }
    }

    with_clmul512! { token_methods!
        fn load(line: &Line) -> __m512i {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_si512(line.as_ptr().cast()) }
        }
        fn store(line: &mut Line, v: __m512i) -> () {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_si512(line.as_mut_ptr().cast(), v) }
        }
        fn splat(element: &u128) -> __m512i {
            // SAFETY: 16 bytes, by type.
            _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128((element as *const u128).cast()) })
        }
        fn xor(a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
        fn mul_add(u: __m512i, v: __m512i, w: [__m512i; 2]) -> __m512i {
            let low = _mm512_ternarylogic_epi64::<0x96>(
                u, _mm512_clmulepi64_epi128::<0x00>(v, w[0]), _mm512_clmulepi64_epi128::<0x01>(v, w[1]));
            let high = _mm512_xor_si512(
                _mm512_clmulepi64_epi128::<0x10>(v, w[0]), _mm512_clmulepi64_epi128::<0x11>(v, w[1]));
            // The product is u + low + high x^64: the part of high above x^63 is folded by x^128 = x^7 + x^2 + x + 1. A
            // fifth product costs less than two matrices on bytes, whose shifts compete for the same ports.
            let fold = _mm512_clmulepi64_epi128::<0x01>(high, _mm512_set1_epi64(0x87));
            _mm512_ternarylogic_epi64::<0x96>(low, _mm512_bslli_epi128::<8>(high), fold)
        }
        fn exchange_pairs(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
            (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0xee>(a, b))
        }
        fn exchange_neighbours(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
            let even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
            let odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
            (_mm512_permutex2var_epi64(a, even, b), _mm512_permutex2var_epi64(a, odd, b))
        }
    }
}
