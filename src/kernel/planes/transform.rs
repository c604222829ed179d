//! The whole transform, depth first.

use super::{
    bytes::{Bytes, Line},
    lanes::{halves, pair, wide_pair},
    passes::{radix2, radix4, radix8},
    twiddles::{Digests, Family, Tables, Twiddles},
};
use crate::{
    lists,
    threads::{Every, both, share},
};

/// The expression for the actual width: the width, the length of its digest. Widths above `$most` are not compiled.
macro_rules! by_width {
    ($width:expr, $most:expr, |$w:ident, $n:ident| $e:expr) => {{
        macro_rules! arm {
            ($wide:literal, $len:literal) => {
                if const { $wide <= $most } {
                    const $w: usize = $wide;
                    const $n: usize = $len;
                    $e
                } else {
                    debug_assert!(false, "a twiddle wider than what is compiled")
                }
            };
        }
        match $width {
            1 => arm!(1, 1),
            2 => arm!(2, 3),
            3..=4 => arm!(4, 9),
            5..=8 => arm!(8, 27),
            _ => arm!(16, 81),
        }
    }};
}

pub(super) use by_width;

/// `$f::<.., INVERSE, B>(..)` for the instruction set, `INVERSE` as `$inverse` says.
macro_rules! run {
    ($b:ident, $inverse:expr, $f:ident $(::<$($n:ident),+>)? ($($x:expr),*)) => {
        if $inverse {
            $b.run(#[inline(always)] || $f::<$($($n,)+)? true, B>($b, $($x),*))
        } else {
            $b.run(#[inline(always)] || $f::<$($($n,)+)? false, B>($b, $($x),*))
        }
    };
}

/// Nodes of `2^LEAF` elements are done in one go: they fit a first-level cache.
const LEAF: u32 = 11;
/// Nodes of `2^SHARED` elements are shared out over threads, with at least `PIECE` blocks of each part at a time.
pub(super) const SHARED: u32 = 14;
const PIECE: usize = 16;

/// Computes values from coefficients in the novel basis, in place: `x` is blocks of planes, `2^dim` elements in all. Value `i` of
/// a pair of blocks is left at [`position`](super::lanes::position)` (i)`.
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) fn forward<B: Bytes>(b: B, t: &Twiddles, x: &mut [Line]) {
    debug_assert_eq!(x.len() * 64, t.planes << t.dim());
    node(b, t, x, t.dim(), 0, false);
}

/// Computes the exact inverse of [`forward`].
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) fn inverse<B: Bytes>(b: B, t: &Twiddles, x: &mut [Line]) {
    debug_assert_eq!(x.len() * 64, t.planes << t.dim());
    node(b, t, x, t.dim(), 0, true);
}

/// Computes node `j` of `2^s` elements.
pub(super) fn node<B: Bytes>(b: B, t: &Twiddles, x: &mut [Line], s: u32, j: usize, inverse: bool) {
    if s <= LEAF {
        return leaf(b, t, x, s, j, inverse);
    }
    // Three levels in one pass, two where that leaves a multiple of three.
    let fan = if (s - 7).is_multiple_of(3) { 3 } else { 2 };
    if !inverse {
        pass(b, t, x, fan, s, j, false);
    }
    let one = x.len() >> fan;
    children(t.tables.shared && s >= SHARED, x, one, j << fan, &|x, j| node(b, t, x, s - fan, j, inverse));
    if inverse {
        pass(b, t, x, fan, s, j, true);
    }
}

/// Computes node `j` of `2^s` elements in one go.
pub(crate) fn leaf<B: Bytes>(b: B, t: &Twiddles, x: &mut [Line], s: u32, j: usize, inverse: bool) {
    if inverse {
        pairs(b, t, x, j, true);
    }
    if s > 7 {
        pass(b, t, x, s - 7, s, j, inverse);
    }
    if !inverse {
        pairs(b, t, x, j, false);
    }
}

/// Calls `f` on every part of length `one`, the first with the number `j`.
fn children(shared: bool, x: &mut [Line], one: usize, j: usize, f: &(dyn Fn(&mut [Line], usize) + Sync)) {
    if shared && x.len() > one {
        let half = x.len() / 2;
        let (lower, upper) = x.split_at_mut(half);
        let next = j + half / one;
        both(true, || children(true, lower, one, j, f), || children(true, upper, one, next, f));
    } else {
        x.chunks_exact_mut(one).enumerate().for_each(|(i, x)| f(x, j + i));
    }
}

fn quarters(x: &mut [Line]) -> [&mut [Line]; 4] {
    let quarter = x.len() / 4;
    let (lower, upper) = x.split_at_mut(2 * quarter);
    let ((x0, x1), (x2, x3)) = (lower.split_at_mut(quarter), upper.split_at_mut(quarter));
    [x0, x1, x2, x3]
}

