//! Four words: AVX2.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{goldilocks::Carrying, words::Words};
use crate::kernel::packed::{Avx2, with_avx2};
use core::arch::x86_64::*;

/// Four words of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words64x4(pub(crate) Avx2);

impl Words<4> for Words64x4 {
    type Token = Avx2;
    type V = __m256i;
    type Block = [u64; 4];
    const BITS: u32 = 64;
    const ROUGH: bool = true;

    #[inline(always)]
    fn token(self) -> Avx2 {
        self.0
    }

    with_avx2! { super::methods!
        fn splat(x: u64) -> __m256i { _mm256_set1_epi64x(x as i64) }
        fn load(x: &[u64; 4]) -> __m256i {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_loadu_si256(x.as_ptr().cast()) }
        }
        fn row(x: &[u64; 4]) -> __m256i {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_loadu_si256(x.as_ptr().cast()) }
        }
        fn store(x: &mut [u64; 4], v: __m256i) {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_storeu_si256(x.as_mut_ptr().cast(), v) }
        }
        fn add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi64(a, b) }
        fn sub(a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi64(a, b) }
        fn trim(x: __m256i, m: __m256i) -> __m256i {
            // The sign of the difference is that of its top bit.
            let rest = _mm256_castsi256_pd(_mm256_sub_epi64(x, m));
            _mm256_castpd_si256(_mm256_blendv_pd(rest, _mm256_castsi256_pd(x), rest))
        }
        fn shoup(x: __m256i, w: [__m256i; 2], negative: __m256i) -> __m256i {
            low_sum([x, w[0]], [full(x, w[1])[1], negative])
        }
        fn rough(x: __m256i, w: [__m256i; 2], negative: __m256i) -> __m256i {
            low_sum([x, w[0]], [rough(x, w[1]), negative])
        }
        fn any_from(x: __m256i, m: __m256i) -> bool {
            let top = _mm256_set1_epi64x(i64::MIN);
            let below = _mm256_cmpgt_epi64(_mm256_xor_si256(m, top), _mm256_xor_si256(x, top));
            _mm256_movemask_epi8(below) != -1
        }
        fn greater(a: __m256i, b: __m256i) -> __m256i { _mm256_blendv_epi8(a, b, less(a, b)) }
        fn split(x: __m256i) -> [__m256i; 2] { [x, _mm256_setzero_si256()] }
        fn difference(a: __m256i, b: __m256i, p: __m256i) -> __m256i { difference(a, b, p) }
        fn montgomery(x: __m256i, w: [__m256i; 2], p: __m256i) -> __m256i {
            difference(full(x, w[0])[1], full(low(x, w[1]), p)[1], p)
        }
        fn transpose(v: [__m256i; 4]) -> [__m256i; 4] { transpose4(v) }
    }
}

impl Carrying<4> for Words64x4 {
    type Token = Avx2;
    type V = __m256i;
    type Block = [u64; 4];

    #[inline(always)]
    fn token(self) -> Avx2 {
        self.0
    }

    with_avx2! { super::methods!
        fn splat(x: u64) -> __m256i { _mm256_set1_epi64x(x as i64) }
        fn load(x: &[u64; 4]) -> __m256i {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_loadu_si256(x.as_ptr().cast()) }
        }
        fn row(x: &[u64; 4]) -> __m256i {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_loadu_si256(x.as_ptr().cast()) }
        }
        fn store(x: &mut [u64; 4], v: __m256i) {
            // SAFETY: 32 bytes, by type.
            unsafe { _mm256_storeu_si256(x.as_mut_ptr().cast(), v) }
        }
        fn plus(a: __m256i, b: __m256i) -> __m256i {
            let sum = _mm256_add_epi64(a, b);
            _mm256_add_epi64(sum, _mm256_srli_epi64::<32>(less(sum, b)))
        }
        fn minus(a: __m256i, b: __m256i) -> __m256i {
            _mm256_sub_epi64(_mm256_sub_epi64(a, b), _mm256_srli_epi64::<32>(less(a, b)))
        }
        fn halves(a: __m256i, b: __m256i) -> __m256i { _mm256_mul_epu32(a, b) }
        fn full(x: __m256i, y: __m256i) -> [__m256i; 2] { full(x, y) }
        fn left<const K: u32>(x: __m256i) -> __m256i { _mm256_sll_epi64(x, _mm_cvtsi32_si128(K as i32)) }
        fn right<const K: u32>(x: __m256i) -> __m256i { _mm256_srl_epi64(x, _mm_cvtsi32_si128(K as i32)) }
        fn canonical(x: __m256i) -> __m256i {
            let e = _mm256_set1_epi64x(0xffff_ffff);
            // x + e carries where x is p or more: then its upper half is 0 in the sum.
            let more = _mm256_cmpgt_epi64(_mm256_xor_si256(x, _mm256_set1_epi64x(i64::MIN)),
                _mm256_set1_epi64x(0x7fff_ffff_0000_0000));
            _mm256_add_epi64(x, _mm256_and_si256(more, e))
        }
        fn transpose(v: [__m256i; 4]) -> [__m256i; 4] { transpose4(v) }
    }
}

