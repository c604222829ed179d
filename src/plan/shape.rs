//! How much a plan takes.

use super::{Accelerated, Algorithm, ColumnShape, Options, PackedShape, Recipe, Resources};
use crate::{Error, Result, kernel::ntt};

/// The sizes that follow from recipe and options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Elements in one call.
    pub(crate) total: usize,
    /// Elements that they span in a slice: more, where strides leave others between them.
    pub(crate) span: usize,
    /// Scratch of one transform.
    pub(crate) scratch_each: usize,
    /// How many transforms run at once.
    pub(crate) tasks: usize,
    /// Scratch of the whole call.
    pub(crate) scratch: usize,
}

impl Shape {
    /// With the scratch of what transforms columns where they lie, if the plan has it, and what a module needs of it beside that of
    /// the recipe.
    pub(crate) fn new(
        recipe: &Recipe,
        options: &Options,
        threads: usize,
        columns: Option<usize>,
        more: usize,
    ) -> Option<Self> {
        let batch = options.batch.max(1);
        let total = recipe.len().checked_mul(batch)?;
        let tasks = threads.min(batch);
        let scratch_each = recipe.scratch_len(threads)?.checked_add(more)?;
        let span = options.layout.span(recipe.len(), batch)?;
        if let Some(scratch) = columns {
            return Some(Shape { total, span, scratch_each, tasks, scratch });
        }
        let gathered = if options.layout.is_rows(recipe.len(), batch) { 0 } else { total };
        let scratch = scratch_each.checked_mul(tasks)?.checked_add(gathered)?;
        Some(Shape { total, span, scratch_each, tasks, scratch })
    }

    /// Bytes of tables and scratch, with those of a kernel in place of the tables where it tells them.
    pub(crate) fn bytes<M: Accelerated>(
        &self,
        module: &M,
        recipe: &Recipe,
        coset: bool,
        resources: Resources,
    ) -> Option<u64> {
        let scratch = u64::try_from(self.scratch.checked_mul(size_of::<M::Element>())?).ok()?;
        let (inner, bare) = match recipe {
            Recipe::Reorder { inner, .. } => (&**inner, false),
            recipe => (recipe, true),
        };
        if let Recipe::Packed { shape } = inner
            && let Some(kernel) = module.packed_bytes(shape, coset && bare)
        {
            // Under a reordering the coset is the plan's.
            let weights = if coset && !bare { recipe.len().checked_mul(2)? } else { 0 };
            let weights = weights.checked_mul(size_of::<M::Twiddle>())?;
            return kernel.checked_add(weights as u64)?.checked_add(scratch);
        }
        let blocks = match inner {
            Recipe::Plain { algorithm: Algorithm::Truncated, len } => {
                super::truncated::table_len(module, *len, resources)?
            }
            _ => 0,
        };
        // Kernels of residues have the coset in their tables.
        let folds = matches!(inner, Recipe::Packed { shape: PackedShape::Residues { .. } });
        let weights = if coset && !folds { recipe.len().checked_mul(2)? } else { 2 };
        let twiddles = match inner {
            Recipe::Packed { shape: PackedShape::Residues { lanes, len, .. } } => {
                ntt::table_len(*lanes, *len, size_of::<M::Element>(), resources.twiddles)?
            }
            _ => recipe.twiddle_count()?.max(blocks),
        };
        let twiddles = twiddles.checked_add(weights)?;
        // Kernels of residues multiply by a factor and its quotient, whatever the ring takes for a twiddle.
        let least = if folds { size_of::<[u32; 2]>() } else { 0 };
        let tables = twiddles.checked_mul(size_of::<M::Twiddle>().max(least))?;
        let kept = match recipe {
            Recipe::Packed { .. } => 0,
            _ => module.kept_len(recipe, resources).checked_mul(size_of::<M::Element>())?,
        };
        u64::try_from(tables.checked_add(kept)?).ok()?.checked_add(scratch)
    }
}

/// Returns the sizes of a plan of one transform's recipe, on a coset that it computes or not, and the bytes of its tables and scratch.
pub(super) fn sizes<M: Accelerated>(
    module: &M,
    recipe: &Recipe,
    options: &Options,
    columns: Option<ColumnShape>,
    coset: bool,
    resources: Resources,
) -> Result<(Shape, u64)> {
    let (columns, more) = (columns.map(|shape| shape.scratch), module.more_scratch(recipe, resources));
    Shape::new(recipe, options, resources.threads, columns, more)
        .and_then(|shape| Some((shape, shape.bytes(module, recipe, coset, resources)?)))
        .ok_or(Error::Memory { what: "the plan", needed: u128::MAX, limit: options.memory_limit })
}
