//! AVX-512 with products of 52 bits.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{
    multiply::Multiply,
    words::{LANES, Words},
};
use crate::kernel::packed::Token;
use core::arch::x86_64::*;

/// AVX-512 with products of 52 bits.
macro_rules! with_ifma {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Ifma ["avx512f" "avx512dq" "avx512bw" "avx512vl" "avx512ifma"] $($rest)* } };
}

with_ifma! { token! }

impl Token for Ifma {
    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_ifma! { entry! self }
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { f.inner() }
    }
}

type V = __m512i;

impl Words for Ifma {
    type Token = Ifma;
    type V = V;
    type Word = u64;

    #[inline(always)]
    fn token(self) -> Ifma {
        self
    }

    with_ifma! { token_methods!
        fn splat(x: u64) -> V { _mm512_set1_epi64(x as i64) }
        fn load(x: &[u64; LANES]) -> V {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
        }
        fn factors(x: &[u64; LANES]) -> V {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
        }
        fn store(x: &mut [u64; LANES], v: V) {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_si512(x.as_mut_ptr().cast(), v) }
        }
        fn add(a: V, b: V) -> V { _mm512_add_epi64(a, b) }
        fn sub(a: V, b: V) -> V { _mm512_sub_epi64(a, b) }
        fn and(a: V, b: V) -> V { _mm512_and_si512(a, b) }
        fn or(a: V, b: V) -> V { _mm512_or_si512(a, b) }
        fn right(a: V, count: u32) -> V { _mm512_srl_epi64(a, _mm_cvtsi32_si128(count as i32)) }
        fn left(a: V, count: u32) -> V { _mm512_sll_epi64(a, _mm_cvtsi32_si128(count as i32)) }
        fn carry(a: V) -> V { _mm512_srai_epi64::<52>(a) }
        fn keep(sign: V, a: V) -> V { _mm512_maskz_mov_epi64(!_mm512_movepi64_mask(sign), a) }
        fn low(c: V, a: V, b: V) -> V { _mm512_madd52lo_epu64(c, a, b) }
        fn high(c: V, a: V, b: V) -> V { _mm512_madd52hi_epu64(c, a, b) }
        fn lookup(table: &[u64; LANES], index: V) -> V {
            // SAFETY: 64 bytes, by type.
            let table = unsafe { _mm512_loadu_si512(table.as_ptr().cast()) };
            _mm512_permutexvar_epi64(index, table)
        }
        fn transpose(v: [V; LANES]) -> [V; LANES] {
            let [a, b, c, d, e, f, g, h] = v;
            let (a, b) = (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
            let (c, d) = (_mm512_unpacklo_epi64(c, d), _mm512_unpackhi_epi64(c, d));
            let (e, f) = (_mm512_unpacklo_epi64(e, f), _mm512_unpackhi_epi64(e, f));
            let (g, h) = (_mm512_unpacklo_epi64(g, h), _mm512_unpackhi_epi64(g, h));
            let even = _mm512_shuffle_i64x2::<0x88>;
            let odd = _mm512_shuffle_i64x2::<0xdd>;
            let (p, q, r, s) = (even(a, c), even(b, d), odd(a, c), odd(b, d));
            let (t, u, v, w) = (even(e, g), even(f, h), odd(e, g), odd(f, h));
            [even(p, t), even(q, u), even(r, v), even(s, w), odd(p, t), odd(q, u), odd(r, v), odd(s, w)]
        }
        fn load_elements(x: &[[u64; 4]; LANES]) -> [V; 4] {
            let p = x.as_ptr().cast::<u64>();
            // SAFETY: 256 bytes, by type.
            let (a, b, c, d) = unsafe {
                (
                    _mm512_loadu_si512(p.cast()),
                    _mm512_loadu_si512(p.add(8).cast()),
                    _mm512_loadu_si512(p.add(16).cast()),
                    _mm512_loadu_si512(p.add(24).cast()),
                )
            };
            // Elements 0 2, 1 3 | 4 6, 5 7: halves of each kind beside one another.
            let first = _mm512_setr_epi64(0, 4, 8, 12, 1, 5, 9, 13);
            let last = _mm512_setr_epi64(2, 6, 10, 14, 3, 7, 11, 15);
            let (ab, ba) = (_mm512_permutex2var_epi64(a, first, b), _mm512_permutex2var_epi64(a, last, b));
            let (cd, dc) = (_mm512_permutex2var_epi64(c, first, d), _mm512_permutex2var_epi64(c, last, d));
            [
                _mm512_shuffle_i64x2::<0x44>(ab, cd),
                _mm512_shuffle_i64x2::<0xee>(ab, cd),
                _mm512_shuffle_i64x2::<0x44>(ba, dc),
                _mm512_shuffle_i64x2::<0xee>(ba, dc),
            ]
        }
        fn store_elements(x: &mut [[u64; 4]; LANES], v: [V; 4]) {
            let (l01, h01) = (_mm512_unpacklo_epi64(v[0], v[1]), _mm512_unpackhi_epi64(v[0], v[1]));
            let (l23, h23) = (_mm512_unpacklo_epi64(v[2], v[3]), _mm512_unpackhi_epi64(v[2], v[3]));
            let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let last = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            // Elements 0 2, 4 6 and 1 3, 5 7.
            let (a, b) = (_mm512_permutex2var_epi64(l01, first, l23), _mm512_permutex2var_epi64(l01, last, l23));
            let (c, d) = (_mm512_permutex2var_epi64(h01, first, h23), _mm512_permutex2var_epi64(h01, last, h23));
            let p = x.as_mut_ptr().cast::<u64>();
            // SAFETY: 256 bytes, by type.
            unsafe {
                _mm512_storeu_si512(p.cast(), _mm512_shuffle_i64x2::<0x44>(a, c));
                _mm512_storeu_si512(p.add(8).cast(), _mm512_shuffle_i64x2::<0xee>(a, c));
                _mm512_storeu_si512(p.add(16).cast(), _mm512_shuffle_i64x2::<0x44>(b, d));
                _mm512_storeu_si512(p.add(24).cast(), _mm512_shuffle_i64x2::<0xee>(b, d));
            }
        }
    }
}

impl Multiply for Ifma {}
