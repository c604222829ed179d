//! Four words at a time, by VPCLMULQDQ on 256 bits.
//!
//! The sums are those of `vpclmul512`, for lanes 0 and 1.

#![allow(unsafe_code, reason = "instructions of AVX2, behind a value that proves them")]

use super::block::Block;
use core::arch::x86_64::*;

/// Proof that the machine has AVX2 and VPCLMULQDQ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vpclmul256(());

impl Vpclmul256 {
    /// The proof, if it holds.
    pub(super) fn detect() -> Option<Self> {
        let has = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("pclmulqdq")
            && std::arch::is_x86_feature_detected!("vpclmulqdq");
        has.then_some(Vpclmul256(()))
    }
}

#[inline]
#[target_feature(enable = "avx2,pclmulqdq,vpclmulqdq")]
fn with_features<R>(f: impl FnOnce() -> R) -> R {
    f()
}

impl Block for Vpclmul256 {
    const WORDS: usize = 4;
    const ROWS: usize = 1;
    type V = __m256i;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        // SAFETY: the value proves the features.
        unsafe { with_features(f) }
    }

    #[inline(always)]
    fn load(self, x: &[u64]) -> __m256i {
        if let Some(x) = x.first_chunk::<4>() {
            // SAFETY: the value proves the features; the array has four words.
            return unsafe { _mm256_loadu_si256(x.as_ptr().cast()) };
        }
        let word = |i: usize| x.get(i).map_or(0, |&word| word as i64);
        // SAFETY: the value proves the features.
        unsafe { _mm256_setr_epi64x(word(0), word(1), word(2), word(3)) }
    }

    #[inline(always)]
    fn store(self, out: &mut [u64], v: __m256i) {
        if let Some(out) = out.first_chunk_mut::<4>() {
            // SAFETY: the value proves the features; the array has four words.
            return unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), v) };
        }
        let mut words = [0; 4];
        // SAFETY: the value proves the features; the array has four words.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), v) };
        for (out, word) in out.iter_mut().zip(words) {
            *out = word;
        }
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the value proves the features.
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn product(self, a: __m256i, b: &[u64]) -> (__m256i, __m256i) {
        // SAFETY: the value proves the features.
        unsafe {
            let zero = _mm256_setzero_si256();
            macro_rules! even {
                ($j:literal) => {
                    if $j < b.len() {
                        _mm256_clmulepi64_epi128::<0x00>(a, _mm256_set1_epi64x(b[$j] as i64))
                    } else {
                        zero
                    }
                };
            }
            macro_rules! odd {
                ($j:literal) => {
                    if $j < b.len() {
                        _mm256_clmulepi64_epi128::<0x01>(a, _mm256_set1_epi64x(b[$j] as i64))
                    } else {
                        zero
                    }
                };
            }
            let even = self.add(even!(2), odd!(1));
            let low = self.add(even!(0), _mm256_permute2x128_si256::<0x08>(even, even));
            let high = self.add(odd!(3), _mm256_permute2x128_si256::<0x81>(even, even));
            let odd = self.add(even!(3), odd!(2));
            let odd_low = self.add(self.add(even!(1), odd!(0)), _mm256_permute2x128_si256::<0x08>(odd, odd));
            let odd_high = _mm256_permute2x128_si256::<0x81>(odd, odd);
            // Up by one word, across both registers.
            let turned = _mm256_permute4x64_epi64::<0x93>(odd_low);
            let turned_high = _mm256_permute4x64_epi64::<0x93>(odd_high);
            (
                self.add(low, _mm256_blend_epi32::<0x03>(turned, zero)),
                self.add(high, _mm256_blend_epi32::<0x03>(turned_high, turned)),
            )
        }
    }

    #[inline(always)]
    fn spread(self, out: &mut [u64], a: &[u64]) {
        let (chunks, rest) = a.as_chunks::<2>();
        let (wide, tail) = out.as_chunks_mut::<4>();
        for (out, &[low, high]) in wide.iter_mut().zip(chunks) {
            self.store(out, spread(low, high));
        }
        if let [last] = *rest {
            self.store(tail, spread(last, 0));
        }
    }
}

/// A zero between each two bits: bytes to 16 bits, their halves to one byte each, each of those by a table.
#[inline(always)]
fn spread(low: u64, high: u64) -> __m256i {
    // SAFETY: called from methods of `Vpclmul256` alone, whose value proves AVX2.
    unsafe {
        let table =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84, 85));
        let x = _mm256_cvtepu8_epi16(_mm_set_epi64x(high as i64, low as i64));
        let halves = _mm256_or_si256(x, _mm256_slli_epi16::<4>(x));
        _mm256_shuffle_epi8(table, _mm256_and_si256(halves, _mm256_set1_epi8(15)))
    }
}
