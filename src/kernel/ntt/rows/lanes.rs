//! Residues modulo one prime in registers: the arithmetic of the rows.

use crate::kernel::packed::Token;

/// `L` residues in registers. Every method is inlined always.
pub(super) trait Lanes<const L: usize>: Copy + Send + Sync + 'static {
    /// `true` if kernels reduce the words that enter, of any size.
    const ENTERED: bool = false;

    type Token: Token;
    type V: Copy;
    /// A factor in registers.
    type Factor: Copy;
    /// A sum of products in registers.
    type Sum: Copy;

    fn token(self) -> Self::Token;
    /// Returns the factor with its quotient, from [`pair`](Lanes::pair).
    fn splat(self, w: Pair) -> Self::Factor;
    fn load(self, x: &[u64; L]) -> Self::V;
    /// Stores the residue below `p`.
    fn store(self, x: &mut [u64; L], v: Self::V);
    /// Returns the residue of any words, for a prime just below the limit.
    fn enter(self, x: Self::V) -> Self::V;
    /// Returns the residue of any words, for every prime.
    fn reduce(self, x: Self::V) -> Self::V;
    fn plus(self, a: Self::V, b: Self::V) -> Self::V;
    fn minus(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `w a`.
    fn times(self, a: Self::V, w: Self::Factor) -> Self::V;
    /// Returns `a b` over the [`radix`](Lanes::radix), of words that a kernel leaves.
    fn product(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the empty sum.
    fn no_products(self) -> Self::Sum;
    /// Returns `sum + a b`, of words that a kernel leaves, for a sum of at most [`TERMS`] products.
    fn add_product(self, sum: Self::Sum, a: Self::V, b: Self::V) -> Self::Sum;
    /// Returns a sum of products over the [`radix`](Lanes::radix).
    fn reduced(self, sum: Self::Sum) -> Self::V;
    /// Returns the multiple of the prime from which a word that a kernel leaves is subtracted to negate it.
    fn zero(self) -> u64;
    /// Returns the radix that [`product`](Lanes::product) divides by, modulo the prime.
    fn radix(self) -> u64;
    /// Returns the factor `w` with its quotient.
    fn pair(self, w: u64) -> Pair;
}

/// The most products that a sum in registers holds.
pub(super) const TERMS: usize = 1 << 11;

/// A factor and its quotient by the prime, in the words of one instruction set.
pub(crate) type Pair = [u64; 2];
