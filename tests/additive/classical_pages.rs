//! The worked examples of the pages, recomputed by polynomial division and the definitions.

use crate::{classical::value, points::Field};
use ringfft::{
    additive::{GaoMateer, GaoMateerGeneral, GathenGerhard, Taylor, WangZhuCantor, subspace_polynomials},
    algebra::{Ring, Subspace},
    dft::Transform,
    rings::{BinaryField, Gf2p8, binary},
};
use std::fs;

type Points = Subspace<Field<Gf2p8>>;

const F: [u8; 8] = [3, 1, 4, 1, 5, 9, 2, 6];

fn f() -> Vec<Gf2p8> {
    F.map(Gf2p8::new).to_vec()
}

fn cantor() -> Points {
    Subspace::new(binary(), 3).unwrap()
}

fn powers() -> Points {
    Subspace::with_basis(binary(), (0..3).map(|i| Gf2p8::new(1 << i)).collect()).unwrap()
}

fn hex(values: &[Gf2p8]) -> String {
    values.iter().map(|value| format!("{:02x}", value.bits())).collect::<Vec<_>>().join(" ")
}

/// The page contains the numbers, in this order.
fn printed(page: &str, values: &[Gf2p8]) {
    let text = fs::read_to_string(format!("{}/../papers/{page}.md", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert!(text.contains(&hex(values)), "{page} does not contain {}", hex(values));
}

/// `f` modulo `s_i - c`.
fn remainder(points: &Points, i: usize, c: Gf2p8) -> Vec<Gf2p8> {
    let mut f = f();
    let row = &subspace_polynomials(points)[i];
    for d in (1 << i..f.len()).rev() {
        let q = f[d];
        f[d - (1 << i)] += q * c;
        row.iter().enumerate().for_each(|(e, &coefficient)| f[d - (1 << i) + (1 << e)] += q * coefficient);
    }
    f.truncate(1 << i);
    f
}

/// `s_i` at the first point of each node of `2^i` points.
fn constants(points: &Points, i: usize) -> Vec<Gf2p8> {
    let row = &subspace_polynomials(points)[i];
    let at = |mut x: Gf2p8| {
        row.iter().fold(Gf2p8::ZERO, |sum, &c| {
            let term = c * x;
            x = x.squared();
            sum + term
        })
    };
    (0..8 >> i).map(|j| at(points.point(j << i))).collect()
}

fn values(points: &Points) -> Vec<Gf2p8> {
    (0..8).map(|j| value(&f(), points.point(j))).collect()
}

fn runs(page: &str, points: &Points, transform: &dyn Transform<Field<Gf2p8>>) {
    let mut found = f();
    transform.forward(&mut found, &mut []).unwrap();
    assert_eq!(found, values(points));
    printed(page, &found);
    printed(page, &f());
    transform.inverse_unscaled(&mut found, &mut []).unwrap();
    assert_eq!(found, f());
}

/// The reduction tree of both: nodes of four and of two points.
fn tree(page: &str, points: &Points) {
    printed(page, points.basis());
    for i in [2, 1] {
        let constants = constants(points, i);
        printed(page, &constants);
        let nodes: Vec<Gf2p8> = constants.iter().flat_map(|&c| remainder(points, i, c)).collect();
        printed(page, &nodes);
    }
}

#[test]
fn gathen_gerhard() {
    tree("gathen_gerhard", &powers());
    printed("gathen_gerhard", &[0x01, 0x06, 0x73].map(Gf2p8::new));
    let images: Vec<Gf2p8> = powers().images().iter().map(|row| row[0]).collect();
    assert_eq!(hex(&images), "01 06 73");
    assert_eq!(hex(&subspace_polynomials(&powers())[2]), "06 07 01");
    runs("gathen_gerhard", &powers(), &GathenGerhard::new(&powers()).unwrap());
}

#[test]
fn cantor_page() {
    tree("cantor", &cantor());
    let points: Vec<Gf2p8> = (0..8).map(|j| cantor().point(j)).collect();
    printed("cantor", &points);
    runs("cantor", &cantor(), &WangZhuCantor::new(&cantor()).unwrap());
}

/// Coefficients `0, 1, ...` of `g_i` with `f = sum g_i (x^tau + x)^i`, by repeated division.
fn expanded(f: &[Gf2p8], tau: usize) -> Vec<Gf2p8> {
    let (mut rest, mut blocks) = (f.to_vec(), Vec::new());
    while !rest.is_empty() {
        for d in (tau..rest.len()).rev() {
            let q = rest[d];
            rest[d - tau + 1] += q;
        }
        let quotient = rest.split_off(tau);
        blocks.extend(rest);
        rest = quotient;
    }
    blocks
}

#[test]
fn taylor() {
    for tau in [2, 4] {
        let mut found = f();
        let expansion = Taylor::new(binary::<Gf2p8>(), 8, tau).unwrap();
        expansion.expand(&mut found).unwrap();
        assert_eq!(found, expanded(&f(), tau));
        printed("taylor", &found);
        expansion.collect(&mut found).unwrap();
        assert_eq!(found, f());
    }
    // After the first shift at x^2 + x: the high half at x^4 + x^2.
    let first: Vec<Gf2p8> = {
        let mut f = f();
        (4..8).rev().for_each(|i| f[i - 2] = f[i - 2] + f[i]);
        f
    };
    printed("taylor", &first);
    printed("taylor", &f());
}

#[test]
fn gao_mateer() {
    let page = "gao_mateer";
    let points = cantor();
    printed(page, points.basis());
    let expansion = expanded(&f(), 4);
    printed(page, &expansion);
    // Columns at 0 and 1: the rows become f modulo x^4 + x and x^4 + x + 1.
    let rows: Vec<Gf2p8> = [0, 1].iter().flat_map(|&p| remainder(&points, 2, points.point(p))).collect();
    assert_eq!(rows[..4], expansion[..4]);
    printed(page, &rows);
    let again: Vec<Gf2p8> = rows.chunks(4).flat_map(|row| expanded(row, 2)).collect();
    printed(page, &again);
    let pairs: Vec<Gf2p8> = (0..4).flat_map(|j| remainder(&points, 1, points.point(j))).collect();
    printed(page, &pairs);
    runs(page, &points, &GaoMateer::new(&points).unwrap());
}

#[test]
fn gao_mateer_general() {
    let (page, points, field) = ("gao_mateer_general", powers(), binary::<Gf2p8>());
    printed(page, points.basis());
    let b = points.basis()[2];
    let inverse = BinaryField::inverse(b).unwrap();
    let powers: Vec<Gf2p8> = (0..8).map(|i| field.pow(&b, i)).collect();
    printed(page, &powers);
    let scaled: Vec<Gf2p8> = f().iter().zip(&powers).map(|(&c, &p)| c * p).collect();
    printed(page, &scaled);
    let expansion = expanded(&scaled, 2);
    printed(page, &expansion);
    let part = |first: usize| -> Vec<Gf2p8> { expansion.iter().skip(first).step_by(2).copied().collect() };
    let gamma: Vec<Gf2p8> = points.basis()[..2].iter().map(|&beta| beta * inverse).collect();
    let half: Vec<Gf2p8> = gamma.iter().map(|&gamma| gamma.squared() + gamma).collect();
    let x = [Gf2p8::ZERO, gamma[0], gamma[1], gamma[0] + gamma[1]];
    let at = |g: &[Gf2p8]| -> Vec<Gf2p8> { x.iter().map(|&x| value(g, x.squared() + x)).collect() };
    let (u, v) = (at(&part(0)), at(&part(1)));
    for numbers in [&part(0), &part(1), &gamma, &half, &x.to_vec(), &u, &v] {
        printed(page, numbers);
    }
    let low: Vec<Gf2p8> = (0..4).map(|i| u[i] + x[i] * v[i]).collect();
    let high: Vec<Gf2p8> = (0..4).map(|i| low[i] + v[i]).collect();
    assert_eq!([low, high].concat(), values(&points));
    runs(page, &points, &GaoMateerGeneral::new(&points).unwrap());
}
