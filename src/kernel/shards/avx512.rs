//! AVX-512 with GFNI: a chunk is one register, a map of bytes one instruction.
//!
//! # Requires
//! AVX512F, AVX512BW and GFNI; [`Avx512::detect`] asks the processor.
#![allow(unsafe_code, reason = "vector instructions, their features established by the only constructor")]

use super::{
    tables::Tables,
    vector::{Chunk, Vector},
};
use core::arch::x86_64::*;

/// AVX-512 with GFNI.
macro_rules! with_avx512 {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Avx512 ["avx512f" "avx512bw" "gfni"] $($rest)* } };
}

with_avx512! { token! }

impl Vector for Avx512 {
    type Chunk = __m512i;
    type Maps = __m512i;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_avx512! { entry! self }
        // SAFETY: the features were found by `Avx512::detect`, the only constructor.
        unsafe { f.inner() }
    }

    #[inline(always)]
    fn load(self, from: &Chunk) -> __m512i {
        // SAFETY: 64 readable bytes, aligned to 64 by the type; AVX512F found by `detect`.
        unsafe { _mm512_load_si512(from.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, to: &mut Chunk, x: __m512i) {
        // SAFETY: 64 writable bytes, aligned to 64 by the type; AVX512F found by `detect`.
        unsafe { _mm512_store_si512(to.0.as_mut_ptr().cast(), x) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX512F found by `detect`.
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn maps(self, tables: &Tables, low: usize, high: usize) -> __m512i {
        let (low, high) = (tables.matrices[low] as i64, tables.matrices[high] as i64);
        // SAFETY: AVX512F found by `detect`.
        unsafe { _mm512_mask_set1_epi64(_mm512_set1_epi64(low), 0xf0, high) }
    }

    #[inline(always)]
    fn equal_maps(self, tables: &Tables, c: usize) -> __m512i {
        // SAFETY: AVX512F found by `detect`.
        unsafe { _mm512_set1_epi64(tables.matrices[c] as i64) }
    }

    #[inline(always)]
    fn add_mapped(self, sum: __m512i, x: __m512i, maps: __m512i) -> __m512i {
        // SAFETY: AVX512F and GFNI found by `detect`.
        unsafe { _mm512_xor_si512(sum, _mm512_gf2p8affine_epi64_epi8::<0>(x, maps)) }
    }

    #[inline(always)]
    fn add_crossed(self, sum: __m512i, x: __m512i, maps: __m512i) -> __m512i {
        // SAFETY: AVX512F found by `detect`.
        let exchanged = unsafe { _mm512_shuffle_i64x2::<0b01_00_11_10>(x, x) };
        self.add_mapped(sum, exchanged, maps)
    }
}
