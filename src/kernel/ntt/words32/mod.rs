//! Vectors of 32-bit words on one instruction set: the base of the arithmetic of small primes, written once.
//!
//! [`Words32`] names the few instructions; residues, networks and drivers above it are safe code. Everything between
//! [`Token::run`] and the intrinsics is inlined always.

use crate::kernel::packed::Token;

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod avx512;
mod scalar;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;

#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use avx2::U32x8;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use avx512::U32x16;
pub(crate) use scalar::U32x1;

/// `L` words. Every method is inlined always; sums, differences and low products are modulo `2^32`.
pub(crate) trait Words32<const L: usize>: Copy + Send + Sync + 'static {
    /// Proof of the instruction set.
    type Token: Token;
    /// `L` words in a register.
    type V: Copy;
    /// `L` words in memory.
    type Block: Copy + Send + Sync;

    fn token(self) -> Self::Token;
    fn splat(self, x: u32) -> Self::V;
    fn load(self, x: &Self::Block) -> Self::V;
    fn store(self, x: &mut Self::Block, v: Self::V);
    /// Returns a word for each lane.
    fn row(self, x: &[u32; L]) -> Self::V;
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the lesser of unsigned words.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the greater of unsigned words.
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the low words of the products.
    fn mul_low(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the high words of the unsigned products; `odd` is [`odd(b)`](Words32::odd).
    fn mul_high(self, a: Self::V, b: Self::V, odd: Self::V) -> Self::V;
    /// Returns the words of odd places, one place below: the operands of the products of odd places.
    fn odd(self, b: Self::V) -> Self::V;
    /// Returns `a - b`, and `p` more where `a < b`.
    fn sub_or_add(self, a: Self::V, b: Self::V, p: Self::V) -> Self::V;
    /// Returns whether a word is `m` or above.
    fn any_from(self, x: Self::V, m: Self::V) -> bool;
    /// Transposes: lane `l` of vector `j` becomes lane `j` of vector `l`.
    fn transpose(self, v: [Self::V; L]) -> [Self::V; L];

    /// Returns `x`, or `x - c` where that is not negative.
    #[inline(always)]
    fn reduce(self, x: Self::V, c: Self::V) -> Self::V {
        // Below c the difference wraps around, and x is the lesser of the two.
        self.min(x, self.sub(x, c))
    }
    /// Returns `a + c - b`, a word.
    #[inline(always)]
    fn difference(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.sub(self.add(a, c), b)
    }
    /// Returns `w x - floor(q x/2^32) p`, a word for `q = floor(w 2^32/p)`, `w < p < 2^31`: congruent to `w x` and
    /// below `p (1 + x/2^32)`.
    ///
    /// With `w 2^32 = q p + e`, `0 <= e < p`, the quotient `q x/2^32` is short of `w x/p` by `e x/(p 2^32)`, and
    /// rounding takes less than 1.
    #[inline(always)]
    fn shoup(self, x: Self::V, f: Factor<Self::V>, p: Self::V) -> Self::V {
        let quotient = self.mul_high(x, f.high, f.odd);
        self.sub(self.mul_low(x, f.low), self.mul_low(quotient, p))
    }
    /// Returns `x w/2^32` modulo `p` in `[0, p)` for `x < 2^32`, `w < p` odd, where `f.low` is `w p^-1` modulo `2^32`.
    /// The two products of 64 bits agree in their low words, so their difference is that of the high words, in
    /// `(-p, p)`.
    #[inline(always)]
    fn montgomery(self, x: Self::V, f: Factor<Self::V>, p: Self::V) -> Self::V {
        let multiple = self.mul_low(x, f.low);
        let (a, b) = (self.mul_high(x, f.high, f.odd), self.mul_high(multiple, p, p));
        self.sub_or_add(a, b, p)
    }
}

/// A residue in registers, ready to multiply: the factor of low words, and the factors of high words of even and of odd places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factor<V> {
    pub(crate) low: V,
    pub(crate) high: V,
    pub(crate) odd: V,
}
