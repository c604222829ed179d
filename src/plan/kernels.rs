//! Kernels of a ring, registered once: their offers to a plan, and the building of their engines.

use super::{
    points::Points,
    recipe::Recipe,
    reorder::{Engine, reorder},
    scale::Scale,
};
use crate::{
    Result,
    algebra::{Action, Scalar},
    dft::Transform,
    kernel::{TwiddleMemory, isa::Isa, machine::Machine},
    order::Order,
};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
#[cfg(any(feature = "complex", feature = "prime", feature = "binary"))]
use core::any::Any;

/// Resources that an engine may use.
///
/// [`Kernels`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Resources {
    /// Threads, at least 1.
    pub threads: usize,
    /// The instruction set; [`Isa::Auto`] takes the best available.
    pub isa: Isa,
    /// The description of the machine, where one was named.
    pub machine: Option<Machine>,
    /// The contents of the tables of kernels for residues.
    pub twiddles: TwiddleMemory,
}

impl Default for Resources {
    /// Returns one thread, the best instruction set, and tables of the fastest kind.
    fn default() -> Self {
        Resources { threads: 1, isa: Isa::Auto, machine: None, twiddles: TwiddleMemory::Full }
    }
}

/// A transform for which a plan asks a ring's kernels.
///
/// [`Kernels`] has an example.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Ask {
    /// Number of elements.
    pub len: usize,
    /// The order of the values.
    pub order: Order,
    /// `true` if the root of unity is the ring's own.
    pub own_root: bool,
    /// Threads, instruction set, memory.
    pub resources: Resources,
}

/// A recipe that kernels offer for an [`Ask`], with the time of a transform that their model of cost predicts.
///
/// ```
/// use ringfft::plan::{Algorithm, Offer, Recipe};
///
/// let offer = Offer::new(Recipe::plain(Algorithm::Classical, 64), 250.0);
/// assert_eq!(offer.recipe.to_string(), "classical(64)");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Offer {
    /// The recipe.
    pub recipe: Recipe,
    /// The time predicted for one transform.
    pub nanoseconds: f64,
}

impl Offer {
    /// Creates an offer of a recipe, with its cost in nanoseconds.
    #[must_use]
    pub const fn new(recipe: Recipe, nanoseconds: f64) -> Self {
        Offer { recipe, nanoseconds }
    }
}

/// An engine to build: a recipe over some points, with the factors that its tables may take.
///
/// [`Kernels`] has an example.
#[non_exhaustive]
pub struct Job<'a, M: Action> {
    /// The recipe that the engine computes.
    pub recipe: &'a Recipe,
    /// The points at which the values are taken.
    pub points: &'a Points<M>,
    /// The factor of the points, `None` for 1.
    pub coset: Option<&'a Scalar<M>>,
    /// The scale of both directions.
    pub scale: Scale,
    /// Threads, instruction set, memory.
    pub resources: Resources,
}

impl<'a, M: Action> Job<'a, M> {
    /// Returns the job of the unscaled transform at the points themselves.
    pub fn new(recipe: &'a Recipe, points: &'a Points<M>, resources: Resources) -> Self {
        Job { recipe, points, coset: None, scale: Scale::INVERSE, resources }
    }

    /// Returns whether the engine has no factors to take: coset 1, and the default scale, which the plan applies.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.coset.is_none() && self.scale == Scale::INVERSE
    }

    /// Returns the same job for a recipe inside.
    pub(super) fn of<'b>(&'b self, recipe: &'b Recipe) -> Job<'b, M> {
        Job { recipe, points: self.points, coset: self.coset, scale: self.scale, resources: self.resources }
    }
}

/// An engine that was built for a [`Job`]: with its coset, and perhaps its scale.
///
/// [`Kernels`] has an example.
#[non_exhaustive]
pub struct Built<M: Action> {
    /// The engine.
    pub engine: Arc<dyn Transform<M>>,
    /// `true` if both directions are scaled as the job says, so that the plan multiplies by nothing.
    pub scaled: bool,
}

impl<M: Action> Built<M> {
    /// Returns an engine that takes the coset of its job, if any, and leaves the scale to the plan.
    pub fn new(engine: Arc<dyn Transform<M>>) -> Self {
        Built { engine, scaled: false }
    }

    /// Returns an engine that takes coset and scale of its job.
    pub(super) fn scaled(engine: Engine<M>) -> Self {
        Built { engine, scaled: true }
    }
}

/// Memory of an engine beyond that of its recipe.
///
/// [`Kernels`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Needs {
    /// Bytes of tables and of work-space that the engine keeps; `None` for as many twiddles as the recipe counts.
    pub tables: Option<u64>,
    /// `true` if a coset is part of those tables; otherwise the plan keeps its powers.
    pub folds: bool,
    /// Elements of scratch beyond the recipe's.
    pub scratch: usize,
    /// Elements of work-space that the engine keeps, where `tables` does not count them.
    pub kept: usize,
}

impl Needs {
    /// Returns the needs of an engine with tables and work-space of this many bytes.
    pub const fn tables(bytes: u64) -> Self {
        Needs { tables: Some(bytes), folds: false, scratch: 0, kept: 0 }
    }
}

