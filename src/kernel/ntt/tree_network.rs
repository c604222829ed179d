//! The passes of a reduction tree in registers.

use super::{Residues, pass::parts};

/// The factors of three levels: of the local nodes 1; 2 and 3; 4 to 7.
#[derive(Clone, Copy)]
struct Factors<F>([F; 1], [F; 2], [F; 4]);

macro_rules! level {
    ($by:ident $k:ident; $v:ident; $($a:literal $b:literal $f:expr),*) => {
        $( ($v[$a], $v[$b]) = $by::<L, P>($k, $v[$a], $v[$b], $f); )*
    };
}

/// `(a + w b, a - w b)`: free to free.
#[inline(always)]
fn by<const L: usize, P: Residues<L>>(ring: P, a: P::Vec, b: P::Vec, w: P::Factor) -> (P::Vec, P::Vec) {
    ring.butterfly(ring.reduce(a), ring.mul(b, w))
}

/// `(y + z, w (y - z))`: tight to tight.
#[inline(always)]
fn undo<const L: usize, P: Residues<L>>(ring: P, y: P::Vec, z: P::Vec, w: P::Factor) -> (P::Vec, P::Vec) {
    let (sum, difference) = ring.butterfly(y, z);
    (ring.reduce(sum), ring.mul(difference, w))
}

/// From a node of `R` values to its leaves, in place.
#[inline(always)]
fn down<const L: usize, const R: usize, P: Residues<L>>(ring: P, v: &mut [P::Vec; R], f: Factors<P::Factor>) {
    let Factors(f1, f2, f4) = f;
    match R {
        4 => {
            level!(by ring; v; 0 2 f1[0], 1 3 f1[0]);
            level!(by ring; v; 0 1 f2[0]);
            level!(by ring; v; 2 3 f2[1]);
        }
        8 => {
            level!(by ring; v; 0 4 f1[0], 1 5 f1[0], 2 6 f1[0], 3 7 f1[0]);
            level!(by ring; v; 0 2 f2[0], 1 3 f2[0]);
            level!(by ring; v; 4 6 f2[1], 5 7 f2[1]);
            level!(by ring; v; 0 1 f4[0]);
            level!(by ring; v; 2 3 f4[1], 4 5 f4[2], 6 7 f4[3]);
        }
        _ => {}
    }
}

/// From the leaves of a node to its `R` values, in place.
#[inline(always)]
fn up<const L: usize, const R: usize, P: Residues<L>>(ring: P, v: &mut [P::Vec; R], f: Factors<P::Factor>) {
    let Factors(f1, f2, f4) = f;
    match R {
        4 => {
            level!(undo ring; v; 0 1 f2[0]);
            level!(undo ring; v; 2 3 f2[1]);
            level!(undo ring; v; 0 2 f1[0], 1 3 f1[0]);
        }
        8 => {
            level!(undo ring; v; 0 1 f4[0]);
            level!(undo ring; v; 2 3 f4[1], 4 5 f4[2], 6 7 f4[3]);
            level!(undo ring; v; 0 2 f2[0], 1 3 f2[0]);
            level!(undo ring; v; 4 6 f2[1], 5 7 f2[1]);
            level!(undo ring; v; 0 4 f1[0], 1 5 f1[0], 2 6 f1[0], 3 7 f1[0]);
        }
        _ => {}
    }
}

/// [`up`] with everything multiplied by `s`, which is folded into the residues of `g`: a difference is scaled where its
/// operands are not, so that after the first level every place but the first of each node is.
#[inline(always)]
fn up_scaled<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    v: &mut [P::Vec; R],
    f: Factors<P::Factor>,
    g: Factors<P::Factor>,
    s: P::Factor,
) {
    let Factors(f1, f2, _) = f;
    let Factors(g1, g2, g4) = g;
    match R {
        4 => {
            level!(undo ring; v; 0 1 g2[0], 2 3 g2[1]);
            level!(undo ring; v; 0 2 g1[0]);
            level!(undo ring; v; 1 3 f1[0]);
        }
        8 => {
            level!(undo ring; v; 0 1 g4[0], 2 3 g4[1], 4 5 g4[2], 6 7 g4[3]);
            level!(undo ring; v; 0 2 g2[0], 4 6 g2[1], 5 7 f2[1]);
            level!(undo ring; v; 1 3 f2[0]);
            level!(undo ring; v; 0 4 g1[0]);
            level!(undo ring; v; 1 5 f1[0], 2 6 f1[0], 3 7 f1[0]);
        }
        _ => {}
    }
    v[0] = ring.mul(v[0], s);
}

/// The factors of three levels below node `h`.
#[inline(always)]
fn factors<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    nodes: &[P::Twiddle],
    h: usize,
) -> Factors<P::Factor> {
    let f1 = ring.splat(&nodes[h]);
    let (mut f2, mut f4) = ([f1; 2], [f1; 4]);
    if R >= 4 {
        let w = &nodes[2 * h..][..2];
        f2 = [ring.splat(&w[0]), ring.splat(&w[1])];
    }
    if R >= 8 {
        let w = &nodes[4 * h..][..4];
        f4 = [ring.splat(&w[0]), ring.splat(&w[1]), ring.splat(&w[2]), ring.splat(&w[3])];
    }
    Factors([f1], f2, f4)
}

