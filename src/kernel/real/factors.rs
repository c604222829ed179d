//! Tables of powers of a root for the steps around complex transforms, in vectors.

use super::{
    super::{
        complex::{Table, Twiddles},
        memory::reserve,
    },
    ends::Ends,
};
use crate::{Result, lists, rings::Real};
use alloc::vec::Vec;
use num_complex::Complex;

/// Factors up to which each is in memory.
const TABLE: usize = 1 << 13;

/// Returns the number of complex numbers in the tables for `count` factors, at most.
pub(super) fn table_len(count: usize) -> usize {
    // A group more for the factors that are left over, one for the lanes.
    if count <= TABLE { count + 32 } else { count / 8 + 32 }
}

/// The factors `c exp(-2 pi i kj/order)`, `k = 1, ..., Q`, of `L` neighbouring `j` for each vector, in groups of `G` vectors.
pub(super) enum Factors<T, const L: usize, const Q: usize, const G: usize> {
    /// Each of them.
    Table(Table<T, L>),
    /// The first of each group, and the powers of the root for the places in a group.
    Product(Vec<[[T; 2]; Q]>, [[[Complex<T>; L]; Q]; G]),
}

impl<T: Real + Default, const L: usize, const Q: usize, const G: usize> Factors<T, L, Q, G> {
    /// Creates the factors of groups that begin with these `j`, of which `count` are needed in all; `turned` multiplies by `c`.
    pub(super) fn new<P: Ends<L, Float = T>>(
        order: usize,
        count: usize,
        starts: &[usize],
        turned: impl Fn(Complex<T>) -> Complex<T>,
    ) -> Result<Self> {
        let what = "the factors of a real transform";
        if count <= TABLE || L == 1 {
            let twiddles = Twiddles::new(order, Q * count);
            let mut table = Table::new(what, Q * G * starts.len())?;
            for &start in starts {
                for v in 0..G {
                    for k in 1..=Q {
                        table.push(P::block(&lists::from_fn(|l| turned(twiddles.power(k * (start + v * L + l))))));
                    }
                }
            }
            return Ok(Factors::Table(table));
        }
        let twiddles = Twiddles::new(order, Q * starts.len());
        let mut firsts = reserve(what, starts.len())?;
        for start in starts {
            firsts.push(lists::from_fn(|k| {
                let w = turned(twiddles.power((k + 1) * start));
                [w.re, w.im]
            }));
        }
        let places = |v, k| P::block(&lists::from_fn(|l| twiddles.power((k + 1) * (v * L + l))));
        Ok(Factors::Product(firsts, lists::from_fn(|v| lists::from_fn(|k| places(v, k)))))
    }

    /// Returns the factors of vector `b` with `k = K + 1`.
    #[inline(always)]
    pub(super) fn of<const K: usize, P: Ends<L, Float = T>>(&self, ring: P, b: usize) -> P::Vec {
        match self {
            Factors::Table(table) => ring.load_work(&table.as_chunks::<Q>().0[b][K]),
            Factors::Product(firsts, places) => {
                ring.mul(ring.load_work(&places[b % G][K]), ring.splat(&firsts[b / G][K]))
            }
        }
    }
}

impl<T: Real + Default, const L: usize, const Q: usize> Factors<T, L, Q, 2> {
    /// Returns the factors of both vectors of group `b` with `k = K + 1`.
    #[inline(always)]
    pub(super) fn of_two<const K: usize, P: Ends<L, Float = T>>(&self, ring: P, b: usize) -> [P::Vec; 2] {
        match self {
            Factors::Table(table) => {
                let [x, y] = &table.as_chunks::<Q>().0.as_chunks::<2>().0[b];
                [ring.load_work(&x[K]), ring.load_work(&y[K])]
            }
            Factors::Product(firsts, [x, y]) => {
                let w = ring.splat(&firsts[b][K]);
                [ring.mul(ring.load_work(&x[K]), w), ring.mul(ring.load_work(&y[K]), w)]
            }
        }
    }
}
