//! The interface between plans and kernels of columns, and what those are made of.

use crate::{
    kernel::{grid::Grid, isa::Isa},
    lists::{self, enumerate},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// Transforms of columns, in place and unscaled.
pub(crate) trait Across<T>: Send + Sync {
    /// Returns the length of the scratch of a run, in complex numbers.
    fn scratch_len(&self) -> usize;

    /// Returns the number of columns that are shared out over threads as one block.
    fn lanes(&self) -> usize;

    /// Transforms every column and multiplies it by `factor`. The contents of `scratch` do not matter.
    ///
    /// Never allocates or panics.
    fn run(&self, grid: Grid<'_, Complex<T>>, scratch: &mut [Complex<T>], inverse: bool, factor: Option<T>);
}

/// The parameters of a kernel.
pub(super) struct Form {
    pub(super) len: usize,
    pub(super) radices: Vec<usize>,
    pub(super) lanes: usize,
    pub(super) groups: usize,
    pub(super) far: bool,
    pub(super) asks: bool,
    pub(super) isa: Isa,
    /// The bytes of the matrix.
    pub(super) bytes: usize,
    /// The most rows that share a set of the first cache.
    pub(super) crowd: usize,
}

/// A page in bytes: rows whose distance is a multiple of it share few sets of the caches.
pub(super) const PAGE: usize = 1 << 12;

/// The lines of a set of the first cache. Where more rows share one, each line is fetched once to be read and once to be written.
pub(super) const WAYS: usize = 8;

/// The most bytes of a matrix that is near: of a larger one, lines that follow one another come faster than one of each row.
pub(super) const NEAR: usize = 1 << 23;

/// The most lines of each row at a time.
pub(super) const LINES: usize = 8;

/// Alignment of work space in bytes.
pub(super) const ALIGNMENT: usize = 64;

/// Runs over a copy of the columns from one on, which fill no row of the copy. Its other columns hold anything.
pub(super) fn copied<T: Copy>(grid: &mut Grid<'_, T>, column: usize, copy: &mut [T], run: &mut dyn FnMut(Grid<'_, T>)) {
    let count = grid.columns() - column;
    let width = copy.len() / grid.rows();
    if count > 0 && count <= width {
        for (j, row) in enumerate(copy.chunks_exact_mut(width)) {
            lists::copy(row, grid.piece(j, column, count));
        }
        run(Grid::new(copy, width));
        for (j, row) in enumerate(copy.chunks_exact(width)) {
            lists::copy(grid.piece(j, column, count), row);
        }
    }
}
