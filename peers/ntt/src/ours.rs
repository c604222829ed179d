//! Our plans as contestants, and what every contest has.

use peers::{Contest, Facts, Kind, MANY_CALLS, Measure, Request, Result, Run, Told, agree, clocked};
use ringfft::plan::{Accelerated, Builder, Recipe, Threads};

/// The transform that `builder` is for, with its own scratch.
pub fn run<M: Accelerated>(builder: Builder<M>, recipe: Option<&Recipe>, inverse: bool) -> Result<Run<M::Element>> {
    let builder = match recipe {
        Some(recipe) => builder.recipe(recipe.clone()),
        None => builder,
    };
    let (plan, ns) = clocked(|| builder.build());
    let plan = plan?;
    let mut scratch = plan.scratch()?;
    let facts = Facts { plan_ns: Some(ns), estimate_ns: None, scratch: Some(plan.scratch_len()) };
    let run = move |values: &mut [M::Element]| {
        let done =
            if inverse { plan.inverse_with(values, &mut scratch) } else { plan.forward_with(values, &mut scratch) };
        done.expect("slices of the plan's lengths");
    };
    Ok(Box::new(Told { run, facts }))
}

/// Ours against `peers`, who have threads or not, or against our one thread.
pub fn contest<M: Accelerated>(
    request: &Request,
    kind: Kind,
    builder: &Builder<M>,
    inverse: bool,
    input: Vec<M::Element>,
    mut peers: Vec<(&'static str, Run<M::Element>)>,
) -> Result<Box<dyn Measure>>
where
    M::Element: PartialEq,
{
    let plan = |threads, recipe| run(builder.clone().threads(Threads::AtMost(threads)), recipe, inverse);
    if kind == Kind::Threads {
        peers.push(("ringfft 1 thread", plan(1, request.recipe.as_ref())?));
    }
    if request.recipe.is_some() {
        peers.push(("ringfft automatic", plan(request.threads, None)?));
    }
    let ours = plan(request.threads, request.recipe.as_ref())?;
    let mut contest = Contest { input, ours, peers, most_calls: MANY_CALLS };
    agree(&mut contest)?;
    Ok(Box::new(contest))
}

/// Whether peers of this kind are wanted, in this build: those with threads have them under a feature.
pub fn wanted(kind: Kind) -> bool {
    kind == Kind::Peers || cfg!(feature = "threads")
}

/// Words without a pattern, the same in every run: splitmix64.
pub fn words(seed: u64) -> impl Iterator<Item = u64> {
    (1u64..).map(move |i| {
        let z = seed.wrapping_add(i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    })
}

/// `j` with its lowest `log` bits in the other order.
pub fn reversed(j: usize, log: u32) -> usize {
    j.reverse_bits().checked_shr(usize::BITS - log).unwrap_or(0)
}
