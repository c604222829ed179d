//! 64 bytes in two registers: AVX2 without GFNI. Products are looked up by half bytes.
//!
//! # Idea
//! A linear map of bytes is the sum of two maps of half bytes, each a table of sixteen bytes. A shuffle looks up in each 16
//! lanes by themselves, so factors may differ between those. Within them lane `l` has the factor `w + sum_b v_b` over the bits
//! `b < 4` of `l`: one more product for each bit, in the lanes that have it.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::{
    bytes::{Bytes, Line, Words},
    nibbles::{COORDINATES, FROM_COORDINATES, LOGARITHMS, Map, PARTS, PRODUCTS, TIMES_ALPHA, map_of},
    pairs::{Pair, exchanged, pair_bytes, pair_words, shifted, unzipped},
};
use core::arch::x86_64::*;

/// AVX2.
macro_rules! with_shuffles {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Shuffles ["avx2"] $($rest)* } };
}

with_shuffles! { token! }

/// The factors of 64 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Factor {
    /// The factors of lanes `0, 16, 32, 48`.
    first: [u8; 4],
    /// The terms that bits 0 to 3 of the lane's number add.
    bits: [u8; 4],
}

/// Small steps are inlined always, where the closure that they are part of has AVX2: calls would keep vectors in memory.
impl Shuffles {
    /// Returns a table in each half of a register.
    #[inline(always)]
    fn tables(self, low: &[u8; 16], high: &[u8; 16]) -> __m256i {
        // SAFETY: 16 bytes each, by type; AVX2 found by `detect`.
        unsafe { _mm256_loadu2_m128i(high.as_ptr().cast(), low.as_ptr().cast()) }
    }

    /// Returns the same table in both halves of a register.
    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> __m256i {
        // SAFETY: 16 bytes, by type; AVX2 found by `detect`.
        unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) }
    }

    /// Returns the low and the high half bytes.
    #[inline(always)]
    fn split(self, x: __m256i) -> [__m256i; 2] {
        // SAFETY: AVX2 found by `detect`.
        unsafe {
            let mask = _mm256_set1_epi8(15);
            [_mm256_and_si256(x, mask), _mm256_and_si256(_mm256_srli_epi16::<4>(x), mask)]
        }
    }

    /// Returns the images of bytes in half bytes.
    #[inline(always)]
    fn look_up(self, low: __m256i, high: __m256i, [x, y]: [__m256i; 2]) -> __m256i {
        // SAFETY: AVX2 found by `detect`.
        unsafe { _mm256_xor_si256(_mm256_shuffle_epi8(low, x), _mm256_shuffle_epi8(high, y)) }
    }

    #[inline(always)]
    fn image(self, map: &Map, x: __m256i) -> __m256i {
        self.look_up(self.table(&map[0]), self.table(&map[1]), self.split(x))
    }

    /// Returns all ones in the lanes whose number has the bit, which is below 4.
    #[inline(always)]
    fn lanes(self, bit: usize) -> __m256i {
        // SAFETY: AVX2 found by `detect`.
        unsafe {
            match bit {
                0 => _mm256_set1_epi16(-256),
                1 => _mm256_set1_epi32(-1 << 16),
                2 => _mm256_set1_epi64x(-1 << 32),
                _ => _mm256_set_epi64x(-1, 0, -1, 0),
            }
        }
    }

    /// Returns the products of one register, which holds lanes `32 half .. 32 half + 31`.
    #[inline(always)]
    fn product(self, x: __m256i, half: usize, w: &Factor, level: usize) -> __m256i {
        let x = self.split(x);
        let (p, q) = (&PRODUCTS[usize::from(w.first[2 * half])], &PRODUCTS[usize::from(w.first[2 * half + 1])]);
        let mut sum = match level {
            5.. => self.look_up(self.table(&p[0]), self.table(&p[1]), x),
            _ => self.look_up(self.tables(&p[0], &q[0]), self.tables(&p[1], &q[1]), x),
        };
        let mut bit = 0;
        while bit < 4 {
            if bit >= level {
                let map = &PRODUCTS[usize::from(w.bits[bit])];
                let more = self.look_up(self.table(&map[0]), self.table(&map[1]), x);
                // SAFETY: AVX2 found by `detect`.
                sum = unsafe { _mm256_xor_si256(sum, _mm256_and_si256(more, self.lanes(bit))) };
            }
            bit += 1;
        }
        sum
    }

    /// Returns the products of half bytes, as what they add to the coordinates of a product.
    #[inline(always)]
    fn part(self, a: __m256i, b: __m256i, part: &[u8; 16]) -> __m256i {
        // SAFETY: AVX2 found by `detect`.
        unsafe {
            let logarithms = self.table(&LOGARITHMS);
            let sum = _mm256_adds_epu8(_mm256_shuffle_epi8(logarithms, a), _mm256_shuffle_epi8(logarithms, b));
            // The remainder by 15 of a sum below 30. The highest bit stays set where one is that of zero.
            let sum = _mm256_min_epu8(sum, _mm256_sub_epi8(sum, _mm256_set1_epi8(15)));
            _mm256_shuffle_epi8(self.table(part), sum)
        }
    }

    /// Returns the products of coordinates.
    #[inline(always)]
    fn variable_product(self, x: __m256i, w: __m256i) -> __m256i {
        let ([l, h], [m, k]) = (self.split(x), self.split(w));
        // SAFETY: AVX2 found by `detect`.
        unsafe {
            let (p, q) = (_mm256_xor_si256(l, h), _mm256_xor_si256(m, k));
            let sum = _mm256_xor_si256(self.part(l, m, &PARTS[0]), self.part(h, k, &PARTS[1]));
            _mm256_xor_si256(sum, self.part(p, q, &PARTS[2]))
        }
    }
}

