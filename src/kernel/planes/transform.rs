//! The whole transform, depth first.

use super::{
    bytes::{Bytes, Line},
    lanes::{halves, pair, pair_lines, wide_pair},
    passes::{radix2, radix4, radix8},
    twiddles::{Tables, Twiddles},
};
use crate::lists;
use crate::threads::{Every, both, share};

/// The expression for the width at hand: the width, the length of its digest. A width is at most `P`: nothing is compiled for
/// wider ones.
macro_rules! by_width {
    ($width:expr, $p:ident, |$w:ident, $n:ident| $e:expr) => {{
        macro_rules! arm {
            ($wide:literal, $len:literal) => {
                if const { $wide <= $p } {
                    const $w: usize = $wide;
                    const $n: usize = $len;
                    $e
                } else {
                    debug_assert!(false, "a twiddle wider than the field")
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

/// Nodes of `2^LEAF` elements are done in one go: they fit a first-level cache.
const LEAF: u32 = 11;
/// Nodes of `2^SHARED` elements are shared out over threads, with at least `PIECE` blocks of each quarter at a time.
pub(super) const SHARED: u32 = 14;
const PIECE: usize = 16;

/// Values from coefficients in the novel basis, in place: `x` is blocks of `P` planes, `2^dim` elements in all. Value `i` of a
/// pair of blocks is left at [`position`](super::lanes::position)` (i)`.
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) fn forward<const P: usize, B: Bytes>(b: B, t: &Twiddles<P>, x: &mut [Line]) {
    debug_assert_eq!(x.len() * 64, P << t.dim());
    node::<P, false, B>(b, t, x, t.dim(), 0);
}

/// The exact inverse of [`forward`].
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) fn inverse<const P: usize, B: Bytes>(b: B, t: &Twiddles<P>, x: &mut [Line]) {
    debug_assert_eq!(x.len() * 64, P << t.dim());
    node::<P, true, B>(b, t, x, t.dim(), 0);
}

/// Node `j` of `2^s` elements.
pub(super) fn node<const P: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    t: &Twiddles<P>,
    x: &mut [Line],
    s: u32,
    j: usize,
) {
    if s <= LEAF {
        if INVERSE {
            pairs::<P, true, B>(b, t, x, j);
        }
        if s > 7 {
            pass::<P, INVERSE, B>(b, t, x, s - 7, s, j);
        }
        if !INVERSE {
            pairs::<P, false, B>(b, t, x, j);
        }
        return;
    }
    // Three levels in one pass, two where that leaves a multiple of three.
    let fan = if (s - 7).is_multiple_of(3) { 3 } else { 2 };
    if !INVERSE {
        pass::<P, false, B>(b, t, x, fan, s, j);
    }
    let one = x.len() >> fan;
    children(t.tables.shared && s >= SHARED, x, one, j << fan, &|x, j| node::<P, INVERSE, B>(b, t, x, s - fan, j));
    if INVERSE {
        pass::<P, true, B>(b, t, x, fan, s, j);
    }
}

/// `f` on every part of length `one`, the first with the number `j`.
fn children(shared: bool, x: &mut [Line], one: usize, j: usize, f: &(impl Fn(&mut [Line], usize) + Sync)) {
    if shared && x.len() > one {
        let half = x.len() / 2;
        let (lower, upper) = x.split_at_mut(half);
        let next = j + half / one;
        both(true, || children(true, lower, one, j, f), || children(true, upper, one, next, f));
    } else {
        x.chunks_exact_mut(one).enumerate().for_each(|(i, x)| f(x, j + i));
    }
}

#[inline(always)]
fn eighths(x: &mut [Line]) -> [&mut [Line]; 8] {
    let (lower, upper) = x.split_at_mut(x.len() / 2);
    let ([x0, x1, x2, x3], [x4, x5, x6, x7]) = (quarters(lower), quarters(upper));
    [x0, x1, x2, x3, x4, x5, x6, x7]
}

#[inline(always)]
fn quarters(x: &mut [Line]) -> [&mut [Line]; 4] {
    let quarter = x.len() / 4;
    let (lower, upper) = x.split_at_mut(2 * quarter);
    let ((x0, x1), (x2, x3)) = (lower.split_at_mut(quarter), upper.split_at_mut(quarter));
    [x0, x1, x2, x3]
}

/// The width of the twiddles of the highest `fan` levels of node `j` of `2^s` elements.
fn highest(t: &Tables, fan: u32, s: u32, j: usize) -> usize {
    (s - fan..s).map(|level| t.width(level, (((j + 1) << (s - 1 - level)) - 1) << 1)).max().unwrap_or(1)
}

/// The highest `fan` levels, all above the lanes, of node `j` of `2^s` elements. In `x` lies the node; for at most three levels
/// it may also be the same columns of each of its `2^fan` parts.
pub(crate) fn pass<const P: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    t: &Twiddles<P>,
    x: &mut [Line],
    fan: u32,
    s: u32,
    j: usize,
) {
    let t = &t.tables;
    by_width!(highest(t, fan, s, j), P, |W, N| if fan == 1 {
        level::<W, N, INVERSE, B>(b, t, x, s - 1, j)
    } else {
        levels::<W, N, INVERSE, B>(b, t, (x, P), fan, s, j)
    });
}

/// One level of its node `j`, for twiddles of `W` bytes.
fn level<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    t: &Tables,
    x: &mut [Line],
    level: u32,
    j: usize,
) {
    t.family(level, j, |d| {
        let (u, v) = x.split_at_mut(x.len() / 2);
        b.run(
            #[inline(always)]
            || radix2::<W, N, INVERSE, B>(b, u, v, d.get(0)),
        );
    });
}

/// [`pass`] for twiddles of `W` bytes, whatever the field: on blocks of so many planes.
fn levels<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    t: &Tables,
    (x, planes): (&mut [Line], usize),
    fan: u32,
    s: u32,
    j: usize,
) {
    let mut done = if INVERSE { fan } else { 0 };
    loop {
        let step = match if INVERSE { done } else { fan - done } {
            0 => break,
            4 => 2,
            rest => rest.min(if eight::<W, B>() { 3 } else { 2 }),
        };
        if INVERSE {
            done -= step;
        }
        let (level, len) = (s - 1 - done, x.len() >> done);
        for (i, x) in x.chunks_exact_mut(len).enumerate() {
            step_of::<W, N, INVERSE, B>(b, t, (x, planes), step, level, (j << done) + i);
        }
        if !INVERSE {
            done += step;
        }
    }
}

