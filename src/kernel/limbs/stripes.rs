//! Products of few limbs by many, by AVX-512 IFMA.
//!
//! # Idea
//! The digits of the short factor stay in registers, one in every lane. A block of columns takes the products of each
//! short digit by the 8 digits of the long factor at the matching distance. These 8 come from two neighbouring blocks.
//!
//! # Ranges
//! A column adds up at most `2 K` parts below `2^52`, `K` the digits of the short factor.
#![allow(unsafe_code, reason = "entering the instruction set")]

use super::digits::{Columns, Ifma, PRODUCT, V, digits, with_ifma};
use core::arch::x86_64::*;

/// The greatest number of limbs of the short factor.
pub(super) const SHORT: usize = 10;

impl Ifma {
    /// Computes `out <- a b`, for 1 to [`SHORT`] limbs of `a`, `out` as long as both.
    pub(super) fn multiply_few(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        assert!(out.len() == a.len() + b.len());
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe {
            match a.len() {
                1 => stripes::<2>(a, b, out),
                2 => stripes::<3>(a, b, out),
                3 => stripes::<4>(a, b, out),
                4 => stripes::<5>(a, b, out),
                5 => stripes::<7>(a, b, out),
                6 => stripes::<8>(a, b, out),
                7 => stripes::<9>(a, b, out),
                8 => stripes::<10>(a, b, out),
                9 | 10 => stripes::<13>(a, b, out),
                len => panic!("{len} limbs are not few"),
            }
        }
    }
}

/// Adds the products by the digits of the short factor below `K`. Each digit goes with the lane of the block before, or
/// of the one before that, in which the digits that it meets begin.
macro_rules! stripe {
    ($factor:ident, $low:ident, $high:ident, [$digits:ident $before:ident $first:ident]) => {
        stripe! { $factor $low $high, $digits $before: 0 0 1 7 2 6 3 5 4 4 5 3 6 2 7 1 }
        stripe! { $factor $low $high, $before $first: 8 0 9 7 10 6 11 5 12 4 13 3 14 2 15 1 }
    };
    ($factor:ident $low:ident $high:ident, $digits:ident $before:ident: $($k:literal $lane:literal)*) => { $(
        if $k < K {
            let digits = if $lane == 0 { $digits } else { _mm512_alignr_epi64::<$lane>($digits, $before) };
            $low[$k % 2] = _mm512_madd52lo_epu64($low[$k % 2], $factor[$k], digits);
            $high[$k % 2] = _mm512_madd52hi_epu64($high[$k % 2], $factor[$k], digits);
        }
    )* };
}

with_ifma! { compiled!
    /// Computes `out <- a b` for `K` digits of `a`, up to 16.
    fn stripes<const K: usize>(a: &[u64], b: &[u64], out: &mut [u64]) {
        let zero = _mm512_setzero_si512();
        let halves = [digits::<PRODUCT>(a, 0), if K > 8 { digits::<PRODUCT>(a, PRODUCT as usize) } else { zero }];
        let mut factor: [V; K] = [zero; K];
        for k in 0..K {
            factor[k] = _mm512_permutexvar_epi64(_mm512_set1_epi64(k as i64), halves[k / 8]);
        }
        // The blocks before.
        let (mut first, mut before, mut high_before) = (zero, zero, zero);
        let mut columns = Columns::<PRODUCT>::new(out);
        let mut from = 0;
        while !columns.is_full() {
            let digits = digits::<PRODUCT>(b, from);
            let (mut low, mut high) = ([zero; 2], [zero; 2]);
            stripe!(factor, low, high, [digits before first]);
            let (low, high) = (_mm512_add_epi64(low[0], low[1]), _mm512_add_epi64(high[0], high[1]));
            columns.push(_mm512_add_epi64(low, _mm512_alignr_epi64::<7>(high, high_before)));
            (first, before, high_before) = (before, digits, high);
            from += PRODUCT as usize;
        }
    }
}
