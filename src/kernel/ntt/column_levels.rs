//! The passes over the columns of a matrix: the whole of it as one block, or all blocks of one level.

use super::{
    Residues,
    columns::Columns,
    pass::{self, INNER, LAST, OUTER},
};
use crate::kernel::packed::Token;

/// `$pass` of a radix, inside or at the end where callers have the values; radix 2 is inside only where it must be.
macro_rules! passes {
    ($ring:ident, $radix:expr, $end:expr, $pass:ident) => {
        $ring.token().run(
            #[inline(always)]
            || match ($radix, $end) {
                (2, true) => $pass!(2, 1, twos, LAST),
                (2, false) => {
                    if const { !P::EIGHTS } {
                        $pass!(2, 1, twos, INNER);
                    }
                }
                (4, true) => $pass!(4, 3, fours, LAST),
                (4, false) => $pass!(4, 3, fours, INNER),
                (_, true) => {
                    if const { P::EIGHTS } {
                        $pass!(8, 7, eights, LAST);
                    }
                }
                (_, false) => {
                    if const { P::EIGHTS } {
                        $pass!(8, 7, eights, INNER);
                    }
                }
            },
        )
    };
}

impl<const L: usize, P: Residues<L>> Columns<L, P> {
    /// The outermost pass: the whole of `x` as one block, of elements as callers have them.
    #[inline(never)]
    pub(super) fn outer(&self, x: &mut [P::Block]) {
        let (ring, token, level) = (self.ring, self.ring.token(), &self.forward[0]);
        macro_rules! radix {
            ($r:literal, $w:literal, $table:ident) => {{
                let (first, w) = pass::entering(&self.entering, &level.$table, self.cyclic);
                self.pieces(x, |x| {
                    token.run(
                        #[inline(always)]
                        || pass::forward::<L, $r, $w, { OUTER }, P>(ring, x, first, w),
                    );
                });
            }};
        }
        match level.radix {
            2 => radix!(2, 1, twos),
            4 => radix!(4, 3, fours),
            _ => {
                if const { P::EIGHTS } {
                    radix!(8, 7, eights);
                }
            }
        }
        if self.forward.len() == 1 {
            token.run(
                #[inline(always)]
                || {
                    for block in x {
                        ring.store(block, ring.canonical(ring.load(block)));
                    }
                },
            );
        }
    }

    /// The outermost pass back, to elements as callers get them.
    #[inline(never)]
    pub(super) fn outer_back(&self, x: &mut [P::Block]) {
        let (ring, token) = (self.ring, self.ring.token());
        macro_rules! radix {
            ($r:literal, $w:literal) => {{
                let (first, w) = pass::leaving::<$w, _>(&self.scaled, self.inverse.len() == 1, self.cyclic);
                self.pieces(x, |x| {
                    token.run(
                        #[inline(always)]
                        || pass::inverse_last::<L, $r, $w, P>(ring, x, first, w),
                    );
                });
            }};
        }
        match self.scaled.len() {
            2 => radix!(2, 1),
            4 => radix!(4, 3),
            _ => {
                if const { P::EIGHTS } {
                    radix!(8, 7);
                }
            }
        }
    }

    /// Every block of `size` vectors in `x`, of which the first is number `b` of level `depth`, which is not the first.
    #[inline(never)]
    pub(super) fn level(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        let (ring, level, cyclic) = (self.ring, &self.forward[depth], self.cyclic);
        let is_last = depth + 1 == self.forward.len();
        macro_rules! radix {
            ($r:literal, $w:literal, $table:ident, $at:expr) => {
                forward::<L, $r, $w, { $at }, P>(ring, x, &level.$table, b, size, cyclic)
            };
        }
        passes!(ring, level.radix, is_last, radix);
    }

    /// [`level`](Columns::level) backwards.
    #[inline(never)]
    pub(super) fn level_back(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        let (ring, level, cyclic, scale) = (self.ring, &self.inverse[depth], self.cyclic, &self.scale);
        let is_first = depth + 1 == self.inverse.len();
        macro_rules! radix {
            ($r:literal, $w:literal, $table:ident, $at:expr) => {
                back::<L, $r, $w, { $at }, P>(ring, x, scale, &level.$table, b, size, cyclic)
            };
        }
        passes!(ring, level.radix, is_first, radix);
    }

    /// What callers have to tight values, where the outermost pass is the only one.
    #[inline(never)]
    pub(super) fn enter(&self, x: &mut [P::Block]) {
        let ring = self.ring;
        if const { P::ENTERS } {
            ring.token().run(
                #[inline(always)]
                || {
                    for block in x {
                        ring.store(block, ring.enter(ring.load(block)));
                    }
                },
            );
        }
    }
}

#[inline(always)]
fn forward<const L: usize, const R: usize, const W: usize, const AT: u8, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    w: &[[P::Twiddle; W]],
    b: usize,
    size: usize,
    cyclic: bool,
) where
    pass::Radix<R>: pass::Split<R>,
{
    let (mut x, mut w) = (x, &w[b..]);
    if const { AT & LAST == 0 } && cyclic && b == 0 {
        let (block, rest) = x.split_at_mut(size);
        pass::forward::<L, R, W, AT, P>(ring, pass::parts(block), None, None);
        (x, w) = (rest, &w[1..]);
    }
    let mut i = 0;
    while x.len() >= size {
        let (block, rest) = x.split_at_mut(size);
        pass::forward::<L, R, W, AT, P>(ring, pass::parts(block), None, Some(&w[i]));
        (x, i) = (rest, i + 1);
    }
}

#[inline(always)]
fn back<const L: usize, const R: usize, const W: usize, const AT: u8, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    scale: &P::Twiddle,
    w: &[[P::Twiddle; W]],
    b: usize,
    size: usize,
    cyclic: bool,
) where
    pass::Radix<R>: pass::Split<R>,
{
    let (mut x, mut w) = (x, &w[b..]);
    if const { AT & LAST == 0 } && cyclic && b == 0 {
        let (block, rest) = x.split_at_mut(size);
        pass::inverse::<L, R, W, AT, P>(ring, pass::parts(block), None, None);
        (x, w) = (rest, &w[1..]);
    }
    let mut i = 0;
    while x.len() >= size {
        let (block, rest) = x.split_at_mut(size);
        pass::inverse::<L, R, W, AT, P>(ring, pass::parts(block), Some(scale), Some(&w[i]));
        (x, i) = (rest, i + 1);
    }
}