/// Computes the highest `fan` levels, all above the lanes, of node `j` of `2^s` elements. In `x` lies the node; for at most three
/// levels it may also be the same columns of each of its `2^fan` parts.
pub(crate) fn pass<B: Bytes>(b: B, t: &Twiddles, x: &mut [Line], fan: u32, s: u32, j: usize, inverse: bool) {
    let mut sums = [[0; _]; 3];
    let width = t.tables.widest(s - fan, s, s, j);
    // As many levels at once as keep elements and digests in registers.
    let most = match B::REGISTERS / (8 * width) {
        0 => 1,
        1 => 2,
        _ => 3,
    };
    let mut done = if inverse { fan } else { 0 };
    loop {
        let levels = match if inverse { done } else { fan - done } {
            0 => break,
            4 => most.min(2),
            rest => most.min(rest),
        };
        if inverse {
            done -= levels;
        }
        let (level, len) = (s - 1 - done, x.len() >> done);
        for (i, x) in x.chunks_exact_mut(len).enumerate() {
            let step = Step { levels, level, j: (j << done) + i, width, inverse };
            step.run(b, t, x, &mut sums);
        }
        if !inverse {
            done += levels;
        }
    }
}

/// One to three levels of a node, from `level` down.
struct Step {
    levels: u32,
    level: u32,
    j: usize,
    /// The bytes of the twiddles.
    width: usize,
    inverse: bool,
}

impl Step {
    fn run<B: Bytes>(&self, b: B, t: &Twiddles, x: &mut [Line], [sum, lower, upper]: &mut [Family; 3]) {
        let &Step { levels, level, j, width, inverse } = self;
        let (t, planes) = (&t.tables, t.planes);
        let shared = t.shared && level >= SHARED;
        let d = t.family(level, j, sum);
        if levels == 3 {
            let d = [d, t.family(level - 1, 2 * j, lower), t.family(level - 1, 2 * j + 1, upper)];
            let (low, high) = x.split_at_mut(x.len() / 2);
            let ([x0, x1, x2, x3], [x4, x5, x6, x7]) = (quarters(low), quarters(high));
            let parts = lists::map([x0, x1, x2, x3, x4, x5, x6, x7], |x| Every(x, planes));
            share(shared, parts, PIECE, &|x: [Every<&mut [Line]>; 8]| {
                let x = lists::map(x, |part| part.0);
                by_width!(width, B::REGISTERS / 16, |W, N| run!(b, inverse, radix8::<W, N>(x, d)));
            });
        } else if levels == 2 {
            let parts = lists::map(quarters(x), |x| Every(x, planes));
            share(shared, parts, PIECE, &|x: [Every<&mut [Line]>; 4]| {
                let x = lists::map(x, |part| part.0);
                by_width!(width, B::REGISTERS / 8, |W, N| run!(b, inverse, radix4::<W, N>(x, d)));
            });
        } else {
            let (u, v) = x.split_at_mut(x.len() / 2);
            halves_of(b, [u, v], shared, planes, width, inverse, d);
        }
    }
}

/// Computes one level of a node, from its halves.
pub(super) fn halves_of<B: Bytes>(
    b: B,
    [u, v]: [&mut [Line]; 2],
    shared: bool,
    planes: usize,
    width: usize,
    inverse: bool,
    d: Digests<'_>,
) {
    share(shared, [Every(u, planes), Every(v, planes)], PIECE, &|[u, v]: [Every<&mut [Line]>; 2]| {
        by_width!(width, B::WIDEST, |W, N| run!(b, inverse, radix2::<W, N>(u.0, v.0, d.get(0))));
    });
}

/// Computes the last seven levels of node `j` of the size of `x`.
pub(crate) fn pairs<B: Bytes>(b: B, t: &Twiddles, x: &mut [Line], j: usize, inverse: bool) {
    let (t, lines) = (&t.tables, 2 * t.planes);
    let s = (x.len() / lines * 128).trailing_zeros();
    let (width, first) = (t.widest(0, 7, s, j), j << (s - 7));
    // Most transforms have twiddles of four bytes at the last levels alone.
    if const { B::REGISTERS > 0 } && width == 4 && t.widest(3, 7, s, j) <= 2 {
        return run!(b, inverse, each_halves(t, x, lines, first));
    }
    by_width!(width, B::WIDEST, |W, N| run!(b, inverse, each_pair::<W, N>(t, x, lines, first)));
}

#[inline(always)]
fn each_halves<const INVERSE: bool, B: Bytes>(b: B, t: &Tables, x: &mut [Line], lines: usize, first: usize) {
    for (i, x) in x.chunks_exact_mut(lines).enumerate() {
        halves::<INVERSE, B>(b, x, t.pair(first + i), &t.lane);
    }
}

#[inline(always)]
fn each_pair<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    t: &Tables,
    x: &mut [Line],
    lines: usize,
    first: usize,
) {
    for (i, x) in x.chunks_exact_mut(lines).enumerate() {
        if const { W < 8 && B::REGISTERS > 0 } {
            pair::<W, N, INVERSE, B>(b, x, t.pair(first + i), &t.lane);
        } else {
            wide_pair::<W, N, INVERSE, B>(b, x, t.pair(first + i), &t.lane);
        }
    }
}
