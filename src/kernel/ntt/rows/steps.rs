//! The steps of rows as objects.

use super::lanes::Pair;
#[cfg(doc)]
use super::sums;

/// The rows of one prime on one instruction set; residues lie in words of type `T`.
pub(crate) trait Rows<T = u64>: Send + Sync {
    /// Returns whether values are in the form of kernels in vectors; else they are canonical.
    fn own(&self) -> bool;
    /// Returns whether kernels reduce words of any size as they enter.
    fn entered(&self) -> bool;
    /// Returns the radix that products are divided by, modulo the prime.
    fn radix(&self) -> u64;
    /// Returns the factor `w` for [`enter`](Rows::enter).
    fn pair(&self, w: u64) -> Pair;
    /// Computes coefficients of the residue of the polynomial of `words` modulo `x^len - c`, those from `from` on, in the form of kernels.
    fn enter(&self, words: &[u64], c: Pair, len: usize, from: usize, out: &mut [T]);
    /// Computes `a <- a b` over the radix, of values that kernels leave in their own form.
    fn multiply(&self, a: &mut [T], b: &[T]);
    /// Computes `a <- a^2` over the radix.
    fn square(&self, a: &mut [T]);
    /// Computes the coefficients from the residues of a polynomial of `6N/8`, in blocks of `N/4`, in the form of kernels.
    fn join_six(&self, blocks: [&mut [T]; 3]);
    /// Computes the coefficients from the residues of a polynomial of `5N/8`, in blocks of `N/8`.
    fn join_five(&self, blocks: [&mut [T]; 5]);
}

/// Rows in words of 64 bits: sums of products, weights, and parts of three and of five.
pub(crate) trait WordRows: Rows {
    /// Computes `sum <- sum + a b` over the radix, of values; the sum is another such sum, or zero bits.
    fn multiply_add(&self, sum: &mut [u64], a: &[u64], b: &[u64]);
    /// Returns the value that is this residue below the prime.
    fn value(&self, residue: u64) -> u64;
    /// Computes the negatives of values that a kernel leaves, as factors.
    fn negate(&self, values: &mut [u64]);
    /// Computes `out <- out + left right` over the radix at eight points, in the panels of [`sums`] with this many terms each. These are
    /// values; those of `out` are sums or products. There are at most [`sums::TERMS`] terms.
    fn multiply_matrices(&self, terms: usize, left: &[u64], right: &[u64], out: &mut [u64]);
    /// Computes `x_t <- x_t + c` for residues.
    fn raise(&self, x: &mut [u64], c: u64);
    /// Computes `out_t <- words_t low_t high` over the square of the radix, of any words, for every prime.
    fn enter_weighed(&self, words: &[u64], low: &[u64], high: u64, out: &mut [u64]);
    /// Computes `x_t <- x_t low_t high` over the square of the radix.
    fn weigh(&self, x: &mut [u64], low: &[u64], high: u64);
    /// Computes the coefficients from the residues modulo `x^L - c_j`, in blocks of `L`, by the factors `c_j^(-k)/3` in row `k`.
    fn join_thirds(&self, blocks: [&mut [u64]; 3], factors: &[Pair]);
    /// Computes [`join_thirds`](WordRows::join_thirds) for five.
    fn join_fifths(&self, blocks: [&mut [u64]; 5], factors: &[Pair]);
}
