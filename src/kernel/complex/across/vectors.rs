//! Columns of any length with passes: the first reads the matrix, the last one writes it.

use super::{
    kernel::{ALIGNMENT, Across, Form, PAGE},
    radices::ENDS,
};
use crate::{
    kernel::{
        complex::{
            ends::exchanged,
            odd::network,
            pass::{self, Block, factors, middle},
            passes::{Natural, Pass},
        },
        grid::Grid,
        packed::{ComplexLanes, Floats, Token},
    },
    lists::{self, enumerate},
};
use alloc::boxed::Box;
use num_complex::Complex;

/// The most rows whole pages apart that the first pass prefetches ahead, and the bytes of the second cache. Its sets hold fewer of the rows
/// that are further apart.
const AHEAD: usize = 4;
const HELD: usize = 1 << 20;

pub(super) struct Vectors<const L: usize, F: Floats<L>> {
    f: F,
    passes: Natural<F::Float>,
    /// Groups of columns at a time.
    groups: usize,
    far: bool,
    /// `true` if the matrix does not stay in the second cache: columns are asked for before they are read.
    asks: bool,
}

/// Calls `$body` with the constant `$r` for a radix at an end.
macro_rules! with_end {
    ($radix:expr, $r:ident => $body:expr) => {
        with_end!(@ $radix, $r, $body, 1 2 3 4 5 7 8)
    };
    (@ $radix:expr, $r:ident, $body:expr, $($n:literal)*) => {
        match $radix {
            $( $n => {
                const $r: usize = $n;
                $body
            } )*
            _ => {}
        }
    };
}

impl<const L: usize, F: Floats<L>> Vectors<L, F> {
    /// Creates the kernel; `None` if a radix has no pass.
    pub(super) fn boxed(f: F, form: Form) -> Option<Box<dyn Across<F::Float>>> {
        // The first pass finds no factors; the same holds for one of radix 1 before it.
        let skip = usize::from(form.radices[0] == 1);
        let passes = Natural::new(L, &form.radices[skip..]).ok()?;
        Some(Box::new(Vectors { f, passes, groups: form.groups, far: form.far, asks: form.asks }))
    }

    /// Returns the radix of the pass that reads, the passes between, and the last pass.
    fn split(&self) -> (usize, &[Pass<F::Float>], Option<&Pass<F::Float>>) {
        match &self.passes.passes[..] {
            [first, middle @ .., last] if ENDS.contains(&first.radix) => (first.radix, middle, Some(last)),
            [middle @ .., last] => (1, middle, Some(last)),
            [] => (1, &[], None),
        }
    }

    /// Computes the first pass of `ws.len() / len` groups from `column` on. Groups of fewer than `L` columns are filled up with
    /// zeros.
    #[inline(always)]
    fn first<const R: usize>(
        &self,
        grid: &mut Grid<'_, Complex<F::Float>>,
        column: usize,
        ws: &mut [Block<F::Float, L>],
        inverse: bool,
    ) {
        let f = self.f;
        let (len, rows) = (self.passes.len, self.passes.len / R);
        let groups = ws.len() / len;
        // The rows of the next columns, unless those would drive one another out of the cache; then some of these.
        let apart = grid.stride() * size_of::<Complex<F::Float>>();
        let ahead = if apart.is_multiple_of(PAGE) { (HELD / (apart * R)).clamp(1, AHEAD).min(rows) } else { rows };
        for s in 0..rows {
            for (g, ws) in enumerate(ws.chunks_exact_mut(len)) {
                let at = column + g * L;
                let v = network::<L, R, _>(ComplexLanes(f), exchanged(load(f, grid, (s, rows), at), inverse));
                for j in 0..R {
                    f.store_parts(&mut ws[j * rows + s], v[j]);
                }
                if self.asks {
                    let (s, at) = if s + ahead < rows { (s + ahead, at) } else { (s + ahead - rows, at + groups * L) };
                    if let Some(mut next) = grid.blocks::<L>((s, rows, R), at) {
                        for j in 0..R {
                            f.prefetch(&next.get(j)[0]);
                            f.prefetch(&next.get(j)[L / 2]);
                        }
                    }
                }
            }
        }
    }

