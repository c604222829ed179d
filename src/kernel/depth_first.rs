//! Decimation in frequency, depth first, for elements that do not fit registers.
//!
//! Notation: `n = 2^k`, `w` a principal `n`-th root; a node of size `2m` has the root `z = w^(n/(2m))`.
//!
//! # Idea
//! The twisted transform's tree, walked depth first, so that a subtree works in the cache it fits. All levels work in
//! place on a copy in the scratch. One last sweep copies the values in natural order, and for the inverse also reverses
//! the list (`inverse = forward, then k -> -k`).
//!
//! ```text
//! scratch    x0 .. x(m-1)   xm .. x(2m-1)
//!                  \  sums, z^d differences  /
//! scratch    node of size m     node of size m        -> and so on, the left one first
//! values     X(k) = scratch[k with its bits reversed]
//! ```
//!
//! # Equals
//! [`Twisted`](crate::dft::Twisted) of the same length, reordered, bit for bit; the same bits for every number
//! of threads.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | 2^k, k >= 6 | any action | n | through scratch |
//!
//! # Cost
//! `n lg n` additions and `(n/2) lg n - n + 1` products, of which `n/2 - 1` by `w^(n/4)`. Asserted by
//! `tests/suite/counts.rs`.

use crate::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    dft::{Transform, check_slices, stockham::split},
    lists,
    order::{Order, bit_reverse},
    threads::{Every, both, share},
};
use alloc::vec::Vec;
use core::ops::Range;

/// The side of a tile of the last sweep.
const TILE: usize = 8;
/// The least length: one tile.
const LEAST: usize = TILE * TILE;
/// Elements of each half in one piece of work.
const PIECE: usize = 1 << 10;
/// Nodes below this size are not shared out over threads.
const SHARED: usize = 1 << 12;

/// Depth-first decimation in frequency, in natural order.
pub(crate) struct DepthFirst<M: Action> {
    module: M,
    len: usize,
    /// For nodes of size 4, 8, ..., n: `z^d` for `1 <= d < m`.
    twiddles: Vec<Vec<M::Twiddle>>,
    threads: usize,
}

impl<M: Action> DepthFirst<M>
where
    M::Scalars: Roots,
{
    pub(crate) fn new(domain: &Domain<M>, threads: usize) -> Result<Self> {
        let len = domain.len();
        if !len.is_power_of_two() || len < LEAST {
            return Err(Error::Length {
                what: "depth-first",
                len,
                possible: "it needs a power of two from 64 on; `stockham` takes the shorter ones",
            });
        }
        let table = |log_size: u32| domain.twiddles(len >> log_size, (1 << log_size) / 2).split_off(1);
        let twiddles = (2..=len.ilog2()).map(table).collect();
        Ok(DepthFirst { module: domain.module().clone(), len, twiddles, threads })
    }
}

impl<M: Action> DepthFirst<M> {
    /// Returns `z^d`, `1 <= d < m`, for a node of size `2m >= 4`.
    fn twiddles(&self, size: usize) -> &[M::Twiddle] {
        &self.twiddles[size.ilog2() as usize - 2]
    }

    fn run(&self, values: &mut [M::Element], scratch: &mut [M::Element], inverse: bool) -> Result<()> {
        check_slices(self, values, scratch)?;
        let scratch = &mut scratch[..self.len];
        let (sums, differences) = scratch.split_at_mut(self.len / 2);
        sums.clone_from_slice(&values[..self.len / 2]);
        differences.clone_from_slice(&values[self.len / 2..]);
        self.level(sums, differences);
        self.both(sums, differences);
        self.place(values, scratch, inverse);
        Ok(())
    }

    /// Computes `values[k] = scratch[k with its bits reversed]`, or `-k` for the inverse. Tiles of eight by eight use
    /// whole cache lines on both sides.
    fn place(&self, values: &mut [M::Element], scratch: &[M::Element], inverse: bool) {
        const REVERSED: [usize; TILE] = [0, 4, 2, 6, 1, 5, 3, 7];
        let (n, bits, stride) = (self.len, self.len.ilog2(), self.len / TILE);
        let tiles = |first: usize, mut rows: [&mut [M::Element]; TILE]| {
            for tile in 0..rows[0].len() / TILE {
                let middle = first + tile * TILE;
                let from = bit_reverse(middle, bits);
                for (high, row) in rows.iter_mut().enumerate() {
                    for (low, value) in row[tile * TILE..][..TILE].iter_mut().enumerate() {
                        value.clone_from(
                            &scratch[match inverse {
                                false => from + REVERSED[low] * stride + REVERSED[high],
                                true => bit_reverse((n - high * stride - middle - low) % n, bits),
                            }],
                        );
                    }
                }
            }
        };
        let rows = split::<TILE, _>(values, stride);
        let pieces = (0..stride.div_ceil(PIECE), lists::map(rows, |row| Every(row, PIECE)));
        share(self.threads > 1 && n >= SHARED, pieces, 1, &|(numbers, rows): (
            Range<usize>,
            [Every<&mut [_]>; TILE],
        )| {
            tiles(numbers.start * PIECE, lists::map(rows, |row| row.0));
        });
    }

    /// Computes `(a_d, b_d) <- (a_d + b_d, z^d (a_d - b_d))`.
    fn level(&self, low: &mut [M::Element], high: &mut [M::Element]) {
        let module = &self.module;
        let twiddles = self.twiddles(2 * low.len());
        // z^0 = 1 needs no product.
        module.butterfly(&mut low[0], &mut high[0]);
        let run = |low: &mut [M::Element], high: &mut [M::Element], twiddles: &[M::Twiddle]| {
            for ((a, b), z_d) in low.iter_mut().zip(high).zip(twiddles) {
                module.butterfly_then(a, b, z_d);
            }
        };
        let shared = self.threads > 1 && low.len() >= SHARED;
        let pieces = (Every(&mut low[1..], PIECE), Every(&mut high[1..], PIECE), Every(twiddles, PIECE));
        share(shared, pieces, 1, &|(low, high, twiddles): (Every<&mut [_]>, Every<&mut [_]>, Every<&[_]>)| {
            run(low.0, high.0, twiddles.0);
        });
    }

    fn both(&self, low: &mut [M::Element], high: &mut [M::Element]) {
        both(self.threads > 1 && low.len() >= SHARED, || self.node(low), || self.node(high));
    }

    /// Transforms a node of size 4 or more, in place.
    fn node(&self, block: &mut [M::Element]) {
        if let [a, b, c, d] = block {
            let module = &self.module;
            module.butterfly(a, c);
            module.butterfly_then(b, d, &self.twiddles[0][0]);
            module.butterfly(a, b);
            module.butterfly(c, d);
            return;
        }
        let (low, high) = block.split_at_mut(block.len() / 2);
        self.level(low, high);
        self.both(low, high);
    }
}

impl<M: Action> Transform<M> for DepthFirst<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.len
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, false)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, true)
    }
}
