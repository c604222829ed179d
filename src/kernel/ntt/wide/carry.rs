//! Elements of other fields, which become residues as they enter the first pass and elements as they leave the last.

use super::{
    Kernel, LANES,
    limbs::Block,
    walk::{LEAF, PIECE, ROWS, SHARED, TOGETHER, quarters, rows},
    words::Memory,
};
use crate::{
    Error, Result, lists,
    rings::representation::{Representation, load, store},
    threads::{Every, both, share},
};
use core::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
};

/// Columns of natural order, and where their values go.
type Columns<'a, T> = (Range<usize>, [Every<&'a mut [T]>; ROWS]);

/// Columns of the four quarters of a workspace, and the elements that they become.
type Quarters<'a, M, T> = ([Every<&'a [Block<M>]>; 4], [Every<&'a mut [T]>; 4]);

/// Runs `f` on columns of the four quarters of both, `group` elements of `to` for every vector, and in whole pieces if
/// shared.
pub(super) fn quarters_of<M: Memory, T: Send>(
    shared: bool,
    x: &[Block<M>],
    to: &mut [T],
    group: usize,
    f: &(impl Fn([&[Block<M>]; 4], [Every<&mut [T]>; 4]) + Sync),
) {
    let pieces: Quarters<'_, M, T> =
        (lists::map(quarters(x), |row| Every(row, PIECE)), lists::map(rows(to), |row| Every(row, PIECE * group)));
    share(shared, pieces, SHARED / 4 / PIECE, &|(from, to): Quarters<'_, M, T>| f(lists::map(from, |row| row.0), to));
}

/// A transform of elements that are carried, from one slice to another; the lengths are the kernel's.
pub(crate) struct Carried<'a, C: Representation> {
    pub(crate) kernel: &'a dyn Kernel,
    pub(crate) carry: &'a C,
    pub(crate) natural: bool,
}

impl<C: Representation> Carried<'_, C> {
    fn shares(&self, vectors: usize) -> bool {
        self.kernel.threads() > 1 && vectors >= SHARED
    }

    /// Runs the first pass on coefficients, into the workspace.
    pub(crate) fn enter(&self, from: &[C::Element], x: &mut [Block]) {
        self.kernel.first(&|at, words| load(self.carry, &from[at..], words), x);
    }

    /// Computes the values from the workspace.
    pub(crate) fn values(&self, x: &mut [Block], to: &mut [C::Element]) -> Result<()> {
        all(|invalid| {
            if self.natural {
                self.kernel.levels_down(x);
                self.columns(x.as_chunks().0, to, invalid);
            } else {
                self.nodes(x, to, x.len() / 4, 0, invalid);
            }
        })
    }

    fn columns(&self, tiles: &[[Block; LANES]], to: &mut [C::Element], invalid: &AtomicBool) {
        let pieces = (0..tiles.len(), lists::map(rows::<_, ROWS>(to), |row| Every(row, 1)));
        share(self.shares(tiles.len() * LANES), pieces, SHARED / LANES, &|(columns, mut to): Columns<
            '_,
            C::Element,
        >| {
            let mut words = [[[0; 4]; TOGETHER]; ROWS];
            let together = TOGETHER.min(columns.len());
            for column in (0..columns.len()).step_by(together) {
                let rows = words.each_mut().map(|row| &mut row[..together]);
                self.kernel.columns_down(tiles, columns.start + column, rows);
                for (to, words) in to.iter_mut().zip(&words) {
                    if !store(self.carry, &words[..together], &mut to.0[column..column + together]) {
                        invalid.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
    }

    fn nodes(&self, x: &mut [Block], to: &mut [C::Element], q: usize, b: usize, invalid: &AtomicBool) {
        if x.len() > q {
            let half = x.len() / 2;
            let ((low, high), next) = (x.split_at_mut(half), b + half / q);
            let (to_low, to_high) = to.split_at_mut(to.len() / 2);
            return both(
                self.shares(half),
                || self.nodes(low, to_low, q, b, invalid),
                || self.nodes(high, to_high, q, next, invalid),
            );
        }
        if q > LEAF {
            self.kernel.level_down(x, b);
            return self.nodes(x, to, q / 4, 4 * b, invalid);
        }
        let mut words = [[0; 4]; LEAF * LANES];
        let words = &mut words[..q * LANES];
        self.kernel.values_down(x, words, b);
        if !store(self.carry, words, to) {
            invalid.store(true, Ordering::Relaxed);
        }
    }

    /// Runs the first inverse pass on values, into the workspace.
    pub(crate) fn enter_values(&self, from: &[C::Element], x: &mut [Block]) {
        self.kernel.levels_up(&|at, words| load(self.carry, &from[at..], words), x, self.natural);
    }

    /// Computes the coefficients from the workspace.
    pub(crate) fn coefficients(&self, x: &[Block], to: &mut [C::Element]) -> Result<()> {
        all(|invalid| {
            quarters_of(self.shares(x.len()), x, to, LANES, &|from, mut to| {
                let mut words = [[[[0; 4]; LANES]; PIECE]; 4];
                for at in (0..from[0].len()).step_by(PIECE) {
                    self.kernel.last(from.map(|row| &row[at..at + PIECE]), words.each_mut().map(|row| &mut row[..]));
                    for (to, words) in to.iter_mut().zip(&words) {
                        let to = &mut to.0[at * LANES..(at + PIECE) * LANES];
                        if !store(self.carry, words.as_flattened(), to) {
                            invalid.store(true, Ordering::Relaxed);
                        }
                    }
                }
            });
        })
    }
}

/// Runs `f`, and returns an error if a field rejected words that its constants say are residues.
pub(crate) fn all(f: impl FnOnce(&AtomicBool)) -> Result<()> {
    let invalid = AtomicBool::new(false);
    f(&invalid);
    match invalid.into_inner() {
        true => Err(Error::Contract { what: "a field must be what its constants say" }),
        false => Ok(()),
    }
}
