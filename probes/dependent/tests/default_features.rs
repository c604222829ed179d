//! The library with its default features alone: the tests of the workspace switch on all others.

use bls12_381::Scalar;
use num_complex::Complex;
use ringfft::{
    Error, Result,
    additive::WangZhuCantor,
    dft::{Naive, SplitRadix},
    order::Order,
    plan::{Accelerated, Algorithm, Coefficients, Plan, Planner, Recipe, Tuning},
    rings::{BabyBear, ComplexRing, Fermat, Gf2p64, Goldilocks, M31, Modular, binary, ff, native},
};

/// The names of the algorithms that a plan over `ring` can have for some length, and those that are refused for want of the feature.
fn named<R: Accelerated>(ring: &R) -> (Vec<&'static str>, Vec<&'static str>) {
    let (mut here, mut missing) = (Vec::new(), Vec::new());
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.exists_over(ring.scalars())) {
        let built: Vec<_> = [64, 3, 15, 1]
            .into_iter()
            .filter(|&len| algorithm.exists_for(len))
            .map(|len| Plan::builder(ring.clone(), len).algorithm(algorithm).order(order(algorithm)).build())
            .filter(|plan| !matches!(plan, Err(Error::NoRoot { .. })))
            .collect();
        match built.first() {
            Some(Ok(_)) => here.push(algorithm.name()),
            Some(Err(Error::Unsupported { what }))
                if what.contains("feature `variants`") && what.contains("Plan::from_transform") =>
            {
                missing.push(algorithm.name());
            }
            // The planner has no parts for it in characteristic 2, with the feature as without.
            Some(Err(_)) if matches!(algorithm, Algorithm::GoodThomas | Algorithm::FourStep | Algorithm::SixStep) => {}
            Some(Err(error)) => panic!("{algorithm}: {error}"),
            None => {}
        }
    }
    (here, missing)
}

fn order(algorithm: Algorithm) -> Order {
    if algorithm == Algorithm::Truncated { Order::Truncated } else { Order::Natural }
}

#[test]
fn what_the_planner_never_chooses_is_refused_by_name() {
    let (here, missing) = named(&ComplexRing::<f64>::new());
    assert_eq!(here, ["stockham", "bluestein", "truncated", "negacyclic"]);
    assert!(missing.len() == 18 && missing.contains(&"split-radix") && missing.contains(&"naive"), "{missing:?}");
    let (here, missing) = named(&ff::<Scalar>());
    assert_eq!(here, ["twisted", "twisted-radix-4", "stockham", "bluestein", "depth-first", "truncated", "negacyclic"]);
    assert!(missing.contains(&"classical") && missing.contains(&"rader"), "{missing:?}");
    let (here, missing) = named(&binary::<Gf2p64>());
    // By its shorter name too.
    assert_eq!(here, ["truncated", "novel-basis", "additive-truncated"]);
    assert!(missing.contains(&"cantor") && missing.contains(&"bluestein"), "{missing:?}");
    assert!(named(&native::<M31>()).0.contains(&"circle"));
}

#[test]
fn texts_name_the_feature_too() -> Result<()> {
    let recipe: Recipe = "split-radix(64)".parse()?;
    let refused = Plan::builder(ComplexRing::<f64>::new(), 64).recipe(recipe).order(Order::ConjugatePair).build();
    assert!(refused.is_err_and(|error| error.to_string().contains("`variants`")));

    let builder = || Plan::builder(ComplexRing::<f64>::new(), 64);
    let mut tuning = Tuning::new();
    tuning.measure(&builder())?;
    let text = tuning.to_string();
    let (head, line) = text.trim_end().rsplit_once('\n').unwrap_or_default();
    let key = line.split(' ').take(5).collect::<Vec<_>>().join(" ");
    let tuning: Tuning = format!("{head}\n{key} reorder(natural, radix-8(64))").parse()?;
    let refused = Planner::new().with_tuning(tuning).plan(builder());
    assert!(refused.is_err_and(|error| error.to_string().contains("`variants`")));
    Ok(())
}

