//! Transforms of the columns of a row-major matrix, all at once.
//!
//! # Idea
//! A pass takes a block of rows as one run of elements: all of them meet the same factors, whichever column they are of, so that
//! vectors need not end where rows do, and there is no lane stage and no transposition.
//!
//! ```text
//! rows of any width, L lanes    blocks of at least L/gcd(width, L) rows are whole vectors: passes where they lie
//! below that                    the rows of a block, each filled up with zeros to whole vectors, in scratch
//! ```

use super::{
    Residues,
    pass::{self, INNER, LAST, OUTER},
    tables::{Level, levels, scaled},
    transform::{PIECE, Points, SHARED},
};
use crate::{
    arith::gcd,
    kernel::packed::Token,
    order::bit_reverse,
    threads::{Every, Pieces, share},
};
use alloc::vec::Vec;
use core::ops::Range;

/// Bytes of a block that runs breadth first: what the innermost cache holds.
const LEAF: usize = 1 << 14;

/// Transforms of the columns of a matrix, in place; `x` holds the rows one after the other.
pub(crate) trait ColumnKernel<T>: Send + Sync {
    /// Coefficients to canonical values; `scratch` as [`scratch_len`] says.
    fn forward(&self, x: &mut [T], scratch: &mut [T]);
    /// Values to canonical coefficients times `n` and the scale.
    fn inverse(&self, x: &mut [T], scratch: &mut [T]);
}

/// Rows of the blocks that are computed in scratch; 1 where none are.
fn inner_rows(rows: usize, width: usize, lanes: usize) -> usize {
    (lanes / gcd(width as u64, lanes as u64) as usize).min(rows)
}

/// Elements of scratch for one block.
fn scratch_each(rows: usize, width: usize, lanes: usize) -> Option<usize> {
    let inner = inner_rows(rows, width, lanes);
    if inner > 1 { width.checked_next_multiple_of(lanes)?.checked_mul(inner) } else { Some(0) }
}

/// Elements of scratch that a [`ColumnKernel`] for `rows` rows of `width` elements needs; `None` where the number overflows.
pub(crate) fn scratch_len(rows: usize, width: usize, lanes: usize, threads: usize) -> Option<usize> {
    scratch_each(rows, width, lanes)?.checked_mul(threads.max(1))
}

/// The transforms of one number of rows and columns, root and shift.
pub(crate) struct Columns<const L: usize, P: Residues<L>> {
    ring: P,
    rows: usize,
    width: usize,
    threads: usize,
    /// Whether the values are in natural order.
    natural: bool,
    /// Whether the shift is 1: then the first block of every level has the factor 1.
    cyclic: bool,
    /// Rows of the blocks that are computed in scratch; 1 where none are.
    inner_rows: usize,
    /// The level where they begin.
    inner: usize,
    forward: Vec<Level<P::Twiddle>>,
    /// The factors of the outermost pass forward with a scale in them, the scale alone first; empty without one.
    entering: Vec<P::Twiddle>,
    inverse: Vec<Level<P::Twiddle>>,
    scaled: Vec<P::Twiddle>,
}

impl<const L: usize, P: Residues<L>> Columns<L, P> {
    /// For `rows` rows, a power of two and at least two, of `width` elements, at least one.
    pub(crate) fn new(
        ring: P,
        [rows, width]: [usize; 2],
        points: &Points<P::Scalar>,
        natural: bool,
        threads: usize,
    ) -> Self {
        debug_assert!(rows.is_power_of_two() && rows >= 2 && width > 0);
        let [shift, back] = points.shift.unwrap_or([ring.one(); 2]);
        let inner_rows = inner_rows(rows, width, L);
        let blocks = rows / inner_rows;
        let both = |root, shift| {
            let mut list: Vec<_> = levels(ring, rows, 1, blocks, root, shift);
            let inner = list.len();
            list.extend(levels(ring, rows, blocks, rows, root, shift));
            (list, inner)
        };
        let ((forward, inner), (inverse, _)) = (both(points.root[0], shift), both(points.root[1], back));
        let radix = forward[0].radix;
        let entering = points.forward.map(|factor| scaled(ring, radix, shift, rows, factor)).unwrap_or_default();
        let scaled = scaled(ring, radix, back, rows, points.scale);
        let cyclic = points.shift.is_none();
        Columns { ring, rows, width, threads, natural, cyclic, inner_rows, inner, forward, entering, inverse, scaled }
    }

    fn is_shared(&self, x: &[P::Block]) -> bool {
        self.threads > 1 && size_of_val(x) >= SHARED
    }

    /// `work` on `x` in `R` parts, in pieces of them.
    fn pieces<const R: usize>(&self, x: &mut [P::Block], work: impl Fn([&mut [P::Block]; R]) + Send + Sync)
    where
        pass::Radix<R>: pass::Split<R>,
    {
        let (shared, rows) = (self.is_shared(x), pass::parts::<R, _>(x).map(|row| Every(row, 1)));
        share(shared, rows, PIECE, &|rows: [Every<&mut [P::Block]>; R]| work(rows.map(|row| row.0)));
    }

