//! Residues modulo one prime in registers: the arithmetic of the rows.

use crate::kernel::packed::Token;

/// `L` residues in registers. Every method is inlined always.
pub(super) trait Lanes<const L: usize>: Copy + Send + Sync + 'static {
    /// `true` if kernels reduce the words that enter, of any size.
    const ENTERED: bool = false;

    type Token: Token;
    /// A residue in memory.
    type Word: Copy + Default + 'static;
    type V: Copy;
    /// A factor in registers.
    type Factor: Copy;

    fn token(self) -> Self::Token;
    /// Returns the factor with its quotient, from [`pair`](Lanes::pair).
    fn splat(self, w: Pair) -> Self::Factor;
    /// Loads residues below `p`.
    fn load(self, x: &[Self::Word; L]) -> Self::V;
    /// Stores the residue below `p`.
    fn store(self, x: &mut [Self::Word; L], v: Self::V);
    /// Returns the residue of any words, for a prime just below the limit.
    fn enter(self, x: &[u64; L]) -> Self::V;
    /// Returns a sum, of at most five products.
    fn plus(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns a difference; with a sum it counts as one of at most five products.
    fn minus(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `w a`.
    fn times(self, a: Self::V, w: Self::Factor) -> Self::V;
    /// Returns `a b` over the [`radix`](Lanes::radix), of residues below four times the prime.
    fn product(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the factor `w` with its quotient.
    fn pair(self, w: u64) -> Pair;
    /// Returns the radix that [`product`](Lanes::product) divides by, modulo the prime.
    fn radix(self) -> u64;

    // Coefficients and values in the form that kernels have for products.

    /// Loads residues in that form.
    #[inline(always)]
    fn load_own(self, x: &[Self::Word; L]) -> Self::V {
        self.load(x)
    }
    /// Stores a product, or a sum of one and a word, in that form.
    #[inline(always)]
    fn store_own(self, x: &mut [Self::Word; L], v: Self::V) {
        self.store(x, v);
    }
    /// Returns the product of values over the radix.
    #[inline(always)]
    fn value_product(self, a: Self::V, b: Self::V) -> Self::V {
        self.product(a, b)
    }
}

/// Sums of products, and residues of words for every prime.
pub(super) trait SumLanes<const L: usize>: Lanes<L, Word = u64> {
    /// A sum of products in registers.
    type Sum: Copy;

    /// Returns the residue of any words, for every prime.
    #[inline(always)]
    fn reduce(self, x: &[u64; L]) -> Self::V {
        self.enter(x)
    }
    /// Returns the sum of two products of values.
    #[inline(always)]
    fn value_sum(self, a: Self::V, b: Self::V) -> Self::V {
        self.plus(a, b)
    }
    /// Returns the empty sum.
    fn no_products(self) -> Self::Sum;
    /// Returns `sum + a b` of values, for a sum of at most [`TERMS`] products.
    fn add_product(self, sum: Self::Sum, a: Self::V, b: Self::V) -> Self::Sum;
    /// Returns a sum of products over the [`radix`](Lanes::radix).
    fn reduced(self, sum: Self::Sum) -> Self::V;
    /// Returns the value that is this residue below the prime.
    fn value(self, residue: u64) -> u64 {
        residue
    }
    /// Returns the negative of a value that a kernel leaves.
    fn negative(self, value: u64) -> u64;
}

/// The most products that a sum in registers holds.
pub(super) const TERMS: usize = 1 << 11;

/// A factor and its quotient by the prime, in the words of one instruction set.
pub(crate) type Pair = [u64; 2];
