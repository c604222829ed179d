//! An erased ring counts, records and computes what the ring inside does.

use num_complex::Complex;
use ringfft::{
    algebra::{Action, Module, Ring, Roots},
    plan::{Accelerated, Algorithm, Plan},
    rings::{ComplexRing, Fermat, Goldilocks, M31, Modular, native},
    testing::{Class, Erased, ErasedElement, count, laws, tracing::trace},
};

const LENGTHS: [usize; 8] = [1, 4, 5, 8, 9, 12, 16, 64];

/// Tallies of every algorithm at every length, forward and inverse; the number that exist.
fn tallies<R: Accelerated<Scalars = R> + Roots>(ring: R) -> usize {
    let erased = Erased::new(ring.clone());
    let mut compared = 0;
    for algorithm in Algorithm::ALL {
        for n in LENGTHS {
            match (count(algorithm, ring.clone(), n), count(algorithm, erased.clone(), n)) {
                (Ok(typed), Ok(counts)) => {
                    assert_eq!(counts, typed, "{algorithm} {n}");
                    compared += 1;
                }
                (Err(typed), Err(error)) => assert_eq!(error.to_string(), typed.to_string(), "{algorithm} {n}"),
                (typed, counts) => panic!("{algorithm} {n}: {typed:?} {counts:?}"),
            }
        }
    }
    compared
}

#[test]
fn tallies_are_those_of_the_ring() {
    assert!(tallies(ComplexRing::<f64>::new()) > 80);
    assert!(tallies(Modular::new(998_244_353).unwrap()) > 50);
    assert!(tallies(native::<Goldilocks>()) > 50);
}

#[test]
fn networks_are_those_of_the_ring() {
    let typed = trace(Algorithm::Stockham, Modular::new(17).unwrap(), 8).unwrap();
    let ring = Erased::new(Modular::new(17).unwrap());
    let network = trace(Algorithm::Stockham, ring.clone(), 8).unwrap();
    assert_eq!(network.tally(&ring), typed.tally(&Modular::new(17).unwrap()));
    assert_eq!(network.outputs(), typed.outputs());
    let values = network.evaluate(&ring, &[3u64, 1, 4, 1, 5, 9, 2, 6].map(ErasedElement::new)).unwrap();
    let expected = typed.evaluate(&Modular::new(17).unwrap(), &[3, 1, 4, 1, 5, 9, 2, 6]).unwrap();
    assert_eq!(values.iter().map(|value| *value.get::<u64>().unwrap()).collect::<Vec<_>>(), expected);
}

#[test]
fn transforms_are_those_of_the_ring() {
    fn check<R: Accelerated<Scalars = R> + Roots>(ring: R, same: impl Fn(&R::Element, &R::Element) -> bool) {
        for n in [1, 2, 8, 64] {
            let mut x: Vec<R::Element> = (0..n).map(|j| ring.integer(j * j + 3)).collect();
            let mut erased: Vec<ErasedElement> = x.iter().cloned().map(ErasedElement::new).collect();
            let typed = Plan::over(ring.clone(), x.len()).unwrap();
            let plan = Plan::over(Erased::new(ring.clone()), x.len()).unwrap();
            assert_eq!(plan.recipe(), typed.recipe());
            for inverse in [false, true] {
                if inverse {
                    typed.inverse(&mut x).unwrap();
                    plan.inverse(&mut erased).unwrap();
                } else {
                    typed.forward(&mut x).unwrap();
                    plan.forward(&mut erased).unwrap();
                }
                assert!(x.iter().zip(&erased).all(|(x, erased)| same(x, erased.get().unwrap())), "{n} {inverse}");
            }
        }
    }
    check(ComplexRing::<f64>::new(), PartialEq::eq);
    check(native::<Goldilocks>(), PartialEq::eq);
    let fermat = Fermat::new(64).unwrap();
    check(fermat, |a, b| fermat.equal(a, b));
}

