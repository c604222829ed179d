//! The field of `p = 2^64 - 2^32 + 1`: carries that are worth `e = 2^32 - 1`, and eighth roots that are shifts.
//!
//! # Idea
//! `2^64 = e` and `2^96 = -1` modulo `p`. Every word is a representative. A sum that carries gets `e` added, a
//! difference that borrows gets `e` subtracted. Neither happens twice if the second operand is below `p`:
//!
//! ```text
//! a + b >= 2^64, b < p     a + b - 2^64 + e <  p - 1 + e = 2^64 - 1
//! a - b <  0,    b < p     a - b + 2^64 - e >= 2^64 - (p - 1) - e = 1
//! x = x_0 + 2^64 x_1 + 2^96 x_2  =  (x_0 - x_2) + e x_1,   x_2 < 2^32,   e x_1 < p
//! 2^24 x = 2^24 x mod 2^64 + e (x >> 40)
//! 2^48 x = 2^48 x mod 2^64 + e (x >> 16 mod 2^32) - (x >> 48)
//! 2^72 x = e (2^8 x mod 2^32) - (x >> 24)       (2^96 = -1)
//! ```
//!
//! | | |
//! |---|---|
//! | free, tight | every word |
//! | butterfly | makes `b` canonical first |
//!
//! The powers of the root of order 8 that belongs to the generator 7, `r = -2^24`, are those of `2^24` with the signs
//! of [`FLIPPED`](Residues::FLIPPED). Other roots of order 8 are products.

use super::{Residues, words::as_they_lie};
use crate::{
    kernel::packed::{Portable, Token},
    rings::Goldilocks,
};
use core::hint::select_unpredictable;

const E: u64 = 0xffff_ffff;

