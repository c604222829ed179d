//! Two steps, `n = n1 n2`, `L` columns and then `L` rows at a time in the lanes of vectors.
//!
//! With `j = j1 n2 + j2` and `k = k1 + n1 k2`,
//!
//! ```text
//! X_k = sum over j2 of w2^(j2 k2) w^(j2 k1) (sum over j1 of w1^(j1 k1) x_j),    w1 = w^n2, w2 = w^n1.
//! ```
//!
//! # Idea
//! Step 1 reads `L` columns `j2, ..., j2 + L - 1` side by side. Its first pass, of a radix `R` that `L` divides, finds for one place of
//! the columns the outputs `k1 = kappa mod R`; a transposition of `L x L` in registers then puts `kappa` into the lanes. From there on
//! the columns are `L` separate transforms of length `q = n1/R`, and the lanes keep `L` consecutive values of `k1` up to the store of
//! the result: that one transposition, which also takes the parts apart, is all the reordering there is.
//!
//! ```text
//! x [j1][j2]  --first pass, transposition-->  ws [j2][q][kappa]  --passes, factors w^(j2 k1)-->  y [k1/L][j2][kappa]
//! y [k1/L][j2][kappa]  --passes-->  x [k2][k1]
//! ```
//!
//! Each step goes over memory once; what lies between is the workspace of one group, in the first or second cache. Where `q = 1`
//! the first pass is all of step 1.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Kernel, Table, Twiddles,
    columns_mut::Columns,
    lanes_ends::{Block, columns, first, store},
    lanes_pass::{self as pass, Passes, lanes, with_first_radix, with_radix},
    powers::product,
    table::skew,
};
use crate::{
    Result,
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists,
};
use alloc::vec::Vec;
use core::ops::Range;
use num_complex::Complex;

/// Whether there is such a transform: radices 4 and 8 but for the first, which is that of the lanes; rows in whole vectors. The rows
/// of columns with several passes are gathered by a pass of their own, and another one stores them.
pub(crate) fn exists(lanes: usize, columns: &[usize], rows: &[usize]) -> bool {
    let Some((first, others)) = columns.split_first() else { return false };
    let least = if others.is_empty() { 1 } else { 2 };
    *first == pass::first_radix(lanes)
        && rows.len() >= least
        && others.iter().chain(rows).all(|radix| matches!(radix, 4 | 8))
        && product(rows).is_some_and(|n2| n2.is_multiple_of(lanes))
}

/// A transform in two steps.
pub(crate) struct Lanes<const L: usize, F: Floats<L>> {
    f: F,
    /// `R`, `q` and `n2`.
    radix: usize,
    rest: usize,
    rows: usize,
    /// `w1^(kappa s)` for `0 < kappa < R`, `s < q`.
    inner: Vec<[F::Float; 2]>,
    /// `w^(j2 kappa)`: for `q = 1` lanes `j2`, else lanes `kappa`.
    step: Table<F::Float, L>,
    /// `w^(j2 R kb)`, `kb < q`; empty for `q = 1`.
    coarse: Vec<[F::Float; 2]>,
    first: Passes<F::Float>,
    second: Passes<F::Float>,
    /// Whether values and scratch are beyond the second cache.
    far: bool,
    threads: usize,
}

impl<const L: usize, F: Floats<L>> Lanes<L, F> {
    /// `columns`: the radices of `n1`, the first that of the lanes; `rows`: those of `n2`, a multiple of `L`.
    pub(crate) fn new(f: F, columns: &[usize], rows: &[usize], far: bool, threads: usize) -> Result<Self> {
        let radix = columns[0];
        let (first, second) = (Passes::new(&columns[1..]), Passes::new(rows));
        let (rest, n2) = (first.len, second.len);
        let n = radix * rest * n2;
        let twiddles = Twiddles::<F::Float>::new(n, if rest == 1 { n } else { n2 * (radix + rest) });
        let mut inner = Vec::new();
        let groups = if rest == 1 { n2 / L * (radix - 1) } else { n2 * (radix / L) };
        let mut step = Table::new("the factors of a transform", groups)?;
        let mut coarse = Vec::new();
        if rest == 1 {
            for c in 0..n2 / L {
                for k in 1..radix {
                    step.push(lanes(lists::from_fn(|l| twiddles.parts(k * (c * L + F::ORDER[l])))));
                }
            }
        } else {
            let columns = Twiddles::<F::Float>::new(radix * rest, radix * rest);
            for s in 0..rest {
                inner.extend((1..radix).map(|k| columns.parts(k * s)));
            }
            for j in 0..n2 {
                for g in 0..radix / L {
                    step.push(lanes(lists::from_fn(|l| twiddles.parts(j * (g * L + F::ORDER[l])))));
                }
                coarse.extend((0..rest).map(|k| twiddles.parts(j * radix * k)));
            }
        }
        Ok(Lanes { f, radix, rest, rows: n2, inner, step, coarse, first, second, far, threads })
    }

    /// Vectors of work space for one thread.
    fn workspace(&self) -> usize {
        if self.rest == 1 { 0 } else { self.rows.max(self.radix * self.rest) }
    }

