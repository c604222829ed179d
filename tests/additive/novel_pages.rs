//! The worked examples of `papers/novel_basis.md`, `papers/conversion.md` and `papers/truncated_additive.md`, recomputed.

use crate::points::{Field, novel_polynomials, values};
use ringfft::{
    additive::{Conversion, NovelBasis, TruncatedNovelBasis, derivative_novel, times_x_novel},
    algebra::Subspace,
    dft::Transform,
    rings::{BinaryField, Gf2p8, binary},
};

const COEFFICIENTS: [u8; 8] = [3, 1, 4, 1, 5, 9, 2, 6];

struct Page(&'static str, String);

impl Page {
    fn of(name: &'static str) -> Page {
        let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("papers").join(name);
        Page(name, std::fs::read_to_string(path).unwrap())
    }

    fn says(&self, text: &str) {
        assert!(self.1.contains(text), "{} does not say {text:?}", self.0);
    }
}

fn text(list: &[Gf2p8]) -> String {
    list.iter().map(|x| format!("{:02x}", x.bits())).collect::<Vec<_>>().join(" ")
}

fn f() -> Vec<Gf2p8> {
    COEFFICIENTS.map(Gf2p8::new).to_vec()
}

fn cantor() -> Subspace<Field<Gf2p8>> {
    Subspace::new(binary(), 3).unwrap()
}

/// One level of the tree: nodes of size `2m`, in the notation of the pages.
fn level(space: &Subspace<Field<Gf2p8>>, a: &mut [Gf2p8], m: usize) {
    for (j, node) in a.chunks_mut(2 * m).enumerate() {
        let c = space.point(2 * j);
        let (low, high) = node.split_at_mut(m);
        for (b, a) in low.iter_mut().zip(high) {
            *b += c * *a;
            *a += *b;
        }
    }
}

#[test]
fn novel_basis() {
    let page = Page::of("novel_basis.md");
    let (space, mut a) = (cantor(), f());
    page.says(&format!("Cantor basis `{}`", text(space.basis())));
    page.says(&format!("`{}`", text(&[0, 2, 4, 6].map(|j| space.point(j)))));
    page.says(&format!("| 8 | {} |", text(&a)));
    level(&space, &mut a, 4);
    page.says(&format!("| 4 | {} |", text(&a)));
    level(&space, &mut a, 2);
    page.says(&format!("| 2 | {} |", text(&a)));
    let mut values = f();
    NovelBasis::new(&space).unwrap().forward(&mut values, &mut []).unwrap();
    page.says(&format!("`varpi_0, ..., varpi_7` | {} |", text(&values)));
    page.says(&format!(
        "x` times\nthe polynomial of the first seven is `{}`",
        text(&times_x_novel(&space, &f()[..7]).unwrap())
    ));
    let mut derivative = f();
    derivative_novel(&space, &mut derivative).unwrap();
    page.says(&format!("the derivative is `{}`", text(&derivative)));
}

#[test]
fn conversion() {
    let page = Page::of("conversion.md");
    let space = cantor();
    page.says(&text(&f()));
    // x^7 = (y + x) x^3 with y = x^4 + x, and so on: the remainder gains the quotient at x, x^2, ...
    let mut expanded = f();
    (4..8).rev().for_each(|i| {
        let quotient = expanded[i];
        expanded[i - 3] += quotient;
    });
    page.says(&format!("| {} |", text(&expanded)));
    let mut novel = f();
    Conversion::new(&space, 8).unwrap().to_novel(&mut novel).unwrap();
    page.says(&format!("| {} |", text(&novel)));
    page.says(&format!("`{}`", text(&values(&space, &f(), 8))));

    let space = Subspace::with_basis(binary::<Gf2p8>(), [1, 2, 4].map(Gf2p8::new).to_vec()).unwrap();
    let polynomials = novel_polynomials(&space);
    let [v_1, v_2] = [2, 4].map(|i: usize| polynomials[i][i].inverse().unwrap());
    let s_2: Vec<Gf2p8> = polynomials[4].iter().map(|c| *c * v_2).collect();
    assert_eq!((s_2[0], s_2[3], s_2[4]), (Gf2p8::ZERO, Gf2p8::ZERO, Gf2p8::ONE));
    page.says(&format!("`v_1 = s_1(02) = {}`", text(&[v_1])));
    page.says(&format!(
        "`s_2 = x^4 + {} x^2 + {} x`, `v_2 = s_2(04) = {}`",
        text(&s_2[2..3]),
        text(&s_2[1..2]),
        text(&[v_2])
    ));
    let mut divided = f();
    for d in (4..8).rev() {
        let quotient = divided[d];
        for e in [1, 2] {
            divided[d - 4 + e] += s_2[e] * quotient;
        }
    }
    page.says(&format!("| division by `s_2` | {} |", text(&divided)));
    divided[4..].iter_mut().for_each(|x| *x *= v_2);
    page.says(&format!("| {} |", text(&divided)));
    let mut novel = f();
    Conversion::new(&space, 8).unwrap().to_novel(&mut novel).unwrap();
    page.says(&format!("| {} |", text(&novel)));
}

#[test]
fn truncated() {
    let page = Page::of("truncated_additive.md");
    let space = cantor();
    let f = &f()[..5];
    page.says(&format!("coefficients `{}`", text(f)));
    let transform = TruncatedNovelBasis::new(&space, 5).unwrap();
    let mut values = f.to_vec();
    transform.forward(&mut values, &mut [Gf2p8::ZERO; 4]).unwrap();
    page.says(&format!("| 1 | {}, {}, {} |", text(&values[..2]), text(&values[2..4]), text(&values[4..])));
    let mut nodes = [f, &[Gf2p8::ZERO; 3]].concat();
    level(&space, &mut nodes, 4);
    page.says(&format!("| 4 | {}, {} |", text(&nodes[..4]), text(&nodes[4..])));
    page.says(&format!("`Z_d = {}`", text(&nodes[5..])));
    let given = (nodes[5], nodes[7], nodes[4]);
    level(&space, &mut nodes, 2);
    page.says(&format!("| 2 | {}, {}, {} |", text(&nodes[..2]), text(&nodes[2..4]), text(&nodes[4..6])));
    // The step back: the second coefficient, the first, and Z_0.
    let (c_1, c_2) = (space.point(2), space.point(4));
    let second = given.0 + c_1 * given.1;
    let first = values[4] + c_2 * second;
    let z_0 = first + c_1 * f[2];
    assert_eq!([second, first, z_0], [nodes[5], nodes[4], given.2]);
    page.says(&format!("`{:02x} + bc {:02x} = {:02x}`", given.0.bits(), given.1.bits(), second.bits()));
    page.says(&format!("`{:02x} + 5c {:02x} = {:02x}`", values[4].bits(), second.bits(), first.bits()));
    page.says(&format!("`Z_0 = {:02x} + bc {:02x} = {:02x}`", first.bits(), f[2].bits(), z_0.bits()));
}
