//! Steps of a single pass, for [`columns`](super::columns).

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]
#![allow(clippy::reversed_empty_ranges, reason = "the network of one value")]

use super::{
    ends::{exchanged, load, start, store},
    lanes_pass::{slices, slices_mut},
    odd::network,
    pass::{Block, with_radix},
};
use crate::{
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists::{enumerate, zip},
};
use num_complex::Complex;

/// Runs all of step 1 where its transforms have a single pass: every group of columns, times `table`.
pub(super) fn columns<const L: usize, F: Floats<L>>(
    f: F,
    radix: usize,
    (x, stride, inverse): (&[Complex<F::Float>], usize, bool),
    table: &[Block<F::Float, L>],
    y: &mut [Block<F::Float, L>],
) {
    with_radix!(L, radix, R => if const { R >= L } { f.token().run(#[inline(always)] move || {
        let x = slices::<R, _>(x);
        for (g, (y, w)) in enumerate(zip(y.as_chunks_mut::<R>().0, table.as_chunks::<R>().0)) {
            let Some(v) = load(f, &x, start(g, stride, L)) else { return };
            let v = network::<L, R, _>(ComplexLanes(f), exchanged(v, inverse));
            f.store_parts(&mut y[0], v[0]);
            for j in 1..R {
                f.store_parts(&mut y[j], ComplexLanes(f).mul(v[j], f.load_parts(&w[j])));
            }
        }
    })});
}

/// Runs all of step 2 where its transforms have a single pass: every group of `n1` rows, transposed in registers.
pub(super) fn rows<const L: usize, F: Floats<L>>(
    f: F,
    radix: usize,
    y: &[Block<F::Float, L>],
    n1: usize,
    (x, inverse): (&mut [Complex<F::Float>], bool),
) {
    with_radix!(L, radix, R => if const { R >= L } { f.token().run(#[inline(always)] move || {
        if n1 < L || y.len() < const { R.div_ceil(L) } * n1 {
            return;
        }
        let x = &mut slices_mut::<R, _>(x);
        for h in 0..n1.div_ceil(L) {
            let row = start(h, n1, L);
            let mut v = [[f.constant(0.0); 2]; R];
            for g in 0..const { R.div_ceil(L) } {
                let Some(rows) = y[g * n1 + row..].first_chunk::<L>() else { return };
                let mut t = [f.load_parts(&rows[F::ORDER[0]]); L];
                for l in 1..L {
                    t[l] = f.load_parts(&rows[F::ORDER[l]]);
                }
                let t = ComplexLanes(f).transpose(t);
                for l in 0..L {
                    v[const { R.saturating_sub(L) }.min(g * L) + F::ORDER[l]] = t[l];
                }
            }
            store(f, x, row, exchanged(network::<L, R, _>(ComplexLanes(f), v), inverse));
        }
    })});
}
