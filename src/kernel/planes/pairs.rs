//! 64 bytes in two registers of AVX2: what does not multiply.
#![allow(unsafe_code, reason = "loads and stores; functions of AVX2 inside those of instruction sets that have it")]

use core::arch::x86_64::*;

pub(super) type Pair = [__m256i; 2];

/// The methods of [`Bytes`](super::bytes::Bytes) that do not multiply, for the token of an instruction set with AVX2.
macro_rules! pair_bytes {
    ($token:ident $features:tt) => {
        token_methods! { $token $features
            fn load(line: &Line) -> Pair {
                let (p, q) = line.split_at(4);
                // SAFETY: 32 bytes each: half of a line.
                unsafe { [_mm256_loadu_si256(p.as_ptr().cast()), _mm256_loadu_si256(q.as_ptr().cast())] }
            }
            fn store(line: &mut Line, v: Pair) -> () {
                let (p, q) = line.split_at_mut(4);
                // SAFETY: 32 bytes each: half of a line.
                unsafe {
                    _mm256_storeu_si256(p.as_mut_ptr().cast(), v[0]);
                    _mm256_storeu_si256(q.as_mut_ptr().cast(), v[1]);
                }
            }
            fn splat(byte: u8) -> Pair { [_mm256_set1_epi8(byte as i8); 2] }
            fn xor(a: Pair, b: Pair) -> Pair { [_mm256_xor_si256(a[0], b[0]), _mm256_xor_si256(a[1], b[1])] }
            fn xor3(a: Pair, b: Pair, c: Pair) -> Pair {
                [
                    _mm256_xor_si256(_mm256_xor_si256(a[0], b[0]), c[0]),
                    _mm256_xor_si256(_mm256_xor_si256(a[1], b[1]), c[1]),
                ]
            }
            fn unzip(a: Pair, b: Pair) -> (Pair, Pair) {
                let [a, c, b, d] = [unzipped(a[0]), unzipped(a[1]), unzipped(b[0]), unzipped(b[1])];
                (
                    [_mm256_permute2x128_si256::<0x20>(a, c), _mm256_permute2x128_si256::<0x20>(b, d)],
                    [_mm256_permute2x128_si256::<0x31>(a, c), _mm256_permute2x128_si256::<0x31>(b, d)],
                )
            }
            fn zip(even: Pair, odd: Pair) -> (Pair, Pair) {
                let (p, q) = (_mm256_unpacklo_epi8(even[0], odd[0]), _mm256_unpackhi_epi8(even[0], odd[0]));
                let (r, s) = (_mm256_unpacklo_epi8(even[1], odd[1]), _mm256_unpackhi_epi8(even[1], odd[1]));
                (
                    [_mm256_permute2x128_si256::<0x20>(p, q), _mm256_permute2x128_si256::<0x31>(p, q)],
                    [_mm256_permute2x128_si256::<0x20>(r, s), _mm256_permute2x128_si256::<0x31>(r, s)],
                )
            }
        }

        #[inline(always)]
        fn exchange<const BIT: u32>(self, a: Pair, b: Pair) -> (Pair, Pair) {
            if BIT == 5 {
                return ([a[0], b[0]], [a[1], b[1]]);
            }
            // SAFETY: `self` exists, so `detect` found the features.
            let ((p, q), (r, s)) = unsafe { (exchanged::<BIT>(a[0], b[0]), exchanged::<BIT>(a[1], b[1])) };
            ([p, r], [q, s])
        }
    };
}
pub(super) use pair_bytes;

/// The methods of [`Words`](super::bytes::Words), for the token of an instruction set with AVX2.
macro_rules! pair_words {
    ($token:ident $features:tt) => {
        token_methods! { $token $features
            fn load_bytes(bytes: &[u8; 64]) -> Pair {
                let (p, q) = bytes.split_at(32);
                // SAFETY: 32 bytes each: half of the bytes.
                unsafe { [_mm256_loadu_si256(p.as_ptr().cast()), _mm256_loadu_si256(q.as_ptr().cast())] }
            }
            fn store_bytes(bytes: &mut [u8; 64], v: Pair) -> () {
                let (p, q) = bytes.split_at_mut(32);
                // SAFETY: 32 bytes each: half of the bytes.
                unsafe {
                    _mm256_storeu_si256(p.as_mut_ptr().cast(), v[0]);
                    _mm256_storeu_si256(q.as_mut_ptr().cast(), v[1]);
                }
            }
            fn next_power(v: Pair, first: u32) -> Pair {
                let order = _mm256_setr_epi32(7, 1, 3, 3, 7, 5, 7, 7);
                let low = _mm256_permutevar8x32_epi32(v[0], order);
                [
                    _mm256_blend_epi32::<1>(low, _mm256_set1_epi32(first as i32)),
                    _mm256_permutevar8x32_epi32(v[1], order),
                ]
            }
        }

        /// Shifts words by `S`, which is 1, 2, 4 or 8.
        #[inline(always)]
        fn shift_words<const S: usize>(self, before: Pair, v: Pair) -> Pair {
            if S == 8 {
                return [before[1], v[0]];
            }
            // SAFETY: `self` exists, so `detect` found the features.
            unsafe { [shifted::<S>(before[1], v[0]), shifted::<S>(v[0], v[1])] }
        }
    };
}
pub(super) use pair_words;

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn exchanged<const BIT: u32>(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    match BIT {
        4 => (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b)),
        3 => (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)),
        2 => (
            _mm256_blend_epi32::<0xaa>(a, _mm256_slli_epi64::<32>(b)),
            _mm256_blend_epi32::<0xaa>(_mm256_srli_epi64::<32>(a), b),
        ),
        1 => (
            _mm256_blend_epi16::<0xaa>(a, _mm256_slli_epi32::<16>(b)),
            _mm256_blend_epi16::<0xaa>(_mm256_srli_epi32::<16>(a), b),
        ),
        _ => {
            let odd = _mm256_set1_epi16(-256);
            (
                _mm256_blendv_epi8(a, _mm256_slli_epi16::<8>(b), odd),
                _mm256_blendv_epi8(_mm256_srli_epi16::<8>(a), b, odd),
            )
        }
    }
}

/// Returns the even bytes, then the odd bytes of the 32.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn unzipped(x: __m256i) -> __m256i {
    let order =
        _mm256_setr_epi64x(0x0e0c_0a08_0604_0200, 0x0f0d_0b09_0705_0301, 0x0e0c_0a08_0604_0200, 0x0f0d_0b09_0705_0301);
    _mm256_permute4x64_epi64::<0xd8>(_mm256_shuffle_epi8(x, order))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn shifted<const S: usize>(before: __m256i, v: __m256i) -> __m256i {
    let middle = _mm256_permute2x128_si256::<0x21>(before, v);
    match S {
        1 => _mm256_alignr_epi8::<12>(v, middle),
        2 => _mm256_alignr_epi8::<8>(v, middle),
        _ => middle,
    }
}
