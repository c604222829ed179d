//! Products modulo a word, coefficient by coefficient: each is a sum of products that is reduced once.
//!
//! # Cost
//! One product for each pair of coefficients, and up to three reductions of double words for each coefficient of the product.

use crate::{algebra::Lift, rings::Modular};

/// Returns whether all words are below the bound.
pub(super) fn below(words: &[u64], bound: u64) -> bool {
    // A block at a time without a branch.
    words.chunks(64).all(|block| block.iter().fold(true, |all, word| all & (*word < bound)))
}

/// Computes `out <- a b` of words below the modulus; `out` has as many coefficients as the product, at least one.
pub(super) fn linear_into(ring: &Modular, a: &[u64], b: &[u64], out: &mut [u64]) {
    // Sums of so many products of short words fit two limbs.
    let fits = ring.modulus() >> 60 == 0 && a.len().min(b.len()) < 256;
    for (k, out) in out.iter_mut().enumerate() {
        let from = (k + 1).saturating_sub(b.len());
        let to = a.len().min(k + 1);
        let products = a[from..to].iter().zip(b[k + 1 - to..k + 1 - from].iter().rev());
        let products = products.map(|(x, y)| u128::from(*x) * u128::from(*y));
        let (mut sum, mut top) = (0u128, 0u64);
        if fits {
            products.for_each(|product| sum += product);
        } else {
            for product in products {
                let (next, carry) = sum.overflowing_add(product);
                (sum, top) = (next, top + u64::from(carry));
            }
        }
        let mut high = (sum >> 64) as u64;
        if top > 0 || high >= ring.modulus() {
            high = ring.from_words(&[high, top]);
        }
        *out = ring.residue(u128::from(high) << 64 | u128::from(sum as u64));
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::conv::direct;
    use alloc::{vec, vec::Vec};

    #[inline]
    pub(crate) fn products_by_columns_equal_the_definition() {
        for modulus in [3, 65, (1 << 31) - 1, (1 << 60) - 93, (1 << 62) - 57, u64::MAX, (1 << 63) + 1] {
            let ring = Modular::new(modulus).unwrap();
            let list = |len: usize, seed: u64| -> Vec<u64> {
                let any = |i: u64| (i + seed).wrapping_pow(29) % modulus;
                (0..len as u64).map(|i| if (i + seed) % 3 < 2 { modulus - 1 } else { any(i) }).collect()
            };
            for (m, n) in [(1, 1), (1, 7), (7, 1), (2, 3), (12, 12), (33, 5), (100, 100)] {
                let (a, b) = (list(m, 1), list(n, 2));
                let (mut found, mut expected) = (vec![9; m + n - 1], vec![0; m + n - 1]);
                linear_into(&ring, &a, &b, &mut found);
                direct::linear_into(&ring, &a, &b, &mut expected, usize::MAX).unwrap();
                assert_eq!(found, expected, "{m} by {n} modulo {modulus}");
            }
        }
    }
}
