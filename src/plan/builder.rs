//! The builder of plans, and the options that depend on the ring.

use super::{
    Accelerated, Algorithm, Ask, Coefficients, Device, Job, Layout, Map, Offer, Options, Plan, Recipe, Resources,
    Scale, Threads, TwiddleMemory,
    choice::{Ground, choose},
    engine,
    execute::Facts,
    kernels::{Built, ColumnShape},
    points::Points,
    refused::{check_additive, check_isa, no_subspaces, reserve, too_much, within},
    reorder::Engine,
    shape::sizes,
    weights::{ShiftPowers, Weights},
};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Ring, Roots, Scalar},
    kernel::{isa::Isa, machine::Machine},
    order::Order,
};
use alloc::{boxed::Box, format, vec::Vec};

/// The function that makes the engine of a recipe over some points.
pub(crate) type MakeEngine<'a, M> = dyn FnMut(&Points<M>, &Recipe, Resources) -> Result<Engine<M>> + 'a;

/// Collects the options of a plan; [`build`](Builder::build) makes it.
///
/// ```
/// use ringfft::{order::Order, plan::Plan, rings::{Goldilocks, native}};
///
/// let plan = Plan::builder(native::<Goldilocks>(), 8).order(Order::BitReversed).coset(Goldilocks::new(7)).build()?;
/// assert_eq!((plan.len(), plan.order()), (8, Order::BitReversed));
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct Builder<M: Action> {
    pub(super) module: M,
    pub(super) len: usize,
    pub(super) root: Option<Scalar<M>>,
    pub(super) coset: Option<Scalar<M>>,
    pub(super) coset_powers: Option<ShiftPowers<M>>,
    pub(super) basis: Option<Vec<Scalar<M>>>,
    pub(super) options: Options,
}

impl<M: Accelerated> Builder<M> {
    /// Starts a plan of length `len` over `module`.
    pub fn new(module: M, len: usize) -> Self {
        Builder { module, len, root: None, coset: None, coset_powers: None, basis: None, options: Options::default() }
    }

    /// Replaces every option at once.
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Sets `w` as the root of unity in place of the ring's own. It is checked to be principal of order
    /// [`Recipe::root_order`], which is the length for most recipes.
    pub fn root(mut self, w: Scalar<M>) -> Self {
        self.root = Some(w);
        self
    }

    /// Evaluates at `c w^k` instead of `w^k`; `c` must be a unit. An additive transform is taken at `c + p_k`
    /// instead of `p_k`, with any `c`.
    pub fn coset(mut self, c: Scalar<M>) -> Self {
        self.coset = Some(c);
        self
    }

    /// Sets the span of these vectors as the points of an additive transform, in place of the ring's Cantor basis. Pass
    /// exactly `ceil(log2(len))` vectors.
    pub fn basis(mut self, vectors: Vec<Scalar<M>>) -> Self {
        self.basis = Some(vectors);
        self
    }

    /// Sets the basis of the polynomials that an additive transform takes; monomial by default.
    pub fn coefficients(mut self, coefficients: Coefficients) -> Self {
        self.options.coefficients = coefficients;
        self
    }

    /// Sets the map: the points at which values are taken. By default it is that of the algorithm or recipe where one is named, else
    /// additive over binary fields and cyclic elsewhere.
    ///
    /// [`Map::Truncated`] sets the order too, to [`Order::Truncated`], because no other is a permutation of its values. A
    /// [`root`](Builder::root) for [`Map::Negacyclic`] has order `2 len`.
    pub fn map(mut self, map: Map) -> Self {
        let before = self.options.map.replace(map);
        let order = &mut self.options.order;
        if map == Map::Truncated {
            *order = Order::Truncated;
        } else if before == Some(Map::Truncated) && *order == Order::Truncated {
            *order = Order::Natural;
        }
        self
    }

