//! Eight residues modulo a prime `p` between `0.8 2^30` and `2^30`, in words of 32 bits: AVX2. Residues are below `2 p` in registers; kernels leave
//! them below `4 p`.
#![allow(unsafe_code, reason = "entering the instruction set; loads")]

use super::{
    super::{
        methods,
        small::{Below30, Class},
        words32::{Factor, U32x8, Words32},
    },
    InLanes, Rows,
    lanes::{Lanes, Pair},
};
use crate::{
    kernel::packed::{Avx2, with_avx2},
    rings::Modular,
};
use alloc::boxed::Box;
use core::arch::x86_64::*;

/// Words of 64 bits in halves.
#[derive(Clone, Copy)]
struct Halves(Avx2);

impl Halves {
    with_avx2! { methods!
        /// Returns the lower halves of eight words, and the upper ones.
        fn halves(words: &[u64; 8]) -> [__m256i; 2] {
            let [a, b] = {
                let (a, b) = words.split_at(4);
                // SAFETY: 32 bytes each.
                unsafe { [_mm256_loadu_ps(a.as_ptr().cast()), _mm256_loadu_ps(b.as_ptr().cast())] }
            };
            let (low, high) = (_mm256_shuffle_ps::<0x88>(a, b), _mm256_shuffle_ps::<0xdd>(a, b));
            [
                _mm256_permute4x64_epi64::<0xd8>(_mm256_castps_si256(low)),
                _mm256_permute4x64_epi64::<0xd8>(_mm256_castps_si256(high)),
            ]
        }
        fn widened(x: __m256i) -> [u64; 8] {
            let mut words = [0; 8];
            let (a, b) = words.split_at_mut(4);
            let (low, high) = (_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x));
            // SAFETY: 32 bytes each.
            unsafe {
                _mm256_storeu_si256(a.as_mut_ptr().cast(), _mm256_cvtepu32_epi64(low));
                _mm256_storeu_si256(b.as_mut_ptr().cast(), _mm256_cvtepu32_epi64(high));
            }
            words
        }
        fn pairs(low: __m256i, high: __m256i, p: __m256i) -> [u64; 8] {
            let lower = _mm256_blend_epi32::<0xaa>(low, _mm256_setzero_si256());
            let even = _mm256_add_epi64(_mm256_mul_epu32(high, p), lower);
            let odd = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64::<32>(high), p), _mm256_srli_epi64::<32>(low));
            let (a, b) = (_mm256_unpacklo_epi64(even, odd), _mm256_unpackhi_epi64(even, odd));
            let mut words = [0; 8];
            let (first, second) = words.split_at_mut(4);
            // SAFETY: 32 bytes each.
            unsafe {
                _mm256_storeu_si256(first.as_mut_ptr().cast(), _mm256_permute2x128_si256::<0x20>(a, b));
                _mm256_storeu_si256(second.as_mut_ptr().cast(), _mm256_permute2x128_si256::<0x31>(a, b));
            }
            words
        }
        fn is_zero(x: __m256i) -> bool { _mm256_testz_si256(x, x) == 1 }
    }
}

/// Returns words of 32 bits as words of 64 bits.
#[inline(always)]
pub(super) fn widened(words: U32x8, x: __m256i) -> [u64; 8] {
    Halves(words.token()).widened(x)
}

/// Returns `low + p high` as words of 64 bits.
#[inline(always)]
pub(super) fn pairs(words: U32x8, low: __m256i, high: __m256i, p: u32) -> [u64; 8] {
    Halves(words.token()).pairs(low, high, words.splat(p))
}

/// The residues modulo one prime.
#[derive(Clone, Copy)]
pub(super) struct Thirty {
    class: Below30<U32x8>,
    halves: Halves,
    /// `p^(-1)` modulo `2^32`.
    inverse: u32,
    /// `2^32`.
    beyond: Pair,
    radix: u64,
}

