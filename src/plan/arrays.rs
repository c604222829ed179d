//! Plans over arrays: the transforms of their entries, side by side.

use super::{
    Accelerated, Ask, Built, Job, Kernels, Offer, Recipe, Resources, Scale, engine,
    kernels::{ColumnShape, Columns, Needs},
    points::Points,
    reorder::Engine,
};
use crate::{
    Result,
    algebra::{Domain, Subspace},
    dft::{Transform, check_slices},
    kernel::isa::Isa,
    order::{Order, transpose},
    rings::Arrays,
};
use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};

impl<M: Accelerated, const D: usize> Accelerated for Arrays<M, D> {
    const SUBSPACES: bool = M::SUBSPACES;
    const BUILDS_ALL: bool = true;

    fn identity(&self) -> Option<String> {
        self.module().identity()
    }

    fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
        Some(&Entries)
    }
}

/// The engines of the entries.
struct Entries;

/// Returns the same points for the entries, whose scalars are the same.
fn entries<M: Accelerated, const D: usize>(points: &Points<Arrays<M, D>>) -> Result<Points<M>> {
    let module = || points.module().module().clone();
    let domain = Domain::with_root(module(), points.domain().len(), points.domain().root().clone())?;
    Ok(match points.as_subspace() {
        None => Points::Powers(domain),
        Some(points) => {
            let subspace = Subspace::with_basis(module(), points.basis().to_vec())?;
            Points::Subspace(subspace.with_shift(points.shift().clone()), domain)
        }
    })
}

impl<M: Accelerated, const D: usize> Kernels<Arrays<M, D>> for Entries {
    fn instruction_sets(&self, ring: &Arrays<M, D>) -> &'static [Isa] {
        ring.module().instruction_sets()
    }

    fn fastest(&self, ring: &Arrays<M, D>, ask: &Ask) -> Option<Result<Recipe>> {
        ring.module().kernels()?.fastest(ring.module(), ask)
    }

    fn offers(&self, ring: &Arrays<M, D>, ask: &Ask) -> Vec<Offer> {
        ring.module().kernels().map(|kernels| kernels.offers(ring.module(), ask)).unwrap_or_default()
    }

    fn needs(&self, ring: &Arrays<M, D>, recipe: &Recipe, coset: bool, resources: Resources) -> Needs {
        let module = ring.module();
        let kernels = module.kernels();
        let needs = kernels.map(|kernels| kernels.needs(module, recipe, coset, resources)).unwrap_or_default();
        let columns = kernels.and_then(|kernels| kernels.column_shape(module, recipe, D, resources));
        let each = recipe.len().saturating_add(needs.scratch);
        // The work-space is that of one entry.
        let scratch = columns.map_or(0, |shape| shape.scratch.div_ceil(D)).max(each);
        Needs { scratch, kept: needs.kept.div_ceil(D), ..needs }
    }

    fn build(&self, job: &Job<'_, Arrays<M, D>>) -> Result<Option<Built<Arrays<M, D>>>> {
        let points = entries(job.points)?;
        let inner = Job { coset: job.coset, scale: job.scale, ..Job::new(job.recipe, &points, job.resources) };
        let module = points.module();
        if let Some(kernels) = module.kernels()
            && let Some(ColumnShape { scratch, .. }) = kernels.column_shape(module, job.recipe, D, job.resources)
            && let Some(columns) = kernels.columns(&inner, D)?
        {
            let (len, order, scratch) = (job.recipe.len(), job.recipe.order(), scratch.div_ceil(D));
            let exact = job.scale == Scale::INVERSE;
            return Ok(Some(Built::scaled(Arc::new(ColumnsInPlace { columns, len, order, scratch, exact }))));
        }
        let built = engine::built(&inner)?;
        Ok(built.map(|Built { engine, scaled }| Built { engine: Arc::new(Each(engine)), scaled }))
    }

    fn column_shape(
        &self,
        ring: &Arrays<M, D>,
        recipe: &Recipe,
        width: usize,
        resources: Resources,
    ) -> Option<ColumnShape> {
        let kernels = ring.module().kernels()?;
        let shape = kernels.column_shape(ring.module(), recipe, width.checked_mul(D)?, resources)?;
        Some(ColumnShape { scratch: shape.scratch.div_ceil(D), ..shape })
    }

    fn columns(&self, job: &Job<'_, Arrays<M, D>>, width: usize) -> Result<Option<Box<dyn Columns<Arrays<M, D>>>>> {
        let points = entries(job.points)?;
        let Some(kernels) = points.module().kernels() else { return Ok(None) };
        let inner = Job { coset: job.coset, scale: job.scale, ..Job::new(job.recipe, &points, job.resources) };
        let columns = kernels.columns(&inner, width.saturating_mul(D))?;
        Ok(columns.map(|columns| Box::new(Wider(columns)) as Box<dyn Columns<Arrays<M, D>>>))
    }
}