/// Words whose carries are worth `e`. Every method is inlined always.
pub(crate) trait Carrying<const L: usize>: Copy + Send + Sync + 'static {
    type Token: Token;
    type V: Copy;
    type Block: Copy + Send + Sync;

    fn token(self) -> Self::Token;
    fn splat(self, x: u64) -> Self::V;
    fn load(self, x: &Self::Block) -> Self::V;
    fn store(self, x: &mut Self::Block, v: Self::V);
    /// Loads a word into each lane.
    fn row(self, x: &[u64; L]) -> Self::V;
    /// Returns `a + b`, less `2^64 - e` where that carries; the result must fit.
    fn plus(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a - b`, plus `2^64 - e` where that borrows; the result must fit.
    fn minus(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the product of the low halves.
    fn halves(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the low and the high word of a product.
    fn full(self, a: Self::V, b: Self::V) -> [Self::V; 2];
    fn left<const K: u32>(self, x: Self::V) -> Self::V;
    fn right<const K: u32>(self, x: Self::V) -> Self::V;
    /// Returns `x`, less `p` where it is `p` or more.
    fn canonical(self, x: Self::V) -> Self::V;
    fn transpose(self, v: [Self::V; L]) -> [Self::V; L];
}

/// The field; `SHIFTS` where the eighth root is `-2^24`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gold<W, const SHIFTS: bool> {
    words: W,
    /// The powers of the eighth root, where they are products.
    eighths: [u64; 3],
}

/// `-2^24`.
pub(crate) const EIGHTH: u64 = Goldilocks::PRIME - (1 << 24);

impl<W, const SHIFTS: bool> Gold<W, SHIFTS> {
    /// Creates the arithmetic with `r`, `r^2` and `r^3`, `r` the power of order 8 of the transform's root.
    pub(crate) fn new(words: W, eighths: [u64; 3]) -> Self {
        debug_assert!(!SHIFTS || eighths[0] == EIGHTH);
        Gold { words, eighths }
    }
}

impl<const L: usize, W: Carrying<L>, const SHIFTS: bool> Residues<L> for Gold<W, SHIFTS> {
    as_they_lie!(L, W);
    type Twiddle = u64;
    type Row = [u64; L];
    type Factor = W::V;

    const RADIX8: bool = L > 1;
    const EIGHTS: bool = SHIFTS;
    const FLIPPED: bool = SHIFTS;
    const TABLE: usize = if L == 1 { 0 } else { super::FULL };
    const ENTERS: bool = false;

    fn one(self) -> u64 {
        1
    }
    fn times(self, a: u64, b: u64) -> u64 {
        (Goldilocks::new(a) * Goldilocks::new(b)).value()
    }
    fn prepare(self, w: u64) -> u64 {
        w
    }
    fn row(self, w: [u64; L]) -> [u64; L] {
        w
    }

    #[inline(always)]
    fn splat(self, w: &u64) -> W::V {
        self.words.splat(*w)
    }
    #[inline(always)]
    fn factor(self, w: &[u64; L]) -> W::V {
        self.words.row(w)
    }
    #[inline(always)]
    fn mul(self, x: W::V, w: W::V) -> W::V {
        let words = self.words;
        let [low, high] = words.full(x, w);
        words.plus(words.minus(low, words.right::<32>(high)), words.halves(high, words.splat(E)))
    }
    #[inline(always)]
    fn butterfly(self, a: W::V, b: W::V) -> (W::V, W::V) {
        let b = self.words.canonical(b);
        (self.words.plus(a, b), self.words.minus(a, b))
    }
    #[inline(always)]
    fn rotate<const K: usize>(self, x: W::V) -> W::V {
        let (words, e) = (self.words, self.words.splat(E));
        match (K, SHIFTS) {
            (0, _) => x,
            (1, true) => words.plus(words.left::<24>(x), words.halves(words.right::<40>(x), e)),
            (2, true) => {
                let low = words.minus(words.left::<48>(x), words.right::<48>(x));
                words.plus(low, words.halves(words.right::<16>(x), e))
            }
            (_, true) => words.minus(words.halves(words.left::<8>(x), e), words.right::<24>(x)),
            _ => self.mul(x, words.splat(self.eighths[K - 1])),
        }
    }
    #[inline(always)]
    fn enter(self, x: W::V) -> W::V {
        x
    }
    #[inline(always)]
    fn canonical(self, x: W::V) -> W::V {
        self.words.canonical(x)
    }
}

impl Carrying<1> for super::words_scalar::Word {
    type Token = Portable;
    type V = u64;
    type Block = [u64; 1];

    #[inline(always)]
    fn token(self) -> Portable {
        Portable
    }
    #[inline(always)]
    fn splat(self, x: u64) -> u64 {
        x
    }
    #[inline(always)]
    fn load(self, x: &[u64; 1]) -> u64 {
        x[0]
    }
    #[inline(always)]
    fn store(self, x: &mut [u64; 1], v: u64) {
        x[0] = v;
    }
    #[inline(always)]
    fn row(self, x: &[u64; 1]) -> u64 {
        x[0]
    }
    #[inline(always)]
    fn plus(self, a: u64, b: u64) -> u64 {
        let (sum, carry) = a.overflowing_add(b);
        sum.wrapping_add(select_unpredictable(carry, E, 0))
    }
    #[inline(always)]
    fn minus(self, a: u64, b: u64) -> u64 {
        let (difference, borrow) = a.overflowing_sub(b);
        difference.wrapping_sub(select_unpredictable(borrow, E, 0))
    }
    #[inline(always)]
    fn halves(self, a: u64, b: u64) -> u64 {
        (a & E) * (b & E)
    }
    #[inline(always)]
    fn full(self, a: u64, b: u64) -> [u64; 2] {
        let product = u128::from(a) * u128::from(b);
        [product as u64, (product >> 64) as u64]
    }
    #[inline(always)]
    fn left<const K: u32>(self, x: u64) -> u64 {
        x << K
    }
    #[inline(always)]
    fn right<const K: u32>(self, x: u64) -> u64 {
        x >> K
    }
    #[inline(always)]
    fn canonical(self, x: u64) -> u64 {
        x.min(x.wrapping_add(E))
    }
    #[inline(always)]
    fn transpose(self, v: [u64; 1]) -> [u64; 1] {
        v
    }
}
