//! Eight words at a time, by VPCLMULQDQ on 512 bits.
//!
//! # Idea
//! `e_j` are the products of the even words of `a` with word `j` of `b`, `o_j` those of the odd words: four products of
//! 128 bits an instruction, each in the lane where `a`'s words were. `e_j` with `j` even and `o_j` with `j` odd begin at an even word, the
//! others at an odd one, so each of the two kinds is summed shifted by whole lanes, and one shift by a word joins them:
//!
//! ```text
//! even   e0 + (e2 + o1) << 1 + (e4 + o3) << 2 + (e6 + o5) << 3 + o7 << 4     lanes of 128 bits
//! odd    (e1 + o0) + (e3 + o2) << 1 + (e5 + o4) << 2 + (e7 + o6) << 3
//! ```

#![allow(unsafe_code, reason = "instructions of AVX-512, behind a value that proves them")]

use super::{block::Block, leaf};
use core::arch::x86_64::*;

/// Proof that the machine has AVX-512 F, BW, VL and VPCLMULQDQ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vpclmul512(());

impl Vpclmul512 {
    /// The proof, if it holds.
    pub(super) fn detect() -> Option<Self> {
        let has = std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("pclmulqdq")
            && std::arch::is_x86_feature_detected!("vpclmulqdq");
        has.then_some(Vpclmul512(()))
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,pclmulqdq,vpclmulqdq")]
fn with_features<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// The mask of the first `n` words of a register.
#[inline(always)]
fn first(n: usize) -> __mmask8 {
    if n >= 8 { 0xff } else { (1 << n) - 1 }
}

/// `x` moved up by `8 - K` words: the low and the high register.
#[inline(always)]
fn up<const K: i32>(x: __m512i) -> (__m512i, __m512i) {
    // SAFETY: called from methods of `Vpclmul512` alone, whose value proves AVX-512.
    unsafe {
        let zero = _mm512_setzero_si512();
        (_mm512_alignr_epi64::<K>(x, zero), _mm512_alignr_epi64::<K>(zero, x))
    }
}

impl Block for Vpclmul512 {
    const WORDS: usize = 8;
    const ROWS: usize = 3;
    type V = __m512i;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        // SAFETY: the value proves the features.
        unsafe { with_features(f) }
    }

    #[inline(always)]
    fn load(self, x: &[u64]) -> __m512i {
        // SAFETY: the value proves the features; no word beyond the end of the slice is read.
        unsafe {
            if x.len() >= 8 {
                _mm512_loadu_si512(x.as_ptr().cast())
            } else {
                _mm512_maskz_loadu_epi64(first(x.len()), x.as_ptr().cast())
            }
        }
    }

    #[inline(always)]
    fn store(self, out: &mut [u64], v: __m512i) {
        // SAFETY: the value proves the features; no word beyond the end of the slice is written.
        unsafe {
            if out.len() >= 8 {
                _mm512_storeu_si512(out.as_mut_ptr().cast(), v);
            } else {
                _mm512_mask_storeu_epi64(out.as_mut_ptr().cast(), first(out.len()), v);
            }
        }
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the value proves the features.
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn add3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: the value proves the features.
        unsafe { _mm512_ternarylogic_epi64::<0x96>(a, b, c) }
    }

    #[inline(always)]
    fn product(self, a: __m512i, b: &[u64]) -> (__m512i, __m512i) {
        // SAFETY: the value proves the features.
        unsafe {
            let zero = _mm512_setzero_si512();
            macro_rules! even {
                ($j:literal) => {
                    if $j < b.len() {
                        _mm512_clmulepi64_epi128::<0x00>(a, _mm512_set1_epi64(b[$j] as i64))
                    } else {
                        zero
                    }
                };
            }
            macro_rules! odd {
                ($j:literal) => {
                    if $j < b.len() {
                        _mm512_clmulepi64_epi128::<0x01>(a, _mm512_set1_epi64(b[$j] as i64))
                    } else {
                        zero
                    }
                };
            }
            let (e1, f1) = up::<6>(self.add(even!(2), odd!(1)));
            let (e2, f2) = up::<4>(self.add(even!(4), odd!(3)));
            let (e3, f3) = up::<2>(self.add(even!(6), odd!(5)));
            let low = self.add3(even!(0), e1, self.add(e2, e3));
            let high = self.add3(odd!(7), f1, self.add(f2, f3));
            let (o1, p1) = up::<6>(self.add(even!(3), odd!(2)));
            let (o2, p2) = up::<4>(self.add(even!(5), odd!(4)));
            let (o3, p3) = up::<2>(self.add(even!(7), odd!(6)));
            let odd_low = self.add3(self.add(even!(1), odd!(0)), o1, self.add(o2, o3));
            let odd_high = self.add3(p1, p2, p3);
            (
                self.add(low, _mm512_alignr_epi64::<7>(odd_low, zero)),
                self.add(high, _mm512_alignr_epi64::<7>(odd_high, odd_low)),
            )
        }
    }

    #[inline(always)]
    fn spread(self, out: &mut [u64], a: &[u64]) {
        let (chunks, rest) = a.as_chunks::<4>();
        let (wide, tail) = out.as_chunks_mut::<8>();
        for (out, a) in wide.iter_mut().zip(chunks) {
            // SAFETY: the value proves the features; the arrays have the 4 and 8 words that are read and written.
            unsafe {
                let a = _mm256_loadu_si256(a.as_ptr().cast());
                _mm512_storeu_si512(out.as_mut_ptr().cast(), spread(a));
            }
        }
        if !rest.is_empty() {
            let mut words = [0; leaf::MOST];
            words[..rest.len()].copy_from_slice(rest);
            // SAFETY: the value proves the features; the array has the words that are read.
            let squares = unsafe { spread(_mm256_loadu_si256(words.as_ptr().cast())) };
            self.store(tail, squares);
        }
    }
}

/// A zero between each two bits: bytes to 16 bits, their halves to one byte each, each of those by a table.
#[inline(always)]
fn spread(a: __m256i) -> __m512i {
    // SAFETY: called from methods of `Vpclmul512` alone, whose value proves AVX-512.
    unsafe {
        let table = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84, 85));
        let x = _mm512_cvtepu8_epi16(a);
        let halves = _mm512_or_si512(x, _mm512_slli_epi16::<4>(x));
        _mm512_shuffle_epi8(table, _mm512_and_si512(halves, _mm512_set1_epi8(15)))
    }
}
