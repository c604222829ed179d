//! The interface between plans and kernels of columns, and what those are made of.

use crate::kernel::{grid::Grid, isa::Isa};
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
    /// `true` if the rows lie whole pages apart.
    pub(super) apart: bool,
}

/// A page in bytes: rows whose distance is a multiple of it share few sets of the caches.
pub(super) const PAGE: usize = 1 << 12;

/// Alignment of work space in bytes.
pub(super) const ALIGNMENT: usize = 64;
