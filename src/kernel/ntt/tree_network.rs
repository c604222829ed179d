//! The passes of a reduction tree in registers.

#![allow(clippy::needless_range_loop, reason = "one index for all parts of a pass")]

use super::{
    Residues,
    pass::{Radix, Split, equal, load, parts, store},
};

/// `$by` for pairs of places of `$v`, with one factor.
macro_rules! level {
    ($by:ident $ring:ident; $v:ident; $f:expr; $($a:literal $b:literal),*) => {{
        let f = $f;
        $( $by::<L, P>($ring, &mut $v, [$a, $b], f); )*
    }};
}

/// Computes `(a + w b, a - w b)` in place: free to free.
#[inline(always)]
fn by<const L: usize, P: Residues<L>>(ring: P, v: &mut [P::Vec], [a, b]: [usize; 2], w: P::Factor) {
    (v[a], v[b]) = ring.butterfly(ring.reduce(v[a]), ring.mul(v[b], w));
}

/// Computes `(y + z, w (y - z))` in place: tight to tight.
#[inline(always)]
fn undo<const L: usize, P: Residues<L>>(ring: P, v: &mut [P::Vec], [y, z]: [usize; 2], w: P::Factor) {
    let (sum, difference) = ring.butterfly(v[y], v[z]);
    (v[y], v[z]) = (ring.reduce(sum), ring.mul(difference, w));
}

/// Transforms a node of `R` values, 4 or 8, to its leaves: free to free. `f(h)` is the factor of local node `h`.
#[inline(always)]
pub(super) fn down<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    f: impl Fn(usize) -> P::Factor,
) -> [P::Vec; R] {
    let mut v = v;
    if R == 8 {
        level!(by ring; v; f(1); 0 4, 1 5, 2 6, 3 7);
        level!(by ring; v; f(2); 0 2, 1 3);
        level!(by ring; v; f(3); 4 6, 5 7);
        level!(by ring; v; f(4); 0 1);
        level!(by ring; v; f(5); 2 3);
        level!(by ring; v; f(6); 4 5);
        level!(by ring; v; f(7); 6 7);
    } else {
        level!(by ring; v; f(1); 0 2, 1 3);
        level!(by ring; v; f(2); 0 1);
        level!(by ring; v; f(3); 2 3);
    }
    v
}

/// Transforms the leaves of a node to its `R` values, 4 or 8: tight to tight.
#[inline(always)]
pub(super) fn up<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    f: impl Fn(usize) -> P::Factor,
) -> [P::Vec; R] {
    let mut v = v;
    if R == 8 {
        level!(undo ring; v; f(4); 0 1);
        level!(undo ring; v; f(5); 2 3);
        level!(undo ring; v; f(6); 4 5);
        level!(undo ring; v; f(7); 6 7);
        level!(undo ring; v; f(2); 0 2, 1 3);
        level!(undo ring; v; f(3); 4 6, 5 7);
        level!(undo ring; v; f(1); 0 4, 1 5, 2 6, 3 7);
    } else {
        level!(undo ring; v; f(2); 0 1);
        level!(undo ring; v; f(3); 2 3);
        level!(undo ring; v; f(1); 0 2, 1 3);
    }
    v
}

/// Computes [`up`] times a scale. `g(h)` is the scale times `f(h)`, and `g(0)` the scale alone. A difference is scaled
/// if its operands are not, so every position of each node but the first is scaled.
#[inline(always)]
pub(super) fn up_scaled<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    f: impl Fn(usize) -> P::Factor,
    g: impl Fn(usize) -> P::Factor,
) -> [P::Vec; R] {
    let mut v = v;
    if R == 8 {
        level!(undo ring; v; g(4); 0 1);
        level!(undo ring; v; g(5); 2 3);
        level!(undo ring; v; g(6); 4 5);
        level!(undo ring; v; g(7); 6 7);
        level!(undo ring; v; g(2); 0 2);
        level!(undo ring; v; f(2); 1 3);
        level!(undo ring; v; g(3); 4 6);
        level!(undo ring; v; f(3); 5 7);
        level!(undo ring; v; g(1); 0 4);
        level!(undo ring; v; f(1); 1 5, 2 6, 3 7);
    } else {
        level!(undo ring; v; g(2); 0 1);
        level!(undo ring; v; g(3); 2 3);
        level!(undo ring; v; g(1); 0 2);
        level!(undo ring; v; f(1); 1 3);
    }
    v[0] = ring.mul(v[0], g(0));
    v
}

/// Returns the index of local node `h` below node `q`.
#[inline(always)]
fn below(q: usize, h: usize) -> usize {
    let depth = match h {
        0 | 1 => 0,
        2 | 3 => 1,
        _ => 2,
    };
    (q << depth) + h - (1 << depth)
}

/// Runs the levels from node `h`, which is `x`, to the `R` nodes below it. With a scale and the node's residue times
/// it, which node 1 may have, the values are scaled.
#[inline(always)]
pub(super) fn down_pass<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    nodes: &[P::Twiddle],
    h: usize,
    scaled: Option<&[P::Twiddle; 2]>,
) where
    Radix<R>: Split<R>,
{
    // The factors of the last level are loaded when they are used.
    let first = scaled.map_or(&nodes[h], |[_, first]| first);
    let hoisted = [ring.splat(first), ring.splat(&nodes[2 * h]), ring.splat(&nodes[2 * h + 1])];
    let last = &nodes[if R == 8 { 4 * h } else { 0 }..][..4];
    let mut x = parts::<R, _>(x);
    let q = equal(&x);
    for i in 0..q {
        let mut v = load::<L, R, P>(ring, &x, i);
        if let Some([scale, _]) = scaled {
            let mut j = 0;
            while j < R / 2 {
                v[j] = ring.mul(v[j], ring.splat(scale));
                j += 1;
            }
        }
        let v = down::<L, R, P>(
            ring,
            v,
            #[inline(always)]
            |h| if h < 4 { hoisted[h - 1] } else { ring.splat(&last[h - 4]) },
        );
        store::<L, R, P>(ring, &mut x, i, v);
    }
}

