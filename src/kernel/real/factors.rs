//! Tables of powers of a root for the steps around complex transforms, in vectors.

use super::super::{
    complex::{Table, Twiddles, block},
    memory::reserve,
    packed::{ComplexLanes, Floats, Packed},
};
use crate::{Result, lists, rings::Real};
use alloc::vec::Vec;
use num_complex::Complex;

/// Factors up to which each is in memory.
const TABLE: usize = 1 << 13;

/// Returns the number of complex numbers in the tables for `count` factors, at most. Short vectors serve short tables
/// only.
pub(super) fn table_len(count: usize) -> usize {
    // A vector more for the factors that are left over, one for the lanes.
    if count <= TABLE { count + 32 } else { count / 8 + 32 }
}

/// The factors `c exp(-2 pi i kj/order)`, `k = 1, ..., Q`, of vectors of `L` neighbouring `j`. Those of the last group of vectors,
/// which may overlap, end with the last `j`.
pub(super) enum Factors<T, const L: usize, const Q: usize> {
    /// Each of them.
    Table(Table<T, L>),
    /// The first of each `L`, and the powers of the root for the lanes.
    Product(Vec<[[T; 2]; Q]>, [[Complex<T>; L]; Q]),
}

impl<T: Real + Default, const L: usize, const Q: usize> Factors<T, L, Q> {
    /// Creates the factors for `j < count`, for groups of `group` vectors; `turned` multiplies by `c`.
    pub(super) fn new<F: Floats<L, Float = T>>(
        order: usize,
        (count, group): (usize, usize),
        turned: impl Fn(Complex<T>) -> Complex<T>,
    ) -> Result<Self> {
        let blocks = count.div_ceil(group * L) * group;
        let first = |b: usize| (b / group * group * L).min(count.saturating_sub(group * L)) + b % group * L;
        let what = "the factors of a real transform";
        if count <= TABLE || L == 1 {
            let twiddles = Twiddles::new(order, Q * count);
            let mut table = Table::new(what, Q * blocks)?;
            for b in 0..blocks {
                for k in 1..=Q {
                    table.push(block(lists::map(F::ORDER, |lane| turned(twiddles.power(k * (first(b) + lane))))));
                }
            }
            return Ok(Factors::Table(table));
        }
        let twiddles = Twiddles::new(order, Q * blocks);
        let mut firsts = reserve(what, blocks)?;
        for b in 0..blocks {
            firsts.push(lists::from_fn(|k| {
                let w = turned(twiddles.power((k + 1) * first(b)));
                [w.re, w.im]
            }));
        }
        let lanes = |k| block(lists::map(F::ORDER, |lane| twiddles.power((k + 1) * lane)));
        Ok(Factors::Product(firsts, lists::from_fn(lanes)))
    }

    /// Returns the factors of vector `b` with `k = K + 1`.
    #[inline(always)]
    pub(super) fn of<const K: usize, F: Floats<L, Float = T>>(&self, f: F, b: usize) -> [F::V; 2] {
        match self {
            Factors::Table(table) => f.load_parts(&table.as_chunks::<Q>().0[b][K]),
            Factors::Product(firsts, lanes) => {
                let ring = ComplexLanes(f);
                ring.mul(f.load_parts(&lanes[K]), ring.splat(&firsts[b][K]))
            }
        }
    }

    /// Returns the factors of both vectors of pair `b` with `k = K + 1`.
    #[inline(always)]
    pub(super) fn of_two<const K: usize, F: Floats<L, Float = T>>(&self, f: F, b: usize) -> [[F::V; 2]; 2] {
        match self {
            Factors::Table(table) => {
                let [x, y] = &table.as_chunks::<Q>().0.as_chunks::<2>().0[b];
                [f.load_parts(&x[K]), f.load_parts(&y[K])]
            }
            Factors::Product(firsts, lanes) => {
                let (ring, [x, y]) = (ComplexLanes(f), &firsts.as_chunks::<2>().0[b]);
                let lanes = f.load_parts(&lanes[K]);
                [ring.mul(lanes, ring.splat(&x[K])), ring.mul(lanes, ring.splat(&y[K]))]
            }
        }
    }
}
