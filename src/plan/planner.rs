//! Tables shared between plans.

use super::{Accelerated, Builder, Options, Plan, Recipe, Resources, engine, points::Points, reorder::Engine};
use crate::{
    Result,
    algebra::{Action, Scalar},
};
use alloc::{boxed::Box, collections::VecDeque, string::String, sync::Arc, vec::Vec};
use core::any::{Any, TypeId};

/// A cache of engines: plans made by one planner share the tables of equal transforms.
///
/// ```
/// use ringfft::{plan::{Plan, Planner}, rings::{Goldilocks, native}};
///
/// let mut planner = Planner::new();
/// let first = planner.plan(Plan::builder(native::<Goldilocks>(), 64))?;
/// let second = planner.plan(Plan::builder(native::<Goldilocks>(), 64))?;
/// assert_eq!(first.recipe(), second.recipe());
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// There is no global state. If the planner is dropped or [cleared](Planner::clear), the memory is freed once no plan uses
/// it. At most [`capacity`](Planner::with_capacity) engines are kept; the least recently used are dropped first.
pub struct Planner {
    entries: VecDeque<Entry>,
    capacity: usize,
    #[cfg(feature = "std")]
    tuning: super::Tuning,
}

struct Entry {
    module: TypeId,
    identity: String,
    recipe: Recipe,
    resources: Resources,
    shared: Box<dyn Any + Send + Sync>,
    /// The latest plans around the engine, for requests that are equal.
    plans: Vec<Made>,
}

/// A plan with the request that it answers: one without a root, a coset or a basis of the caller's.
struct Made {
    len: usize,
    options: Options,
    plan: Box<dyn Any + Send + Sync>,
}

/// The plans that an entry keeps.
const PLANS: usize = 4;

struct Shared<M: Action> {
    root: Scalar<M>,
    points: Option<Vec<Scalar<M>>>,
    engine: Engine<M>,
}

impl Default for Planner {
    fn default() -> Self {
        Self::new()
    }
}

impl Planner {
    /// Creates a planner that keeps up to 32 engines.
    pub fn new() -> Self {
        Self::with_capacity(32)
    }

    /// Creates a planner that keeps up to `capacity` engines.
    pub fn with_capacity(capacity: usize) -> Self {
        Planner {
            entries: VecDeque::new(),
            capacity,
            #[cfg(feature = "std")]
            tuning: super::Tuning::new(),
        }
    }

    /// Sets the measured recipes, which replace those of the cost model for the requests that have one.
    #[cfg(feature = "std")]
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn with_tuning(mut self, tuning: super::Tuning) -> Self {
        self.tuning = tuning;
        for entry in &mut self.entries {
            entry.plans.clear();
        }
        self
    }

    /// Returns the number of engines kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether no engine is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes every engine. Existing plans keep theirs.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Builds the plan, with the tables of an earlier equal one if there is one. An earlier plan of the same length and
    /// options is returned again without a search.
    ///
    /// # Errors
    /// As [`Builder::build`].
    pub fn plan<M: Accelerated>(&mut self, builder: Builder<M>) -> Result<Plan<M::Element, M>> {
        if let Some(plan) = self.made(&builder) {
            return Ok(plan);
        }
        let asked = builder.is_plain().then(|| (builder.length(), builder.asked().clone()));
        #[cfg(feature = "std")]
        let builder = match self.tuning.recipe(&builder).cloned() {
            Some(recipe) => builder.recipe(recipe),
            None => builder,
        };
        let mut kept = false;
        let plan = builder.build_with(&mut |points, recipe, resources| match points.module().identity() {
            None => engine::engine(recipe, points, resources),
            Some(identity) => {
                kept = true;
                self.shared(points, recipe, resources, identity)
            }
        })?;
        // The entry of an engine that was just asked for is the last.
        if let (true, Some((len, options)), Some(entry)) = (kept, asked, self.entries.back_mut()) {
            entry.plans.truncate(PLANS - 1);
            entry.plans.insert(0, Made { len, options, plan: Box::new(plan.clone()) });
        }
        Ok(plan)
    }

    /// Returns the earlier plan for the same request.
    fn made<M: Accelerated>(&mut self, builder: &Builder<M>) -> Option<Plan<M::Element, M>> {
        if !builder.is_plain() || self.entries.is_empty() {
            return None;
        }
        let (module, identity) = (TypeId::of::<M>(), builder.module().identity()?);
        let (len, options) = (builder.length(), builder.asked());
        let resources = options.resources();
        let found = self.entries.iter().enumerate().find_map(|(index, entry)| {
            if entry.module != module || entry.resources != resources || entry.identity != identity {
                return None;
            }
            let made = entry.plans.iter().find(|made| made.len == len && made.options == *options)?;
            Some((index, made.plan.downcast_ref::<Plan<M::Element, M>>()?.clone()))
        });
        let (index, plan) = found?;
        let entry = self.entries.remove(index)?;
        self.entries.push_back(entry);
        Some(plan)
    }

    fn shared<M: Accelerated>(
        &mut self,
        points: &Points<M>,
        recipe: &Recipe,
        resources: Resources,
        identity: String,
    ) -> Result<Engine<M>> {
        let module = TypeId::of::<M>();
        let found = self.entries.iter().position(|entry| {
            entry.module == module
                && entry.identity == identity
                && entry.recipe == *recipe
                && entry.resources == resources
                && entry
                    .shared
                    .downcast_ref::<Shared<M>>()
                    .is_some_and(|shared| points.equal(&shared.root, shared.points.as_deref()))
        });
        if let Some(entry) = found.and_then(|index| self.entries.remove(index)) {
            let engine = entry.shared.downcast_ref::<Shared<M>>().map(|shared| Arc::clone(&shared.engine));
            self.entries.push_back(entry);
            if let Some(engine) = engine {
                return Ok(engine);
            }
        }
        let engine = engine::engine(recipe, points, resources)?;
        let root = points.domain().root().clone();
        let shared = Box::new(Shared::<M> { root, points: points.list(), engine: Arc::clone(&engine) });
        self.entries.push_back(Entry {
            module,
            identity,
            recipe: recipe.clone(),
            resources,
            shared,
            plans: Vec::new(),
        });
        while self.entries.len() > self.capacity {
            self.entries.pop_front();
        }
        Ok(engine)
    }
}
