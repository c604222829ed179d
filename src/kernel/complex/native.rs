//! The floats and instruction sets that kernels are compiled for.

use super::{Kernel, shape::Shape};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{Avx2, Avx512};
use crate::{Error, Result, kernel::isa::Isa, rings::Real};
use alloc::{boxed::Box, format};

/// The floats that kernels are compiled for: `f64` and `f32`.
pub(crate) trait Native: Real + Default + num_traits::Float {
    /// Lanes of the vectors of a resolved instruction set, widest first.
    fn lanes(isa: Isa) -> &'static [usize];

    /// Lanes of the codelets.
    fn codelet_lanes(isa: Isa) -> &'static [usize];

    /// Lanes of transforms in two steps through the first cache.
    fn stepped_lanes(isa: Isa) -> Option<&'static usize>;

    /// A kernel of a checked shape with vectors.
    fn build(shape: &Shape, isa: Isa, threads: usize) -> Result<Box<dyn Kernel<Self>>>;
}

/// Returns the instruction set asked for where the machine has it; the best for `Auto`.
pub(crate) fn resolve(isa: Isa) -> Result<Isa> {
    let isa = isa.resolved()?;
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match isa {
        Isa::Auto if Avx512::detect().is_some() => return Ok(Isa::Avx512),
        Isa::Auto if Avx2::detect().is_some() => return Ok(Isa::Avx2),
        Isa::Avx512 if Avx512::detect().is_some() => return Ok(isa),
        Isa::Avx2 if Avx2::detect().is_some() => return Ok(isa),
        _ => {}
    }
    match isa {
        Isa::Auto | Isa::Scalar | Isa::Pclmul => Ok(Isa::Scalar),
        isa => Err(Error::Unsupported {
            what: format!("complex transforms with {isa}: this machine or build has none; use auto or scalar"),
        }),
    }
}
