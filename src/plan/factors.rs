//! What engines may take upon them besides an unscaled transform: cosets, scales, the columns of a matrix.

use super::Scale;
use crate::{
    algebra::{Action, Scalar},
    dft::Transform,
};
use alloc::{boxed::Box, sync::Arc};

/// What a plan multiplies with besides the powers of its root.
#[non_exhaustive]
pub struct Factors<'a, M: Action> {
    /// What the points are multiplied with; `None` for 1.
    pub coset: Option<&'a Scalar<M>>,
    /// The scale of both directions.
    pub scale: Scale,
}

impl<M: Action> Clone for Factors<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Action> Copy for Factors<'_, M> {}

/// An engine with factors in its tables.
#[non_exhaustive]
pub struct Folded<M: Action> {
    /// The engine, with the coset in its tables.
    pub engine: Arc<dyn Transform<M>>,
    /// Whether it has the scale there too: then the plan multiplies with nothing.
    pub scaled: bool,
}

impl<M: Action> Folded<M> {
    /// An engine with the coset in its tables, and the scale where `scaled`.
    pub fn new(engine: Arc<dyn Transform<M>>, scaled: bool) -> Self {
        Folded { engine, scaled }
    }
}

/// How columns are transformed where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnShape {
    /// Elements of a vector.
    pub lanes: usize,
    /// Elements of scratch.
    pub scratch: usize,
}

impl ColumnShape {
    /// Vectors of so many elements, and so many elements of scratch.
    pub fn new(lanes: usize, scratch: usize) -> Self {
        ColumnShape { lanes, scratch }
    }
}

/// Transforms of all columns of a matrix of one number of rows and columns, in place, with coset and scale: `values` are the
/// rows one after the other, `scratch` as long as [`column_shape`](super::Accelerated::column_shape) says.
pub trait Columns<M: Action>: Send + Sync {
    /// Coefficients to values.
    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]);

    /// Values to coefficients.
    fn inverse(&self, values: &mut [M::Element], scratch: &mut [M::Element]);
}

/// Transforms of columns, where there are some.
pub(super) type MaybeColumns<M> = Option<Box<dyn Columns<M>>>;
