//! Eight lanes of words, and the 52-bit products that elements of several limbs are multiplied by.

use crate::kernel::packed::Token;

/// Limbs of an element.
pub(crate) const LIMBS: usize = 5;

/// The bits of a limb.
pub(crate) const LIMB_BITS: u32 = 52;
/// The greatest limb.
pub(crate) const MASK: u64 = (1 << LIMB_BITS) - 1;
/// Lanes of a vector.
pub(crate) const LANES: usize = 8;

/// A word in memory: `u64`, and a type of its own where words are tracked.
pub(crate) trait Memory: Copy + Send + Sync + 'static {
    const ZERO: Self;
}

impl Memory for u64 {
    const ZERO: u64 = 0;
}

/// A bound: a value is not negative and below `primes p + 2^bits`, where 0 bits add nothing. With `cut`, its limbs are in `[0,
/// 2^52)`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "inside"), allow(dead_code, reason = "read where words are tracked"))]
pub(crate) struct Bound {
    pub(crate) primes: u64,
    pub(crate) bits: u32,
    pub(crate) cut: bool,
}

impl Bound {
    /// Returns the bound `n p`.
    pub(crate) const fn primes(n: u64) -> Self {
        Bound { primes: n, bits: 0, cut: false }
    }

    /// Returns the bound `2^bits`.
    pub(crate) const fn bits(bits: u32) -> Self {
        Bound { primes: 0, bits, cut: false }
    }

    /// Returns the bound increased by `2^bits`.
    pub(crate) const fn plus(self, bits: u32) -> Self {
        Bound { bits, ..self }
    }

    /// Returns the same bound with limbs in `[0, 2^52)`.
    pub(crate) const fn cut(self) -> Self {
        Bound { cut: true, ..self }
    }
}

/// Eight words of 64 bits each in a register. Every method is inlined always.
///
/// The last three methods and the kinds of constants state bounds of values. They do nothing on machine words; types
/// that track ranges (`ranges`) check and use the bounds.
pub(crate) trait Words: Copy + Send + Sync + 'static {
    /// Proof of the instruction set.
    type Token: Token;
    /// Eight words.
    type V: Copy;
    /// A word in memory.
    type Word: Memory;

    fn token(self) -> Self::Token;
    /// Returns `x` in every lane.
    fn splat(self, x: u64) -> Self::V;
    /// Returns limb `i` of a constant, in every lane.
    #[inline(always)]
    fn constant(self, x: &[u64; LIMBS], i: usize) -> Self::V {
        self.splat(x[i])
    }
    /// Returns a limb of a factor, in every lane.
    #[inline(always)]
    fn factor(self, x: u64) -> Self::V {
        self.splat(x)
    }
    /// Returns a limb of a factor for each lane.
    fn factors(self, x: &[u64; LANES]) -> Self::V;
    fn load(self, x: &[Self::Word; LANES]) -> Self::V;
    fn store(self, x: &mut [Self::Word; LANES], v: Self::V);
    /// Returns `a + b` modulo `2^64`.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a - b` modulo `2^64`.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// Shifts bits down; zeros follow; `count < 64`.
    fn right(self, a: Self::V, count: u32) -> Self::V;
    /// Shifts bits up; zeros follow; `count < 64`.
    fn left(self, a: Self::V, count: u32) -> Self::V;
    /// Returns `floor(a / 2^52)` of signed words.
    fn carry(self, a: Self::V) -> Self::V;
    /// Returns `a` in lanes with a `sign` that is not negative, 0 elsewhere.
    fn keep(self, sign: Self::V, a: Self::V) -> Self::V;
    /// Returns `c` plus the low 52 bits of the product of the low 52 bits of `a` and of `b`.
    fn low(self, c: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `c` plus the high 52 bits of the product of the low 52 bits of `a` and of `b`.
    fn high(self, c: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// Returns in each lane the word of `table` that the lane of `index` names, which is below 8.
    fn lookup(self, table: &[u64; LANES], index: Self::V) -> Self::V;
    /// Transposes: lane `l` of vector `j` becomes lane `j` of vector `l`.
    fn transpose(self, v: [Self::V; LANES]) -> [Self::V; LANES];
    /// Loads elements of four words one after another: word `k` of element `l` becomes lane `l` of vector `k`.
    fn load_elements(self, x: &[[Self::Word; 4]; LANES]) -> [Self::V; 4];
    /// Stores elements: the inverse of [`load_elements`](Words::load_elements).
    fn store_elements(self, x: &mut [[Self::Word; 4]; LANES], v: [Self::V; 4]);

    /// Checks that the value of `x` is within a bound, for the prime `p`.
    #[inline(always)]
    fn takes(self, x: &[Self::V; LIMBS], p: &[u64; LIMBS], bound: Bound) {
        let _ = (x, p, bound);
    }
    /// Returns `x`, whose value is within a bound, for the prime `p`.
    #[inline(always)]
    fn leaves(self, x: [Self::V; LIMBS], p: &[u64; LIMBS], bound: Bound) -> [Self::V; LIMBS] {
        let _ = (p, bound);
        x
    }
    /// Returns `after`, which is `before` with its carries propagated: the uppermost limb is whole.
    #[inline(always)]
    fn same(self, before: [Self::V; LIMBS], after: [Self::V; LIMBS]) -> [Self::V; LIMBS] {
        let _ = before;
        after
    }
}
