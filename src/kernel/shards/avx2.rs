//! AVX2, with GFNI or with shuffles: a chunk is two registers.
//!
//! # Requires
//! AVX2; [`Avx2Gfni`] also GFNI. The constructors ask the processor.
#![allow(unsafe_code, reason = "vector instructions, their features established by the only constructors")]

use super::{
    tables::Tables,
    vector::{Chunk, Vector},
};
use core::arch::x86_64::*;

/// AVX2.
macro_rules! with_avx2 {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Avx2 ["avx2"] $($rest)* } };
}

with_avx2! { token! }

/// AVX2 and GFNI.
macro_rules! with_gfni {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Avx2Gfni ["avx2" "gfni"] $($rest)* } };
}

with_gfni! { token! of Avx2 }

impl Avx2 {
    #[inline(always)]
    fn load_half(self, from: &[u8; 32]) -> __m256i {
        // SAFETY: 32 readable bytes; AVX2 found by `detect`.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store_half(self, to: &mut [u8; 32], x: __m256i) {
        // SAFETY: 32 writable bytes; AVX2 found by `detect`.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), x) }
    }

    #[inline(always)]
    fn xor_half(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: AVX2 found by `detect`.
        unsafe { _mm256_xor_si256(a, b) }
    }

    /// Loads both tables of an entry: the images of low and of high half bytes.
    #[inline(always)]
    fn tables(self, table: &[u8; 32]) -> [__m256i; 2] {
        let both = self.load_half(table);
        // SAFETY: AVX2 found by `detect`.
        unsafe { [_mm256_permute4x64_epi64::<0b01_00_01_00>(both), _mm256_permute4x64_epi64::<0b11_10_11_10>(both)] }
    }

    /// Returns `sum + map(x)`.
    #[inline(always)]
    fn add_map(self, sum: __m256i, x: __m256i, map: [__m256i; 2]) -> __m256i {
        // SAFETY: AVX2 found by `detect`.
        unsafe {
            let mask = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(map[0], _mm256_and_si256(x, mask));
            let high = _mm256_shuffle_epi8(map[1], _mm256_and_si256(_mm256_srli_epi64::<4>(x), mask));
            _mm256_xor_si256(sum, _mm256_xor_si256(low, high))
        }
    }
}

impl Vector for Avx2 {
    type Chunk = [__m256i; 2];
    type Maps = [[__m256i; 2]; 2];

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_avx2! { entry! self }
        // SAFETY: AVX2 was found by `Avx2::detect`, the only constructor.
        unsafe { f.inner() }
    }

    #[inline(always)]
    fn load(self, from: &Chunk) -> [__m256i; 2] {
        let (halves, _) = from.0.as_chunks::<32>();
        [self.load_half(&halves[0]), self.load_half(&halves[1])]
    }

    #[inline(always)]
    fn store(self, to: &mut Chunk, x: [__m256i; 2]) {
        let (halves, _) = to.0.as_chunks_mut::<32>();
        self.store_half(&mut halves[0], x[0]);
        self.store_half(&mut halves[1], x[1]);
    }

    #[inline(always)]
    fn xor(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        [self.xor_half(a[0], b[0]), self.xor_half(a[1], b[1])]
    }

    #[inline(always)]
    fn maps(self, tables: &Tables, low: usize, high: usize) -> [[__m256i; 2]; 2] {
        [self.tables(&tables.nibbles[low]), self.tables(&tables.nibbles[high])]
    }

    #[inline(always)]
    fn add_mapped(self, sum: [__m256i; 2], x: [__m256i; 2], maps: [[__m256i; 2]; 2]) -> [__m256i; 2] {
        [self.add_map(sum[0], x[0], maps[0]), self.add_map(sum[1], x[1], maps[1])]
    }

    #[inline(always)]
    fn add_crossed(self, sum: [__m256i; 2], x: [__m256i; 2], maps: [[__m256i; 2]; 2]) -> [__m256i; 2] {
        self.add_mapped(sum, [x[1], x[0]], maps)
    }
}

impl Avx2Gfni {
    /// Returns `sum + map(x)`.
    #[inline(always)]
    fn add_map(self, sum: __m256i, x: __m256i, map: __m256i) -> __m256i {
        // SAFETY: AVX2 and GFNI found by `detect`.
        unsafe { _mm256_xor_si256(sum, _mm256_gf2p8affine_epi64_epi8::<0>(x, map)) }
    }
}

impl Vector for Avx2Gfni {
    type Chunk = [__m256i; 2];
    type Maps = [__m256i; 2];

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_gfni! { entry! self }
        // SAFETY: AVX2 and GFNI were found by `Avx2Gfni::detect`, the only constructor.
        unsafe { f.inner() }
    }

    #[inline(always)]
    fn load(self, from: &Chunk) -> [__m256i; 2] {
        self.0.load(from)
    }

    #[inline(always)]
    fn store(self, to: &mut Chunk, x: [__m256i; 2]) {
        self.0.store(to, x);
    }

    #[inline(always)]
    fn xor(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        self.0.xor(a, b)
    }

    #[inline(always)]
    fn maps(self, tables: &Tables, low: usize, high: usize) -> [__m256i; 2] {
        let (low, high) = (tables.matrices[low] as i64, tables.matrices[high] as i64);
        // SAFETY: AVX2 found by `detect`.
        unsafe { [_mm256_set1_epi64x(low), _mm256_set1_epi64x(high)] }
    }

    #[inline(always)]
    fn add_mapped(self, sum: [__m256i; 2], x: [__m256i; 2], maps: [__m256i; 2]) -> [__m256i; 2] {
        [self.add_map(sum[0], x[0], maps[0]), self.add_map(sum[1], x[1], maps[1])]
    }

    #[inline(always)]
    fn add_crossed(self, sum: [__m256i; 2], x: [__m256i; 2], maps: [__m256i; 2]) -> [__m256i; 2] {
        self.add_mapped(sum, [x[1], x[0]], maps)
    }
}
