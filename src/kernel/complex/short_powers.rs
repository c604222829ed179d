//! [`Transposed`](super::transposed::Transposed) for short powers of two: sides are compile-time constants, all in one
//! function.
//!
//! `n = R A M B`: one pass of radix `R` over the columns, factors and the transposition, then for each group of rows
//! passes of radices `A`, `M` and `B`; `M` and `B` may be 1, which is not a pass. A short transform would spend as much
//! time in calls of passes as in the passes.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Kernel, OfParts, Table, is_wide,
    lanes_ends::{columns, results},
    lanes_pass::{self as pass, Passes},
    table::{Parts, column_factors, skew},
};
use crate::{
    Result,
    kernel::packed::{Token, Values},
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use alloc::boxed::Box;
use alloc::vec::Vec;
use num_complex::Complex;

/// Returns whether there is such a transform on registers with the parts side by side.
pub(crate) fn is_pairs(lanes: usize, columns: &[usize], rows: &[usize]) -> bool {
    matches!(
        (lanes, columns, rows),
        (2 | 4 | 8, [8], [8, 4] | [8, 8] | [8, 4, 4] | [8, 4, 8])
            | (2 | 4, [8], [8, 8, 8])
            | (4, [16], [8, 4])
            | (8, [16], [8, 4, 8])
            | (4 | 8, [16], [8, 8, 8])
    )
}

/// Returns the radices of columns and rows on vectors of 64 bytes with the parts side by side, where those are the fastest. Measured
/// 2026-11-29, Intel's Sapphire Rapids.
pub(super) fn wide(len: usize, lanes: usize) -> Option<(Vec<usize>, Vec<usize>)> {
    let (first, rows): (usize, &[usize]) = match (len, lanes) {
        (256, _) => (8, &[8, 4]),
        (512, 4) => (16, &[8, 4]),
        (512, _) => (8, &[8, 8]),
        (1024, 8) => (8, &[8, 4, 4]),
        (2048, 8) => (8, &[8, 4, 8]),
        (4096, 8) => (16, &[8, 4, 8]),
        (8192, _) => (16, &[8, 8, 8]),
        _ => return None,
    };
    Some(([first].to_vec(), rows.to_vec()))
}

/// Returns the most numbers of scratch before the first line of the cache, with the parts side by side: 7 singles, or 3 doubles where
/// no single has as many lanes.
pub(super) const fn before(lanes: usize) -> usize {
    if lanes < 4 { 3 } else { 7 }
}

/// Returns whether the transform with rows of this length is compiled. Vectors of 64 bytes with the parts side by side have those of
/// [`wide`].
#[cfg(all(target_arch = "x86_64", feature = "std"))]
const fn has<const L: usize, const R: usize, P: Values<L>>(rows: usize) -> bool {
    let wide = L * size_of::<Complex<P::Float>>() == 64;
    match (P::DOUBLED, L, R, rows) {
        (false, ..) => R == 8 || rows < 512,
        (true, 4, 8, 32) | (true, 4, 16, 32 | 512) if wide => true,
        (true, 8, 8, 32 | 64 | 128 | 256) | (true, 8, 16, 256 | 512) if wide => true,
        // Sixteen rows of columns by eight are a codelet.
        _ => !wide && R == 8 && rows > 16,
    }
}

/// Builds the transform of these rows; `None` if there is none.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) fn build<const L: usize, const R: usize, P: Values<L>>(
    ring: P,
    rows: &[usize],
) -> Result<Option<Box<dyn Kernel<P::Float>>>> {
    Ok(Some(match rows {
        [4, 4] if const { has::<L, R, P>(16) } => Box::new(ShortPower::<L, R, 4, 1, 4, P>::new(ring)?),
        [8, 4] if const { has::<L, R, P>(32) } => Box::new(ShortPower::<L, R, 8, 1, 4, P>::new(ring)?),
        [8, 8] if const { has::<L, R, P>(64) } => Box::new(ShortPower::<L, R, 8, 1, 8, P>::new(ring)?),
        [8, 4, 4] if const { has::<L, R, P>(128) } => Box::new(ShortPower::<L, R, 8, 4, 4, P>::new(ring)?),
        [8, 4, 8] if const { has::<L, R, P>(256) } => Box::new(ShortPower::<L, R, 8, 4, 8, P>::new(ring)?),
        [8, 8, 8] if const { has::<L, R, P>(512) } => Box::new(ShortPower::<L, R, 8, 8, 8, P>::new(ring)?),
        _ => return Ok(None),
    }))
}

/// Bytes of a page: a load waits for stores before it whose addresses are the same modulo pages.
const PAGE: usize = 1 << 12;

/// Returns the most numbers of scratch that [`half_a_page`] leaves out, in the transform of `len` numbers with the parts apart.
pub(super) const fn apart(len: usize) -> usize {
    if len >= 2048 && len <= 4096 { PAGE / 2 / 8 } else { 0 }
}

/// Returns the elements to leave out at the beginning of `y`: none, or half a page.
///
/// The rest lies a quarter to three quarters of a page behind `x` modulo pages. The last pass of a power of two reads `y` and writes `x` at
/// places that advance together modulo pages.
fn half_a_page<T>(x: &[Complex<T>], y: &[Complex<T>]) -> usize {
    let behind = y.as_ptr().addr().wrapping_sub(x.as_ptr().addr()) % PAGE;
    if (PAGE / 4..=PAGE / 4 * 3).contains(&behind) { 0 } else { PAGE / 2 / size_of::<Complex<T>>() }
}

