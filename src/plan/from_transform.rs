//! Plans around a transform of the caller's choice, compiled where it is named.

use super::{
    Accelerated, Builder, Coefficients, Plan, Recipe,
    points::Points,
    reorder::{Engine, reorder},
};
use crate::{
    Error, Result,
    algebra::{Domain, Subspace},
    dft::Transform,
};
use alloc::sync::Arc;

impl<E: Clone + Send + Sync + 'static, R: Accelerated<Element = E>> Plan<E, R> {
    /// Creates a plan that runs the transform returned by `make`, which is given the powers of a root that the
    /// algorithm needs.
    ///
    /// The builder names the algorithm that the transform computes. Length, order of the values and scratch are
    /// compared with those of that algorithm; the values are not. Everything else (coset, scale, batch, order, threads
    /// over a batch, scratch) is the plan's, as for its own transforms. This works in every build: without the feature
    /// `variants`, plans by name are compiled only for the algorithms that the planner chooses.
    ///
    /// ```
    /// use ringfft::{dft::SplitRadix, plan::{Algorithm, Plan}, rings::ComplexRing};
    ///
    /// let builder = Plan::builder(ComplexRing::<f64>::new(), 64).algorithm(Algorithm::SplitRadix);
    /// let plan = Plan::from_transform(builder, SplitRadix::new)?;
    /// assert_eq!(plan.recipe().to_string(), "reorder(natural, split-radix(64))");
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Builder::build`] and of `make`; [`Error::Unsupported`] if the builder names no algorithm, or an
    /// additive one, or novel coefficients; [`Error::Contract`] if the transform has another length or order, or needs
    /// more scratch, than the named algorithm.
    pub fn from_transform<T: Transform<R> + 'static>(
        builder: Builder<R>,
        make: impl FnOnce(&Domain<R>) -> Result<T>,
    ) -> Result<Self> {
        let mut make = Some(make);
        build(builder, &mut |points| match (points.as_subspace(), make.take()) {
            (None, Some(make)) => Ok(Arc::new(make(points.domain())?)),
            _ => Err(Error::Unsupported {
                what: "an additive transform is taken at the points of a subspace: use `Plan::from_additive`".into(),
            }),
        })
    }

    /// Creates a plan that runs the additive transform returned by `make`, which is given the subspace or coset of the
    /// values. Otherwise it is as [`from_transform`](Plan::from_transform).
    ///
    /// # Errors
    /// As [`from_transform`](Plan::from_transform); [`Error::Unsupported`] for an algorithm that is not additive.
    pub fn from_additive<T: Transform<R> + 'static>(
        builder: Builder<R>,
        make: impl FnOnce(&Subspace<R>) -> Result<T>,
    ) -> Result<Self> {
        let mut make = Some(make);
        build(builder, &mut |points| match (points.as_subspace(), make.take()) {
            (Some(subspace), Some(make)) => Ok(Arc::new(make(subspace)?)),
            _ => Err(Error::Unsupported {
                what: "the algorithm named works with roots of unity, not with a subspace: use `Plan::from_transform`"
                    .into(),
            }),
        })
    }
}

/// Builds the plan around the engine that `engine` returns for the recipe below any reordering.
fn build<M: Accelerated>(
    builder: Builder<M>,
    engine: &mut dyn FnMut(&Points<M>) -> Result<Engine<M>>,
) -> Result<Plan<M::Element, M>> {
    if builder.asked().algorithm.is_none() && builder.asked().recipe.is_none() {
        return Err(Error::Unsupported {
            what: "a plan around a transform must know which: name it by `Builder::algorithm`".into(),
        });
    }
    if builder.asked().coefficients == Coefficients::Novel {
        return Err(Error::Unsupported {
            what: "a transform that is handed over takes its own coefficients: leave out `Builder::coefficients`"
                .into(),
        });
    }
    let make = &mut |points: &Points<M>, recipe: &Recipe, _| {
        let inner = engine(points)?;
        let (Recipe::Reorder { order, inner: named }, found) = (recipe, inner.order()) else { return Ok(inner) };
        if found != named.order() {
            return Err(Error::Contract { what: "an engine must have the length and order of its recipe" });
        }
        reorder(*order, recipe.is_cyclic(), inner)
    };
    builder.build_around(make, false)
}
