//! Kernels for the columns of matrices of residues of word size.

use super::{
    Algorithm, ColumnShape, Columns, Factors, PackedShape, Recipe, Resources,
    methods::word_fields,
    residues::{Words, map},
};
use crate::{
    Result,
    algebra::{Domain, Std},
    kernel::{isa::Isa, ntt},
    rings::{BabyBear, Goldilocks, KoalaBear, NativeField, ViaNative, native},
};
use alloc::boxed::Box;
use core::any::TypeId;

/// A [`column_shape`].
pub(super) type ColumnShapeOf = fn(&Recipe, usize, Resources) -> Option<ColumnShape>;

/// [`column_shape`] of `F`, where there are kernels.
pub(super) fn column_shape_of<F: NativeField>() -> Option<ColumnShapeOf> {
    fn of_this_field<F: NativeField>(recipe: &Recipe, width: usize, resources: Resources) -> Option<ColumnShape>
    where
        Std<F, ViaNative>: Words,
    {
        column_shape(&native::<F>(), recipe, width, resources)
    }
    macro_rules! found {
        ($($field:ty)*) => {
            $(if TypeId::of::<F>() == TypeId::of::<$field>() { return Some(of_this_field::<$field>); })*
        };
    }
    word_fields!(found);
    None
}

/// What [`columns`] takes, where there are kernels.
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
    Some(ColumnShape::new(lanes, ntt::column_scratch(recipe.len(), width, lanes, resources.threads)?))
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

/// What transforms columns where they lie.
pub(super) fn columns<M: Words>(
    recipe: &Recipe,
    domain: &Domain<M>,
    factors: Factors<'_, M>,
    width: usize,
    resources: Resources,
) -> Result<Option<Box<dyn Columns<M>>>> {
    if column_shape(domain.module(), recipe, width, resources).is_none() {
        return Ok(None);
    }
    let Some((map, _)) = map(recipe, domain, factors, resources)? else { return Ok(None) };
    let kernel = domain.module().column_kernel(&map, width, resources.isa.resolved()?);
    Ok(kernel.map(|kernel| Box::new(InWords(kernel)) as Box<dyn Columns<M>>))
}
