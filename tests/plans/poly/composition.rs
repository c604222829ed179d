//! Composition and shifts.

use super::{Source, rings, textbook};
use ringfft::{poly, rings::Modular};

#[test]
fn compositions_equal_horner() {
    let mut source = Source(14);
    for ring in rings().chain([Modular::new(15).unwrap()]) {
        for (m, k) in [(0, 3), (3, 0), (1, 4), (2, 2), (5, 1), (7, 9), (8, 3), (33, 10), (3, 100)] {
            let (f, g) = (source.list(&ring, m), source.list(&ring, k));
            let full = textbook::compose(&ring, &f, &g, m * k + 1);
            assert_eq!(poly::compose(&ring, &f, &g).unwrap(), textbook::trimmed(full), "{ring:?} {m} {k}");
        }
    }
}

#[test]
fn series_equal_horner() {
    let mut source = Source(15);
    for ring in rings().chain([Modular::new(15).unwrap()]) {
        for n in [0, 1, 2, 3, 5, 16, 31, 33, 100, 128] {
            for m in [0, 1, n, n / 2 + 30, 200] {
                for constant in [0, 1] {
                    let f = source.list(&ring, m);
                    for len in [n, n / 2, n + 3] {
                        let mut g = source.list(&ring, len);
                        if let Some(first) = g.first_mut() {
                            *first = constant;
                        }
                        let expected = textbook::compose(&ring, &f, &g, n);
                        let composed = poly::compose_series(&ring, &f, &g, n).unwrap();
                        assert_eq!(composed, expected, "{ring:?} {n} {m} {len} {constant}");
                    }
                }
            }
        }
    }
}

#[test]
fn shifts() {
    let mut source = Source(16);
    for ring in rings().chain([Modular::new(15).unwrap()]) {
        for n in [0, 1, 2, 3, 4, 50, 96, 97, 98, 200] {
            let f = source.list(&ring, n);
            for c in [0, 1, 2, ring.modulus() - 1] {
                let expected = textbook::trimmed(textbook::compose(&ring, &f, &[c, 1], n));
                assert_eq!(poly::shift(&ring, &f, &c).unwrap(), expected, "{ring:?} {n} {c}");
            }
        }
    }
}
