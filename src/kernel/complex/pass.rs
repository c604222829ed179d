//! Passes of any radix over columns of vectors.
//!
//! `m` vectors hold `L` transforms of length `m`, one a lane. Passes of radices `r_1, ..., r_p`, product `m`, compute
//! them in place, decimated in frequency. Before pass `i` there are `b = r_1 ... r_(i-1)` blocks; block
//! `(k_1, ..., k_(i-1))`, `k_1` most significant, holds the remaining transform of the outputs `k = rho + b (...)`,
//! `rho = k_1 + r_1 k_2 + ...`. Its factors `exp(-2 pi i j rho/(b r_i))`, `j < r_i`, do not depend on the position
//! inside the block: one broadcast serves a whole block. The last pass computes the outputs `rho + b j`, for `rho` from 0 on, and stores
//! each at its index, so natural order is free.
//!
//! Every function here is compiled for each radix, each vector and each instruction set: there are few of them.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]
#![allow(clippy::reversed_empty_ranges, reason = "the network of one value")]

use super::{
    ends::{exchanged, load, store},
    lanes_pass::{factored, read, slices, slices_mut, values, write},
    odd::network,
    passes::{Natural, Pass},
    prime,
};
use crate::{
    kernel::{
        grid::Grid,
        packed::{ComplexLanes, Floats, Packed, Token},
    },
    lists::{self, enumerate, zip},
    threads::join,
};
use num_complex::Complex;

/// Calls `$body` with the constant `$r` for a radix that is known when running, where its passes are compiled for vectors of `$lanes`.
macro_rules! with_radix {
    ($lanes:ident, $radix:expr, $r:ident => $body:expr) => {
        with_radix!(@ $lanes, $radix, $r, $body, 1 2 3 4 5 6 7 8 9 10 11 12 13 16)
    };
    (@ $lanes:ident, $radix:expr, $r:ident, $body:expr, $($n:literal)*) => {
        match $radix {
            $( $n => {
                const $r: usize = $n;
                if const { crate::kernel::complex::passes::compiled($lanes, $n) } {
                    $body
                }
            } )*
            _ => debug_assert!(false, "no pass has this radix"),
        }
    };
}

pub(super) use with_radix;

/// A vector in memory.
pub(super) type Block<T, const L: usize> = [Complex<T>; L];

/// Computes the first pass, without factors, of the columns from `at` on of a matrix with rows of `stride` values into `ws`; parts
/// are exchanged for the inverse. With `ahead`, asks for the group after this one.
pub(super) fn first<const L: usize, F: Floats<L>>(
    f: F,
    radix: usize,
    x: &[Complex<F::Float>],
    (stride, at): (usize, usize),
    (ahead, inverse): (bool, bool),
    ws: &mut [Block<F::Float, L>],
) {
    with_radix!(L, radix, R => f.token().run(#[inline(always)] move || {
        let (x, ws) = (slices::<R, _>(x), &mut slices_mut::<R, _>(ws));
        for s in 0..ws[0].len() {
            let at = s * stride + at;
            let Some(v) = load(f, &x, at) else { return };
            if ahead {
                for j in 0..R {
                    for next in [L, L + L / 2] {
                        if let Some(next) = x[j].get(at + next) {
                            f.prefetch(next);
                        }
                    }
                }
            }
            write(ComplexLanes(f), ws, s, network::<L, R, _>(ComplexLanes(f), exchanged(v, inverse)));
        }
    }));
}

/// Returns the number of factors of a block in the table, for a pass of radix `R`.
pub(super) const fn factors<const R: usize>() -> usize {
    if R > 1 { R - 1 } else { 1 }
}

/// Computes a network with factors before it or, for the inverse, after it.
#[inline(always)]
fn butterfly<const L: usize, const R: usize, const BACK: bool, F: Floats<L>>(
    f: F,
    v: [[F::V; 2]; R],
    w: &[[F::Float; 2]],
) -> [[F::V; 2]; R] {
    if BACK {
        factored(ComplexLanes(f), network::<L, R, _>(ComplexLanes(f), v), w)
    } else {
        network::<L, R, _>(ComplexLanes(f), factored(ComplexLanes(f), v, w))
    }
}

