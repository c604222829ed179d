//! Mateer's figures 4.5 and 4.6 step by step: corrected they are the inverse, as printed they are not.

use crate::{
    classical::value,
    points::{self, Field, random_list as list},
};
use ringfft::{
    additive::{GaoMateer, GaoMateerGeneral, GathenGerhard, WangZhuCantor, subspace_polynomials},
    algebra::Subspace,
    dft::Transform,
    rings::{BinaryField, Gf2p8, Gf2p16, binary},
};
use ringfft_testing::Random;

type Points = Subspace<Field<Gf2p8>>;

fn cantor(dim: u32) -> Points {
    Subspace::new(binary::<Gf2p8>(), dim).unwrap()
}

/// A polynomial of `2^dim` coefficients and its values.
fn specimen(points: &Points) -> [Vec<Gf2p8>; 2] {
    let f: Vec<Gf2p8> = list(&mut Random::new(points.len() as u64), points.len());
    let values = (0..points.len()).map(|j| value(&f, points.point(j))).collect();
    [f, values]
}

/// `a + b`, which is `a - b` too.
fn sum(a: &[Gf2p8], b: &[Gf2p8]) -> Vec<Gf2p8> {
    a.iter().zip(b).map(|(&a, &b)| a + b).collect()
}

fn product(a: &[Gf2p8], b: &[Gf2p8]) -> Vec<Gf2p8> {
    points::product(&binary::<Gf2p8>(), a, b)
}

/// `f` modulo a polynomial with leading coefficient 1.
fn remainder(f: &[Gf2p8], divisor: &[Gf2p8]) -> Vec<Gf2p8> {
    let (mut f, degree) = (f.to_vec(), divisor.len() - 1);
    for i in (degree..f.len()).rev() {
        let q = f[i];
        divisor.iter().enumerate().for_each(|(e, &c)| f[i - degree + e] += q * c);
    }
    f.truncate(degree);
    f
}

/// `s_i - c`, all coefficients.
fn shifted(points: &Points, i: usize, c: Gf2p8) -> Vec<Gf2p8> {
    let mut dense = vec![Gf2p8::ZERO; (1 << i) + 1];
    subspace_polynomials(points)[i].iter().enumerate().for_each(|(e, &coefficient)| dense[1 << e] = coefficient);
    dense[0] = c;
    dense
}

/// `x^tau - x - c`.
fn binomial(tau: usize, c: Gf2p8) -> Vec<Gf2p8> {
    let mut dense = vec![Gf2p8::ZERO; tau + 1];
    (dense[0], dense[1], dense[tau]) = (c, Gf2p8::ONE, Gf2p8::ONE);
    dense
}

/// Step 3: `q` from the remainders of child `2j + 1` and child `2j`, at level `i`.
type Quotient<'a> = &'a dyn Fn(usize, &[Gf2p8], &[Gf2p8]) -> Vec<Gf2p8>;

/// What steps 0 and 3 of figure 4.5 do.
struct Wang<'a> {
    points: &'a Points,
    /// The point at which leaf `j` takes its value.
    leaf: fn(usize) -> usize,
    quotient: Quotient<'a>,
    /// `s_i` at the first point of child `2j`.
    constant: &'a dyn Fn(usize, usize) -> Gf2p8,
}

impl Wang<'_> {
    /// Node `j` of `size` points.
    fn node(&self, values: &[Gf2p8], j: usize, size: usize) -> Vec<Gf2p8> {
        let m = size / 2;
        if m == 0 {
            return vec![values[(self.leaf)(j)]];
        }
        let i = m.ilog2() as usize;
        let (r, other) = (self.node(values, 2 * j, m), self.node(values, 2 * j + 1, m));
        let q = (self.quotient)(i, &other, &r);
        let mut f = product(&q, &shifted(self.points, i, (self.constant)(i, 2 * j)));
        f.resize(2 * m, Gf2p8::ZERO);
        r.iter().zip(&mut f).for_each(|(&r, f)| *f += r);
        f
    }
}

