//! Any two engines of a ring, one against the other.

use super::{
    bytes::Bytes,
    recipes::of_len,
    rings::{Fuzzed, Over, RINGS, isas, lens, over},
    values::definition,
};
use crate::Random;
use ringfft::{
    order::Order,
    plan::{Algorithm, Builder, Coefficients, Device, Layout, Plan, Recipe, Scale, Threads, TwiddleMemory},
};

/// Checks that two engines compute the same, in both directions, and equal the definition. Reads the bytes as a ring, a
/// length, an order, a coset, a scale, a batch and two engines. An engine is an algorithm or a recipe, with an
/// instruction set.
///
/// # Panics
/// If the library is wrong.
pub fn engines(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let ring = bytes.below(RINGS);
    over(ring, &mut Pair { bytes });
}

/// The choices of two engines.
struct Pair<'a> {
    bytes: Bytes<'a>,
}

impl Over for Pair<'_> {
    fn over<R: Fuzzed>(&mut self, ring: R) {
        let bytes = &mut self.bytes;
        let len = bytes.one_of(&lens(&ring));
        let orders: Vec<Order> = Order::ALL.iter().copied().filter(|order| order.exists_for(len)).collect();
        let order = [Order::Natural, bytes.one_of(&orders)][bytes.below(2)];
        let scales = [Scale::INVERSE, Scale::INVERSE, Scale::NONE, Scale::FORWARD, Scale::UNITARY];
        let scale = bytes.one_of(&scales);
        let mut random = bytes.random();
        let coset = (bytes.below(3) == 2).then(|| coset(&ring, &mut random));
        let batch = [1, 1, 1 + bytes.below(20)][bytes.below(3)];
        let mut builder = Builder::new(ring.clone(), len).order(order).scale(scale).device(Device::Cpu);
        builder = builder.batch(batch, bytes.one_of(&[Layout::Rows, Layout::Columns]));
        if bytes.below(4) == 3 && ring.cantor_basis(0).is_ok() {
            builder = builder.coefficients(Coefficients::Novel);
        }
        if let Some(coset) = &coset {
            builder = builder.coset(coset.clone());
        }
        let plans: Vec<_> = (0..2).filter_map(|_| engine(&ring, builder.clone(), order, bytes)).collect();
        let input = ring.drawn(&mut random, len * batch);
        let results: Vec<_> = plans
            .iter()
            .map(|plan| {
                let (mut values, mut back) = (input.clone(), input.clone());
                assert!(plan.forward(&mut values).is_ok() && plan.inverse(&mut back).is_ok(), "{}", plan.recipe());
                (values, back)
            })
            .collect();
        for (plan, (values, _)) in plans.iter().zip(&results) {
            let plain = coset.is_none() && batch == 1 && matches!(scale, Scale::INVERSE | Scale::NONE);
            if let Some(truth) = definition(plan, &input).filter(|_| plain) {
                assert!(ring.is_near(values, &truth, plan.recipe()), "{} over {}", plan.recipe(), ring.name());
            }
        }
        if let ([one, other], [a, b]) = (&plans[..], &results[..])
            && ringfft::inside::is_same_map(single(one.recipe()), single(other.recipe()))
        {
            let (first, second) = (one.recipe(), other.recipe());
            // The looser bound is the one for both.
            let near = |a: &[R::Element], b: &[R::Element]| ring.is_near(a, b, first) || ring.is_near(a, b, second);
            let name = ring.name();
            assert!(near(&a.0, &b.0), "{first} and {second} over {name}: {:?} and {:?}", a.0, b.0);
            assert!(near(&a.1, &b.1), "{first} and {second} over {name}, back: {:?} and {:?}", a.1, b.1);
        }
    }
}

/// Builds a plan by an algorithm, by a choice or candidate of the planner, or by a recipe.
fn engine<R: Fuzzed>(
    ring: &R,
    builder: Builder<R>,
    order: Order,
    bytes: &mut Bytes<'_>,
) -> Option<Plan<R::Element, R>> {
    let len = ringfft::inside::length(&builder);
    let builder = builder
        .isa(bytes.one_of(&isas(ring)))
        .threads(Threads::AtMost(1 + bytes.below(3)))
        .twiddles(bytes.one_of(&[TwiddleMemory::Full, TwiddleMemory::Recomputed]));
    let exists = |algorithm: &Algorithm| algorithm.exists_for(len) && algorithm.exists_over(ring);
    let algorithms: Vec<Algorithm> = Algorithm::ALL.iter().copied().filter(exists).collect();
    let considered = builder.considered();
    let builder = match bytes.below(8) {
        0 => builder,
        1 if !considered.is_empty() => builder.recipe(considered[bytes.below(considered.len())].recipe.clone()),
        1..=4 => builder.algorithm(bytes.one_of(&algorithms)),
        _ => {
            let recipe = of_len(bytes, 2, len);
            let moves = recipe.order() != order;
            builder.recipe(if moves { Recipe::Reorder { order, inner: Box::new(recipe) } } else { recipe })
        }
    };
    builder.build().ok()
}

/// Draws the factor of the points; in complex rings it has absolute value one, so that no digits are lost.
fn coset<R: Fuzzed>(ring: &R, random: &mut Random) -> R::Element {
    let any = ring.draw(random);
    if ring.parts(&any).is_none() {
        return any;
    }
    ring.root(1009).map_or(ring.one(), |root| ring.power(&root, 1009, random.below(1009)))
}

/// Returns the recipe of one transform.
fn single(recipe: &Recipe) -> &Recipe {
    match recipe {
        Recipe::Columns { inner, .. } => inner,
        other => other,
    }
}