#[test]
fn laws_hold() {
    let ring = Erased::new(native::<Goldilocks>());
    let [a, b, c] = [3, 1 << 40, u64::MAX].map(|n| ring.integer(n));
    let same = |a: &ErasedElement, b: &ErasedElement| ring.equal(a, b);
    laws::ring(&ring, [&a, &b, &c], same).unwrap();
    laws::action(&ring, [&a, &b], [&b, &c], same).unwrap();
    for n in [1, 2, 3, 4, 5, 8, 15, 1 << 20] {
        laws::roots(&ring, n, &a, same).unwrap();
    }
    assert_eq!(ring.name(), native::<Goldilocks>().name());
}

#[test]
fn every_method_is_the_rings() {
    let (ring, typed) = (Erased::new(ComplexRing::<f64>::new()), ComplexRing::<f64>::new());
    let number = |z: &ErasedElement| *z.get::<Complex<f64>>().unwrap();
    let z = ErasedElement::new(Complex::new(0.6, -0.8));
    assert_eq!(ring.parts(&z).unwrap().map(|part| number(&part)), [0.6, -0.8].map(|re| Complex::new(re, 0.0)));
    let root = |n| ring.inverse_square_root_of_integer(n).map(|root| number(&root));
    assert_eq!(root(2), typed.inverse_square_root_of_integer(2));
    assert_eq!(number(&ring.inverse_of_integer(3).unwrap()), typed.inverse_of_integer(3).unwrap());
    let w = ring.root(12).unwrap();
    assert_eq!(number(&ring.power(&w, 12, 7)), typed.power(&number(&w), 12, 7));
    assert_eq!(ring.powers(&w, 12, 5, 9).iter().map(number).collect::<Vec<_>>(), typed.powers(&number(&w), 12, 5, 9));
    assert!(ring.check_root(&w, 12).is_ok() && ring.check_root(&z, 12).is_err());
    // By an axis and by an eighth root the ring's own, cheaper products.
    let (axis, eighth) = (ErasedElement::new(Complex::new(0.1, 0.0)), ring.root(8).unwrap());
    let (mut by_axis, mut by_eighth) = (z.clone(), z.clone());
    ring.apply_real(&mut by_axis, &ring.prepare(&axis));
    ring.apply_eighth(&mut by_eighth, &ring.prepare(&eighth));
    let (mut real, mut turned) = (number(&z), number(&z));
    typed.apply_real(&mut real, &number(&axis));
    typed.apply_eighth(&mut turned, &number(&eighth));
    assert_eq!((number(&by_axis), number(&by_eighth)), (real, turned));
    assert_eq!([&axis, &eighth, &w].map(|s| Class::of(&ring, s)), [Class::Axis, Class::Eighth, Class::Other]);

    let circle = Erased::new(native::<M31>()).circle_point(8).unwrap();
    assert_eq!(circle.map(|x| *x.get::<M31>().unwrap()), native::<M31>().circle_point(8).unwrap());
    assert!(ring.circle_point(8).is_err());
}

#[test]
fn elements_of_other_rings_count_as_zero() {
    let ring = Erased::new(Modular::new(17).unwrap());
    let other = || ErasedElement::new(Complex::new(1.0, 0.0));
    assert!(ring.is_zero(&other()) && ring.inverse(&other()).is_none() && ring.check_root(&other(), 2).is_err());
    let (mut a, mut b) = (other(), ring.integer(5));
    ring.butterfly(&mut a, &mut b);
    assert!(ring.equal(&a, &ring.integer(5)) && ring.equal(&b, &ring.integer(12)));
    ring.add_assign(&mut a, &other());
    assert!(ring.equal(&a, &ring.integer(5)));
    ring.apply(&mut a, &Erased::new(ComplexRing::<f64>::new()).prepare(&other()));
    assert!(ring.is_zero(&a));
}
