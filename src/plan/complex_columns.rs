//! Kernels for the columns of matrices of complex floats.

use super::{
    Job, PackedShape, Recipe, Resources,
    kernels::{ColumnShape, Columns},
    points::Points,
    weights::scale_factor,
};
use crate::{
    Result,
    algebra::{Domain, Roots},
    kernel::{
        complex::across::{self, Across},
        grid::Grid,
    },
    order::Order,
    rings::{ComplexRing, Real},
};
use alloc::boxed::Box;
use num_complex::Complex;

/// Returns whether the root of a domain is the inverse of the ring's own, `None` if it is neither.
pub(super) fn backwards<T: Real>(domain: &Domain<ComplexRing<T>>) -> Result<Option<bool>> {
    let root = *domain.root();
    let own = if domain.has_own_root() { root } else { domain.module().root(domain.len())? };
    Ok(if root == own { Some(false) } else { (root == own.conj()).then_some(true) })
}

/// The least bytes of a matrix whose columns are shared out over threads.
const SHARED_BYTES: usize = 1 << 13;

/// Returns the number of threads that share out the columns.
fn tasks<T>(len: usize, width: usize, lanes: usize, threads: usize) -> usize {
    let bytes = len.saturating_mul(width).saturating_mul(size_of::<Complex<T>>());
    if bytes < SHARED_BYTES { 1 } else { threads.min(width / lanes).max(1) }
}

/// Returns the vectors and scratch of [`columns`], where there are kernels. The scratch counts their tables too.
pub(super) fn column_shape<T: Real>(recipe: &Recipe, width: usize, resources: Resources) -> Option<ColumnShape> {
    let Recipe::Packed { shape } = recipe else { return None };
    if shape.order() != Order::Natural || matches!(shape, PackedShape::Residues { .. }) || recipe.check().is_err() {
        return None;
    }
    let len = shape.len();
    // A matrix larger than memory is refused by its size.
    let bytes = len.checked_mul(width)?.checked_mul(size_of::<Complex<T>>())?;
    if isize::try_from(bytes).is_err() {
        return None;
    }
    let lanes = across::lanes::<T>(len, width, resources.isa)?;
    let tasks = tasks::<T>(len, width, lanes, resources.threads);
    Some(ColumnShape { lanes, scratch: across::elements::<T>(len, lanes)?.checked_mul(tasks)? })
}

/// Columns in the lanes of vectors.
struct InLanes<T> {
    kernel: Box<dyn Across<T>>,
    width: usize,
    tasks: usize,
    /// `true` if the root is the inverse of the ring's own.
    backwards: bool,
    /// The factors of the forward and of the inverse direction.
    factors: [Option<T>; 2],
}

impl<T: Real> InLanes<T> {
    /// Transforms the columns in this direction.
    fn run(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>], inverse: bool) {
        let shares = (self.tasks, self.kernel.scratch_len(), self.kernel.lanes());
        let factor = self.factors[usize::from(inverse)];
        let done = Grid::new(values, self.width).share(scratch, shares, &|grid, scratch| {
            self.kernel.run(grid, scratch, inverse != self.backwards, factor);
            Ok(())
        });
        debug_assert!(done.is_ok(), "kernels do not fail");
    }
}

impl<T: Real> Columns<ComplexRing<T>> for InLanes<T> {
    fn forward(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) {
        self.run(values, scratch, false);
    }

    fn inverse(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) {
        self.run(values, scratch, true);
    }
}

/// Builds the transform of columns in place; `None` for a coset, or a root that the kernels do not have.
pub(super) fn columns<T: Real>(
    job: &Job<'_, ComplexRing<T>>,
    width: usize,
) -> Result<Option<Box<dyn Columns<ComplexRing<T>>>>> {
    let (Points::Powers(domain), None) = (job.points, job.coset) else { return Ok(None) };
    let (ring, len) = (domain.module(), domain.len());
    let (Some(shape), Some(backwards)) = (column_shape::<T>(job.recipe, width, job.resources), backwards(domain)?)
    else {
        return Ok(None);
    };
    if len != job.recipe.len() {
        return Ok(None);
    }
    let kernel = across::build::<T>(len, shape.lanes, len.saturating_mul(width), job.resources.isa);
    let mut factors = [None; 2];
    for (factor, asked) in factors.iter_mut().zip([job.scale.forward, job.scale.inverse]) {
        *factor = scale_factor(ring, asked, len)?.map(|factor| factor.re);
    }
    let tasks = tasks::<T>(len, width, shape.lanes, job.resources.threads);
    Ok(kernel.map(|kernel| Box::new(InLanes { kernel, width, tasks, backwards, factors }) as Box<_>))
}
