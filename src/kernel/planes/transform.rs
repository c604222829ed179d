//! The whole transform, depth first.

use super::{
    bytes::{Bytes, Line},
    lanes::{pair, wide_pair},
    passes::{radix2, radix4},
    twiddles::Twiddles,
};

/// `$f::<.., W, N, ..>` for the width at hand; a width is at most `P`.
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
    if s == 7 {
        return pairs::<P, INVERSE, B>(b, t, x, j);
    }
    let fan = if s == 8 { 1 } else { 2 };
    if !INVERSE {
        pass::<P, false, B>(b, t, x, fan, s, j);
    }
    let len = x.len() >> fan;
    for (i, x) in x.chunks_exact_mut(len).enumerate() {
        node::<P, INVERSE, B>(b, t, x, s - fan, (j << fan) + i);
    }
    if INVERSE {
        pass::<P, true, B>(b, t, x, fan, s, j);
    }
}

/// The highest `fan` levels of a node of `2^s` elements, one or two. In `x` lie its `2^fan` parts, or the same columns of each.
pub(crate) fn pass<const P: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    t: &Twiddles<P>,
    x: &mut [Line],
    fan: u32,
    s: u32,
    j: usize,
) {
    if fan == 1 {
        by_width!(t.width(s - 1, 2 * j), P, |W, N| {
            let d = t.get::<W>(s - 1, 2 * j);
            b.run(
                #[inline(always)]
                || radix2::<W, N, INVERSE, B>(b, x, &d),
            )
        });
    } else {
        by_width!(t.width(s - 1, 2 * j).max(t.width(s - 2, 4 * j + 2)), P, |W, N| {
            let d = [t.get::<W>(s - 1, 2 * j), t.get::<W>(s - 2, 4 * j), t.get::<W>(s - 2, 4 * j + 2)];
            b.run(
                #[inline(always)]
                || {
                    if W < 8 && !B::COMPACT {
                        return radix4::<W, N, INVERSE, B>(b, x, &d);
                    }
                    let half = x.len() / 2;
                    for step in 0..3 {
                        let (x, d) = match if INVERSE { 2 - step } else { step } {
                            0 => (&mut x[..], &d[0]),
                            1 => (&mut x[..half], &d[1]),
                            _ => (&mut x[half..], &d[2]),
                        };
                        radix2::<W, N, INVERSE, B>(b, x, d);
                    }
                },
            )
        });
    }
}

/// The last seven levels of pair `j`.
pub(crate) fn pairs<const P: usize, const INVERSE: bool, B: Bytes>(b: B, t: &Twiddles<P>, x: &mut [Line], j: usize) {
    let width = (0..7).map(|level| t.width(level, (j << (7 - level)) | ((1 << (7 - level)) - 1))).max();
    by_width!(width.unwrap_or(1), P, |W, N| {
        let mut d = [t.get::<W>(6, 2 * j); 7];
        for level in 0..6 {
            d[6 - level as usize] = t.get::<W>(level, j << (7 - level));
        }
        b.run(
            #[inline(always)]
            || {
                if W < 8 && !B::COMPACT {
                    pair::<P, W, N, INVERSE, B>(b, x, &d, &t.lane)
                } else {
                    wide_pair::<P, W, N, INVERSE, B>(b, x, &d, &t.lane)
                }
            },
        )
    });
}
