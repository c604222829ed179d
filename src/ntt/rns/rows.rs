//! The map from residues to primes, and the sharing of rows over threads.

use super::{RnsLayout, RnsPlan};
use crate::{
    Result,
    ntt::support::share,
    order::transpose,
    plan::{Device, Plan},
    rings::Modular,
};
use core::fmt;

/// One direction of a transform.
type Direction<'a> = &'a (dyn Fn(&Plan<u64, Modular>, &mut [u64], &mut [u64]) -> Result<()> + Sync);

/// An operation on residues modulo one prime: those of a slice at multiples of a stride. It gets the index of the first
/// one in the whole.
type OnLimb<'a> = &'a (dyn Fn(&Modular, usize, usize, &mut [u64]) -> Result<()> + Sync);

impl RnsPlan {
    /// Returns the index of the prime that the residue at this place belongs to.
    pub(super) fn limb_of(&self, at: usize) -> usize {
        match self.layout {
            RnsLayout::PolynomialMajor => at / self.len() % self.limbs.len(),
            RnsLayout::LimbMajor => at / self.len() / self.polynomials,
            RnsLayout::CoefficientMajor => at % self.limbs.len(),
        }
    }

    /// Transforms every polynomial modulo every prime.
    pub(super) fn transform(&self, values: &mut [u64], scratch: &mut [u64], inverse: bool) -> Result<()> {
        self.check_slices(&[values.len()])?;
        crate::Error::check_at_least("scratch", self.scratch, scratch.len())?;
        if let Some(device) = &self.device {
            match device.run(values, inverse) {
                Err(error) if self.asked == Device::Cuda => return Err(error),
                Ok(()) => return Ok(()),
                Err(_) => {}
            }
        }
        let direction: Direction<'_> = if inverse { &Plan::inverse_with } else { &Plan::forward_with };
        let (len, limbs) = (self.len(), self.limbs.len());
        let rows = |rows: &mut [u64], scratch: &mut [u64], limb_of: &(dyn Fn(usize) -> usize + Sync)| {
            share(rows, len, 0, scratch, self.each, self.tasks, &|first, rows, scratch| {
                // Prime by prime, so that its table stays in the cache.
                self.limbs.iter().enumerate().try_for_each(|(limb, plan)| {
                    let rows = rows.chunks_exact_mut(len).enumerate();
                    let mut own = rows.filter(|(row, _)| limb_of(first + row) == limb);
                    own.try_for_each(|(_, row)| {
                        direction(plan, row, scratch)?;
                        // Transformed residues are reduced. A single coefficient is its own value, and is reduced here.
                        if let [single] = row {
                            *single = plan.module().element(*single);
                        }
                        Ok(())
                    })
                })
            })
        };
        if self.layout != RnsLayout::CoefficientMajor || limbs == 1 {
            return rows(values, scratch, &|row| self.limb_of(row * len));
        }
        let (turned, scratch) = scratch.split_at_mut(values.len());
        for (from, to) in values.chunks_exact(len * limbs).zip(turned.chunks_exact_mut(len * limbs)) {
            transpose(from, to, len, limbs);
        }
        rows(turned, scratch, &|row| row % limbs)?;
        for (from, to) in turned.chunks_exact(len * limbs).zip(values.chunks_exact_mut(len * limbs)) {
            transpose(from, to, limbs, len);
        }
        Ok(())
    }

    /// Runs `run` on the residues modulo each prime, part by part.
    pub(super) fn by_limb(&self, values: &mut [u64], run: OnLimb<'_>) -> Result<()> {
        let limbs = self.limbs.len();
        let unit = if self.layout == RnsLayout::CoefficientMajor { limbs } else { self.len() };
        share(values, unit, 0, &mut [], 0, self.tasks, &|first, units, _| {
            let start = first * unit;
            if self.layout == RnsLayout::CoefficientMajor {
                let ring = |limb: usize| self.limbs[limb].module();
                return (0..limbs).try_for_each(|limb| run(ring(limb), start + limb, limbs, &mut units[limb..]));
            }
            units.chunks_exact_mut(unit).enumerate().try_for_each(|(i, row)| {
                let at = start + i * unit;
                run(self.limbs[self.limb_of(at)].module(), at, 1, row)
            })
        })
    }
}

impl fmt::Debug for RnsPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RnsPlan")
            .field("limbs", &self.limbs)
            .field("polynomials", &self.polynomials)
            .field("layout", &self.layout)
            .field("wrap", &self.wrap)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}
