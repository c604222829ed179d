//! Vectors of values from both ends of a sequence: what the sweep of a real transform needs, whether the parts of a number lie apart or side by
//! side.

use super::super::packed::{ComplexLanes, Floats, Packed, Values};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use super::super::packed::{ComplexPairs, Forward, Mirrored, Pairs};
use crate::lists;
use num_complex::Complex;

/// `L` values in registers. Every method is inlined always.
pub(super) trait Ends<const L: usize>: Values<L> {
    /// The multipliers of sums and of factors.
    type By: Copy;

    /// Returns `z` in every lane.
    fn broadcast(self, z: Complex<Self::Float>) -> Self::Vec;
    /// Returns value 0 of `before`, then those of `v` from the last to the second: the values at `-k` beside those at `k`.
    fn mirror(self, v: Self::Vec, before: Self::Vec) -> Self::Vec;
    /// Returns the values in reversed order.
    fn reverse(self, v: Self::Vec) -> Self::Vec;
    /// Returns neighbours as a block of a table: one that [`load_work`](Values::load_work) loads.
    fn block(w: &[Complex<Self::Float>; L]) -> [Complex<Self::Float>; L];
    /// Returns the multipliers of sums and of factors, which are conjugated for the inverse.
    fn by(self, by: [Self::Float; 2], inverse: bool) -> Self::By;
    /// Maps values and their partners, with their factors, to the results for the place of each; `plain` factors are not multiplied.
    fn pair(self, w: Self::Vec, values: [Self::Vec; 2], by: &Self::By, plain: bool) -> [Self::Vec; 2];
}

impl<const L: usize, F: Floats<L>> Ends<L> for ComplexLanes<F> {
    /// The multipliers of the sums and of the parts of factors.
    type By = (F::V, [F::V; 2]);

    #[inline(always)]
    fn broadcast(self, z: Complex<F::Float>) -> [F::V; 2] {
        [self.0.splat(z.re), self.0.splat(z.im)]
    }
    #[inline(always)]
    fn mirror(self, v: [F::V; 2], before: [F::V; 2]) -> [F::V; 2] {
        [self.0.mirror(v[0], before[0]), self.0.mirror(v[1], before[1])]
    }
    #[inline(always)]
    fn reverse(self, v: [F::V; 2]) -> [F::V; 2] {
        [self.0.reverse(v[0]), self.0.reverse(v[1])]
    }
    #[inline(always)]
    fn block(w: &[Complex<F::Float>; L]) -> [Complex<F::Float>; L] {
        super::super::complex::block(lists::map(F::ORDER, |lane| w[lane]))
    }
    #[inline(always)]
    fn by(self, [sums, factors]: [F::Float; 2], inverse: bool) -> Self::By {
        let (f, factors) = (self.0, self.0.splat(factors));
        (f.splat(sums), [factors, if inverse { f.neg(factors) } else { factors }])
    }
    #[inline(always)]
    fn pair(self, w: [F::V; 2], [x, y]: [[F::V; 2]; 2], (sums, by): &Self::By, plain: bool) -> [[F::V; 2]; 2] {
        let f = self.0;
        let w = if plain { w } else { [f.mul(w[0], by[0]), f.mul(w[1], by[1])] };
        let sum = [f.add(x[0], y[0]), f.sub(x[1], y[1])];
        let turned = self.mul([f.sub(x[0], y[0]), f.add(x[1], y[1])], w);
        let front = [f.mul_add(sum[0], *sums, turned[0]), f.mul_add(sum[1], *sums, turned[1])];
        [front, [f.mul_sub(sum[0], *sums, turned[0]), f.neg_mul_add(sum[1], *sums, turned[1])]]
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
impl<const L: usize, F: Pairs<L, Float: Default> + Mirrored<L>> Ends<L> for ComplexPairs<F, Forward> {
    /// The multipliers of the sums and of the parts of factors.
    type By = [F::V; 2];

    #[inline(always)]
    fn broadcast(self, z: Complex<F::Float>) -> F::V {
        self.0.broadcast(&z)
    }
    #[inline(always)]
    fn mirror(self, v: F::V, before: F::V) -> F::V {
        self.0.mirror(before, v)
    }
    #[inline(always)]
    fn reverse(self, v: F::V) -> F::V {
        self.0.reverse(v)
    }
    #[inline(always)]
    fn block(w: &[Complex<F::Float>; L]) -> [Complex<F::Float>; L] {
        *w
    }
    #[inline(always)]
    fn by(self, [sums, factors]: [F::Float; 2], inverse: bool) -> [F::V; 2] {
        let (f, factors) = (self.0, self.0.splat(factors));
        [f.splat(sums), if inverse { f.mul(factors, f.signs()) } else { factors }]
    }
    #[inline(always)]
    fn pair(self, w: F::V, [x, y]: [F::V; 2], by: &[F::V; 2], plain: bool) -> [F::V; 2] {
        let f = self.0;
        let (w, y) = (if plain { w } else { f.mul(w, by[1]) }, f.neg_conj(y));
        let (sum, turned) = (f.sub(x, y), self.mul(f.add(x, y), f.doubled(w)));
        [f.mul_add(sum, by[0], turned), f.neg_conj(f.neg_mul_add(sum, by[0], turned))]
    }
}
