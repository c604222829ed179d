//! Columns of 16, 32 or 64 values in two steps, one or a few cache lines of each row at a time.
//!
//! With `n = A B` and `w = exp(-2 pi i/n)`:
//!
//! ```text
//! y_(k1,j2)   = w^(j2 k1) sum x_(B j1 + j2) exp(-2 pi i j1 k1/A)     0 <= j2 < B, rows to work space
//! X_(k1+A k2) = sum y_(k1,j2) exp(-2 pi i j2 k2/B)                   0 <= k1 < A, work space to rows
//! ```
//! The parts of a number lie side by side in all of it, so nothing is permuted but by products with `i`. The work space is as many lines
//! for each row, in the first cache.
//!
//! Rows a multiple of a page apart share a set of the first cache, which holds eight lines. Each line of more rows is fetched once to be read
//! and once to be written. Lines that follow one another come faster then than one of each row in turn.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::kernel::{ALIGNMENT, Across, Form, LINES, NEAR, WAYS, copied};
use crate::{
    kernel::{
        complex::Twiddles,
        grid::Grid,
        packed::{ComplexPairs, Either, Forward, Packed, Pairs, Token, Values, dft},
    },
    lists::{enumerate, zip},
};
use alloc::boxed::Box;
use num_complex::Complex;

/// Factors between the steps: a real and an imaginary part for each `k1` of each `j2`.
type Factors<T, const A: usize, const B: usize> = [[[T; 2]; A]; B];

/// Transforms of `A B` values. `LINE` columns fill a cache line, in vectors of `L`.
struct Steps<const L: usize, const LINE: usize, const A: usize, const B: usize, F: Pairs<L>> {
    f: F,
    /// `w^(j2 k1)` for each `j2`, then the conjugates for the inverse.
    factors: [Factors<F::Float, A, B>; 2],
    /// The lines of each row at a time.
    lines: usize,
}

/// Returns the kernel for these columns, if there is one.
pub(super) fn of<const L: usize, const LINE: usize, F: Pairs<L, Float: Default>>(
    f: F,
    form: &Form,
) -> Option<Box<dyn Across<F::Float>>> {
    let lines = match (form.len, form.crowd > WAYS) {
        // Vectors of a line have passes for larger matrices: they ask for lines ahead, and store them past the caches.
        _ if L == LINE && (form.crowd > 2 * WAYS || form.bytes > NEAR) => return None,
        _ if L == LINE => 1,
        _ if form.bytes > NEAR => LINES,
        (16, _) | (32, true) => LINES,
        (_, true) => LINES / 2,
        (_, false) => 1,
    };
    match form.len {
        16 => {
            if const { L < LINE } {
                Some(Steps::<L, LINE, 4, 4, F>::boxed(f, lines))
            } else {
                None
            }
        }
        32 => Some(Steps::<L, LINE, 4, 8, F>::boxed(f, lines)),
        64 => Some(Steps::<L, LINE, 8, 8, F>::boxed(f, lines)),
        _ => None,
    }
}

/// A cache line of a row.
type Line<T, const LINE: usize> = [Complex<T>; LINE];

/// Some columns of a matrix: the first one, and their number.
type Range = (usize, usize);

