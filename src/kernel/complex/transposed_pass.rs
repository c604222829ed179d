//! The passes of [`transposed`](super::transposed) that read or write memory or the result of the other step.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]
#![allow(clippy::reversed_empty_ranges, reason = "the network of one value")]

use super::{
    columns_mut::Columns,
    ends::{exchanged, load, start},
    lanes_ends::transposed,
    lanes_pass::{slices, slices_mut, write},
    odd::network,
    pass::{self, Block, MOST_SHARED, factors, with_radix},
    passes::{Pass, serves},
};
use crate::{
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists::enumerate,
};
use num_complex::Complex;

/// Number of places ahead at which values are prefetched.
const AHEAD: usize = 4;

/// Computes step 1 if it has one pass: the columns from group `begin` on, times `step`, whose factors begin there; vector `g` of column `j` goes
/// to `y[g][j]`, less the columns before.
pub(super) fn columns<const L: usize, F: Floats<L>>(
    f: F,
    (radix, begin): (usize, usize),
    (x, n2, inverse): (&[Complex<F::Float>], usize, bool),
    step: &[Block<F::Float, L>],
    mut y: [&mut [Block<F::Float, L>]; MOST_SHARED],
) {
    with_radix!(L, radix, R => if const { R.is_multiple_of(L) } { f.token().run(#[inline(always)] move || {
        let ring = ComplexLanes(f);
        let rows = slices::<R, _>(x);
        for (c, w) in enumerate(step.chunks_exact(const { factors::<R>() })) {
            let at = start(begin + c, n2, L);
            let Some(v) = load(f, &rows, at) else { return };
            let at = at - begin * L;
            let mut v = network::<L, R, _>(ComplexLanes(f), exchanged(v, inverse));
            for j in 1..R {
                v[j] = ring.mul(v[j], f.load_parts(&w[j - 1]));
            }
            transposed::<L, R, _>(ring, &v, #[inline(always)] |g, l, v| f.store_parts(&mut y[g][at + l], v));
        }
    })});
}

/// Computes the first pass of the columns from `at` on: vector `g` of place `s` of column `l` goes to `ws[(g L + l) q + s]`.
pub(super) fn first<const L: usize, F: Floats<L>>(
    f: F,
    radix: usize,
    (x, inverse): (&[Complex<F::Float>], bool),
    (at, n2, far): (usize, usize, bool),
    inner: &[[F::Float; 2]],
    ws: &mut [Block<F::Float, L>],
) {
    with_radix!(L, radix, R => if const { R.is_multiple_of(L) } { f.token().run(#[inline(always)] move || {
        let ring = ComplexLanes(f);
        let rows = slices::<R, _>(x);
        let ws = slices_mut::<R, _>(ws);
        for (s, w) in enumerate(inner.chunks_exact(const { factors::<R>() })) {
            let at = s * n2 + at;
            let Some(v) = load(f, &rows, at) else { return };
            if far {
                for j in 0..R {
                    if let Some(row) = rows[j].get(at + AHEAD * n2..).and_then(|row| row.first_chunk::<L>()) {
                        f.prefetch(&row[0]);
                        f.prefetch(&row[L / 2]);
                        f.prefetch(&row[L - 1]);
                    }
                }
            }
            let mut v = network::<L, R, _>(ComplexLanes(f), exchanged(v, inverse));
            for j in 1..R {
                v[j] = ring.mul(v[j], ring.splat(&w[j - 1]));
            }
            transposed::<L, R, _>(ring, &v, #[inline(always)] |g, l, v| f.store_parts(&mut ws[g * L + l][s], v));
        }
    })});
}

/// Computes the last pass of a column: output `k`, times the lanes of `fine` and `coarse[k]`, goes to `y[k stride + at]`.
pub(super) fn last_to_columns<const L: usize, F: Floats<L>>(
    f: F,
    ws: &[Block<F::Float, L>],
    pass: &Pass<F::Float>,
    places: &[u32],
    (fine, coarse): (&Block<F::Float, L>, &[[F::Float; 2]]),
    (stride, at, far): (usize, usize, bool),
    y: &mut [Block<F::Float, L>],
) {
    with_radix!(L, pass.radix, R => if const { serves(L, R) } { f.token().run(#[inline(always)] move || {
        let ring = ComplexLanes(f);
        let fine = f.load_parts(fine);
        let (coarse, y) = (slices::<R, _>(coarse), slices_mut::<R, _>(y));
        let mut twiddles = pass.twiddles.chunks_exact(const { factors::<R>() });
        let blocks = ws.as_chunks::<R>().0;
        for (k, &place) in enumerate(places) {
            let v = pass::last(f, blocks, place, if k == 0 { None } else { twiddles.next() });
            for j in 0..R {
                let (Some(w), Some(y)) = (coarse[j].get(k), y[j].get_mut(k * stride + at)) else { return };
                let v = ring.mul(v[j], ring.mul(fine, ring.splat(w)));
                if far { f.stream_parts(y, v) } else { f.store_parts(y, v) }
            }
        }
    })});
}

