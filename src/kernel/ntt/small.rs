//! Residues modulo a prime below `2^32`, fixed in the plan, in vectors of words.
//!
//! Notation: `p` the modulus.
//!
//! | class | `p` | tight | free | instructions of a butterfly with its product, 512 bits |
//! |---|---|---|---|---|
//! | [`Below30`] | below `2^30` | `[0, 2p)` | `[0, 4p)` | 12 |
//! | [`Below31`] | below `2^31` | `[0, p)` | `[0, 2p)` | 14 |
//! | [`Below32`] | odd, below `2^32` | `[0, p)` | `[0, p)` | 19 |
//!
//! A factor is a pair of words. Below `2^31` it is the residue with its quotient. Such a product accepts every word, so
//! butterflies are not reduced before the next product \[Harvey 2014\]. Above, it is the residue times `2^32` with that
//! times `p^-1` \[Montgomery 1985\]. Either product is linear in the other operand: elements in Montgomery's form are
//! multiplied by plain residues and stay in their form.

use super::{
    Residues,
    words32::{Factor, Words32},
};
use crate::lists::{self, from_fn};

/// A residue in memory, ready to multiply: the factor of low words, then the factor of high words.
pub(crate) type Twiddle = [u32; 2];

/// The arithmetic of one class of moduli. Every method on vectors is inlined always.
pub(crate) trait Class<const L: usize>: Copy + Send + Sync + 'static {
    type Words: Words32<L>;

    fn words(self) -> Self::Words;
    fn modulus(self) -> u32;
    /// Returns the exclusive upper bound of tight words.
    #[inline(always)]
    fn tight(self) -> u32 {
        self.modulus()
    }
    /// Returns the factor that multiplies by the residue `w < p`.
    fn prepare(self, w: u32) -> Twiddle;
    /// Returns the product: any word to tight.
    fn mul(self, x: Word<L, Self>, f: Factor<Word<L, Self>>) -> Word<L, Self>;
    /// Reduces from free to tight.
    fn tighten(self, a: Word<L, Self>) -> Word<L, Self>;
    /// Returns `a + b`: tight to free.
    fn sum(self, a: Word<L, Self>, b: Word<L, Self>) -> Word<L, Self>;
    /// Returns `a - b`: tight to free.
    fn difference(self, a: Word<L, Self>, b: Word<L, Self>) -> Word<L, Self>;
    /// Reduces from free to `[0, p)`.
    fn canonical(self, a: Word<L, Self>) -> Word<L, Self>;
    /// Reduces from tight to `[0, p)`. The ranges differ only for `p` below `2^30`.
    #[inline(always)]
    fn canonical_of_tight(self, a: Word<L, Self>) -> Word<L, Self> {
        a
    }
}

/// A register of the words of `C`.
pub(crate) type Word<const L: usize, C> = <<C as Class<L>>::Words as Words32<L>>::V;

/// Residues modulo `p < 2^30`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Below30<W> {
    words: W,
    p: u32,
}

/// Residues modulo `p < 2^31`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Below31<W> {
    words: W,
    p: u32,
}

/// Residues modulo an odd `p < 2^32`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Below32<W> {
    words: W,
    p: u32,
    /// `p^-1` modulo `2^32`.
    inverse: u32,
}

/// Returns `floor(w 2^32/p)` for `w < p`.
const fn quotient(w: u32, p: u32) -> u32 {
    (((w as u64) << 32) / p as u64) as u32
}

impl<W> Below30<W> {
    /// Creates the class; `None` unless `1 < p < 2^30`.
    pub(crate) fn new(words: W, p: u32) -> Option<Self> {
        (p > 1 && p < 1 << 30).then_some(Below30 { words, p })
    }
}

impl<W> Below31<W> {
    /// Creates the class; `None` unless `1 < p < 2^31`.
    pub(crate) fn new(words: W, p: u32) -> Option<Self> {
        (p > 1 && p < 1 << 31).then_some(Below31 { words, p })
    }
}

impl<W> Below32<W> {
    /// Creates the class; `None` unless `p` is odd and above 1.
    pub(crate) fn new(words: W, p: u32) -> Option<Self> {
        let mut inverse = p;
        // Three bits of p are right, and every step doubles their number.
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2u32.wrapping_sub(p.wrapping_mul(inverse)));
        }
        (p % 2 == 1 && p > 1).then_some(Below32 { words, p, inverse })
    }
}