/// Computes a pass of one block, each of whose rows has `inner` vectors.
#[inline(always)]
fn block<const L: usize, const R: usize, const BACK: bool, F: Floats<L>>(
    f: F,
    block: &mut [Block<F::Float, L>],
    inner: usize,
    w: &[[F::Float; 2]],
) {
    // One pointer and the distance of the rows: a pointer for each row takes longer to make than a short row takes. More rows than registers
    // hold multiples of the distance have a pointer each.
    if const { R > 8 } {
        let x = &mut slices_mut::<R, _>(block);
        for s in 0..x[0].len() {
            let v = read(ComplexLanes(f), x, s);
            write(ComplexLanes(f), x, s, butterfly::<L, R, BACK, F>(f, v, w));
        }
        return;
    }
    let mut rows = Grid::new(block, inner);
    let Some(places) = rows.strips::<1>((0, 1, R), 0, inner) else { return };
    for mut place in places {
        let mut v = [f.load_parts(&place.get(0)[0]); R];
        for j in 1..R {
            v[j] = f.load_parts(&place.get(j)[0]);
        }
        let v = butterfly::<L, R, BACK, F>(f, v, w);
        for j in 0..R {
            f.store_parts(&mut place.get(j)[0], v[j]);
        }
    }
}

/// Computes a pass without factors of one block, whose rows are `x`.
#[inline(always)]
fn plain<const L: usize, const R: usize, F: Floats<L>>(f: F, x: &mut [&mut [Block<F::Float, L>]; R]) {
    for s in 0..x[0].len() {
        let v = read(ComplexLanes(f), x, s);
        write(ComplexLanes(f), x, s, network::<L, R, _>(ComplexLanes(f), v));
    }
}

/// Computes a pass in place over its blocks from `index` on, as many as `ws` has; block 0 has no factors.
#[inline(always)]
fn butterflies<const L: usize, const R: usize, const BACK: bool, F: Floats<L>>(
    f: F,
    ws: &mut [Block<F::Float, L>],
    pass: &Pass<F::Float>,
    index: usize,
) {
    let (first, ws) = ws.split_at_mut(if index == 0 { (R * pass.inner).min(ws.len()) } else { 0 });
    if !first.is_empty() {
        plain::<L, R, F>(f, &mut slices_mut(first));
    }
    let skip = index.saturating_sub(1) * const { factors::<R>() };
    let twiddles = pass.twiddles.get(skip..).unwrap_or_default().chunks_exact(const { factors::<R>() });
    if pass.inner == 1 {
        for (x, w) in zip(ws.as_chunks_mut::<R>().0, twiddles) {
            let v = butterfly::<L, R, BACK, F>(f, values(ComplexLanes(f), x), w);
            for j in 0..R {
                f.store_parts(&mut x[j], v[j]);
            }
        }
        return;
    }
    for (each, w) in zip(ws.chunks_exact_mut(R * pass.inner), twiddles) {
        block::<L, R, BACK, F>(f, each, pass.inner, w);
    }
}

/// Computes a pass in place over its blocks from `index` on, as many as `ws` has.
pub(super) fn middle<const L: usize, F: Floats<L>>(
    f: F,
    ws: &mut [Block<F::Float, L>],
    pass: &Pass<F::Float>,
    index: usize,
) {
    if pass.radix > 16 {
        return f.token().run(
            #[inline(always)]
            move || prime::pass(f, ws, pass, index, false),
        );
    }
    with_radix!(L, pass.radix, R => f.token().run(
        #[inline(always)]
        move || butterflies::<L, R, false, F>(f, ws, pass, index)
    ));
}

/// The most rows of a block that threads share.
pub(super) const MOST_SHARED: usize = 12;

/// Returns whether threads share a pass of this radix: of those that long rows begin with.
pub(super) const fn is_shared(radix: usize) -> bool {
    radix <= MOST_SHARED && matches!(radix, 8 | 9 | 10 | 12)
}

/// Computes a pass of one block, whose rows are the first `radix` slices; halved until each thread has its part.
pub(super) fn shared<const L: usize, F: Floats<L>>(
    f: F,
    radix: usize,
    rows: [&mut [Block<F::Float, L>]; MOST_SHARED],
    threads: usize,
) {
    /// Fewer vectors of a row are not worth a second thread.
    const LEAST: usize = 64;
    let len = rows[0].len();
    if threads > 1 && len >= 2 * LEAST {
        let [rows, others] = cut(rows, len * (threads / 2) / threads);
        return join(|| shared(f, radix, rows, threads / 2), || shared(f, radix, others, threads - threads / 2));
    }
    f.token().run(
        #[inline(always)]
        move || {
            let mut rows = rows;
            with_radix!(L, radix, R => if const { is_shared(R) } && let Some(rows) = rows.first_chunk_mut::<R>() {
                plain::<L, R, F>(f, rows);
            });
        },
    );
}

