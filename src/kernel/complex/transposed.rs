//! Two steps, `n = n1 n2`, `L` columns and then `L` rows at a time in the lanes of vectors; the first radix of `n1` is a multiple of
//! the lanes, all others are any.
//!
//! With `j = j1 n2 + j2` and `k = k1 + n1 k2`,
//!
//! ```text
//! X_k = sum over j2 of w2^(j2 k2) w^(j2 k1) (sum over j1 of w1^(j1 k1) x_j),    w1 = w^n2, w2 = w^n1.
//! ```
//!
//! # Idea
//! Step 1 reads `L` columns `j2, ..., j2 + L - 1` side by side. Its first pass, of a radix `R` that `L` divides,
//! computes for one position of the columns the outputs `k1 = kappa mod R`. A transposition of `L x L` in registers
//! then puts `kappa` into the lanes. From there on the columns are `L` separate transforms of length `q = n1/R`. The
//! lanes keep `L` consecutive values of `k1` up to the store of the result. That transposition, which also separates
//! the parts, is the only reordering.
//!
//! ```text
//! x [j1][j2]  --first pass, transposition-->  ws [j2][q][kappa]  --passes, factors w^(j2 k1)-->  y [k1/L][j2][kappa]
//! y [k1/L][j2][kappa]  --passes-->  x [k2][k1]
//! ```
//!
//! Each step goes over memory once; between them is the work-space of one group, in the first or second cache. Where
//! `q = 1` the first pass is all of step 1. The last pass of a row computes its results in natural order: it reads blocks all over the
//! work space, and its stores are neighbours.
//!
//! `n2` must be at least the number of lanes `L`. If `L` does not divide `n2`, the last group of columns begins
//! earlier, and only its first pass computes values twice.

use super::{
    Kernel, Table, Twiddles,
    columns_mut::Columns,
    ends::start,
    pass::{self, Block},
    passes::Natural,
    reserve,
    table::{every, skew},
    transposed_pass::{self as ends, Groups},
};
use crate::{
    Result,
    kernel::packed::{Floats, Token},
    threads::join,
};
use alloc::vec::Vec;
use core::ops::Range;
use num_complex::Complex;

/// A transform in two steps.
pub(crate) struct Transposed<const L: usize, F: Floats<L>> {
    f: F,
    /// `R`, `q = n1/R` and `n2`.
    radix: usize,
    rest: usize,
    rows: usize,
    /// `w1^(kappa s)` for `0 < kappa < R`, `s < q`.
    inner: Vec<[F::Float; 2]>,
    /// `w^(j2 kappa)`: for `q = 1` lanes `j2`, else lanes `kappa`.
    step: Table<F::Float, L>,
    /// `w^(j2 R kb)`, `kb < q`; empty for `q = 1`.
    coarse: Vec<[F::Float; 2]>,
    first: Natural<F::Float>,
    second: Natural<F::Float>,
    /// `true` if values and scratch exceed the caches.
    far: bool,
    threads: usize,
}

/// Returns whether columns with these radices are computed this way; one lane has nothing to transpose.
pub(crate) fn is_transposed(columns: &[usize], lanes: usize) -> bool {
    lanes > 1 && columns.first().is_some_and(|radix| radix.is_multiple_of(lanes))
}

/// Returns the vectors of work space of one thread.
fn workspace(radix: usize, rest: usize, rows: usize) -> Option<usize> {
    if rest == 1 { Some(0) } else { Some(rows.max(radix.checked_mul(rest)?)) }
}

/// Returns the length of the scratch in complex numbers.
pub(crate) fn scratch_len(radix: usize, rest: usize, rows: usize, lanes: usize, threads: usize) -> Option<usize> {
    let columns = if rest == 1 { rows } else { rows.checked_next_multiple_of(lanes)? };
    let groups = columns.checked_mul(radix)?.checked_mul(rest)?;
    let work = workspace(radix, rest, rows)?.checked_mul(lanes)?.checked_mul(threads)?;
    groups.checked_add(work)?.checked_add(7)
}