/// Builds what the planner chooses for every order and many lengths, from its own text, and compares values with the definition.
fn chosen<R: Accelerated>(
    ring: R,
    close: fn(&R::Element, &R::Element) -> bool,
    element: fn(u32) -> R::Element,
) -> Result<()> {
    for len in [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 27, 31, 32, 37, 64, 81, 100, 128] {
        for order in Order::ALL.iter().copied().filter(|order| order.exists_for(len)) {
            let builder = || Plan::builder(ring.clone(), len).order(order);
            let recipe = builder().choose()?;
            let plan = match builder().recipe(recipe.to_string().parse()?).build() {
                Err(Error::NoRoot { .. }) => continue,
                other => other?,
            };
            let values: Vec<_> = (0..len as u32).map(element).collect();
            let mut work = values.clone();
            plan.forward(&mut work)?;
            if order != Order::Truncated {
                let naive = Plan::from_transform(
                    Plan::builder(ring.clone(), len).algorithm(Algorithm::Naive).order(order),
                    Naive::new,
                )?;
                let mut expected = values.clone();
                naive.forward(&mut expected)?;
                assert!(work.iter().zip(&expected).all(|(a, b)| close(a, b)), "{recipe}");
            }
            plan.inverse(&mut work)?;
            assert!(work.iter().zip(&values).all(|(a, b)| close(a, b)), "{recipe}");
        }
    }
    Ok(())
}

#[test]
fn plans_in_every_order_build_from_their_texts() -> Result<()> {
    chosen(ComplexRing::<f64>::new(), |a, b| (a - b).norm() < 1e-9, |j| Complex::new(f64::from(j), 1.0))?;
    chosen(native::<Goldilocks>(), |a, b| a == b, |j| Goldilocks::new(j.into()))?;
    chosen(native::<BabyBear>(), |a, b| a == b, |j| BabyBear::new(j.into()))?;
    chosen(native::<M31>(), |a, b| a == b, |j| M31::new(j.into()))?;
    chosen(Modular::new(998_244_353)?, |a, b| a == b, u64::from)?;
    chosen(Fermat::new(64)?, |a, b| a == b, |j| Fermat::new(64).expect("an exponent").element(&[u64::from(j)]))?;
    chosen(ff::<Scalar>(), |a, b| a == b, |j| Scalar::from(u64::from(j)))
}

#[test]
fn a_transform_that_is_named_makes_a_plan() -> Result<()> {
    let ring = ff::<Scalar>();
    let builder = || Plan::builder(ring, 64).coset(Scalar::from(7)).batch(2, Default::default());
    let (plan, other) =
        (Plan::from_transform(builder().algorithm(Algorithm::SplitRadix), SplitRadix::new)?, builder().build()?);
    let values: Vec<_> = (0..128).map(Scalar::from).collect();
    let (mut a, mut b) = (values.clone(), values.clone());
    plan.forward(&mut a)?;
    other.forward(&mut b)?;
    assert_eq!(a, b);
    plan.inverse(&mut a)?;
    assert_eq!(a, values);

    let field = binary::<Gf2p64>();
    let builder = || Plan::builder(field, 64).coset(Gf2p64::new(1 << 40));
    let plan = Plan::from_additive(builder().algorithm(Algorithm::Cantor), WangZhuCantor::new)?;
    let mut a: Vec<_> = (0..64).map(Gf2p64::new).collect();
    let mut b = a.clone();
    plan.forward(&mut a)?;
    builder().build()?.forward(&mut b)?;
    assert_eq!(a, b);
    Ok(())
}

#[test]
fn a_transform_that_does_not_fit_is_refused() {
    let novel = Plan::builder(binary::<Gf2p64>(), 64).algorithm(Algorithm::Cantor).coefficients(Coefficients::Novel);
    let refused = Plan::from_additive(novel, WangZhuCantor::new);
    assert!(refused.is_err_and(|error| error.to_string().contains("Builder::coefficients")));
    let builder = || Plan::builder(ComplexRing::<f64>::new(), 64);
    let said = |result: Result<Plan<Complex<f64>>>| result.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(said(Plan::from_transform(builder(), SplitRadix::new)).contains("Builder::algorithm"));
    assert!(
        said(Plan::from_transform(builder().algorithm(Algorithm::Radix8), SplitRadix::new))
            .contains("length and order")
    );
    assert!(
        said(Plan::from_transform(builder().algorithm(Algorithm::SplitRadix), ringfft::dft::Stockham::new))
            .contains("length and order")
    );
    let shorter = |domain: &ringfft::algebra::Domain<_>| SplitRadix::new(&domain.subdomain(2)?);
    assert!(
        said(Plan::from_transform(builder().algorithm(Algorithm::SplitRadix), shorter)).contains("length and order")
    );
    assert!(
        said(Plan::from_additive(builder().algorithm(Algorithm::SplitRadix), WangZhuCantor::new))
            .contains("from_transform")
    );
}
