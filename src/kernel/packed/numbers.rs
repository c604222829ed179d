//! Complex numbers in registers with sums and products by real and by imaginary constants: what networks of odd lengths need.

use super::{ComplexLanes, Floats, Packed};

/// `L` complex numbers in registers. Every method is inlined always. Factors are compile-time constants, rounded.
pub(crate) trait Numbers<const L: usize>: Packed<L> {
    fn add(self, a: Self::Vec, b: Self::Vec) -> Self::Vec;
    fn sub(self, a: Self::Vec, b: Self::Vec) -> Self::Vec;
    fn neg(self, a: Self::Vec) -> Self::Vec;
    /// Returns `x by + c`.
    fn mul_add(self, x: Self::Vec, by: f64, c: Self::Vec) -> Self::Vec;
    /// Returns `c - x by`.
    fn neg_mul_add(self, x: Self::Vec, by: f64, c: Self::Vec) -> Self::Vec;
    /// Returns `c - i x by`.
    fn turn_sub(self, x: Self::Vec, by: f64, c: Self::Vec) -> Self::Vec;
    /// Returns `c + i x by`.
    fn turn_add(self, x: Self::Vec, by: f64, c: Self::Vec) -> Self::Vec;
    /// Returns `x by - i x`.
    fn mul_turn(self, x: Self::Vec, by: f64) -> Self::Vec;
}

impl<const L: usize, F: Floats<L>> Numbers<L> for ComplexLanes<F> {
    #[inline(always)]
    fn add(self, a: [F::V; 2], b: [F::V; 2]) -> [F::V; 2] {
        [self.0.add(a[0], b[0]), self.0.add(a[1], b[1])]
    }
    #[inline(always)]
    fn sub(self, a: [F::V; 2], b: [F::V; 2]) -> [F::V; 2] {
        [self.0.sub(a[0], b[0]), self.0.sub(a[1], b[1])]
    }
    #[inline(always)]
    fn neg(self, a: [F::V; 2]) -> [F::V; 2] {
        [self.0.neg(a[0]), self.0.neg(a[1])]
    }
    #[inline(always)]
    fn mul_add(self, x: [F::V; 2], by: f64, c: [F::V; 2]) -> [F::V; 2] {
        let by = self.0.constant(by);
        [self.0.mul_add(x[0], by, c[0]), self.0.mul_add(x[1], by, c[1])]
    }
    #[inline(always)]
    fn neg_mul_add(self, x: [F::V; 2], by: f64, c: [F::V; 2]) -> [F::V; 2] {
        let by = self.0.constant(by);
        [self.0.neg_mul_add(x[0], by, c[0]), self.0.neg_mul_add(x[1], by, c[1])]
    }
    #[inline(always)]
    fn turn_sub(self, x: [F::V; 2], by: f64, c: [F::V; 2]) -> [F::V; 2] {
        let by = self.0.constant(by);
        [self.0.mul_add(x[1], by, c[0]), self.0.neg_mul_add(x[0], by, c[1])]
    }
    #[inline(always)]
    fn turn_add(self, x: [F::V; 2], by: f64, c: [F::V; 2]) -> [F::V; 2] {
        let by = self.0.constant(by);
        [self.0.neg_mul_add(x[1], by, c[0]), self.0.mul_add(x[0], by, c[1])]
    }
    #[inline(always)]
    fn mul_turn(self, x: [F::V; 2], by: f64) -> [F::V; 2] {
        let by = self.0.constant(by);
        [self.0.mul_add(x[0], by, x[1]), self.0.mul_sub(x[1], by, x[0])]
    }
}
