//! The fastest recipes, found by timing them on this machine.

use super::{Accelerated, Algorithm, Builder, Recipe, choice::leaves};
use crate::{Error, Result, algebra::Ring, kernel::machine, order::Order};
use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, str::FromStr};
use std::time::{Duration, Instant};

/// The first line of the text form: its name and version.
const HEADER: &str = "ringfft-tuning 1";

/// The number of considered recipes that are timed.
const TIMED: usize = 8;

/// Recipes that were fastest when they were timed, by ring, length, order, threads and instruction set.
///
/// The planner's own choice follows a model of cost; a tuning replaces it by measurements. The text form (`Display`,
/// `FromStr`) names its version and the machine; text from another version or machine is read as empty.
///
/// A recipe is used for a plan only if it computes the same map as the planner's own choice: values at the same points,
/// in the same order. Text with an entry that no plan can use is refused when it is parsed: a recipe that
/// [is invalid](Recipe::check), has another length or order, or is negacyclic, a circle transform or one of a whole
/// matrix. An entry that one plan cannot use is ignored. A recipe that computes the map, but not over its ring or on
/// its instruction set, is an error of [`Planner::plan`](super::Planner::plan).
///
/// ```
/// use ringfft::{plan::{Plan, Planner, Tuning}, rings::ComplexRing};
///
/// let mut tuning = Tuning::new();
/// tuning.measure(&Plan::builder(ComplexRing::<f64>::new(), 120))?;
/// let saved = tuning.to_string();
///
/// let mut planner = Planner::new().with_tuning(saved.parse()?);
/// let plan = planner.plan(Plan::builder(ComplexRing::<f64>::new(), 120))?;
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    fastest: BTreeMap<String, Recipe>,
}

impl Tuning {
    /// Creates a tuning with nothing measured.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of recipes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.fastest.len()
    }

    /// Returns whether there are no recipes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fastest.is_empty()
    }

    /// Measures the recipes that the planner considers for `builder`, and stores and returns the fastest.
    ///
    /// It takes a few hundredths of a second for short lengths, and for long ones some twenty transforms for every recipe
    /// considered.
    ///
    /// # Errors
    /// Those of [`Builder::build`].
    pub fn measure<M: Accelerated>(&mut self, builder: &Builder<M>) -> Result<Recipe> {
        let mut plans = Vec::new();
        let mut recipes = Vec::from([builder.choose()?]);
        recipes.extend(builder.considered().into_iter().map(|offer| offer.recipe).take(TIMED));
        recipes.dedup();
        for recipe in recipes {
            let plan = builder.clone().recipe(recipe).build()?;
            let scratch = plan.scratch()?;
            let zero = plan.module().zero();
            let mut values = Vec::new();
            let span = plan.options().layout.span(plan.len(), plan.batch());
            let refused = Error::Memory { what: "values to time with", needed: u128::MAX, limit: None };
            let Some(span) = span.filter(|&span| values.try_reserve_exact(span).is_ok()) else { return Err(refused) };
            values.resize(span, zero);
            plans.push((plan, values, scratch, Duration::MAX));
        }
        // In turn, so that a disturbance affects all of them.
        for round in 0..if plans.len() > 1 { 12 } else { 0 } {
            for (plan, values, scratch, least) in &mut plans {
                let start = Instant::now();
                let mut runs = 0;
                while runs == 0 || (start.elapsed() < Duration::from_micros(500) && runs < 1 << 16) {
                    plan.forward_with(values, scratch)?;
                    runs += 1;
                }
                if round > 0 {
                    *least = start.elapsed().div_f64(f64::from(runs)).min(*least);
                }
            }
        }
        // The recipe of one transform: the key has neither the number of transforms nor their layout.
        let fastest = plans.iter().min_by_key(|(.., least)| *least).map(|(plan, ..)| plan.recipe().single().clone());
        let Some(recipe) = fastest else { return builder.choose() };
        if let Some(key) = key(builder) {
            self.fastest.insert(key, recipe.clone());
        }
        Ok(recipe)
    }

    /// Returns the recipe measured for the request of `builder`. Returns `None` if the builder names its recipe, or if the
    /// measured recipe computes another map than its choice would.
    #[must_use]
    pub fn recipe<M: Accelerated>(&self, builder: &Builder<M>) -> Option<&Recipe> {
        let recipe = self.fastest.get(&key(builder)?)?;
        let own = builder.choose().ok()?;
        (recipe.check().is_ok() && recipe.is_same_map(own.single())).then_some(recipe)
    }
}

/// Returns whether some plan may take the recipe for this length and order, if the choice is the planner's.
fn is_for(recipe: &Recipe, len: usize, order: Order) -> bool {
    let algorithm = recipe.algorithm();
    let map = recipe.is_cyclic() || algorithm.is_additive() || algorithm == Algorithm::Truncated;
    let matrix = matches!(recipe, Recipe::Columns { .. });
    map && !matrix && recipe.len() == len && leaves(recipe, order)
}

/// Returns the key of a request: the text under which its fastest recipe is kept. Returns `None` if the caller has
/// chosen a recipe, or if the module has no identity.
pub(crate) fn key<M: Accelerated>(builder: &Builder<M>) -> Option<String> {
    let (module, len, options) = (builder.module(), builder.length(), builder.asked());
    if options.map.is_some() || options.algorithm.is_some() || options.recipe.is_some() || !builder.has_own_root() {
        return None;
    }
    // An identity is written unchanged, because an escaped one could equal that of another module.
    let identity = module.identity().filter(|identity| !identity.contains(char::is_whitespace))?;
    let name = module.scalars().name().replace(char::is_whitespace, "-");
    // The environment may name another instruction set than the best: the key has the one that runs.
    let (order, isa) = (options.order, options.isa.resolved().ok()?);
    let threads = options.threads.resolve();
    Some(format!("{name}/{identity} {len} {order} {threads} {isa}"))
}

impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\n{}", machine())?;
        self.fastest.iter().try_for_each(|(key, recipe)| writeln!(f, "{key} {recipe}"))
    }
}

impl FromStr for Tuning {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut lines = text.lines();
        let wrong = |line: &str| Error::Parse {
            expected: "saved tuning: a line with the version, one with the machine, then a ring, length, order, threads, \
                       instruction set and recipe a line",
            found: line.chars().take(40).collect(),
            source: None,
        };
        let header = lines.next().unwrap_or_default();
        if header != HEADER {
            let other_version = header.starts_with("ringfft-tuning ");
            return if other_version { Ok(Self::new()) } else { Err(wrong(header)) };
        }
        if lines.next() != Some(machine().as_str()) {
            return Ok(Self::new());
        }
        let mut fastest = BTreeMap::new();
        for line in lines {
            let cut = line.match_indices(' ').nth(4).map(|(at, _)| at).ok_or_else(|| wrong(line))?;
            let recipe: Recipe = line[cut + 1..].parse()?;
            let mut fields = line.split(' ').skip(1);
            let len = fields.next().and_then(|len| len.parse().ok());
            let order = fields.next().and_then(|order| order.parse().ok());
            if !len.zip(order).is_some_and(|(len, order)| is_for(&recipe, len, order)) {
                return Err(wrong(line));
            }
            fastest.insert(line[..cut].to_string(), recipe);
        }
        Ok(Tuning { fastest })
    }
}
