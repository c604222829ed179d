//! Transforms of the columns of a row-major matrix, all at once.
//!
//! # Idea
//! A pass takes a block of rows as one run of elements: all of them meet the same factors, whichever column they are
//! of, so
//! that vectors need not end where rows do, and there is no lane stage and no transposition.
//!
//! ```text
//! rows of any width, L lanes    blocks of at least L/gcd(width, L) rows are whole vectors: passes where they lie
//! below that                    the rows of a block, each filled up with zeros to whole vectors, in scratch
//! ```

use super::{
    Residues,
    pass::{self, INNER, LAST, OUTER},
    small_build::ColumnKernel,
    tables::{Level, levels, scaled},
    transform::Points,
};
use crate::{arith::gcd, kernel::packed::Token, order::bit_reverse};
use alloc::vec::Vec;

/// Bytes of a block that runs breadth first: what the innermost cache holds.
const LEAF: usize = 1 << 14;

/// The transforms of one number of rows and columns, root and shift.
pub(crate) struct Columns<const L: usize, P: Residues<L>> {
    ring: P,
    rows: usize,
    width: usize,
    /// Whether the values are in natural order.
    natural: bool,
    /// Whether the shift is 1: then the first block of every level has the factor 1.
    cyclic: bool,
    /// Rows of the blocks that are computed in scratch; 1 where none are.
    inner_rows: usize,
    /// The level where they begin.
    inner: usize,
    forward: Vec<Level<P::Twiddle>>,
    inverse: Vec<Level<P::Twiddle>>,
    scaled: Vec<P::Twiddle>,
}

impl<const L: usize, P: Residues<L>> Columns<L, P> {
    /// For `rows` rows, a power of two and at least two, of `width` elements, at least one.
    pub(crate) fn new(ring: P, rows: usize, width: usize, points: &Points<P::Scalar>, natural: bool) -> Self {
        debug_assert!(rows.is_power_of_two() && rows >= 2 && width > 0);
        let [shift, back] = points.shift.unwrap_or([ring.one(); 2]);
        let inner_rows = (L / gcd(width as u64, L as u64) as usize).min(rows);
        let blocks = rows / inner_rows;
        let both = |root, shift| {
            let mut list: Vec<_> = levels(ring, rows, 1, blocks, root, shift);
            let inner = list.len();
            list.extend(levels(ring, rows, blocks, rows, root, shift));
            (list, inner)
        };
        let ((forward, inner), (inverse, _)) = (both(points.root[0], shift), both(points.root[1], back));
        let scaled = scaled(ring, forward[0].radix, back, rows, points.scale);
        let cyclic = points.shift.is_none();
        Columns { ring, rows, width, natural, cyclic, inner_rows, inner, forward, inverse, scaled }
    }

    /// Every block of `size` vectors in `x`, of which the first is number `b` of level `depth`.
    #[inline(never)]
    fn level(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        let (ring, level, cyclic) = (self.ring, &self.forward[depth], self.cyclic);
        macro_rules! radix {
            ($r:literal, $w:literal, $table:ident, $at:expr) => {
                forward::<L, $r, $w, { $at }, P>(ring, x, &level.$table, b, size, cyclic)
            };
        }
        macro_rules! depths {
            ($r:literal, $w:literal, $table:ident) => {
                match (depth == 0, depth + 1 == self.forward.len()) {
                    (false, false) => radix!($r, $w, $table, INNER),
                    (false, true) => radix!($r, $w, $table, LAST),
                    (true, false) => radix!($r, $w, $table, OUTER),
                    (true, true) => radix!($r, $w, $table, OUTER | LAST),
                }
            };
        }
        self.ring.token().run(
            #[inline(always)]
            || match level.radix {
                2 => depths!(2, 1, twos),
                4 => depths!(4, 3, fours),
                _ => {
                    if const { P::EIGHTS } {
                        depths!(8, 7, eights);
                    }
                }
            },
        );
    }

