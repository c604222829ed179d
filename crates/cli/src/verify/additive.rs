//! `ringfft verify` over binary fields: compares additive transforms with evaluation at the documented points.

use super::case::{Case, LONG, Skip, Verdict, affordable};
use crate::{
    failure::Outcome,
    input,
    values::{Element, Points, Values, horner},
};
use ringfft::{
    algebra::{Module, Ring, Roots},
    order::Order,
    plan::{Algorithm, Builder, Coefficients, Layout, Plan},
};
use ringfft_testing::Random;

/// The most vectors of elements that a check holds at once.
const VECTORS: usize = 10;

type Change<'a, V> = &'a dyn Fn(Builder<<V as Values>::Ring>) -> Builder<<V as Values>::Ring>;

/// Checks one additive transform; `start` creates a builder without points.
pub(super) fn check<V: Values>(values: &V, case: &Case, start: &dyn Fn() -> Builder<V::Ring>) -> Outcome<Verdict> {
    let (n, ring) = (case.len, values.ring());
    let recipe = start().choose()?;
    let dim = n.next_power_of_two().trailing_zeros();
    let basis = match values.points(&recipe)? {
        Points::Basis(basis) => basis,
        _ => match ring.cantor_basis(dim) {
            Ok(basis) if !is_cantor(values, &basis) => {
                return Ok(Verdict::Failed("the basis is not the canonical Cantor basis".into()));
            }
            Ok(basis) => basis,
            Err(error) => return Ok(Verdict::Skipped(Skip::Field, error.into())),
        },
    };
    // The field is too small for this many points, and the builder must report that.
    if basis.len() < dim as usize {
        return match values.points(&recipe)?.give(start()).build() {
            Err(error) => Ok(Verdict::Skipped(Skip::Field, error.into())),
            Ok(_) => Ok(Verdict::Failed("a transform of more points than the field has".into())),
        };
    }
    input::within(case.memory, n as u128 * (VECTORS * values.size()) as u128, "the check")?;
    affordable::<V>(n, VECTORS)?;
    let kernels = recipe.algorithm() == Algorithm::NovelBasis;
    let plan = |change: Change<'_, V>| -> Outcome<Plan<Element<V>, V::Ring>> {
        let builder = values.points(&recipe)?.give(start());
        Ok(change(if kernels { builder.isa(case.isa) } else { builder }).build()?)
    };
    let mut random = Random::new(case.seed ^ n as u64);
    let f: Vec<Element<V>> = (0..n).map(|_| values.random(&mut random)).collect();
    let count = if n > LONG { 2 } else { 12 };
    let places: Vec<usize> = if n <= 64 { (0..n).collect() } else { (0..count).map(|_| random.below(n)).collect() };
    let value = |j: usize, c: &Element<V>| {
        let mut point = c.clone();
        (0..dim as usize).filter(|i| j >> i & 1 == 1).for_each(|i| ring.add_assign(&mut point, &basis[i]));
        horner(ring, &f, &point)
    };
    let right = |found: &[Element<V>], c: &Element<V>| places.iter().all(|&j| ring.equal(&found[j], &value(j, c)));
    let same =
        |a: &[Element<V>], b: &[Element<V>]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| ring.equal(a, b));
    let failed = |what: &str| Ok(Verdict::Failed(what.into()));

    let first = plan(&|builder| builder)?;
    let mut x = f.clone();
    first.forward(&mut x)?;
    if !right(&x, &ring.zero()) {
        return failed("forward differs from the values by definition");
    }
    let mut back = x.clone();
    first.inverse(&mut back)?;
    if !same(&back, &f) {
        return failed("inverse does not undo forward");
    }
    for c in [ring.one(), values.random(&mut random)] {
        let coset = plan(&|builder| builder.coset(c.clone()))?;
        let mut y = f.clone();
        coset.forward(&mut y)?;
        if !right(&y, &c) {
            return failed("forward on a coset differs from the values by definition");
        }
        coset.inverse(&mut y)?;
        if !same(&y, &f) {
            return failed("inverse on a coset does not undo forward");
        }
    }
    if Order::BitReversed.is_permutation(n) {
        let reversed = plan(&|builder| builder.order(Order::BitReversed))?;
        let mut y = f.clone();
        reversed.forward(&mut y)?;
        let expected: Vec<_> = (0..n).map(|j| x[Order::BitReversed.exponent(j, n)].clone()).collect();
        if !same(&y, &expected) {
            return failed("bit-reversed order is not natural order permuted");
        }
        reversed.inverse(&mut y)?;
        if !same(&y, &f) {
            return failed("inverse from bit-reversed order does not undo forward");
        }
    }
    // The values determine the polynomial: inverse and forward in the novel basis must restore them.
    let novel = plan(&|builder| builder.coefficients(Coefficients::Novel))?;
    let mut y = x.clone();
    novel.inverse(&mut y)?;
    novel.forward(&mut y)?;
    if !same(&y, &x) {
        return failed("forward does not undo inverse in the novel basis");
    }
    let twice = plan(&|builder| builder.batch(2, Layout::Columns))?;
    let mut y: Vec<_> = f.iter().zip(&x).flat_map(|(f, x)| [f.clone(), x.clone()]).collect();
    twice.forward(&mut y)?;
    if !same(&y.iter().step_by(2).cloned().collect::<Vec<_>>(), &x) {
        return failed("a batch of columns differs from single transforms");
    }
    twice.inverse(&mut y)?;
    if !same(&y.iter().skip(1).step_by(2).cloned().collect::<Vec<_>>(), &x) {
        return failed("the inverse of a batch of columns differs from single transforms");
    }
    Ok(Verdict::Passed)
}

/// Returns true if `b_0 = 1` and `b_(j+1)` is the root of `y^2 + y = b_j` with bit 0 clear, which makes its text an
/// even number.
fn is_cantor<V: Values>(values: &V, basis: &[Element<V>]) -> bool {
    let ring = values.ring();
    let even = |element: &Element<V>| {
        let mut bytes = Vec::new();
        values.encode(element, &mut bytes);
        bytes[0] & 1 == 0
    };
    let follows = |pair: &[Element<V>]| {
        let mut square = pair[1].clone();
        ring.mul_assign(&mut square, &pair[1]);
        ring.add_assign(&mut square, &pair[1]);
        ring.equal(&square, &pair[0]) && even(&pair[1])
    };
    basis.first().is_none_or(|first| ring.equal(first, &ring.one())) && basis.windows(2).all(follows)
}
