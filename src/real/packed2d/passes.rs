//! The passes over an image: pairs of rows, then blocks of pairs of columns.

use super::image::Packed2d;
use crate::{Result, rings::Real};
use num_complex::Complex;

/// Pairs of columns that are gathered at once: whole cache lines of every row.
pub(super) const BLOCK: usize = 16;
/// Complex numbers between two columns of a block, so that the columns of a power of two do not share cache sets.
pub(super) const PAD: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Inverse,
}

/// One direction of a plan.
pub(super) struct Passes<'a, T: Real> {
    pub(super) plan: &'a Packed2d<T>,
    pub(super) direction: Direction,
}

impl<T: Real> Passes<'_, T> {
    /// Transforms every two rows as one complex row; the last one of an odd number by itself.
    pub(super) fn rows(&self, image: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        let Packed2d { rows, cols, tasks, scratch_each, .. } = *self.plan;
        let run = |rows: &mut [T], scratch: &mut [Complex<T>]| {
            rows.chunks_mut(2 * cols).try_for_each(|pair| self.pair_of_rows(pair, scratch))
        };
        #[cfg(feature = "parallel")]
        if tasks > 1 {
            use rayon::prelude::*;
            let share = rows.div_ceil(2).div_ceil(tasks) * 2 * cols;
            return image
                .par_chunks_mut(share)
                .zip(scratch.par_chunks_mut(scratch_each))
                .try_for_each(|(rows, scratch)| run(rows, scratch));
        }
        let _ = (rows, tasks, scratch_each);
        run(image, scratch)
    }

    fn pair_of_rows(&self, pair: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        let (row, scratch) = scratch.split_at_mut(self.plan.cols);
        let (f, g) = pair.split_at_mut(self.plan.cols);
        if g.is_empty() {
            row.iter_mut().zip(&*f).for_each(|(z, &f)| *z = Complex::new(f, T::zero()));
        } else {
            row.iter_mut().zip(&*f).zip(&*g).for_each(|((z, &f), &g)| *z = Complex::new(f, g));
        }
        let factor = match self.direction {
            Direction::Forward => {
                self.plan.along.forward_with(row, scratch)?;
                untangle(row);
                self.plan.factors[0]
            }
            Direction::Inverse => {
                tangle(row);
                self.plan.along.inverse_with(row, scratch)?;
                self.plan.factors[1]
            }
        };
        f.iter_mut().zip(&*row).for_each(|(f, z)| *f = z.re * factor);
        g.iter_mut().zip(&*row).for_each(|(g, z)| *g = z.im * factor);
        Ok(())
    }

    /// Transforms every two columns as one complex column.
    pub(super) fn columns(&self, image: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        let Packed2d { rows, cols, tasks, scratch_each, .. } = *self.plan;
        let pairs = cols.div_ceil(2);
        #[cfg(feature = "parallel")]
        if tasks > 1 {
            use rayon::prelude::*;
            let share = rows.div_ceil(tasks);
            for first in (0..pairs).step_by(BLOCK * tasks) {
                let blocks = (pairs - first).div_ceil(BLOCK).min(tasks);
                let scratch = &mut scratch[..blocks * scratch_each];
                let block = |index: usize| self.block(first + index * BLOCK);
                let source = &*image;
                scratch.par_chunks_mut(scratch_each).enumerate().try_for_each(|(index, scratch)| {
                    block(index).gather(source, scratch);
                    block(index).transform(scratch)
                })?;
                let scratch = &*scratch;
                image.par_chunks_mut(share * cols).enumerate().for_each(|(part, rows)| {
                    for (index, scratch) in scratch.chunks_exact(scratch_each).enumerate() {
                        block(index).scatter(scratch, part * share, rows);
                    }
                });
            }
            return Ok(());
        }
        let _ = (rows, tasks, scratch_each);
        for first in (0..pairs).step_by(BLOCK) {
            let block = self.block(first);
            block.gather(image, scratch);
            block.transform(scratch)?;
            block.scatter(scratch, 0, image);
        }
        Ok(())
    }

    fn block(&self, first: usize) -> Block<'_, T> {
        let Packed2d { rows, cols, .. } = *self.plan;
        let pairs = BLOCK.min(cols.div_ceil(2) - first);
        Block { passes: self, rows, cols, first, pairs, stride: rows + PAD }
    }
}

/// Pairs of columns `first..first + pairs` as complex columns one after another: column `p` with column `cols - p`, the
/// first with the middle one if there is one.
struct Block<'a, T: Real> {
    passes: &'a Passes<'a, T>,
    rows: usize,
    cols: usize,
    first: usize,
    pairs: usize,
    stride: usize,
}

impl<T: Real> Block<'_, T> {
    /// Returns the column that holds the other part of pair `p`.
    fn partner(&self, p: usize) -> Option<usize> {
        match p {
            0 if self.cols.is_multiple_of(2) => Some(self.cols / 2),
            0 => None,
            _ => Some(self.cols - p),
        }
    }

    fn gather(&self, image: &[T], scratch: &mut [Complex<T>]) {
        for (y, row) in image.chunks_exact(self.cols).enumerate() {
            for p in 0..self.pairs {
                let im = self.partner(self.first + p).map_or(T::zero(), |column| row[column]);
                scratch[p * self.stride + y] = Complex::new(row[self.first + p], im);
            }
        }
    }

    fn transform(&self, scratch: &mut [Complex<T>]) -> Result<()> {
        let (columns, scratch) = scratch.split_at_mut(self.pairs * self.stride);
        let (down, direction) = (&self.passes.plan.down, self.passes.direction);
        for (p, column) in columns.chunks_exact_mut(self.stride).enumerate() {
            let column = &mut column[..self.rows];
            let real = self.first + p == 0;
            match direction {
                Direction::Forward => {
                    down.forward_with(column, scratch)?;
                    if real {
                        untangle(column);
                    }
                }
                Direction::Inverse => {
                    if real {
                        tangle(column);
                    }
                    down.inverse_with(column, scratch)?;
                }
            }
        }
        Ok(())
    }

    /// Scatters columns into rows `from..` of the image.
    fn scatter(&self, scratch: &[Complex<T>], from: usize, image: &mut [T]) {
        for (y, row) in image.chunks_exact_mut(self.cols).enumerate() {
            for p in 0..self.pairs {
                let value = scratch[p * self.stride + from + y];
                row[self.first + p] = value.re;
                if let Some(column) = self.partner(self.first + p) {
                    row[column] = value.im;
                }
            }
        }
    }
}

/// Splits `H = F + i G`, `F` and `G` spectra of real sequences, into both packed spectra: `F` in the real parts, `G` in
/// the imaginary ones.
fn untangle<T: Real>(h: &mut [Complex<T>]) {
    let half = T::one() / (T::one() + T::one());
    let n = h.len();
    for u in 1..n.div_ceil(2) {
        let (a, b) = (h[u], h[n - u]);
        h[u] = Complex::new((a.re + b.re) * half, (a.im + b.im) * half);
        h[n - u] = Complex::new((b.im - a.im) * half, (a.re - b.re) * half);
    }
}

/// Computes the inverse of [`untangle`].
fn tangle<T: Real>(h: &mut [Complex<T>]) {
    let n = h.len();
    for u in 1..n.div_ceil(2) {
        let (a, b) = (h[u], h[n - u]);
        h[u] = Complex::new(a.re + b.im, a.im - b.re);
        h[n - u] = Complex::new(a.re - b.im, a.im + b.re);
    }
}
