//! The figures of Mateer's chapter 4: each corrected, with the printed form beside it, failing.

use super::papers_sources::{self, INVERSE, P, W, X, scaled, values};
use ringfft::{
    arith::{inverse_mod, pow_mod},
    order::{bit_reverse, bit_reverse_permute},
};

/// Requires that the page contains the numbers, in this order.
fn printed(numbers: &[u64]) {
    papers_sources::printed("mateer_chapter_4", numbers);
}

/// `factor f(z x) mod (x^m - c)`.
fn remainder(factor: u64, z: u64, m: usize, c: u64) -> Vec<u64> {
    let mut node = vec![0; m];
    for (i, x) in X.iter().enumerate() {
        node[i % m] += factor * x % P * pow_mod(z, i as u64, P) % P * pow_mod(c, (i / m) as u64, P);
    }
    node.iter().map(|x| x % P).collect()
}

/// What one node of a figure returns: `f_A x^m + f_B`, `f_B` first.
type Join = fn(usize, usize, &[u64], &[u64]) -> Vec<u64>;

/// The recursion that figures 4.1 and 4.2 share: `2m` values of node `j`, halves first.
fn figure(values: &[u64], j: usize, join: Join) -> Vec<u64> {
    let m = values.len() / 2;
    if m == 0 {
        return values.to_vec();
    }
    let (y, z) = (figure(&values[..m], 2 * j, join), figure(&values[m..], 2 * j + 1, join));
    join(m, j, &y, &z)
}

/// `w^-e`.
fn unroot(e: usize) -> u64 {
    pow_mod(INVERSE, e as u64, P)
}

fn bit_reversed_values() -> Vec<u64> {
    let mut values = values(&X);
    bit_reverse_permute(&mut values);
    values
}

/// Step 3 takes a difference; the copy we read lost the sign, which leaves a product.
#[test]
fn mateer_figure_1() {
    let corrected: Join = |m, j, y, z| {
        let factor = unroot(bit_reverse(2 * j, 3));
        let high = (0..m).map(|d| factor * (P + y[d] - z[d]) % P);
        (0..m).map(|d| (y[d] + z[d]) % P).chain(high).collect()
    };
    let as_read: Join = |m, j, y, z| {
        let factor = unroot(bit_reverse(2 * j, 3));
        let high = (0..m).map(|d| factor * (y[d] * z[d] % P) % P);
        (0..m).map(|d| (y[d] + z[d]) % P).chain(high).collect()
    };
    let values = bit_reversed_values();
    assert_eq!(figure(&values, 0, corrected), scaled(&X, 8));
    assert_ne!(figure(&values, 0, as_read), scaled(&X, 8));
    printed(&values);
    printed(&scaled(&X, 8));
    // Every node is what step 5 says; with the sign of x^m - c turned it is not.
    for (m, j) in [(2, 0), (2, 1), (2, 2), (2, 3), (4, 0), (4, 1)] {
        let c = pow_mod(W, bit_reverse(j, 3) as u64, P);
        let node = figure(&values[m * j..m * (j + 1)], j, corrected);
        assert_eq!(node, remainder(m as u64, 1, m, c));
        assert_ne!(node, remainder(m as u64, 1, m, P - c));
    }
}

