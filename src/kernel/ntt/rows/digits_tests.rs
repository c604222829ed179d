//! Halves of products against their definition, by every way that the machine has.

use super::{
    super::words_avx512::{Doubles52, Ifma, Words52},
    digits::{DIGIT, Digits},
};
use crate::{inside::require, kernel::packed::Avx512};

/// Returns words at and around the borders of 52 bits, and others.
fn words() -> [u64; 24] {
    let mut words = [0; 24];
    let borders =
        [0, 1, 2, DIGIT, DIGIT - 1, DIGIT + 1, 1 << 51, (1 << 51) - 1, 1 << 26, (1 << 26) - 1, u64::MAX, 1 << 63];
    words[..12].copy_from_slice(&borders);
    for (i, word) in words.iter_mut().enumerate().skip(12) {
        *word = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_pow(5);
    }
    words
}

fn check<D: Digits>(d: D) {
    for a in words() {
        for b in words() {
            let product = u128::from(a & DIGIT) * u128::from(b & DIGIT);
            let (mut low, mut high) = ([0; 8], [0; 8]);
            d.store(&mut low, d.low(d.splat(5), d.splat(a), d.splat(b)));
            d.store(&mut high, d.high(d.splat(7), d.splat(a), d.splat(b)));
            assert_eq!(
                [low, high],
                [[5 + (product as u64 & DIGIT); 8], [7 + (product >> 52) as u64; 8]],
                "{a:x} {b:x}"
            );
        }
    }
    for p in [(1 << 50) - 27, (1 << 50) - 35, (1 << 49) + 1, 12_289, 3] {
        for w in words().map(|w| w % p) {
            let quotient = ((u128::from(w) << 52) / u128::from(p)) as u64;
            for x in words().map(|x| x & DIGIT) {
                let mut product = [0; 8];
                let pair = [d.splat(w), d.splat(quotient)];
                d.store(&mut product, d.shoup(d.splat(x), pair, d.splat((1 << 52) - p)));
                let expected =
                    u128::from(x) * u128::from(w) - ((u128::from(quotient) * u128::from(x)) >> 52) * u128::from(p);
                assert_eq!(product, [expected as u64; 8], "{x} {w} modulo {p}");
                assert!(expected < 2 * u128::from(p));
            }
        }
    }
}

#[inline]
pub(crate) fn halves_of_products_equal_the_definition() {
    if let Some(token) = require::found("avx512", Avx512::detect()) {
        check(Doubles52(token));
    }
    if let Some(token) = require::found("ifma", Ifma::detect()) {
        check(Words52(token));
    }
}
