//! Residues modulo a word-sized prime fixed in the plan, by Shoup's products and lazy reduction.
//!
//! Notation: `p` the modulus, `B` the words' modulus; a factor is `w` with `w' = floor(w B/p)`.
//!
//! # Idea
//! `w x - floor(w' x/B) p` lies in `[0, 2 p)` for every `x < B` (the derivation is in [`Modular`]'s documentation): a
//! product reduces every word, so sums stay unreduced as long as they fit a word.
//!
//! | | room for four, `4 p <= B` | room for two, `2 p <= B` |
//! |---|---|---|
//! | free | `[0, 4 p)` | `[0, 2 p)` |
//! | tight | `[0, 2 p)` | `[0, p)` |
//! | butterfly | `(a + b, a - b + 2 p)` | `(a + b, a - b + p)` |
//! | product | as it comes | one conditional subtraction of `p` |
//!
//! With room for four these are Harvey's ranges. Where a rough quotient is cheaper, a product takes one that is off by
//! up to 2, and a conditional subtraction of `2 p`. If one lane of a vector holds a word that is not tight, the vector
//! is multiplied by 1 on entry.
//!
//! # Literature
//! \[Harvey 2014\], where the conditional subtraction is taken before a sum instead of after it.

use super::{
    Residues,
    words::{Words, as_they_lie, factors_of_two_words},
};
use crate::{
    algebra::{Action, Ring},
    lists,
    rings::Modular,
};

/// The ring; `FOUR` where there is room for four times the modulus.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lazy<W, const FOUR: bool> {
    words: W,
    ring: Modular,
    /// `r`, `r^2`, `r^3`, `r` the eighth root, as pairs of factor and quotient.
    eighths: [[u64; 2]; 3],
    /// 1 and `2^BITS` as pairs.
    entering: [[u64; 2]; 2],
    /// `true` if values leave without reduction.
    unreduced: bool,
}

impl<W, const FOUR: bool> Lazy<W, FOUR> {
    /// Creates the ring with `r`, `r^2` and `r^3`, `r` the root of order 8 of the transform's root.
    pub(crate) fn new<const L: usize>(words: W, ring: Modular, eighths: [u64; 3]) -> Self
    where
        W: Words<L>,
    {
        debug_assert!(ring.modulus() <= 1 << (W::BITS - if FOUR { 2 } else { 1 }));
        Self::of(words, ring, eighths)
    }

    /// Creates the ring as [`new`](Lazy::new), without checking the modulus.
    pub(super) fn of<const L: usize>(words: W, ring: Modular, eighths: [u64; 3]) -> Self
    where
        W: Words<L>,
    {
        let pair = |w| prepare(&ring, W::BITS, w);
        let eighths = lists::map(eighths, pair);
        let beyond = ring.pow(&2, u64::from(W::BITS));
        Lazy { words, ring, eighths, entering: [pair(1), pair(beyond)], unreduced: false }
    }
}

/// Returns `w`, which is below the modulus, and `floor(w 2^bits/p)`.
fn prepare(ring: &Modular, bits: u32, w: u64) -> [u64; 2] {
    let shoup = ring.prepare(&w);
    [shoup.factor, shoup.quotient >> (64 - bits)]
}

impl<W, const FOUR: bool> Lazy<W, FOUR> {
    #[inline(always)]
    fn modulus<const L: usize>(self) -> W::V
    where
        W: Words<L>,
    {
        self.words.splat(self.ring.modulus())
    }

    /// Returns half the bound of free values, in every lane.
    #[inline(always)]
    fn half<const L: usize>(self) -> W::V
    where
        W: Words<L>,
    {
        self.words.splat(if FOUR { 2 * self.ring.modulus() } else { self.ring.modulus() })
    }

    #[inline(always)]
    fn pair<const L: usize>(self, w: [u64; 2]) -> [W::V; 2]
    where
        W: Words<L>,
    {
        [self.words.splat(w[0]), self.words.splat(w[1])]
    }

    #[inline(always)]
    fn product<const L: usize>(self, x: W::V, w: [W::V; 2]) -> W::V
    where
        W: Words<L>,
    {
        let negative = self.words.splat((1u64 << (W::BITS - 1)).wrapping_mul(2).wrapping_sub(self.ring.modulus()));
        if const { FOUR && W::ROUGH } {
            return self.words.trim(self.words.rough(x, w, negative), self.half());
        }
        let product = self.words.shoup(x, w, negative);
        if FOUR { product } else { self.words.trim(product, self.modulus()) }
    }
}

impl<const L: usize, W: Words<L>, const FOUR: bool> Residues<L> for Lazy<W, FOUR> {
    as_they_lie!(L, W);
    factors_of_two_words!(L, W);

    const RADIX8: bool = false;
    // With few registers or slow products, radix 8 gains too little for its code size.
    const EIGHTS: bool = L >= 8 && FOUR;
    const TABLE: usize = if L == 1 { 0 } else { super::FULL };
    const OVERLAPS: bool = L > 1;
    const TIGHT: bool = L == 8;

    fn prepare(self, w: u64) -> [u64; 2] {
        prepare(&self.ring, W::BITS, w)
    }
    #[inline(always)]
    fn mul(self, x: W::V, w: [W::V; 2]) -> W::V {
        self.product(x, w)
    }
    #[inline(always)]
    fn butterfly(self, a: W::V, b: W::V) -> (W::V, W::V) {
        let words = self.words;
        (words.add(a, b), words.add(a, words.sub(self.half(), b)))
    }
    #[inline(always)]
    fn tight_butterfly(self, a: W::V, b: W::V) -> (W::V, W::V) {
        if const { !<Self as Residues<L>>::TIGHT } {
            return self.butterfly(a, b);
        }
        let (words, half) = (self.words, self.half());
        (words.trim(words.add(a, b), half), words.sub_mod(a, b, half))
    }
    #[inline(always)]
    fn rotate<const K: usize>(self, x: W::V) -> W::V {
        if K == 0 { self.words.trim(x, self.half()) } else { self.product(x, self.pair(self.eighths[K - 1])) }
    }
    #[inline(always)]
    fn enter(self, x: W::V) -> W::V {
        let mut v = [x];
        self.enter_all(&mut v);
        v[0]
    }
    #[inline(always)]
    fn enter_all(self, v: &mut [W::V]) {
        let (words, mut greatest) = (self.words, v[0]);
        let mut j = 1;
        while j < v.len() {
            greatest = words.greater(greatest, v[j]);
            j += 1;
        }
        if !words.any_from(greatest, self.half()) {
            return;
        }
        let mut j = 0;
        while j < v.len() {
            let [low, high] = words.split(v[j]);
            v[j] = self.product(low, self.pair(self.entering[0]));
            if const { W::BITS < 64 } {
                let high = self.product(high, self.pair(self.entering[1]));
                v[j] = words.trim(words.add(v[j], high), self.half());
            }
            j += 1;
        }
    }
    fn unreduced(self) -> Self {
        Lazy { unreduced: true, ..self }
    }
    #[inline(always)]
    fn canonical_of_tight(self, x: W::V) -> W::V {
        if FOUR && !self.unreduced { self.words.trim(x, self.modulus()) } else { x }
    }
    #[inline(always)]
    fn canonical(self, x: W::V) -> W::V {
        if self.unreduced {
            return x;
        }
        let reduced = self.words.trim(x, self.half());
        if FOUR { self.words.trim(reduced, self.modulus()) } else { reduced }
    }
}
