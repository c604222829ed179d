//! The sizes of a plan: elements, scratch and bytes.

use super::{
    Accelerated, Algorithm, Layout, Options, Recipe, Resources,
    kernels::{ColumnShape, Needs},
};
use crate::{Error, Result};

/// The sizes that follow from recipe and options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Elements of one transform.
    pub(crate) len: usize,
    /// Transforms in one call.
    pub(crate) batch: usize,
    /// The layout of the transforms.
    pub(crate) layout: Layout,
    /// The number of threads.
    pub(crate) threads: usize,
    /// Elements in one call.
    pub(crate) total: usize,
    /// Elements that they span in a slice: more, where strides leave others between them.
    pub(crate) span: usize,
    /// Scratch of one transform.
    pub(crate) scratch_each: usize,
    /// The number of transforms that run at once.
    pub(crate) tasks: usize,
    /// Scratch of the whole call.
    pub(crate) scratch: usize,
}

impl Shape {
    /// Computes the sizes. `columns` is the scratch of the transform of columns in place, if the plan has one. `more` is the
    /// scratch that a module needs beside that of the recipe.
    pub(crate) fn new(
        recipe: &Recipe,
        options: &Options,
        threads: usize,
        columns: Option<usize>,
        more: usize,
    ) -> Option<Self> {
        let (len, batch, layout) = (recipe.len(), options.batch.max(1), options.layout);
        let total = len.checked_mul(batch)?;
        let tasks = threads.min(batch);
        let scratch_each = recipe.scratch_len(threads)?.checked_add(more)?;
        let span = layout.span(len, batch)?;
        let gathered = if layout.is_rows(len, batch) { 0 } else { total };
        let scratch = match columns {
            Some(scratch) => scratch,
            None => scratch_each.checked_mul(tasks)?.checked_add(gathered)?,
        };
        Some(Shape { len, batch, layout, threads, total, span, scratch_each, tasks, scratch })
    }

    /// Computes the bytes of tables and scratch, from the bytes of an element and of a twiddle, with at least `blocks`
    /// twiddles.
    fn bytes(
        &self,
        recipe: &Recipe,
        coset: bool,
        needs: &Needs,
        blocks: usize,
        [element, twiddle]: [usize; 2],
    ) -> Option<u64> {
        let bytes = |count: usize, size: usize| u64::try_from(count.checked_mul(size)?).ok();
        let scratch = bytes(self.scratch, element)?;
        let weights = if coset && !needs.folds { recipe.len().checked_mul(2)? } else { 0 };
        let (weights, tables) = match needs.tables {
            Some(tables) => (weights, tables),
            None => {
                let twiddles = bytes(recipe.twiddle_count()?.max(blocks), twiddle)?;
                (weights.max(2), twiddles.checked_add(bytes(needs.kept, element)?)?)
            }
        };
        tables.checked_add(bytes(weights, twiddle)?)?.checked_add(scratch)
    }
}

/// Returns the sizes of a plan of one transform's recipe, and the bytes of its tables and scratch. `coset` is true if the plan is on a
/// coset.
pub(super) fn sizes<M: Accelerated>(
    module: &M,
    recipe: &Recipe,
    options: &Options,
    columns: Option<ColumnShape>,
    coset: bool,
    resources: Resources,
) -> Result<(Shape, u64)> {
    let needs = match module.kernels() {
        Some(kernels) => kernels.needs(module, recipe.below(), coset, resources),
        None => Needs::default(),
    };
    let blocks = match recipe.below() {
        #[cfg(feature = "prime")]
        Recipe::Plain { algorithm: Algorithm::Truncated, len } => super::truncated::table_len(module, *len, resources),
        _ => Some(0),
    };
    let sizes = [size_of::<M::Element>(), size_of::<M::Twiddle>()];
    let columns = columns.map(|shape| shape.scratch);
    sizes_of(recipe, options, resources.threads, columns, (&needs, coset), blocks, sizes)
}

/// Computes [`sizes`] of a recipe with these needs; compiled once for all modules.
fn sizes_of(
    recipe: &Recipe,
    options: &Options,
    threads: usize,
    columns: Option<usize>,
    (needs, coset): (&Needs, bool),
    blocks: Option<usize>,
    sizes: [usize; 2],
) -> Result<(Shape, u64)> {
    if let Some(shape) = Shape::new(recipe, options, threads, columns, needs.scratch)
        && let Some(blocks) = blocks
        && let Some(bytes) = shape.bytes(recipe, coset, needs, blocks, sizes)
    {
        return Ok((shape, bytes));
    }
    Err(Error::Memory { what: "the plan", needed: u128::MAX, limit: options.memory_limit })
}
