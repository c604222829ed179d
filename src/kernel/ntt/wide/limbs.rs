//! Elements of five limbs of 52 bits, eight in lanes, and their products by known factors.
//!
//! Notation: `p` the prime, `2^251 < p < 2^255`, `B = 2^260`; limbs `x_0 .. x_4` stand for `sum x_i 2^(52 i)`. Limbs are
//! signed and may be longer than 52 bits; values are between 0 and `B`.
//!
//! # Idea
//! A factor `w` comes with `w' = floor(w B / p)` \[Harvey 2014, Shoup's method\]. For `0 <= x < B`
//!
//! ```text
//! q = floor(x w' / B) - e,        r = x w - q p mod B,        0 <= r < p (1 + e + x/B + 2^-48)
//! ```
//!
//! The columns of `x w` and of `q (B - p)` below `B` are added into the same sums, 25 products each. Those of `x w'` from `B`
//! up take 25 products, with `e <= 9`. Those from `2^208` up take 34: then `q` is `floor(x w' / B)` or one less, and `x < B/2`
//! leaves room for that. Products take the low 52 bits of a word, so carries are propagated and limbs need not be cut.
//!
//! | result of | below |
//! |---|---|
//! | `multiply::<ROUGH>` | `11 p` |
//! | `multiply::<PRECISE>`, of `x < B/2` | `2 p` |
//! | `settle` | `B/8 + p` |
//! | `reduce` | `2 p` |

pub(crate) use super::words::LIMBS;
use super::words::{Bound, LANES, LIMB_BITS, MASK, Memory, Words};

/// Eight elements in registers.
pub(crate) type Element<W> = [<W as Words>::V; LIMBS];

/// Eight elements in memory, whose limbs fill cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Block<T = u64>(pub(crate) [[T; LANES]; LIMBS]);

impl<T: Memory> Block<T> {
    /// Zeros.
    pub(crate) const ZERO: Self = Block([[T::ZERO; LANES]; LIMBS]);
}

/// The kind of product that is below `11 p`.
pub(crate) const ROUGH: bool = false;
/// The kind of product that is below `2 p`.
pub(crate) const PRECISE: bool = true;

/// Constants of a prime for the arithmetic, one limb a word.
#[derive(Clone, Debug)]
pub(crate) struct Prime {
    /// `p`.
    pub(crate) p: [u64; LIMBS],
    /// `2^260 - p`.
    pub(crate) negated: [u64; LIMBS],
    /// `floor(2^292 / p)`.
    pub(crate) quotient: u64,
    /// `-1/p mod 2^52`.
    pub(crate) inverse: u64,
    /// Limb `i` of the greatest multiple of `p` up to `j 2^257`, for `j < 8`.
    pub(crate) multiples: Block,
    /// Multiples of `p` that are added so that differences are not negative.
    pub(crate) bias: Biases,
}

/// The least multiples of `p` that are not below a bound.
#[derive(Clone, Debug)]
pub(crate) struct Biases {
    /// `11 p`, and `2^257`: differences of words and of products.
    pub(crate) product: [u64; LIMBS],
    /// `2 p`, `4 p`, `8 p`: the levels of the forward network of eight.
    pub(crate) eight: [[u64; LIMBS]; 3],
    /// `2^256`, `2^257 + p`, `2^258 + 3 p`: the levels of the inverse network of eight.
    pub(crate) words: [[u64; LIMBS]; 3],
    /// `11 p`, and `2^258 + 2 p`: the bounds of inverse passes.
    pub(crate) sums: [u64; LIMBS],
    /// `2^257 + p`: the bound of settled values.
    pub(crate) settled: [u64; LIMBS],
}

/// A factor `w` and `floor(w 2^260 / p)`, for all lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twiddle(pub(crate) [u64; LIMBS], pub(crate) [u64; LIMBS]);

/// A factor for each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneTwiddle(pub(crate) Block, pub(crate) Block);

/// The limbs of a factor and of its quotient in vectors.
pub(crate) trait Factor: Copy {
    fn limb<W: Words>(&self, words: W, i: usize) -> W::V;
    fn quotient<W: Words>(&self, words: W, i: usize) -> W::V;
}