fn difference(_: usize, a: &[Gf2p8], b: &[Gf2p8]) -> Vec<Gf2p8> {
    sum(a, b)
}

#[test]
fn figure_5_with_its_node_and_leaf() {
    let points = &cantor(4);
    let [f, values] = specimen(points);
    let constant = |_: usize, j: usize| points.point(j);
    let corrected = Wang { points, leaf: |j| j, quotient: &difference, constant: &constant };
    assert_eq!(corrected.node(&values, 0, 16), f);
    // The field has 256 elements, not 16; the crate's inverse is the same map.
    let mut inverse = values.clone();
    WangZhuCantor::new(points).unwrap().inverse_unscaled(&mut inverse, &mut []).unwrap();
    assert_eq!(inverse, f);
    // The output of node j is modulo s_(i+1) - varpi_j; as printed, with varpi_i, only by accident where i = j.
    for (i, j) in (0..3usize).flat_map(|i| (0..8usize >> i).map(move |j| (i, j))) {
        let node = corrected.node(&values, j, 2 << i);
        assert_eq!(node, remainder(&f, &shifted(points, i + 1, points.point(j))), "{i} {j}");
        let printed = remainder(&f, &shifted(points, i + 1, points.point(i)));
        assert_eq!(node == printed, i == j, "{i} {j}");
    }
    // A leaf is modulo x - varpi_j; there is no level below 0, and varpi_0 gives f(varpi_0) everywhere.
    let printed = Wang { leaf: |_| 0, ..corrected };
    assert_ne!(printed.node(&values, 0, 16), f);
}

/// Step 3 subtracts, and the constants differ by 1 over a Cantor basis and no other.
#[test]
fn figure_5_needs_a_cantor_basis() {
    let points = &cantor(4);
    let [f, values] = specimen(points);
    let constant = |_: usize, j: usize| points.point(j);
    let times = |_: usize, a: &[Gf2p8], b: &[Gf2p8]| a.iter().zip(b).map(|(&a, &b)| a * b).collect();
    let printed = Wang { points, leaf: |j| j, quotient: &times, constant: &constant };
    assert_ne!(printed.node(&values, 0, 16), f, "the copy lost the minus sign");

    let points = &Subspace::with_basis(binary(), (0..4).map(|i| Gf2p8::new(1 << i)).collect()).unwrap();
    let [f, values] = specimen(points);
    let images = points.images();
    let constant = |i: usize, j: usize| {
        (0..images[i].len() - 1).filter(|b| j >> b & 1 == 1).fold(Gf2p8::ZERO, |sum, b| sum + images[i][b])
    };
    let printed = Wang { points, leaf: |j| j, quotient: &difference, constant: &constant };
    assert_ne!(printed.node(&values, 0, 16), f);
    let divided = |i: usize, a: &[Gf2p8], b: &[Gf2p8]| {
        let inverse = BinaryField::inverse(images[i][0]).unwrap();
        a.iter().zip(b).map(|(&a, &b)| inverse * (a + b)).collect()
    };
    let corrected = Wang { quotient: &divided, ..printed };
    assert_eq!(corrected.node(&values, 0, 16), f);
    let mut inverse = values;
    GathenGerhard::new(points).unwrap().inverse_unscaled(&mut inverse, &mut []).unwrap();
    assert_eq!(inverse, f);
}

/// `g_0 + g_1 y + ...` with `y = x^tau + x`: step 10, by the definition.
fn collected(blocks: &[Vec<Gf2p8>], tau: usize) -> Vec<Gf2p8> {
    let y = binomial(tau, Gf2p8::ZERO);
    let mut f = vec![Gf2p8::ZERO; blocks.len() * tau];
    for g in blocks.iter().rev() {
        f = product(&y, &f[..f.len() - tau]);
        g.iter().zip(&mut f).for_each(|(&g, f)| *f += g);
    }
    f
}