/// The levels from node `h`, which is `x`, to the `R` nodes below it.
#[inline(always)]
pub(super) fn down_pass<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    nodes: &[P::Twiddle],
    h: usize,
) {
    let f = factors::<L, R, P>(ring, nodes, h);
    let q = x.len() / R;
    let x = parts::<R, _>(x);
    for x in &x {
        assert!(x.len() == q);
    }
    for i in 0..q {
        let mut v = [ring.load(&x[0][i]); R];
        for j in 1..R {
            v[j] = ring.load(&x[j][i]);
        }
        down::<L, R, P>(ring, &mut v, f);
        for j in 0..R {
            ring.store(&mut x[j][i], v[j]);
        }
    }
}

/// [`down_pass`] backwards. Where it is the last, `scaled` are the nodes with the scale in their residues, node 0 alone.
#[inline(always)]
pub(super) fn up_pass<const L: usize, const R: usize, const LAST: bool, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    nodes: &[P::Twiddle],
    scaled: &[P::Twiddle],
    h: usize,
) {
    let f = factors::<L, R, P>(ring, nodes, h);
    let (g, s) = if LAST { (factors::<L, R, P>(ring, scaled, h), ring.splat(&scaled[0])) } else { (f, f.0[0]) };
    let q = x.len() / R;
    let x = parts::<R, _>(x);
    for x in &x {
        assert!(x.len() == q);
    }
    for i in 0..q {
        let mut v = [ring.load(&x[0][i]); R];
        for j in 1..R {
            v[j] = ring.load(&x[j][i]);
        }
        if LAST {
            up_scaled::<L, R, P>(ring, &mut v, f, g, s);
        } else {
            up::<L, R, P>(ring, &mut v, f);
        }
        for j in 0..R {
            ring.store(&mut x[j][i], if LAST { ring.canonical(v[j]) } else { v[j] });
        }
    }
}

/// The factors of the eight leaves below local node `h`, one a lane.
#[inline(always)]
fn lanes8<const L: usize, P: Residues<L>>(ring: P, t: &[P::Row], h: usize) -> Factors<P::Factor> {
    let t4 = &t[4 * h - 1..][..4];
    let f4 = [ring.factor(&t4[0]), ring.factor(&t4[1]), ring.factor(&t4[2]), ring.factor(&t4[3])];
    Factors([ring.factor(&t[h - 1])], [ring.factor(&t[2 * h - 1]), ring.factor(&t[2 * h])], f4)
}

/// The eight values of `v` from `at`.
#[inline(always)]
fn eight<const L: usize, V: Copy>(v: &[V; L], at: usize) -> [V; 8] {
    [v[at], v[at + 1], v[at + 2], v[at + 3], v[at + 4], v[at + 5], v[at + 6], v[at + 7]]
}

/// The last levels of `L` nodes of `L` elements, which are the rows of `x`.
#[inline(always)]
pub(super) fn down_tile<const L: usize, P: Residues<L>>(ring: P, x: &mut [P::Block; L], t: &[P::Row]) {
    assert!(t.len() == L - 1);
    let mut v = [ring.load(&x[0]); L];
    for j in 1..L {
        v[j] = ring.load(&x[j]);
    }
    let mut v = ring.transpose(v);
    if L == 16 {
        let f = ring.factor(&t[0]);
        for j in 0..8 {
            (v[j], v[j + 8]) = by::<L, P>(ring, v[j], v[j + 8], f);
        }
    }
    for g in 0..L / 8 {
        let mut u = eight(&v, 8 * g);
        down::<L, 8, P>(ring, &mut u, lanes8(ring, t, L / 8 + g));
        for j in 0..8 {
            v[8 * g + j] = ring.canonical(u[j]);
        }
    }
    let v = ring.transpose(v);
    for j in 0..L {
        ring.store(&mut x[j], v[j]);
    }
}

/// [`down_tile`] backwards.
#[inline(always)]
pub(super) fn up_tile<const L: usize, P: Residues<L>>(ring: P, x: &mut [P::Block; L], t: &[P::Row]) {
    assert!(t.len() == L - 1);
    let mut v = [ring.load(&x[0]); L];
    for j in 1..L {
        v[j] = ring.load(&x[j]);
    }
    let mut v = ring.transpose(v);
    for g in 0..L / 8 {
        let mut u = eight(&v, 8 * g);
        up::<L, 8, P>(ring, &mut u, lanes8(ring, t, L / 8 + g));
        for j in 0..8 {
            v[8 * g + j] = u[j];
        }
    }
    if L == 16 {
        let f = ring.factor(&t[0]);
        for j in 0..8 {
            (v[j], v[j + 8]) = undo::<L, P>(ring, v[j], v[j + 8], f);
        }
    }
    let v = ring.transpose(v);
    for j in 0..L {
        ring.store(&mut x[j], v[j]);
    }
}
