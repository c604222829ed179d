//! Passes of any radix over columns of vectors.
//!
//! `m` vectors hold `L` transforms of length `m`, one a lane. Passes of radices `r_1, ..., r_p`, product `m`, compute them in
//! place, decimated in frequency. Before pass `i` there are `b = r_1 ... r_(i-1)` blocks; block `(k_1, ..., k_(i-1))`, `k_1` most
//! significant, holds what is left to transform for the outputs `k = rho + b (...)`, `rho = k_1 + r_1 k_2 + ...`. Its factors
//! `exp(-2 pi i j rho/(b r_i))`, `j < r_i`, do not depend on the place inside the block: one broadcast serves a whole block.
//! The last pass finds the outputs `rho + b j` and stores each where it belongs, so natural order costs nothing.
//!
//! Every function here is compiled for each radix, each vector and each instruction set: there are few of them.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]
#![allow(clippy::reversed_empty_ranges, reason = "the network of one value")]

use super::{
    ends::parts,
    ends::{load, store},
    lanes_pass::slices_mut,
    odd::network,
    passes::{Pass, Passes},
    prime,
};
use crate::kernel::packed::{ComplexLanes, Floats, Packed, Token};
use num_complex::Complex;

/// Calls `$body` with the constant `$r` for a radix that is known when running.
macro_rules! with_radix {
    ($radix:expr, $r:ident => $body:expr) => {
        match $radix {
            1 => {
                const $r: usize = 1;
                $body
            }
            2 => {
                const $r: usize = 2;
                $body
            }
            3 => {
                const $r: usize = 3;
                $body
            }
            4 => {
                const $r: usize = 4;
                $body
            }
            5 => {
                const $r: usize = 5;
                $body
            }
            6 => {
                const $r: usize = 6;
                $body
            }
            7 => {
                const $r: usize = 7;
                $body
            }
            8 => {
                const $r: usize = 8;
                $body
            }
            9 => {
                const $r: usize = 9;
                $body
            }
            10 => {
                const $r: usize = 10;
                $body
            }
            11 => {
                const $r: usize = 11;
                $body
            }
            12 => {
                const $r: usize = 12;
                $body
            }
            13 => {
                const $r: usize = 13;
                $body
            }
            _ => debug_assert!(false, "no pass has this radix"),
        }
    };
}

pub(super) use with_radix;

/// A vector in memory.
pub(super) type Block<T, const L: usize> = [Complex<T>; L];

/// The first pass, without factors: vectors `x[j stride..]` into `ws`. With `ahead`, asks for the group after this one.
pub(super) fn first<const L: usize, const INVERSE: bool, F: Floats<L>>(
    f: F,
    radix: usize,
    x: &[Complex<F::Float>],
    stride: usize,
    ahead: bool,
    ws: &mut [Block<F::Float, L>],
) {
    with_radix!(radix, R => f.token().run(#[inline(always)] || {
        let inner = ws.len() / R;
        for s in 0..inner {
            let mut v = [load::<L, INVERSE, F>(f, x, s * stride); R];
            for j in 1..R {
                v[j] = load::<L, INVERSE, F>(f, x, (j * inner + s) * stride);
            }
            if ahead {
                for j in 0..R {
                    if let Some(next) = x.get((j * inner + s) * stride + L) {
                        f.prefetch(next);
                    }
                    if let Some(next) = x.get((j * inner + s) * stride + L + L / 2) {
                        f.prefetch(next);
                    }
                }
            }
            let v = network::<L, R, F>(f, v);
            for j in 0..R {
                f.store_parts(&mut ws[j * inner + s], v[j]);
            }
        }
    }));
}

/// How many factors a block of a pass of radix `R` has in the table.
pub(super) const fn factors<const R: usize>() -> usize {
    if R > 1 { R - 1 } else { 1 }
}

/// A network with factors before it or, on the way back, after it.
#[inline(always)]
fn butterfly<const L: usize, const R: usize, const BACK: bool, F: Floats<L>>(
    f: F,
    mut v: [[F::V; 2]; R],
    w: &[[F::Float; 2]],
) -> [[F::V; 2]; R] {
    let ring = ComplexLanes(f);
    if BACK {
        v = network::<L, R, F>(f, v);
    }
    for j in 1..R {
        v[j] = ring.mul(v[j], ring.splat(w[j - 1]));
    }
    if BACK { v } else { network::<L, R, F>(f, v) }
}

