//! Fast Lin-Chung-Han transforms over the binary fields of this crate.

mod blocks;
mod cast;
mod fast;
mod isomorphism;
mod toeplitz;

use crate::{
    Result,
    algebra::{Std, Subspace},
    dft::Transform,
    kernel::{isa::Isa, planes},
    rings::{BinaryField, ViaBinary},
};
use alloc::sync::Arc;

/// A transform of a binary field.
type Engine<F> = Arc<dyn Transform<Std<F, ViaBinary>>>;

/// The transform from coefficients in the novel basis.
pub(crate) fn engine<F: BinaryField>(
    points: &Subspace<Std<F, ViaBinary>>,
    threads: usize,
    isa: Isa,
) -> Option<Result<Engine<F>>> {
    if !cast::is_word::<F>() || !points.is_cantor() || points.dim() < 7 {
        return None;
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        if matches!(isa, Isa::Auto | Isa::Avx512)
            && let Some(b) = planes::Avx512::detect()
        {
            return Some(with_planes(b, points, threads));
        }
        if matches!(isa, Isa::Auto | Isa::Avx2)
            && let Some(b) = planes::Avx2::detect()
        {
            return Some(with_planes(b, points, threads));
        }
    }
    None
}

fn with_planes<B: planes::Bytes, F: BinaryField>(
    b: B,
    points: &Subspace<Std<F, ViaBinary>>,
    threads: usize,
) -> Result<Engine<F>> {
    Ok(match F::BITS {
        8 => Arc::new(fast::Planes::<1, B, F>::new(b, points, threads)?),
        16 => Arc::new(fast::Planes::<2, B, F>::new(b, points, threads)?),
        32 => Arc::new(fast::Planes::<4, B, F>::new(b, points, threads)?),
        64 => Arc::new(fast::Planes::<8, B, F>::new(b, points, threads)?),
        _ => Arc::new(fast::Planes::<16, B, F>::new(b, points, threads)?),
    })
}
#[cfg(test)]
mod tests;
