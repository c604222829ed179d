//! The worked examples of the radix-3 pages are what the code computes.

use num_complex::Complex;
use ringfft::{
    Result,
    algebra::Domain,
    arith::pow_mod,
    dft::{Naive, Radix3, Transform, TwistedRadix3, TwistedRadix3Complex},
    order::Order,
    rings::{ComplexRing, Modular},
};

const P: u64 = 19;
const W: u64 = 4;
const X: [u64; 9] = [3, 1, 4, 1, 5, 9, 2, 6, 5];
const CLASSICAL: &str = "radix3";
const TWISTED: [&str; 2] = ["twisted_radix3", "twisted_radix3_complex"];

/// The page must contain the text.
fn printed(page: &str, text: &str) {
    let path = format!("{}/../papers/{page}.md", env!("CARGO_MANIFEST_DIR"));
    assert!(std::fs::read_to_string(path).unwrap().contains(text), "papers/{page}.md does not contain {text}");
}

fn numbers(list: &[u64]) -> String {
    list.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn values_and_inverses() -> Result<()> {
    let domain = Domain::with_root(Modular::new(P)?, 9, W)?;
    let nine_x = X.map(|x| 9 * x % P);
    let mut natural = X;
    Naive::new(&domain)?.forward(&mut natural, &mut [0; 9])?;
    printed(CLASSICAL, &numbers(&natural));
    printed(CLASSICAL, &numbers(&(0..9).map(|e| pow_mod(W, e, P)).collect::<Vec<_>>()));
    let transforms: [(&str, Box<dyn Transform<Modular>>); 3] = [
        (CLASSICAL, Box::new(Radix3::new(&domain)?)),
        (TWISTED[0], Box::new(TwistedRadix3::new(&domain)?)),
        (TWISTED[1], Box::new(TwistedRadix3Complex::new(&domain)?)),
    ];
    for (page, transform) in transforms {
        let mut values = X;
        transform.forward(&mut values, &mut [])?;
        printed(page, &numbers(&X));
        printed(page, &numbers(&values));
        let mut reordered = values;
        transform.order().to_natural(&mut reordered)?;
        assert_eq!(reordered, natural);
        transform.inverse_unscaled(&mut values, &mut [])?;
        assert_eq!(values, nine_x);
    }
    [CLASSICAL, TWISTED[0]].iter().for_each(|page| printed(page, &numbers(&nine_x)));
    Ok(())
}

/// `f(z x) mod (x^3 - c)`.
fn remainder(z: u64, c: u64) -> [u64; 3] {
    let mut node = [0; 3];
    for (i, x) in X.iter().enumerate() {
        node[i % 3] = (node[i % 3] + x * pow_mod(z, i as u64, P) * pow_mod(c, i as u64 / 3, P)) % P;
    }
    node
}

#[test]
fn nodes_are_the_remainders_they_are_said_to_be() {
    let leaf = |order: Order, j: usize| order.exponent(3 * j, 9) as u64;
    let classical = [0, 1, 2].map(|j| remainder(1, pow_mod(W, 3 * leaf(Order::TernaryReversed, j), P))).concat();
    let twisted = [0, 1, 2].map(|j| remainder(pow_mod(W, leaf(Order::TernaryConjugate, j), P), 1)).concat();
    printed(CLASSICAL, &numbers(&classical));
    TWISTED.iter().for_each(|page| printed(page, &numbers(&twisted)));
    assert_eq!([pow_mod(W, 3, P), pow_mod(W, 6, P)], [7, 11]);
    for (third, root) in [(1, W), (2, pow_mod(W, 8, P))] {
        let twists = [0, 1, 2].map(|d| pow_mod(root, d, P));
        let part = |list: &[u64]| list[3 * third..][..3].to_vec();
        let twist: Vec<u64> = part(&classical).iter().zip(twists).map(|(x, z)| x * z % P).collect();
        assert_eq!(twist, part(&twisted));
        let [whole, untwisted] = [numbers(&part(&twisted)), numbers(&part(&classical))];
        let page =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../papers/twisted_radix3.md")).unwrap();
        let flat = page.replace('\n', " ");
        assert!(flat.contains(&format!("`{whole}` is `{untwisted}` times `{}`", numbers(&twists))), "{whole}");
    }
}

#[test]
fn three_complex_points() -> Result<()> {
    const PAGE: &str = TWISTED[1];
    let transform = TwistedRadix3Complex::new(&Domain::new(ComplexRing::<f64>::new(), 3)?)?;
    let mut values = [3.0, 1.0, 4.0].map(|x| Complex::new(x, 0.0));
    transform.forward(&mut values, &mut [])?;
    let [x, y, z] = values;
    assert!((x.re - 8.0).abs() < 1e-12 && (y - z.conj()).norm() < 1e-12);
    printed(PAGE, &format!("`{:.0}`, `{:.1} + {:.3} i`, `{:.1} - {:.3} i`", x.re, y.re, y.im, z.re, -z.im));
    let (p, q) = (y + z, Complex::<f64>::i() * (z - y));
    printed(PAGE, &format!("`P = {:.0}`,\n`Q = {:.3}`", p.re, q.re));
    let beta = -0.5 * p.re - 0.75f64.sqrt() * q.re;
    printed(PAGE, &format!("`gamma = {:.0}`, `beta = {beta:.0}`, `alpha = {:.0}`", p.re, beta + p.re));
    transform.inverse_unscaled(&mut values, &mut [])?;
    printed(PAGE, &format!("`C, B, A` = {:.0} {:.0} {:.0}", values[0].re, values[1].re, values[2].re));
    Ok(())
}