impl<const L: usize, F: Floats<L>> Transposed<L, F> {
    /// Creates the transform. `columns` are the radices of `n1`, the first a multiple of `L`; `rows` are those of `n2`, at least
    /// `L`.
    pub(crate) fn new(f: F, columns: &[usize], rows: &[usize], far: bool, threads: usize) -> Result<Self> {
        let radix = columns[0];
        let (first, second) = (Natural::new(L, &columns[1..])?, Natural::new(L, rows)?);
        let (rest, n2) = (first.len, second.len);
        let n = radix * rest * n2;
        let twiddles = Twiddles::<F::Float>::new(n, if rest == 1 { n } else { n2 * (radix + rest) });
        let what = "the factors of a transform";
        let (mut inner, mut coarse, mut step);
        if rest == 1 {
            let groups = n2.div_ceil(L);
            (inner, coarse) = (Vec::new(), Vec::new());
            step = Table::new(what, groups * (radix - 1))?;
            for c in 0..groups {
                (1..radix).for_each(|k| step.push(every(&twiddles, k * start(c, n2, L), k, &F::ORDER)));
            }
        } else {
            let columns = Twiddles::<F::Float>::new(radix * rest, radix * rest);
            inner = reserve(what, rest * (radix - 1))?;
            for s in 0..rest {
                inner.extend((1..radix).map(|k| columns.parts(k * s)));
            }
            step = Table::new(what, n2 * (radix / L))?;
            coarse = reserve(what, n2 * rest)?;
            for j in 0..n2 {
                (0..radix / L).for_each(|g| step.push(every(&twiddles, j * g * L, j, &F::ORDER)));
                coarse.extend((0..rest).map(|k| twiddles.parts(j * radix * k)));
            }
        }
        Ok(Transposed { f, radix, rest, rows: n2, inner, step, coarse, first, second, far, threads })
    }

    fn workspace(&self) -> usize {
        workspace(self.radix, self.rest, self.rows).unwrap_or(usize::MAX)
    }

    fn fence(&self) {
        if self.far {
            self.f.token().run(
                #[inline(always)]
                || self.f.fence(),
            );
        }
    }

    /// Computes the columns from group `begin` on, as many as `y` has room for.
    fn columns(
        &self,
        (x, inverse): (&[Complex<F::Float>], bool),
        begin: usize,
        y: &mut [Block<F::Float, L>],
        ws: &mut [Block<F::Float, L>],
    ) {
        let (f, n2, q) = (self.f, self.rows, self.rest);
        let groups = self.radix / L;
        let Some((last, before)) = self.first.passes.split_last() else { return };
        let ws = &mut ws[..self.radix * q];
        for (c, y) in y.chunks_exact_mut(self.radix * q).enumerate() {
            let (at, done) = (start(begin + c, n2, L), (begin + c) * L);
            ends::first(f, self.radix, (x, inverse), (at, n2, self.far), &self.inner, ws);
            for (i, ws) in ws.chunks_exact_mut(q).enumerate() {
                let (g, l) = (i / L, i % L);
                if at + l < done {
                    continue;
                }
                for pass in before {
                    pass::middle(f, ws, pass, 0);
                }
                let factors = (&self.step[(at + l) * groups + g], &self.coarse[(at + l) * q..][..q]);
                let to = (groups * L, g * L + l, self.far);
                ends::last_to_columns(f, ws, last, &self.first.places, factors, to, y);
            }
            self.fence();
        }
    }

    /// Runs the passes from `level` on but the last, over `count` blocks of this level from `index` on, which fill `ws`.
    ///
    /// The order is depth first down to blocks that the first cache holds.
    fn passes(&self, (level, index, count): (usize, usize, usize), ws: &mut [Block<F::Float, L>]) {
        let Some((_, before)) = self.second.passes.split_last() else { return };
        let Some(pass) = before.get(level) else { return };
        if count > 1 && size_of_val(ws) > NEAR {
            for (i, block) in ws.chunks_exact_mut(ws.len() / count).enumerate() {
                self.passes((level, index + i, 1), block);
            }
        } else {
            pass::middle(self.f, ws, pass, index);
            self.passes((level + 1, index * pass.radix, count * pass.radix), ws);
        }
    }

