//! Checks every property of one transform.

use super::{
    additive,
    case::{Case, LONG, Skip, Verdict, affordable},
    checksum,
};
use crate::{
    failure::Outcome,
    input,
    values::{Element, Values},
};
use ringfft::{
    algebra::{Ring, Roots},
    order::Order,
    plan::{Accelerated, Algorithm, Builder, Isa, Layout, Plan, Scale},
};
use ringfft_testing::{Random, circle_value};

/// The most vectors of elements that a check holds at once.
const VECTORS: usize = 12;

/// Checks one transform: values, every order, coset, batch, scale, inverse.
pub(super) fn check<V: Values>(values: &V, case: &Case) -> Outcome<Verdict> {
    values.check(case.algorithm)?;
    let n = case.len;
    let start = || {
        let builder = Builder::new(values.ring().clone(), n).threads(case.threads);
        // The instruction set selects kernels; a ring without kernels is checked with the default.
        let kernels = values.ring().instruction_sets().contains(&case.isa);
        let builder = if kernels || case.isa == Isa::Scalar { builder.isa(case.isa) } else { builder };
        let builder = match case.algorithm {
            Some(algorithm) => builder.algorithm(algorithm).order(algorithm.default_order()),
            None => builder,
        };
        match case.memory {
            Some(limit) => builder.memory_limit(limit),
            None => builder,
        }
    };
    if case.algorithm.is_some_and(|algorithm| !algorithm.exists_over(values.ring())) {
        return match start().choose() {
            Err(error) => Ok(Verdict::Skipped(Skip::Algorithm, error.into())),
            Ok(_) => Ok(Verdict::Failed("a recipe where the algorithm cannot exist".into())),
        };
    }
    let recipe = start().choose()?;
    let algorithm = recipe.algorithm();
    if algorithm.is_additive() {
        return additive::check(values, case, &start);
    }
    let order = recipe.root_order().unwrap_or(n);
    let root = match values.root(order) {
        Ok(root) => root,
        Err(failure) => return Ok(Verdict::Skipped(Skip::Root, failure)),
    };
    // A root given by name has one order; at other lengths the check is skipped.
    if let Err(error) = values.ring().check_root(&root, order) {
        return Ok(Verdict::Skipped(Skip::OtherRoot, error.into()));
    }
    // Two plans exist at once, each with tables and scratch.
    let plan_bytes = u128::from(start().root(root.clone()).bytes()?);
    let bytes = n as u128 * (VECTORS * values.size()) as u128 + 2 * plan_bytes;
    input::within(case.memory, bytes, "the check")?;
    affordable::<V>(n, VECTORS)?;
    let tolerance = values.tolerance(n, algorithm == Algorithm::Naive || !n.is_power_of_two());
    let mut random = Random::new(case.seed ^ n as u64);
    let plan = |change: &dyn Fn(Builder<V::Ring>) -> Builder<V::Ring>| -> Outcome<Plan<_, V::Ring>> {
        Ok(change(start().root(root.clone())).build()?)
    };
    let f: Vec<Element<V>> = (0..n).map(|_| values.random(&mut random)).collect();
    let near = |found: &[_], expected: &[_]| values.distance(found, expected) <= tolerance;
    let failed = |what: &str| Ok(Verdict::Failed(what.into()));
    let value = |j: usize, c: Option<&Element<V>>| match algorithm {
        Algorithm::Circle => circle_value(values.ring(), &f, recipe.exponent(j)),
        _ => values.evaluate(&f, &root, order, recipe.exponent(j), c),
    };

    let first = plan(&|builder| builder)?;
    let mut x = f.clone();
    first.forward(&mut x)?;
    let count = if n > LONG { 3 } else { 12 };
    let places: Vec<usize> = if n <= 64 { (0..n).collect() } else { (0..count).map(|_| random.below(n)).collect() };
    let expected: Vec<_> = places.iter().map(|&j| value(j, None)).collect();
    if !near(&places.iter().map(|&j| x[j].clone()).collect::<Vec<_>>(), &expected) {
        return failed("forward differs from the values by definition");
    }
    let natural = first.order() == Order::Natural;
    // Odd powers of a root of order 2n are a coset of the powers of its square.
    let negacyclic = algorithm == Algorithm::Negacyclic;
    let ratio = if negacyclic { values.ring().pow(&root, 2) } else { root.clone() };
    let summable = values.exact() && natural && (negacyclic || recipe.is_cyclic() && order == n);
    let sums = |x: &[_], c: &Element<V>, random: &mut Random| {
        let mut c = c.clone();
        if negacyclic {
            values.ring().mul_assign(&mut c, &root);
        }
        !summable || checksum::sums_agree(values, &f, x, &ratio, &c, random)
    };
    if !sums(&x, &values.ring().one(), &mut random) {
        return failed("forward fails the checksum over all its values");
    }
    let mut back = x.clone();
    first.inverse(&mut back)?;
    if !near(&back, &f) {
        return failed("inverse does not undo forward");
    }
    // All variants share the engine: a long quadratic one is checked once.
    if algorithm == Algorithm::Naive && n > 1100 {
        return Ok(Verdict::Passed);
    }
    if let Some(law) = values.broken_law(&first, case.seed ^ n as u64)? {
        return Ok(Verdict::Failed(law));
    }
    let possible = |order: &Order| {
        natural && *order != Order::Natural && order.is_permutation(n) && (n <= LONG || *order == Order::BitReversed)
    };
    for order in Order::ALL.iter().copied().filter(possible) {
        let reordered = plan(&|builder| builder.order(order))?;
        let mut y = f.clone();
        reordered.forward(&mut y)?;
        let expected: Vec<_> = (0..n).map(|j| x[order.exponent(j, n)].clone()).collect();
        if !near(&y, &expected) {
            return Ok(Verdict::Failed(format!("{order} order is not natural order permuted")));
        }
        reordered.inverse(&mut y)?;
        if !near(&y, &f) {
            return Ok(Verdict::Failed(format!("inverse from {order} order does not undo forward")));
        }
    }
    if let Some(c) = unit(values, &mut random).filter(|_| algorithm != Algorithm::Circle) {
        // The rounding error of `c` grows `n`-fold in its powers.
        let near = |found: &[_], expected: &[_]| values.distance(found, expected) <= values.tolerance(n * n, true);
        let coset = plan(&|builder| builder.coset(c.clone()))?;
        let mut y = f.clone();
        coset.forward(&mut y)?;
        let places = &places[..places.len().min(12)];
        let expected: Vec<_> = places.iter().map(|&j| value(j, Some(&c))).collect();
        if !near(&places.iter().map(|&j| y[j].clone()).collect::<Vec<_>>(), &expected) {
            return failed("forward on a coset differs from the values by definition");
        }
        if !sums(&y, &c, &mut random) {
            return failed("forward on a coset fails the checksum over all its values");
        }
        coset.inverse(&mut y)?;
        if !near(&y, &f) {
            return failed("inverse on a coset does not undo forward");
        }
    }
    if n <= LONG {
        let rows = plan(&|builder| builder.batch(2, Layout::Rows))?;
        let mut y: Vec<_> = f.iter().chain(&f).cloned().collect();
        rows.forward(&mut y)?;
        if y.chunks_exact(n).any(|row| !near(row, &x)) {
            return failed("a batch of rows differs from single transforms");
        }
        rows.inverse(&mut y)?;
        if y.chunks_exact(n).any(|row| !near(row, &f)) {
            return failed("inverse does not undo forward of a batch of rows");
        }
    }
    let twice = plan(&|builder| builder.batch(2, Layout::Columns).scale(Scale::NONE))?;
    let mut y: Vec<_> = f.iter().zip(&x).flat_map(|(f, x)| [f.clone(), x.clone()]).collect();
    twice.forward(&mut y)?;
    if !near(&y.iter().step_by(2).cloned().collect::<Vec<_>>(), &x) {
        return failed("a batch of columns differs from single transforms");
    }
    twice.inverse(&mut y)?;
    let times_n = |x: &Element<V>| {
        let mut product = x.clone();
        values.ring().mul_assign(&mut product, &values.ring().integer(n as u64));
        product
    };
    if !near(&y.iter().skip(1).step_by(2).cloned().collect::<Vec<_>>(), &x.iter().map(times_n).collect::<Vec<_>>()) {
        return failed("the unscaled inverse is not n times the coefficients");
    }
    Ok(Verdict::Passed)
}

/// Returns a random invertible element; for floats a fixed one on the unit circle.
fn unit<V: Values>(values: &V, random: &mut Random) -> Option<Element<V>> {
    if !values.exact() {
        return values.read_argument("0.6,0.8");
    }
    (0..64).map(|_| values.random(random)).find(|c| values.ring().inverse(c).is_some())
}