/// The kernels of a ring: one static value for each ring, from [`Accelerated::kernels`](super::Accelerated::kernels).
///
/// ```
/// # use std::sync::Arc;
/// use ringfft::{
///     Result,
///     dft::{Naive, Transform},
///     order::Order,
///     plan::{Ask, Built, Job, Kernels, Points, Recipe},
///     rings::ComplexRing,
/// };
///
/// /// Serves transforms of length 2 in natural order by the definition.
/// struct Twos;
///
/// impl Kernels<ComplexRing<f64>> for Twos {
///     fn fastest(&self, _: &ComplexRing<f64>, ask: &Ask) -> Option<Result<Recipe>> {
///         let fits = ask.len == 2 && ask.order == Order::Natural;
///         fits.then(|| Ok(Recipe::Kernel { name: "twos".into(), len: 2, order: Order::Natural }))
///     }
///
///     fn build(&self, job: &Job<'_, ComplexRing<f64>>) -> Result<Option<Built<ComplexRing<f64>>>> {
///         match (job.recipe, job.points) {
///             (Recipe::Kernel { .. }, Points::Powers(domain)) if job.is_plain() => {
///                 Ok(Some(Built::new(Arc::new(Naive::new(domain)?))))
///             }
///             _ => Ok(None),
///         }
///     }
/// }
/// ```
pub trait Kernels<M: Action>: Sync {
    /// Returns the instruction sets, besides words alone, that engines can be asked to use; none by default.
    fn instruction_sets(&self, ring: &M) -> &'static [Isa] {
        let _ = ring;
        &[]
    }

    /// Returns the recipe of the fastest kernel for a length and an order. For `None` the planner chooses the textbook.
    /// It is called for every plan, and should allocate only the recipe.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) for an instruction set that the machine lacks.
    fn fastest(&self, ring: &M, ask: &Ask) -> Option<Result<Recipe>>;

    /// Returns the recipes that a model of cost compares, fastest first; none by default.
    fn offers(&self, ring: &M, ask: &Ask) -> Vec<Offer> {
        let _ = (ring, ask);
        Vec::new()
    }

    /// Returns the memory that the engine of `recipe` needs beyond that of the recipe, with a coset to take or without; nothing by
    /// default. A recipe inside a reordering is asked for by itself.
    fn needs(&self, ring: &M, recipe: &Recipe, coset: bool, resources: Resources) -> Needs {
        let _ = (ring, recipe, coset, resources);
        Needs::default()
    }

    /// Builds the engine of a job, coset included. `None` for a job with factors that no kernel takes, which the plan then asks for
    /// without them, and for a recipe of the textbook.
    ///
    /// # Errors
    /// Those of the recipe's algorithm.
    fn build(&self, job: &Job<'_, M>) -> Result<Option<Built<M>>>;

    /// Returns whether the engines of [`build`](Kernels::build) convolve by products of polynomials of the ring.
    #[doc(hidden)]
    fn multiplies(&self) -> bool {
        false
    }

    /// Builds the engine as [`build`](Kernels::build) does, with its values in another order where the recipe says so.
    ///
    /// # Errors
    /// As [`build`](Kernels::build).
    #[doc(hidden)]
    fn engine(&self, job: &Job<'_, M>) -> Result<Option<Built<M>>> {
        let Recipe::Reorder { order, inner } = job.recipe else { return self.build(job) };
        let Some(inner) = self.engine(&job.of(inner))? else { return Ok(None) };
        // The inverse on a coset is not the forward map of other points.
        let reversible = job.is_plain() && job.recipe.is_cyclic();
        Ok(Some(Built { engine: reorder(*order, reversible, inner.engine)?, scaled: inner.scaled }))
    }

    /// Returns the vectors and scratch of [`columns`](Kernels::columns) of `width` columns; `None` where the plan transposes.
    #[doc(hidden)]
    fn column_shape(&self, ring: &M, recipe: &Recipe, width: usize, resources: Resources) -> Option<ColumnShape> {
        let _ = (ring, recipe, width, resources);
        None
    }

    /// Builds the transform of the columns of a matrix in place, with all factors of the job.
    ///
    /// # Errors
    /// As [`build`](Kernels::build).
    #[doc(hidden)]
    fn columns(&self, job: &Job<'_, M>, width: usize) -> Result<Option<Box<dyn Columns<M>>>> {
        let _ = (job, width);
        Ok(None)
    }
}

/// Returns the kernels as those of `M`, where that is the ring they are for.
#[cfg(any(feature = "complex", feature = "prime", feature = "binary"))]
pub(super) fn same<N: Action, M: Action>(kernels: &'static dyn Kernels<N>) -> Option<&'static dyn Kernels<M>> {
    (&kernels as &dyn Any).downcast_ref().copied()
}

/// The vectors and scratch of columns that are transformed in place.
///
/// [`Kernels::column_shape`] returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnShape {
    /// Elements of a vector.
    pub lanes: usize,
    /// Elements of scratch.
    pub scratch: usize,
}

/// The transform of all columns of a matrix in place, with coset and scale, for one number of rows and columns. `values` are
/// the rows one after the other; `scratch` is as long as the [`ColumnShape`] says.
///
/// [`Kernels::columns`] returns them.
pub trait Columns<M: Action>: Send + Sync {
    /// Transforms coefficients to values.
    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]);

    /// Transforms values to coefficients.
    fn inverse(&self, values: &mut [M::Element], scratch: &mut [M::Element]);
}
