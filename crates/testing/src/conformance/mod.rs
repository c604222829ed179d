//! The properties that every algorithm has over every module.
//!
//! ```
//! use ringfft::{plan::Algorithm, rings::Modular};
//! use ringfft_testing::{Specimen, conformance};
//!
//! let specimen = Specimen::exact(Modular::new(257).unwrap(), |random| random.bits() % 257).up_to(8, 16);
//! let report = conformance::check(Algorithm::Naive, &specimen);
//! assert!(report.failures.is_empty(), "{:?}", report.failures);
//! ```
//!
//! The oracle is Horner's rule at the transform's points, or the definition of the circle's basis: it shares no code
//! with any transform.

mod additive;
mod definition;
mod options;

use super::{Random, Specimen, circle_value};
use ringfft::{
    Error,
    algebra::{Roots, Scalar},
    order::Order,
    plan::{Accelerated, Algorithm, Builder, Plan},
};

/// The result of [`check`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Transforms checked.
    pub cases: usize,
    /// Properties for which the module has no case, by name.
    pub skipped: Vec<&'static str>,
    /// The properties that failed, as messages.
    pub failures: Vec<String>,
}

/// The number of transforms checked, or the failure.
type Outcome = Result<usize, String>;

type Property<'a, M> = fn(&Case<'a, M>) -> Outcome;

/// Checks every property of `algorithm` over the module of `specimen`.
pub fn check<'a, M: Accelerated>(algorithm: Algorithm, specimen: &'a Specimen<M>) -> Report {
    let properties: [(&'static str, Property<'a, M>); 14] = [
        ("equals evaluation, every small length", Case::small_lengths),
        ("equals evaluation at random points, large lengths", Case::large_lengths),
        ("linearity", Case::linearity),
        ("impulse", Case::impulse),
        ("shift", Case::shift),
        ("convolution theorem", Case::convolution),
        ("reversal law", Case::reversal),
        ("scales", Case::scales),
        ("coset = pre-scaled", Case::coset),
        ("dirty and oversized scratch", Case::scratch),
        ("batch = row by row", Case::batch),
        ("same bits for every number of threads", Case::threads),
        ("length one, length zero, lengths it lacks", Case::odd_lengths),
        ("lengths without a root", Case::missing_roots),
    ];
    run(&properties, &Case { specimen, algorithm })
}

/// Checks the properties of additive transforms alone: cosets of subspaces, other bases, novel coefficients, refusals.
pub fn check_additive<'a, M: Accelerated>(algorithm: Algorithm, specimen: &'a Specimen<M>) -> Report {
    let properties: [(&'static str, Property<'a, M>); 4] = [
        ("values on cosets of a subspace", Case::shifted_points),
        ("spans of other bases", Case::other_bases),
        ("novel coefficients", Case::novel_coefficients),
        ("refusals of an additive transform", Case::refusals),
    ];
    run(&properties, &Case { specimen, algorithm })
}

fn run<'a, M: Accelerated>(properties: &[(&'static str, Property<'a, M>)], case: &Case<'a, M>) -> Report {
    let mut report = Report::default();
    for (name, property) in properties {
        match property(case) {
            Ok(0) => report.skipped.push(name),
            Ok(cases) => report.cases += cases,
            Err(failure) => report.failures.push(format!("{}: {name}: {failure}", case.algorithm)),
        }
    }
    report
}

/// Checks that rows are transformed as their columns are: apart from [`check`], because it takes plans over rows.
pub fn check_rows<M: Accelerated>(algorithm: Algorithm, specimen: &Specimen<M>) -> Report {
    let mut report = Report::default();
    match (Case { specimen, algorithm }).rows() {
        Ok(cases) => report.cases = cases,
        Err(failure) => report.failures.push(format!("{algorithm}: rows = column by column: {failure}")),
    }
    report
}

struct Case<'a, M: Accelerated> {
    specimen: &'a Specimen<M>,
    algorithm: Algorithm,
}

fn say(error: Error) -> String {
    format!("{error}")
}

