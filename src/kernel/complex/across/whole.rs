//! Columns of 2, 4, 8 or 16 values: read, transformed in registers and written in one pass.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::kernel::{ALIGNMENT, Across, Form, copied};
use crate::kernel::{
    grid::Grid,
    packed::{Token, Values, dft},
};
use alloc::boxed::Box;
use num_complex::Complex;

/// Transforms of `R` values. `LINE` columns fill a cache line, in vectors of `L`.
struct Whole<const L: usize, const LINE: usize, const R: usize, P> {
    ring: P,
}

/// Returns the kernel for these columns, if there is one.
pub(super) fn of<const L: usize, const LINE: usize, P: Values<L>>(
    ring: P,
    form: &Form,
) -> Option<Box<dyn Across<P::Float>>> {
    match form.len {
        2 => Some(Whole::<L, LINE, 2, P>::boxed(ring)),
        4 => Some(Whole::<L, LINE, 4, P>::boxed(ring)),
        8 => Some(Whole::<L, LINE, 8, P>::boxed(ring)),
        // Vectors of half a line have too few registers for sixteen values.
        16 => {
            if const { L == LINE } {
                Some(Whole::<L, LINE, 16, P>::boxed(ring))
            } else {
                None
            }
        }
        _ => None,
    }
}

impl<const L: usize, const LINE: usize, const R: usize, P: Values<L>> Whole<L, LINE, R, P> {
    /// Creates the transform.
    fn boxed(ring: P) -> Box<dyn Across<P::Float>> {
        const { assert!(LINE * size_of::<Complex<P::Float>>() == ALIGNMENT && LINE.is_multiple_of(L)) };
        Box::new(Whole::<L, LINE, R, P> { ring })
    }

    /// Transforms the columns that fill lines, and returns their number.
    fn lines(&self, grid: &mut Grid<'_, Complex<P::Float>>, inverse: bool, factor: Option<P::Float>) -> usize {
        let (ring, columns) = (self.ring, grid.columns() / LINE * LINE);
        ring.token().run(
            #[inline(always)]
            move || {
                for column in (0..columns).step_by(LINE) {
                    let Some(mut rows) = grid.blocks::<LINE>((0, 1, R), column) else { return };
                    for l in 0..LINE / L {
                        let mut v = [ring.load_values(&rows.get(0).as_chunks::<L>().0[l]); R];
                        for j in 1..R {
                            v[j] = ring.load_values(&rows.get(j).as_chunks::<L>().0[l]);
                        }
                        let v = self.outputs(v, inverse, factor);
                        for j in 0..R {
                            ring.store_values(&mut rows.get(j).as_chunks_mut::<L>().0[l], v[j]);
                        }
                    }
                }
            },
        );
        columns
    }

    /// Returns the transform of vectors in this direction, times the factor.
    #[inline(always)]
    fn outputs(&self, v: [P::Vec; R], inverse: bool, factor: Option<P::Float>) -> [P::Vec; R] {
        let x = dft(self.ring, v);
        let mut y = x;
        if inverse {
            // The outputs with the inverse root are those in reversed order.
            for j in 1..R {
                y[j] = x[R - j];
            }
        }
        if let Some(factor) = factor {
            for j in 0..R {
                y[j] = self.ring.scale(y[j], factor);
            }
        }
        y
    }
}

impl<const L: usize, const LINE: usize, const R: usize, P: Values<L>> Across<P::Float> for Whole<L, LINE, R, P> {
    fn scratch_len(&self) -> usize {
        R * LINE
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
        if grid.rows() == R {
            let column = self.lines(&mut grid, inverse, factor);
            copied(&mut grid, column, &mut scratch[..R * LINE], &mut |mut few| {
                self.lines(&mut few, inverse, factor);
            });
        }
    }
}
