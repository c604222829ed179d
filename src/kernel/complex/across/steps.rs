//! Columns of 32 or 64 values in two steps, a cache line of each row at a time.
//!
//! With `n = A B` and `w = exp(-2 pi i/n)`:
//!
//! ```text
//! y_(k1,j2)   = w^(j2 k1) sum x_(B j1 + j2) exp(-2 pi i j1 k1/A)     0 <= j2 < B, rows to work space
//! X_(k1+A k2) = sum y_(k1,j2) exp(-2 pi i j2 k2/B)                   0 <= k1 < A, work space to rows
//! ```
//! The parts of a number lie side by side in all of it, so nothing is permuted but by products with `i`. The work space is a line for
//! each row, in the first cache.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::kernel::{ALIGNMENT, Across, Form, copied, most};
use crate::{
    kernel::{
        complex::Twiddles,
        grid::Grid,
        packed::{Token, Values, dft},
    },
    lists::enumerate,
    rings::Real,
};
use alloc::boxed::Box;
use num_complex::Complex;

/// The most bytes of a matrix. Of a larger one columns are asked for before they are read, several lines of a row at a time.
const MOST: usize = 1 << 23;

/// Transforms of `A B` values. `LINE` columns fill a cache line, in vectors of `L`.
struct Steps<const L: usize, const LINE: usize, const A: usize, const B: usize, P: Values<L>> {
    ring: P,
    /// `w^(j2 k1)` for each `j2`.
    factors: [[[P::Float; 2]; A]; B],
}

/// Returns the kernel for these columns, if there is one.
pub(super) fn of<const L: usize, const LINE: usize, P: Values<L>>(
    ring: P,
    form: &Form,
) -> Option<Box<dyn Across<P::Float>>> {
    if form.crowd > most::<L, LINE>() || form.bytes > MOST {
        return None;
    }
    match form.len {
        32 => Some(Steps::<L, LINE, 4, 8, P>::boxed(ring)),
        64 => Some(Steps::<L, LINE, 8, 8, P>::boxed(ring)),
        _ => None,
    }
}

impl<const L: usize, const LINE: usize, const A: usize, const B: usize, P: Values<L>> Steps<L, LINE, A, B, P> {
    /// Creates the transform.
    fn boxed(ring: P) -> Box<dyn Across<P::Float>> {
        const { assert!(LINE * size_of::<Complex<P::Float>>() == ALIGNMENT && LINE.is_multiple_of(L)) };
        let twiddles = Twiddles::<P::Float>::new(A * B, A * B);
        let mut factors = [[[P::Float::default(); 2]; A]; B];
        for j in 0..B {
            for k in 0..A {
                factors[j][k] = twiddles.parts(j * k);
            }
        }
        Box::new(Steps::<L, LINE, A, B, P> { ring, factors })
    }

    /// Transforms the columns that fill lines, and returns their number.
    fn lines(
        &self,
        grid: &mut Grid<'_, Complex<P::Float>>,
        work: &mut [[Complex<P::Float>; LINE]],
        inverse: bool,
        factor: Option<P::Float>,
    ) -> usize {
        let columns = grid.columns() / LINE * LINE;
        let by = factor.unwrap_or(P::Float::from_f64(1.0));
        self.ring.token().run(
            #[inline(always)]
            move || {
                for column in (0..columns).step_by(LINE) {
                    self.first(grid, column, work);
                    self.last(grid, column, work, inverse, by);
                }
            },
        );
        columns
    }

    /// Computes the first step of a line of columns.
    #[inline(always)]
    fn first(&self, grid: &mut Grid<'_, Complex<P::Float>>, column: usize, work: &mut [[Complex<P::Float>; LINE]]) {
        let ring = self.ring;
        for (s, w) in enumerate(&self.factors) {
            let Some(mut rows) = grid.blocks::<LINE>((s, B, A), column) else { return };
            for l in 0..LINE / L {
                let mut v = [ring.load_values(&rows.get(0).as_chunks::<L>().0[l]); A];
                for j in 1..A {
                    v[j] = ring.load_values(&rows.get(j).as_chunks::<L>().0[l]);
                }
                let v = dft(ring, v);
                ring.store_work(&mut work[s].as_chunks_mut::<L>().0[l], v[0]);
                for k in 1..A {
                    let v = ring.mul(v[k], ring.splat(w[k]));
                    ring.store_work(&mut work[k * B + s].as_chunks_mut::<L>().0[l], v);
                }
            }
        }
    }

    /// Computes the second step, times the factor. The inverse has its outputs in reversed order.
    #[inline(always)]
    fn last(
        &self,
        grid: &mut Grid<'_, Complex<P::Float>>,
        column: usize,
        work: &[[Complex<P::Float>; LINE]],
        inverse: bool,
        by: P::Float,
    ) {
        let ring = self.ring;
        for (k, work) in enumerate(work.as_chunks::<B>().0) {
            let at = if inverse && k > 0 { A - k } else { k };
            let Some(mut rows) = grid.blocks::<LINE>((at, A, B), column) else { return };
            for l in 0..LINE / L {
                let mut v = [ring.load_work(&work[0].as_chunks::<L>().0[l]); B];
                for j in 1..B {
                    v[j] = ring.load_work(&work[j].as_chunks::<L>().0[l]);
                }
                let v = dft(ring, v);
                for j in 0..B {
                    let row = match (inverse, k) {
                        (false, _) => j,
                        (true, 0) => (B - j) % B,
                        (true, _) => B - 1 - j,
                    };
                    ring.store_values(&mut rows.get(row).as_chunks_mut::<L>().0[l], ring.scale(v[j], by));
                }
            }
        }
    }
}

impl<const L: usize, const LINE: usize, const A: usize, const B: usize, P: Values<L>> Across<P::Float>
    for Steps<L, LINE, A, B, P>
{
    fn scratch_len(&self) -> usize {
        2 * A * B * LINE + LINE - 1
    }

    fn lanes(&self) -> usize {
        LINE
    }

    fn run(
        &self,
        mut grid: Grid<'_, Complex<P::Float>>,
        scratch: &mut [Complex<P::Float>],
        inverse: bool,
        factor: Option<P::Float>,
    ) {
        let skip = scratch.as_ptr().align_offset(ALIGNMENT).min(LINE - 1);
        let (work, copy) = scratch[skip..].split_at_mut(A * B * LINE);
        let work = work.as_chunks_mut::<LINE>().0;
        if grid.rows() == A * B {
            let column = self.lines(&mut grid, work, inverse, factor);
            copied(&mut grid, column, &mut copy[..A * B * LINE], &mut |mut few| {
                self.lines(&mut few, work, inverse, factor);
            });
        }
    }
}
