//! Any composite length `n = n1 n2` with `n1, n2 >= L`: columns in lanes, where these divide no radix.
//!
//! ```text
//! X[k1 + n1 k2] = sum_j2 w^(j2 k1) (sum_j1 x[j1 n2 + j2] w1^(j1 k1)) w2^(j2 k2)
//! ```
//!
//! Step 1 transforms `L` neighbouring columns `j2`, one a lane, by the passes of `n1`. The last pass multiplies by the
//! factors `w^(j2 k1)` and leaves each group contiguous in scratch. Step 2 transposes blocks of `L x L` on the way in,
//! so that lanes hold neighbouring rows `k1`, and stores `L` neighbouring outputs at stride `n1`. The work-space
//! between them is `max(n1, n2)` vectors. Where `L` does not divide a side, the last group begins earlier and computes
//! some values twice.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Kernel, Table, Twiddles, columns_pass as single,
    ends::start,
    pass::{self, Block},
    passes::Natural,
    reserve,
};
use crate::{
    Result,
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists::{self, enumerate, zip},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// Bytes of factors between the steps to which there is one for each value.
const TABLE: usize = 1 << 18;

/// Groups of columns, and work space.
pub(super) type Spaces<'a, T, const L: usize> = (&'a mut [Block<T, L>], &'a mut [Block<T, L>]);

/// The factors between the steps.
pub(super) enum Step<T, const L: usize> {
    /// One a value.
    Table(Table<T, L>),
    /// The factors of a group's first column, times those of the columns after it.
    Product(Vec<[T; 2]>, Table<T, L>),
}

pub(crate) struct Columns<const L: usize, F: Floats<L>> {
    pub(super) f: F,
    pub(super) n1: usize,
    pub(super) n2: usize,
    pub(super) first: Natural<F::Float>,
    pub(super) second: Natural<F::Float>,
    pub(super) step: Step<F::Float, L>,
}

/// Returns the number of complex numbers of scratch with `lanes` lanes.
pub(crate) fn scratch_len(n1: usize, n2: usize, lanes: usize) -> Option<usize> {
    let groups = n2.div_ceil(lanes).checked_mul(n1)?.checked_mul(lanes)?;
    groups.checked_add(n1.checked_mul(2)?.max(n2).checked_mul(lanes)?)?.checked_add(ALIGNMENT / 8)
}

/// Bytes at whose multiples work space begins.
const ALIGNMENT: usize = 64;

impl<const L: usize, F: Floats<L>> Columns<L, F> {
    /// Creates both steps for radices that have a pass, with products at least `L`.
    pub(crate) fn new(f: F, first: &[usize], second: &[usize]) -> Result<Self> {
        let (first, second) = (Natural::new(L, first)?, Natural::new(L, second)?);
        let (n1, n2) = (first.len, second.len);
        let n = n1 * n2;
        let count = if n * size_of::<Complex<F::Float>>() <= TABLE { n } else { n / L };
        let twiddles = Twiddles::new(n, count);
        let block = |exponents: [usize; L]| super::block(lists::map(exponents, |exponent| twiddles.power(exponent)));
        let groups = n2.div_ceil(L);
        let what = "the factors of a transform";
        let step = if n * size_of::<Complex<F::Float>>() <= TABLE {
            let mut table = Table::new(what, groups * n1)?;
            for g in 0..groups {
                for k in 0..n1 {
                    table.push(block(lists::map(F::ORDER, |lane| k * (start(g, n2, L) + lane))));
                }
            }
            Step::Table(table)
        } else {
            let mut firsts = reserve(what, groups * n1)?;
            for g in 0..groups {
                for k in 0..n1 {
                    firsts.push(twiddles.parts(k * start(g, n2, L)));
                }
            }
            let mut lanes = Table::new(what, n1)?;
            for k in 0..n1 {
                lanes.push(block(lists::map(F::ORDER, |lane| k * lane)));
            }
            Step::Product(firsts, lanes)
        };
        Ok(Columns { f, n1, n2, first, second, step })
    }

    /// Computes the transforms of a group of columns, times the factors, in natural order.
    fn column(
        &self,
        x: &[Complex<F::Float>],
        (g, inverse): (usize, bool),
        work: &mut [[Complex<F::Float>; L]],
        out: &mut [[Complex<F::Float>; L]],
    ) {
        let (f, n1, n2) = (self.f, self.n1, self.n2);
        let (work, factors) = work.split_at_mut(n1);
        let [first, others @ ..] = &self.first.passes[..] else { return };
        // The only pass is the last one.
        let radix = if others.is_empty() { 1 } else { first.radix };
        let ahead = n1 * n2 * size_of::<Complex<F::Float>>() > 1 << 20;
        pass::first(f, radix, x, (n2, start(g, n2, L)), (ahead, inverse), work);
        for p in others.split_last().map_or(&[][..], |(_, middle)| middle) {
            pass::middle(f, work, p, 0);
        }
        let factors = self.factors(g, factors);
        pass::last_to_work(f, work, &self.first, Some(factors), false, out);
    }

    /// Returns the factors of row `k` of group `g`.
    #[inline(always)]
    pub(super) fn factor(&self, g: usize, k: usize) -> [F::V; 2] {
        let (f, ring) = (self.f, ComplexLanes(self.f));
        match &self.step {
            Step::Table(table) => f.load_parts(&table[g * self.n1 + k]),
            Step::Product(firsts, lanes) => ring.mul(f.load_parts(&lanes[k]), ring.splat(&firsts[g * self.n1 + k])),
        }
    }

    /// Returns the factors of a group, from the table or computed into `work`.
    pub(super) fn factors<'a>(
        &'a self,
        g: usize,
        work: &'a mut [[Complex<F::Float>; L]],
    ) -> &'a [[Complex<F::Float>; L]] {
        let (f, ring, n1) = (self.f, ComplexLanes(self.f), self.n1);
        match &self.step {
            Step::Table(table) => &table[g * n1..][..n1],
            Step::Product(firsts, lanes) => {
                let work = &mut work[..n1];
                f.token().run(
                    #[inline(always)]
                    || {
                        for ((out, w), lane) in zip(zip(&mut *work, &firsts[g * n1..][..n1]), &**lanes) {
                            f.store_parts(out, ring.mul(f.load_parts(lane), ring.splat(w)));
                        }
                    },
                );
                work
            }
        }
    }

    /// Gathers `L` rows from the groups of columns, transposed into `work`.
    #[inline(always)]
    pub(super) fn gather(&self, y: &[[Complex<F::Float>; L]], row: usize, work: &mut [[Complex<F::Float>; L]]) {
        let (f, n1, n2) = (self.f, self.n1, self.n2);
        for (g, group) in enumerate(y.chunks_exact(n1)) {
            let Some(rows) = group[row..].first_chunk::<L>() else { return };
            let Some(work) = work[start(g, n2, L)..].first_chunk_mut::<L>() else { return };
            let mut v = [f.load_parts(&rows[F::ORDER[0]]); L];
            for l in 1..L {
                v[l] = f.load_parts(&rows[F::ORDER[l]]);
            }
            let v = ComplexLanes(f).transpose(v);
            for l in 0..L {
                f.store_parts(&mut work[F::ORDER[l]], v[l]);
            }
        }
    }

    /// Splits scratch into groups of columns and workspace.
    pub(super) fn split<'a>(&self, scratch: &'a mut [Complex<F::Float>]) -> Spaces<'a, F::Float, L> {
        let skip = scratch.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT / 8);
        let (blocks, _) = scratch[skip..].as_chunks_mut::<L>();
        let (y, work) = blocks.split_at_mut(self.n2.div_ceil(L) * self.n1);
        (y, work)
    }

    /// Runs step 1.
    pub(super) fn columns(
        &self,
        x: &[Complex<F::Float>],
        inverse: bool,
        y: &mut [Block<F::Float, L>],
        work: &mut [Block<F::Float, L>],
    ) {
        if const { L > 1 }
            && let ([only], Step::Table(table)) = (&self.first.passes[..], &self.step)
        {
            single::columns(self.f, only.radix, (x, self.n2, inverse), table, y);
            return;
        }
        for (g, out) in y.chunks_exact_mut(self.n1).enumerate() {
            self.column(x, (g, inverse), work, out);
        }
    }

    fn rows(
        &self,
        y: &[[Complex<F::Float>; L]],
        inverse: bool,
        x: &mut [Complex<F::Float>],
        work: &mut [[Complex<F::Float>; L]],
    ) {
        let (f, n1, n2) = (self.f, self.n1, self.n2);
        let Some((last, others)) = self.second.passes.split_last() else { return };
        if const { L > 1 } && others.is_empty() && last.radix > 1 {
            single::rows(f, last.radix, y, n1, (x, inverse));
            return;
        }
        let work = &mut work[..n2];
        for h in 0..n1.div_ceil(L) {
            let row = start(h, n1, L);
            let columns = &mut *work;
            f.token().run(
                #[inline(always)]
                move || self.gather(y, row, columns),
            );
            for p in others {
                pass::middle(f, work, p, 0);
            }
            pass::last_to_memory(f, work, &self.second, x, (n1, row), inverse);
        }
    }
}

impl<const L: usize, F: Floats<L>> Kernel<F::Float> for Columns<L, F> {
    fn len(&self) -> usize {
        self.n1 * self.n2
    }

    fn scratch_len(&self) -> usize {
        scratch_len(self.n1, self.n2, L).unwrap_or(usize::MAX)
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let ((y, work), output) = (self.split(scratch), &mut output[..self.n1 * self.n2]);
        self.columns(input.unwrap_or(output), inverse, y, work);
        self.rows(y, inverse, output, work);
    }
}
