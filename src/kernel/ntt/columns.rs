//! Transforms of the columns of a row-major matrix, all at once.
//!
//! A pass takes a block of rows as one block of vectors: every vector of a row meets the same factors, wherever its lanes
//! lie, so that there is no lane stage and no transposition, and a row may be any number of vectors.

use super::{
    Residues,
    pass::{self, INNER, OUTER},
    small_build::ColumnKernel,
    tables::{Level, levels, scaled},
    transform::Points,
};
use crate::{kernel::packed::Token, order::bit_reverse};
use alloc::vec::Vec;

/// Bytes of a block that runs breadth first: what the innermost cache holds.
const LEAF: usize = 1 << 14;

/// The transforms of one number of rows, root and shift.
pub(crate) struct Columns<const L: usize, P: Residues<L>> {
    ring: P,
    rows: usize,
    /// Whether the values are in natural order.
    natural: bool,
    /// Whether the shift is 1: then the first block of every level has the factor 1.
    cyclic: bool,
    forward: Vec<Level<P::Twiddle>>,
    inverse: Vec<Level<P::Twiddle>>,
    scaled: Vec<P::Twiddle>,
}

impl<const L: usize, P: Residues<L>> Columns<L, P> {
    /// For `rows` rows, a power of two and at least two.
    pub(crate) fn new(ring: P, rows: usize, points: &Points<P::Scalar>, natural: bool) -> Self {
        debug_assert!(rows.is_power_of_two() && rows >= 2);
        let [shift, back] = points.shift.unwrap_or([ring.one(); 2]);
        let forward = levels(ring, rows, rows, points.root[0], shift);
        let inverse = levels(ring, rows, rows, points.root[1], back);
        let scaled = scaled(ring, forward[0].radix, back, rows, points.scale);
        Columns { ring, rows, natural, cyclic: points.shift.is_none(), forward, inverse, scaled }
    }

    /// Coefficients to canonical values in bit-reversed order, in place; `x` holds the rows one after the other, each of a whole
    /// number of vectors.
    fn run(&self, x: &mut [P::Block]) {
        assert!(x.len().is_multiple_of(self.rows) && !x.is_empty());
        self.level(x, 0, 0, x.len());
        for (j, part) in x.chunks_exact_mut(x.len() / self.forward[0].radix).enumerate() {
            self.descend(part, 1, j);
        }
    }

    /// [`run`](Columns::run) backwards, to canonical coefficients times `n` and the scale.
    fn run_back(&self, x: &mut [P::Block]) {
        assert!(x.len().is_multiple_of(self.rows) && !x.is_empty());
        for (j, part) in x.chunks_exact_mut(x.len() / self.inverse[0].radix).enumerate() {
            self.ascend(part, 1, j);
        }
        self.level_back(x, 0, 0, x.len());
    }

    /// Block `b` of level `depth`.
    fn descend(&self, x: &mut [P::Block], depth: usize, b: usize) {
        let Some(level) = self.forward.get(depth) else { return self.finish(x) };
        if size_of_val(x) > LEAF {
            self.level(x, depth, b, x.len());
            for (j, part) in x.chunks_exact_mut(x.len() / level.radix).enumerate() {
                self.descend(part, depth + 1, level.radix * b + j);
            }
            return;
        }
        let (mut size, mut b) = (x.len(), b);
        for (depth, level) in self.forward.iter().enumerate().skip(depth) {
            self.level(x, depth, b, size);
            (size, b) = (size / level.radix, b * level.radix);
        }
        self.finish(x);
    }

    fn ascend(&self, x: &mut [P::Block], depth: usize, b: usize) {
        let Some(level) = self.inverse.get(depth) else { return self.begin(x) };
        if size_of_val(x) > LEAF {
            for (j, part) in x.chunks_exact_mut(x.len() / level.radix).enumerate() {
                self.ascend(part, depth + 1, level.radix * b + j);
            }
            return self.level_back(x, depth, b, x.len());
        }
        self.begin(x);
        let below: usize = self.inverse[depth..].iter().map(|level| level.radix).product();
        let (mut size, mut b) = (x.len() / below, b * below);
        for (depth, level) in self.inverse.iter().enumerate().skip(depth).rev() {
            (size, b) = (size * level.radix, b / level.radix);
            self.level_back(x, depth, b, size);
        }
    }

    /// Every block of `size` vectors in `x`, of which the first is number `b` of level `depth`.
    #[inline(never)]
    fn level(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        let (ring, level, cyclic) = (self.ring, &self.forward[depth], self.cyclic);
        self.ring.token().run(
            #[inline(always)]
            || match (level.radix, depth) {
                (2, _) => forward::<L, 2, 1, true, P>(ring, x, &level.twos, b, size, cyclic),
                (4, 0) => forward::<L, 4, 3, true, P>(ring, x, &level.fours, b, size, cyclic),
                (4, _) => forward::<L, 4, 3, false, P>(ring, x, &level.fours, b, size, cyclic),
                (_, 0) => {
                    if const { P::EIGHTS } {
                        forward::<L, 8, 7, true, P>(ring, x, &level.eights, b, size, cyclic);
                    }
                }
                _ => {
                    if const { P::EIGHTS } {
                        forward::<L, 8, 7, false, P>(ring, x, &level.eights, b, size, cyclic);
                    }
                }
            },
        );
    }

