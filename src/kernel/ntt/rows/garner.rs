//! From residues modulo `K` primes below `2^50` to digits in mixed radix, eight at a time.
//!
//! # Idea
//! A number below `p_0 p_1 ... ` is `x_0 + x_1 p_0 + x_2 p_0 p_1 + ...` with `0 <= x_k < p_k`, and `x_k` is the residue
//! modulo `p_k` after the earlier digits are subtracted, divided by their primes.
//!
//! # Literature
//! \[Garner 1959\].

use super::digits::{Digits, Vectors};
use crate::{
    algebra::{Action, Ring},
    lists,
    rings::Modular,
};

/// The constants of `K` primes, each below twice every later one.
pub(crate) struct Garner<const K: usize> {
    vectors: Vectors,
    primes: [u64; K],
    /// `p_j^(-1)` modulo `p_k` with its quotient, for `j < k`.
    inverses: [[[u64; 2]; K]; K],
}

impl<const K: usize> Garner<K> {
    /// Returns the constants, where the machine has AVX-512.
    pub(crate) fn new(primes: [Modular; K]) -> Option<Self> {
        debug_assert!((1..K).all(|k| (0..k).all(|j| primes[j].modulus() < 2 * primes[k].modulus())));
        let inverse = |k: usize, j: usize| {
            if j >= k {
                return [0; 2];
            }
            let shoup = primes[k].prepare(&primes[k].inverse(&primes[j].modulus()).unwrap_or(0));
            [shoup.factor, shoup.quotient >> 12]
        };
        let inverses = lists::from_fn(|k| lists::from_fn(|j| inverse(k, j)));
        Some(Garner { vectors: Vectors::detect()?, primes: lists::map(primes, |p| p.modulus()), inverses })
    }

    #[inline(always)]
    pub(super) fn vectors(&self) -> Vectors {
        self.vectors
    }

    pub(super) fn primes(&self) -> [u64; K] {
        self.primes
    }

    /// Returns the digits of each lane.
    #[inline(always)]
    pub(super) fn digits<D: Digits>(&self, d: D, residues: [D::V; K]) -> [D::V; K] {
        let mut x = residues;
        let mut k = 1;
        while k < K {
            let p = d.splat(self.primes[k]);
            let (twice, negative) = (d.add(p, p), d.splat((1 << 52) - self.primes[k]));
            let mut j = 0;
            while j < k {
                // Digits are below twice every prime, and a product is below twice its own.
                let difference = d.sub(d.add(x[k], twice), x[j]);
                let [w, quotient] = self.inverses[k][j];
                x[k] = d.shoup(difference, [d.splat(w), d.splat(quotient)], negative);
                j += 1;
            }
            x[k] = d.trim(x[k], p);
            k += 1;
        }
        x
    }
}