impl Factor for &Twiddle {
    #[inline(always)]
    fn limb<W: Words>(&self, words: W, i: usize) -> W::V {
        words.factor(self.0[i])
    }
    #[inline(always)]
    fn quotient<W: Words>(&self, words: W, i: usize) -> W::V {
        words.factor(self.1[i])
    }
}

impl Factor for &LaneTwiddle {
    #[inline(always)]
    fn limb<W: Words>(&self, words: W, i: usize) -> W::V {
        words.factors(&self.0.0[i])
    }
    #[inline(always)]
    fn quotient<W: Words>(&self, words: W, i: usize) -> W::V {
        words.factors(&self.1.0[i])
    }
}

#[inline(always)]
pub(crate) fn load<W: Words>(w: W, block: &Block<W::Word>) -> Element<W> {
    let mut x = [w.splat(0); LIMBS];
    let mut i = 0;
    while i < LIMBS {
        x[i] = w.load(&block.0[i]);
        i += 1;
    }
    x
}

#[inline(always)]
pub(crate) fn store<W: Words>(w: W, block: &mut Block<W::Word>, x: Element<W>) {
    let mut i = 0;
    while i < LIMBS {
        w.store(&mut block.0[i], x[i]);
        i += 1;
    }
}

/// Returns `a + b`, limb by limb.
#[inline(always)]
pub(crate) fn add<W: Words>(w: W, a: Element<W>, b: Element<W>) -> Element<W> {
    let (mut x, mut i) = (a, 0);
    while i < LIMBS {
        x[i] = w.add(a[i], b[i]);
        i += 1;
    }
    x
}

/// Returns `a + bias - b`, limb by limb.
#[inline(always)]
pub(crate) fn subtract<W: Words>(w: W, a: Element<W>, b: Element<W>, bias: &[u64; LIMBS]) -> Element<W> {
    let (mut x, mut i) = (a, 0);
    while i < LIMBS {
        x[i] = w.sub(w.add(a[i], w.constant(bias, i)), b[i]);
        i += 1;
    }
    x
}

/// Propagates carries: every limb is right in its low 52 bits; the uppermost is whole.
#[inline(always)]
pub(crate) fn carried<W: Words>(w: W, x: Element<W>) -> Element<W> {
    let before = x;
    let mut x = x;
    let mut i = 0;
    while i + 1 < LIMBS {
        x[i + 1] = w.add(x[i + 1], w.carry(x[i]));
        i += 1;
    }
    w.same(before, x)
}

/// Propagates carries: limbs are in `[0, 2^52)`, except the uppermost, which is whole.
#[inline(always)]
pub(crate) fn cut<W: Words>(w: W, x: Element<W>) -> Element<W> {
    let before = x;
    let mut x = carried(w, x);
    let mask = w.splat(MASK);
    let mut i = 0;
    while i + 1 < LIMBS {
        x[i] = w.and(x[i], mask);
        i += 1;
    }
    w.same(before, x)
}

/// Reduces values from `[0, 2^260)` below `2^257 + p` by a table of multiples of `p`; limbs are in `[-2^52, 2^52]`.
#[inline(always)]
pub(crate) fn settle<W: Words>(w: W, prime: &Prime, x: Element<W>) -> Element<W> {
    w.takes(&x, &prime.p, Bound::bits(260));
    let mut x = cut(w, x);
    let index = w.right(x[4], 49);
    let mut i = 0;
    while i < LIMBS {
        x[i] = w.sub(x[i], w.lookup(&prime.multiples.0[i], index));
        i += 1;
    }
    w.leaves(x, &prime.p, Bound::primes(1).plus(257))
}

