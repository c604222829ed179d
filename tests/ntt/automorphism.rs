//! Automorphisms on coefficients and on values: the same thing.

use crate::residues;
use ringfft::{
    Error,
    conv::Wrap,
    ntt::{Automorphism, RnsPlan},
    order::Order,
    plan::Plan,
    rings::Modular,
};

const P: u64 = 12_289;

/// `f(X^g)`, coefficient by coefficient.
fn definition(f: &[u64], g: usize, wrap: Wrap) -> Vec<u64> {
    let n = f.len();
    let mut out = vec![0; n];
    for (j, &c) in f.iter().enumerate() {
        let turns = g * j / n;
        let c = if wrap == Wrap::Negacyclic && turns % 2 == 1 { (P - c) % P } else { c };
        out[g * j % n] = c;
    }
    out
}

fn make(wrap: Wrap, n: usize, g: usize, order: Order) -> Automorphism {
    match wrap {
        Wrap::Cyclic => Automorphism::cyclic(n, g, order),
        Wrap::Negacyclic => Automorphism::negacyclic(n, g, order),
    }
    .unwrap()
}

#[test]
fn coefficients_move_as_the_definition_says_and_values_with_them() {
    let ring = Modular::new(P).unwrap();
    for wrap in [Wrap::Cyclic, Wrap::Negacyclic] {
        for n in [1usize, 2, 4, 16, 64] {
            let f = residues(n as u64, P, n);
            for order in [Order::Natural, Order::BitReversed] {
                let plan = RnsPlan::builder(&[P], n).wrap(wrap).order(order).build().unwrap();
                let mut values = f.clone();
                plan.forward(&mut values).unwrap();
                for g in (1..4 * n).step_by(2) {
                    let map = make(wrap, n, g, order);
                    assert_eq!((map.len(), map.wrap(), map.order()), (n, wrap, order));
                    let expected = definition(&f, g, wrap);
                    let (mut moved, mut copied) = (f.clone(), vec![0; n]);
                    map.on_coefficients(&ring, &mut moved).unwrap();
                    map.on_coefficients_into(&ring, &f, &mut copied).unwrap();
                    assert_eq!((&moved, &copied), (&expected, &expected), "{wrap:?} {n} {g}");
                    plan.forward(&mut moved).unwrap();
                    let mut permuted = values.clone();
                    map.on_values(&mut permuted).unwrap();
                    map.on_values_into(&values, &mut copied).unwrap();
                    assert_eq!((&permuted, &copied), (&moved, &moved), "{wrap:?} {n} {g} {order}");
                }
            }
        }
    }
}

/// Lengths that are no powers of two, and orders of other transforms.
#[test]
fn other_lengths_and_orders() {
    let ring = Modular::new(P).unwrap();
    for (n, order) in
        [(12, Order::Natural), (9, Order::TernaryReversed), (27, Order::TernaryConjugate), (32, Order::ConjugatePair)]
    {
        let p = ringfft::arith::find_primes(30, n as u64, 1)[0];
        let field = Modular::new(p).unwrap();
        let plan = Plan::builder(field, n).order(order).build().unwrap();
        let f = residues(1, P, n);
        for g in (1..n).filter(|&g| ringfft::arith::gcd(g as u64, n as u64) == 1) {
            let map = Automorphism::cyclic(n, g + n, order).unwrap();
            assert_eq!(map.exponent(), g);
            let mut coefficients = f.clone();
            map.on_coefficients(&ring, &mut coefficients).unwrap();
            assert_eq!(coefficients, definition(&f, g, Wrap::Cyclic));
            let mut values = f.clone();
            plan.forward(&mut values).unwrap();
            map.on_values(&mut values).unwrap();
            plan.forward(&mut coefficients).unwrap();
            assert_eq!(values, coefficients, "{n} {g} {order}");
        }
    }
    // Modulo X^12 + 1.
    let f = residues(2, P, 12);
    for g in [1, 5, 7, 23] {
        let mut coefficients = f.clone();
        Automorphism::negacyclic(12, g, Order::Natural).unwrap().on_coefficients(&ring, &mut coefficients).unwrap();
        assert_eq!(coefficients, definition(&f, g, Wrap::Negacyclic));
    }
}

#[test]
fn bad_exponents_lengths_and_slices() {
    for g in [0, 2, 8, 10] {
        let error = Automorphism::negacyclic(8, g, Order::Natural).unwrap_err();
        assert!(matches!(error, Error::NotInvertible { .. }), "{error}");
    }
    assert!(matches!(Automorphism::cyclic(12, 3, Order::Natural), Err(Error::NotInvertible { .. })));
    for len in [0, 1 << 31, usize::MAX] {
        assert!(matches!(Automorphism::negacyclic(len, 1, Order::Natural), Err(Error::Length { .. })));
    }
    assert!(matches!(Automorphism::cyclic(12, 5, Order::BitReversed), Err(Error::Length { len: 12, .. })));
    assert!(matches!(Automorphism::cyclic(12, 5, Order::Truncated), Err(Error::Length { len: 12, .. })));
    let map = Automorphism::negacyclic(8, 3, Order::Natural).unwrap();
    let ring = Modular::new(P).unwrap();
    assert!(map.on_values(&mut [0; 7]).is_err() && map.on_values_into(&[0; 8], &mut [0; 9]).is_err());
    assert!(map.on_coefficients(&ring, &mut [0; 9]).is_err());
    assert!(map.on_coefficients_into(&ring, &[0; 7], &mut [0; 8]).is_err());
}
