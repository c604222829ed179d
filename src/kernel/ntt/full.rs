//! Residues modulo a number of 64 bits: no room for anything above it.
//!
//! Notation: `p` the modulus, `2^63 < p < 2^64`; a factor `w` is kept as `W = 2^64 w mod p` with `W' = W/p mod 2^64`.
//!
//! # Idea
//! Shoup's remainder may have 65 bits here. Montgomery's does not: with `q = x W' mod 2^64` the products `x W` and
//! `q p` have the same low word. So the difference of their high words is `(x W - q p)/2^64`: `x w` modulo `p`, between
//! `-p` and `p`. `W'` is precomputed, so a product is two high words and one low one.
//!
//! | | |
//! |---|---|
//! | free, tight | `[0, p)` |
//! | butterfly | `(a - (p - b), a - b)`, each plus `p` where it is negative |
//!
//! # Literature
//! \[Montgomery 1985\] with the factor's multiple precomputed.

use super::{
    Residues,
    words::{Words, as_they_lie, factors_of_two_words},
};
use crate::{algebra::Ring, lists, rings::Modular};

/// The ring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Full<W> {
    words: W,
    ring: Modular,
    /// `1/p` modulo `2^64`.
    inverse: u64,
    /// `2^64 mod p`.
    beyond: u64,
    eighths: [[u64; 2]; 3],
}

impl<W> Full<W> {
    /// Creates the arithmetic with `r`, `r^2` and `r^3`, `r` the power of order 8 of the transform's root. The modulus
    /// is above `2^63`.
    pub(crate) fn new(words: W, ring: Modular, eighths: [u64; 3]) -> Self {
        let p = ring.modulus();
        debug_assert!(p > 1 << 63);
        // Each step of Newton's doubles the digits: 5 of them to begin with.
        let inverse = (0..4).fold(p.wrapping_mul(3) ^ 2, |y, _| y.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(y))));
        let mut full = Full { words, ring, inverse, beyond: p.wrapping_neg(), eighths: [[0; 2]; 3] };
        full.eighths = lists::map(eighths, |w| full.pair_of(w));
        full
    }

    fn pair_of(&self, w: u64) -> [u64; 2] {
        let mut factor = w;
        self.ring.mul_assign(&mut factor, &self.beyond);
        [factor, factor.wrapping_mul(self.inverse)]
    }
}

impl<const L: usize, W: Words<L>> Residues<L> for Full<W> {
    as_they_lie!(L, W);
    factors_of_two_words!(L, W);

    const RADIX8: bool = false;
    const EIGHTS: bool = false;
    const TABLE: usize = 0;

    fn prepare(self, w: u64) -> [u64; 2] {
        self.pair_of(w)
    }
    #[inline(always)]
    fn mul(self, x: W::V, w: [W::V; 2]) -> W::V {
        self.words.montgomery(x, w, self.words.splat(self.ring.modulus()))
    }
    #[inline(always)]
    fn butterfly(self, a: W::V, b: W::V) -> (W::V, W::V) {
        let (words, p) = (self.words, self.words.splat(self.ring.modulus()));
        (words.difference(a, words.sub(p, b), p), words.difference(a, b, p))
    }
    #[inline(always)]
    fn rotate<const K: usize>(self, x: W::V) -> W::V {
        if K == 0 { x } else { self.mul(x, self.splat(&self.eighths[K - 1])) }
    }
    #[inline(always)]
    fn enter(self, x: W::V) -> W::V {
        // A word is less than twice the modulus: x - p + p where that is negative.
        let p = self.words.splat(self.ring.modulus());
        self.words.difference(x, p, p)
    }
    #[inline(always)]
    fn canonical(self, x: W::V) -> W::V {
        x
    }
}
