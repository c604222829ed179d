//! Divisors, Bezout's coefficients, resultants and fractions.

use super::{Source, rings, textbook};
use ringfft::{Error, poly, rings::Modular};

/// Polynomials whose remainder sequence has quotients of these degrees and ends with `last`.
fn with_quotients(ring: &Modular, source: &mut Source, degrees: &[usize], last: Vec<u64>) -> [Vec<u64>; 2] {
    let (mut a, mut b) = (last, vec![]);
    for &degree in degrees {
        let quotient = source.full(ring, degree + 1);
        let next = textbook::add(ring, &textbook::product(ring, &quotient, &a), &b);
        (a, b) = (next, a);
    }
    [a, b]
}

fn check(ring: &Modular, a: &[u64], b: &[u64]) {
    let expected = textbook::gcd(ring, a, b);
    let case = format!("{ring:?} {} {}", a.len(), b.len());
    assert_eq!(poly::gcd(ring, a, b).unwrap(), expected, "{case}");
    assert_eq!(poly::gcd(ring, b, a).unwrap(), expected, "{case}");
    let [g, s, t] = poly::extended_gcd(ring, a, b).unwrap();
    assert_eq!(g, expected, "{case}");
    let sum = textbook::add(ring, &poly::multiply(ring, &s, a).unwrap(), &poly::multiply(ring, &t, b).unwrap());
    assert_eq!(textbook::trimmed(sum), expected, "{case}");
    let (a, b) = (textbook::trimmed(a.to_vec()), textbook::trimmed(b.to_vec()));
    let proper = !a.is_empty() && !b.is_empty() && g.len() < a.len() && g.len() < b.len();
    assert!(!proper || s.len() + g.len() <= b.len() && t.len() + g.len() <= a.len(), "{case}");
    assert!(s.last() != Some(&0) && t.last() != Some(&0), "{case}");
    let resultant = poly::resultant(ring, &a, &b).unwrap();
    assert_eq!(resultant == 0, a.is_empty() || b.is_empty() || g.len() > 1, "{case}");
    if a.len() + b.len() < 60 && !a.is_empty() && !b.is_empty() {
        assert_eq!(resultant, textbook::resultant(ring, &a, &b), "{case}");
    }
}

#[test]
fn divisors_equal_euclid() {
    let mut source = Source(7);
    for ring in rings() {
        for (i, j, common) in [
            (0, 0, 1),
            (0, 5, 1),
            (1, 1, 1),
            (1, 4, 1),
            (5, 5, 1),
            (9, 4, 3),
            (20, 30, 1),
            (130, 120, 4),
            (300, 300, 150),
            (400, 399, 1),
            (700, 500, 1),
            (600, 20, 7),
            (500, 500, 30),
            (1700, 1690, 5),
        ] {
            let g = source.full(&ring, common);
            let [a, b] = [i, j].map(|len| poly::multiply(&ring, &source.list(&ring, len), &g).unwrap());
            check(&ring, &a, &b);
            check(&ring, &a, &a);
            check(&ring, &a, &[]);
        }
        let mut long = source.list(&ring, 20);
        long.extend([0; 5]);
        check(&ring, &long, &[3, 1, 0, 0]);
    }
}

/// Sequences that skip degrees, where a half ends in the middle of a quotient.
#[test]
fn irregular_sequences() {
    let mut source = Source(8);
    for ring in rings() {
        for degrees in [
            vec![1; 450],
            vec![200, 200, 200],
            vec![3, 1, 250, 2, 1, 1, 250, 4],
            (0..33).map(|i| i % 9 * 4).map(|d| d.max(1)).collect(),
            vec![500],
            vec![1, 500],
            vec![500, 1],
            vec![100; 6],
            vec![2, 1, 400, 1, 1, 300, 200, 3],
        ] {
            for last in [vec![1], source.full(&ring, 40)] {
                let [a, b] = with_quotients(&ring, &mut source, &degrees, last);
                check(&ring, &a, &b);
            }
        }
    }
}

#[test]
fn resultants_of_long_polynomials_are_products_over_roots() {
    let mut source = Source(9);
    for ring in rings().take(2) {
        for (i, j) in [(1, 600), (450, 451), (500, 3), (601, 600), (1001, 950)] {
            let roots = source.list(&ring, i);
            let b = source.full(&ring, j);
            let tree = poly::Multipoint::new(&ring, &roots).unwrap();
            let a = textbook::scaled(&ring, &tree.polynomial().unwrap(), 3);
            let values = textbook::values(&ring, &b, &roots);
            let mut expected = values.into_iter().fold(1, |product, value| textbook::times(&ring, product, value));
            for _ in 1..j {
                expected = textbook::times(&ring, expected, 3);
            }
            assert_eq!(poly::resultant(&ring, &a, &b).unwrap(), expected, "{i} {j}");
            // An odd product of the degrees changes the sign.
            if i * (j - 1) % 2 == 1 && expected != 0 {
                expected = ring.modulus() - expected;
            }
            assert_eq!(poly::resultant(&ring, &b, &a).unwrap(), expected, "{i} {j}");
        }
    }
}

#[test]
fn fractions_come_back() {
    let mut source = Source(10);
    for ring in rings() {
        for (numerator, denominator, slack) in [
            (0, 1, 1),
            (1, 1, 0),
            (1, 0, 1),
            (3, 5, 0),
            (5, 2, 4),
            (100, 30, 0),
            (30, 100, 2),
            (300, 299, 0),
            (10, 600, 1),
            (600, 9, 3),
        ] {
            // Modulo a power of x, whose series have denominators with a constant term.
            let degree = numerator + denominator + slack;
            let mut power = vec![0; degree + 1];
            power[degree] = 1;
            let (mut r, mut t) = (source.list(&ring, numerator), source.full(&ring, denominator + 1));
            let common = textbook::gcd(&ring, &r, &t);
            (r, t) = (textbook::divide(&ring, &r, &common).0, textbook::divide(&ring, &t, &common).0);
            let inverse = ringfft::algebra::Ring::inverse(&ring, t.last().unwrap()).unwrap();
            (r, t) = (textbook::trimmed(textbook::scaled(&ring, &r, inverse)), textbook::scaled(&ring, &t, inverse));
            let f = poly::divide_series(&ring, &r, &t, degree).unwrap();
            if numerator > 0 {
                let found = poly::rational_reconstruction(&ring, &f, &power, numerator).unwrap();
                assert_eq!(found, [r.clone(), t.clone()], "{ring:?} {numerator} {denominator}");
            }
            for wrong in [0, degree + 1] {
                let refused = poly::rational_reconstruction(&ring, &f, &power, wrong).unwrap_err();
                assert!(matches!(refused, Error::Unsupported { .. }), "{refused}");
            }
        }
        // x modulo x^2 is 1/y for no y with a constant term.
        let none = poly::rational_reconstruction(&ring, &[0, 1], &[0, 0, 1], 1).unwrap_err();
        assert!(matches!(&none, Error::Unsupported { what } if what.contains("is no fraction")), "{none}");
    }
}
