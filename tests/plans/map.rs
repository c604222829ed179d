//! Maps apart from algorithms: which points, beside how.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::Roots,
    order::Order,
    plan::{Algorithm, Map, Plan},
    rings::{ComplexRing, Gf2p16, Goldilocks, M31, Modular, binary, native},
};

const P: u64 = 998_244_353;

fn ring() -> Modular {
    Modular::new(P).unwrap()
}

#[test]
fn names_of_maps_are_read_back() -> Result<()> {
    for &map in Map::ALL {
        assert_eq!(map.name().parse::<Map>()?, map);
    }
    assert!(matches!("stockham".parse::<Map>(), Err(Error::Parse { .. })));
    // Maps that an algorithm is named after have its name.
    for algorithm in [Algorithm::Negacyclic, Algorithm::Circle, Algorithm::Truncated] {
        assert_eq!(algorithm.name(), algorithm.map().name());
    }
    for &algorithm in Algorithm::ALL {
        assert!(algorithm.computes(algorithm.map()), "{algorithm}");
        assert_eq!(algorithm.is_dft(), algorithm.map() == Map::Cyclic);
        assert_eq!(algorithm.is_additive(), algorithm.map() == Map::Additive);
    }
    Ok(())
}

#[test]
fn the_negacyclic_map_has_every_length_and_algorithm() -> Result<()> {
    // 2n divides p - 1 = 2^23 7 17.
    for n in [1usize, 2, 7, 8, 14, 16, 17, 34, 64, 119] {
        let x: Vec<u64> = (0..n as u64).map(|k| (k * k * 7 + 3) % P).collect();
        for order in [Order::Natural, Order::BitReversed] {
            if !order.exists_for(n) {
                continue;
            }
            for algorithm in [None, Some(Algorithm::Naive), Some(Algorithm::Stockham), Some(Algorithm::Bluestein)] {
                for coset in [None, Some(5)] {
                    let mut builder = Plan::builder(ring(), n).map(Map::Negacyclic).order(order);
                    builder = algorithm.into_iter().fold(builder, |builder, algorithm| builder.algorithm(algorithm));
                    builder = coset.into_iter().fold(builder, |builder, coset| builder.coset(coset));
                    let bytes = builder.bytes()?;
                    let plan = builder.build()?;
                    assert_eq!((plan.bytes(), plan.options().map), (bytes, Some(Map::Negacyclic)));
                    let mut values = x.clone();
                    plan.forward(&mut values)?;
                    let at = |point: u64| x.iter().rev().fold(0, |sum, c| (sum * point + c) % P);
                    let points = plan.points()?;
                    assert!(points.iter().zip(&values).all(|(&point, &value)| at(point) == value), "{plan:?}");
                    // All are the solutions of x^n = -c^n.
                    let shift = coset.unwrap_or(1u64);
                    let power = |x: u64| (0..n).fold(1, |power, _| power * x % P);
                    assert!(points.iter().all(|&point| power(point) == P - power(shift)), "{plan:?}");
                    plan.inverse(&mut values)?;
                    assert_eq!(values, x);
                }
            }
        }
    }
    Ok(())
}

#[test]
fn products_of_negacyclic_values_wrap_with_a_sign() -> Result<()> {
    let n = 15;
    let plan = Plan::builder(ComplexRing::<f64>::new(), n).map(Map::Negacyclic).build()?;
    let a: Vec<Complex<f64>> = (0..n).map(|k| Complex::new(k as f64, 1.0)).collect();
    let b: Vec<Complex<f64>> = (0..n).map(|k| Complex::new(2.0, -(k as f64))).collect();
    let expected: Vec<Complex<f64>> =
        (0..n).map(|k| (0..n).map(|j| if j <= k { a[j] * b[k - j] } else { -a[j] * b[n + k - j] }).sum()).collect();
    let (mut x, mut y) = (a, b);
    plan.forward(&mut x)?;
    plan.forward(&mut y)?;
    x.iter_mut().zip(&y).for_each(|(x, y)| *x *= y);
    plan.inverse(&mut x)?;
    assert!(x.iter().zip(&expected).all(|(x, y)| (x - y).norm() < 1e-10));
    Ok(())
}