    /// Sets the algorithm, in place of the planner's choice.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.options.algorithm = Some(algorithm);
        self
    }

    /// Sets the recipe, with every detail.
    pub fn recipe(mut self, recipe: Recipe) -> Self {
        self.options.recipe = Some(recipe);
        self
    }

    /// Sets the order of the values; natural by default.
    pub fn order(mut self, order: Order) -> Self {
        self.options.order = order;
        self
    }

    /// Sets the scale; by default the inverse divides by the length.
    pub fn scale(mut self, scale: Scale) -> Self {
        self.options.scale = scale;
        self
    }

    /// Sets the number of transforms in one call and their layout.
    pub fn batch(mut self, batch: usize, layout: Layout) -> Self {
        self.options.batch = batch;
        self.options.layout = layout;
        self
    }

    /// Sets the number of threads that the plan may use.
    pub fn threads(mut self, threads: Threads) -> Self {
        self.options.threads = threads;
        self
    }

    /// Sets the most bytes that tables and scratch may take.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.options.memory_limit = Some(bytes);
        self
    }

    /// Sets the contents of the tables of kernels for residues; by default the fastest.
    pub fn twiddles(mut self, twiddles: TwiddleMemory) -> Self {
        self.options.twiddles = twiddles;
        self
    }

    /// Sets the instruction set to run on; by default the best that the machine and the ring have.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.options.isa = isa;
        self
    }

    /// Sets the description of the machine by which kernels of complex transforms are chosen.
    ///
    /// By default it is that of `RINGFFT_MACHINE`, or of the processor.
    pub fn machine(mut self, machine: Machine) -> Self {
        self.options.machine = Some(machine);
        self
    }

    /// Sets the place of execution; by default the processor.
    pub fn device(mut self, device: Device) -> Self {
        self.options.device = device;
        self
    }

    /// Returns the recipe that [`build`](Builder::build) would build.
    ///
    /// # Errors
    /// [`Error::Length`] for a length or an order the algorithm does not have; of a recipe those of [`Recipe::check`].
    pub fn choose(&self) -> Result<Recipe> {
        self.choose_for(self.options.resources())
    }

    fn choose_for(&self, resources: Resources) -> Result<Recipe> {
        let ground = Ground {
            compiled: |algorithm| engine::is_compiled::<M>(algorithm) || cfg!(feature = "variants"),
            element_bytes: size_of::<M::Element>(),
            has_root: &|order| self.module.scalars().root(order).is_ok(),
            has_products: match self.module.kernels() {
                // The ring's own products are not compiled where its engines are not.
                Some(kernels) if const { M::BUILDS_ALL } => kernels.multiplies(),
                _ if const { M::BUILDS_ALL } => false,
                _ => self.module.products().is_some(),
            },
            fastest: &|len, order| self.module.kernels()?.fastest(&self.module, &self.ask(len, order, resources)),
            has_subspaces: &|| self.module.scalars().cantor_basis(0).is_ok(),
        };
        let chosen = choose(self.len, &ground, &self.options);
        if !self.options.is_matrix() && matches!(chosen, Ok(Recipe::Packed { .. })) {
            return chosen;
        }
        let recipe = chosen?;
        // The caller's basis may have a subspace where the ring's own basis ends.
        // A packed recipe needs no check: the kernels in lanes offered it.
        let asks = recipe.algorithm() != Algorithm::Packed;
        if asks && (self.basis.is_none() || !recipe.algorithm().is_additive()) {
            recipe.algorithm().check_ring(self.module.scalars(), self.len)?;
        }
        Ok(self.of_columns(recipe, resources))
    }

    fn ask(&self, len: usize, order: Order, resources: Resources) -> Ask {
        Ask { len, order, own_root: self.has_own_root(), resources }
    }

    /// Returns the shape of the transform of a matrix's columns in place, if the plan has one.
    fn column_shape(&self, recipe: &Recipe, resources: Resources) -> Option<ColumnShape> {
        let matrix = self.options.is_matrix();
        let shape = || self.module.kernels()?.column_shape(&self.module, recipe, self.options.batch, resources);
        if matrix { shape() } else { None }
    }

    /// Returns the recipe as one of columns in place, if the plan has that.
    fn of_columns(&self, recipe: Recipe, resources: Resources) -> Recipe {
        match self.column_shape(&recipe, resources) {
            Some(shape) => Recipe::Columns { width: self.options.batch, lanes: shape.lanes, inner: Box::new(recipe) },
            None => recipe,
        }
    }

    /// Returns the recipe of each transform, from one for columns if it is for this plan.
    fn single(&self, recipe: Recipe, resources: Resources) -> Result<Recipe> {
        match recipe {
            Recipe::Columns { ref inner, .. } if self.of_columns((**inner).clone(), resources) != recipe => {
                Err(Error::Unsupported {
                    what: format!("{recipe} is not for this matrix, ring or machine: let the planner choose"),
                })
            }
            Recipe::Columns { inner, .. } => Ok(*inner),
            other => Ok(other),
        }
    }

    /// Returns the recipes among which the planner chooses by a model of cost, fastest first. Returns an empty list if there is one
    /// recipe only.
    #[must_use]
    pub fn considered(&self) -> Vec<Offer> {
        let options = &self.options;
        if options.map.is_some() || options.algorithm.is_some() || options.recipe.is_some() || !self.has_own_root() {
            return Vec::new();
        }
        let ask = self.ask(self.len, self.options.order, self.options.resources());
        self.module.kernels().map(|kernels| kernels.offers(&self.module, &ask)).unwrap_or_default()
    }

    /// Returns whether the root of unity is the ring's own, for the negacyclic map of order `2 len`.
    pub(crate) fn has_own_root(&self) -> bool {
        let Some(root) = &self.root else { return true };
        let scalars = self.module.scalars();
        let order = if self.options.map == Some(Map::Negacyclic) { self.len.checked_mul(2) } else { Some(self.len) };
        order.is_some_and(|order| scalars.root(order).is_ok_and(|own| scalars.equal(root, &own)))
    }

    /// Returns whether length and options say all: the caller has set no root, coset or basis.
    pub(super) fn is_plain(&self) -> bool {
        self.root.is_none() && self.coset.is_none() && self.coset_powers.is_none() && self.basis.is_none()
    }

    pub(crate) fn module(&self) -> &M {
        &self.module
    }

    pub(crate) fn length(&self) -> usize {
        self.len
    }

    pub(crate) fn asked(&self) -> &Options {
        &self.options
    }

    /// Returns the bytes that tables and scratch of the plan take, known before anything is built.
    ///
    /// # Errors
    /// As [`choose`](Builder::choose), and [`Error::Memory`] where the number overflows.
    pub fn bytes(&self) -> Result<u64> {
        let resources = self.options.resources();
        let recipe = self.choose_for(resources)?;
        let columns = self.column_shape(recipe.single(), resources);
        let coset = (self.coset.is_some() || self.is_shifted(&recipe)) && !recipe.algorithm().is_additive();
        Ok(sizes(&self.module, recipe.single(), &self.options, columns, coset, resources)?.1)
    }

    /// Builds the plan. Construction temporarily takes more than [`bytes`](Builder::bytes): a quarter more for a kernel
    /// in vector lanes, up to three times as much for another recipe. If the system refuses that much, the error is
    /// [`Error::Memory`], which lists the cases that abort.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NoRoot`], [`Error::NotPrincipal`], [`Error::NotInvertible`] (the coset, or the
    /// length if a scale needs its inverse), [`Error::Memory`]; for a recipe those of [`Recipe::check`], and
    /// [`Error::Unsupported`] if this ring or machine cannot run it; [`Error::Device`] and [`Error::Unsupported`] if a
    /// device was requested.
    pub fn build(self) -> Result<Plan<M::Element, M>> {
        self.build_with(&mut |points, recipe, resources| engine::engine(recipe, points, resources))
    }

    /// Builds the plan around the engine that `engine` returns, unless the ring has an engine that takes coset, scale
    /// or columns itself.
    pub(crate) fn build_with(self, engine: &mut MakeEngine<'_, M>) -> Result<Plan<M::Element, M>> {
        self.build_around(engine, true)
    }

    /// Builds the plan around the engine that `engine` returns. With `own`, an engine of the ring may take coset, scale
    /// or columns itself.
    pub(super) fn build_around(mut self, engine: &mut MakeEngine<'_, M>, own: bool) -> Result<Plan<M::Element, M>> {
        let device = self.for_device()?;
        let resources = self.options.resources();
        let mut recipe = self.choose_for(resources)?;
        if self.is_shifted(&recipe) {
            self = self.shifted()?;
        }
        if matches!(recipe, Recipe::Columns { .. }) {
            recipe = self.single(recipe, resources)?;
        }
        let columns = if own { self.column_shape(&recipe, resources) } else { None };
        let algorithm = recipe.algorithm();
        let additive = algorithm.is_additive();
        let folds = self.coset.is_some() && !additive;
        let (mut shape, mut bytes) = sizes(&self.module, &recipe, &self.options, columns, folds, resources)?;
        if self.coset.is_some() && algorithm == Algorithm::Circle {
            return Err(Error::Unsupported {
                what: "the circle transform has no cosets by a scalar: its points move by rotation, not by a factor"
                    .into(),
            });
        }
        within(bytes, self.options.memory_limit)?;
        check_additive(&recipe, &self.options, self.root.is_some(), self.basis.is_some())?;
        check_isa(self.options.isa, &|| self.module.instruction_sets(), &|| self.module.scalars().name())?;
        self.options.layout.check(self.len, self.options.batch)?;
        let Builder { module, root, coset, coset_powers, basis, options, .. } = self;
        let points = if additive {
            // Decided by the compiler, which makes no points that a module does not take.
            if const { !M::SUBSPACES } {
                return Err(no_subspaces(module.scalars().name()));
            }
            Points::subspace(module, self.len, basis, coset.clone())?
        } else {
            let order = recipe.root_order().ok_or_else(|| too_much(bytes, None))?;
            Points::Powers(match root {
                Some(root) => Domain::with_root(module, order, root)?,
                None => Domain::new(module, order)?,
            })
        };
        reserve(bytes, algorithm)?;
        let job = Job { coset: coset.as_ref(), scale: options.scale, ..Job::new(&recipe, &points, resources) };
        let matrix = match points.module().kernels() {
            Some(kernels) if own && !additive && options.is_matrix() => kernels.columns(&job, options.batch)?,
            _ => None,
        };
        if let Some(matrix) = matrix {
            let weights = Weights::ONES;
            let lanes = columns.map_or(1, |found| found.lanes);
            let recipe = Recipe::Columns { width: options.batch, lanes, inner: Box::new(recipe) };
            let facts = Facts { weights, columns: Some(matrix), device, points, coset, recipe, options, bytes };
            return Ok(Plan::assemble(facts, None, shape));
        }
        if columns.is_some() {
            // Without them the matrix is transposed: a root of the caller's may lack a kernel.
            (shape, bytes) = sizes(points.module(), &recipe, &options, None, folds, resources)?;
            within(bytes, options.memory_limit)?;
        }
        // An engine that has a coset and perhaps the scale in its tables, or else one for which the plan multiplies.
        let folded = if own && !additive && !job.is_plain() { engine::built(&job)? } else { None };
        let (apart, scaled) = (folded.is_none(), folded.as_ref().is_some_and(|folded| folded.scaled));
        let engine = match folded {
            Some(Built { engine, .. }) => engine,
            None => engine(&points, &recipe, resources)?,
        };
        if engine.len() != self.len || engine.order() != recipe.order() {
            return Err(Error::Contract { what: "an engine must have the length and order of its recipe" });
        }
        if engine.scratch_len() > shape.scratch_each {
            return Err(Error::Contract { what: "an engine must do with the scratch of its recipe" });
        }
        let weights = if additive || scaled {
            Weights::ONES
        } else {
            let coset = coset.as_ref().filter(|_| apart).map(|coset| (coset, coset_powers.as_ref()));
            Weights::new(points.module(), self.len, engine.inverse_scale(), coset, (options.scale, options.isa))?
        };
        // A shift is part of a subspace.
        let coset = coset.filter(|_| !additive);
        let facts = Facts { weights, columns: None, device, points, coset, recipe, options, bytes };
        Ok(Plan::assemble(facts, Some(engine), shape))
    }

    /// Sets the powers of the coset's shift and of its inverse, `len` of each. This is for shifts that are known better than
    /// one element holds. Over floats the powers of a rounded shift drift from those of the exact one.
    pub(crate) fn coset_powers(mut self, powers: ShiftPowers<M>) -> Self {
        self.coset_powers = Some(powers);
        self
    }
}