    /// The outermost pass: the whole of `x` as one block, of elements as callers have them.
    #[inline(never)]
    fn outer(&self, x: &mut [P::Block]) {
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
    fn outer_back(&self, x: &mut [P::Block]) {
        let (ring, token, w) = (self.ring, self.ring.token(), &self.scaled);
        macro_rules! radix {
            ($r:literal) => {
                if let ([w], _) = w.as_chunks() {
                    self.pieces(x, |x| {
                        token.run(
                            #[inline(always)]
                            || pass::inverse_scaled::<L, $r, P>(ring, x, w),
                        );
                    });
                }
            };
        }
        match w.len() {
            2 => radix!(2),
            4 => radix!(4),
            _ => {
                if const { P::EIGHTS } {
                    radix!(8);
                }
            }
        }
    }

    /// Every block of `size` vectors in `x`, of which the first is number `b` of level `depth`, which is not the first.
    #[inline(never)]
    fn level(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        let (ring, level, cyclic) = (self.ring, &self.forward[depth], self.cyclic);
        let is_last = depth + 1 == self.forward.len();
        macro_rules! radix {
            ($r:literal, $w:literal, $table:ident, $at:expr) => {
                forward::<L, $r, $w, { $at }, P>(ring, x, &level.$table, b, size, cyclic)
            };
        }
        self.ring.token().run(
            #[inline(always)]
            || match (level.radix, is_last) {
                (2, true) => radix!(2, 1, twos, LAST),
                (2, false) => {
                    if const { !P::EIGHTS } {
                        radix!(2, 1, twos, INNER);
                    }
                }
                (4, true) => radix!(4, 3, fours, LAST),
                (4, false) => radix!(4, 3, fours, INNER),
                (_, true) => {
                    if const { P::EIGHTS } {
                        radix!(8, 7, eights, LAST);
                    }
                }
                (_, false) => {
                    if const { P::EIGHTS } {
                        radix!(8, 7, eights, INNER);
                    }
                }
            },
        );
    }

    /// [`level`](Columns::level) backwards.
    #[inline(never)]
    fn level_back(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        let (ring, level, cyclic) = (self.ring, &self.inverse[depth], self.cyclic);
        self.ring.token().run(
            #[inline(always)]
            || match level.radix {
                2 => back::<L, 2, 1, P>(ring, x, &level.twos, b, size, cyclic),
                4 => back::<L, 4, 3, P>(ring, x, &level.fours, b, size, cyclic),
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

impl<const L: usize, T: Copy + Default + Send, P: Residues<L, Block = [T; L]>> Columns<L, P> {
    /// `work` on the parts of `x`, which the outermost pass made, with their numbers and scratch of each thread's own.
    fn blocks(
        &self,
        x: &mut [[T; L]],
        scratch: &mut [T],
        work: impl Fn(usize, &mut [[T; L]], &mut [T]) + Send + Sync,
    ) {
        let (radix, shared) = (self.forward[0].radix, self.is_shared(x));
        let part = x.len() / radix;
        let each = radix.div_ceil(if shared { self.threads } else { 1 });
        let own = scratch_each(self.rows, self.width, L).unwrap_or(0);
        let numbers = Starts(0..radix, each);
        let pieces = (numbers, Every(x, part * each), Every(&mut scratch[..radix.div_ceil(each) * own], own.max(1)));
        share(shared, pieces, 1, &|(numbers, Every(x, _), Every(scratch, _)): (
            Starts,
            Every<&mut [[T; L]]>,
            Every<&mut [T]>,
        )| {
            for (j, part) in numbers.0.zip(x.chunks_exact_mut(part)) {
                work(j, part, scratch);
            }
        });
    }

    /// Block `b` of level `depth`, which is not the first.
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
                if depth == 0 { self.outer(y) } else { self.level(y, depth, b, size) }
                let radix = self.forward[depth].radix;
                (size, b) = (size / radix, b * radix);
            }
        } else {
            self.enter(y);
            (size, b) = (size / self.inner_rows, b * self.inner_rows);
            for depth in depths.rev() {
                let radix = self.inverse[depth].radix;
                (size, b) = (size * radix, b / radix);
                if depth == 0 { self.outer_back(y) } else { self.level_back(y, depth, b, size) }
            }
        }
        for (row, from) in x.chunks_exact_mut(self.width).zip(scratch.chunks_exact(padded)) {
            row.copy_from_slice(&from[..self.width]);
        }
    }
}

impl<const L: usize, T: Copy + Default + Send + Sync, P: Residues<L, Block = [T; L]>> ColumnKernel<T>
    for Columns<L, P>
{
    fn forward(&self, x: &mut [T], scratch: &mut [T]) {
        assert!(x.len() == self.rows * self.width, "rows of one width");
        if self.inner == 0 {
            self.rows_in_scratch(x, 0, scratch, true);
        } else {
            let (x, _) = x.as_chunks_mut();
            self.outer(x);
            self.blocks(x, scratch, |b, x, scratch| self.descend(x, 1, b, scratch));
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
            let (x, _) = x.as_chunks_mut();
            self.blocks(x, scratch, |b, x, scratch| self.ascend(x, 1, b, scratch));
            self.outer_back(x);
        }
    }
}

/// Numbers of blocks that are shared out so many at a time.
struct Starts(Range<usize>, usize);

impl Pieces for Starts {
    fn count(&self) -> usize {
        self.0.len().div_ceil(self.1)
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let at = (self.0.start + at * self.1).min(self.0.end);
        (Starts(self.0.start..at, self.1), Starts(at..self.0.end, self.1))
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
