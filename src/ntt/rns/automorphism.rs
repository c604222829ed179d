//! Automorphisms of every polynomial modulo every prime.

use super::{RnsLayout, RnsPlan};
use crate::{
    Error, Result,
    ntt::{Automorphism, support::share},
    rings::Modular,
};
use alloc::format;

/// An operation on the residues of one polynomial modulo one prime, at multiples of the last argument.
type OnResidues<'a> = &'a (dyn Fn(&Modular, &mut [u64], usize) + Sync);

impl RnsPlan {
    /// Computes `f <- f(X^g)` on the coefficients of every polynomial modulo every prime, in place.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are [`total_len`](RnsPlan::total_len) coefficients; [`Error::Unsupported`] for an
    /// automorphism of another length or modulo another polynomial.
    pub fn map_coefficients(&self, map: &Automorphism, coefficients: &mut [u64]) -> Result<()> {
        self.map(map, coefficients, true, &|ring, list, step| map.coefficients_apart(ring, list, step))
    }

    /// Maps the values of `f` to those of `f(X^g)`, for every polynomial modulo every prime, in place: a permutation.
    ///
    /// # Errors
    /// As [`map_coefficients`](RnsPlan::map_coefficients), also for an automorphism of values in another order.
    pub fn map_values(&self, map: &Automorphism, values: &mut [u64]) -> Result<()> {
        self.map(map, values, map.order() == self.order(), &|_, list, step| map.values_apart(list, step))
    }

    fn map(&self, map: &Automorphism, list: &mut [u64], same_order: bool, run: OnResidues<'_>) -> Result<()> {
        self.check_slices(&[list.len()])?;
        if (map.len(), map.wrap()) != (self.len(), self.wrap) || !same_order {
            return Err(Error::Unsupported {
                what: format!(
                    "an automorphism of length {}, {:?}, {} order, for polynomials of length {}, {:?}, {} order: make one that agrees",
                    map.len(),
                    map.wrap(),
                    map.order(),
                    self.len(),
                    self.wrap,
                    self.order(),
                ),
            });
        }
        let limbs = self.limbs.len();
        let apart = self.layout == RnsLayout::CoefficientMajor;
        // A polynomial modulo one prime, or one modulo all of them.
        let unit = if apart { self.len() * limbs } else { self.len() };
        share(list, unit, 0, &mut [], 0, self.tasks, &|first, units, _| {
            for (i, part) in units.chunks_exact_mut(unit).enumerate() {
                if apart {
                    let rings = self.limbs.iter().map(|plan| plan.module());
                    rings.enumerate().for_each(|(limb, ring)| run(ring, &mut part[limb..], limbs));
                } else {
                    run(self.limbs[self.limb_of((first + i) * unit)].module(), part, 1);
                }
            }
            Ok(())
        })
    }
}
