//! Transforms of the columns of a row-major matrix, all at once.
//!
//! # Idea
//! A pass takes a block of rows as one run of elements, because all columns have the same factors. So vectors need not
//! end at row boundaries, and there is no lane stage and no transposition.
//!
//! ```text
//! rows of any width, L lanes    blocks of at least L/gcd(width, L) rows are whole vectors: passes where they lie
//! below that                    the rows of a block, each filled up with zeros to whole vectors, in scratch
//! ```

use super::{
    Residues,
    passes::{Passes, SHARED},
    step_halves::Ends,
    tables::{Of, Points, Radices, Tables},
};
use crate::{
    arith::gcd,
    kernel::packed::Token,
    lists,
    order::bit_reverse,
    threads::{Every, Pieces, share},
};
use alloc::{boxed::Box, vec::Vec};
use core::ops::Range;

/// Bytes of a block that runs breadth first: it fits the innermost cache.
const LEAF: usize = 1 << 14;

/// Transforms of the columns of a matrix, in place; `x` holds the rows one after the other.
pub(crate) trait ColumnKernel<T>: Send + Sync {
    /// Transforms coefficients to canonical values. `scratch` has the length that [`scratch_len`] returns.
    fn forward(&self, x: &mut [T], scratch: &mut [T]);
    /// Transforms values to canonical coefficients times `n` and the scale.
    fn inverse(&self, x: &mut [T], scratch: &mut [T]);
}

/// Returns the rows of the blocks that are computed in scratch; 1 if there are none.
fn inner_rows(rows: usize, width: usize, lanes: usize) -> usize {
    (lanes / gcd(width as u64, lanes as u64) as usize).min(rows)
}

/// Returns the elements of scratch for one block.
fn scratch_each(rows: usize, width: usize, lanes: usize) -> Option<usize> {
    let inner = inner_rows(rows, width, lanes);
    if inner > 1 { width.checked_next_multiple_of(lanes)?.checked_mul(inner) } else { Some(0) }
}

/// Returns the elements of scratch that a [`ColumnKernel`] for `rows` rows of `width` elements needs; `None` if the number
/// overflows.
pub(crate) fn scratch_len(rows: usize, width: usize, lanes: usize, threads: usize) -> Option<usize> {
    scratch_each(rows, width, lanes)?.checked_mul(threads.max(1))
}

/// The steps of the columns of a matrix over blocks `[T; L]`, for any ring. The driver is compiled once for each kind of block.
trait Steps<const L: usize, T>: Send + Sync {
    /// Runs the outermost pass, on several threads if `shared`. With `ends`, it is the only pass.
    fn outer(&self, x: &mut [[T; L]], shared: bool, ends: bool);
    fn outer_back(&self, x: &mut [[T; L]], shared: bool, ends: bool);
    /// Runs a level over all blocks of `size` vectors in `x`; the first is number `b` of level `depth`. With `ends`, it is the
    /// last level.
    fn level(&self, x: &mut [[T; L]], at: [usize; 3], ends: bool);
    fn level_back(&self, x: &mut [[T; L]], at: [usize; 3], ends: bool);
    /// Permutes rows from bit-reversed to natural order or back.
    fn permute(&self, x: &mut [T], rows: usize, width: usize);
}

impl<const L: usize, T: Copy, P: Residues<L, Block = [T; L]>> Steps<L, T> for Passes<L, P> {
    fn outer(&self, x: &mut [[T; L]], shared: bool, ends: bool) {
        Passes::outer(self, x, shared, Ends { enters: true, leaves: ends, half: false });
    }
    fn outer_back(&self, x: &mut [[T; L]], shared: bool, ends: bool) {
        Passes::outer_back(self, self.ring, x, shared, Ends { enters: ends, leaves: true, half: false });
    }
    fn level(&self, x: &mut [[T; L]], [depth, b, size]: [usize; 3], ends: bool) {
        if ends { self.last(x, depth, b, size) } else { Passes::level(self, x, depth, b, size) }
    }
    fn level_back(&self, x: &mut [[T; L]], [depth, b, size]: [usize; 3], ends: bool) {
        if ends { self.last_back(x, depth, b, size) } else { Passes::level_back(self, x, depth, b, size) }
    }
    fn permute(&self, x: &mut [T], rows: usize, width: usize) {
        self.ring.token().run(
            #[inline(always)]
            || match x.as_chunks_mut::<L>() {
                (blocks, _) if width == L => permute_rows(blocks, rows, 1),
                (blocks, _) if width.is_multiple_of(L) => permute_rows(blocks, rows, width / L),
                _ => permute_rows(x, rows, width),
            },
        );
    }
}

