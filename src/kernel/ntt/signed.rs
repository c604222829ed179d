//! Residues modulo a word-sized prime, by products whose quotient is the nearest one, of words with a sign.
//!
//! Notation: `p` the modulus, `H = 2^32`, `B = H^2`; a factor is `w`, `-p/2 < w <= p/2`, with `w'` the integer nearest to `w B/p`.
//!
//! # Idea
//! Write both with signed digits: `x = x_1 H + x_0` and `w' = w_1 H + w_0` with `-H/2 <= x_0, w_0 < H/2`. The product of the
//! low digits is at most `B/4` and may be left out of the quotient:
//!
//! ```text
//! q = x_1 w_1 + floor((x_1 w_0 + x_0 w_1 + H/2 - 1)/H)        |x w/p - q| <= 1/2 + 1/4 + 1/4
//! ```
//!
//! with a quarter for `x_0 w_0/B` and one for the error of `w'`. So `x w - q p` lies between `-p` and `p`, and its word
//! determines it. The quotient takes three products of halves. The unsigned quotient, precise enough for `2 p`, takes
//! four and their carries. Residues are negative: then `x + H/2`, whose upper half is `x_1`, is a word with a sign for
//! every `p` below `B/2`.
//!
//! | | |
//! |---|---|
//! | free, tight | `[-p, 0)` |
//! | butterfly | `a + b`, plus `p` where that is below `-p`; `a - b`, less `p` where that is not negative |
//! | product | as `a - b` |
//!
//! As words without a sign both corrections are the greater of two.
//!
//! # Literature
//! \[Harvey 2014\] for precomputed quotients; there they are rounded down, and so are those of [`Lazy`](super::lazy::Lazy).

use super::{
    Residues,
    words::{Words, as_they_lie, factors_of_two_words},
};
use crate::{
    algebra::{Action, Ring},
    lists,
    rings::Modular,
};

/// Words with a sign. [`trim`](Words::trim) accepts all words without a sign here, for every `m`.
pub(crate) trait Signed<const L: usize>: Words<L> {
    /// Returns `x`, plus `p` if it is negative, for `-2 p <= x < 0`.
    fn raise(self, x: Self::V, p: Self::V) -> Self::V;
    /// Returns `x`, minus `p` if it is not negative, for `-p <= x < p`.
    fn lower(self, x: Self::V, p: Self::V) -> Self::V;
    /// Returns `w x - q p` with the quotient above, for `-p <= x < 0`; `w[1]` holds `w_1` over `w_0`.
    fn nearest(self, x: Self::V, w: [Self::V; 2], p: Self::V) -> Self::V;
}

/// The ring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest<W> {
    words: W,
    ring: Modular,
    eighths: [[u64; 2]; 3],
}

impl<W> Nearest<W> {
    /// Creates the arithmetic with `r`, `r^2` and `r^3`, `r` the power of order 8 of the transform's root. The modulus
    /// has one bit less than words.
    pub(crate) fn new<const L: usize>(words: W, ring: Modular, eighths: [u64; 3]) -> Self
    where
        W: Words<L>,
    {
        debug_assert!(ring.modulus() >> (W::BITS - 2) == 1);
        Nearest { words, ring, eighths: lists::map(eighths, |w| prepare(&ring, W::BITS, w)) }
    }
}

/// Returns `w` or `w - p` and the digits of `w'`, modulo `2^bits`.
fn prepare(ring: &Modular, bits: u32, w: u64) -> [u64; 2] {
    let (p, shoup, digit) = (ring.modulus(), ring.prepare(&w), bits / 2);
    let quotient = shoup.quotient >> (64 - bits);
    let rest = (shoup.factor << (bits / 2) << (bits / 2)).wrapping_sub(quotient.wrapping_mul(p));
    let shifted = u128::from(quotient) + u128::from(rest > p / 2) + (1 << (digit - 1));
    let (low, high) = ((shifted as u64) & ((1 << digit) - 1), (shifted >> digit) as u64);
    // The upper digit is below 2^digit/2 after this, as a number with a sign.
    let (factor, high) = match high >> (digit - 1) {
        0 => (shoup.factor, high),
        _ => (shoup.factor.wrapping_sub(p), high.wrapping_sub(1 << digit)),
    };
    [factor, high << 32 | low.wrapping_sub(1 << (digit - 1)) & 0xffff_ffff]
}

impl<const L: usize, W: Signed<L>> Residues<L> for Nearest<W> {
    as_they_lie!(L, W);
    factors_of_two_words!(L, W);

    const RADIX8: bool = false;
    const TABLE: usize = super::FULL;

    fn prepare(self, w: u64) -> [u64; 2] {
        prepare(&self.ring, W::BITS, w)
    }
    #[inline(always)]
    fn mul(self, x: W::V, w: [W::V; 2]) -> W::V {
        let p = self.words.splat(self.ring.modulus());
        self.words.lower(self.words.nearest(x, w, p), p)
    }
    #[inline(always)]
    fn butterfly(self, a: W::V, b: W::V) -> (W::V, W::V) {
        let (words, p) = (self.words, self.words.splat(self.ring.modulus()));
        (words.raise(words.add(a, b), p), words.lower(words.sub(a, b), p))
    }
    #[inline(always)]
    fn rotate<const K: usize>(self, x: W::V) -> W::V {
        if K == 0 { x } else { self.mul(x, self.splat(&self.eighths[K - 1])) }
    }
    #[inline(always)]
    fn enter(self, x: W::V) -> W::V {
        let mut v = [x];
        self.enter_all(&mut v);
        v[0]
    }
    #[inline(always)]
    fn enter_all(self, v: &mut [W::V]) {
        let (words, p) = (self.words, self.words.splat(self.ring.modulus()));
        let mut greatest = v[0];
        let mut j = 1;
        while j < v.len() {
            greatest = words.greater(greatest, v[j]);
            j += 1;
        }
        let reduced = !words.any_from(greatest, p);
        let mut j = 0;
        while j < v.len() {
            if !reduced {
                // A word is less than four times the modulus.
                v[j] = words.trim(words.trim(v[j], words.splat(2 * self.ring.modulus())), p);
            }
            v[j] = words.sub(v[j], p);
            j += 1;
        }
    }
    #[inline(always)]
    fn canonical(self, x: W::V) -> W::V {
        self.words.add(x, self.words.splat(self.ring.modulus()))
    }
}
