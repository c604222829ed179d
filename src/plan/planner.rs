//! Which recipe, and tables shared between plans.

use super::{Accelerated, Algorithm, Builder, Options, Plan, Recipe, engine};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Ring, Scalar},
    dft::stockham_radices,
    order::Order,
};
use alloc::{boxed::Box, collections::VecDeque, string::String, sync::Arc};
use core::any::{Any, TypeId};

/// From this length on the data leaves the cache between Stockham's passes, and two sweeps beat one for
/// every radix.
const FOUR_STEP_LEN: usize = 1 << 20;

fn stockham(len: usize) -> Recipe {
    Recipe::Stockham { len, radices: stockham_radices(len) }
}

/// Elements of more bytes do not fit registers: the depth-first transform, which moves them least, is fastest.
const REGISTER_BYTES: usize = 16;

/// The recipe for a length, elements of so many bytes, and options.
pub(crate) fn choose(len: usize, element_bytes: usize, options: &Options) -> Result<Recipe> {
    if len == 0 {
        return Err(Error::Length { what: "a transform", len, possible: "the least length is 1" });
    }
    if options.batch == 0 {
        return Err(Error::Length { what: "a batch", len: 0, possible: "the least batch is 1" });
    }
    if let Some(recipe) = &options.recipe {
        if recipe.len() != len {
            return Err(Error::Unsupported {
                what: alloc::format!("the recipe {recipe} is for length {}, not {len}", recipe.len()),
            });
        }
        return Ok(recipe.clone());
    }
    if !options.order.exists_for(len) {
        return Err(Error::Length {
            what: "bit-reversed order",
            len,
            possible: "it needs a power of two; natural order has every length",
        });
    }
    let algorithm = options.algorithm.unwrap_or(match options.order {
        _ if !len.is_power_of_two() => Algorithm::Naive,
        Order::BitReversed => Algorithm::Twisted,
        Order::Natural if element_bytes > REGISTER_BYTES && len >= 64 => Algorithm::DepthFirst,
        Order::Natural if len >= FOUR_STEP_LEN => Algorithm::FourStep,
        _ => Algorithm::Stockham,
    });
    let recipe = match algorithm {
        Algorithm::Naive => Recipe::Naive { len },
        _ if !algorithm.exists_for(len) => {
            return Err(Error::Length {
                what: algorithm.name(),
                len,
                possible: match algorithm {
                    Algorithm::FourStep | Algorithm::DepthFirst => {
                        "it needs a power of two from 64 on; `naive` takes any length"
                    }
                    _ => "it needs a power of two; `naive` takes any length",
                },
            });
        }
        Algorithm::Classical => Recipe::Classical { len },
        Algorithm::Twisted => Recipe::Twisted { len },
        Algorithm::Stockham => stockham(len),
        Algorithm::DepthFirst => Recipe::DepthFirst { len },
        Algorithm::FourStep => {
            let columns = 1 << (len.ilog2() / 2);
            Recipe::FourStep { columns: Box::new(stockham(columns)), rows: Box::new(stockham(len / columns)) }
        }
    };
    if recipe.order() == options.order {
        return Ok(recipe);
    }
    Ok(Recipe::Reorder { to_natural: options.order == Order::Natural, inner: Box::new(recipe) })
}

/// A cache of engines: plans made by one planner share the tables of equal transforms.
///
/// There is no global state: drop or [`clear`](Planner::clear) the planner and the memory goes once no plan
/// uses it. At most [`capacity`](Planner::with_capacity) engines are kept, the least recently used go first.
pub struct Planner {
    entries: VecDeque<Entry>,
    capacity: usize,
}

struct Entry {
    module: TypeId,
    identity: String,
    recipe: Recipe,
    threads: usize,
    shared: Box<dyn Any + Send + Sync>,
}

struct Shared<M: Action> {
    root: Scalar<M>,
    engine: engine::Engine<M>,
}

impl Default for Planner {
    fn default() -> Self {
        Self::new()
    }
}

impl Planner {
    /// A planner that keeps up to 32 engines.
    pub fn new() -> Self {
        Self::with_capacity(32)
    }

    /// A planner that keeps up to `capacity` engines.
    pub fn with_capacity(capacity: usize) -> Self {
        Planner { entries: VecDeque::new(), capacity }
    }

    /// Number of engines kept.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no engine is kept.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Forgets every engine. Plans that exist keep theirs.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Makes the plan, with the tables of an earlier equal one where there is one.
    ///
    /// # Errors
    /// As [`Builder::build`].
    pub fn plan<M: Accelerated>(&mut self, builder: Builder<M>) -> Result<Plan<M::Element, M>> {
        builder.build_with(|recipe, domain, threads| match domain.module().identity() {
            None => engine::build(recipe, domain, threads),
            Some(identity) => self.shared(recipe, domain, threads, identity),
        })
    }

    fn shared<M: Accelerated>(
        &mut self,
        recipe: &Recipe,
        domain: &Domain<M>,
        threads: usize,
        identity: String,
    ) -> Result<engine::Engine<M>> {
        let module = TypeId::of::<M>();
        let scalars = domain.module().scalars();
        let found = self.entries.iter().position(|entry| {
            entry.module == module
                && entry.identity == identity
                && entry.recipe == *recipe
                && entry.threads == threads
                && entry
                    .shared
                    .downcast_ref::<Shared<M>>()
                    .is_some_and(|shared| scalars.equal(&shared.root, domain.root()))
        });
        if let Some(entry) = found.and_then(|index| self.entries.remove(index)) {
            let engine = entry.shared.downcast_ref::<Shared<M>>().map(|shared| Arc::clone(&shared.engine));
            self.entries.push_back(entry);
            if let Some(engine) = engine {
                return Ok(engine);
            }
        }
        let engine = engine::build(recipe, domain, threads)?;
        let shared = Box::new(Shared::<M> { root: domain.root().clone(), engine: Arc::clone(&engine) });
        self.entries.push_back(Entry { module, identity, recipe: recipe.clone(), threads, shared });
        while self.entries.len() > self.capacity {
            self.entries.pop_front();
        }
        Ok(engine)
    }
}