/// A pass in place over its blocks from `index` on, as many as `ws` has; block 0 has no factors.
#[inline(always)]
fn butterflies<const L: usize, const R: usize, const BACK: bool, F: Floats<L>>(
    f: F,
    ws: &mut [Block<F::Float, L>],
    pass: &Pass<F::Float>,
    index: usize,
) {
    let (plain, ws) = ws.split_at_mut(if index == 0 { (R * pass.inner).min(ws.len()) } else { 0 });
    if !plain.is_empty() {
        let x = slices_mut::<R, _>(plain);
        for s in 0..x[0].len() {
            let mut v = [f.load_parts(&x[0][s]); R];
            for j in 1..R {
                v[j] = f.load_parts(&x[j][s]);
            }
            let v = network::<L, R, F>(f, v);
            for j in 0..R {
                f.store_parts(&mut x[j][s], v[j]);
            }
        }
    }
    let skip = index.saturating_sub(1) * const { factors::<R>() };
    let twiddles = pass.twiddles.get(skip..).unwrap_or_default().chunks_exact(const { factors::<R>() });
    if pass.inner == 1 {
        for (x, w) in ws.as_chunks_mut::<R>().0.iter_mut().zip(twiddles) {
            let mut v = [f.load_parts(&x[0]); R];
            for j in 1..R {
                v[j] = f.load_parts(&x[j]);
            }
            let v = butterfly::<L, R, BACK, F>(f, v, w);
            for j in 0..R {
                f.store_parts(&mut x[j], v[j]);
            }
        }
        return;
    }
    for (block, w) in ws.chunks_exact_mut(R * pass.inner).zip(twiddles) {
        let x = slices_mut::<R, _>(block);
        for s in 0..x[0].len() {
            let mut v = [f.load_parts(&x[0][s]); R];
            for j in 1..R {
                v[j] = f.load_parts(&x[j][s]);
            }
            let v = butterfly::<L, R, BACK, F>(f, v, w);
            for j in 0..R {
                f.store_parts(&mut x[j][s], v[j]);
            }
        }
    }
}

/// A pass in place over its blocks from `index` on, as many as `ws` has.
pub(super) fn middle<const L: usize, F: Floats<L>>(
    f: F,
    ws: &mut [Block<F::Float, L>],
    pass: &Pass<F::Float>,
    index: usize,
) {
    if pass.radix > 16 {
        return f.token().run(
            #[inline(always)]
            || prime::pass(f, ws, pass, index),
        );
    }
    with_radix!(pass.radix, R => f.token().run(
        #[inline(always)]
        || butterflies::<L, R, false, F>(f, ws, pass, index)
    ));
}

/// The inverse of [`middle`] on values with parts exchanged: the factors come last.
pub(super) fn back<const L: usize, F: Floats<L>>(
    f: F,
    ws: &mut [Block<F::Float, L>],
    pass: &Pass<F::Float>,
    index: usize,
) {
    if pass.radix > 16 {
        return f.token().run(
            #[inline(always)]
            || prime::back(f, ws, pass, index),
        );
    }
    with_radix!(pass.radix, R => f.token().run(
        #[inline(always)]
        || butterflies::<L, R, true, F>(f, ws, pass, index)
    ));
}

/// The values of a block of the last pass.
#[inline(always)]
pub(super) fn last<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    block: &[Block<F::Float, L>; R],
    factors: Option<&[[F::Float; 2]]>,
) -> [[F::V; 2]; R] {
    let ring = ComplexLanes(f);
    let mut v = [f.load_parts(&block[0]); R];
    match factors {
        None => {
            for j in 1..R {
                v[j] = f.load_parts(&block[j]);
            }
        }
        Some(w) => {
            for j in 1..R {
                v[j] = ring.mul(f.load_parts(&block[j]), ring.splat(w[j - 1]));
            }
        }
    }
    network::<L, R, F>(f, v)
}

/// The last pass into other work space in natural order, times `table` where there is one, then parts exchanged or not.
pub(super) fn last_to_work<const L: usize, F: Floats<L>>(
    f: F,
    ws: &[Block<F::Float, L>],
    passes: &Passes<F::Float>,
    table: Option<&[Block<F::Float, L>]>,
    exchange: bool,
    out: &mut [Block<F::Float, L>],
) {
    let Some(pass) = passes.passes.last() else { return };
    with_radix!(pass.radix, R => f.token().run(#[inline(always)] || {
        let mut twiddles = pass.twiddles.chunks_exact(const { factors::<R>() });
        for (block, &rho) in ws.as_chunks::<R>().0.iter().zip(&passes.order) {
            let v = last(f, block, if rho == 0 { None } else { twiddles.next() });
            for j in 0..R {
                let k = rho as usize + j * pass.blocks;
                let Some(out) = out.get_mut(k) else { continue };
                let v = match table.and_then(|table| table.get(k)) {
                    Some(w) => ComplexLanes(f).mul(v[j], f.load_parts(w)),
                    None => v[j],
                };
                f.store_parts(out, parts(v, exchange));
            }
        }
    }));
}

/// The last pass to memory in natural order: vector `k` to `x[k stride..]`, parts exchanged or not.
pub(super) fn last_to_memory<const L: usize, const INVERSE: bool, F: Floats<L>>(
    f: F,
    ws: &[Block<F::Float, L>],
    passes: &Passes<F::Float>,
    x: &mut [Complex<F::Float>],
    stride: usize,
) {
    let Some(pass) = passes.passes.last() else { return };
    with_radix!(pass.radix, R => f.token().run(#[inline(always)] || {
        let mut twiddles = pass.twiddles.chunks_exact(const { factors::<R>() });
        for (block, &rho) in ws.as_chunks::<R>().0.iter().zip(&passes.order) {
            let v = last(f, block, if rho == 0 { None } else { twiddles.next() });
            for j in 0..R {
                let k = rho as usize + j * pass.blocks;
                store::<L, INVERSE, F>(f, x, k * stride, v[j]);
            }
        }
    }));
}
