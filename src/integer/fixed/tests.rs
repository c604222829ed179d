use super::*;
use crate::{
    arith::{Random, Seed},
    integer::{decimal_words::TEN, limbs::schoolbook},
};
use alloc::vec;

/// Computes `out + a b`, word by word.
fn naive<R: Radix>(radix: R, a: &[u64], b: &[u64], out: &mut [u64]) {
    for (i, x) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, word) in out[i..].iter_mut().enumerate() {
            let product = u128::from(*x) * u128::from(b.get(j).copied().unwrap_or(0));
            (carry, *word) = radix.split(product + u128::from(*word) + u128::from(carry));
        }
        assert_eq!(carry, 0);
    }
}

fn products_equal_the_definition<R: Radix>(radix: R, greatest: u64) {
    let mut random = Random::new(Seed::Fixed(24));
    for len in [2, 4, 16, 64, 256, 1 << 14] {
        for (words, other) in [(len / 2, len / 2), (1, len), (len, 1), (len / 4 + 1, len / 2), (len / 2 + 1, len / 2)] {
            // The definition is quadratic.
            if len > 256 && words > 1 && other > 1 {
                continue;
            }
            for kind in 0..3 {
                let mut word = || match kind {
                    0 => greatest,
                    1 => random.word() % greatest,
                    _ => [0, greatest, 1, greatest][random.word() as usize % 4],
                };
                let a: Vec<u64> = (0..words).map(|_| word()).collect();
                let b: Vec<u64> = (0..other).map(|_| word()).collect();
                let mut start: Vec<u64> = (0..words.max(other)).map(|_| word()).collect();
                start.resize(words + other + 1, 0);
                let mut expected = start.clone();
                naive(radix, &b, &a, &mut expected);
                // Of more words than there are, so that the longer primes are taken.
                for (reckoned, threads) in [(words, 1), (1 << 24, 1), (words, 3)] {
                    let joining = radix.joining(reckoned, if reckoned > words { 1 << 24 } else { len }).unwrap();
                    let mut room = vec![0; values_len(len)];
                    let factor = FixedFactor::<R>::of(joining, &a, len, &mut &mut room[..], threads).unwrap();
                    let mut scratch = vec![0; factor.scratch_len()];
                    factor.multiply(&b, &mut scratch);
                    let mut out = start.clone();
                    assert_eq!(factor.add_product(b.len(), &mut scratch, &mut out), 0);
                    assert!(out == expected, "{len} {words} {other} {kind}");
                }
            }
        }
    }
}

#[inline]
pub(crate) fn products_in_limbs_are_the_definition() {
    products_equal_the_definition(Binary, u64::MAX);
}

#[inline]
pub(crate) fn products_in_decimal_words_are_the_definition() {
    products_equal_the_definition(Decimal, TEN - 1);
}

#[inline]
pub(crate) fn squares_are_products() {
    let mut random = Random::new(Seed::Fixed(25));
    for (len, words) in [(2, 1), (8, 4), (128, 64), (128, 60), (1024, 500)] {
        let a: Vec<u64> = (0..words).map(|_| random.word()).collect();
        let mut room = vec![0; values_len(len)];
        let factor = FixedFactor::new(Binary, &a, len, &mut &mut room[..], 1).unwrap();
        let (mut scratch, mut out) = (vec![0; factor.scratch_len()], vec![0; 2 * words]);
        assert_eq!(factor.add_square(&mut scratch, &mut out), 0);
        let mut expected = vec![0; 2 * words];
        schoolbook(&a, &a, &mut expected);
        assert_eq!(out, expected);
    }
}
