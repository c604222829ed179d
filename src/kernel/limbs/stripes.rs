//! Products of few limbs by many, by AVX-512 IFMA.
//!
//! # Idea
//! The digits of the short factor stay in registers, one in every lane. A block of columns takes the products of each by the 8 digits of
//! the long factor that lie as many lanes below: these come from the block and the one before.
//!
//! # Ranges
//! A column adds up at most `2 K` parts below `2^52`, `K` the digits of the short factor.
#![allow(unsafe_code, reason = "entering the instruction set")]

use super::digits::{Columns, Ifma, PRODUCT, V, digits, with_ifma};
use core::arch::x86_64::*;

/// The greatest number of limbs of the short factor.
pub(super) const SHORT: usize = 6;

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
                len => panic!("{len} limbs are not few"),
            }
        }
    }
}

/// Adds products by digit `$k` for every `$k` below `K`.
macro_rules! stripe {
    ($factor:ident, $low:ident, $high:ident, $digits:ident, $before:ident: $($k:literal $lanes:literal)*) => { $(
        if $k < K {
            let digits = if $k == 0 { $digits } else { _mm512_alignr_epi64::<$lanes>($digits, $before) };
            $low[$k % 2] = _mm512_madd52lo_epu64($low[$k % 2], $factor[$k], digits);
            $high[$k % 2] = _mm512_madd52hi_epu64($high[$k % 2], $factor[$k], digits);
        }
    )* };
}

with_ifma! { compiled!
    /// Computes `out <- a b` for `K` digits of `a`, up to 8.
    fn stripes<const K: usize>(a: &[u64], b: &[u64], out: &mut [u64]) {
        let zero = _mm512_setzero_si512();
        let a = digits::<PRODUCT>(a, 0);
        let mut factor: [V; K] = [zero; K];
        for (k, factor) in (0..).zip(&mut factor) {
            *factor = _mm512_permutexvar_epi64(_mm512_set1_epi64(k), a);
        }
        let (mut before, mut high_before) = (zero, zero);
        let mut columns = Columns::<PRODUCT>::new(out);
        let mut from = 0;
        while !columns.is_full() {
            let digits = digits::<PRODUCT>(b, from);
            let (mut low, mut high) = ([zero; 2], [zero; 2]);
            stripe!(factor, low, high, digits, before: 0 0 1 7 2 6 3 5 4 4 5 3 6 2 7 1);
            let (low, high) = (_mm512_add_epi64(low[0], low[1]), _mm512_add_epi64(high[0], high[1]));
            columns.push(_mm512_add_epi64(low, _mm512_alignr_epi64::<7>(high, high_before)));
            (before, high_before) = (digits, high);
            from += PRODUCT as usize;
        }
    }
}