impl Bytes for Shuffles {
    type V = Pair;
    type Factor = Factor;
    type Block = Map;
    const REGISTERS: usize = 8;
    const INLINED: usize = 4;
    // Products over GF(2) alone come here.
    const WIDEST: usize = 4;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_shuffles! { entry! self }
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { f.inner() }
    }

    #[inline(always)]
    fn factor(self, byte: u8) -> Factor {
        Factor { first: [byte; 4], bits: [0; 4] }
    }

    #[inline(always)]
    fn lane_factor(self, byte: u8, lanes: &Line) -> Factor {
        let lane = |l: usize| (lanes[l / 8] >> (8 * (l % 8))) as u8;
        let first = [byte, byte ^ lane(16), byte ^ lane(32), byte ^ lane(48)];
        Factor { first, bits: [lane(1), lane(2), lane(4), lane(8)] }
    }

    with_shuffles! { pair_bytes! }

    #[inline(always)]
    fn times(self, a: Pair, w: Factor, level: usize) -> Pair {
        [self.product(a[0], 0, &w, level), self.product(a[1], 1, &w, level)]
    }

    #[inline(always)]
    fn coordinates(self, a: Pair) -> Pair {
        self.affine(a, COORDINATES)
    }

    #[inline(always)]
    fn out_of_coordinates(self, a: Pair) -> Pair {
        self.affine(a, FROM_COORDINATES)
    }

    #[inline(always)]
    fn mul(self, a: Pair, w: Pair) -> Pair {
        [self.variable_product(a[0], w[0]), self.variable_product(a[1], w[1])]
    }

    #[inline(always)]
    fn alpha<const SQUARE: bool>(self, a: Pair) -> Pair {
        self.affine(a, TIMES_ALPHA[SQUARE as usize])
    }

    #[inline(always)]
    fn block(self, m: u64) -> Map {
        map_of(m)
    }

    #[inline(always)]
    fn affine(self, a: Pair, m: Map) -> Pair {
        [self.image(&m, a[0]), self.image(&m, a[1])]
    }
}

impl Words for Shuffles {
    with_shuffles! { pair_words! }
}
