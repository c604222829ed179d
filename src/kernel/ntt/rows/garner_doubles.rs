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

    /// Returns the digits of four numbers, those from `at` on.
    #[inline(always)]
    fn four(&self, residues: [&[u64]; K], at: usize) -> [<Four as DoubleLanes<4>>::V; K] {
        let lanes = self.lanes;
        let mut x = [lanes.splat(0.0); K];
        let mut k = 0;
        while k < K {
            x[k] = lanes.below_52(lanes.load(&part(residues[k], at)));
            let p = lanes.splat(self.primes[k]);
            let mut j = 0;
            while j < k {
                let w = [lanes.splat(self.inverses[k][j][0]), lanes.splat(self.inverses[k][j][1])];
                x[k] = lanes.product(lanes.sub(x[k], x[j]), w, p);
                j += 1;
            }
            if k > 0 {
                x[k] = lanes.positive(x[k], p);
            }
            k += 1;
        }
        x
    }

    /// Computes the digits of up to [`ROW`] numbers from their residues. All lists have the same length.
    pub(crate) fn digits(&self, residues: [&[u64]; K], digits: &mut [[u64; ROW]; K]) {
        let lanes = self.lanes;
        lanes.token().run(
            #[inline(always)]
            || {
                let mut at = 0;
                while at < residues[0].len().min(ROW) {
                    let x = self.four(residues, at);
                    let mut k = 0;
                    while k < K {
                        if let Some(to) = digits[k][at..].first_chunk_mut() {
                            lanes.store(to, lanes.word(x[k]));
                        }
                        k += 1;
                    }
                    at += 4;
                }
            },
        );
    }
}

/// The constants of `K` primes and of a modulus below `2^50`.
///
/// A digit is below `2^50` and a factor at most half the modulus `m`: their quotient by `m` is below `2^49`, so the product is off
/// by less than `0.6 m`.
pub(crate) struct FoursModulo<'a, const K: usize> {
    garner: &'a Fours<K>,
    modulus: f64,
    /// The products of the first primes modulo `m`, with their quotients.
    factors: [[f64; 2]; K],
}

impl<'a, const K: usize> FoursModulo<'a, K> {
    /// Returns the constants; `None` for a modulus of `2^50` or above.
    pub(crate) fn new(garner: &'a Fours<K>, ring: &Modular) -> Option<Self> {
        let mut factor = ring.one();
        let factors = lists::map(garner.primes, |p| {
            let own = pair(ring, factor);
            ring.mul_assign(&mut factor, &ring.element(p as u64));
            own
        });
        (ring.modulus() >> 50 == 0).then_some(FoursModulo { garner, modulus: ring.modulus() as f64, factors })
    }

    /// Computes the residues modulo `m` from those modulo the primes. All lists have the same length.
    pub(crate) fn write(&self, residues: [&[u64]; K], out: &mut [u64]) {
        let lanes = self.garner.lanes;
        lanes.token().run(
            #[inline(always)]
            || {
                let (m, reciprocal) = (lanes.splat(self.modulus), lanes.splat(1.0 / self.modulus));
                for (t, out) in out.chunks_mut(4).enumerate() {
                    let x = self.garner.four(residues, 4 * t);
                    let mut sum = lanes.reduce(x[0], m, reciprocal);
                    let mut k = 1;
                    while k < K {
                        let w = [lanes.splat(self.factors[k][0]), lanes.splat(self.factors[k][1])];
                        sum = lanes.add(sum, lanes.product(x[k], w, m));
                        k += 1;
                    }
                    let words = lanes.to_words(lanes.reduce(sum, m, reciprocal), m);
                    lanes.store_first(out, words);
                }
            },
        );
    }
}
