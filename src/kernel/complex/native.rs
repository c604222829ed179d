//! The floats and instruction sets that kernels are compiled for.

use super::{Kernel, shape::Shape};
use crate::{Error, Result, kernel::isa::Isa, rings::Real};
use alloc::{boxed::Box, format};

/// The floats that kernels are compiled for: `f64` and `f32`.
pub(crate) trait Native: Real + Default + num_traits::Float {
    /// True for `f64`, false for `f32`.
    const WIDE: bool;

    /// Builds a kernel of a checked shape with vectors.
    fn build(shape: &Shape, isa: Isa, threads: usize) -> Result<Box<dyn Kernel<Self>>>;
}

/// Returns the lanes of the vectors of a resolved instruction set, widest first.
pub(crate) const fn lanes(wide: bool, isa: Isa) -> &'static [usize] {
    match (isa, wide) {
        (Isa::Avx512, true) => &[8, 4],
        (Isa::Avx512, false) => &[16, 8],
        (Isa::Avx2, true) => &[4],
        (Isa::Avx2, false) => &[8],
        _ => &[1],
    }
}

/// Returns the lanes of the codelets.
pub(crate) const fn codelet_lanes(wide: bool, isa: Isa) -> &'static [usize] {
    match isa {
        Isa::Avx512 if wide => &[8, 4, 2],
        Isa::Avx2 if wide => &[4, 2],
        Isa::Avx2 | Isa::Avx512 => &[4],
        _ => &[],
    }
}

/// Returns the lanes of transforms in two steps through the first cache.
pub(crate) const fn stepped_lanes(wide: bool, isa: Isa) -> Option<usize> {
    match isa {
        Isa::Avx512 => Some(if wide { 4 } else { 8 }),
        // The parts of a number lie side by side.
        Isa::Avx2 => Some(if wide { 2 } else { 4 }),
        _ => None,
    }
}

/// Returns the instruction set asked for where the machine has it; the best for `Auto`.
pub(crate) fn resolve(isa: Isa) -> Result<Isa> {
    let asked = isa.resolved()?;
    match (asked, asked.widest()) {
        (Isa::Avx2 | Isa::Avx512, Isa::Scalar) => Err(Error::Unsupported {
            what: format!("complex transforms with {asked}: this machine or build has none; use auto or scalar"),
        }),
        (_, found) => Ok(found),
    }
}
