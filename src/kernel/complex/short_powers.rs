//! [`Transposed`](super::transposed::Transposed) for short powers of two: sides are compile-time constants, all in one
//! function.
//!
//! `n = R A M B`: one pass of radix `R` over the columns, factors and the transposition, then for each group of rows
//! passes of radices `A`, `M` and `B`; `M` and `B` may be 1, which is not a pass. A short transform would spend as much
//! time in calls of passes as in the passes.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Kernel, OfParts, Table,
    ends::parts,
    is_wide,
    lanes_ends::columns,
    lanes_pass::{self as pass, Passes},
    table::{column_factors, skew},
};
use crate::{
    Result,
    kernel::packed::{Floats, Token},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// A transform of `R A M B` values.
pub(crate) struct ShortPower<
    const L: usize,
    const R: usize,
    const A: usize,
    const M: usize,
    const B: usize,
    F: Floats<L>,
> {
    f: F,
    /// Between the steps: `w^(j2 kappa)`, lanes `j2`.
    step: Table<F::Float, L>,
    rows: Passes<F::Float>,
}

impl<const L: usize, const R: usize, const A: usize, const M: usize, const B: usize, F: Floats<L>>
    ShortPower<L, R, A, M, B, F>
{
    /// Creates the transform for lanes that divide `R` and `A M B`.
    pub(crate) fn new(f: F) -> Result<Self> {
        const { assert!(R.is_multiple_of(L) && Self::ROWS.is_multiple_of(L) && (M == 1 || B > 1)) };
        let step = column_factors(R, Self::ROWS, &F::ORDER)?;
        let radices = [A, M, B];
        let rows = radices.iter().filter(|r| **r > 1).copied().collect::<Vec<_>>();
        Ok(ShortPower { f, step, rows: Passes::new(&rows) })
    }

    /// The length of the rows.
    const ROWS: usize = A * M * B;

    /// Runs the transform in this direction; with `of_parts` the values are vectors of parts.
    #[inline(always)]
    fn compute(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
        of_parts: bool,
    ) {
        let (f, skew) = (self.f, skew(scratch));
        let (y, _) = scratch[skew..].as_chunks_mut::<L>();
        let y = &mut y[..R * Self::ROWS / L];
        let x = &input.unwrap_or(output)[..R * Self::ROWS];
        columns::<L, R, F>(f, (x, inverse, of_parts), Self::ROWS, &self.step, y);
        let (x, _) = output[..R * Self::ROWS].as_chunks_mut::<L>();
        let Some(last) = self.rows.passes.last() else { return };
        for (g, ws) in y.chunks_exact_mut(Self::ROWS).enumerate() {
            let ws = &mut ws[..Self::ROWS];
            let (first, order) = (&self.rows.passes[0], &self.rows.order);
            if const { B > 1 } {
                pass::middle::<L, A, false, F>(f, ws, &first.twiddles[..A - 1], true);
                if const { M > 1 } {
                    pass::middle::<L, M, false, F>(f, ws, &self.rows.passes[1].twiddles[..A * (M - 1)], true);
                }
                pass::last::<L, B, F>(
                    f,
                    ws,
                    &last.twiddles,
                    true,
                    order,
                    A * M,
                    #[inline(always)]
                    |k: usize, v| f.store_pairs(&mut x[k * (R / L) + g], parts(v, inverse)),
                );
            } else {
                pass::last::<L, A, F>(
                    f,
                    ws,
                    &last.twiddles[..A - 1],
                    true,
                    &order[..1],
                    1,
                    #[inline(always)]
                    |k: usize, v| f.store_pairs(&mut x[k * (R / L) + g], parts(v, inverse)),
                );
            }
        }
    }
}

impl<const L: usize, const R: usize, const A: usize, const M: usize, const B: usize, F: Floats<L>> Kernel<F::Float>
    for ShortPower<L, R, A, M, B, F>
{
    fn len(&self) -> usize {
        R * Self::ROWS
    }

    fn scratch_len(&self) -> usize {
        R * Self::ROWS + 64 / size_of::<Complex<F::Float>>() - 1
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        self.f.token().run(
            #[inline(always)]
            || self.compute(input, output, scratch, inverse, false),
        );
    }

    fn of_parts(&self) -> Option<&dyn OfParts<F::Float>> {
        if const { is_wide::<L, F::Float>() } { Some(self) } else { None }
    }
}

impl<const L: usize, const R: usize, const A: usize, const M: usize, const B: usize, F: Floats<L>> OfParts<F::Float>
    for ShortPower<L, R, A, M, B, F>
{
    fn order(&self) -> &'static [usize] {
        &F::ORDER
    }

    fn invert(&self, x: &mut [Complex<F::Float>], scratch: &mut [Complex<F::Float>]) {
        self.f.token().run(
            #[inline(always)]
            || self.compute(None, x, scratch, true, true),
        );
    }
}