    /// Computes the last pass of groups and writes them from `column` on.
    #[inline(always)]
    fn last<const R: usize>(
        &self,
        pass: &Pass<F::Float>,
        ws: &[Block<F::Float, L>],
        grid: &mut Grid<'_, Complex<F::Float>>,
        column: usize,
        inverse: bool,
        factor: Option<F::Float>,
    ) {
        let (f, len) = (self.f, self.passes.len);
        let by = factor.map(
            #[inline(always)]
            |by| f.splat(by),
        );
        let mut twiddles = pass.twiddles.chunks_exact(const { factors::<R>() });
        for (k, &place) in enumerate(&self.passes.places) {
            let w = if k == 0 { None } else { twiddles.next() };
            for (g, ws) in enumerate(ws.chunks_exact(len)) {
                let mut v = exchanged(pass::last(f, ws.as_chunks::<R>().0, place, w), inverse);
                for j in 0..R {
                    if let Some(by) = by {
                        v[j] = [f.mul(v[j][0], by), f.mul(v[j][1], by)];
                    }
                }
                store(f, grid, (k, pass.blocks), column + g * L, v, self.far);
            }
        }
    }
}

/// Loads `L` values from a column on of `R` rows, each `apart` after the one before, or as many as there are, with zeros behind.
#[inline(always)]
fn load<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    grid: &mut Grid<'_, Complex<F::Float>>,
    (row, apart): (usize, usize),
    column: usize,
) -> [[F::V; 2]; R] {
    let mut v = [[f.constant(0.0); 2]; R];
    if let Some(mut x) = grid.blocks::<L>((row, apart, R), column) {
        for j in 0..R {
            v[j] = f.load_pairs(x.get(j));
        }
    } else {
        for j in 0..R {
            v[j] = load_some(f, grid, row + j * apart, column);
        }
    }
    v
}

/// Stores as many of `L` values as there are columns in `R` rows, each `apart` after the one before.
#[inline(always)]
fn store<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    grid: &mut Grid<'_, Complex<F::Float>>,
    (row, apart): (usize, usize),
    column: usize,
    v: [[F::V; 2]; R],
    far: bool,
) {
    // A loop for each case is short enough to be unrolled.
    match grid.blocks::<L>((row, apart, R), column) {
        Some(mut x) if far => {
            for j in 0..R {
                f.stream_pairs(x.get(j), v[j]);
            }
        }
        Some(mut x) => {
            for j in 0..R {
                f.store_pairs(x.get(j), v[j]);
            }
        }
        None => {
            for j in 0..R {
                store_some(f, grid, row + j * apart, column, v[j]);
            }
        }
    }
}

/// Loads what is left of a row, with zeros behind.
#[inline(always)]
fn load_some<const L: usize, F: Floats<L>>(
    f: F,
    grid: &mut Grid<'_, Complex<F::Float>>,
    row: usize,
    column: usize,
) -> [F::V; 2] {
    let mut values = [Complex::default(); L];
    let piece = grid.piece(row, column, grid.columns().saturating_sub(column).min(L));
    lists::copy(&mut values, piece);
    f.load_pairs(&values)
}

/// Stores as much as is left of a row.
#[inline(always)]
fn store_some<const L: usize, F: Floats<L>>(
    f: F,
    grid: &mut Grid<'_, Complex<F::Float>>,
    row: usize,
    column: usize,
    v: [F::V; 2],
) {
    let mut values = [Complex::default(); L];
    f.store_pairs(&mut values, v);
    let piece = grid.piece(row, column, grid.columns().saturating_sub(column).min(L));
    lists::copy(piece, &values);
}

impl<const L: usize, F: Floats<L>> Across<F::Float> for Vectors<L, F> {
    fn scratch_len(&self) -> usize {
        self.groups * self.passes.len * L + ALIGNMENT / 8
    }

    fn lanes(&self) -> usize {
        L
    }

    fn run(
        &self,
        mut grid: Grid<'_, Complex<F::Float>>,
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
        factor: Option<F::Float>,
    ) {
        let (f, len) = (self.f, self.passes.len);
        let skip = scratch.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT / 8);
        let ws = scratch[skip..].as_chunks_mut::<L>().0;
        let (first, between, Some(last)) = self.split() else { return };
        if grid.rows() != len {
            return;
        }
        let columns = grid.columns();
        for column in (0..columns).step_by(self.groups * L) {
            let groups = (columns - column).div_ceil(L).min(self.groups);
            let ws = &mut ws[..groups * len];
            with_end!(first, R => f.token().run(
                #[inline(always)]
                || self.first::<R>(&mut grid, column, ws, inverse)
            ));
            for ws in ws.chunks_exact_mut(len) {
                for pass in between {
                    middle(f, ws, pass, 0);
                }
            }
            with_end!(last.radix, R => f.token().run(
                #[inline(always)]
                || self.last::<R>(last, ws, &mut grid, column, inverse, factor)
            ));
        }
        if self.far {
            f.token().run(
                #[inline(always)]
                || f.fence(),
            );
        }
    }
}
