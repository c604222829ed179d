//! Eight words modulo a prime below `2^50`, by products of 52 bits. Residues are below `2 p` in registers.

use super::{
    digits::{DIGIT, Digits},
    lanes::{Lanes, Pair, SumLanes},
};
use crate::{algebra::Action, rings::Modular};

#[derive(Clone, Copy)]
pub(super) struct Short<D> {
    words: D,
    ring: Modular,
    /// `p^(-1)` modulo `2^52`.
    inverse: u64,
    one: Pair,
    /// `2^52`.
    beyond: Pair,
}

/// Returns `w` and `floor(2^52 w/p)`.
fn pair(ring: &Modular, w: u64) -> Pair {
    let shoup = ring.prepare(&w);
    [shoup.factor, shoup.quotient >> 12]
}

impl<D: Digits> Short<D> {
    /// Creates the lanes for a prime below `2^50`.
    pub(super) fn new(words: D, ring: &Modular) -> Self {
        let p = ring.modulus();
        let inverse = crate::arith::inverse_of_odd(p) & DIGIT;
        let [one, beyond] = [pair(ring, 1), pair(ring, ring.element(1 << 52))];
        Short { words, ring: *ring, inverse, one, beyond }
    }

    #[inline(always)]
    fn modulus(self) -> D::V {
        self.words.splat(self.ring.modulus())
    }

    #[inline(always)]
    fn twice(self) -> D::V {
        self.words.splat(2 * self.ring.modulus())
    }

    /// Returns the residue of any words, for a prime just below the limit.
    #[inline(always)]
    fn any(self, x: D::V) -> D::V {
        // The low bits are below 2^52 = 4 p + 4 (2^50 - p); the high part, a factor below 2^12, leaves less than p (1 + 2^-40).
        let [low, high] = self.words.split(x);
        let high = self.times(high, self.splat(self.beyond));
        self.words.trim(self.words.add(self.words.trim(low, self.twice()), high), self.twice())
    }
}

impl<D: Digits> Lanes<8> for Short<D> {
    type Token = D::Token;
    type Word = u64;
    type V = D::V;
    type Factor = [D::V; 2];

    #[inline(always)]
    fn token(self) -> D::Token {
        self.words.token()
    }
    #[inline(always)]
    fn splat(self, w: Pair) -> [D::V; 2] {
        [self.words.splat(w[0]), self.words.splat(w[1])]
    }
    #[inline(always)]
    fn load(self, x: &[u64; 8]) -> D::V {
        self.words.load(x)
    }
    #[inline(always)]
    fn store(self, x: &mut [u64; 8], v: D::V) {
        self.words.store(x, self.words.trim(v, self.modulus()));
    }
    #[inline(always)]
    fn enter(self, x: &[u64; 8]) -> D::V {
        self.any(self.words.load(x))
    }
    #[inline(always)]
    fn plus(self, a: D::V, b: D::V) -> D::V {
        self.words.trim(self.words.add(a, b), self.twice())
    }
    #[inline(always)]
    fn minus(self, a: D::V, b: D::V) -> D::V {
        self.words.trim(self.words.add(a, self.words.sub(self.twice(), b)), self.twice())
    }
    #[inline(always)]
    fn times(self, a: D::V, w: [D::V; 2]) -> D::V {
        self.words.shoup(a, w, self.words.splat((1 << 52) - self.ring.modulus()))
    }
    /// Returns `floor(a b/2^52) - floor(q p/2^52) + p`, reduced, with `q = a b p^(-1)` modulo `2^52`: the low halves are the same. The
    /// factors are below `4 p`, so the high half of their product is, and the sum below `5 p`.
    #[inline(always)]
    fn product(self, a: D::V, b: D::V) -> D::V {
        let words = self.words;
        let (p, zero) = (self.modulus(), words.splat(0));
        let quotient = words.low(zero, words.low(zero, a, b), words.splat(self.inverse));
        let sum = words.sub(words.high(p, a, b), words.high(zero, quotient, p));
        words.trim(words.trim(sum, self.twice()), self.twice())
    }
    fn radix(self) -> u64 {
        self.ring.element(1 << 52)
    }
    fn pair(self, w: u64) -> Pair {
        pair(&self.ring, w)
    }
}

impl<D: Digits> SumLanes<8> for Short<D> {
    /// The lower and the upper halves of the products, each below `2^11` times `2^52`.
    type Sum = [D::V; 2];
    #[inline(always)]
    fn reduce(self, x: &[u64; 8]) -> D::V {
        let [low, high] = self.words.split(self.words.load(x));
        self.plus(self.times(low, self.splat(self.one)), self.times(high, self.splat(self.beyond)))
    }
    #[inline(always)]
    fn no_products(self) -> [D::V; 2] {
        [self.words.splat(0); 2]
    }
    /// Adds both halves of `a b`. The factors are at most `4 p`, below `2^52`, so both halves of the product are below `2^52`.
    #[inline(always)]
    fn add_product(self, [low, high]: [D::V; 2], a: D::V, b: D::V) -> [D::V; 2] {
        [self.words.low(low, a, b), self.words.high(high, a, b)]
    }
    /// Reduces the sum over `2^52`: the upper half with the carry of the lower one, less `floor(q p/2^52) - p`. The lower half by `p^(-1)`
    /// modulo `2^52` is `q`, so the low halves are the same. The upper half is below `2^63 + 2^51`.
    #[inline(always)]
    fn reduced(self, [low, high]: [D::V; 2]) -> D::V {
        let words = self.words;
        let (p, zero) = (self.modulus(), words.splat(0));
        let high = words.add(words.add(high, p), words.right::<52>(low));
        // Products take the lowest 52 bits of `low` alone.
        let quotient = words.low(zero, low, words.splat(self.inverse));
        self.any(words.sub(high, words.high(zero, quotient, p)))
    }
    fn negative(self, value: u64) -> u64 {
        4 * self.ring.modulus() - value
    }
}
