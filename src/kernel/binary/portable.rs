//! The Lin-Chung-Han transform by the field's own products, depth first: every machine, every binary field.

use crate::{
    Result,
    algebra::{Std, Subspace},
    dft::{Transform, check_slices},
    lists,
    order::Order,
    rings::{BinaryField, ViaBinary},
    threads::both,
};
use alloc::vec::Vec;

/// Nodes with fewer elements are not shared out over threads.
const SHARED: usize = 1 << 10;

/// On a Cantor basis; the twiddles come from tables of 256 elements for every 8 dimensions.
pub(super) struct Portable<F> {
    dim: u32,
    /// Entry `v` of table `t`: the sum of the basis vectors over the bits of `v << 8t`.
    tables: Vec<[F; 256]>,
    /// `s_i(theta)`.
    shifts: Vec<F>,
    threads: usize,
}

impl<F: BinaryField> Portable<F> {
    pub(super) fn new(points: &Subspace<Std<F, ViaBinary>>, threads: usize) -> Self {
        let tables = points.basis().chunks(8).map(|basis| {
            lists::from_fn(|v| {
                let set = basis.iter().enumerate().filter(|(i, _)| v >> i & 1 == 1);
                set.fold(F::ZERO, |sum, (_, &beta)| sum + beta)
            })
        });
        let next = |theta: &F| Some(theta.squared() + *theta);
        Portable {
            dim: points.dim(),
            tables: tables.collect(),
            shifts: core::iter::successors(Some(*points.shift()), next).take(points.dim() as usize).collect(),
            threads,
        }
    }

    /// The twiddle of node `j` of level `i`: `s_i(theta) + varpi_(2j)`.
    fn twiddle(&self, i: u32, j: usize) -> F {
        let (mut sum, mut rest) = (self.shifts[i as usize], 2 * j);
        for table in &self.tables {
            sum += table[rest & 255];
            rest >>= 8;
        }
        sum
    }

    fn level<const INVERSE: bool>(&self, x: &mut [F], j: usize) {
        let w = self.twiddle(x.len().trailing_zeros() - 1, j);
        let (low, high) = x.split_at_mut(x.len() / 2);
        for (u, v) in low.iter_mut().zip(high) {
            if INVERSE {
                *v += *u;
                *u += *v * w;
            } else {
                *u += *v * w;
                *v += *u;
            }
        }
    }

    fn node<const INVERSE: bool>(&self, x: &mut [F], j: usize) {
        if x.len() == 1 {
            return;
        }
        if !INVERSE {
            self.level::<false>(x, j);
        }
        let (low, high) = x.split_at_mut(x.len() / 2);
        let shared = self.threads > 1 && low.len() >= SHARED;
        both(shared, || self.node::<INVERSE>(low, 2 * j), || self.node::<INVERSE>(high, 2 * j + 1));
        if INVERSE {
            self.level::<true>(x, j);
        }
    }
}

impl<F: BinaryField> Transform<Std<F, ViaBinary>> for Portable<F> {
    fn len(&self) -> usize {
        1 << self.dim
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [F], scratch: &mut [F]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.node::<false>(values, 0);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [F], scratch: &mut [F]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.node::<true>(values, 0);
        Ok(())
    }
}
