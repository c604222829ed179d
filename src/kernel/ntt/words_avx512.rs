//! Eight words: AVX-512, with and without the products of 52 bits.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{goldilocks::Carrying, signed::Signed, words::Words};
use crate::kernel::packed::{Avx512, Token, with_avx512};
use core::arch::x86_64::*;

/// AVX-512 with products of 52 bits.
macro_rules! with_ifma {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Ifma ["avx2" "fma" "avx512f" "avx512dq" "avx512bw" "avx512vl" "avx512ifma"] $($rest)* } };
}
pub(super) use with_ifma;

with_ifma! { token! }

impl Token for Ifma {
    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_ifma! { entry! self }
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { f.inner() }
    }
}

/// Eight words of 64 bits, of which products take 52.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words52(pub(crate) Ifma);

/// Eight words of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words64(pub(crate) Avx512);

/// Eight words of 64 bits, of which products take 52, by doubles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubles52(pub(crate) Avx512);

macro_rules! words {
    ($with:ident, $name:ty, $token:ty, $bits:literal;
     fn shoup($x:ident, $w:ident, $negative:ident) $shoup:block
     $(rough $rough:block)? fn split($y:ident) $split:block) => {
        impl Words<8> for $name {
            type Token = $token;
            type V = __m512i;
            type Block = [u64; 8];
            const BITS: u32 = $bits;

            #[inline(always)]
            fn token(self) -> $token {
                self.0
            }

            $(
                const ROUGH: bool = true;
                $with! { super::methods!
                    fn rough($x: __m512i, $w: [__m512i; 2], $negative: __m512i) -> __m512i $rough
                }
            )?

            $with! { super::methods!
                fn splat(x: u64) -> __m512i { _mm512_set1_epi64(x as i64) }
                fn load(x: &[u64; 8]) -> __m512i {
                    // SAFETY: 64 bytes, by type.
                    unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
                }
                fn row(x: &[u64; 8]) -> __m512i {
                    // SAFETY: 64 bytes, by type.
                    unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
                }
                fn store(x: &mut [u64; 8], v: __m512i) {
                    // SAFETY: 64 bytes, by type.
                    unsafe { _mm512_storeu_si512(x.as_mut_ptr().cast(), v) }
                }
                fn add(a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi64(a, b) }
                fn sub(a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi64(a, b) }
                fn trim(x: __m512i, m: __m512i) -> __m512i { _mm512_min_epu64(x, _mm512_sub_epi64(x, m)) }
                fn shoup($x: __m512i, $w: [__m512i; 2], $negative: __m512i) -> __m512i $shoup
                fn any_from(x: __m512i, m: __m512i) -> bool { _mm512_cmpge_epu64_mask(x, m) != 0 }
                fn greater(a: __m512i, b: __m512i) -> __m512i { _mm512_max_epu64(a, b) }
                fn split($y: __m512i) -> [__m512i; 2] $split
                fn difference(a: __m512i, b: __m512i, p: __m512i) -> __m512i { difference(a, b, p) }
                fn sub_mod(a: __m512i, b: __m512i, m: __m512i) -> __m512i {
                    let difference = _mm512_sub_epi64(a, b);
                    _mm512_min_epu64(difference, _mm512_add_epi64(difference, m))
                }
                fn montgomery(x: __m512i, w: [__m512i; 2], p: __m512i) -> __m512i {
                    difference(high(x, w[0]), high(_mm512_mullo_epi64(x, w[1]), p), p)
                }
                fn transpose(v: [__m512i; 8]) -> [__m512i; 8] { transpose8(v) }
            }
        }
    };
}

words! { with_ifma, Words52, Ifma, 52;
    fn shoup(x, w, negative) {
        let zero = _mm512_setzero_si512();
        let quotient = _mm512_madd52hi_epu64(zero, x, w[1]);
        let product = _mm512_madd52lo_epu64(_mm512_madd52lo_epu64(zero, x, w[0]), quotient, negative);
        _mm512_and_si512(product, _mm512_set1_epi64((1 << 52) - 1))
    }
    fn split(x) { [_mm512_and_si512(x, _mm512_set1_epi64((1 << 52) - 1)), _mm512_srli_epi64::<52>(x)] }
}

