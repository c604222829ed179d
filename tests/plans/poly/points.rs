//! Values at many points, and back.

use super::{Source, rings, textbook};
use ringfft::{Error, poly, poly::Multipoint, rings::Modular};

#[test]
fn values_equal_horner() {
    let mut source = Source(11);
    for ring in rings().chain([Modular::new(1001).unwrap()]) {
        for (len, count) in [
            (0, 3),
            (3, 0),
            (1, 1),
            (5, 64),
            (64, 65),
            (200, 128),
            (129, 129),
            (257, 400),
            (500, 300),
            (130, 1000),
            (300, 1100),
        ] {
            let (f, points) = (source.list(&ring, len), source.list(&ring, count));
            let expected = textbook::values(&ring, &f, &points);
            assert_eq!(poly::evaluate_many(&ring, &f, &points).unwrap(), expected, "{ring:?} {len} {count}");
            let tree = Multipoint::new(&ring, &points).unwrap();
            assert_eq!(tree.evaluate(&f).unwrap(), expected, "{ring:?} {len} {count}");
            assert_eq!(tree.points(), points);
            let polynomial = tree.polynomial().unwrap();
            assert_eq!((polynomial.len(), polynomial[count]), (count + 1, 1));
            assert!(textbook::values(&ring, &polynomial, &points).iter().all(|value| *value == 0));
        }
    }
}

#[test]
fn interpolation_equals_lagrange() {
    let mut source = Source(12);
    for ring in rings() {
        for count in [0, 1, 2, 3, 20, 64, 65, 96, 128, 129, 200, 257] {
            if count as u64 > ring.modulus() {
                continue;
            }
            let first = source.word() % (ring.modulus() - count as u64 + 1);
            // Distinct, and zero among them sometimes.
            let points: Vec<u64> = (0..count as u64).map(|k| first + (k * 5) % count.max(1) as u64).collect();
            let distinct = count % 5 != 0 || count == 0;
            let points = if distinct { points } else { (first..first + count as u64).collect() };
            let values = source.list(&ring, count);
            let f = poly::interpolate(&ring, &points, &values).unwrap();
            assert_eq!(f, textbook::interpolate(&ring, &points, &values), "{ring:?} {count}");
            assert_eq!(textbook::values(&ring, &f, &points), values, "{ring:?} {count}");
        }
    }
}

#[test]
fn repeated_points_are_named() {
    let ring = Modular::new(0xffff_ffff_0000_0001).unwrap();
    for count in [2, 10, 70, 200] {
        for (i, j) in [(0, 1), (0, count - 1), (count / 2, count - 1)] {
            if i == j {
                continue;
            }
            let mut points: Vec<u64> = (0..count as u64).map(|k| k * k + 3).collect();
            points[j] = points[i];
            let error = poly::interpolate(&ring, &points, &vec![1; count]).unwrap_err();
            let named = format!("the difference of the points {i} and {j}, which are equal,");
            assert!(matches!(&error, Error::NotInvertible { what, .. } if what.starts_with(&named)), "{error}");
            assert!(
                error.to_string().ends_with("is not invertible in the integers modulo 18446744069414584321"),
                "{error}"
            );
        }
    }
    // A composite modulus: distinct points, a difference that is no unit.
    let error = poly::interpolate(&Modular::new(15).unwrap(), &[2, 1, 6], &[1, 1, 1]).unwrap_err();
    assert!(error.to_string().starts_with("the difference of the points 1 and 2 ("), "{error}");
    let error = poly::interpolate(&ring, &[1, 2], &[1]).unwrap_err();
    assert!(matches!(error, Error::SliceLength { expected: 2, found: 1, .. }), "{error}");
}

#[test]
fn geometric_progressions() {
    let mut source = Source(13);
    for ring in rings() {
        for (len, count) in [(0, 2), (2, 0), (1, 1), (3, 2), (40, 96), (130, 300), (200, 100)] {
            let f = source.list(&ring, len);
            for (start, ratio) in [(1, 2), (0, 2), (2, 1), (ring.modulus() - 1, ring.modulus() - 1)] {
                let mut points = vec![start; count];
                for k in 1..count {
                    points[k] = textbook::times(&ring, points[k - 1], ratio);
                }
                let values = poly::evaluate_geometric(&ring, &f, &start, &ratio, count).unwrap();
                assert_eq!(values, textbook::values(&ring, &f, &points), "{ring:?} {len} {count}");
            }
        }
    }
    for (ring, lengths) in rings().take(3).zip([[1, 65, 190], [1, 30, 31], [1, 2, 48]]) {
        for len in lengths {
            let f = source.list(&ring, len);
            // 2 has the order 192, 31 and 48; 5 has the orders of generators.
            let values = poly::evaluate_geometric(&ring, &f, &3, &2, len).unwrap();
            assert_eq!(poly::interpolate_geometric(&ring, &3, &2, &values).unwrap(), f, "{ring:?} {len}");
        }
        assert!(poly::interpolate_geometric(&ring, &3, &2, &[]).unwrap().is_empty());
        let repeated = poly::interpolate_geometric(&ring, &3, &2, &vec![1; 193]).unwrap_err();
        assert!(matches!(repeated, Error::NotInvertible { .. }), "{repeated}");
    }
}