    /// All columns, for `q = 1`.
    fn short_columns<const INVERSE: bool>(&self, x: &[Complex<F::Float>], y: &mut [Block<L, F>]) {
        let (f, n2) = (self.f, self.rows);
        with_first_radix!(L, R => f.token().run(
            #[inline(always)] || columns::<L, R, INVERSE, false, F>(f, x, n2, &self.step, y)
        ));
    }

    /// The columns from group `start` on, as many as `y` has room for.
    fn columns<const INVERSE: bool, const FAR: bool>(
        &self,
        x: &[Complex<F::Float>],
        start: usize,
        y: &mut [Block<L, F>],
        ws: &mut [Block<L, F>],
    ) {
        let (f, n2, q) = (self.f, self.rows, self.rest);
        let Some((last, before)) = self.first.passes.split_last() else { return };
        let ws = &mut ws[..self.radix * q];
        for (c, y) in y.chunks_exact_mut(self.radix * q).enumerate() {
            let j2 = (start + c) * L;
            with_first_radix!(L, R => f.token().run(
                #[inline(always)] || first::<L, R, INVERSE, FAR, F>(f, x, j2, n2, &self.inner, ws)
            ));
            for (i, ws) in ws.chunks_exact_mut(q).enumerate() {
                let (g, l, groups) = (i / L, i % L, self.radix / L);
                for pass in before {
                    with_radix!(pass.radix, R => f.token().run(
                        #[inline(always)] || pass::middle::<L, R, false, F>(f, ws, &pass.twiddles, true)
                    ));
                }
                let fine = &self.step[(j2 + l) * groups + g];
                let coarse = &self.coarse[(j2 + l) * q..][..q];
                let order = &self.first.order;
                with_radix!(last.radix, R => f.token().run(#[inline(always)] || {
                    let ring = ComplexLanes(f);
                    let fine = f.load_parts(fine);
                    pass::last::<L, R, F>(f, ws, &last.twiddles, true, order, last.blocks, #[inline(always)] |k, v| {
                        let w = ring.mul(fine, ring.splat(coarse[k]));
                        let (y, v) = (&mut y[(g + groups * k) * L + l], ring.mul(v, w));
                        if FAR { f.stream_parts(y, v) } else { f.store_parts(y, v) }
                    })
                }));
            }
            if FAR {
                f.token().run(
                    #[inline(always)]
                    || f.fence(),
                );
            }
        }
    }

    /// The first pass of the rows of group `g`, from where step 1 left them; rows below `first` are the next group's.
    fn gather<const FAR: bool>(&self, g: usize, first: usize, y: &[Block<L, F>], ws: &mut [Block<L, F>]) {
        let (f, n1, y) = (self.f, self.radix * self.rest, &y[g * L..]);
        with_radix!(self.second.passes[0].radix, R => f.token().run(#[inline(always)] || {
            pass::first::<L, R, F>(f, #[inline(always)] |j| {
                let at = j / L * n1 + j % L;
                if FAR && let Some(ahead) = y.get(at + n1) {
                    f.prefetch(ahead);
                    f.prefetch(&ahead[L / 2]);
                }
                let v = f.load_parts(&y[at]);
                if !FAR || first == 0 {
                    return v;
                }
                let w = f.load_parts(&y[at + L]);
                [f.select(first, v[0], w[0]), f.select(first, v[1], w[1])]
            }, ws)
        }));
    }

    /// The passes from `level` on over `count` blocks of this level from `index` on, which fill `ws`; results to column group `g`.
    ///
    /// Depth first down to what the first cache holds.
    fn rows<const INVERSE: bool, const FAR: bool>(
        &self,
        (level, index, count): (usize, usize, usize),
        ws: &mut [Block<L, F>],
        x: &mut Columns<'_, Block<L, F>>,
        (g, first): (usize, usize),
    ) {
        let (f, passes) = (self.f, &self.second.passes);
        let (pass, plain) = (&passes[level], index == 0);
        if level + 1 == passes.len() {
            let order = &self.second.order[index..];
            with_radix!(pass.radix, R => f.token().run(#[inline(always)] || {
                let twiddles = &pass.twiddles[index * (R - 1)..][..count * (R - 1)];
                pass::last::<L, R, F>(f, ws, twiddles, plain, order, pass.blocks, #[inline(always)] |k, v| {
                    store::<L, INVERSE, FAR, F>(f, x.get(k, g), v, first)
                })
            }));
        } else if count > 1 && size_of_val(ws) > NEAR {
            for (i, block) in ws.chunks_exact_mut(ws.len() / count).enumerate() {
                self.rows::<INVERSE, FAR>((level, index + i, 1), block, x, (g, first));
            }
        } else {
            with_radix!(pass.radix, R => f.token().run(#[inline(always)] || {
                pass::middle::<L, R, false, F>(f, ws, &pass.twiddles[index * (R - 1)..][..count * (R - 1)], plain)
            }));
            self.rows::<INVERSE, FAR>((level + 1, index * pass.radix, count * pass.radix), ws, x, (g, first));
        }
    }

    /// The rows of the groups in `groups`, each shifted by `first` rows.
    fn row_groups<const INVERSE: bool, const FAR: bool>(
        &self,
        (groups, first): (Range<usize>, usize),
        y: &[Block<L, F>],
        ws: &mut [Block<L, F>],
        x: &mut Columns<'_, Block<L, F>>,
    ) {
        let ws = &mut ws[..self.rows];
        for g in groups {
            self.gather::<FAR>(g, first, y, ws);
            self.rows::<INVERSE, FAR>((1, 0, self.second.passes[0].radix), ws, x, (g, first));
        }
        if FAR {
            self.f.token().run(
                #[inline(always)]
                || self.f.fence(),
            );
        }
    }

    fn two_steps<const INVERSE: bool, const FAR: bool>(
        &self,
        input: Option<&[Complex<F::Float>]>,
        x: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
    ) {
        let skew = skew(scratch);
        let (y, _) = scratch[skew..].as_chunks_mut::<L>();
        let (y, ws) = y.split_at_mut(self.len() / L);
        let width = self.radix * self.rest / L;
        if self.rest == 1 {
            self.short_columns::<INVERSE>(input.unwrap_or(x), y);
            let mut x = Columns::new(x.as_chunks_mut().0, width);
            for (g, y) in y.chunks_exact_mut(self.rows).enumerate() {
                self.rows::<INVERSE, FAR>((0, 0, 1), y, &mut x, (g, 0));
            }
            if FAR {
                self.f.token().run(
                    #[inline(always)]
                    || self.f.fence(),
                );
            }
            return;
        }
        self.columns_shared::<INVERSE, FAR>(input.unwrap_or(x), 0, y, ws, self.threads);
        // Whole cache lines of results: the groups begin at the first of them, and the rows that this leaves are done before.
        let first = if FAR && size_of::<F::V>() == 64 { self::skew(x) } else { 0 };
        if first != 0 {
            let mut ends = Columns::new(x.as_chunks_mut().0, width);
            self.row_groups::<INVERSE, FAR>((0..1, 0), y, ws, &mut ends);
            self.row_groups::<INVERSE, FAR>((width - 1..width, 0), y, ws, &mut ends);
        }
        let groups = 0..if first == 0 { width } else { width - 1 };
        let x = Columns::new(x[first..].as_chunks_mut().0, width);
        self.rows_shared::<INVERSE, FAR>((groups, first), y, ws, x, self.threads);
    }

    /// [`columns`](Self::columns), halved until a thread has its part.
    fn columns_shared<const INVERSE: bool, const FAR: bool>(
        &self,
        x: &[Complex<F::Float>],
        start: usize,
        y: &mut [Block<L, F>],
        ws: &mut [Block<L, F>],
        threads: usize,
    ) {
        let n1 = self.radix * self.rest;
        let groups = y.len() / n1;
        if threads < 2 || groups < 2 {
            return self.columns::<INVERSE, FAR>(x, start, y, ws);
        }
        let (half, count) = (threads / 2, groups * (threads / 2) / threads);
        let ((y0, y1), (ws0, ws1)) = (y.split_at_mut(count * n1), ws.split_at_mut(half * self.workspace()));
        join(
            || self.columns_shared::<INVERSE, FAR>(x, start, y0, ws0, half),
            || self.columns_shared::<INVERSE, FAR>(x, start + count, y1, ws1, threads - half),
        );
    }

    /// [`row_groups`](Self::row_groups), halved until a thread has its part.
    fn rows_shared<const INVERSE: bool, const FAR: bool>(
        &self,
        (groups, first): (Range<usize>, usize),
        y: &[Block<L, F>],
        ws: &mut [Block<L, F>],
        mut x: Columns<'_, Block<L, F>>,
        threads: usize,
    ) {
        if threads < 2 || groups.len() < 2 {
            return self.row_groups::<INVERSE, FAR>((groups, first), y, ws, &mut x);
        }
        let half = threads / 2;
        let middle = groups.start + groups.len() * half / threads;
        let ((x0, x1), (ws0, ws1)) = (x.split(middle), ws.split_at_mut(half * self.workspace()));
        join(
            || self.rows_shared::<INVERSE, FAR>((groups.start..middle, first), y, ws0, x0, half),
            || self.rows_shared::<INVERSE, FAR>((middle..groups.end, first), y, ws1, x1, threads - half),
        );
    }
}

pub(crate) use crate::threads::join;

/// Bytes that stay in the first cache beside what streams through it.
const NEAR: usize = 1 << 14;

impl<const L: usize, F: Floats<L>> Kernel<F::Float> for Lanes<L, F> {
    fn len(&self) -> usize {
        self.radix * self.rest * self.rows
    }

    fn scratch_len(&self) -> usize {
        self.len() + self.threads * self.workspace() * L + 64 / size_of::<Complex<F::Float>>() - 1
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        match (inverse, self.far) {
            (false, false) => self.two_steps::<false, false>(input, output, scratch),
            (true, false) => self.two_steps::<true, false>(input, output, scratch),
            (false, true) => self.two_steps::<false, true>(input, output, scratch),
            (true, true) => self.two_steps::<true, true>(input, output, scratch),
        }
    }
}
