//! Eight words and the halves of products of 52 bits, by AVX-512 IFMA or, without it, by doubles.
//!
//! # Idea
//! For numbers `a`, `b` below `2^52` the sum `2^104 + a b` lies below `2^105`, where doubles are `2^52` apart: rounded towards zero it is
//! `2^104 + h 2^52` with `h` the upper half of the product, which are its lowest bits. Then `a b + (2^52 - h 2^52)` is `2^52` and the
//! lower half, exactly. Both are fused products, whose sum is rounded once.
//!
//! # Literature
//! \[Emmart-Zheng-Weems 2018\].
#![allow(unsafe_code, reason = "entering the instruction set")]

use super::super::{
    words::Words,
    words_avx512::{Doubles52, Ifma, Words52, with_ifma},
};
use crate::kernel::packed::{Avx512, with_avx512};
use core::arch::x86_64::*;

/// The bits of a digit in which products count.
pub(super) const DIGIT: u64 = (1 << 52) - 1;

/// Eight words, of whose products the low 52 bits of both factors count. Masks have a bit for each lane.
pub(super) trait Digits: Words<8, Block = [u64; 8]> {
    /// Returns `sum` plus the lower half of `a b`.
    fn low(self, sum: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `sum` plus the upper half of `a b`.
    fn high(self, sum: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a b` modulo `2^64`.
    fn product(self, a: Self::V, b: Self::V) -> Self::V;
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn left<const K: u32>(self, x: Self::V) -> Self::V;
    fn right<const K: u32>(self, x: Self::V) -> Self::V;
    /// Returns all ones in negative lanes, zero in others.
    fn sign(self, x: Self::V) -> Self::V;
    /// Returns the lanes in which `a < b`.
    fn less(self, a: Self::V, b: Self::V) -> u8;
    fn equal(self, a: Self::V, b: Self::V) -> u8;
    /// Returns the lanes that are not negative.
    fn natural(self, x: Self::V) -> u8;
    /// Returns `a + b` in the lanes of the mask, `a` in others.
    fn add_where(self, mask: u8, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a - b` in the lanes of the mask, `a` in others.
    fn sub_where(self, mask: u8, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `x` in the lanes of the mask, zero in others.
    fn only(self, mask: u8, x: Self::V) -> Self::V;
    /// Returns the last lane of `before`, then the first seven of `x`.
    fn after_one(self, before: Self::V, x: Self::V) -> Self::V;
    /// Returns the last two lanes of `before`, then the first six of `x`.
    fn after_two(self, before: Self::V, x: Self::V) -> Self::V;
}

macro_rules! digits {
    ($with:ident, $name:ty, $token:ty;
     fn low($s:ident, $a:ident, $b:ident) $low:block fn high($t:ident, $c:ident, $d:ident) $high:block) => {
        impl Digits for $name {
            $with! { super::super::methods!
                fn low($s: __m512i, $a: __m512i, $b: __m512i) -> __m512i $low
                fn high($t: __m512i, $c: __m512i, $d: __m512i) -> __m512i $high
                fn product(a: __m512i, b: __m512i) -> __m512i { _mm512_mullo_epi64(a, b) }
                fn and(a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
                fn or(a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
                fn left<const K: u32>(x: __m512i) -> __m512i { _mm512_slli_epi64::<K>(x) }
                fn right<const K: u32>(x: __m512i) -> __m512i { _mm512_srli_epi64::<K>(x) }
                fn sign(x: __m512i) -> __m512i { _mm512_srai_epi64::<63>(x) }
                fn less(a: __m512i, b: __m512i) -> u8 { _mm512_cmplt_epu64_mask(a, b) }
                fn equal(a: __m512i, b: __m512i) -> u8 { _mm512_cmpeq_epi64_mask(a, b) }
                fn natural(x: __m512i) -> u8 { _mm512_cmpge_epi64_mask(x, _mm512_setzero_si512()) }
                fn add_where(mask: u8, a: __m512i, b: __m512i) -> __m512i { _mm512_mask_add_epi64(a, mask, a, b) }
                fn sub_where(mask: u8, a: __m512i, b: __m512i) -> __m512i { _mm512_mask_sub_epi64(a, mask, a, b) }
                fn only(mask: u8, x: __m512i) -> __m512i { _mm512_maskz_mov_epi64(mask, x) }
                fn after_one(before: __m512i, x: __m512i) -> __m512i { _mm512_alignr_epi64::<7>(x, before) }
                fn after_two(before: __m512i, x: __m512i) -> __m512i { _mm512_alignr_epi64::<6>(x, before) }
            }
        }
    };
}

digits! { with_ifma, Words52, Ifma;
    fn low(sum, a, b) { _mm512_madd52lo_epu64(sum, a, b) }
    fn high(sum, a, b) { _mm512_madd52hi_epu64(sum, a, b) }
}

digits! { with_avx512, Doubles52, Avx512;
    fn low(sum, a, b) {
        let (a, b) = (double(a), double(b));
        let back = _mm512_sub_pd(_mm512_set1_pd(TOP + ONE), upper(a, b));
        _mm512_add_epi64(sum, mantissa(_mm512_fmadd_pd(a, b, back)))
    }
    fn high(sum, a, b) { _mm512_add_epi64(sum, mantissa(upper(double(a), double(b)))) }
}

/// `2^52`.
const ONE: f64 = 4_503_599_627_370_496.0;
/// `2^104`.
const TOP: f64 = ONE * ONE;

with_avx512! { compiled!
    /// Returns the low 52 bits of words as doubles.
    #[inline]
    fn double(x: __m512i) -> __m512d {
        _mm512_cvtepu64_pd(mantissa(_mm512_castsi512_pd(x)))
    }
}

with_avx512! { compiled!
    /// Returns `2^104 + h 2^52` with `h` the upper half of `a b`.
    #[inline]
    fn upper(a: __m512d, b: __m512d) -> __m512d {
        _mm512_fmadd_round_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(a, b, _mm512_set1_pd(TOP))
    }
}

with_avx512! { compiled!
    /// Returns the low 52 bits.
    #[inline]
    fn mantissa(x: __m512d) -> __m512i {
        _mm512_and_si512(_mm512_castpd_si512(x), _mm512_set1_epi64(DIGIT as i64))
    }
}

/// Eight words with products of 52 bits, on the machine at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Vectors {
    Ifma(Words52),
    Doubles(Doubles52),
}

impl Vectors {
    /// Returns those of the machine; `None` without AVX-512.
    pub(super) fn detect() -> Option<Self> {
        match Ifma::detect() {
            Some(token) => Some(Vectors::Ifma(Words52(token))),
            None => Some(Vectors::Doubles(Doubles52(Avx512::detect()?))),
        }
    }
}

/// Evaluates an expression with the words of [`Vectors`] inside a function that is compiled for their instruction set.
macro_rules! in_vectors {
    ($vectors:expr, $digits:ident => $body:expr) => {
        match $vectors {
            Vectors::Ifma($digits) => $digits.0.run(
                #[inline(always)]
                || $body,
            ),
            Vectors::Doubles($digits) => $digits.0.run(
                #[inline(always)]
                || $body,
            ),
        }
    };
}
pub(super) use in_vectors;
