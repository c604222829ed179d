//! The factors `v_k = -(i/2) exp(-2 pi i k/2h)` of the sweep between a complex transform of length `h` and the values of a real
//! sequence, in vectors of pairs.

use super::super::{
    complex::{Table, Twiddles, block},
    memory::reserve,
    packed::{ComplexLanes, Floats, Packed},
};
use crate::{Result, lists, rings::Real};
use alloc::vec::Vec;
use num_complex::Complex;

/// Pairs up to which there is a factor for each in memory.
const TABLE: usize = 1 << 13;

/// Returns the number of complex numbers in the tables for `pairs` pairs, at most. Short vectors serve short tables
/// only.
pub(super) fn table_len(pairs: usize) -> usize {
    // A vector more for the pairs that are left over, one for the lanes.
    if pairs <= TABLE { pairs + 32 } else { pairs / 8 + 32 }
}

/// The factors of the vectors of pairs; those of the last, which may overlap, end with the last pair.
pub(super) enum Factors<T, const L: usize> {
    /// One for each pair.
    Table(Table<T, L>),
    /// The factors of the first of each `L` pairs, times those of the lanes.
    Product(Vec<[T; 2]>, [Complex<T>; L]),
}

impl<T: Real + Default, const L: usize> Factors<T, L> {
    /// Creates the factors for `h` complex numbers, whose pairs fill `whole` vectors.
    pub(super) fn new<F: Floats<L, Float = T>>(h: usize, whole: usize) -> Result<Self> {
        let pairs = h.div_ceil(2);
        let blocks = pairs.div_ceil(L);
        let first = |b: usize| if b < whole { b * L } else { pairs.saturating_sub(L) };
        let what = "the factors of a real transform";
        let half = T::from_f64(0.5);
        // -(i/2) (re + i im)
        let turned = |w: Complex<T>| Complex::new(w.im * half, -(w.re * half));
        if pairs <= TABLE || L == 1 {
            let twiddles = Twiddles::new(2 * h, pairs);
            let mut table = Table::new(what, blocks)?;
            for b in 0..blocks {
                table.push(block(lists::map(F::ORDER, |lane| turned(twiddles.power(first(b) + lane)))));
            }
            return Ok(Factors::Table(table));
        }
        let twiddles = Twiddles::new(2 * h, blocks);
        let mut firsts = reserve(what, blocks)?;
        for b in 0..blocks {
            let w = turned(twiddles.power(first(b)));
            firsts.push([w.re, w.im]);
        }
        Ok(Factors::Product(firsts, block(lists::map(F::ORDER, |lane| twiddles.power(lane)))))
    }

    /// Returns the factors of vector `b` of pairs.
    #[inline(always)]
    pub(super) fn of<F: Floats<L, Float = T>>(&self, f: F, b: usize) -> [F::V; 2] {
        let ring = ComplexLanes(f);
        match self {
            Factors::Table(table) => f.load_parts(&table[b]),
            Factors::Product(firsts, lanes) => ring.mul(f.load_parts(lanes), ring.splat(firsts[b])),
        }
    }
}