/// The transforms of one number of rows and columns, root and shift.
pub(crate) struct Columns<const L: usize, T> {
    steps: Box<dyn Steps<L, T>>,
    /// The radices of passes, the outermost first.
    radices: Vec<usize>,
    rows: usize,
    width: usize,
    threads: usize,
    /// `true` if the values are in natural order.
    natural: bool,
    /// Rows of the blocks that are computed in scratch; 1 where none are.
    inner_rows: usize,
    /// The first level of those blocks.
    inner: usize,
}

impl<const L: usize, T: Copy + Default + Send> Columns<L, T> {
    /// Creates the transforms for `rows` rows, a power of two and at least two, of `width` elements, at least one.
    pub(crate) fn new<P: Residues<L, Block = [T; L]>>(
        ring: P,
        [rows, width]: [usize; 2],
        points: &Points<P::Scalar>,
        natural: bool,
        threads: usize,
    ) -> Self {
        debug_assert!(rows.is_power_of_two() && rows >= 2 && width > 0);
        let (numbers, radices) = (&Of::<L, P>(ring), Radices::of::<L, P>());
        let mut tables = Tables::new(numbers);
        let [shift, back] = points.shift.unwrap_or([ring.one(); 2]);
        let inner_rows = inner_rows(rows, width, L);
        let blocks = rows / inner_rows;
        let mut both = |points, scale| {
            let mut list = tables.levels(radices, rows, [1, blocks], points, scale);
            let inner = list.len();
            list.append(&mut tables.levels(radices, rows, [blocks, rows], points, scale));
            (list, inner)
        };
        let (forward, inner) = both([points.root[0], shift], None);
        // The first inverse pass multiplies by the scale, or the outermost one if it is the only one.
        let is_alone = forward.len() == 1;
        let (inverse, _) = both([points.root[1], back], Some(points.scale).filter(|_| !is_alone));
        let radices = lists::of(&forward, |level| level.radix);
        let steps = Box::new(Passes::<L, P>::new(ring, rows, points, [forward, inverse], is_alone));
        Columns { steps, radices, rows, width, threads, natural, inner_rows, inner }
    }

    fn is_shared(&self, x: &[[T; L]]) -> bool {
        self.threads > 1 && size_of_val(x) >= SHARED
    }

    /// Runs the outermost pass.
    fn outer(&self, x: &mut [[T; L]]) {
        self.steps.outer(x, self.is_shared(x), self.radices.len() == 1);
    }

    /// Runs the outermost pass back.
    fn outer_back(&self, x: &mut [[T; L]]) {
        self.steps.outer_back(x, self.is_shared(x), self.radices.len() == 1);
    }

    /// Runs a level over every block of `size` vectors in `x`, of which the first is number `b`.
    fn level(&self, x: &mut [[T; L]], depth: usize, b: usize, size: usize) {
        self.steps.level(x, [depth, b, size], depth + 1 == self.radices.len());
    }

    /// Runs a level back, as [`level`](Columns::level).
    fn level_back(&self, x: &mut [[T; L]], depth: usize, b: usize, size: usize) {
        self.steps.level_back(x, [depth, b, size], depth + 1 == self.radices.len());
    }