words! { with_avx512, Doubles52, Avx512, 52;
    fn shoup(x, w, negative) {
        let p = _mm512_cvtepu64_pd(_mm512_sub_epi64(_mm512_set1_epi64(1 << 52), negative));
        let [x, w, quotient] = [_mm512_cvtepu64_pd(x), _mm512_cvtepu64_pd(w[0]), _mm512_cvtepu64_pd(w[1])];
        // `2^104` and the product rounded down to a multiple of `2^52`, then that over `2^52`.
        let top = _mm512_set1_pd((1u128 << 104) as f64);
        let quotient = _mm512_fmadd_round_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(x, quotient, top);
        let quotient = _mm512_mul_pd(_mm512_sub_pd(quotient, top), _mm512_set1_pd(1.0 / (1u64 << 52) as f64));
        // Both halves of `w x - quotient p` are exact, since it is below `2 p`.
        let high = _mm512_mul_pd(x, w);
        let low = _mm512_fmsub_pd(x, w, high);
        _mm512_cvtpd_epu64(_mm512_add_pd(_mm512_fnmadd_pd(quotient, p, high), low))
    }
    fn split(x) { [_mm512_and_si512(x, _mm512_set1_epi64((1 << 52) - 1)), _mm512_srli_epi64::<52>(x)] }
}

words! { with_avx512, Words64, Avx512, 64;
    fn shoup(x, w, negative) {
        let quotient = high(x, w[1]);
        _mm512_add_epi64(_mm512_mullo_epi64(x, w[0]), _mm512_mullo_epi64(quotient, negative))
    }
    rough {
        let quotient = rough(x, w[1]);
        _mm512_add_epi64(_mm512_mullo_epi64(x, w[0]), _mm512_mullo_epi64(quotient, negative))
    }
    fn split(x) { [x, _mm512_setzero_si512()] }
}

impl Signed<8> for Words64 {
    with_avx512! { super::methods!
        fn raise(x: __m512i, p: __m512i) -> __m512i { _mm512_max_epu64(x, _mm512_add_epi64(x, p)) }
        fn lower(x: __m512i, p: __m512i) -> __m512i { _mm512_max_epu64(x, _mm512_sub_epi64(x, p)) }
        fn nearest(x: __m512i, w: [__m512i; 2], p: __m512i) -> __m512i {
            let half = _mm512_add_epi64(x, _mm512_set1_epi64(1 << 31));
            let (above_x, above_w) = (_mm512_shuffle_epi32::<0xf5>(half), _mm512_shuffle_epi32::<0xf5>(w[1]));
            let inner = _mm512_add_epi64(_mm512_mul_epi32(above_x, w[1]), _mm512_set1_epi64((1 << 31) - 1));
            let inner = _mm512_srai_epi64::<32>(_mm512_add_epi64(inner, _mm512_mul_epi32(x, above_w)));
            let quotient = _mm512_add_epi64(_mm512_mul_epi32(above_x, above_w), inner);
            _mm512_sub_epi64(_mm512_mullo_epi64(x, w[0]), _mm512_mullo_epi64(quotient, p))
        }
    }
}

impl Carrying<8> for Words64 {
    type Token = Avx512;
    type V = __m512i;
    type Block = [u64; 8];

    #[inline(always)]
    fn token(self) -> Avx512 {
        self.0
    }

    with_avx512! { super::methods!
        fn splat(x: u64) -> __m512i { _mm512_set1_epi64(x as i64) }
        fn load(x: &[u64; 8]) -> __m512i {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
        }
        fn row(x: &[u64; 8]) -> __m512i {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
        }
        fn store(x: &mut [u64; 8], v: __m512i) {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_si512(x.as_mut_ptr().cast(), v) }
        }
        fn plus(a: __m512i, b: __m512i) -> __m512i {
            let sum = _mm512_add_epi64(a, b);
            let carry = _mm512_cmplt_epu64_mask(sum, b);
            _mm512_mask_add_epi64(sum, carry, sum, _mm512_set1_epi64(0xffff_ffff))
        }
        fn minus(a: __m512i, b: __m512i) -> __m512i {
            let borrow = _mm512_cmplt_epu64_mask(a, b);
            let difference = _mm512_sub_epi64(a, b);
            _mm512_mask_sub_epi64(difference, borrow, difference, _mm512_set1_epi64(0xffff_ffff))
        }
        fn halves(a: __m512i, b: __m512i) -> __m512i { _mm512_mul_epu32(a, b) }
        fn full(x: __m512i, y: __m512i) -> [__m512i; 2] {
            let (above_x, above_y) = (_mm512_shuffle_epi32::<0xf5>(x), _mm512_shuffle_epi32::<0xf5>(y));
            let low = _mm512_mul_epu32(x, y);
            let (a, b) = (_mm512_mul_epu32(above_x, y), _mm512_mul_epu32(x, above_y));
            let a = _mm512_add_epi64(a, _mm512_srli_epi64::<32>(low));
            let b = _mm512_add_epi64(b, _mm512_and_si512(a, _mm512_set1_epi64(0xffff_ffff)));
            let high = _mm512_add_epi64(_mm512_mul_epu32(above_x, above_y), _mm512_srli_epi64::<32>(a));
            let low = _mm512_mask_shuffle_epi32::<0xa0>(low, 0xaaaa, b);
            [low, _mm512_add_epi64(high, _mm512_srli_epi64::<32>(b))]
        }
        fn left<const K: u32>(x: __m512i) -> __m512i { _mm512_slli_epi64::<K>(x) }
        fn right<const K: u32>(x: __m512i) -> __m512i { _mm512_srli_epi64::<K>(x) }
        fn canonical(x: __m512i) -> __m512i {
            _mm512_min_epu64(x, _mm512_add_epi64(x, _mm512_set1_epi64(0xffff_ffff)))
        }
        fn transpose(v: [__m512i; 8]) -> [__m512i; 8] { transpose8(v) }
    }
}

