//! The worked examples of the pages.

use crate::C;
use ringfft::real::{
    RealNegacyclic, RealPlan, Trigonometric,
    TrigonometricKind::{Dct2, Dct4},
};
use std::fs;

fn has(page: &str, lines: &[&str]) {
    let text = fs::read_to_string(format!("{}/../papers/{page}.md", env!("CARGO_MANIFEST_DIR"))).unwrap();
    for line in lines {
        assert!(text.contains(line), "papers/{page}.md lacks {line}");
    }
}

#[test]
fn real() {
    let x = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
    let z: Vec<C> = x.chunks(2).map(|pair| C::new(pair[0], pair[1])).collect();
    let mut values = z.clone();
    ringfft::plan::Plan::<C>::new(4).unwrap().forward(&mut values).unwrap();
    let expected = [(14.0, 17.0), (-7.0, -10.0), (2.0, 3.0), (3.0, -6.0)];
    assert!(values.iter().zip(expected).all(|(z, (re, im))| (z - C::new(re, im)).norm() < 1e-14));
    has("real", &["3 + i, 4 + i, 5 + 9i, 2 + 6i", "14 + 17i, -7 - 10i, 2 + 3i, 3 - 6i"]);
    let mut spectrum = [C::new(0.0, 0.0); 5];
    RealPlan::new(8).unwrap().forward(&x, &mut spectrum).unwrap();
    let r = 0.5f64.sqrt();
    let expected =
        [(31.0, 0.0), (-2.0 - 3.0 * r, 13.0 * r - 2.0), (2.0, -3.0), (3.0 * r - 2.0, 13.0 * r + 2.0), (-3.0, 0.0)];
    assert!(spectrum.iter().zip(expected).all(|(z, (re, im))| (z - C::new(re, im)).norm() < 1e-14));
    has("real", &["31, (-2 - 3r) + (13r - 2)i, 2 - 3i, (3r - 2) + (13r + 2)i, -3"]);
}

#[test]
fn trigonometric() {
    let mut x = [1.0, 2.0, 3.0, 4.0];
    Trigonometric::new(Dct2, 4).unwrap().forward(&mut x).unwrap();
    let (c, s) = ((std::f64::consts::PI / 8.0).cos(), (std::f64::consts::PI / 8.0).sin());
    let expected = [20.0, -6.0 * c - 2.0 * s, 0.0, 2.0 * c - 6.0 * s];
    assert!(x.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-14));
    has("trigonometric", &["1 3 4 2", "10, -3 - i, 0", "20, -6c - 2s, 0, 2c - 6s"]);
    let mut x = [1.0, 2.0, 3.0];
    Trigonometric::new(Dct4, 3).unwrap().forward(&mut x).unwrap();
    let (two, three) = (2f64.sqrt(), 3f64.sqrt());
    let expected = [two * (1.0 + 2.0 * three), -4.0 * two, two * (2.0 * three - 1.0)];
    assert!(x.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-14));
    has("trigonometric", &["9 1 17", "-2 1 -3", "r (1 + 2t), -4r, r (2t - 1)"]);
}

#[test]
fn right_angle() {
    let mut values = [C::new(0.0, 0.0); 2];
    RealNegacyclic::<f64>::new(4).unwrap().forward(&[1.0, 2.0, 3.0, 4.0], &mut values).unwrap();
    let r = 0.5f64.sqrt();
    let expected = [C::new(1.0 - 2.0 * r, -3.0 - 6.0 * r), C::new(1.0 + 2.0 * r, -3.0 + 6.0 * r)];
    assert!(values.iter().zip(expected).all(|(a, b)| (a - b).norm() < 1e-14));
    has("right_angle", &["1 - 3i, 2 - 4i", "(1 - 2r) - (3 + 6r)i, (1 + 2r) - (3 - 6r)i", "(11.9 lg n + 9) u"]);
}