/// Returns all ones where `a < b`.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn less(a: __m256i, b: __m256i) -> __m256i {
    let top = _mm256_set1_epi64x(i64::MIN);
    _mm256_cmpgt_epi64(_mm256_xor_si256(b, top), _mm256_xor_si256(a, top))
}

/// Returns `a - b`, plus `p` where that is negative.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn difference(a: __m256i, b: __m256i, p: __m256i) -> __m256i {
    _mm256_add_epi64(_mm256_sub_epi64(a, b), _mm256_and_si256(less(a, b), p))
}

/// Returns `floor(x y/2^64)`, or less by up to 2: it leaves out the carries of the lower words.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn rough(x: __m256i, y: __m256i) -> __m256i {
    let (above_x, above_y) = (_mm256_shuffle_epi32::<0xf5>(x), _mm256_shuffle_epi32::<0xf5>(y));
    let (a, b) = (_mm256_mul_epu32(above_x, y), _mm256_mul_epu32(x, above_y));
    let inner = _mm256_add_epi64(_mm256_srli_epi64::<32>(a), _mm256_srli_epi64::<32>(b));
    _mm256_add_epi64(_mm256_mul_epu32(above_x, above_y), inner)
}

/// Returns `x y mod 2^64`.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn low(x: __m256i, y: __m256i) -> __m256i {
    let crossed = _mm256_mullo_epi32(x, _mm256_shuffle_epi32::<0xb1>(y));
    let crossed = _mm256_add_epi32(crossed, _mm256_slli_epi64::<32>(crossed));
    let above = _mm256_and_si256(crossed, _mm256_set1_epi64x(-1 << 32));
    _mm256_add_epi64(_mm256_mul_epu32(x, y), above)
}

/// Returns `x y + u v mod 2^64`: the halves of both products are joined once.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn low_sum([x, y]: [__m256i; 2], [u, v]: [__m256i; 2]) -> __m256i {
    let first = _mm256_mullo_epi32(x, _mm256_shuffle_epi32::<0xb1>(y));
    let crossed = _mm256_add_epi32(first, _mm256_mullo_epi32(u, _mm256_shuffle_epi32::<0xb1>(v)));
    let crossed = _mm256_add_epi32(crossed, _mm256_slli_epi64::<32>(crossed));
    let above = _mm256_and_si256(crossed, _mm256_set1_epi64x(-1 << 32));
    _mm256_add_epi64(_mm256_add_epi64(_mm256_mul_epu32(x, y), _mm256_mul_epu32(u, v)), above)
}

/// Returns the low and the high word of `x y`.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn full(x: __m256i, y: __m256i) -> [__m256i; 2] {
    let (above_x, above_y) = (_mm256_shuffle_epi32::<0xf5>(x), _mm256_shuffle_epi32::<0xf5>(y));
    let low = _mm256_mul_epu32(x, y);
    let (a, b) = (_mm256_mul_epu32(above_x, y), _mm256_mul_epu32(x, above_y));
    let a = _mm256_add_epi64(a, _mm256_srli_epi64::<32>(low));
    let b = _mm256_add_epi64(b, _mm256_and_si256(a, _mm256_set1_epi64x(0xffff_ffff)));
    let high = _mm256_add_epi64(_mm256_mul_epu32(above_x, above_y), _mm256_srli_epi64::<32>(a));
    let low = _mm256_blend_epi32::<0xaa>(low, _mm256_slli_epi64::<32>(b));
    [low, _mm256_add_epi64(high, _mm256_srli_epi64::<32>(b))]
}

/// Transposes: lane `l` of vector `j` becomes lane `j` of vector `l`.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn transpose4([a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    let (p, q) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    let (r, s) = (_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
    [
        _mm256_permute2x128_si256::<0x20>(p, r),
        _mm256_permute2x128_si256::<0x20>(q, s),
        _mm256_permute2x128_si256::<0x31>(p, r),
        _mm256_permute2x128_si256::<0x31>(q, s),
    ]
}