    /// Runs `work` on the parts of `x` that the outermost pass made, with their numbers. Each thread has its own scratch.
    fn blocks(&self, x: &mut [[T; L]], scratch: &mut [T], work: Work<'_, L, T>) {
        let (radix, shared) = (self.radices[0], self.is_shared(x));
        let part = x.len() / radix;
        let each = radix.div_ceil(if shared { self.threads } else { 1 });
        let own = scratch_each(self.rows, self.width, L).unwrap_or(0);
        let numbers = Starts(0..radix, each);
        let pieces = (numbers, Every(x, part * each), Every(&mut scratch[..radix.div_ceil(each) * own], own.max(1)));
        share(shared, pieces, 1, &|(numbers, Every(x, _), Every(scratch, _)): Blocks<'_, L, T>| {
            for (j, part) in numbers.0.zip(x.chunks_exact_mut(part)) {
                work(j, part, scratch);
            }
        });
    }

    /// Transforms block `b` of level `depth`, which is not the first.
    fn descend(&self, x: &mut [[T; L]], depth: usize, b: usize, scratch: &mut [T]) {
        if depth == self.inner {
            return self.inner(x, b, scratch, true);
        }
        let radix = self.radices[depth];
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
            let radix = self.radices[depth];
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
        let radix = self.radices[depth];
        if size_of_val(x) > LEAF {
            for (j, part) in x.chunks_exact_mut(x.len() / radix).enumerate() {
                self.ascend(part, depth + 1, radix * b + j, scratch);
            }
            return self.level_back(x, depth, b, x.len());
        }
        let (mut size, mut b) = (x.len(), b);
        for radix in &self.radices[depth..self.inner] {
            (size, b) = (size / radix, b * radix);
        }
        if self.inner_rows > 1 {
            for (j, block) in x.chunks_exact_mut(size).enumerate() {
                self.inner(block, b + j, scratch, false);
            }
        }
        for depth in (depth..self.inner).rev() {
            let radix = self.radices[depth];
            (size, b) = (size * radix, b / radix);
            self.level_back(x, depth, b, size);
        }
    }

    /// Runs the last levels of block `b`.
    fn inner(&self, x: &mut [[T; L]], b: usize, scratch: &mut [T], is_forward: bool) {
        if self.inner_rows > 1 {
            self.rows_in_scratch(x.as_flattened_mut(), b, scratch, is_forward);
        }
    }

    /// Runs the last levels of block `b` with its rows filled up to whole vectors.
    fn rows_in_scratch(&self, x: &mut [T], b: usize, scratch: &mut [T], is_forward: bool) {
        let padded = self.width.next_multiple_of(L);
        let scratch = &mut scratch[..self.inner_rows * padded];
        for (row, to) in x.chunks_exact(self.width).zip(scratch.chunks_exact_mut(padded)) {
            let (to, rest) = to.split_at_mut(self.width);
            to.copy_from_slice(row);
            rest.fill(T::default());
        }
        let (y, _) = scratch.as_chunks_mut();
        let depths = self.inner..self.radices.len();
        let (mut size, mut b) = (y.len(), b);
        if is_forward {
            for depth in depths {
                if depth == 0 {
                    self.outer(y)
                } else {
                    self.level(y, depth, b, size)
                }
                let radix = self.radices[depth];
                (size, b) = (size / radix, b * radix);
            }
        } else {
            (size, b) = (size / self.inner_rows, b * self.inner_rows);
            for depth in depths.rev() {
                let radix = self.radices[depth];
                (size, b) = (size * radix, b / radix);
                if depth == 0 { self.outer_back(y) } else { self.level_back(y, depth, b, size) }
            }
        }
        for (row, from) in x.chunks_exact_mut(self.width).zip(scratch.chunks_exact(padded)) {
            row.copy_from_slice(&from[..self.width]);
        }
    }
}

impl<const L: usize, T: Copy + Default + Send + Sync> ColumnKernel<T> for Columns<L, T> {
    fn forward(&self, x: &mut [T], scratch: &mut [T]) {
        assert!(x.len() == self.rows * self.width, "rows of one width");
        if self.inner == 0 {
            self.rows_in_scratch(x, 0, scratch, true);
        } else {
            let (x, _) = x.as_chunks_mut();
            self.outer(x);
            self.blocks(x, scratch, &|b, x, scratch| self.descend(x, 1, b, scratch));
        }
        if self.natural {
            self.steps.permute(x, self.rows, self.width);
        }
    }

    fn inverse(&self, x: &mut [T], scratch: &mut [T]) {
        assert!(x.len() == self.rows * self.width, "rows of one width");
        if self.natural {
            self.steps.permute(x, self.rows, self.width);
        }
        if self.inner == 0 {
            self.rows_in_scratch(x, 0, scratch, false);
        } else {
            let (x, _) = x.as_chunks_mut();
            self.blocks(x, scratch, &|b, x, scratch| self.ascend(x, 1, b, scratch));
            self.outer_back(x);
        }
    }
}

/// Transforms block `b` in scratch of the thread's own.
type Work<'a, const L: usize, T> = &'a (dyn Fn(usize, &mut [[T; L]], &mut [T]) + Sync);

/// Blocks with their numbers and scratch.
type Blocks<'a, const L: usize, T> = (Starts, Every<&'a mut [[T; L]]>, Every<&'a mut [T]>);

/// Numbers of blocks that are shared out this many at a time.
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

/// Swaps row `i` with the row whose index is `i` with its bits reversed, for all `i = (h, m, l)` of one `m` after
/// another. So neighbours, and their reversals, share pages, and the order depends on loops alone.
#[inline(always)]
fn permute_rows<T: Copy>(x: &mut [T], rows: usize, width: usize) {
    let bits = rows.trailing_zeros();
    let side = (bits / 2).min(4);
    let (middle, top) = (bits - 2 * side, bits - side);
    for m in 0..1 << middle {
        let reversed = bit_reverse(m, middle);
        for l in 0..if m > reversed { 0 } else { 1 << side } {
            let to = bit_reverse(l, side);
            for h in 0..if m < reversed { 1 << side } else { to } {
                let (i, j) = (h << top | m << side | l, to << top | reversed << side | bit_reverse(h, side));
                if width == 1 {
                    x.swap(i, j);
                } else if let Ok([a, b]) = x.get_disjoint_mut([i * width..(i + 1) * width, j * width..(j + 1) * width])
                {
                    let b = &mut b[..a.len()];
                    for k in 0..a.len() {
                        (a[k], b[k]) = (b[k], a[k]);
                    }
                }
            }
        }
    }
}
