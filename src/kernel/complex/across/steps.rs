//! Columns in passes over work space in the first cache, a few cache lines of each row at a time.
//!
//! The length is a product of radices. The first pass reads the matrix, those between stay in the work space, the last one writes the matrix.
//! A pass of radix `R` joins `R` transforms of `m` values to one of `m R`, with `w = exp(-2 pi i/(m R))`:
//!
//! ```text
//! X_(k+m l) = sum_(s < R) w^(s k) exp(-2 pi i s l/R) x_(s,k)     0 <= k < m, 0 <= l < R
//! ```
//! The parts of a number lie side by side in all of it, so nothing is permuted but by products with `i`. A length that is a radix takes one
//! pass without work space. The code of a pass is shared by all lengths that have its radix.
//!
//! Lines of a row that follow one another come faster than one of each row in turn. Rows a multiple of a page apart also share a set of the
//! first cache, which holds eight lines: each line of more rows is fetched once to be read and once to be written.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    kernel::{ALIGNMENT, Across, Form, LINES, NEAR, WAYS, copied},
    radices::SHORT,
};
use crate::{
    kernel::{
        complex::{Twiddles, odd::network},
        grid::{Grid, Passage},
        packed::{ComplexPairs, Either, Forward, Packed, Pairs, Token, Values},
    },
    lists::enumerate,
};
use alloc::{boxed::Box, vec::Vec};
use num_complex::Complex;

/// Radices of passes. Those above 10 need the registers of AVX-512.
const RADICES: [usize; 11] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16];

/// A pass.
struct Pass<T> {
    radix: usize,
    /// Transforms before it, of `m` values each.
    m: usize,
    /// `w^(s k)` for each `s` of each `k`, then the conjugates for the inverse.
    factors: [Vec<[T; 2]>; 2],
}

/// Transforms with `LINE` columns in a cache line, in vectors of `L`.
struct Steps<const L: usize, const LINE: usize, F: Pairs<L>> {
    f: F,
    len: usize,
    passes: Vec<Pass<F::Float>>,
    /// The first row of each block of the first pass.
    order: Vec<u32>,
    /// The lines of each row at a time.
    lines: usize,
    /// `true` if the last pass asks for the lines that it writes before it computes them.
    asks: bool,
}

/// Returns the radices of a length, none above `most`, the largest first: as few as possible, and of those the least sum.
fn radices(len: usize, most: usize) -> Option<Vec<usize>> {
    let cost = |radices: &Vec<usize>| (radices.len(), radices.iter().sum::<usize>());
    let mut best: Option<Vec<usize>> = None;
    for radix in RADICES.into_iter().filter(|&radix| radix <= most && len.is_multiple_of(radix)) {
        let others = if radix == len { Some(Vec::new()) } else { radices(len / radix, radix) };
        if let Some(others) = others {
            let all = [&[radix][..], &others].concat();
            if best.as_ref().is_none_or(|best| cost(&all) < cost(best)) {
                best = Some(all);
            }
        }
    }
    best
}

/// Returns the kernel for these columns, if there is one.
pub(super) fn of<const L: usize, const LINE: usize, F: Pairs<L, Float: Default>>(
    f: F,
    form: &Form,
) -> Option<Box<dyn Across<F::Float>>> {
    if form.len > SHORT {
        return None;
    }
    // More rows that share a set of the first cache than it holds drive one another out of it.
    let most = match form.crowd > WAYS && form.len <= 256 {
        true => WAYS,
        false if L == LINE => 16,
        false => 10,
    };
    let mut radices = radices(form.len, most)?;
    radices.reverse();
    let columns = form.bytes / form.len / size_of::<Complex<F::Float>>();
    let most = if form.len == 64 && form.crowd <= WAYS && form.bytes <= NEAR { 1 } else { LINES };
    // A line that others drove out would be fetched when its store waits. Vectors of half a line store each twice, and gain nothing.
    let asks = L == LINE && form.crowd > WAYS && form.len > 16;
    Some(Box::new(Steps::<L, LINE, F>::new(f, &radices, (columns / LINE).clamp(1, most), asks)))
}

/// Calls `$body` with the constant `$r` for a radix that is known when running.
macro_rules! with_radix {
    ($radix:expr, $r:ident => $body:expr) => {
        with_radix!(@ $radix, $r, $body, [2 3 4 5 6 7 8 9 10] [12 16])
    };
    (@ $radix:expr, $r:ident, $body:expr, [$($n:literal)*] [$($wide:literal)*]) => {
        match $radix {
            $( $n => {
                const $r: usize = $n;
                $body
            } )*
            $( $wide => if const { L == LINE } {
                const $r: usize = $wide;
                $body
            } )*
            _ => {}
        }
    };
}

