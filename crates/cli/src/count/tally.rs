//! The operations of a recipe, counted over elements without a type.

use crate::{
    failure::{Failure, Outcome},
    input,
    settings::Settings,
    spec::{Spec, native_order, possible},
    values::{AnyValues, Values},
};
use ringfft::{
    Result,
    algebra::Module,
    plan::{Builder, Options, Plan, Recipe, Scale, Threads},
};
use ringfft_testing::{Counting, Erased, ErasedElement, Tally};

/// The recipe of a count, the options that name it, and the bytes that its elements and tables take.
pub(super) struct Chosen {
    pub(super) recipe: Recipe,
    pub(super) options: Options,
    pub(super) held: u128,
}

/// Chooses the recipe for elements of the ring's own size.
pub(super) fn choose<V: Values>(values: &V, spec: &Spec, settings: &Settings) -> Outcome<Chosen> {
    values.check(spec.algorithm)?;
    possible(values.ring(), spec.algorithm, spec.len)?;
    let mut options = Options::default();
    options.algorithm = spec.algorithm;
    options.scale = Scale::NONE;
    options.threads = Threads::AtMost(1);
    options.memory_limit = settings.memory;
    options.order = native_order(spec.algorithm);
    let typed = Builder::new(Counting::new(values.ring().clone()), spec.len).options(options.clone());
    let recipe = typed.choose()?;
    options.recipe = Some(recipe.clone());
    // Elements and tables hold pointers, which count too.
    let elements = spec.len as u128 * (values.size() + size_of::<ErasedElement>()) as u128;
    let held = elements + u128::from(typed.bytes()?);
    Ok(Chosen { recipe, options, held })
}

/// Builds the plan of a recipe over the counting ring and counts the operations of one call.
pub(super) fn counted(
    values: &dyn AnyValues,
    Chosen { recipe, options, held }: Chosen,
    len: usize,
    memory: Option<u64>,
) -> Outcome<(Recipe, Tally)> {
    let erased = Counting::new(values.erased());
    let builder = values.points(&recipe)?.give(Builder::new(erased, len).options(options));
    let needed = held + u128::from(builder.bytes()?);
    input::within(memory, needed, "the transform with its elements")?;
    // A request for memory that the system cannot meet is an error before anything is computed.
    if usize::try_from(needed).ok().and_then(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).ok()).is_none() {
        return Err(Failure::Resource(format!(
            "no memory for {len} elements, {needed} bytes with the tables: take a shorter length"
        )));
    }
    let plan = builder.build()?;
    let tally = tally(&plan)?;
    Ok((plan.recipe().clone(), tally))
}

/// Counts the operations of one call.
fn tally(plan: &Plan<ErasedElement, Counting<Erased>>) -> Result<Tally> {
    let ring = plan.module();
    let mut elements = vec![ring.zero(); plan.len()];
    ring.take();
    plan.forward(&mut elements)?;
    Ok(ring.take())
}
