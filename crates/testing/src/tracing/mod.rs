//! A module that records operations, so that every algorithm, unchanged, yields its network.
//!
//! ```
//! use ringfft::{plan::Algorithm, rings::Modular};
//! use ringfft_testing::tracing::trace;
//!
//! let network = trace(Algorithm::Naive, Modular::new(17)?, 4)?;
//! assert_eq!(network.outputs().len(), 4);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! An element of [`Tracing`] is not a number but the way it was made: an input, a sum or difference of two
//! elements, a product by a constant. A transform run over such elements leaves, for each output, a directed
//! acyclic graph down to the inputs. From it come
//!
//! | item | what it is |
//! |---|---|
//! | [`Network`] | the graph; it can be run over elements of the module and counted |
//! | [`Layers`] | its sums and differences by level, constants moved onto the edges |
//! | [`Placement`] | a row for every value between two layers: the network as it is drawn |
//! | [`Factor`] | one layer as a sparse matrix; their product is the matrix of the transform |

mod factor;
mod layers;
mod network;
mod placement;

pub use factor::{Factor, factors};
pub use layers::{Layers, Term, Value};
pub use network::{Network, Node};
pub use placement::Placement;

use ringfft::{
    Result,
    algebra::{Action, Module, Scalar},
    dft::Transform,
    plan::{Accelerated, Algorithm, Builder, Plan, Recipe, Scale, Threads},
};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

/// A module whose elements are the record of how they were made; its scalars are those of the module inside.
///
/// ```
/// use ringfft::{plan::Algorithm, rings::Modular};
/// use ringfft_testing::tracing;
///
/// let ring = Modular::new(17)?;
/// let network = tracing::trace(Algorithm::Twisted, ring.clone(), 4)?;
/// assert_eq!(network.evaluate(&ring, &[1, 2, 3, 4])?, [10, 15, 6, 7]);
/// assert_eq!(network.tally(&ring).additions, 8);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone)]
pub struct Tracing<M> {
    module: M,
    /// Steps taken so far, by all clones.
    steps: Arc<AtomicU64>,
}

/// An element of [`Tracing`], with scalars of type `S`.
pub struct Traced<S>(Arc<Step<S>>);

struct Step<S> {
    /// The number of the step; operands have lower numbers than their results.
    number: u64,
    operation: Operation<S>,
}

enum Operation<S> {
    Input(usize),
    Zero,
    Sum(Traced<S>, Traced<S>),
    Difference(Traced<S>, Traced<S>),
    Negative(Traced<S>),
    Product(Traced<S>, S),
}

impl<S> Clone for Traced<S> {
    fn clone(&self) -> Self {
        Traced(self.0.clone())
    }
}

/// Coefficients to values, or values to coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Direction {
    /// Coefficients to values.
    #[default]
    Forward,
    /// Values to `n` times the coefficients.
    Inverse,
}

impl<M: Action> Tracing<M> {
    /// Creates the record of `module`, empty.
    pub fn new(module: M) -> Self {
        Tracing { module, steps: Arc::default() }
    }

    /// Records the network of `run` on `len` inputs.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn record(
        &self,
        len: usize,
        run: impl FnOnce(&mut [Traced<Scalar<M>>]) -> Result<()>,
    ) -> Result<Network<Scalar<M>>> {
        let inputs: Vec<_> = (0..len).map(|j| self.step(Operation::Input(j))).collect();
        let mut values = inputs.clone();
        run(&mut values)?;
        Ok(Network::new(&inputs, &values))
    }

    fn step(&self, operation: Operation<Scalar<M>>) -> Traced<Scalar<M>> {
        Traced(Arc::new(Step { number: self.steps.fetch_add(1, Relaxed), operation }))
    }
}

impl<M: Action> Module for Tracing<M> {
    type Element = Traced<Scalar<M>>;

    fn zero(&self) -> Self::Element {
        self.step(Operation::Zero)
    }

    fn add_assign(&self, a: &mut Self::Element, b: &Self::Element) {
        *a = self.step(Operation::Sum(a.clone(), b.clone()));
    }

    fn sub_assign(&self, a: &mut Self::Element, b: &Self::Element) {
        *a = self.step(Operation::Difference(a.clone(), b.clone()));
    }

    fn neg_assign(&self, a: &mut Self::Element) {
        *a = self.step(Operation::Negative(a.clone()));
    }

    fn butterfly(&self, a: &mut Self::Element, b: &mut Self::Element) {
        let sum = self.step(Operation::Sum(a.clone(), b.clone()));
        self.sub_assign(a, b);
        *b = core::mem::replace(a, sum);
    }
}

impl<M: Action> Action for Tracing<M> {
    type Scalars = M::Scalars;
    type Twiddle = Scalar<M>;

    fn scalars(&self) -> &M::Scalars {
        self.module.scalars()
    }

    fn prepare(&self, scalar: &Scalar<M>) -> Scalar<M> {
        scalar.clone()
    }

    fn apply(&self, x: &mut Self::Element, w: &Scalar<M>) {
        *x = self.step(Operation::Product(x.clone(), w.clone()));
    }
}

impl<M: Accelerated> Accelerated for Tracing<M> {
    const SUBSPACES: bool = M::SUBSPACES;
}

/// Returns the network of `algorithm` of length `len` over `module`, forward, in the algorithm's own order.
///
/// # Errors
/// Those of [`Builder::build`].
pub fn trace<M: Accelerated>(algorithm: Algorithm, module: M, len: usize) -> Result<Network<Scalar<M>>> {
    let builder = Builder::new(Tracing::new(module), len).algorithm(algorithm).order(algorithm.native_order());
    trace_plan(&builder.scale(Scale::NONE).threads(Threads::AtMost(1)).build()?, Direction::Forward)
}

/// Returns the network of `recipe` over `module`, forward.
///
/// # Errors
/// Those of [`Builder::build`].
pub fn trace_recipe<M: Accelerated>(recipe: &Recipe, module: M) -> Result<Network<Scalar<M>>> {
    let builder = Builder::new(Tracing::new(module), recipe.len()).recipe(recipe.clone());
    trace_plan(&builder.scale(Scale::NONE).threads(Threads::AtMost(1)).build()?, Direction::Forward)
}

/// Returns the network of a plan made over [`Tracing`]; its scale and coset are part of it.
///
/// # Errors
/// Those of [`Plan::forward`].
pub fn trace_plan<M: Accelerated>(
    plan: &Plan<Traced<Scalar<M>>, Tracing<M>>,
    direction: Direction,
) -> Result<Network<Scalar<M>>> {
    plan.module().record(plan.len(), |values| match direction {
        Direction::Forward => plan.forward(values),
        Direction::Inverse => plan.inverse(values),
    })
}

/// Returns the network of a transform built over `module`.
///
/// # Errors
/// Those of [`Transform::forward`].
pub fn trace_transform<M: Action>(
    transform: &dyn Transform<Tracing<M>>,
    module: &Tracing<M>,
    direction: Direction,
) -> Result<Network<Scalar<M>>> {
    let mut scratch = vec![module.zero(); transform.scratch_len()];
    module.record(transform.len(), |values| match direction {
        Direction::Forward => transform.forward(values, &mut scratch),
        Direction::Inverse => transform.inverse_unscaled(values, &mut scratch),
    })
}
