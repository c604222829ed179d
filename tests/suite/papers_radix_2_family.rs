//! The worked examples of the pages of split radix, radix 4, radix 8 and the tangent transform, recomputed; and the
//! figure of the split radix taken literally, which fails.

use num_complex::Complex;
use ringfft::{
    Result,
    algebra::Domain,
    arith::pow_mod,
    dft::{Radix4, Radix8, SplitRadix, Tangent, Transform, TwistedRadix4, TwistedRadix8},
    order::{Order, bit_reverse, conjugate_pair},
    rings::{ComplexRing, Modular},
};
use std::{fs, path::Path};

const P: u64 = 17;
const X: [u64; 16] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3];

/// The root of order `n` of the pages: 9 for 8, 3 for 16.
fn root(n: usize) -> u64 {
    if n == 8 { 9 } else { 3 }
}

fn read(page: &str) -> String {
    fs::read_to_string(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(page)).unwrap()
}

/// The page must contain the text.
fn contains(page: &str, text: &str) {
    assert!(read(page).contains(text), "{page} does not contain {text}");
}

fn listed(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// `f(z x) mod (x^m - c)`.
fn remainder(f: &[u64], z: u64, m: usize, c: u64) -> Vec<u64> {
    let mut node = vec![0; m];
    for (i, x) in f.iter().enumerate() {
        node[i % m] = (node[i % m] + x * pow_mod(z, i as u64, P) * pow_mod(c, (i / m) as u64, P)) % P;
    }
    node
}

/// `f(w^e)` for every exponent of `order`.
fn values(f: &[u64], order: Order) -> Vec<u64> {
    let n = f.len();
    (0..n).map(|j| remainder(f, pow_mod(root(n), order.exponent(j, n) as u64, P), 1, 1)[0]).collect()
}

#[test]
fn pages_print_what_the_code_computes() -> Result<()> {
    let ring = Modular::new(P)?;
    let domain = |n: usize| Domain::with_root(ring, n, root(n));
    let transforms: [(&str, usize, Box<dyn Transform<Modular>>); 5] = [
        ("papers/split_radix.md", 8, Box::new(SplitRadix::new(&domain(8)?)?)),
        ("papers/radix4.md", 16, Box::new(Radix4::new(&domain(16)?)?)),
        ("papers/twisted_radix4.md", 16, Box::new(TwistedRadix4::new(&domain(16)?)?)),
        ("papers/radix8.md", 16, Box::new(Radix8::new(&domain(16)?)?)),
        ("papers/twisted_radix8.md", 16, Box::new(TwistedRadix8::new(&domain(16)?)?)),
    ];
    for (page, n, transform) in transforms {
        contains(page, &listed(&X[..n]));
        let mut f = X[..n].to_vec();
        transform.forward(&mut f, &mut [])?;
        assert_eq!(f, values(&X[..n], transform.order()), "{page}");
        contains(page, &listed(&f));
    }
    Ok(())
}

#[test]
fn nodes_are_the_remainders_they_are_said_to_be() {
    let sigma = |j: usize| bit_reverse(j, 4) as u64;
    let power = |e: u64| pow_mod(3, e, P);
    let classical = |m: usize| -> Vec<u64> {
        (0..16 / m).flat_map(|j| remainder(&X, 1, m, power(sigma(j * m) * m as u64))).collect()
    };
    let twisted =
        |m: usize| -> Vec<u64> { (0..16 / m).flat_map(|j| remainder(&X, power(sigma(j * m)), m, 1)).collect() };
    contains("papers/radix4.md", &listed(&classical(4)));
    contains("papers/radix8.md", &listed(&classical(8)));
    contains("papers/twisted_radix4.md", &listed(&twisted(4)));
    contains("papers/twisted_radix8.md", &listed(&twisted(2)));
    let powers = |b: u64, count: u64| listed(&(1..=count).map(|i| pow_mod(b, i, P)).collect::<Vec<_>>());
    (1..4).for_each(|j| contains("papers/radix4.md", &powers(power(sigma(4 * j)), 3)));
    contains("papers/radix8.md", &powers(power(sigma(8)), 7));

    // Split radix, n = 8: a node of size m whose first leaf has the exponent e.
    let page = "papers/split_radix.md";
    let node = |m: usize, e: u64| listed(&remainder(&X[..8], pow_mod(9, e, P), m, 1));
    contains(page, &format!("{}, {}, {}", node(4, 0), node(2, 1), node(2, 7)));
    let leaves = values(&X[..8], Order::ConjugatePair);
    contains(
        page,
        &format!("{}, {}, {}, {}, {}", node(2, 0), node(1, 2), node(1, 6), listed(&leaves[4..6]), listed(&leaves[6..])),
    );
    let untwisted = |c| listed(&remainder(&X[..8], 1, 2, c));
    contains(page, &format!("`{}` is `{}`", node(2, 1), untwisted(13)));
    contains(page, &format!("`{}` is `{}`", node(2, 7), untwisted(4)));
}

/// What steps 6 to 12 of figure 4.3 make of `f_W x^m + f_X`, `f_Y` and `f_Z`: the coefficients of the node.
fn recombined(half: &[u64], y: &[u64], z: &[u64], i: u64) -> Vec<u64> {
    let m = y.len();
    let (x, w) = half.split_at(m);
    let column = |part: usize, d: usize| {
        let (alpha, beta) = (i * (y[d] + P - z[d]) % P, (y[d] + z[d]) % P);
        match part {
            0 => x[d] + beta,
            1 => w[d] + P - alpha,
            2 => x[d] + P - beta,
            _ => w[d] + alpha,
        }
    };
    (0..4).flat_map(|part| (0..m).map(move |d| column(part, d) % P)).collect()
}

/// Figure 4.3, steps 4 and 5: `f_Y` is a remainder modulo `x^m - I` and `f_Z` one modulo `x^m + I`, where `x^m - 1` and
/// `x^m + 1` are printed.
#[test]
fn the_split_radix_figure_as_printed_fails() {
    for (n, m) in [(8, 2), (16, 4), (16, 2), (8, 1)] {
        let (size, w) = (4 * m, root(n));
        // The first node of this size: f mod (x^(4m) - 1).
        let node = remainder(&X[..n], 1, size, 1);
        let z = pow_mod(w, (n / size) as u64, P);
        let i = pow_mod(w, n as u64 / 4, P);
        let scaled = |factor: usize, f: Vec<u64>| f.iter().map(|x| factor as u64 * x % P).collect::<Vec<_>>();
        let goal = scaled(size, node.clone());
        let half = scaled(2 * m, remainder(&node, 1, 2 * m, 1));
        let modulo = |c: u64| scaled(m, remainder(&node, 1, m, c));
        // Steps 2 to 5: what the recursive calls return, untwisted.
        let untwisted = |twist: u64, back: u64| {
            let returned = scaled(m, remainder(&node, twist, m, 1));
            returned.iter().enumerate().map(|(d, x)| x * pow_mod(back, d as u64, P) % P).collect::<Vec<_>>()
        };
        let inverse = pow_mod(z, 15, P);
        let (y, z) = (untwisted(z, inverse), untwisted(inverse, z));
        assert_eq!((&y, &z), (&modulo(i), &modulo(P - i)));
        assert_eq!(recombined(&half, &y, &z, i), goal, "the corrected figure, n = {n}, m = {m}");
        // As printed.
        let (y_printed, z_printed) = (modulo(1), modulo(P - 1));
        assert_ne!((&y, &z), (&y_printed, &z_printed));
        assert_ne!(recombined(&half, &y_printed, &z_printed, i), goal, "the figure as printed, n = {n}, m = {m}");
    }
}

/// The rule of the figure for `4j + 2` and `4j + 3` holds at nodes; applied to every index it gives another order.
#[test]
fn the_rules_of_the_conjugate_order_hold_at_nodes_only() {
    let n = 8;
    // sigma'(4j + 2) = sigma'(4j) + n/4 and sigma'(4j + 3) = sigma'(4j) - n/4, over n: for j = 0, a node, and j = 1, none.
    let rule = |j: usize| {
        let first = conjugate_pair(4 * j, n);
        [(first + n / 4) % n, (first + n - n / 4) % n]
    };
    let true_order = |j: usize| [conjugate_pair(4 * j + 2, n), conjugate_pair(4 * j + 3, n)];
    assert_eq!(rule(0), true_order(0));
    assert_ne!(rule(1), true_order(1));
}

#[test]
fn tangents_and_scales() -> Result<()> {
    const PAGE: &str = "papers/tangent.md";
    /// The scale of the page.
    fn scale(size: usize, k: usize) -> f64 {
        if size <= 4 {
            return 1.0;
        }
        let k = k % (size / 4);
        let angle = std::f64::consts::TAU * k as f64 / size as f64;
        scale(size / 4, k) * if 8 * k <= size { angle.cos() } else { -angle.sin() }
    }
    let shown = |x: f64| format!("{x:.5}");
    for size in [8, 16, 32] {
        let scales: Vec<String> = (0..size / 4).map(|k| shown(scale(size, k))).collect();
        contains(PAGE, &format!("| {size} | {} |", scales.join(" ")));
    }
    let x: Vec<f64> = X.iter().map(|&x| x as f64).collect();
    let [d, c, b, a] = [x[1], x[5], x[9], x[13]];
    contains(PAGE, &format!("`D, C, B, A = {d} {c} {b} {a}`"));
    let (s, e, t) = (scale(16, 1) * (d - b), scale(16, 1) * (c - a), (std::f64::consts::TAU / 16.0).tan());
    let (p, m) = (s - t * e, e + t * s);
    for (text, number) in [("(D - B) = ", s), ("(C - A) = ", e), ("`t = ", t), ("s - t e = ", p), ("e + t s = ", m)] {
        contains(PAGE, &format!("{text}{}", shown(number)));
    }
    let twiddle = Complex::cis(-std::f64::consts::TAU / 16.0);
    let expected = twiddle * (Complex::new(d - b, 0.0) - Complex::i() * (c - a));
    assert!((expected - Complex::new(p, -m)).norm() < 1e-14);
    contains(PAGE, &format!("`{} - {} i`", shown(p), shown(m)));

    let ring = ComplexRing::<f64>::new();
    let domain = Domain::new(ring, 16)?;
    let mut values: Vec<Complex<f64>> = x.iter().map(|&x| Complex::new(x, 0.0)).collect();
    let mut plain = values.clone();
    Tangent::new(&domain)?.forward(&mut values, &mut [Complex::new(0.0, 0.0); 2])?;
    SplitRadix::new(&domain)?.forward(&mut plain, &mut [])?;
    assert!(values.iter().zip(&plain).all(|(x, y)| (x - y).norm() < 1e-13));
    Ok(())
}
