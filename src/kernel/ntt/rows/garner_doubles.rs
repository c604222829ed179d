//! From residues modulo `K` primes below `2^50` to digits in mixed radix, four at a time: AVX2 with FMA.
//!
//! # Idea
//! That of [`garner`](super::garner), with the products of [the transforms](super::super::doubles). A difference of two residues is below
//! `2.1 p` in absolute value, and its product with a factor below `0.8 p`. So one conditional addition makes a digit of it.

use super::{
    super::doubles::{DoubleLanes, Four, pair},
    part,
};
use crate::{
    algebra::Ring,
    kernel::packed::{Avx2, Token},
    lists,
    rings::Modular,
};

/// The most numbers that are converted at once: their digits stay in the nearest cache.
pub(crate) const ROW: usize = 256;

/// The constants of `K` primes, each below 1.1 times every other.
pub(crate) struct Fours<const K: usize> {
    lanes: Four,
    primes: [f64; K],
    /// `p_j^(-1)` modulo `p_k` with its quotient, for `j < k`.
    inverses: [[[f64; 2]; K]; K],
}

impl<const K: usize> Fours<K> {
    /// Returns the constants, where the machine has AVX2.
    pub(crate) fn new(primes: [Modular; K]) -> Option<Self> {
        debug_assert!(primes.iter().all(|p| p.modulus() >> 50 == 0 && p.modulus() > primes[0].modulus() / 11 * 10));
        let inverse = |k: usize, j: usize| {
            if j < k { pair(&primes[k], primes[k].inverse(&primes[j].modulus()).unwrap_or(0)) } else { [0.0; 2] }
        };
        let inverses = lists::from_fn(|k| lists::from_fn(|j| inverse(k, j)));
        Some(Fours { lanes: Four(Avx2::detect()?), primes: lists::map(primes, |p| p.modulus() as f64), inverses })
    }

    /// Computes the digits of up to [`ROW`] numbers from their residues. All lists have the same length.
    pub(crate) fn digits(&self, residues: [&[u64]; K], digits: &mut [[u64; ROW]; K]) {
        let lanes = self.lanes;
        lanes.token().run(
            #[inline(always)]
            || {
                let mut at = 0;
                while at < residues[0].len().min(ROW) {
                    let mut x = [lanes.splat(0.0); K];
                    let mut k = 0;
                    while k < K {
                        let words = part(residues[k], at);
                        x[k] = lanes.below_52(lanes.load(&words));
                        let p = lanes.splat(self.primes[k]);
                        let mut j = 0;
                        while j < k {
                            let w = [lanes.splat(self.inverses[k][j][0]), lanes.splat(self.inverses[k][j][1])];
                            x[k] = lanes.product(lanes.sub(x[k], x[j]), w, p);
                            j += 1;
                        }
                        let digit = if k == 0 { lanes.load(&words) } else { lanes.to_words(x[k], p) };
                        if let Some(to) = digits[k][at..].first_chunk_mut() {
                            lanes.store(to, digit);
                        }
                        x[k] = lanes.below_52(digit);
                        k += 1;
                    }
                    at += 4;
                }
            },
        );
    }
}