    /// Runs the last pass of a group of rows: results from `k` in `results` on go to column group `g`; halved until each thread has its
    /// part.
    fn results(
        &self,
        results: Range<usize>,
        ws: &[Block<F::Float, L>],
        x: &mut Columns<'_, Block<F::Float, L>>,
        (g, first, inverse): (usize, usize, bool),
        threads: usize,
    ) {
        let Some(pass) = self.second.passes.last() else { return };
        if threads > 1 && results.len() > 1 {
            let middle = results.start + results.len() * (threads / 2) / threads;
            let (mut x0, mut x1) = x.split_rows(pass.blocks, middle);
            return join(
                || self.results(results.start..middle, ws, &mut x0, (g, first, inverse), threads / 2),
                || self.results(middle..results.end, ws, &mut x1, (g, first, inverse), threads - threads / 2),
            );
        }
        let from = (pass, results.start, &self.second.places[results]);
        if self.far {
            ends::stream_to_result(self.f, ws, from, x, (g, inverse), first);
        } else {
            ends::last_to_result(self.f, ws, from, x, (g, inverse));
        }
        self.fence();
    }

    /// Computes the rows of the groups in `groups`, each shifted by `first` rows.
    fn row_groups(
        &self,
        (groups, first, inverse): (Range<usize>, usize, bool),
        y: &[Block<F::Float, L>],
        ws: &mut [Block<F::Float, L>],
        x: &mut Columns<'_, Block<F::Float, L>>,
    ) {
        let ws = &mut ws[..self.rows];
        let (n1, n2, far) = (self.radix * self.rest, self.rows, self.far);
        // A last pass reads its values where they are gathered.
        let (radix, level) = if let [first, _, ..] = &self.second.passes[..] { (first.radix, 1) } else { (1, 0) };
        for g in groups {
            ends::gather(self.f, radix, Groups { y: &y[g * L..], n1, n2, first, far }, ws);
            self.passes((level, 0, radix), ws);
            self.results(0..self.second.places.len(), ws, x, (g, first, inverse), 1);
        }
    }

    fn two_steps(
        &self,
        input: Option<&[Complex<F::Float>]>,
        x: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let aligned = skew(scratch);
        let (y, _) = scratch[aligned..].as_chunks_mut::<L>();
        let n1 = self.radix * self.rest;
        let width = n1 / L;
        let source = (input.unwrap_or(x), inverse);
        if self.rest == 1 {
            let y = &mut y[..width * self.rows];
            self.columns_of_one_pass(source, 0..self.rows.div_ceil(L), pass::rows(y, self.rows), self.threads);
            let x = Columns::new(x.as_chunks_mut().0, width);
            self.whole_rows((0..width, inverse), y, x, self.threads);
            return self.fence();
        }
        let (y, ws) = y.split_at_mut(self.rows.div_ceil(L) * n1);
        self.columns_shared(source, 0, y, ws, self.threads);
        // Whole cache lines of results: the groups begin at the first of them, and the rows that this leaves are done before.
        let first = if self.far && size_of::<F::V>() == 64 { skew(x) } else { 0 };
        if first != 0 {
            let mut ends = Columns::new(x.as_chunks_mut().0, width);
            self.row_groups((0..1, 0, inverse), y, ws, &mut ends);
            self.row_groups((width - 1..width, 0, inverse), y, ws, &mut ends);
        }
        let groups = 0..if first == 0 { width } else { width - 1 };
        let x = Columns::new(x[first..].as_chunks_mut().0, width);
        self.rows_shared((groups, first, inverse), y, ws, x, self.threads);
    }

    /// Computes step 1 of one pass for some groups of columns, to `y`; halved until each thread has its part where these lie together.
    fn columns_of_one_pass(
        &self,
        (x, inverse): (&[Complex<F::Float>], bool),
        groups: Range<usize>,
        y: [&mut [Block<F::Float, L>]; pass::MOST_SHARED],
        threads: usize,
    ) {
        // The last group of a part may overlap the one before it.
        if threads < 2 || groups.len() < 4 {
            let factors = &self.step[groups.start * (self.radix - 1)..groups.end * (self.radix - 1)];
            return ends::columns(self.f, (self.radix, groups.start), (x, self.rows, inverse), factors, y);
        }
        let count = groups.len() * (threads / 2) / threads;
        let [y0, y1] = pass::cut(y, count * L);
        let middle = groups.start + count;
        join(
            || self.columns_of_one_pass((x, inverse), groups.start..middle, y0, threads / 2),
            || self.columns_of_one_pass((x, inverse), middle..groups.end, y1, threads - threads / 2),
        );
    }

