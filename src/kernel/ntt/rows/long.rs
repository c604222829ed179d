//! Integers of several words and their residues modulo primes below `2^50`, four at a time: AVX2 with FMA.
//!
//! Notation: `p_i` the primes, `P` the product of those in use.
//!
//! # Idea
//! An integer is cut in pieces of 51 bits, each a double: `x = d_0 + 2^51 d_1 + 2^102 d_2 + ...`. Its residue modulo `p` is the sum of
//! the `d_j (2^(51 j) mod p)`, by the products of [the transforms](super::super::doubles), each below `0.7 p` in absolute value.
//!
//! Back, with the residues `x_i` and `y_i = x_i (P/p_i)^(-1) mod p_i`, for one integer `k`
//!
//! ```text
//! x = sum_i y_i P/p_i - k P,      k + x/P = sum_i y_i/p_i.
//! ```
//!
//! Where `0 <= x < P/4`, the sum of the quotients in doubles and `1/10` is rounded to `k`.
//!
//! # Literature
//! \[Bernstein-Sorenson 2007\].

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

/// Bits of a piece.
const PIECE: usize = 51;

/// The most pieces of an integer.
pub(crate) const PIECES: usize = 8;

/// The most primes.
pub(crate) const PRIMES: usize = 16;

/// The most integers that are converted back at once.
pub(crate) const ROW: usize = 64;

/// Returns the pieces of integers of this many bits.
pub(crate) fn pieces(bits: usize) -> usize {
    bits.div_ceil(PIECE)
}

/// Computes the pieces of integers of `words` words, in blocks of four integers: their first pieces before their second ones.
pub(crate) fn cut(integers: &[u64], words: usize, pieces: usize, to: &mut [[f64; 4]]) {
    for (four, to) in integers.chunks(4 * words).zip(to.chunks_exact_mut(pieces)) {
        for (j, to) in to.iter_mut().enumerate() {
            let (word, shift) = (j * PIECE / 64, j * PIECE % 64);
            for (lane, to) in to.iter_mut().enumerate() {
                let at =
                    |word: usize| if word < words { four.get(lane * words + word).copied().unwrap_or(0) } else { 0 };
                let two = u128::from(at(word + 1)) << 64 | u128::from(at(word));
                *to = ((two >> shift) as u64 & ((1 << PIECE) - 1)) as f64;
            }
        }
    }
}

/// A prime with the powers of `2^51` that pieces are multiplied by.
#[derive(Clone, Copy)]
struct Prime {
    p: f64,
    reciprocal: f64,
    powers: [[f64; 2]; PIECES],
}

/// The constants of the primes.
pub(crate) struct Long {
    lanes: Four,
    primes: [Prime; PRIMES],
    /// `(P/p_i)^(-1)` modulo `p_i` with its quotient, in row `k - 1` for `k` primes.
    shares: [[[f64; 2]; PRIMES]; PRIMES],
}

impl Long {
    /// Returns the constants, where the machine has AVX2.
    pub(crate) fn new(primes: &[Modular; PRIMES]) -> Option<Self> {
        let prime = |ring: &Modular| {
            debug_assert!(ring.modulus() >> 49 == 1);
            let mut power = 1;
            let powers = lists::from_fn(|_| {
                let own = pair(ring, power);
                ring.mul_assign(&mut power, &ring.element(1 << PIECE));
                own
            });
            Prime { p: ring.modulus() as f64, reciprocal: 1.0 / ring.modulus() as f64, powers }
        };
        let shares = lists::from_fn(|k| {
            lists::from_fn(|i| {
                let (p, mut others) = (&primes[i], 1);
                for (_, q) in primes[..=k].iter().enumerate().filter(|(j, _)| *j != i) {
                    p.mul_assign(&mut others, &p.element(q.modulus()));
                }
                pair(p, p.inverse(&others).unwrap_or(0))
            })
        });
        Some(Long { lanes: Four(Avx2::detect()?), primes: lists::from_fn(|i| prime(&primes[i])), shares })
    }

    /// Computes the residues modulo prime `i` of integers that are [`cut`] in so many pieces.
    pub(crate) fn residues(&self, i: usize, cut: &[[f64; 4]], pieces: usize, out: &mut [u64]) {
        let (lanes, prime) = (self.lanes, &self.primes[i]);
        let powers = &prime.powers[..pieces];
        lanes.token().run(
            #[inline(always)]
            || {
                let (p, reciprocal) = (lanes.splat(prime.p), lanes.splat(prime.reciprocal));
                for (four, out) in cut.chunks_exact(pieces).zip(out.chunks_mut(4)) {
                    // Below 2 p; with seven products below 7 p, which is less than 2^53.
                    let mut sum = lanes.load_doubles(&four[0]);
                    let mut j = 1;
                    while j < powers.len() {
                        let w = [lanes.splat(powers[j][0]), lanes.splat(powers[j][1])];
                        sum = lanes.add(sum, lanes.product(lanes.load_doubles(&four[j]), w, p));
                        j += 1;
                    }
                    let words = lanes.to_words(lanes.reduce(sum, p, reciprocal), p);
                    lanes.store_first(out, words);
                }
            },
        );
    }

    /// Computes `y_i` and `k` of up to [`ROW`] integers from their residues modulo the first primes, those from `at` on in each list.
    pub(crate) fn shares(
        &self,
        residues: &[&[u64]],
        at: usize,
        shares: &mut [[u64; ROW]; PRIMES],
        multiples: &mut [u64; ROW],
    ) {
        let lanes = self.lanes;
        let count = residues.len();
        let factors = &self.shares[count - 1][..count];
        lanes.token().run(
            #[inline(always)]
            || {
                for (t, multiples) in multiples.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                    let mut sum = lanes.splat(0.1);
                    let mut i = 0;
                    while i < count {
                        let prime = &self.primes[i];
                        let (p, reciprocal) = (lanes.splat(prime.p), lanes.splat(prime.reciprocal));
                        let x = lanes.below_52(lanes.load(&part(residues[i], at + 4 * t)));
                        let y = lanes.product(x, [lanes.splat(factors[i][0]), lanes.splat(factors[i][1])], p);
                        let y = lanes.positive(y, p);
                        sum = lanes.mul_add(y, reciprocal, sum);
                        lanes.store(&mut shares[i].as_chunks_mut::<4>().0[t], lanes.word(y));
                        i += 1;
                    }
                    lanes.store(multiples, lanes.word(sum));
                }
            },
        );
    }
}