/// Step 3 divides coefficient `d` by `z^d`, and leaves a remainder modulo `x^m + 1`: that plus is no lost minus.
#[test]
fn mateer_figure_2() {
    let untwist = |z: &[u64]| -> Vec<u64> {
        let step = 4 / z.len(); // sigma(1)/m
        (0..z.len()).map(|d| z[d] * unroot(step * d) % P).collect()
    };
    let corrected: Join = |m, _, y, z| {
        let z: Vec<u64> = (0..m).map(|d| z[d] * unroot(4 / m * d) % P).collect();
        (0..m).map(|d| (y[d] + z[d]) % P).chain((0..m).map(|d| (P + y[d] - z[d]) % P)).collect()
    };
    let as_read: Join = |m, _, y, z| {
        let z: Vec<u64> = (0..m).map(|d| z[d] * unroot(4 / m * d) % P).collect();
        (0..m).map(|d| (y[d] + z[d]) % P).chain((0..m).map(|d| y[d] * z[d] % P)).collect()
    };
    let values = bit_reversed_values();
    assert_eq!(figure(&values, 0, corrected), scaled(&X, 8));
    assert_ne!(figure(&values, 0, as_read), scaled(&X, 8));
    // Node 1 of size 4, before and after step 3 of the root.
    let node = figure(&values[4..], 1, corrected);
    assert_eq!(node, remainder(4, W, 4, 1));
    let untwisted = untwist(&node);
    assert_eq!(untwisted, remainder(4, 1, 4, P - 1));
    assert_ne!(untwisted, remainder(4, 1, 4, 1));
    for numbers in [&node, &untwisted] {
        printed(numbers);
    }
}

/// Steps 4 and 5 give remainders modulo `x^m - I` and `x^m + I`; the copy we read has 1 for `I`.
#[test]
fn mateer_figure_3() {
    const I: u64 = W * W % P;
    fn node(values: &[u64], i: u64) -> Vec<u64> {
        let size = values.len();
        match *values {
            [_] => return values.to_vec(),
            [y, z] => return vec![(y + z) % P, (P + y - z) % P],
            _ => {}
        }
        let m = size / 4;
        let z = pow_mod(W, (8 / size) as u64, P);
        let power = |d: usize| pow_mod(z, d as u64, P);
        let low = node(&values[..2 * m], i);
        let y: Vec<u64> = node(&values[2 * m..3 * m], i);
        let y: Vec<u64> = (0..m).map(|d| y[d] * inverse_mod(power(d), P).unwrap() % P).collect();
        let z: Vec<u64> = node(&values[3 * m..], i);
        let z: Vec<u64> = (0..m).map(|d| z[d] * power(d) % P).collect();
        if size == 8 {
            let (plus, minus) = (remainder(2, 1, 2, P - I), remainder(2, 1, 2, I));
            assert!(i != I || (y == minus && z == plus));
            assert!(y != remainder(2, 1, 2, 1) && z != remainder(2, 1, 2, P - 1), "as printed");
        }
        let alpha: Vec<u64> = (0..m).map(|d| i * (P + y[d] - z[d]) % P).collect();
        let beta: Vec<u64> = (0..m).map(|d| (y[d] + z[d]) % P).collect();
        let (x, w) = low.split_at(m);
        let mut f = Vec::new();
        f.extend((0..m).map(|d| (x[d] + beta[d]) % P));
        f.extend((0..m).map(|d| (w[d] + P - alpha[d]) % P));
        f.extend((0..m).map(|d| (x[d] + P - beta[d]) % P));
        f.extend((0..m).map(|d| (w[d] + alpha[d]) % P));
        f
    }
    let natural = values(&X);
    let values = [0, 4, 2, 6, 1, 5, 7, 3].map(|e: usize| natural[e]);
    assert_eq!(node(&values, I), scaled(&X, 8));
    assert_ne!(node(&values, 1), scaled(&X, 8), "as printed");
    printed(&values);
}