impl<const L: usize, const LINE: usize, const A: usize, const B: usize, F: Pairs<L, Float: Default>>
    Steps<L, LINE, A, B, F>
{
    /// Creates the transform.
    fn boxed(f: F, lines: usize) -> Box<dyn Across<F::Float>> {
        const { assert!(LINE * size_of::<Complex<F::Float>>() == ALIGNMENT && LINE.is_multiple_of(L)) };
        let twiddles = Twiddles::<F::Float>::new(A * B, A * B);
        let mut factors = [[[[F::Float::default(); 2]; A]; B]; 2];
        for j in 0..B {
            for k in 0..A {
                let [re, im] = twiddles.parts(j * k);
                [factors[0][j][k], factors[1][j][k]] = [[re, im], [re, F::Float::default() - im]];
            }
        }
        Box::new(Steps::<L, LINE, A, B, F> { f, factors, lines })
    }

    /// Transforms the columns that fill lines, and returns their number.
    fn lines(
        &self,
        grid: &mut Grid<'_, Complex<F::Float>>,
        work: &mut [Complex<F::Float>],
        inverse: bool,
        factor: Option<F::Float>,
    ) -> usize {
        let columns = grid.columns() / LINE * LINE;
        let work = work.as_chunks_mut::<LINE>().0;
        let (f, width) = (self.f, work.len() / (A * B) * LINE);
        f.token().run(
            #[inline(always)]
            move || {
                let signs = f.mul(f.signs(), f.constant(if inverse { -1.0 } else { 1.0 }));
                let factors = &self.factors[usize::from(inverse)];
                let by = factor.map_or(f.constant(1.0), |factor| f.splat(factor));
                for column in (0..columns).step_by(width.max(1)) {
                    let range = (column, (columns - column).min(width));
                    self.first(grid, work, range, signs, factors);
                    self.last(grid, work, range, signs, by);
                }
            },
        );
        columns
    }

    /// Computes the first step with the signs of `-i`, or of `i`.
    #[inline(always)]
    fn first(
        &self,
        grid: &mut Grid<'_, Complex<F::Float>>,
        work: &mut [Line<F::Float, LINE>],
        (column, count): Range,
        signs: F::V,
        factors: &Factors<F::Float, A, B>,
    ) {
        let (ring, plain) = (ComplexPairs(self.f, Either(signs)), ComplexPairs(self.f, Forward));
        for (s, w) in enumerate(factors) {
            let Some(x) = grid.strips::<LINE>((s, B, A), column, count) else { return };
            for (mut x, y) in zip(x, work.chunks_exact_mut(A * B)) {
                for l in 0..LINE / L {
                    let mut v = [ring.load_values(&x.get(0).as_chunks::<L>().0[l]); A];
                    for j in 1..A {
                        v[j] = ring.load_values(&x.get(j).as_chunks::<L>().0[l]);
                    }
                    let v = dft(ring, v);
                    ring.store_work(&mut y[s].as_chunks_mut::<L>().0[l], v[0]);
                    for k in 1..A {
                        let v = plain.mul(v[k], plain.splat(&w[k]));
                        ring.store_work(&mut y[k * B + s].as_chunks_mut::<L>().0[l], v);
                    }
                }
            }
        }
    }

    /// Computes the second step, times a real number.
    #[inline(always)]
    fn last(
        &self,
        grid: &mut Grid<'_, Complex<F::Float>>,
        work: &[Line<F::Float, LINE>],
        (column, count): Range,
        signs: F::V,
        by: F::V,
    ) {
        let ring = ComplexPairs(self.f, Either(signs));
        for k in 0..A {
            let Some(x) = grid.strips::<LINE>((k, A, B), column, count) else { return };
            for (mut x, y) in zip(x, work.chunks_exact(A * B)) {
                let Some(y) = y.as_chunks::<B>().0.get(k) else { return };
                for l in 0..LINE / L {
                    let mut v = [ring.load_work(&y[0].as_chunks::<L>().0[l]); B];
                    for j in 1..B {
                        v[j] = ring.load_work(&y[j].as_chunks::<L>().0[l]);
                    }
                    let v = dft(ring, v);
                    for j in 0..B {
                        ring.store_values(&mut x.get(j).as_chunks_mut::<L>().0[l], self.f.mul(v[j], by));
                    }
                }
            }
        }
    }
}

impl<const L: usize, const LINE: usize, const A: usize, const B: usize, F: Pairs<L, Float: Default>> Across<F::Float>
    for Steps<L, LINE, A, B, F>
{
    fn scratch_len(&self) -> usize {
        A * B * LINE * self.lines.max(2) + LINE - 1
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
        if grid.rows() == A * B {
            let column = self.lines(&mut grid, &mut scratch[..A * B * LINE * self.lines], inverse, factor);
            let (work, copy) = scratch.split_at_mut(A * B * LINE);
            copied(&mut grid, column, &mut copy[..A * B * LINE], &mut |mut few| {
                self.lines(&mut few, work, inverse, factor);
            });
        }
    }
}
