//! Cyclic convolution with fixed values: a transform by columns in lanes, a product, and the inverse, in two sweeps.
//!
//! The rows of step 2 are transformed, multiplied by the spectrum and transformed back while they are in the cache;
//! their order is arbitrary. So a convolution reads and writes memory as often as one transform, and nothing is
//! reordered: step 1, step 2 with its inverse, step 1 inverse.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Kernel, Table,
    columns::{self, Columns},
    cyclic::{self, Cyclic},
    ends::parts,
    ends::start,
    pass::{self, Block},
    reserve,
    spectrum::Mirror,
};
use crate::{
    Result,
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    rings::Real,
};
use num_complex::Complex;

/// A convolution, without reordering where its length allows.
pub(crate) enum Cycle<const L: usize, F: Floats<L>> {
    Sides(Convolution<L, F>),
    Lanes(Cyclic<L, F>),
}

impl<const L: usize, F: Floats<L>> Cycle<L, F> {
    /// Creates the convolution with `values`, as many as the transform has, by steps of these radices. The values are
    /// overwritten. Nothing is reordered where `lanes` says that the radices allow it. `mirror` says what half of the outputs
    /// tells of the others.
    pub(crate) fn new(
        f: F,
        columns: &[usize],
        rows: &[usize],
        lanes: bool,
        mirror: Mirror,
        values: &mut [Complex<F::Float>],
    ) -> Result<Self> {
        // One lane has nothing to transform across.
        if const { L > 1 } && lanes {
            return Ok(Cycle::Lanes(Cyclic::new(f, columns, mirror, values)?));
        }
        Ok(Cycle::Sides(Convolution::new(Columns::new(f, columns, rows)?, values)?))
    }

    /// Returns the number of complex numbers of scratch, the values included.
    pub(crate) fn scratch_len(&self) -> usize {
        match self {
            Cycle::Sides(sides) => sides.scratch_len() + sides.len(),
            Cycle::Lanes(lanes) => cyclic::scratch_len(lanes.len()).unwrap_or(usize::MAX),
        }
    }
}

pub(crate) struct Convolution<const L: usize, F: Floats<L>> {
    columns: Columns<L, F>,
    /// For each group of rows, the transforms of its rows in lanes, divided by the length.
    spectrum: Table<F::Float, L>,
}

/// Returns the number of complex numbers of scratch with `lanes` lanes.
pub(crate) fn scratch_len(n1: usize, n2: usize, lanes: usize) -> Option<usize> {
    columns::scratch_len(n1, n2, lanes)?.checked_add(n2.checked_mul(lanes)?)
}

/// Returns `x` times the conjugate of `w`.
#[inline(always)]
fn conjugate_product<const L: usize, F: Floats<L>>(f: F, x: [F::V; 2], w: [F::V; 2]) -> [F::V; 2] {
    [f.mul_add(x[1], w[1], f.mul(x[0], w[0])), f.neg_mul_add(x[0], w[1], f.mul(x[1], w[0]))]
}

impl<const L: usize, F: Floats<L>> Convolution<L, F> {
    /// Creates the convolution with `values`, as many as the transform has; they are overwritten.
    pub(crate) fn new(columns: Columns<L, F>, values: &mut [Complex<F::Float>]) -> Result<Self> {
        let zero = Complex::new(F::Float::default(), F::Float::default());
        let (n1, n2) = (columns.n1, columns.n2);
        let mut scratch = reserve("the spectrum of a convolution", columns.scratch_len())?;
        scratch.resize(columns.scratch_len(), zero);
        columns.enter(None, values, &mut scratch, false);
        let len = F::Float::from_integer((n1 * n2) as u64);
        let mut spectrum = Table::new("the spectrum of a convolution", n1.div_ceil(L) * n2)?;
        for h in 0..n1.div_ceil(L) {
            for k2 in 0..n2 {
                let row = &values[k2 * n1 + start(h, n1, L)..][..L];
                spectrum.push(super::block(F::ORDER.map(|l| Complex::new(row[l].re / len, row[l].im / len))));
            }
        }
        Ok(Convolution { columns, spectrum })
    }

    pub(crate) fn scratch_len(&self) -> usize {
        scratch_len(self.columns.n1, self.columns.n2, L).unwrap_or(usize::MAX)
    }

    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// Convolves `x`, in place.
    pub(crate) fn run(&self, x: &mut [Complex<F::Float>], scratch: &mut [Complex<F::Float>]) {
        let columns = &self.columns;
        let (f, n1, n2) = (columns.f, columns.n1, columns.n2);
        let (y, work) = columns.split(scratch);
        columns.columns(x, false, y, work);
        let (work, other) = work.split_at_mut((2 * n1).max(n2));
        let (rows, other) = (&mut work[..n2], &mut other[..n2]);
        let Some((_, others)) = columns.second.passes.split_last() else { return };
        for (h, spectrum) in self.spectrum.chunks_exact(n2).enumerate() {
            f.token().run(
                #[inline(always)]
                || columns.gather(y, start(h, n1, L), rows),
            );
            for p in others {
                pass::middle(f, rows, p, 0);
            }
            pass::last_to_work(f, rows, &columns.second, Some(spectrum), true, other);
            for p in others {
                pass::middle(f, other, p, 0);
            }
            pass::last_to_work(f, other, &columns.second, None, true, rows);
            f.token().run(
                #[inline(always)]
                || self.scatter(rows, h, y),
            );
        }
        for (g, group) in y.chunks_exact_mut(n1).enumerate() {
            self.column_back(group, g, x);
        }
    }

    /// Scatters group `h` of rows: the inverse of [`Columns::gather`] except for rows of the group before it. Then it
    /// applies the inverse of the factors between the steps and swaps parts.
    #[inline(always)]
    fn scatter(&self, work: &[[Complex<F::Float>; L]], h: usize, y: &mut [[Complex<F::Float>; L]]) {
        let columns = &self.columns;
        let (f, n1, n2) = (columns.f, columns.n1, columns.n2);
        let row = start(h, n1, L);
        for (g, group) in y.chunks_exact_mut(n1).enumerate() {
            let Some(work) = work[start(g, n2, L)..].first_chunk::<L>() else { return };
            let mut v = [f.load_parts(&work[F::ORDER[0]]); L];
            for l in 1..L {
                v[l] = f.load_parts(&work[F::ORDER[l]]);
            }
            let v = ComplexLanes(f).transpose(v);
            let Some(rows) = group[row..].first_chunk_mut::<L>() else { return };
            for l in 0..L {
                let at = row + F::ORDER[l];
                if at >= h * L {
                    let v = conjugate_product(f, v[l], columns.factor(g, at));
                    f.store_parts(&mut rows[F::ORDER[l]], parts(v, true));
                }
            }
        }
    }

    /// Computes the inverse of a group's step 1.
    fn column_back(&self, group: &mut [Block<F::Float, L>], g: usize, x: &mut [Complex<F::Float>]) {
        let columns = &self.columns;
        let (f, n2) = (columns.f, columns.n2);
        for p in columns.first.passes.split_last().map_or(&[][..], |(_, others)| others) {
            pass::middle(f, group, p, 0);
        }
        pass::last_to_memory(f, group, &columns.first, x, (n2, start(g, n2, L)), true);
    }
}