    /// Computes whole rows in groups of lanes, halved until each thread has its part.
    fn whole_rows(
        &self,
        (groups, inverse): (Range<usize>, bool),
        y: &mut [Block<F::Float, L>],
        mut x: Columns<'_, Block<F::Float, L>>,
        threads: usize,
    ) {
        if groups.len() > 1 {
            let (half, middle) = (threads / 2, groups.start + groups.len() / 2);
            let ((x0, x1), (y0, y1)) = (x.split(middle), y.split_at_mut(groups.len() / 2 * self.rows));
            let first = || self.whole_rows((groups.start..middle, inverse), y0, x0, half.max(1));
            let second = || self.whole_rows((middle..groups.end, inverse), y1, x1, threads - half);
            if threads > 1 {
                return join(first, second);
            }
            first();
            return second();
        }
        match &self.second.passes[..] {
            [first, _, ..] if threads > 1 && pass::is_shared(first.radix) => {
                pass::shared(self.f, first.radix, pass::rows(y, self.rows / first.radix), threads);
                self.blocks_shared(0..first.radix, y, threads);
            }
            _ => self.passes((0, 0, 1), y),
        }
        self.results(0..self.second.places.len(), y, &mut x, (groups.start, 0, inverse), threads);
    }

    /// Runs [`passes`](Self::passes) on blocks of level 1, halved until each thread has its part.
    fn blocks_shared(&self, blocks: Range<usize>, ws: &mut [Block<F::Float, L>], threads: usize) {
        let count = blocks.len();
        let size = ws.len() / count;
        if threads < 2 || count < 2 {
            for (i, block) in blocks.zip(ws.chunks_exact_mut(size)) {
                self.passes((1, i, 1), block);
            }
            return;
        }
        let middle = blocks.start + count / 2;
        let (ws0, ws1) = ws.split_at_mut(count / 2 * size);
        join(
            || self.blocks_shared(blocks.start..middle, ws0, threads / 2),
            || self.blocks_shared(middle..blocks.end, ws1, threads - threads / 2),
        );
    }

    /// Runs [`columns`](Self::columns), halved until each thread has its part.
    fn columns_shared(
        &self,
        x: (&[Complex<F::Float>], bool),
        begin: usize,
        y: &mut [Block<F::Float, L>],
        ws: &mut [Block<F::Float, L>],
        threads: usize,
    ) {
        let n1 = self.radix * self.rest;
        let groups = y.len() / n1;
        if threads < 2 || groups < 2 {
            return self.columns(x, begin, y, ws);
        }
        let (half, count) = (threads / 2, groups * (threads / 2) / threads);
        let ((y0, y1), (ws0, ws1)) = (y.split_at_mut(count * n1), ws.split_at_mut(half * self.workspace()));
        join(
            || self.columns_shared(x, begin, y0, ws0, half),
            || self.columns_shared(x, begin + count, y1, ws1, threads - half),
        );
    }

    /// Runs [`row_groups`](Self::row_groups), halved until each thread has its part.
    fn rows_shared(
        &self,
        (groups, first, inverse): (Range<usize>, usize, bool),
        y: &[Block<F::Float, L>],
        ws: &mut [Block<F::Float, L>],
        mut x: Columns<'_, Block<F::Float, L>>,
        threads: usize,
    ) {
        if threads < 2 || groups.len() < 2 {
            return self.row_groups((groups, first, inverse), y, ws, &mut x);
        }
        let half = threads / 2;
        let middle = groups.start + groups.len() * half / threads;
        let ((x0, x1), (ws0, ws1)) = (x.split(middle), ws.split_at_mut(half * self.workspace()));
        join(
            || self.rows_shared((groups.start..middle, first, inverse), y, ws0, x0, half),
            || self.rows_shared((middle..groups.end, first, inverse), y, ws1, x1, threads - half),
        );
    }
}

/// Bytes that stay in the first cache beside streamed data.
const NEAR: usize = 1 << 14;

impl<const L: usize, F: Floats<L>> Kernel<F::Float> for Transposed<L, F> {
    fn len(&self) -> usize {
        self.radix * self.rest * self.rows
    }

    fn scratch_len(&self) -> usize {
        scratch_len(self.radix, self.rest, self.rows, L, self.threads).unwrap_or(usize::MAX)
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        self.two_steps(input, output, scratch, inverse);
    }
}
