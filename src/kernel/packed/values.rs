//! Complex numbers in registers, whether their parts lie apart or side by side: the interface below powers of two.

use super::{ComplexLanes, Floats, Packed};
use crate::rings::Real;
use num_complex::Complex;

/// `L` complex numbers in registers, and how they lie in memory. Every method is inlined always.
pub(crate) trait Values<const L: usize>: Packed<L, Twiddle = [Self::Float; 2]> {
    /// `f64` or `f32`.
    type Float: Real + Default;
    /// Lane `l` of [`load_values`](Values::load_values) holds element `ORDER[l]`.
    const ORDER: [usize; L];
    /// `true` if a table has each part of a factor twice, in two blocks.
    const DOUBLED: bool;

    /// Loads neighbours, lanes in [`ORDER`](Values::ORDER).
    fn load_values(self, x: &[Complex<Self::Float>; L]) -> Self::Vec;
    /// Stores neighbours: the inverse of [`load_values`](Values::load_values).
    fn store_values(self, x: &mut [Complex<Self::Float>; L], v: Self::Vec);
    /// Loads a vector from scratch.
    #[inline(always)]
    fn load_work(self, x: &[Complex<Self::Float>; L]) -> Self::Vec {
        self.load_values(x)
    }
    /// Stores a vector to scratch.
    #[inline(always)]
    fn store_work(self, x: &mut [Complex<Self::Float>; L], v: Self::Vec) {
        self.store_values(x, v);
    }
    /// Loads a factor for each lane from the first blocks of a table.
    fn factor(self, w: &[[Complex<Self::Float>; L]]) -> Self::Factor;
    /// Loads a factor for each lane from a block of a table that has each part once.
    fn short_factor(self, w: &[Complex<Self::Float>; L]) -> Self::Factor;
    /// Returns the values with their parts exchanged, or their conjugates, whichever is cheaper. The transform of such values, in the same way,
    /// is the inverse.
    fn reflect(self, v: Self::Vec) -> Self::Vec;
    /// Returns the products by a real number.
    fn scale(self, v: Self::Vec, by: Self::Float) -> Self::Vec;
}

impl<const L: usize, F: Floats<L>> Values<L> for ComplexLanes<F> {
    type Float = F::Float;
    const ORDER: [usize; L] = F::ORDER;
    const DOUBLED: bool = false;

    #[inline(always)]
    fn load_values(self, x: &[Complex<F::Float>; L]) -> [F::V; 2] {
        self.0.load_pairs(x)
    }
    #[inline(always)]
    fn store_values(self, x: &mut [Complex<F::Float>; L], v: [F::V; 2]) {
        self.0.store_pairs(x, v);
    }
    #[inline(always)]
    fn load_work(self, x: &[Complex<F::Float>; L]) -> [F::V; 2] {
        self.0.load_parts(x)
    }
    #[inline(always)]
    fn store_work(self, x: &mut [Complex<F::Float>; L], v: [F::V; 2]) {
        self.0.store_parts(x, v);
    }
    #[inline(always)]
    fn factor(self, w: &[[Complex<F::Float>; L]]) -> [F::V; 2] {
        self.0.load_parts(&w[0])
    }
    #[inline(always)]
    fn short_factor(self, w: &[Complex<F::Float>; L]) -> [F::V; 2] {
        self.0.load_parts(w)
    }
    #[inline(always)]
    fn reflect(self, v: [F::V; 2]) -> [F::V; 2] {
        [v[1], v[0]]
    }
    #[inline(always)]
    fn scale(self, v: [F::V; 2], by: F::Float) -> [F::V; 2] {
        let by = self.0.splat(by);
        [self.0.mul(v[0], by), self.0.mul(v[1], by)]
    }
}
