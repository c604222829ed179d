//! The whole transform, depth first.

use super::{
    bytes::{Bytes, Line},
    lanes::{halves, pair, pair_lines, wide_pair},
    passes::{radix2, radix4},
    share::{Every, both, share},
    twiddles::Twiddles,
};

/// The expression for the width at hand: the width, the length of its digest. A width is at most `P`.
macro_rules! by_width {
    ($width:expr, $p:ident, |$w:ident, $n:ident| $e:expr) => {{
        macro_rules! arm {
            ($wide:literal, $len:literal) => {{
                const $w: usize = $wide;
                const $n: usize = $len;
                $e
            }};
        }
        match $width {
            1 => arm!(1, 1),
            2 if $p >= 2 => arm!(2, 3),
            3..=4 if $p >= 4 => arm!(4, 9),
            5..=8 if $p >= 8 => arm!(8, 27),
            _ if $p >= 16 => arm!(16, 81),
            _ => debug_assert!(false, "a twiddle wider than the field"),
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
pub(crate) fn forward<const P: usize, B: Bytes>(b: B, t: &Twiddles<P>, x: &mut [Line]) {
    debug_assert_eq!(x.len() * 64, P << t.dim());
    node::<P, false, B>(b, t, x, t.dim(), 0);
}

/// The exact inverse of [`forward`].
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
    let shared = t.shared && s >= SHARED;
    if !INVERSE {
        top::<P, false, B>(b, t, x, shared, s, j);
    }
    let [x0, x1, x2, x3] = quarters(x);
    let child = |x: &mut [Line], i: usize| node::<P, INVERSE, B>(b, t, x, s - 2, 4 * j + i);
    let lower = || both(shared, || child(x0, 0), || child(x1, 1));
    both(shared, lower, || both(shared, || child(x2, 2), || child(x3, 3)));
    if INVERSE {
        top::<P, true, B>(b, t, x, shared, s, j);
    }
}

#[inline(always)]
fn quarters(x: &mut [Line]) -> [&mut [Line]; 4] {
    let quarter = x.len() / 4;
    let (lower, upper) = x.split_at_mut(2 * quarter);
    let ((x0, x1), (x2, x3)) = (lower.split_at_mut(quarter), upper.split_at_mut(quarter));
    [x0, x1, x2, x3]
}

/// The highest two levels of a node that is no leaf.
fn top<const P: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    t: &Twiddles<P>,
    x: &mut [Line],
    shared: bool,
    s: u32,
    j: usize,
) {
    by_width!(t.width(s - 1, 2 * j).max(t.width(s - 2, 4 * j + 2)), P, |W, N| {
        t.family(s - 1, j, |d| {
            share(shared, quarters(x).map(|x| Every(x, P)), PIECE, &|x: [Every<&mut [Line]>; 4]| {
                let x = x.map(|part| part.0);
                b.run(
                    #[inline(always)]
                    || radix4::<W, N, INVERSE, B>(b, x, d),
                )
            })
        })
    });
}

/// The highest `fan` levels, all above the lanes, of node `j` of `2^s` elements. In `x` lies the node; for at most two levels
/// it may also be the same columns of each of its `2^fan` parts.
pub(crate) fn pass<const P: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    t: &Twiddles<P>,
    x: &mut [Line],
    fan: u32,
    s: u32,
    j: usize,
) {
    let widths = (s - fan..s).map(|level| t.width(level, (((j + 1) << (s - 1 - level)) - 1) << 1));
    by_width!(widths.max().unwrap_or(1), P, |W, N| b.run(
        #[inline(always)]
        || {
            let mut done = if INVERSE { fan } else { 0 };
            while if INVERSE { done > 0 } else { done < fan } {
                // An odd number of levels leaves a single one, the lowest.
                let single = fan % 2 == 1 && done + if INVERSE { 0 } else { 1 } == fan;
                let step = if single { 1 } else { 2 };
                if INVERSE {
                    done -= step;
                }
                let (level, len) = (s - 1 - done, x.len() >> done);
                for (i, x) in x.chunks_exact_mut(len).enumerate() {
                    let j = (j << done) + i;
                    t.family(
                        level,
                        j,
                        #[inline(always)]
                        |d| {
                            if single {
                                let (u, v) = x.split_at_mut(x.len() / 2);
                                radix2::<W, N, INVERSE, B>(b, u, v, d.get(0));
                            } else {
                                radix4::<W, N, INVERSE, B>(b, quarters(x), d);
                            }
                        },
                    );
                }
                if !INVERSE {
                    done += step;
                }
            }
        },
    ));
}

/// The last seven levels of node `j` of the size of `x`.
pub(crate) fn pairs<const P: usize, const INVERSE: bool, B: Bytes>(b: B, t: &Twiddles<P>, x: &mut [Line], j: usize) {
    let s = (x.len() / P * 64).trailing_zeros();
    let width = |level: u32| t.width(level, (((j + 1) << (s - 1 - level)) - 1) << 1);
    let all = (0..7).map(width).max().unwrap_or(1);
    let first = j << (s - 7);
    // Most transforms have twiddles of four bytes at the last levels alone.
    if P >= 4 && all == 4 && !B::COMPACT && (3..7).map(width).max() <= Some(2) {
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
                if W < 8 && !B::COMPACT {
                    pair::<P, W, N, INVERSE, B>(b, x, t.pair(first + i), &t.lane);
                } else {
                    wide_pair::<P, W, N, INVERSE, B>(b, x, t.pair(first + i), &t.lane);
                }
            }
        },
    ));
}