/// The base case of figure 4.6: `f(varpi_(2j+1))`, `f(varpi_(2j))` and the point `varpi_(2j)` to `p + q x`.
type Base = fn(Gf2p8, Gf2p8, Gf2p8) -> [Gf2p8; 2];

/// Step 0 with its minus signs: the difference times `x - varpi_(2j)`, and `f(varpi_(2j))`.
fn step_0(odd: Gf2p8, even: Gf2p8, point: Gf2p8) -> [Gf2p8; 2] {
    let q = odd + even;
    [q * point + even, q]
}

/// The exponent of `tau` for that of `eta`.
type Split = fn(usize) -> usize;

fn greatest_power_below(k: usize) -> usize {
    k.next_power_of_two() / 2
}

struct Gao<'a> {
    points: &'a Points,
    base: Base,
    split: Split,
}

impl Gao<'_> {
    /// `values` are those at `varpi_(j eta)`, `varpi_(j eta + 1)`, ...
    fn node(&self, values: &[Gf2p8], j: usize) -> Vec<Gf2p8> {
        let eta = values.len();
        if eta == 1 {
            // Never reached where k is a power of two.
            return values.to_vec();
        }
        if eta == 2 {
            return (self.base)(values[1], values[0], self.points.point(2 * j)).to_vec();
        }
        let tau = 1 << (self.split)(eta.ilog2() as usize);
        let r = eta / tau;
        let rows: Vec<Vec<Gf2p8>> = values.chunks(tau).zip(j * r..).map(|(row, phi)| self.node(row, phi)).collect();
        // Step 5: the coefficient of x^lambda in row phi is the value h_lambda(varpi_phi).
        let columns: Vec<Vec<Gf2p8>> =
            (0..tau).map(|l| self.node(&rows.iter().map(|row| row[l]).collect::<Vec<_>>(), j)).collect();
        let blocks: Vec<Vec<Gf2p8>> = (0..r).map(|i| columns.iter().map(|column| column[i]).collect()).collect();
        collected(&blocks, tau)
    }
}

#[test]
fn figure_6_with_its_nodes() {
    let points = &cantor(4);
    let [f, values] = specimen(points);
    let corrected = Gao { points, base: step_0, split: |k| k / 2 };
    assert_eq!(corrected.node(&values, 0), f);
    let mut inverse = values.clone();
    GaoMateer::new(points).unwrap().inverse_unscaled(&mut inverse, &mut []).unwrap();
    assert_eq!(inverse, f);
    // Step 3: node phi is modulo x^tau - x - varpi_phi. The printed varpi_i names no variable of the figure; whatever fixed
    // index is put for it, only the node of that index is right.
    for (phi, row) in values.chunks(4).enumerate() {
        let node = corrected.node(row, phi);
        for i in 0..4 {
            assert_eq!(node == remainder(&f, &binomial(4, points.point(i))), i == phi, "{phi} {i}");
        }
    }
}

/// Step 0 subtracts `f(varpi_(2j))` and `varpi_(2j)`; the copy lost both signs.
#[test]
fn figure_6_base() {
    let points = &cantor(4);
    let [f, values] = specimen(points);
    let lost_first: Base = |odd, even, point| [odd * even * point + even, odd * even];
    let lost_second: Base = |odd, even, point| [even, (odd + even) * point];
    for base in [lost_first, lost_second] {
        assert_ne!(Gao { points, base, split: |k| k / 2 }.node(&values, 0), f);
    }
    for (j, pair) in values.chunks(2).enumerate() {
        let node = step_0(pair[1], pair[0], points.point(2 * j)).to_vec();
        let divisor = product(&shifted(points, 0, points.point(2 * j)), &shifted(points, 0, points.point(2 * j + 1)));
        assert_eq!(divisor, binomial(2, points.point(j)), "x^2 - x - varpi_j");
        assert_eq!(node, remainder(&f, &divisor));
    }
}