/// The values that step 1 left for a group of rows.
#[derive(Clone, Copy)]
pub(super) struct Groups<'a, T, const L: usize> {
    /// The values from the first value of the first row on.
    pub(super) y: &'a [Block<T, L>],
    /// The lengths of the steps.
    pub(super) n1: usize,
    pub(super) n2: usize,
    /// Rows that are the next group's.
    pub(super) first: usize,
    /// `true` if all this is beyond the caches.
    pub(super) far: bool,
}

impl<T, const L: usize> Groups<'_, T, L> {
    /// Returns the place of value `at` of the rows. The last group of columns begins earlier.
    #[inline(always)]
    fn place(&self, at: usize) -> usize {
        let late = if at >= self.n2 / L * L { self.n2.wrapping_neg() % L } else { 0 };
        at / L * self.n1 + at % L + late
    }
}

/// Computes the first pass of a group of rows into `ws`; with radix 1, copies the values.
pub(super) fn gather<const L: usize, F: Floats<L>>(
    f: F,
    radix: usize,
    from: Groups<'_, F::Float, L>,
    ws: &mut [Block<F::Float, L>],
) {
    let Groups { y, n1, first, far, .. } = from;
    with_radix!(L, radix, R => if const { serves(L, R) } { f.token().run(#[inline(always)] move || {
        let ws = &mut slices_mut::<R, _>(ws);
        let inner = ws[0].len();
        for s in 0..inner {
            // Loops of their own, each short enough to be unrolled.
            let mut at = [0; R];
            for j in 0..R {
                at[j] = from.place(j * inner + s);
            }
            if far {
                for j in 0..R {
                    if let Some(ahead) = y.get(at[j] + n1) {
                        f.prefetch(ahead);
                        f.prefetch(&ahead[L / 2]);
                    }
                }
            }
            let mut v = [[f.constant(0.0); 2]; R];
            for j in 0..R {
                v[j] = f.load_parts(&y[at[j]]);
            }
            if first != 0 {
                for j in 0..R {
                    let w = f.load_parts(&y[at[j] + L]);
                    v[j] = [f.select(first, v[j][0], w[0]), f.select(first, v[j][1], w[1])];
                }
            }
            write(ComplexLanes(f), ws, s, network::<L, R, _>(ComplexLanes(f), v));
        }
    })});
}

/// Computes the last pass for outputs from `begin` on, whose blocks have these places: output `k` goes to row `k` and column `g` of the
/// result.
pub(super) fn last_to_result<const L: usize, F: Floats<L>>(
    f: F,
    ws: &[Block<F::Float, L>],
    (pass, begin, places): (&Pass<F::Float>, usize, &[u32]),
    x: &mut Columns<'_, Block<F::Float, L>>,
    (g, inverse): (usize, bool),
) {
    with_radix!(L, pass.radix, R => if const { serves(L, R) } { f.token().run(#[inline(always)] move || {
        let skip = begin.saturating_sub(1) * const { factors::<R>() };
        let mut twiddles = pass.twiddles[skip..].chunks_exact(const { factors::<R>() });
        let blocks = ws.as_chunks::<R>().0;
        for (i, &place) in enumerate(places) {
            let k = begin + i;
            let v = exchanged(pass::last(f, blocks, place, if k == 0 { None } else { twiddles.next() }), inverse);
            let mut x = x.apart(k, pass.blocks, R, g);
            for j in 0..R {
                f.store_pairs(&mut x.get(j)[0], v[j]);
            }
        }
    })});
}

/// Computes [`last_to_result`] past the caches, beginning with row `first` of the lanes.
pub(super) fn stream_to_result<const L: usize, F: Floats<L>>(
    f: F,
    ws: &[Block<F::Float, L>],
    (pass, begin, places): (&Pass<F::Float>, usize, &[u32]),
    x: &mut Columns<'_, Block<F::Float, L>>,
    (g, inverse): (usize, bool),
    first: usize,
) {
    with_radix!(L, pass.radix, R => if const { serves(L, R) } { f.token().run(#[inline(always)] move || {
        let skip = begin.saturating_sub(1) * const { factors::<R>() };
        let mut twiddles = pass.twiddles[skip..].chunks_exact(const { factors::<R>() });
        let blocks = ws.as_chunks::<R>().0;
        for (i, &place) in enumerate(places) {
            let k = begin + i;
            let v = exchanged(pass::last(f, blocks, place, if k == 0 { None } else { twiddles.next() }), inverse);
            let mut x = x.apart(k, pass.blocks, R, g);
            for j in 0..R {
                let [x] = x.get(j);
                if first == 0 { f.stream_pairs(x, v[j]) } else { f.stream_rotated(x, v[j], first) }
            }
        }
    })});
}