#[test]
fn the_rings_own_root_leaves_the_choice_as_it_is() -> Result<()> {
    for n in [8usize, 14, 64, 119] {
        let builder = || Plan::builder(ring(), n).map(Map::Negacyclic);
        let named = builder().root(ring().root(2 * n)?);
        assert_eq!(named.choose()?, builder().choose()?);
        let mut values: Vec<u64> = (0..n as u64).collect();
        let mut expected = values.clone();
        named.build()?.forward(&mut values)?;
        builder().build()?.forward(&mut expected)?;
        assert_eq!(values, expected);
    }
    // One of order n is no root of this map.
    assert!(Plan::builder(ring(), 14).map(Map::Negacyclic).root(ring().root(14)?).build().is_err());
    Ok(())
}

#[test]
fn the_last_map_named_is_the_map() -> Result<()> {
    let (first, other) = (|| Plan::builder(ring(), 24), Map::Truncated);
    assert_eq!(first().map(other).map(Map::Cyclic).choose()?, first().map(Map::Cyclic).choose()?);
    assert_eq!(first().map(Map::Cyclic).map(other).choose()?, first().map(other).choose()?);
    // An order of the caller's stays.
    let bits = || Plan::builder(ring(), 16).order(Order::BitReversed);
    assert_eq!(bits().map(Map::Cyclic).choose()?.order(), Order::BitReversed);
    Ok(())
}

#[test]
fn each_map_takes_its_algorithm() -> Result<()> {
    let goldilocks = || Plan::builder(native::<Goldilocks>(), 16);
    assert_eq!(goldilocks().map(Map::Cyclic).choose()?, goldilocks().choose()?);
    assert_eq!(goldilocks().map(Map::Negacyclic).choose()?.algorithm(), Algorithm::Negacyclic);
    let truncated = Plan::builder(ring(), 13).map(Map::Truncated).build()?;
    assert_eq!((truncated.recipe().algorithm(), truncated.order()), (Algorithm::Truncated, Order::Truncated));
    let circle = Plan::builder(native::<M31>(), 16).map(Map::Circle).build()?;
    assert_eq!(circle.recipe().algorithm(), Algorithm::Circle);
    let field = |n| Plan::builder(binary::<Gf2p16>(), n);
    assert_eq!(field(16).map(Map::Additive).choose()?, field(16).choose()?);
    assert_eq!(field(13).map(Map::Truncated).choose()?.algorithm(), Algorithm::AdditiveTruncated);
    // A binary field has roots of odd orders too.
    let odd = field(15).map(Map::Cyclic).build()?;
    assert!(odd.recipe().is_cyclic() && odd.subspace().is_none());
    Ok(())
}

#[test]
fn maps_that_do_not_fit_are_refused() {
    let refused = [
        Plan::builder(ring(), 16).map(Map::Cyclic).algorithm(Algorithm::Negacyclic).build().err(),
        Plan::builder(ring(), 16).map(Map::Circle).algorithm(Algorithm::Stockham).build().err(),
        Plan::builder(ring(), 16).map(Map::Negacyclic).algorithm(Algorithm::Truncated).build().err(),
    ];
    for error in refused {
        assert!(matches!(&error, Some(Error::Unsupported { what }) if what.contains("map was asked for")), "{error:?}");
    }
    // No root of order 2n, no points of the circle, no subspace.
    assert!(matches!(Plan::builder(ring(), 1 << 23).map(Map::Negacyclic).build(), Err(Error::NoRoot { .. })));
    assert!(matches!(Plan::builder(ring(), 9).map(Map::Negacyclic).build(), Err(Error::NoRoot { .. })));
    assert!(Plan::builder(ring(), 16).map(Map::Circle).build().is_err());
    assert!(Plan::builder(ring(), 16).map(Map::Additive).build().is_err());
    // In characteristic 2 no order is even.
    assert!(Plan::builder(binary::<Gf2p16>(), 15).map(Map::Negacyclic).build().is_err());
}