/// Step 7 leaves `h_lambda` itself: it has degree below `tau`, and is column `lambda` of the Taylor expansion.
#[test]
fn figure_6_columns() {
    let points = &cantor(4);
    let [f, values] = specimen(points);
    let gao = Gao { points, base: step_0, split: |k| k / 2 };
    let rows: Vec<Vec<Gf2p8>> = values.chunks(4).zip(0..).map(|(row, phi)| gao.node(row, phi)).collect();
    let columns: Vec<Vec<Gf2p8>> =
        (0..4).map(|l| gao.node(&rows.iter().map(|row| row[l]).collect::<Vec<_>>(), 0)).collect();
    let mut expansion = f.clone();
    ringfft::additive::Taylor::new(binary::<Gf2p8>(), 16, 4).unwrap().expand(&mut expansion).unwrap();
    for (l, h) in columns.iter().enumerate() {
        let column: Vec<Gf2p8> = expansion.iter().skip(l).step_by(4).copied().collect();
        assert_eq!(*h, column);
        for (phi, row) in rows.iter().enumerate() {
            assert_eq!(value(h, points.point(phi)), row[l]);
            // The printed call names x^tau x varpi_j, a product of degree tau + 1; modulo x^tau - x - varpi_j nothing
            // happens to h, whichever j.
            assert_eq!(remainder(h, &binomial(4, points.point(phi))), *h);
        }
    }
}

/// `tau = sqrt(eta)` wants `k` even, and `x^tau - x` vanishes on the span only where `tau = 2^t`, `t` a power of two.
#[test]
fn figure_6_needs_a_power_of_two() {
    for k in 1..=6 {
        let points = &cantor(k);
        let [f, values] = specimen(points);
        assert_eq!(Gao { points, base: step_0, split: greatest_power_below }.node(&values, 0), f, "{k}");
        // As printed, with the root rounded either way.
        let printed: [Split; 2] = [|k| k / 2, |k| k.div_ceil(2)];
        let right = printed.map(|split| Gao { points, base: step_0, split }.node(&values, 0) == f);
        // Rounded down 3 = 1 + 2 and 5 = 2 + 3 happen to split at a power of two, rounded up 3 = 2 + 1 does.
        let expected = match k {
            1..=4 => [true, true],
            5 => [true, false],
            _ => [false, false],
        };
        assert_eq!(right, expected, "{k}");
        let t = (k as usize).div_ceil(2);
        let vanishes = (0..1 << t).all(|j| value(&binomial(1 << t, Gf2p8::ZERO), points.point(j)) == Gf2p8::ZERO);
        assert_eq!(vanishes, t.is_power_of_two(), "{k}");
    }
}

/// Figure 4.6 over a basis that is none of Cantor's has to be the general transform.
#[test]
fn figure_6_needs_a_cantor_basis() {
    let points = &Subspace::with_basis(binary(), (0..4).map(|i| Gf2p8::new(1 << i)).collect()).unwrap();
    let [f, values] = specimen(points);
    assert_ne!(Gao { points, base: step_0, split: |k| k / 2 }.node(&values, 0), f);
    let mut inverse = values;
    GaoMateerGeneral::new(points).unwrap().inverse_unscaled(&mut inverse, &mut []).unwrap();
    assert_eq!(inverse, f);
}

/// The field has to hold the basis, no more: `n` elements would do where they exist, `2^16` do for `n = 16`.
#[test]
fn the_field_may_be_larger() {
    let points = Subspace::new(binary::<Gf2p16>(), 4).unwrap();
    let f: Vec<Gf2p16> = list(&mut Random::new(7), 16);
    let mut values: Vec<Gf2p16> = (0..16).map(|j| value(&f, points.point(j))).collect();
    WangZhuCantor::new(&points).unwrap().inverse_unscaled(&mut values, &mut []).unwrap();
    assert_eq!(values, f);
}
