//! Carry-less products by the x86-64 instruction PCLMULQDQ.

#![allow(unsafe_code, reason = "functions for an instruction set are called after asking for it")]

use core::arch::x86_64::{
    __m128i, _mm_clmulepi64_si128, _mm_cvtsi128_si64, _mm_set_epi64x, _mm_unpackhi_epi64, _mm_xor_si128,
};

/// PCLMULQDQ.
macro_rules! with_pclmul {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Pclmul ["pclmulqdq"] $($rest)* } };
}

with_pclmul! { token! }

/// Computes the product, if the machine has the instruction.
#[inline]
pub(super) fn multiply_64(a: u64, b: u64) -> Option<u128> {
    // SAFETY: `detect` found the features of the callee.
    Pclmul::detect().map(|_| unsafe { product_64(a, b) })
}

/// Returns `reduce` of the two halves of the product, if the machine has the instruction.
#[inline]
pub(super) fn multiply_128(a: u128, b: u128, reduce: impl FnOnce([u128; 2]) -> u128) -> Option<u128> {
    // SAFETY: `detect` found the features of the callee.
    Pclmul::detect().map(|_| unsafe { product_128(a, b, reduce) })
}

with_pclmul! { compiled!
    #[inline]
    fn product_64(a: u64, b: u64) -> u128 {
        word(_mm_clmulepi64_si128::<0>(_mm_set_epi64x(0, a as i64), _mm_set_epi64x(0, b as i64)))
    }
}

with_pclmul! { compiled!
    #[inline]
    fn product_128(a: u128, b: u128, reduce: impl FnOnce([u128; 2]) -> u128) -> u128 {
        let (a, b) = (vector(a), vector(b));
        let middle = _mm_xor_si128(_mm_clmulepi64_si128::<0x01>(a, b), _mm_clmulepi64_si128::<0x10>(a, b));
        let [low, high] = [_mm_clmulepi64_si128::<0x00>(a, b), _mm_clmulepi64_si128::<0x11>(a, b)];
        let middle = word(middle);
        reduce([word(low) ^ middle << 64, word(high) ^ middle >> 64])
    }
}

#[inline]
#[target_feature(enable = "sse2")]
fn vector(x: u128) -> __m128i {
    _mm_set_epi64x((x >> 64) as i64, x as i64)
}

#[inline]
#[target_feature(enable = "sse2")]
fn word(x: __m128i) -> u128 {
    let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(x, x)) as u64;
    u128::from(_mm_cvtsi128_si64(x) as u64) | u128::from(high) << 64
}