/// Step 10 adds `f_gamma`; the copy we read adds `f_Y`. Modulo 19, `n = 9`, `w = 4`.
#[test]
fn mateer_figure_4() {
    const Q: u64 = 19;
    const ROOT: u64 = 4;
    let power = |e: i64| pow_mod(ROOT, e.rem_euclid(9) as u64, Q);
    let x = [3u64, 1, 4, 1, 5, 9, 2, 6, 5];
    let natural: Vec<u64> = (0..9).map(|k| x.iter().rev().fold(0, |v, &c| (v * pow_mod(ROOT, k, Q) + c) % Q)).collect();
    fn node(values: &[u64], power: &dyn Fn(i64) -> u64, step_10: bool) -> Vec<u64> {
        let m = values.len() / 3;
        if m == 0 {
            return values.to_vec();
        }
        let part = |i: usize| node(&values[i * m..(i + 1) * m], power, step_10);
        let (x, y, z) = (part(0), part(1), part(2));
        let step = 3 / m as i64; // Delta'(1)/m
        let (mut a, mut b, mut c) = (Vec::new(), Vec::new(), Vec::new());
        for d in 0..m {
            let e = step * d as i64;
            let (f_y, f_z) = (power(-e) * y[d] % Q, power(e) * z[d] % Q);
            let gamma = (f_y + f_z) % Q;
            let beta = (power(6 - e) * y[d] + power(e - 6) * z[d]) % Q;
            let alpha = (beta + gamma) % Q;
            assert_eq!((alpha + power(3) * f_y + power(6) * f_z) % Q, 0, "step 7");
            a.push((x[d] + Q - alpha) % Q);
            b.push((x[d] + beta) % Q);
            c.push((x[d] + if step_10 { gamma } else { f_y }) % Q);
        }
        [c, b, a].concat()
    }
    let values = [0, 3, 6, 1, 4, 7, 8, 2, 5].map(|e: usize| natural[e]);
    assert_eq!(node(&values, &power, true), x.map(|x| 9 * x % Q));
    assert_ne!(node(&values, &power, false), x.map(|x| 9 * x % Q), "as printed");
    assert_ne!(node(&values[..3], &power, false), node(&values[..3], &power, true), "already for n = 3");
}

/// GF(16) modulo `x^4 + x + 1`.
fn times(a: u8, b: u8) -> u8 {
    let product = (0..4).filter(|&i| b >> i & 1 == 1).fold(0u8, |sum, i| sum ^ (a << i));
    (4..7).rev().fold(product, |p, i| if p >> i & 1 == 1 { p ^ (0b10011 << (i - 4)) } else { p })
}

/// Figure 4.5: the node `j` is modulo `s_(i+1) - varpi_j`, its leaf the value at `varpi_j`. The copy we read prints
/// the level `i` in both places.
#[test]
fn mateer_figure_5() {
    const BASIS: [u8; 4] = [1, 6, 2, 10];
    let point = |j: usize| (0..4).filter(|&i| j >> i & 1 == 1).fold(0, |sum, i| sum ^ BASIS[i]);
    let square = |a: u8| times(a, a);
    assert!((0..3).all(|i| square(BASIS[i + 1]) ^ BASIS[i + 1] == BASIS[i]), "a Cantor basis");
    let f: [u8; 16] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3];
    let values: Vec<u8> = (0..16).map(|j| f.iter().rev().fold(0, |v, &c| times(v, point(j)) ^ c)).collect();
    // s_i as coefficients of x^(2^e): s_0 = x, s_(i+1) = s_i^2 + s_i.
    let mut s = vec![vec![1u8]];
    for i in 0..4 {
        let mut next = s[i].clone();
        next.push(0);
        s[i].iter().enumerate().for_each(|(e, &c)| next[e + 1] ^= square(c));
        s.push(next);
    }
    fn node(values: &[u8], j: usize, s: &[Vec<u8>], constant: &dyn Fn(usize, usize) -> u8) -> Vec<u8> {
        let m = values.len() / 2;
        if m == 0 {
            return values.to_vec();
        }
        let level = m.ilog2() as usize;
        let (mut low, high) = (node(&values[..m], 2 * j, s, constant), node(&values[m..], 2 * j + 1, s, constant));
        let quotient: Vec<u8> = low.iter().zip(&high).map(|(r, other)| r ^ other).collect();
        low.extend_from_slice(&[0].repeat(m));
        for (d, &q) in quotient.iter().enumerate() {
            low[d] ^= times(q, constant(level, 2 * j));
            s[level].iter().enumerate().for_each(|(e, &c)| low[d + (1 << e)] ^= times(q, c));
        }
        low
    }
    assert_eq!(node(&values, 0, &s, &|_, j| point(j)), f);
    assert_ne!(node(&values, 0, &s, &|level, _| point(level)), f);
}
