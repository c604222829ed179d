//! Plans over arrays: the transforms of their entries, side by side.

use super::{
    Accelerated, ColumnShape, Columns, Factors, Folded, PackedShape, Recipe, Resources, Scale, engine::Engine,
    methods::methods,
};
use crate::{
    Result,
    algebra::{Domain, Scalar, Subspace},
    dft::{Transform, check_slices},
    order::{Order, transpose},
    rings::Arrays,
};
use alloc::{boxed::Box, sync::Arc, vec::Vec};

impl<M: Accelerated, const D: usize> Arrays<M, D> {
    fn entries(&self, domain: &Domain<Self>) -> Result<Domain<M>> {
        Domain::with_root(self.module().clone(), domain.len(), domain.root().clone())
    }

    /// What transforms all entries, with these factors if there are any; and whether they are the plan's no more.
    fn side_by_side(
        &self,
        recipe: &Recipe,
        domain: &Domain<Self>,
        asked: Option<Factors<'_, Self>>,
        resources: Resources,
    ) -> Result<Option<Folded<Self>>> {
        let entries = self.entries(domain)?;
        let factors =
            factors::<M>(asked.and_then(|asked| asked.coset), asked.map_or(Scale::INVERSE, |asked| asked.scale));
        if let Some(ColumnShape { scratch, .. }) = self.module().column_shape(recipe, D, resources)
            && let Some(columns) = self.module().columns(recipe, &entries, factors, D, resources)?
        {
            let (len, order, scratch) = (recipe.len(), recipe.order(), scratch.div_ceil(D));
            let exact = asked.is_none_or(|asked| asked.scale == Scale::INVERSE);
            return Ok(Some(Folded::new(Arc::new(Lying { columns, len, order, scratch, exact }), true)));
        }
        let Folded { engine, scaled } = match asked {
            None => Folded::new(self.module().engine(recipe, &entries, resources)?, false),
            Some(_) => match self.module().folded_engine(recipe, &entries, factors, resources)? {
                Some(folded) => folded,
                None => return Ok(None),
            },
        };
        Ok(Some(Folded::new(Arc::new(Each(engine)), scaled)))
    }
}

/// The factors over the entries, whose scalars are the same.
fn factors<M: Accelerated>(coset: Option<&Scalar<M>>, scale: Scale) -> Factors<'_, M> {
    Factors { coset, scale }
}

impl<M: Accelerated, const D: usize> Accelerated for Arrays<M, D> {
    methods! {
        identity(self) { self.module().identity() }
        instruction_sets(self) { self.module().instruction_sets() }
        packed(self, len, order, resources) { self.module().packed(len, order, resources) }
        packed_over_any_root(self) { self.module().packed_over_any_root() }
        packed_bytes(self, shape, coset) { self.module().packed_bytes(shape, coset) }
        more_scratch(self, recipe, resources) {
            let columns = self.module().column_shape(recipe, D, resources).map_or(0, |shape| shape.scratch.div_ceil(D));
            let each = recipe.len().saturating_add(self.module().more_scratch(recipe, resources));
            columns.max(each)
        }
        kept_len(self, recipe, resources) {
            // Of one entry's.
            self.module().kept_len(recipe, resources).div_ceil(D)
        }
        engine(self, recipe, domain, resources) {
            match self.side_by_side(recipe, domain, None, resources)? {
                Some(folded) => Ok(folded.engine),
                None => Ok(Arc::new(Each(self.module().engine(recipe, &self.entries(domain)?, resources)?))),
            }
        }
        folded_engine(self, recipe, domain, factors, resources) {
            self.side_by_side(recipe, domain, Some(factors), resources)
        }
        column_shape(self, recipe, width, resources) {
            let shape = self.module().column_shape(recipe, width.checked_mul(D)?, resources)?;
            Some(ColumnShape { scratch: shape.scratch.div_ceil(D), ..shape })
        }
        columns(self, recipe, domain, asked, width, resources) {
            let (entries, factors) = (self.entries(domain)?, factors::<M>(asked.coset, asked.scale));
            let columns = self.module().columns(recipe, &entries, factors, width.saturating_mul(D), resources)?;
            Ok(columns.map(|columns| Box::new(Wider(columns)) as Box<dyn Columns<Self>>))
        }
    }

    fn packed_candidates(&self, len: usize, order: Order, resources: Resources) -> Vec<(PackedShape, f64)> {
        self.module().packed_candidates(len, order, resources)
    }

    fn additive_engine(&self, recipe: &Recipe, points: &Subspace<Self>, resources: Resources) -> Result<Engine<Self>> {
        let basis = points.basis().to_vec();
        let entries = Subspace::with_basis(self.module().clone(), basis)?.with_shift(points.shift().clone());
        Ok(Arc::new(Each(self.module().additive_engine(recipe, &entries, resources)?)))
    }

    fn additive_engine_over<N: Accelerated>(&self, recipe: &Recipe, points: &Subspace<N>) -> Result<Engine<N>> {
        self.module().additive_engine_over(recipe, points)
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

/// Arrays as the rows of a matrix whose columns are transformed where they lie.
struct Lying<M: Accelerated> {
    columns: Box<dyn Columns<M>>,
    len: usize,
    order: Order,
    /// Arrays of scratch.
    scratch: usize,
    /// Whether the inverse returns the coefficients; else what a plan asked for.
    exact: bool,
}

impl<M: Accelerated, const D: usize> Transform<Arrays<M, D>> for Lying<M> {
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
