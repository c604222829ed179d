//! `ringfft verify`: transforms against evaluation that shares no code with them.

mod additive;
mod checksum;
mod sample;
mod tally;

use crate::{
    args::VerifyArgs,
    failure::{Failure, Outcome, quoted},
    input,
    output::Output,
    progress::Progress,
    report::{Report, seconds},
    ring::{AnyRing, open},
    settings::Settings,
    spec::{RingName, Spec},
    values::{Element, Values},
};
use ringfft::{
    algebra::{Ring, Roots},
    order::Order,
    plan::{Accelerated, Algorithm, Builder, Isa, Layout, Plan, Scale, Threads},
};
use ringfft_testing::{Random, circle_value};
use std::time::Instant;
use tally::{Skip, Tally};

/// Vectors of elements that a check holds at once, at most.
const VECTORS: usize = 12;

/// Above this length fewer values are compared with their definition, only one order beside the algorithm's own, and no rows, each
/// of which is a transform by itself: checksums hold all values.
const LONG: usize = 1 << 14;

/// What came of one check.
pub(crate) enum Verdict {
    /// Right.
    Passed,
    /// Nothing to check, and the error of asking for it.
    Skipped(Skip, Failure),
    /// Wrong, and where.
    Failed(String),
}

/// One transform to check.
pub(crate) struct Case {
    pub(crate) len: usize,
    /// `None` is the planner's choice.
    pub(crate) algorithm: Option<Algorithm>,
    pub(crate) seed: u64,
    pub(crate) threads: Threads,
    /// Used where the ring and the algorithm have kernels for it.
    pub(crate) isa: Isa,
    pub(crate) memory: Option<u64>,
}

/// Runs the verb.
pub(crate) fn run(args: &VerifyArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let output = Output::report()?;
    let seed = crate::spec::canonical_u64(&args.seed)
        .ok_or_else(|| Failure::input(format!("{} is no seed: give an integer below 2^64", quoted(&args.seed))))?;
    let named: Vec<Spec> = args.specs.iter().map(|spec| Spec::parse(spec)).collect::<Outcome<_>>()?;
    let specs = match (named.is_empty(), args.full) {
        (false, _) => named.iter().flat_map(sample::algorithms_of).collect::<Vec<_>>(),
        (true, false) => sample::short()?,
        (true, true) => sample::full()?,
    };
    let specs: Vec<(Spec, Isa)> = specs
        .into_iter()
        .flat_map(|spec| {
            let sets = sample::instruction_sets(&spec, settings.isa);
            sets.into_iter().map(move |isa| (spec.clone(), isa))
        })
        .collect();
    let (start, mut ring_start) = (Instant::now(), Instant::now());
    let progress = Progress::steps("verifying", specs.len() as u64);
    let mut tally = Tally::default();
    let mut opened: Option<(&RingName, Box<dyn AnyRing>)> = None;
    for (place, (spec, isa)) in specs.iter().enumerate() {
        let case = Case {
            len: spec.len,
            algorithm: spec.algorithm,
            seed,
            threads: settings.threads,
            isa: *isa,
            memory: settings.memory,
        };
        let ring = match opened.take() {
            Some((name, ring)) if *name == spec.ring => ring,
            _ => open(&spec.ring)?,
        };
        match ring.verify(&case) {
            // What was asked for by name must be possible; of the others, what the planner chooses.
            Ok(Verdict::Skipped(_, failure))
                if named.contains(spec) || (!named.is_empty() && spec.algorithm.is_none()) =>
            {
                return Err(failure);
            }
            Ok(verdict) => tally.add(spec, *isa, verdict),
            Err(failure @ (Failure::Resource(_) | Failure::BrokenPipe)) => return Err(failure),
            Err(failure) if !named.is_empty() => return Err(failure),
            Err(failure) => tally.add(spec, *isa, Verdict::Failed(failure.to_string())),
        }
        opened = Some((&spec.ring, ring));
        progress.step();
        // Whoever watches learns what is done.
        if args.full && specs.get(place + 1).is_none_or(|(next, _)| next.ring != spec.ring) {
            tally.note_ring(&spec.ring, ring_start.elapsed(), settings.json);
            ring_start = Instant::now();
        }
    }
    drop(progress);
    let report = Report::new("verify")
        .with("passed", tally.passed)
        .with("failed", tally.failures.len())
        .with_all(tally.skipped())
        .with("seed", seed)
        .with("failures", tally.failures.clone())
        .with("seconds", seconds(start.elapsed()));
    let text = if settings.json { format!("{:#}\n", report.json()) } else { tally.text(seed) };
    output.write(|out| out.write_all(text.as_bytes()))?;
    match tally.failures.as_slice() {
        [] => Ok(()),
        [first, ..] => {
            Err(Failure::Verification(format!("{} of the checks, the first: {first}", tally.failures.len())))
        }
    }
}

/// Checks one transform: values, every order, coset, batch, scale, inverse.
pub(crate) fn check<V: Values>(values: &V, case: &Case) -> Outcome<Verdict> {
    values.check(case.algorithm)?;
    let n = case.len;
    let start = || {
        let builder = Builder::new(values.ring().clone(), n).threads(case.threads);
        // The instruction set is that of the kernels; a ring without any is checked as it is.
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
    // A given root belongs to one length.
    if let Err(error) = values.ring().check_root(&root, order) {
        return Ok(Verdict::Skipped(Skip::OtherRoot, error.into()));
    }
    // Two plans at once, with their tables and scratch.
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
    // The variants share the engine; where that is quadratic and long, once is enough.
    if algorithm == Algorithm::Naive && n > 1100 {
        return Ok(Verdict::Passed);
    }
    if let Some(law) = values.broken_law(&first, case.seed ^ n as u64)? {
        return Ok(Verdict::Failed(law));
    }
    let possible = |order: &Order| {
        natural && *order != Order::Natural && order.is_permutation(n) && (n <= LONG || *order == Order::BitReversed)
    };
    for order in Order::ALL.into_iter().filter(possible) {
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
        // The powers of c carry the rounding of c itself, n-fold.
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

/// What the system refuses is refused before anything is computed.
pub(crate) fn affordable<V: Values>(n: usize, vectors: usize) -> Outcome<()> {
    if Vec::<Element<V>>::new().try_reserve_exact(n.saturating_mul(vectors)).is_ok() {
        return Ok(());
    }
    let bytes = n as u128 * (vectors * size_of::<Element<V>>()) as u128;
    Err(Failure::Resource(format!("no memory for {bytes} bytes, which the check needs: take a shorter length")))
}

/// An invertible element, far from one; for floats on the unit circle.
fn unit<V: Values>(values: &V, random: &mut Random) -> Option<Element<V>> {
    if !values.exact() {
        return values.read_argument("0.6,0.8");
    }
    (0..64).map(|_| values.random(random)).find(|c| values.ring().inverse(c).is_some())
}
