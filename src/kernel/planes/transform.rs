//! The whole transform, depth first.

use super::{
    bytes::{Bytes, Line},
    lanes::{halves, pair, pair_lines, wide_pair},
    passes::{radix2, radix4},
    twiddles::Twiddles,
};

/// The expression for the width at hand: the width, the length of its digest in bytes and in words. A width is at most `P`.
macro_rules! by_width {
    ($width:expr, $p:ident, |$w:ident, $n:ident, $q:ident| $e:expr) => {{
        macro_rules! arm {
            ($wide:literal, $len:literal, $words:literal) => {{
                const $w: usize = $wide;
                const $n: usize = $len;
                const $q: usize = $words;
                $e
            }};
        }
        match $width {
            1 => arm!(1, 1, 1),
            2 if $p >= 2 => arm!(2, 3, 1),
            3..=4 if $p >= 4 => arm!(4, 9, 2),
            5..=8 if $p >= 8 => arm!(8, 27, 4),
            _ if $p >= 16 => arm!(16, 81, 11),
            _ => debug_assert!(false, "a twiddle wider than the field"),
        }
    }};
}

pub(super) use by_width;

/// Nodes of `2^LEAF` elements are done in one go: they fit a first-level cache.
const LEAF: u32 = 11;

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
    if !INVERSE {
        pass::<P, false, B>(b, t, x, 2, s, j);
    }
    let len = x.len() / 4;
    for (i, x) in x.chunks_exact_mut(len).enumerate() {
        node::<P, INVERSE, B>(b, t, x, s - 2, 4 * j + i);
    }
    if INVERSE {
        pass::<P, true, B>(b, t, x, 2, s, j);
    }
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
    by_width!(widths.max().unwrap_or(1), P, |W, N, Q| b.run(
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
                    if single {
                        radix2::<W, N, Q, INVERSE, B>(b, x, &t.node(level, j));
                    } else {
                        radix4::<W, N, Q, INVERSE, B>(b, x, &t.family(level, j));
                    }
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
                    halves::<P, INVERSE, B>(b, x, &t.pair(first + i), &t.lane);
                }
            },
        );
    }
    by_width!(all, P, |W, N, Q| b.run(
        #[inline(always)]
        || {
            for (i, x) in x.chunks_exact_mut(pair_lines(P)).enumerate() {
                if W < 8 && !B::COMPACT {
                    pair::<P, W, N, Q, INVERSE, B>(b, x, &t.pair(first + i), &t.lane);
                } else {
                    wide_pair::<P, W, N, Q, INVERSE, B>(b, x, &t.pair(first + i), &t.lane);
                }
            }
        },
    ));
}