/// Whether eight elements and the digests of three levels stay in registers.
#[inline(always)]
const fn eight<const W: usize, B: Bytes>() -> bool {
    16 * W <= B::REGISTERS
}

/// One to three levels of node `j` of level `level`.
#[inline(always)]
fn step_of<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    t: &Tables,
    (x, planes): (&mut [Line], usize),
    levels: u32,
    level: u32,
    j: usize,
) {
    let shared = t.shared && level >= SHARED;
    if const { eight::<W, B>() } && levels == 3 {
        return t.families(level, j, |d| {
            share(shared, lists::map(eighths(x), |x| Every(x, planes)), PIECE, &|x: [Every<&mut [Line]>; 8]| {
                let x = lists::map(x, |part| part.0);
                b.run(
                    #[inline(always)]
                    || radix8::<W, N, INVERSE, B>(b, x, d),
                )
            })
        });
    }
    if levels == 1 {
        return self::level::<W, N, INVERSE, B>(b, t, x, level, j);
    }
    t.family(level, j, |d| {
        share(shared, lists::map(quarters(x), |x| Every(x, planes)), PIECE, &|x: [Every<&mut [Line]>; 4]| {
            let x = lists::map(x, |part| part.0);
            b.run(
                #[inline(always)]
                || radix4::<W, N, INVERSE, B>(b, x, d),
            )
        })
    });
}

/// The last seven levels of node `j` of the size of `x`.
pub(crate) fn pairs<const P: usize, const INVERSE: bool, B: Bytes>(b: B, t: &Twiddles<P>, x: &mut [Line], j: usize) {
    let t = &t.tables;
    let s = (x.len() / P * 64).trailing_zeros();
    let width = |level: u32| t.width(level, (((j + 1) << (s - 1 - level)) - 1) << 1);
    let all = (0..7).map(width).max().unwrap_or(1);
    let first = j << (s - 7);
    // Most transforms have twiddles of four bytes at the last levels alone.
    if const { P >= 4 && B::REGISTERS > 0 } && all == 4 && (3..7).map(width).max() <= Some(2) {
        return b.run(
            #[inline(always)]
            || {
                for (i, x) in x.chunks_exact_mut(pair_lines(P)).enumerate() {
                    halves::<P, INVERSE, B>(b, x, t.pair(first + i), &t.lane);
                }
            },
        );
    }
    by_width!(all, P, |W, N| b.run(
        #[inline(always)]
        || {
            for (i, x) in x.chunks_exact_mut(pair_lines(P)).enumerate() {
                if const { W < 8 && B::REGISTERS > 0 } {
                    pair::<P, W, N, INVERSE, B>(b, x, t.pair(first + i), &t.lane);
                } else {
                    wide_pair::<P, W, N, INVERSE, B>(b, x, t.pair(first + i), &t.lane);
                }
            }
        },
    ));
}
