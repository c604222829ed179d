//! Plans held against the definition.

use super::rings::{DEFINED, Fuzzed};
use crate::{Random, circle_value};
use ringfft::plan::{Accelerated, Algorithm, Builder, Coefficients, Device, Plan, Recipe};

/// Bytes that a plan may take here.
const MEMORY: u64 = 1 << 22;

/// Up to this length Stockham's transform is asked instead.
const RUN: usize = 4096;

/// Returns the builder of a plan of this recipe and of nothing else.
pub(super) fn builder<M: Accelerated>(module: &M, recipe: &Recipe) -> Builder<M> {
    let builder = Builder::new(module.clone(), recipe.len()).recipe(recipe.clone());
    builder.memory_limit(MEMORY).device(Device::Cpu)
}

/// Builds a plan if it can be built, runs it in both directions, and holds the values against the definition. Returns
/// whether it was built.
///
/// # Panics
/// If the library is wrong.
pub(super) fn check<R: Fuzzed>(ring: &R, builder: Builder<R>, random: &mut Random) -> bool {
    let bytes = builder.bytes();
    let Ok(plan) = builder.build() else { return false };
    let (recipe, len) = (plan.recipe(), plan.len());
    assert!(bytes.is_ok_and(|bytes| bytes == plan.bytes() && bytes <= MEMORY), "{recipe}");
    assert_eq!(plan.order(), recipe.order(), "{recipe}");
    if len > RUN || (len > DEFINED && recipe.algorithm() == Algorithm::Naive) {
        return true;
    }
    let input = ring.drawn(random, len);
    let mut values = input.clone();
    assert!(plan.forward(&mut values).is_ok(), "{recipe}");
    if let Some(truth) = definition(&plan, &input) {
        assert!(ring.is_near(&values, &truth, recipe), "{recipe} over {}: {values:?}, not {truth:?}", ring.name());
    }
    let mut other = vec![ring.zero(); len];
    assert!(plan.forward_into(&input, &mut other).is_ok(), "{recipe}");
    assert!(ring.is_near(&other, &values, recipe), "{recipe} over {}: to other memory", ring.name());
    assert!(plan.inverse_into(&values, &mut other).is_ok(), "{recipe}");
    assert!(ring.is_near(&other, &input, recipe), "{recipe} over {}: back to other memory", ring.name());
    assert!(plan.inverse(&mut values).is_ok(), "{recipe}");
    assert!(ring.is_near(&values, &input, recipe), "{recipe} over {}: back {values:?}, not {input:?}", ring.name());
    true
}

/// Computes the values of a plan from their definition by its recipe; `None` where that takes too long.
pub(super) fn definition<R: Fuzzed>(plan: &Plan<R::Element, R>, x: &[R::Element]) -> Option<Vec<R::Element>> {
    let (ring, recipe, len) = (plan.module(), plan.recipe(), plan.len());
    if ringfft::inside::is_novel(recipe) {
        let naive =
            Builder::new(ring.clone(), len).algorithm(Algorithm::AdditiveNaive).coefficients(Coefficients::Novel);
        return run(&naive.build().ok()?, x, recipe);
    }
    if len > DEFINED {
        let naive = Builder::new(ring.clone(), len).algorithm(Algorithm::Stockham).device(Device::Cpu);
        let same = recipe.is_cyclic() && recipe.root_order() == Some(len);
        return if same { run(&naive.build().ok()?, x, recipe) } else { None };
    }
    let order = recipe.root_order()?;
    let point = |exponent: usize| match plan.subspace() {
        Some(points) => points.point(exponent),
        None => ring.power(plan.root(), order, exponent % order),
    };
    let value = |j: usize| match recipe.algorithm() {
        Algorithm::Circle => circle_value(ring, x, recipe.exponent(j)),
        _ => horner(ring, x, &point(recipe.exponent(j))),
    };
    Some((0..len).map(value).collect())
}

/// Computes another plan's values, moved from natural order to that of the recipe.
fn run<R: Fuzzed>(plan: &Plan<R::Element, R>, x: &[R::Element], recipe: &Recipe) -> Option<Vec<R::Element>> {
    let mut values = x.to_vec();
    plan.forward(&mut values).ok()?;
    Some((0..x.len()).map(|j| values[recipe.order().exponent(j, x.len())].clone()).collect())
}

fn horner<R: Fuzzed>(ring: &R, x: &[R::Element], point: &R::Element) -> R::Element {
    x.iter().rev().fold(ring.zero(), |mut sum, coefficient| {
        ring.mul_assign(&mut sum, point);
        ring.add_assign(&mut sum, coefficient);
        sum
    })
}