impl<const L: usize, const LINE: usize, F: Pairs<L, Float: Default>> Steps<L, LINE, F> {
    /// Creates the transform.
    fn new(f: F, radices: &[usize], lines: usize, asks: bool) -> Self {
        const { assert!(LINE * size_of::<Complex<F::Float>>() == ALIGNMENT && LINE.is_multiple_of(L)) };
        let len = radices.iter().product();
        let twiddles = Twiddles::<F::Float>::new(len, len);
        let (mut m, mut order) = (1, [0].to_vec());
        let mut passes = Vec::new();
        for &radix in radices {
            let mut factors = [Vec::new(), Vec::new()];
            for i in 0..m * radix {
                let [re, im] = twiddles.parts(i / radix * (i % radix) * (len / (m * radix)));
                factors[0].push([re, im]);
                factors[1].push([re, F::Float::default() - im]);
            }
            passes.push(Pass { radix, m, factors });
            m *= radix;
        }
        // The blocks of the last pass are outermost.
        let mut apart = 1;
        for &radix in radices[1..].iter().rev() {
            order = order.iter().flat_map(|&row: &u32| (0..radix).map(move |s| row + (s * apart) as u32)).collect();
            apart *= radix;
        }
        Steps { f, len, passes, order, lines, asks }
    }

    /// Returns whether one pass is all, which needs no work space.
    fn is_single(&self) -> bool {
        self.passes.len() == 1
    }

    /// Transforms the columns that fill lines, and returns their number.
    fn lines(
        &self,
        grid: &mut Grid<'_, Complex<F::Float>>,
        work: &mut [Complex<F::Float>],
        lines: usize,
        inverse: bool,
        factor: Option<F::Float>,
    ) -> usize {
        match (&self.passes[..], lines) {
            ([first @ Pass { radix: 4, .. }, last @ Pass { radix: 4, .. }], LINES) => {
                return self.square::<4, LINES>([first, last], grid, work, inverse, factor);
            }
            ([first @ Pass { radix: 8, .. }, last @ Pass { radix: 8, .. }], 1) => {
                return self.square::<8, 1>([first, last], grid, work, inverse, factor);
            }
            _ => {}
        }
        let columns = grid.columns() / LINE * LINE;
        let width = if self.is_single() { columns } else { lines * LINE };
        let mut work = Grid::new(work, (lines | 1) * LINE);
        for column in (0..columns).step_by(width.max(1)) {
            let count = (columns - column).min(width);
            for (i, pass) in enumerate(&self.passes) {
                let last = i + 1 == self.passes.len();
                let ends = (i == 0, last, last && i > 0 && self.asks);
                self.pass(pass, grid, &mut work, (column, count), ends, (inverse, factor.filter(|_| last)));
            }
        }
        columns
    }

    /// Computes a pass over some columns, times a real number.
    #[allow(clippy::collapsible_match, reason = "a guard would compile passes for vectors that never take them")]
    fn pass(
        &self,
        pass: &Pass<F::Float>,
        grid: &mut Grid<'_, Complex<F::Float>>,
        work: &mut Grid<'_, Complex<F::Float>>,
        range: (usize, usize),
        ends: (bool, bool, bool),
        scaled: (bool, Option<F::Float>),
    ) {
        let f = self.f;
        with_radix!(pass.radix, R => f.token().run(
            #[inline(always)]
            move || {
                let (column, count) = range;
                let sizes = (pass, pass.m, self.len, self.passes.len());
                self.sweep::<R>(sizes, grid, work, (column, count, count == LINE), ends, scaled);
            }
        ));
    }

    /// Transforms columns of `R^2` values in one function, `N` lines of each row at a time, and returns their number.
    fn square<const R: usize, const N: usize>(
        &self,
        [first, last]: [&Pass<F::Float>; 2],
        grid: &mut Grid<'_, Complex<F::Float>>,
        work: &mut [Complex<F::Float>],
        inverse: bool,
        factor: Option<F::Float>,
    ) -> usize {
        let columns = grid.columns() / LINE * LINE;
        let mut work = Grid::new(work, const { (N | 1) * LINE });
        self.f.token().run(
            #[inline(always)]
            move || {
                for column in (0..columns).step_by(const { N * LINE }) {
                    let (len, range) = (R * R, (column, (columns - column).min(const { N * LINE }), const { N == 1 }));
                    self.sweep::<R>((first, 1, len, 2), grid, &mut work, range, (true, false, false), (inverse, None));
                    self.sweep::<R>((last, R, len, 2), grid, &mut work, range, (false, true, false), (inverse, factor));
                }
            },
        );
        columns
    }