    /// [`level`](Columns::level) backwards.
    #[inline(never)]
    fn level_back(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        let (ring, level, cyclic) = (self.ring, &self.inverse[depth], self.cyclic);
        let scaled = &self.scaled;
        self.ring.token().run(
            #[inline(always)]
            || match (level.radix, depth, scaled.as_chunks(), scaled.as_chunks(), scaled.as_chunks()) {
                (2, 0, ([w], _), _, _) => pass::inverse_scaled::<L, 2, P>(ring, pass::parts(x), w),
                (4, 0, _, ([w], _), _) => pass::inverse_scaled::<L, 4, P>(ring, pass::parts(x), w),
                (8, 0, _, _, ([w], _)) => {
                    if const { P::EIGHTS } {
                        pass::inverse_scaled::<L, 8, P>(ring, pass::parts(x), w);
                    }
                }
                (2, ..) => back::<L, 2, 1, P>(ring, x, &level.twos, b, size, cyclic),
                (4, ..) => back::<L, 4, 3, P>(ring, x, &level.fours, b, size, cyclic),
                _ => {
                    if const { P::EIGHTS } {
                        back::<L, 8, 7, P>(ring, x, &level.eights, b, size, cyclic);
                    }
                }
            },
        );
    }

    /// What callers have to tight values.
    #[inline(never)]
    fn enter(&self, x: &mut [P::Block]) {
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

impl<const L: usize, T: Copy + Default, P: Residues<L, Block = [T; L]>> Columns<L, P> {
    /// Block `b` of level `depth`.
    fn descend(&self, x: &mut [[T; L]], depth: usize, b: usize, scratch: &mut [T]) {
        if depth == self.inner {
            return self.inner(x, b, scratch, true);
        }
        let radix = self.forward[depth].radix;
        if size_of_val(x) > LEAF {
            self.level(x, depth, b, x.len());
            for (j, part) in x.chunks_exact_mut(x.len() / radix).enumerate() {
                self.descend(part, depth + 1, radix * b + j, scratch);
            }
            return;
        }
        let (mut size, mut b) = (x.len(), b);
        for depth in depth..self.inner {
            self.level(x, depth, b, size);
            let radix = self.forward[depth].radix;
            (size, b) = (size / radix, b * radix);
        }
        for (j, block) in x.chunks_exact_mut(size).enumerate().take(if self.inner_rows > 1 { usize::MAX } else { 0 }) {
            self.inner(block, b + j, scratch, true);
        }
    }

    fn ascend(&self, x: &mut [[T; L]], depth: usize, b: usize, scratch: &mut [T]) {
        if depth == self.inner {
            return self.inner(x, b, scratch, false);
        }
        let radix = self.inverse[depth].radix;
        if size_of_val(x) > LEAF {
            for (j, part) in x.chunks_exact_mut(x.len() / radix).enumerate() {
                self.ascend(part, depth + 1, radix * b + j, scratch);
            }
            return self.level_back(x, depth, b, x.len());
        }
        let below: usize = self.inverse[depth..self.inner].iter().map(|level| level.radix).product();
        let (mut size, mut b) = (x.len() / below, b * below);
        if self.inner_rows > 1 {
            for (j, block) in x.chunks_exact_mut(size).enumerate() {
                self.inner(block, b + j, scratch, false);
            }
        } else {
            self.enter(x);
        }
        for depth in (depth..self.inner).rev() {
            let radix = self.inverse[depth].radix;
            (size, b) = (size * radix, b / radix);
            self.level_back(x, depth, b, size);
        }
    }

    /// The last levels of block `b`.
    fn inner(&self, x: &mut [[T; L]], b: usize, scratch: &mut [T], is_forward: bool) {
        if self.inner_rows > 1 {
            self.rows_in_scratch(x.as_flattened_mut(), b, scratch, is_forward);
        } else if !is_forward {
            self.enter(x);
        }
    }

    /// The last levels of block `b`, its rows filled up to whole vectors.
    fn rows_in_scratch(&self, x: &mut [T], b: usize, scratch: &mut [T], is_forward: bool) {
        let padded = self.width.next_multiple_of(L);
        let scratch = &mut scratch[..self.inner_rows * padded];
        for (row, to) in x.chunks_exact(self.width).zip(scratch.chunks_exact_mut(padded)) {
            let (to, rest) = to.split_at_mut(self.width);
            to.copy_from_slice(row);
            rest.fill(T::default());
        }
        let (y, _) = scratch.as_chunks_mut();
        let depths = self.inner..self.forward.len();
        let (mut size, mut b) = (y.len(), b);
        if is_forward {
            for depth in depths {
                self.level(y, depth, b, size);
                let radix = self.forward[depth].radix;
                (size, b) = (size / radix, b * radix);
            }
        } else {
            self.enter(y);
            (size, b) = (size / self.inner_rows, b * self.inner_rows);
            for depth in depths.rev() {
                let radix = self.inverse[depth].radix;
                (size, b) = (size * radix, b / radix);
                self.level_back(y, depth, b, size);
            }
        }
        for (row, from) in x.chunks_exact_mut(self.width).zip(scratch.chunks_exact(padded)) {
            row.copy_from_slice(&from[..self.width]);
        }
    }
}

impl<const L: usize, T: Copy + Default, P: Residues<L, Block = [T; L]>> ColumnKernel<T> for Columns<L, P> {
    fn scratch_len(&self) -> usize {
        if self.inner_rows > 1 { self.inner_rows * self.width.next_multiple_of(L) } else { 0 }
    }

    fn forward(&self, x: &mut [T], scratch: &mut [T]) {
        assert!(x.len() == self.rows * self.width, "rows of one width");
        if self.inner == 0 {
            self.rows_in_scratch(x, 0, scratch, true);
        } else {
            self.descend(x.as_chunks_mut().0, 0, 0, scratch);
        }
        if self.natural {
            permute_rows(x, self.rows, self.width);
        }
    }

    fn inverse(&self, x: &mut [T], scratch: &mut [T]) {
        assert!(x.len() == self.rows * self.width, "rows of one width");
        if self.natural {
            permute_rows(x, self.rows, self.width);
        }
        if self.inner == 0 {
            self.rows_in_scratch(x, 0, scratch, false);
        } else {
            self.ascend(x.as_chunks_mut().0, 0, 0, scratch);
        }
    }
}

/// Exchanges row `i` with the row of `i` with its bits reversed.
fn permute_rows<T>(x: &mut [T], rows: usize, width: usize) {
    for i in 0..rows {
        let j = bit_reverse(i, rows.trailing_zeros());
        if i < j {
            let (before, from) = x.split_at_mut(j * width);
            before[i * width..][..width].swap_with_slice(&mut from[..width]);
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
    if const { AT & OUTER != 0 } {
        return pass::forward::<L, R, W, AT, P>(ring, pass::parts(x), if cyclic { None } else { w.first() });
    }
    let (mut x, mut w) = (x, &w[b..]);
    if const { AT & LAST == 0 } && cyclic && b == 0 {
        let (block, rest) = x.split_at_mut(size);
        pass::forward::<L, R, W, AT, P>(ring, pass::parts(block), None);
        (x, w) = (rest, &w[1..]);
    }
    let mut i = 0;
    while x.len() >= size {
        let (block, rest) = x.split_at_mut(size);
        pass::forward::<L, R, W, AT, P>(ring, pass::parts(block), Some(&w[i]));
        (x, i) = (rest, i + 1);
    }
}

#[inline(always)]
fn back<const L: usize, const R: usize, const W: usize, P: Residues<L>>(
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
    if cyclic && b == 0 {
        let (block, rest) = x.split_at_mut(size);
        pass::inverse::<L, R, W, P>(ring, pass::parts(block), None);
        (x, w) = (rest, &w[1..]);
    }
    let mut i = 0;
    while x.len() >= size {
        let (block, rest) = x.split_at_mut(size);
        pass::inverse::<L, R, W, P>(ring, pass::parts(block), Some(&w[i]));
        (x, i) = (rest, i + 1);
    }
}