/// Reduces values from `[0, 2^260)` to `[0, 2 p)`, limbs to `[0, 2^52)`.
#[inline(always)]
fn reduce<W: Words>(w: W, prime: &Prime, x: Element<W>) -> Element<W> {
    w.takes(&x, &prime.p, Bound::bits(260));
    let upper = carried(w, x)[4];
    let q = w.right(w.high(w.splat(0), upper, w.splat(prime.quotient)), 32);
    let mut r = x;
    let mut i = 0;
    while i < LIMBS {
        r[i] = w.low(r[i], q, w.splat(prime.negated[i]));
        if i + 1 < LIMBS {
            r[i + 1] = w.high(r[i + 1], q, w.splat(prime.negated[i]));
        }
        i += 1;
    }
    let mut r = cut(w, r);
    r[4] = w.and(r[4], w.splat(MASK));
    w.leaves(r, &prime.p, Bound::primes(2))
}

/// Divides `x` by `2^k` modulo `p`, `k` in `1 .. 52`: adds the multiple `m p` that makes the sum divisible. The result
/// is below `x / 2^k + p`.
#[inline(always)]
fn halve<W: Words>(w: W, prime: &Prime, x: Element<W>, k: u32) -> Element<W> {
    w.takes(&x, &prime.p, Bound::primes(11).plus(258));
    let zero = w.splat(0);
    let m = w.and(w.low(zero, x[0], w.splat(prime.inverse)), w.splat((1 << k) - 1));
    let mut y = x;
    let mut over = zero;
    let mut i = 0;
    while i < LIMBS {
        y[i] = w.low(y[i], m, w.splat(prime.p[i]));
        if i + 1 < LIMBS {
            y[i + 1] = w.high(y[i + 1], m, w.splat(prime.p[i]));
        } else {
            over = w.high(over, m, w.splat(prime.p[i]));
        }
        i += 1;
    }
    let mask = w.splat(MASK);
    let mut y = cut(w, y);
    over = w.add(over, w.carry(y[4]));
    y[4] = w.and(y[4], mask);
    let mut i = 0;
    while i < LIMBS {
        let above = if i + 1 < LIMBS { y[i + 1] } else { over };
        y[i] = w.and(w.or(w.right(y[i], k), w.left(above, LIMB_BITS - k)), mask);
        i += 1;
    }
    // Of at least 8 halvings.
    w.leaves(y, &prime.p, Bound::primes(2))
}

/// Computes the residues in `[0, p)` as four words, of values in `[0, 2^260)`. With `halvings > 0`, at least 8, they
/// are those of `x / 2^halvings`, of values in `[0, 2^258 + 11 p)`.
#[inline(always)]
pub(crate) fn to_words<const HALVED: bool, W: Words>(w: W, prime: &Prime, x: Element<W>, halvings: u32) -> [W::V; 4] {
    let mut x = if HALVED { halve(w, prime, x, halvings) } else { reduce(w, prime, x) };
    let mut less = x;
    let mut i = 0;
    while i < LIMBS {
        less[i] = w.sub(x[i], w.constant(&prime.p, i));
        i += 1;
    }
    let sign = carried(w, less)[4];
    let mut i = 0;
    while i < LIMBS {
        x[i] = w.sub(x[i], w.keep(sign, w.constant(&prime.p, i)));
        i += 1;
    }
    let x = cut(w, w.leaves(x, &prime.p, Bound::primes(1)));
    [
        w.or(x[0], w.left(x[1], 52)),
        w.or(w.right(x[1], 12), w.left(x[2], 40)),
        w.or(w.right(x[2], 24), w.left(x[3], 28)),
        w.or(w.right(x[3], 36), w.left(x[4], 16)),
    ]
}

/// Returns the limbs of integers of four words.
#[inline(always)]
pub(crate) fn from_words<W: Words>(w: W, x: [W::V; 4]) -> Element<W> {
    let mask = w.splat(MASK);
    let limbs = [
        w.and(x[0], mask),
        w.and(w.or(w.right(x[0], 52), w.left(x[1], 12)), mask),
        w.and(w.or(w.right(x[1], 40), w.left(x[2], 24)), mask),
        w.and(w.or(w.right(x[2], 28), w.left(x[3], 36)), mask),
        w.right(x[3], 16),
    ];
    w.leaves(limbs, &[0; LIMBS], Bound::bits(256))
}