/// A transform of `R A M B` values.
pub(crate) struct ShortPower<
    const L: usize,
    const R: usize,
    const A: usize,
    const M: usize,
    const B: usize,
    P: Values<L>,
> {
    ring: P,
    /// Between the steps: `w^(j2 kappa)`, lanes `j2`.
    step: Table<P::Float, L>,
    rows: Passes<P::Float>,
}

impl<const L: usize, const R: usize, const A: usize, const M: usize, const B: usize, P: Values<L>>
    ShortPower<L, R, A, M, B, P>
{
    /// Creates the transform for lanes that divide `R` and `A M B`.
    pub(crate) fn new(ring: P) -> Result<Self> {
        const { assert!(R.is_multiple_of(L) && Self::ROWS.is_multiple_of(L) && (M == 1 || B > 1)) };
        let step = column_factors(R, Self::ROWS, &P::ORDER, Self::PARTS)?;
        let radices = [A, M, B];
        let rows = radices.iter().filter(|r| **r > 1).copied().collect::<Vec<_>>();
        Ok(ShortPower { ring, step, rows: Passes::new(&rows) })
    }

    /// The length of the rows.
    const ROWS: usize = A * M * B;

    /// The most bytes of values, work space and doubled factors.
    const TWICE: usize = if size_of::<P::Float>() == 4 { 64 << 10 } else { 48 << 10 };

    /// The place of the parts of factors between the steps. Each part is there twice, which saves instructions, if values, work space and
    /// factors fit the first cache, and for 2048 singles. Measured 2026-11-29, Sapphire Rapids, and 2026-11-30, Zen 4.
    const PARTS: Parts = match (P::DOUBLED, 4 * R * Self::ROWS * size_of::<Complex<P::Float>>() <= Self::TWICE) {
        (false, _) => Parts::Apart,
        (true, true) => Parts::Doubled,
        (true, false) => Parts::Beside,
    };

    /// `true` if values and work space need places that differ modulo pages, as [`half_a_page`] says.
    const PAGES: bool = !P::DOUBLED && R * Self::ROWS * size_of::<Complex<P::Float>>() >= 32 << 10;

    /// Numbers of scratch beside the values.
    const BESIDE: usize = {
        let size = size_of::<Complex<P::Float>>();
        let before = if P::DOUBLED { before(L) } else { 64 / size - 1 };
        before + if Self::PAGES { PAGE / 2 / size } else { 0 }
    };

    /// Runs the transform in this direction; with `of_parts` the values are vectors of parts.
    #[inline(always)]
    fn compute(
        &self,
        input: Option<&[Complex<P::Float>]>,
        output: &mut [Complex<P::Float>],
        scratch: &mut [Complex<P::Float>],
        inverse: bool,
        of_parts: bool,
    ) {
        let (ring, skew) = (self.ring, skew(scratch));
        let more = if const { Self::PAGES } { half_a_page(output, &scratch[skew..]) } else { 0 };
        let (y, _) = scratch[skew + more..].as_chunks_mut::<L>();
        let y = &mut y[..R * Self::ROWS / L];
        let x = &input.unwrap_or(output)[..R * Self::ROWS];
        columns::<L, R, P>(
            ring,
            (x, inverse, of_parts),
            Self::ROWS,
            &self.step,
            y,
            const { matches!(Self::PARTS, Parts::Doubled) },
        );
        let (x, _) = output[..R * Self::ROWS].as_chunks_mut::<L>();
        let [first, .., last] = &self.rows.passes[..] else { return };
        for ws in y.chunks_exact_mut(Self::ROWS) {
            pass::middle::<L, A, false, P>(ring, ws, &first.twiddles[..A - 1], true);
            if const { M > 1 } {
                pass::middle::<L, M, false, P>(ring, ws, &self.rows.passes[1].twiddles[..A * (M - 1)], true);
            }
        }
        let (x, places) = (&mut pass::slices_mut::<B, _>(x), &self.rows.places);
        // Of all groups of rows: results that follow each other are neighbours in memory.
        pass::last::<L, B, P>(
            ring,
            (y, const { R / L }),
            &last.twiddles,
            places,
            #[inline(always)]
            |k, g, v| results(ring, x, k * (R / L) + g, v, inverse),
        );
    }
}

impl<const L: usize, const R: usize, const A: usize, const M: usize, const B: usize, P: Values<L>> Kernel<P::Float>
    for ShortPower<L, R, A, M, B, P>
{
    fn len(&self) -> usize {
        R * Self::ROWS
    }

    fn scratch_len(&self) -> usize {
        R * Self::ROWS + const { Self::BESIDE }
    }

    fn enter(
        &self,
        input: Option<&[Complex<P::Float>]>,
        output: &mut [Complex<P::Float>],
        scratch: &mut [Complex<P::Float>],
        inverse: bool,
    ) {
        self.ring.token().run(
            #[inline(always)]
            move || self.compute(input, output, scratch, inverse, false),
        );
    }

    fn of_parts(&self) -> Option<&dyn OfParts<P::Float>> {
        if const { is_wide::<L, P::Float>() } { Some(self) } else { None }
    }
}

impl<const L: usize, const R: usize, const A: usize, const M: usize, const B: usize, P: Values<L>> OfParts<P::Float>
    for ShortPower<L, R, A, M, B, P>
{
    fn order(&self) -> &'static [usize] {
        &P::ORDER
    }

    fn invert(&self, x: &mut [Complex<P::Float>], scratch: &mut [Complex<P::Float>]) {
        self.ring.token().run(
            #[inline(always)]
            move || self.compute(None, x, scratch, true, true),
        );
    }
}