/// Runs the inverse of [`down_pass`].
#[inline(always)]
pub(super) fn up_pass<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    nodes: &[P::Twiddle],
    h: usize,
) where
    Radix<R>: Split<R>,
{
    let hoisted = [ring.splat(&nodes[h]), ring.splat(&nodes[2 * h]), ring.splat(&nodes[2 * h + 1])];
    let last = &nodes[if R == 8 { 4 * h } else { 0 }..][..4];
    let mut x = parts::<R, _>(x);
    let q = equal(&x);
    for i in 0..q {
        let v = load::<L, R, P>(ring, &x, i);
        let v = up::<L, R, P>(
            ring,
            v,
            #[inline(always)]
            |h| if h < 4 { hoisted[h - 1] } else { ring.splat(&last[h - 4]) },
        );
        store::<L, R, P>(ring, &mut x, i, v);
    }
}

/// Runs the last inverse pass, to node 1. `scaled` are the factors of its first nodes times the scale, at 0 the scale
/// alone.
#[inline(always)]
pub(super) fn up_last<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    nodes: &[P::Twiddle],
    scaled: &[P::Twiddle],
) where
    Radix<R>: Split<R>,
{
    let (nodes, scaled) = (&nodes[..4], &scaled[..R]);
    let mut x = parts::<R, _>(x);
    let q = equal(&x);
    for i in 0..q {
        let v = load::<L, R, P>(ring, &x, i);
        let mut v = up_scaled::<L, R, P>(
            ring,
            v,
            #[inline(always)]
            |h| ring.splat(&nodes[h]),
            #[inline(always)]
            |h| ring.splat(&scaled[h]),
        );
        let mut j = 0;
        while j < R {
            v[j] = ring.canonical_of_tight(v[j]);
            j += 1;
        }
        store::<L, R, P>(ring, &mut x, i, v);
    }
}

/// Returns the eight values of `v` from `at`.
#[inline(always)]
fn eight<const L: usize, V: Copy>(v: &[V; L], at: usize) -> [V; 8] {
    [v[at], v[at + 1], v[at + 2], v[at + 3], v[at + 4], v[at + 5], v[at + 6], v[at + 7]]
}

/// Runs the last levels of `L` nodes of `L` elements, 8 or 16, which are the vectors of `x`. `t` are the residues of
/// the local nodes, the first at 0. The values become canonical.
#[inline(always)]
pub(super) fn down_tile<const L: usize, P: Residues<L>>(ring: P, x: &mut [P::Block; L], t: &[P::Row]) {
    assert!(t.len() == L - 1);
    let mut v = [ring.load(&x[0]); L];
    let mut j = 1;
    while j < L {
        v[j] = ring.load(&x[j]);
        j += 1;
    }
    let mut v = ring.transpose(v);
    if L == 16 {
        let f = ring.factor(&t[0]);
        let mut j = 0;
        while j < 8 {
            by::<L, P>(ring, &mut v, [j, j + 8], f);
            j += 1;
        }
    }
    let mut g = 0;
    while g < L / 8 {
        let u = down::<L, 8, P>(
            ring,
            eight(&v, 8 * g),
            #[inline(always)]
            |h| ring.factor(&t[below(L / 8 + g, h) - 1]),
        );
        let mut j = 0;
        while j < 8 {
            v[8 * g + j] = ring.canonical(u[j]);
            j += 1;
        }
        g += 1;
    }
    let v = ring.transpose(v);
    let mut j = 0;
    while j < L {
        ring.store(&mut x[j], v[j]);
        j += 1;
    }
}

/// Computes the inverse of [`down_tile`], from canonical values.
#[inline(always)]
pub(super) fn up_tile<const L: usize, P: Residues<L>>(ring: P, x: &mut [P::Block; L], t: &[P::Row]) {
    assert!(t.len() == L - 1);
    let mut v = [ring.load(&x[0]); L];
    let mut j = 1;
    while j < L {
        v[j] = ring.load(&x[j]);
        j += 1;
    }
    let mut v = ring.transpose(v);
    let mut g = 0;
    while g < L / 8 {
        let u = up::<L, 8, P>(
            ring,
            eight(&v, 8 * g),
            #[inline(always)]
            |h| ring.factor(&t[below(L / 8 + g, h) - 1]),
        );
        let mut j = 0;
        while j < 8 {
            v[8 * g + j] = u[j];
            j += 1;
        }
        g += 1;
    }
    if L == 16 {
        let f = ring.factor(&t[0]);
        let mut j = 0;
        while j < 8 {
            undo::<L, P>(ring, &mut v, [j, j + 8], f);
            j += 1;
        }
    }
    let v = ring.transpose(v);
    let mut j = 0;
    while j < L {
        ring.store(&mut x[j], v[j]);
        j += 1;
    }
}