impl<const L: usize, W: Words32<L>> Class<L> for Below30<W> {
    type Words = W;

    #[inline(always)]
    fn words(self) -> W {
        self.words
    }
    #[inline(always)]
    fn modulus(self) -> u32 {
        self.p
    }
    #[inline(always)]
    fn tight(self) -> u32 {
        2 * self.p
    }
    fn prepare(self, w: u32) -> Twiddle {
        [w, quotient(w, self.p)]
    }
    #[inline(always)]
    fn mul(self, x: W::V, f: Factor<W::V>) -> W::V {
        self.words.shoup(x, f, self.words.splat(self.p))
    }
    #[inline(always)]
    fn tighten(self, a: W::V) -> W::V {
        self.words.reduce(a, self.words.splat(2 * self.p))
    }
    #[inline(always)]
    fn sum(self, a: W::V, b: W::V) -> W::V {
        self.words.add(a, b)
    }
    #[inline(always)]
    fn difference(self, a: W::V, b: W::V) -> W::V {
        self.words.difference(a, b, self.words.splat(2 * self.p))
    }
    #[inline(always)]
    fn canonical(self, a: W::V) -> W::V {
        self.canonical_of_tight(self.tighten(a))
    }
    #[inline(always)]
    fn canonical_of_tight(self, a: W::V) -> W::V {
        self.words.reduce(a, self.words.splat(self.p))
    }
}

impl<const L: usize, W: Words32<L>> Class<L> for Below31<W> {
    type Words = W;

    #[inline(always)]
    fn words(self) -> W {
        self.words
    }
    #[inline(always)]
    fn modulus(self) -> u32 {
        self.p
    }
    fn prepare(self, w: u32) -> Twiddle {
        [w, quotient(w, self.p)]
    }
    #[inline(always)]
    fn mul(self, x: W::V, f: Factor<W::V>) -> W::V {
        let p = self.words.splat(self.p);
        self.words.reduce(self.words.shoup(x, f, p), p)
    }
    #[inline(always)]
    fn tighten(self, a: W::V) -> W::V {
        self.words.reduce(a, self.words.splat(self.p))
    }
    #[inline(always)]
    fn sum(self, a: W::V, b: W::V) -> W::V {
        self.words.add(a, b)
    }
    #[inline(always)]
    fn difference(self, a: W::V, b: W::V) -> W::V {
        self.words.difference(a, b, self.words.splat(self.p))
    }
    #[inline(always)]
    fn canonical(self, a: W::V) -> W::V {
        self.tighten(a)
    }
}

impl<const L: usize, W: Words32<L>> Class<L> for Below32<W> {
    type Words = W;

    #[inline(always)]
    fn words(self) -> W {
        self.words
    }
    #[inline(always)]
    fn modulus(self) -> u32 {
        self.p
    }
    fn prepare(self, w: u32) -> Twiddle {
        let w = ((u64::from(w) << 32) % u64::from(self.p)) as u32;
        [w.wrapping_mul(self.inverse), w]
    }
    #[inline(always)]
    fn mul(self, x: W::V, f: Factor<W::V>) -> W::V {
        self.words.montgomery(x, f, self.words.splat(self.p))
    }
    #[inline(always)]
    fn tighten(self, a: W::V) -> W::V {
        a
    }
    #[inline(always)]
    fn sum(self, a: W::V, b: W::V) -> W::V {
        let p = self.words.splat(self.p);
        self.words.sub_or_add(a, self.words.sub(p, b), p)
    }
    #[inline(always)]
    fn difference(self, a: W::V, b: W::V) -> W::V {
        self.words.sub_or_add(a, b, self.words.splat(self.p))
    }
    #[inline(always)]
    fn canonical(self, a: W::V) -> W::V {
        a
    }
}

/// The ring of a class with the data of one transform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Small<C> {
    class: C,
    one: Twiddle,
    /// `r`, `r^2`, `r^3`, `r` the eighth root.
    eighths: [Twiddle; 3],
    /// `true` if all words that enter are residues below the modulus.
    reduced: bool,
    /// `true` if values leave without reduction.
    unreduced: bool,
}