impl<M: Accelerated> Case<'_, M> {
    fn module(&self) -> &M {
        self.specimen.module()
    }

    fn lens(&self, most: usize) -> impl Iterator<Item = usize> {
        (1..=most.min(self.specimen.small())).filter(|&n| self.algorithm.exists_for(n))
    }

    /// Returns a plan of length `n`, or `None` where the module has no root.
    fn plan(
        &self,
        n: usize,
        options: impl FnOnce(Builder<M>) -> Builder<M>,
    ) -> Result<Option<Plan<M::Element, M>>, String> {
        let Some(builder) = self.specimen.builder(self.algorithm, n) else { return Ok(None) };
        options(builder).build().map(Some).map_err(say)
    }

    /// Returns the orders that the algorithm supports at this length.
    fn orders(&self, n: usize) -> impl Iterator<Item = Order> {
        let native = self.algorithm.native_order();
        let all = native.is_permutation(n);
        // The first points of a subspace lie in natural order.
        let known = move |order: &Order| !self.algorithm.is_additive() || *order != Order::Truncated;
        let possible = move |order: &Order| *order == native || (all && order.is_permutation(n));
        Order::ALL.iter().copied().filter(move |order| known(order) && possible(order))
    }

    fn forward(&self, plan: &Plan<M::Element, M>, x: &[M::Element]) -> Result<Vec<M::Element>, String> {
        let mut values = x.to_vec();
        plan.forward(&mut values).map_err(say)?;
        Ok(values)
    }

    fn inverse(&self, plan: &Plan<M::Element, M>, x: &[M::Element]) -> Result<Vec<M::Element>, String> {
        let mut values = x.to_vec();
        plan.inverse(&mut values).map_err(say)?;
        Ok(values)
    }

    fn same(&self, what: &str, n: usize, found: &[M::Element], truth: &[M::Element]) -> Result<(), String> {
        let (distance, bound) = (self.specimen.distance(found, truth), self.specimen.bound(n));
        if distance <= bound {
            return Ok(());
        }
        Err(format!("{what}, length {n}: {distance:e} off, {bound:e} allowed"))
    }

    /// Computes value `j` of `x` by its definition.
    fn value(&self, plan: &Plan<M::Element, M>, x: &[M::Element], j: usize) -> M::Element {
        let exponent = plan.recipe().exponent(j);
        if self.algorithm == Algorithm::Circle {
            return circle_value(self.module(), x, exponent);
        }
        if let Some(points) = plan.subspace() {
            return self.evaluate(x, &points.point(exponent));
        }
        self.evaluate(x, &self.power(plan, exponent))
    }

    /// Computes `x(point)` by Horner's rule.
    fn evaluate(&self, x: &[M::Element], point: &Scalar<M>) -> M::Element {
        let (module, point) = (self.module(), self.module().prepare(point));
        x.iter().rev().fold(module.zero(), |mut sum, coefficient| {
            module.apply(&mut sum, &point);
            module.add_assign(&mut sum, coefficient);
            sum
        })
    }

    fn power(&self, plan: &Plan<M::Element, M>, k: usize) -> Scalar<M> {
        let order = plan.recipe().root_order().unwrap_or(1);
        self.module().scalars().power(plan.root(), order, k % order)
    }

    fn act(&self, x: &[M::Element], scalar: impl Fn(usize) -> Scalar<M>) -> Vec<M::Element> {
        let mut image = x.to_vec();
        for (j, x) in image.iter_mut().enumerate() {
            self.module().apply(x, &self.module().prepare(&scalar(j)));
        }
        image
    }

    fn add(&self, x: &[M::Element], y: &[M::Element]) -> Vec<M::Element> {
        let mut sum = x.to_vec();
        sum.iter_mut().zip(y).for_each(|(a, b)| self.module().add_assign(a, b));
        sum
    }

    /// Runs `property` on a plan with natural order of each of a few lengths.
    fn each(&self, seed: u64, property: impl Fn(&Plan<M::Element, M>, &mut Random) -> Result<bool, String>) -> Outcome {
        let mut random = Random::new(seed);
        let mut cases = 0;
        // An algorithm that begins later is asked at its first lengths.
        let late = if self.algorithm.exists_for(32) || self.algorithm.exists_for(27) { 0 } else { 128 };
        let lens = [2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 27, 32, 64, 128].into_iter();
        let fits = |n: &usize| self.algorithm.exists_for(*n) && *n <= self.specimen.large() && *n <= late.max(32);
        for n in lens.filter(fits) {
            if let Some(plan) = self.plan(n, |builder| builder)? {
                cases += usize::from(property(&plan, &mut random)?);
            }
        }
        Ok(cases)
    }
}
