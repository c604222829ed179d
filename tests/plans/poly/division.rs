//! Division with remainder.

use super::{Source, extremes, rings, textbook};
use ringfft::{
    algebra::Module,
    poly::{self, Divisor},
    rings::{Modular, ff},
};

#[test]
fn quotients_and_remainders_equal_the_schoolbook() {
    let mut source = Source(5);
    for ring in rings().chain([Modular::new(1001).unwrap()]) {
        for (long, short) in [
            (0, 1),
            (1, 1),
            (5, 1),
            (3, 7),
            (40, 13),
            (200, 97),
            (193, 97),
            (192, 97),
            (256, 128),
            (257, 129),
            (300, 290),
            (700, 100),
            (777, 130),
        ] {
            let mut divisors = vec![source.full(&ring, short)];
            divisors[0][short - 1] = 2;
            divisors.extend(extremes(&ring, short).into_iter().skip(1));
            for b in &divisors {
                let prepared = Divisor::new(&ring, b).unwrap();
                let mut dividends = vec![source.list(&ring, long)];
                dividends.extend(if long > 0 { extremes(&ring, long) } else { vec![] });
                // Exact, and equal.
                dividends.push(poly::multiply(&ring, b, &source.list(&ring, long.saturating_sub(short) + 1)).unwrap());
                dividends.push(b.clone());
                for mut a in dividends {
                    let (quotient, remainder) = textbook::divide(&ring, &a, b);
                    // Leading zeros change nothing.
                    a.extend([0; 3]);
                    let case = format!("{ring:?} {long} {short}");
                    assert_eq!(poly::divide(&ring, &a, b).unwrap(), (quotient.clone(), remainder.clone()), "{case}");
                    assert_eq!(prepared.divide(&a).unwrap(), (quotient, remainder.clone()), "{case}");
                    assert_eq!(prepared.remainder(&a).unwrap(), remainder, "{case}");
                    assert_eq!(poly::remainder(&ring, &a, b).unwrap(), remainder, "{case}");
                }
            }
        }
    }
}

/// A remainder so short that the next part of the quotient begins with zeros.
#[test]
fn quotients_with_long_runs_of_zeros() {
    let mut source = Source(6);
    let ring = Modular::new(0xffff_ffff_0000_0001).unwrap();
    let b = source.full(&ring, 120);
    for gap in [119, 250, 400] {
        let mut q = vec![0; 2 * gap];
        q[0] = 5;
        q[2 * gap - 1] = 7;
        let mut a = poly::multiply(&ring, &q, &b).unwrap();
        a[0] = 0;
        let expected = textbook::divide(&ring, &a, &b);
        assert_eq!(poly::divide(&ring, &a, &b).unwrap(), expected);
        assert_eq!(Divisor::new(&ring, &b).unwrap().divide(&a).unwrap(), expected);
    }
}

#[test]
fn over_a_field_of_four_words() {
    type Scalar = bls12_381::Scalar;
    let ring = ff::<Scalar>();
    let list = |len: u64, seed: u64| (0..len).map(|i| -Scalar::from(i * seed + 1).square()).collect::<Vec<_>>();
    let (b, q, r) = (list(200, 3), list(230, 5), list(199, 7));
    let mut a = poly::multiply(&ring, &b, &q).unwrap();
    for (a, r) in a.iter_mut().zip(&r) {
        ring.add_assign(a, r);
    }
    assert_eq!(poly::divide(&ring, &a, &b).unwrap(), (q, r));
    let (u, v) = (list(300, 11), list(280, 13));
    let g = poly::gcd(&ring, &poly::multiply(&ring, &u, &b).unwrap(), &poly::multiply(&ring, &v, &b).unwrap()).unwrap();
    assert_eq!((g.len(), poly::remainder(&ring, &b, &g).unwrap().len()), (b.len(), 0));
    let points = list(290, 1);
    let values = poly::evaluate_many(&ring, &u, &points).unwrap();
    assert_eq!(values[289], poly::evaluate(&ring, &u, &points[289]));
    let f = poly::interpolate(&ring, &points, &values).unwrap();
    assert_eq!(poly::evaluate_many(&ring, &f, &points).unwrap(), values);
}