    #[inline(never)]
    fn level_back(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        let (ring, level, cyclic) = (self.ring, &self.inverse[depth], self.cyclic);
        let scaled = &self.scaled;
        self.ring.token().run(
            #[inline(always)]
            || match (level.radix, depth, scaled.as_chunks(), scaled.as_chunks(), scaled.as_chunks()) {
                (2, 0, ([w], _), _, _) => pass::inverse_scaled::<L, 2, P>(ring, x, w),
                (4, 0, _, ([w], _), _) => pass::inverse_scaled::<L, 4, P>(ring, x, w),
                (8, 0, _, _, ([w], _)) => {
                    if const { P::EIGHTS } {
                        pass::inverse_scaled::<L, 8, P>(ring, x, w);
                    }
                }
                (4, ..) => back::<L, 4, 3, P>(ring, x, &level.fours, b, size, cyclic),
                _ => {
                    if const { P::EIGHTS } {
                        back::<L, 8, 7, P>(ring, x, &level.eights, b, size, cyclic);
                    }
                }
            },
        );
    }

    /// Free values to canonical ones.
    #[inline(never)]
    fn finish(&self, x: &mut [P::Block]) {
        let ring = self.ring;
        ring.token().run(
            #[inline(always)]
            || {
                for block in x {
                    ring.store(block, ring.canonical(ring.load(block)));
                }
            },
        );
    }

    /// What callers have to tight values.
    #[inline(never)]
    fn begin(&self, x: &mut [P::Block]) {
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

/// Vectors of a row that are computed together where the rows are no whole number of vectors: two cache lines.
const GROUP: usize = 2;

impl<const L: usize, P: Residues<L>> Columns<L, P> {
    /// `run` on columns of rows of any width: in place, or a group of columns after the other in `scratch`, filled up with
    /// zeros.
    fn grouped<T: Copy + Default>(&self, x: &mut [T], width: usize, scratch: &mut [T], run: impl Fn(&mut [[T; L]])) {
        if width.is_multiple_of(L) {
            return run(x.as_chunks_mut().0);
        }
        let mut first = 0;
        while first < width {
            let count = (width - first).min(GROUP * L);
            let padded = count.next_multiple_of(L);
            let scratch = &mut scratch[..self.rows * padded];
            for (row, group) in x.chunks_exact(width).zip(scratch.chunks_exact_mut(padded)) {
                group[..count].copy_from_slice(&row[first..][..count]);
                group[count..].fill(T::default());
            }
            run(scratch.as_chunks_mut().0);
            for (row, group) in x.chunks_exact_mut(width).zip(scratch.chunks_exact(padded)) {
                row[first..][..count].copy_from_slice(&group[..count]);
            }
            first += count;
        }
    }
}

impl<const L: usize, T: Copy + Default, P: Residues<L, Block = [T; L]>> ColumnKernel<T> for Columns<L, P> {
    fn scratch_len(&self, width: usize) -> usize {
        if width.is_multiple_of(L) { 0 } else { self.rows * width.next_multiple_of(L).min(GROUP * L) }
    }

    fn forward(&self, x: &mut [T], width: usize, scratch: &mut [T]) {
        if width == 0 {
            return;
        }
        self.grouped(x, width, scratch, |x| self.run(x));
        if self.natural {
            permute_rows(x, self.rows, width);
        }
    }

    fn inverse(&self, x: &mut [T], width: usize, scratch: &mut [T]) {
        if width == 0 {
            return;
        }
        if self.natural {
            permute_rows(x, self.rows, width);
        }
        self.grouped(x, width, scratch, |x| self.run_back(x));
    }
}

#[inline(always)]
fn forward<const L: usize, const R: usize, const W: usize, const FIRST: bool, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    w: &[[P::Twiddle; W]],
    b: usize,
    size: usize,
    cyclic: bool,
) {
    if const { FIRST } {
        return pass::forward::<L, R, W, { OUTER }, P>(ring, x, if cyclic { None } else { w.first() });
    }
    let (mut x, mut w) = (x, &w[b..]);
    if cyclic && b == 0 {
        let (block, rest) = x.split_at_mut(size);
        pass::forward::<L, R, W, { INNER }, P>(ring, block, None);
        (x, w) = (rest, &w[1..]);
    }
    let mut i = 0;
    while x.len() >= size {
        let (block, rest) = x.split_at_mut(size);
        pass::forward::<L, R, W, { INNER }, P>(ring, block, Some(&w[i]));
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
) {
    let (mut x, mut w) = (x, &w[b..]);
    if cyclic && b == 0 {
        let (block, rest) = x.split_at_mut(size);
        pass::inverse::<L, R, W, P>(ring, block, None);
        (x, w) = (rest, &w[1..]);
    }
    let mut i = 0;
    while x.len() >= size {
        let (block, rest) = x.split_at_mut(size);
        pass::inverse::<L, R, W, P>(ring, block, Some(&w[i]));
        (x, i) = (rest, i + 1);
    }
}