/// Returns the rows of `len` elements of a block; those after the last are empty.
pub(super) fn rows<T>(x: &mut [T], len: usize) -> [&mut [T]; MOST_SHARED] {
    let mut rows = x.chunks_exact_mut(len);
    lists::from_fn(|_| rows.next().unwrap_or_default())
}

/// Returns the parts of rows before and from `at` on; rows that end before it have no second part.
pub(super) fn cut<T>(mut rows: [&mut [T]; MOST_SHARED], at: usize) -> [[&mut [T]; MOST_SHARED]; 2] {
    let rest = lists::from_fn(|i| {
        let row = core::mem::take(&mut rows[i]);
        let (first, rest) = row.split_at_mut(at.min(row.len()));
        rows[i] = first;
        rest
    });
    [rows, rest]
}

/// Computes the inverse of [`middle`] on values with parts exchanged: the factors come last.
pub(super) fn back<const L: usize, F: Floats<L>>(
    f: F,
    ws: &mut [Block<F::Float, L>],
    pass: &Pass<F::Float>,
    index: usize,
) {
    if pass.radix > 16 {
        return f.token().run(
            #[inline(always)]
            move || prime::pass(f, ws, pass, index, true),
        );
    }
    with_radix!(L, pass.radix, R => f.token().run(
        #[inline(always)]
        move || butterflies::<L, R, true, F>(f, ws, pass, index)
    ));
}

/// Returns the values of the block at a place of the last pass.
#[inline(always)]
pub(super) fn last<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    blocks: &[[Block<F::Float, L>; R]],
    place: u32,
    w: Option<&[[F::Float; 2]]>,
) -> [[F::V; 2]; R] {
    let mut v = values(ComplexLanes(f), &blocks[place as usize]);
    if let Some(w) = w {
        v = factored(ComplexLanes(f), v, w);
    }
    network::<L, R, _>(ComplexLanes(f), v)
}

/// Computes the last pass into other work space in natural order, times `table` if there is one. Parts are exchanged or not.
pub(super) fn last_to_work<const L: usize, F: Floats<L>>(
    f: F,
    ws: &[Block<F::Float, L>],
    passes: &Natural<F::Float>,
    table: Option<&[Block<F::Float, L>]>,
    exchange: bool,
    out: &mut [Block<F::Float, L>],
) {
    let Some(pass) = passes.passes.last() else { return };
    with_radix!(L, pass.radix, R => f.token().run(#[inline(always)] move || {
        let mut twiddles = pass.twiddles.chunks_exact(const { factors::<R>() });
        let (out, table) = (&mut slices_mut::<R, _>(out), table.map(slices::<R, _>));
        let blocks = ws.as_chunks::<R>().0;
        for (k, &place) in enumerate(&passes.places) {
            let mut v = last(f, blocks, place, if k == 0 { None } else { twiddles.next() });
            if let Some(table) = &table {
                for j in 0..R {
                    let Some(w) = table[j].get(k) else { return };
                    v[j] = ComplexLanes(f).mul(v[j], f.load_parts(w));
                }
            }
            let v = exchanged(v, exchange);
            for j in 0..R {
                let Some(out) = out[j].get_mut(k) else { return };
                f.store_parts(out, v[j]);
            }
        }
    }));
}

/// Computes the last pass to the columns from `at` on of a matrix with rows of `stride` values, in natural order. Parts are exchanged
/// or not.
pub(super) fn last_to_memory<const L: usize, F: Floats<L>>(
    f: F,
    ws: &[Block<F::Float, L>],
    passes: &Natural<F::Float>,
    x: &mut [Complex<F::Float>],
    (stride, at): (usize, usize),
    exchange: bool,
) {
    let Some(pass) = passes.passes.last() else { return };
    with_radix!(L, pass.radix, R => f.token().run(#[inline(always)] move || {
        let mut twiddles = pass.twiddles.chunks_exact(const { factors::<R>() });
        let x = &mut slices_mut::<R, _>(x);
        let blocks = ws.as_chunks::<R>().0;
        for (k, &place) in enumerate(&passes.places) {
            let v = last(f, blocks, place, if k == 0 { None } else { twiddles.next() });
            store(f, x, k * stride + at, exchanged(v, exchange));
        }
    }));
}
