//! An erased ring counts, records and computes what the ring inside does.

use num_complex::Complex;
use ringfft::{
    algebra::{Action, Domain, Module, Ring, Roots},
    dft::Stockham,
    plan::{Accelerated, Algorithm, Plan},
    rings::{ComplexRing, Goldilocks, M31, Modular, native},
};
use ringfft_testing::{
    Class, Erased, ErasedElement, count, laws,
    tracing::{Direction, Tracing, trace, trace_transform},
};

const LENGTHS: [usize; 8] = [1, 4, 5, 8, 9, 12, 16, 64];

/// Tallies of every algorithm at every length, forward and inverse, are those of the erased ring; the number that exist.
fn tallies<R: Accelerated<Scalars = R> + Roots>(ring: R, erased: Erased) -> usize {
    let mut compared = 0;
    for &algorithm in Algorithm::ALL {
        for n in LENGTHS {
            match (count(algorithm, ring.clone(), n), count(algorithm, erased.clone(), n)) {
                (Ok(typed), Ok(counts)) => {
                    assert_eq!(counts, typed, "{algorithm} {n}");
                    compared += 1;
                }
                // A field under another name refuses in other words.
                (Err(_), Err(_)) if erased.name() != ring.name() => {}
                (Err(typed), Err(error)) => assert_eq!(error.to_string(), typed.to_string(), "{algorithm} {n}"),
                (typed, counts) => panic!("{algorithm} {n}: {typed:?} {counts:?}"),
            }
        }
    }
    compared
}

#[test]
fn tallies_are_those_of_the_ring() {
    let (complex, modular) = (ComplexRing::<f64>::new(), Modular::new(998_244_353).unwrap());
    assert!(tallies(complex, Erased::new(complex)) > 80);
    assert!(tallies(modular, Erased::new(modular)) > 50);
    // The same field under another name.
    let modular = Modular::new(0xffff_ffff_0000_0001).unwrap();
    assert!(tallies(modular, Erased::new(native::<Goldilocks>())) > 50);
}

#[test]
fn networks_are_those_of_the_ring() {
    let tracing = Tracing::new(Modular::new(17).unwrap());
    let stockham = Stockham::new(&Domain::new(tracing.clone(), 8).unwrap()).unwrap();
    let typed = trace_transform(&stockham, &tracing, Direction::Forward).unwrap();
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
            let plan = Plan::over(Erased::new(ring.clone()), x.len()).unwrap();
            let typed = Plan::over(ring.clone(), x.len()).unwrap();
            // Kernels are the typed ring's alone.
            let kernel = typed.recipe().algorithm() == Algorithm::Packed;
            let recipe = if kernel { plan.recipe() } else { typed.recipe() }.clone();
            assert_eq!(*plan.recipe(), recipe);
            let typed = Plan::builder(ring.clone(), x.len()).recipe(recipe).build().unwrap();
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
    check(Modular::new(0xffff_ffff_0000_0001).unwrap(), PartialEq::eq);
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
    assert_eq!(
        [(0.1, 0.0), (0.0, -1.0)].map(|(re, im)| Class::of(&ring, &ErasedElement::new(Complex::new(re, im)))),
        [Class::Axis, Class::Fourth]
    );
    assert_eq!([8, 12].map(|n| Class::of(&ring, &ring.root(n).unwrap())), [Class::Eighth, Class::Other]);

    let circle = Erased::new(native::<M31>()).circle_point(8).unwrap();
    assert_eq!(circle.map(|x| *x.get::<M31>().unwrap()), native::<M31>().circle_point(8).unwrap());
    assert!(ring.circle_point(8).is_err());
}

/// Where a general product overflows or is no number, the ring's own, cheaper products are told from it.
#[test]
fn cheaper_products_are_the_rings() {
    let ring = Erased::new(ComplexRing::<f64>::new());
    let scalar = |re, im| ring.prepare(&ErasedElement::new(Complex::new(re, im)));
    let product = |x: Complex<f64>, run: &dyn Fn(&mut ErasedElement)| {
        let mut x = ErasedElement::new(x);
        run(&mut x);
        *x.get::<Complex<f64>>().unwrap()
    };
    let infinite = Complex::new(f64::INFINITY, 1.0);
    let general = product(infinite, &|x| ring.apply(x, &scalar(0.5, 0.0)));
    assert!(general.im.is_nan());
    assert_eq!(product(infinite, &|x| ring.apply_real(x, &scalar(0.5, 0.0))), Complex::new(f64::INFINITY, 0.5));
    assert_eq!(product(infinite, &|x| ring.apply_fourth(x, &scalar(0.0, -1.0))), Complex::new(1.0, -f64::INFINITY));
    let (half, large) = (0.5f64.sqrt(), 0.6 * f64::MAX);
    let eighth = ring.prepare(&ring.root(8).unwrap());
    let sum = |run: &dyn Fn(&mut ErasedElement)| product(Complex::new(large, large), run).re;
    assert_eq!(sum(&|x| ring.apply(x, &eighth)), 2.0 * (half * large));
    assert_eq!(sum(&|x| ring.apply_eighth(x, &eighth)), f64::INFINITY);
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