    /// Computes a pass of radix `R` over some columns, times a real number. `m`, the length and the number of passes are arguments because they
    /// are constants to some callers.
    #[inline(always)]
    fn sweep<const R: usize>(
        &self,
        (pass, m, len, passes): (&Pass<F::Float>, usize, usize, usize),
        grid: &mut Grid<'_, Complex<F::Float>>,
        work: &mut Grid<'_, Complex<F::Float>>,
        (column, count, one): (usize, usize, bool),
        (first, last, asks): (bool, bool, bool),
        (inverse, factor): (bool, Option<F::Float>),
    ) {
        let f = self.f;
        let signs = f.mul(f.signs(), f.constant(if inverse { -1.0 } else { 1.0 }));
        let (ring, plain) = (ComplexPairs(f, Either(signs)), ComplexPairs(f, Forward));
        let factors = pass.factors[usize::from(inverse)].as_chunks::<R>().0;
        let passage = match (first, last) {
            (true, false) => Passage::<_, LINE, R>::between((grid, len / R, column), (work, m, 0), count),
            (false, false) => Passage::inside(work, m, 0, count),
            (false, true) => Passage::between((work, m, 0), (grid, m, column), count),
            (true, true) => Passage::inside(grid, m, column, count),
        };
        let Some(mut passage) = passage else { return };
        // Blocks of one line follow one another along the rows of a transform, or, if those are of one value, from transform to transform.
        // Blocks of several lines follow one another across these.
        let all = len / (m * R);
        let (blocks, ks, length) = match (one, m) {
            (false, _) => (all, m, 0),
            (true, 1) if passes < 3 => (1, 1, all),
            (true, _) => (all, 1, m),
        };
        let (to_step, k_step) = if one && m > 1 { (1, 1) } else { (R, 0) };
        for block in 0..blocks {
            for k in 0..ks {
                let row = block * (m * R) + k;
                let from = if first { self.order.get(block).map(|&row| row as usize) } else { Some(row) };
                let Some(from) = from else { return };
                let moves =
                    if one { passage.along((from, 1), (row, to_step), length) } else { passage.across(from, row) };
                let Some(moves) = moves else { return };
                for (t, mut moved) in enumerate(moves) {
                    let k = k + t * k_step;
                    let Some(w) = factors.get(k) else { return };
                    if const { L == LINE } && asks {
                        moved.ask();
                    }
                    for l in 0..LINE / L {
                        let mut v = [ring.load_values(&moved.from(0).as_chunks::<L>().0[l]); R];
                        for j in 1..R {
                            v[j] = ring.load_values(&moved.from(j).as_chunks::<L>().0[l]);
                        }
                        if k > 0 {
                            for j in 1..R {
                                v[j] = plain.mul(v[j], plain.splat(&w[j]));
                            }
                        }
                        let mut v = network::<L, R, _>(ring, v);
                        if let Some(by) = factor {
                            for j in 0..R {
                                v[j] = f.mul(v[j], f.splat(by));
                            }
                        }
                        for j in 0..R {
                            ring.store_values(&mut moved.to(j).as_chunks_mut::<L>().0[l], v[j]);
                        }
                    }
                }
            }
        }
    }
}

impl<const L: usize, const LINE: usize, F: Pairs<L, Float: Default>> Across<F::Float> for Steps<L, LINE, F> {
    fn scratch_len(&self) -> usize {
        let lines = if self.is_single() { 1 } else { (self.lines | 1).max(2) };
        self.len * LINE * lines + LINE - 1
    }

    fn lanes(&self) -> usize {
        LINE
    }

    fn run(
        &self,
        mut grid: Grid<'_, Complex<F::Float>>,
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
        factor: Option<F::Float>,
    ) {
        let skip = scratch.as_ptr().align_offset(ALIGNMENT).min(LINE - 1);
        let scratch = &mut scratch[skip..];
        let all = self.len * LINE;
        let (work, lines) = if self.is_single() { (0, 1) } else { (all, self.lines | 1) };
        if grid.rows() == self.len {
            let column = self.lines(&mut grid, &mut scratch[..work * lines], self.lines, inverse, factor);
            let (work, copy) = scratch.split_at_mut(work);
            copied(&mut grid, column, &mut copy[..all], &mut |mut few| {
                self.lines(&mut few, work, 1, inverse, factor);
            });
        }
    }
}
