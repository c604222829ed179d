//! The Lin-Chung-Han transform by the field's own products, depth first: every machine, every binary field.

use crate::{
    algebra::{Std, Subspace},
    lists,
    rings::{BinaryField, ViaBinary},
    threads::both,
};
use alloc::vec::Vec;

/// Nodes with fewer elements are not shared out over threads.
const SHARED: usize = 1 << 10;

/// On a Cantor basis; the twiddles come from tables of 256 elements for every 8 dimensions.
pub(super) struct Portable<F> {
    /// Entry `v` of table `t`: the sum of the basis vectors over the bits of `v << 8t`.
    tables: Vec<[F; 256]>,
    /// `s_i(theta)`.
    shifts: Vec<F>,
    threads: usize,
}

impl<F: BinaryField> Portable<F> {
    pub(super) fn new(points: &Subspace<Std<F, ViaBinary>>, threads: usize) -> Self {
        let mut tables = Vec::new();
        for basis in points.basis().chunks(8) {
            let mut table = [F::ZERO; 256];
            for (i, &beta) in basis.iter().enumerate() {
                for v in 0..1 << i {
                    table[(1 << i) + v] = table[v] + beta;
                }
            }
            tables.push(table);
        }
        let mut theta = *points.shift();
        let shifts = lists::list(points.dim() as usize, |_| {
            let shift = theta;
            theta += theta.squared();
            shift
        });
        Portable { tables, shifts, threads }
    }

    /// Returns the twiddle of node `j` of level `i`: `s_i(theta) + varpi_(2j)`.
    fn twiddle(&self, i: u32, j: usize) -> F {
        let (mut sum, mut rest) = (self.shifts[i as usize], 2 * j);
        for table in &self.tables {
            sum += table[rest & 255];
            rest >>= 8;
        }
        sum
    }

    fn level(&self, x: &mut [F], j: usize, inverse: bool) {
        let w = self.twiddle(x.len().trailing_zeros() - 1, j);
        let (low, high) = x.split_at_mut(x.len() / 2);
        let high = &mut high[..low.len()];
        for i in 0..low.len() {
            let (u, v) = (&mut low[i], &mut high[i]);
            if inverse {
                *v += *u;
                *u += *v * w;
            } else {
                *u += *v * w;
                *v += *u;
            }
        }
    }

    /// Computes the transform of node `j`, or its inverse.
    pub(super) fn node(&self, x: &mut [F], j: usize, inverse: bool) {
        if x.len() == 1 {
            return;
        }
        if !inverse {
            self.level(x, j, false);
        }
        let (low, high) = x.split_at_mut(x.len() / 2);
        let shared = self.threads > 1 && low.len() >= SHARED;
        both(shared, || self.node(low, 2 * j, inverse), || self.node(high, 2 * j + 1, inverse));
        if inverse {
            self.level(x, j, true);
        }
    }
}
