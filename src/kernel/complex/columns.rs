//! Any composite length `n = n1 n2` with `n1, n2 >= L`: columns in lanes.
//!
//! ```text
//! X[k1 + n1 k2] = sum_j2 w^(j2 k1) (sum_j1 x[j1 n2 + j2] w1^(j1 k1)) w2^(j2 k2)
//! ```
//!
//! Step 1 takes `L` neighbouring columns `j2`, one a lane, through the passes of `n1`, multiplies by the factors `w^(j2 k1)` in
//! the last of them, and leaves each group contiguous in scratch. Step 2 transposes blocks of `L x L` on the way in, so that
//! lanes hold neighbouring rows `k1`, and stores `L` neighbouring outputs at stride `n1`. All work between runs in
//! `max(n1, n2)` vectors. Where `L` does not divide a side, the last group begins earlier and computes some values twice.

use super::{Kernel, pass, pass::Passes, reserve, twiddle};
use crate::{
    Result,
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// Bytes of factors between the steps to which there is one for each value.
const TABLE: usize = 1 << 18;

/// The factors between the steps.
enum Step<T, const L: usize> {
    /// One a value.
    Table(Vec<[Complex<T>; L]>),
    /// Those of a group's first column, times those of the columns after it.
    Product(Vec<[T; 2]>, Vec<[Complex<T>; L]>),
}

pub(crate) struct Columns<const L: usize, F: Floats<L>> {
    f: F,
    n1: usize,
    n2: usize,
    first: Passes<F::Float>,
    second: Passes<F::Float>,
    step: Step<F::Float, L>,
}

/// Where group `g` of a side of `n >= lanes` begins.
#[inline(always)]
fn start(g: usize, n: usize, lanes: usize) -> usize {
    (g * lanes).min(n - lanes)
}

/// Complex numbers of scratch with `lanes` lanes.
pub(crate) fn scratch_len(n1: usize, n2: usize, lanes: usize) -> Option<usize> {
    let groups = n2.div_ceil(lanes).checked_mul(n1)?.checked_mul(lanes)?;
    groups.checked_add(n1.max(n2).checked_mul(lanes)?)?.checked_add(ALIGNMENT / 8)
}

/// Bytes at whose multiples work space begins.
const ALIGNMENT: usize = 64;

#[inline(always)]
fn parts<V: Copy>(v: [V; 2], inverse: bool) -> [V; 2] {
    if inverse { [v[1], v[0]] } else { v }
}

impl<const L: usize, F: Floats<L>> Columns<L, F> {
    /// For radices with a pass, products at least `L`.
    pub(crate) fn new(f: F, first: &[usize], second: &[usize]) -> Result<Self> {
        let (first, second) = (Passes::new(first), Passes::new(second));
        let (n1, n2) = (first.len, second.len);
        let n = n1 * n2;
        let block = |exponents: [usize; L]| {
            let mut flat = [F::Float::default(); 32];
            for l in 0..L {
                let w: Complex<F::Float> = twiddle(exponents[l] % n, n);
                (flat[l], flat[L + l]) = (w.re, w.im);
            }
            let mut block = [Complex::new(flat[0], flat[1]); L];
            for l in 0..L {
                block[l] = Complex::new(flat[2 * l], flat[2 * l + 1]);
            }
            block
        };
        let groups = n2.div_ceil(L);
        let what = "the factors of a transform";
        let step = if n * size_of::<Complex<F::Float>>() <= TABLE {
            let mut table = reserve(what, groups * n1)?;
            for g in 0..groups {
                for k in 0..n1 {
                    table.push(block(F::ORDER.map(|lane| k * (start(g, n2, L) + lane))));
                }
            }
            Step::Table(table)
        } else {
            let mut firsts = reserve(what, groups * n1)?;
            for g in 0..groups {
                for k in 0..n1 {
                    let w: Complex<F::Float> = twiddle(k * start(g, n2, L) % n, n);
                    firsts.push([w.re, w.im]);
                }
            }
            let mut lanes = reserve(what, n1)?;
            for k in 0..n1 {
                lanes.push(block(F::ORDER.map(|lane| k * lane)));
            }
            Step::Product(firsts, lanes)
        };
        Ok(Columns { f, n1, n2, first, second, step })
    }

    /// The transforms of a group of columns, then `store(k1, ..)`.
    #[inline(always)]
    fn column(
        &self,
        x: &[Complex<F::Float>],
        g: usize,
        inverse: bool,
        work: &mut [[Complex<F::Float>; L]],
        out: &mut [[Complex<F::Float>; L]],
    ) {
        let (f, n2, ring) = (self.f, self.n2, ComplexLanes(self.f));
        let zero = f.constant(0.0);
        let column = &x[start(g, n2, L)..];
        let load = #[inline(always)]
        |j: usize| match column.get(j * n2..).and_then(|row| row.first_chunk::<L>()) {
            Some(row) => parts(f.load_pairs(row), inverse),
            None => [zero; 2],
        };
        let passes = &self.first.passes;
        let Some((last, others)) = passes.split_last() else { return };
        let work = &mut work[..self.n1];
        match others.split_first() {
            Some((first, middle)) => {
                pass::with_radix!(first.radix, R => f.token().run(#[inline(always)] || pass::first::<L, R, F>(f, load, work)));
                for p in middle {
                    pass::with_radix!(p.radix, R => f.token().run(
                        #[inline(always)] || pass::middle::<L, R, F>(f, work, p.blocks, &p.twiddles)));
                }
            }
            None => f.token().run(
                #[inline(always)]
                || {
                    for (j, block) in work.iter_mut().enumerate() {
                        f.store_parts(block, load(j));
                    }
                },
            ),
        }
        let order = &self.first.order;
        match &self.step {
            Step::Table(table) => {
                let table = &table[g * self.n1..][..self.n1];
                let store = #[inline(always)]
                |k: usize, v: [F::V; 2]| {
                    if let (Some(w), Some(out)) = (table.get(k), out.get_mut(k)) {
                        f.store_parts(out, ring.mul(v, f.load_parts(w)));
                    }
                };
                pass::with_radix!(last.radix, R => f.token().run(
                    #[inline(always)] || pass::last::<L, R, F>(f, work, order, &last.twiddles, store)));
            }
            Step::Product(firsts, lanes) => {
                let firsts = &firsts[g * self.n1..][..self.n1];
                let store = #[inline(always)]
                |k: usize, v: [F::V; 2]| {
                    if let (Some(w), Some(lane), Some(out)) = (firsts.get(k), lanes.get(k), out.get_mut(k)) {
                        let w = ring.mul(f.load_parts(lane), ring.splat(*w));
                        f.store_parts(out, ring.mul(v, w));
                    }
                };
                pass::with_radix!(last.radix, R => f.token().run(
                    #[inline(always)] || pass::last::<L, R, F>(f, work, order, &last.twiddles, store)));
            }
        }
    }

    /// `L` rows from the groups of columns, transposed into `work`.
    #[inline(always)]
    fn gather(&self, y: &[[Complex<F::Float>; L]], row: usize, work: &mut [[Complex<F::Float>; L]]) {
        let (f, n1, n2) = (self.f, self.n1, self.n2);
        for (g, group) in y.chunks_exact(n1).enumerate() {
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

    /// Rows `row` to `row + L - 1`: transforms of length `n2` from `work` to `x`.
    #[inline(always)]
    fn row(&self, row: usize, inverse: bool, work: &mut [[Complex<F::Float>; L]], x: &mut [Complex<F::Float>]) {
        let (f, n1) = (self.f, self.n1);
        let Some((last, others)) = self.second.passes.split_last() else { return };
        let work = &mut work[..self.n2];
        for p in others {
            pass::with_radix!(p.radix, R => f.token().run(
                #[inline(always)] || pass::middle::<L, R, F>(f, work, p.blocks, &p.twiddles)));
        }
        let x = &mut x[row..];
        let store = #[inline(always)]
        |k: usize, v: [F::V; 2]| {
            if let Some(x) = x.get_mut(k * n1..).and_then(|x| x.first_chunk_mut::<L>()) {
                f.store_pairs(x, parts(v, inverse));
            }
        };
        let order = &self.second.order;
        pass::with_radix!(last.radix, R => f.token().run(
            #[inline(always)] || pass::last::<L, R, F>(f, work, order, &last.twiddles, store)));
    }

    /// Scratch as groups of columns and work space.
    fn split<'a>(
        &self,
        scratch: &'a mut [Complex<F::Float>],
    ) -> (&'a mut [[Complex<F::Float>; L]], &'a mut [[Complex<F::Float>; L]]) {
        let skip = scratch.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT / 8);
        let (blocks, _) = scratch[skip..].as_chunks_mut::<L>();
        let (y, work) = blocks.split_at_mut(self.n2.div_ceil(L) * self.n1);
        (y, work)
    }

    fn columns(
        &self,
        x: &[Complex<F::Float>],
        y: &mut [[Complex<F::Float>; L]],
        work: &mut [[Complex<F::Float>; L]],
        inverse: bool,
    ) {
        for (g, out) in y.chunks_exact_mut(self.n1).enumerate() {
            self.column(x, g, inverse, work, out);
        }
    }

    fn rows(
        &self,
        y: &[[Complex<F::Float>; L]],
        x: &mut [Complex<F::Float>],
        work: &mut [[Complex<F::Float>; L]],
        inverse: bool,
    ) {
        for h in 0..self.n1.div_ceil(L) {
            let row = start(h, self.n1, L);
            self.f.token().run(
                #[inline(always)]
                || self.gather(y, row, work),
            );
            self.row(row, inverse, work, x);
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

    fn run(&self, x: &mut [Complex<F::Float>], scratch: &mut [Complex<F::Float>], inverse: bool) {
        let (y, work) = self.split(scratch);
        self.columns(x, y, work, inverse);
        self.rows(y, x, work, inverse);
    }

    fn run_into(
        &self,
        input: &[Complex<F::Float>],
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let (y, work) = self.split(scratch);
        self.columns(input, y, work, inverse);
        self.rows(y, output, work, inverse);
    }
}