/// Returns the rows modulo a prime below `2^30`, with the root `z` of order 8, where the machine has AVX2.
pub(crate) fn rows(ring: &Modular, z: u64) -> Option<Box<dyn Rows<u32>>> {
    Some(Box::new(InLanes::<8, _>::new(Thirty::new(ring)?, ring, z)))
}

impl Thirty {
    fn new(ring: &Modular) -> Option<Self> {
        let token = Avx2::detect()?;
        let class = Below30::new(U32x8(token), u32::try_from(ring.modulus()).ok()?)?;
        let radix = ring.element(1 << 32);
        let inverse = crate::arith::inverse_of_odd(ring.modulus()) as u32;
        let beyond = Class::<8>::prepare(class, radix as u32).map(u64::from);
        Some(Thirty { class, halves: Halves(token), inverse, beyond, radix })
    }

    #[inline(always)]
    fn words(self) -> U32x8 {
        self.class.words()
    }

    #[inline(always)]
    fn modulus(self) -> __m256i {
        self.words().splat(self.class.modulus())
    }

    #[inline(always)]
    fn twice(self) -> __m256i {
        self.words().splat(2 * self.class.modulus())
    }
}

impl Lanes<8> for Thirty {
    type Token = Avx2;
    type Word = u32;
    type V = __m256i;
    type Factor = Factor<__m256i>;

    #[inline(always)]
    fn token(self) -> Avx2 {
        self.words().token()
    }
    #[inline(always)]
    fn splat(self, [w, quotient]: Pair) -> Factor<__m256i> {
        let high = self.words().splat(quotient as u32);
        Factor { low: self.words().splat(w as u32), high, odd: high }
    }
    #[inline(always)]
    fn load(self, x: &[u32; 8]) -> __m256i {
        self.words().load(x)
    }
    #[inline(always)]
    fn store(self, x: &mut [u32; 8], v: __m256i) {
        self.words().store(x, self.words().reduce(v, self.modulus()));
    }
    #[inline(always)]
    fn enter(self, x: &[u64; 8]) -> __m256i {
        let [low, high] = self.halves.halves(x);
        // 2^32 is below 6 p.
        let low = self.words().reduce(self.words().reduce(low, self.twice()), self.twice());
        if self.halves.is_zero(high) { low } else { self.plus(low, self.times(high, self.splat(self.beyond))) }
    }
    #[inline(always)]
    fn plus(self, a: __m256i, b: __m256i) -> __m256i {
        self.words().reduce(self.words().add(a, b), self.twice())
    }
    #[inline(always)]
    fn minus(self, a: __m256i, b: __m256i) -> __m256i {
        let twice = self.twice();
        self.words().reduce(self.words().difference(a, b, twice), twice)
    }
    #[inline(always)]
    fn times(self, a: __m256i, w: Factor<__m256i>) -> __m256i {
        self.class.mul(a, w)
    }
    /// Returns `floor(a b/2^32) - floor(q p/2^32) + p`, reduced, with `q = a b p^(-1)` modulo `2^32`: the low halves are the same. With
    /// `a` below `2 p` the high half of the product is too, and the sum is below `3 p`.
    #[inline(always)]
    fn product(self, a: __m256i, b: __m256i) -> __m256i {
        let (words, p, twice) = (self.words(), self.modulus(), self.twice());
        let a = words.reduce(a, twice);
        let quotient = words.mul_low(words.mul_low(a, b), words.splat(self.inverse));
        let high = words.mul_high(a, b, words.odd(b));
        words.reduce(words.difference(high, words.mul_high(quotient, p, p), p), twice)
    }
    fn pair(self, w: u64) -> Pair {
        Class::<8>::prepare(self.class, w as u32).map(u64::from)
    }
    fn radix(self) -> u64 {
        self.radix
    }
    #[inline(always)]
    fn store_own(self, x: &mut [u32; 8], v: __m256i) {
        self.words().store(x, v);
    }
}
