//! The properties of a plan, and its clones.

use super::{Accelerated, Options, Plan, Recipe, Scale, reorder::Engine, weights::Direction};
use crate::{
    Result,
    algebra::{Action, Module, Scalar, Subspace},
    order::Order,
};
use alloc::sync::Arc;
use core::fmt;

impl<E: Clone + Send + Sync + 'static, R: Accelerated<Element = E>> Plan<E, R> {
    /// Returns the number of elements of one transform.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.len
    }

    /// Returns the number of transforms in one call.
    #[must_use]
    pub fn batch(&self) -> usize {
        self.shape.batch
    }

    /// Returns the number of elements of scratch that the `_with` forms need.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.shape.scratch
    }

    /// Returns the bytes that tables and scratch take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.facts.bytes
    }

    /// Returns the order of the values.
    #[must_use]
    pub fn order(&self) -> Order {
        self.facts.recipe.order()
    }

    /// Returns the scale of both directions.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.facts.options.scale
    }

    /// Returns the recipe that the plan runs.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        &self.facts.recipe
    }

    /// Returns whether no factor is applied before or after the unscaled transform.
    pub(crate) fn is_unweighted(&self) -> bool {
        self.facts.weights.is_empty(Direction::Forward) && self.facts.weights.is_empty(Direction::Inverse)
    }

    /// Returns the unscaled transform inside.
    pub(crate) fn engine(&self) -> Result<&Engine<R>> {
        self.each()
    }

    /// Returns the options the plan was made with.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.facts.options
    }

    /// Returns the module whose elements are transformed.
    #[must_use]
    pub fn module(&self) -> &R {
        self.facts.points.module()
    }

    /// Returns the root of unity, of order [`Recipe::root_order`]: value `j` is `f(root^e)` with `e` the recipe's
    /// [`exponent`](Recipe::exponent) of `j`.
    ///
    /// The points of an additive transform are not powers: see [`subspace`](Plan::subspace). Its root is one.
    #[must_use]
    pub fn root(&self) -> &Scalar<R> {
        self.facts.points.domain().root()
    }

    /// Returns the points of an additive transform. Value `j` is taken at point `e`, with `e` the recipe's
    /// [`exponent`](Recipe::exponent) of `j`. Returns `None` for transforms over powers of a root.
    #[must_use]
    pub fn subspace(&self) -> Option<&Subspace<R>> {
        self.facts.points.as_subspace()
    }
}

impl<E, R: Module<Element = E> + Action> Clone for Plan<E, R> {
    fn clone(&self) -> Self {
        let Plan { facts, engine, shape, bare } = self;
        Plan { facts: Arc::clone(facts), engine: engine.clone(), shape: *shape, bare: *bare }
    }
}

impl<E, R: Accelerated<Element = E>> fmt::Debug for Plan<E, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("recipe", &format_args!("{}", self.facts.recipe))
            .field("options", &self.facts.options)
            .field("bytes", &self.facts.bytes)
            .finish_non_exhaustive()
    }
}
