//! 64 bytes in two registers: AVX2 with GFNI.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{
    bytes::{Bytes, Line, Words},
    pairs::{Pair, exchanged, pair_bytes, pair_words, shifted, unzipped},
};
use core::arch::x86_64::*;

/// AVX2 with GFNI.
macro_rules! with_avx2 {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Avx2 ["avx2" "gfni"] $($rest)* } };
}

with_avx2! { token! }

impl Bytes for Avx2 {
    type V = Pair;
    type Factor = Pair;
    type Block = u64;
    const REGISTERS: usize = 8;
    const INLINED: usize = 2;
    const WIDEST: usize = 16;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_avx2! { entry! self }
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { f.inner() }
    }

    with_avx2! { pair_bytes! }

    with_avx2! { token_methods!
        fn factor(byte: u8) -> Pair { [_mm256_set1_epi8(byte as i8); 2] }
        fn times(a: Pair, w: Pair, _level: usize) -> Pair { [_mm256_gf2p8mul_epi8(a[0], w[0]), _mm256_gf2p8mul_epi8(a[1], w[1])] }
        fn mul(a: Pair, w: Pair) -> Pair { [_mm256_gf2p8mul_epi8(a[0], w[0]), _mm256_gf2p8mul_epi8(a[1], w[1])] }
        fn block(m: u64) -> u64 { m }
        fn affine(a: Pair, m: u64) -> Pair {
            let m = _mm256_set1_epi64x(m as i64);
            [_mm256_gf2p8affine_epi64_epi8::<0>(a[0], m), _mm256_gf2p8affine_epi64_epi8::<0>(a[1], m)]
        }
    }

    #[inline(always)]
    fn lane_factor(self, byte: u8, lanes: &Line) -> Pair {
        self.xor(self.splat(byte), self.load(lanes))
    }
}

impl Words for Avx2 {
    with_avx2! { pair_words! }
}
