//! Kernels for the columns of matrices of residues of word size.

use super::{
    Algorithm, Job, PackedShape, Recipe, Resources,
    kernels::{ColumnShape, Columns},
    points::Points,
    word_rings::{Words, map},
};
use crate::{
    Result,
    kernel::{isa::Isa, ntt},
};
use alloc::boxed::Box;

/// Returns the vectors and scratch of [`columns`], where there are kernels.
pub(super) fn column_shape<M: Words>(
    ring: &M,
    recipe: &Recipe,
    width: usize,
    resources: Resources,
) -> Option<ColumnShape> {
    let isa = resources.isa.resolved().ok()?;
    let lanes = ring.column_lanes(width, isa);
    let is_kernel = matches!(
        recipe,
        Recipe::Packed { shape: PackedShape::Residues { .. } } | Recipe::Plain { algorithm: Algorithm::Negacyclic, .. }
    );
    if !is_kernel || isa == Isa::Scalar || lanes == 1 || recipe.len() < 2 || recipe.check().is_err() {
        return None;
    }
    Some(ColumnShape { lanes, scratch: ntt::column_scratch(recipe.len(), width, lanes, resources.threads)? })
}

struct InWords<W>(Box<dyn ntt::ColumnKernel<W>>);

impl<M: Words> Columns<M> for InWords<M::Word> {
    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) {
        self.0.forward(M::words(values), M::words(scratch));
    }

    fn inverse(&self, values: &mut [M::Element], scratch: &mut [M::Element]) {
        self.0.inverse(M::words(values), M::words(scratch));
    }
}

/// Builds the transform of columns in place.
pub(super) fn columns<M: Words>(job: &Job<'_, M>, width: usize) -> Result<Option<Box<dyn Columns<M>>>> {
    let Points::Powers(domain) = job.points else { return Ok(None) };
    if column_shape(domain.module(), job.recipe, width, job.resources).is_none() {
        return Ok(None);
    }
    let Some((map, _)) = map(job, domain)? else { return Ok(None) };
    let kernel = domain.module().column_kernel(&map, width, job.resources.isa.resolved()?);
    Ok(kernel.map(|kernel| Box::new(InWords(kernel)) as Box<dyn Columns<M>>))
}
