//! The counts that a formula gives.

use crate::Tally;

/// Holds the counts of one direction of an algorithm, by formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClosedForm {
    /// Additions and subtractions.
    pub additions: u64,
    /// Products by constants other than 1 and -1.
    pub products: u64,
    /// The products by a fourth root of unity, out of `products`.
    pub products_by_i: u64,
    /// The products by odd powers of an eighth root, out of `products`.
    pub products_by_eighth: u64,
    /// The products by purely real or purely imaginary constants over the complex numbers, out of `products`.
    pub products_by_axis: u64,
    /// The formulas, `n` the length, `k` its logarithm.
    pub formula: &'static str,
    /// The formula of the real operations over the complex numbers.
    pub complex_formula: &'static str,
    /// The publication that states the formulas, or the derivation.
    pub source: &'static str,
}

impl ClosedForm {
    /// Returns the additions of real numbers over the complex numbers.
    pub fn real_additions(&self) -> u64 {
        2 * (self.additions + self.products - self.products_by_i - self.products_by_axis)
    }

    /// Returns the products of real numbers over the complex numbers.
    pub fn real_products(&self) -> u64 {
        4 * (self.products - self.products_by_i - self.products_by_axis) - 2 * self.products_by_eighth
            + 2 * self.products_by_axis
    }

    /// Returns whether `tally` has the counts of the formulas.
    pub fn agrees(&self, tally: &Tally) -> bool {
        (self.additions, self.products, self.products_by_i, self.products_by_eighth)
            == (tally.additions, tally.products(), tally.products_by_i(), tally.by_eighth)
    }
}