/// The columns of a matrix whose rows are arrays: those of their entries.
struct Wider<M: Accelerated>(Box<dyn Columns<M>>);

impl<M: Accelerated, const D: usize> Columns<Arrays<M, D>> for Wider<M> {
    fn forward(&self, values: &mut [[M::Element; D]], scratch: &mut [[M::Element; D]]) {
        self.0.forward(values.as_flattened_mut(), scratch.as_flattened_mut());
    }

    fn inverse(&self, values: &mut [[M::Element; D]], scratch: &mut [[M::Element; D]]) {
        self.0.inverse(values.as_flattened_mut(), scratch.as_flattened_mut());
    }
}

/// Arrays as the rows of a matrix whose columns are transformed in place.
struct ColumnsInPlace<M: Accelerated> {
    columns: Box<dyn Columns<M>>,
    len: usize,
    order: Order,
    /// Arrays of scratch.
    scratch: usize,
    /// `true` if the inverse returns the coefficients, `false` if it returns them with the scale that a plan asked for.
    exact: bool,
}

impl<M: Accelerated, const D: usize> Transform<Arrays<M, D>> for ColumnsInPlace<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        self.order
    }

    fn scratch_len(&self) -> usize {
        self.scratch
    }

    fn inverse_scale(&self) -> usize {
        if self.exact { 1 } else { self.len }
    }

    fn forward(&self, values: &mut [[M::Element; D]], scratch: &mut [[M::Element; D]]) -> Result<()> {
        check_slices::<Arrays<M, D>>(self, values, scratch)?;
        self.columns.forward(values.as_flattened_mut(), scratch[..self.scratch].as_flattened_mut());
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [[M::Element; D]], scratch: &mut [[M::Element; D]]) -> Result<()> {
        check_slices::<Arrays<M, D>>(self, values, scratch)?;
        self.columns.inverse(values.as_flattened_mut(), scratch[..self.scratch].as_flattened_mut());
        Ok(())
    }
}

/// Every entry by itself, gathered in the scratch.
struct Each<M: Accelerated>(Engine<M>);

impl<M: Accelerated> Each<M> {
    fn run<const D: usize>(
        &self,
        values: &mut [[M::Element; D]],
        scratch: &mut [[M::Element; D]],
        run: impl Fn(&mut [M::Element], &mut [M::Element]) -> Result<()>,
    ) -> Result<()> {
        check_slices::<Arrays<M, D>>(self, values, scratch)?;
        let len = values.len();
        let (entries, scratch) = scratch.split_at_mut(len);
        let (values, entries) = (values.as_flattened_mut(), entries.as_flattened_mut());
        transpose(values, entries, len, D);
        entries.chunks_exact_mut(len).try_for_each(|entries| run(entries, scratch.as_flattened_mut()))?;
        transpose(entries, values, D, len);
        Ok(())
    }
}

impl<M: Accelerated, const D: usize> Transform<Arrays<M, D>> for Each<M> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn order(&self) -> Order {
        self.0.order()
    }

    fn scratch_len(&self) -> usize {
        self.0.len() + self.0.scratch_len()
    }

    fn inverse_scale(&self) -> usize {
        self.0.inverse_scale()
    }

    fn forward(&self, values: &mut [[M::Element; D]], scratch: &mut [[M::Element; D]]) -> Result<()> {
        self.run(values, scratch, |entries, scratch| self.0.forward(entries, scratch))
    }

    fn inverse_unscaled(&self, values: &mut [[M::Element; D]], scratch: &mut [[M::Element; D]]) -> Result<()> {
        self.run(values, scratch, |entries, scratch| self.0.inverse_unscaled(entries, scratch))
    }
}