impl<C> Small<C> {
    /// Creates the ring with `r`, `r^2`, `r^3`, `r` the eighth root of the transform. Powers that the transform does not have are
    /// not used.
    pub(crate) fn new<const L: usize>(class: C, eighths: [u32; 3], reduced: bool) -> Self
    where
        C: Class<L>,
    {
        Small {
            class,
            one: class.prepare(1),
            eighths: lists::map(eighths, |w| class.prepare(w)),
            reduced,
            unreduced: false,
        }
    }
}

impl<const L: usize, C: Class<L>> Residues<L> for Small<C> {
    type Token = <C::Words as Words32<L>>::Token;
    type Scalar = u32;
    type Block = <C::Words as Words32<L>>::Block;
    type Vec = Word<L, C>;
    type Twiddle = Twiddle;
    type Row = [[u32; L]; 2];
    type Factor = Factor<Word<L, C>>;

    const RADIX8: bool = L == 16;
    // Single words run on machines without vectors, where smaller code is better.
    const EIGHTS: bool = L > 1;
    const TABLE: usize = if L == 1 { 0 } else { super::FULL_SHORT };

    #[inline(always)]
    fn token(self) -> Self::Token {
        self.class.words().token()
    }

    fn one(self) -> u32 {
        1
    }
    fn times(self, a: u32, b: u32) -> u32 {
        (u64::from(a) * u64::from(b) % u64::from(self.class.modulus())) as u32
    }
    fn prepare(self, w: u32) -> Twiddle {
        self.class.prepare(w)
    }
    fn row(self, w: [Twiddle; L]) -> [[u32; L]; 2] {
        from_fn(|i| lists::map(w, |w| w[i]))
    }

    #[inline(always)]
    fn load(self, block: &Self::Block) -> Self::Vec {
        self.class.words().load(block)
    }
    #[inline(always)]
    fn store(self, block: &mut Self::Block, v: Self::Vec) {
        self.class.words().store(block, v);
    }
    #[inline(always)]
    fn splat(self, w: &Twiddle) -> Self::Factor {
        let high = self.class.words().splat(w[1]);
        Factor { low: self.class.words().splat(w[0]), high, odd: high }
    }
    #[inline(always)]
    fn factor(self, w: &[[u32; L]; 2]) -> Self::Factor {
        let high = self.class.words().row(&w[1]);
        Factor { low: self.class.words().row(&w[0]), high, odd: self.class.words().odd(high) }
    }
    #[inline(always)]
    fn mul(self, x: Self::Vec, w: Self::Factor) -> Self::Vec {
        self.class.mul(x, w)
    }
    #[inline(always)]
    fn butterfly(self, a: Self::Vec, b: Self::Vec) -> (Self::Vec, Self::Vec) {
        (self.class.sum(a, b), self.class.difference(a, b))
    }
    #[inline(always)]
    fn rotate<const K: usize>(self, x: Self::Vec) -> Self::Vec {
        if K == 0 { self.class.tighten(x) } else { self.class.mul(x, Residues::<L>::splat(self, &self.eighths[K - 1])) }
    }
    #[inline(always)]
    fn enter(self, x: Self::Vec) -> Self::Vec {
        let mut v = [x];
        Residues::<L>::enter_all(self, &mut v);
        v[0]
    }
    /// Reduces words that are not tight: if one is not, multiplies all by 1.
    #[inline(always)]
    fn enter_all(self, v: &mut [Self::Vec]) {
        if self.reduced {
            return;
        }
        let (words, mut greatest) = (self.class.words(), v[0]);
        let mut j = 1;
        while j < v.len() {
            greatest = words.max(greatest, v[j]);
            j += 1;
        }
        if !words.any_from(greatest, words.splat(self.class.tight())) {
            return;
        }
        let one = Residues::<L>::splat(self, &self.one);
        let mut j = 0;
        while j < v.len() {
            v[j] = self.class.mul(v[j], one);
            j += 1;
        }
    }
    fn unreduced(self) -> Self {
        Small { unreduced: true, ..self }
    }
    #[inline(always)]
    fn canonical(self, x: Self::Vec) -> Self::Vec {
        if self.unreduced { x } else { self.class.canonical(x) }
    }
    #[inline(always)]
    fn canonical_of_tight(self, x: Self::Vec) -> Self::Vec {
        if self.unreduced { x } else { self.class.canonical_of_tight(x) }
    }
    #[inline(always)]
    fn transpose(self, v: [Self::Vec; L]) -> [Self::Vec; L] {
        self.class.words().transpose(v)
    }
}