/// Returns `a - b`, plus `p` where that is negative.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
fn difference(a: __m512i, b: __m512i, p: __m512i) -> __m512i {
    let difference = _mm512_sub_epi64(a, b);
    _mm512_mask_add_epi64(difference, _mm512_cmplt_epu64_mask(a, b), difference, p)
}

/// Returns `floor(x y/2^64)`, or less by up to 2: it leaves out the carries of the lower words.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
fn rough(x: __m512i, y: __m512i) -> __m512i {
    let (above_x, above_y) = (_mm512_shuffle_epi32::<0xf5>(x), _mm512_shuffle_epi32::<0xf5>(y));
    let (a, b) = (_mm512_mul_epu32(above_x, y), _mm512_mul_epu32(x, above_y));
    let inner = _mm512_add_epi64(_mm512_srli_epi64::<32>(a), _mm512_srli_epi64::<32>(b));
    _mm512_add_epi64(_mm512_mul_epu32(above_x, above_y), inner)
}

/// Returns `floor(x y/2^64)`.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
pub(super) fn high(x: __m512i, y: __m512i) -> __m512i {
    let (above_x, above_y) = (_mm512_shuffle_epi32::<0xf5>(x), _mm512_shuffle_epi32::<0xf5>(y));
    let low = _mm512_mul_epu32(x, y);
    let (a, b) = (_mm512_mul_epu32(above_x, y), _mm512_mul_epu32(x, above_y));
    let high = _mm512_mul_epu32(above_x, above_y);
    let a = _mm512_add_epi64(a, _mm512_srli_epi64::<32>(low));
    let b = _mm512_add_epi64(b, _mm512_and_si512(a, _mm512_set1_epi64(0xffff_ffff)));
    _mm512_add_epi64(_mm512_add_epi64(high, _mm512_srli_epi64::<32>(a)), _mm512_srli_epi64::<32>(b))
}

/// Transposes: lane `l` of vector `j` becomes lane `j` of vector `l`.
#[inline]
#[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
pub(super) fn transpose8(v: [__m512i; 8]) -> [__m512i; 8] {
    // Pairs within quarters of a register, then the quarters: a transposition of four by four.
    let mut t = v;
    let mut i = 0;
    while i < 8 {
        (t[i], t[i + 1]) = (_mm512_unpacklo_epi64(v[i], v[i + 1]), _mm512_unpackhi_epi64(v[i], v[i + 1]));
        i += 2;
    }
    let mut u = t;
    let mut i = 0;
    while i < 2 {
        let (a, b, c, d) = (t[i], t[i + 2], t[i + 4], t[i + 6]);
        let (ab, cd) = (_mm512_shuffle_i64x2::<0x88>(a, b), _mm512_shuffle_i64x2::<0x88>(c, d));
        let (xy, zw) = (_mm512_shuffle_i64x2::<0xdd>(a, b), _mm512_shuffle_i64x2::<0xdd>(c, d));
        (u[i], u[i + 4]) = (_mm512_shuffle_i64x2::<0x88>(ab, cd), _mm512_shuffle_i64x2::<0xdd>(ab, cd));
        (u[i + 2], u[i + 6]) = (_mm512_shuffle_i64x2::<0x88>(xy, zw), _mm512_shuffle_i64x2::<0xdd>(xy, zw));
        i += 1;
    }
    u
}
