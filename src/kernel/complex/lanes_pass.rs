//! Passes of any radix over columns of vectors.
//!
//! `m` vectors hold `L` transforms of length `m`, one a lane. Passes of radices `r_1, ..., r_p`, product `m`, compute them in
//! place, decimated in frequency. Before pass `i` there are `b = r_1 ... r_(i-1)` blocks; block `(k_1, ..., k_(i-1))`, `k_1` most
//! significant, holds what is left to transform for the outputs `k = rho + b (...)`, `rho = k_1 + r_1 k_2 + ...`. Its factors
//! `exp(-2 pi i j rho/(b r_i))`, `j < r_i`, do not depend on the place inside the block: one broadcast serves a whole block.
//! The last pass finds the outputs `rho + b j` and hands each on with its index, so natural order costs nothing.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::Twiddles;
use crate::{
    kernel::packed::{ComplexLanes, Floats, Packed, dft},
    lists,
    rings::Real,
};
use alloc::vec::Vec;
use num_complex::Complex;

/// Calls `$body` with the constant `$r`, 4 or 8, for a radix that is known when running.
macro_rules! with_radix {
    ($radix:expr, $r:ident => $body:expr) => {
        if $radix == 4 {
            const $r: usize = 4;
            $body
        } else {
            const $r: usize = 8;
            $body
        }
    };
}
pub(super) use with_radix;

/// Calls `$body` with the constant `$r`, the first radix of columns in `$lanes` lanes.
macro_rules! with_first_radix {
    ($lanes:ident, $r:ident => $body:expr) => {
        if const { $lanes == 16 } {
            const $r: usize = 16;
            $body
        } else {
            const $r: usize = 8;
            $body
        }
    };
}
pub(super) use with_first_radix;

/// The first radix of columns, which the lanes divide.
pub(super) const fn first_radix(lanes: usize) -> usize {
    if lanes == 16 { 16 } else { 8 }
}

#[inline(always)]
pub(super) fn network<const L: usize, const R: usize, F: Floats<L>>(f: F, v: [[F::V; 2]; R]) -> [[F::V; 2]; R] {
    dft::<L, R, _>(ComplexLanes(f), v)
}

/// `x` as `R` slices of one length.
#[inline(always)]
pub(super) fn slices<const R: usize, T>(x: &[T]) -> [&[T]; R] {
    let len = x.len() / R;
    let mut parts = x.chunks_exact(len);
    let parts: [&[T]; R] = lists::from_fn(|_| parts.next().unwrap_or_default());
    for part in &parts {
        assert!(part.len() == len);
    }
    parts
}

/// `x` as `R` slices of one length.
#[inline(always)]
pub(super) fn slices_mut<const R: usize, T>(x: &mut [T]) -> [&mut [T]; R] {
    let len = x.len() / R;
    let mut parts = x.chunks_exact_mut(len);
    let parts: [&mut [T]; R] = lists::from_fn(|_| parts.next().unwrap_or_default());
    for part in &parts {
        assert!(part.len() == len);
    }
    parts
}

/// The first pass, without factors, from anywhere: `R inner` vectors into `ws`.
#[inline(always)]
pub(super) fn first<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    load: impl Fn(usize) -> [F::V; 2],
    ws: &mut [[Complex<F::Float>; L]],
) {
    let ws = slices_mut::<R, _>(ws);
    let inner = ws[0].len();
    for s in 0..inner {
        let mut v = [load(s); R];
        for j in 1..R {
            v[j] = load(j * inner + s);
        }
        let v = network::<L, R, F>(f, v);
        for j in 0..R {
            f.store_parts(&mut ws[j][s], v[j]);
        }
    }
}

/// Indices below a power of two `R` with their bits reversed.
pub(super) const fn places<const R: usize>() -> [usize; R] {
    let mut index = [0; R];
    let mut i = 1;
    while i < R {
        index[i] = index[i / 2] / 2 + i % 2 * (R / 2);
        i += 1;
    }
    index
}

/// A pass in place over as many blocks as there are factors for; with `plain` the first has none.
///
/// With `REVERSED` the results of a block go to places with the bits of their indices reversed.
#[inline(always)]
pub(super) fn middle<const L: usize, const R: usize, const REVERSED: bool, F: Floats<L>>(
    f: F,
    ws: &mut [[Complex<F::Float>; L]],
    twiddles: &[[F::Float; 2]],
    plain: bool,
) {
    let ring = ComplexLanes(f);
    let blocks = twiddles.len() / (R - 1);
    let mut blocks = ws.chunks_exact_mut(ws.len() / blocks).zip(twiddles.chunks_exact(R - 1));
    if plain && let Some((block, _)) = blocks.next() {
        let x = slices_mut::<R, _>(block);
        for s in 0..x[0].len() {
            let mut v = [f.load_parts(&x[0][s]); R];
            for j in 1..R {
                v[j] = f.load_parts(&x[j][s]);
            }
            let v = network::<L, R, F>(f, v);
            for j in 0..R {
                f.store_parts(&mut x[if REVERSED { (const { places::<R>() })[j] } else { j }][s], v[j]);
            }
        }
    }
    for (block, w) in blocks {
        let x = slices_mut::<R, _>(block);
        for s in 0..x[0].len() {
            let mut v = [f.load_parts(&x[0][s]); R];
            for j in 1..R {
                v[j] = ring.mul(f.load_parts(&x[j][s]), ring.splat(w[j - 1]));
            }
            let v = network::<L, R, F>(f, v);
            for j in 0..R {
                f.store_parts(&mut x[if REVERSED { (const { places::<R>() })[j] } else { j }][s], v[j]);
            }
        }
    }
}

/// The last pass over blocks of `R` vectors: output `rho + j step` goes to `store`. With `plain` the first has no factors.
#[inline(always)]
pub(super) fn last<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    ws: &[[Complex<F::Float>; L]],
    twiddles: &[[F::Float; 2]],
    plain: bool,
    order: &[u32],
    step: usize,
    mut store: impl FnMut(usize, [F::V; 2]),
) {
    let ring = ComplexLanes(f);
    let mut blocks = ws.as_chunks::<R>().0.iter().zip(twiddles.chunks_exact(R - 1)).zip(order);
    if plain && let Some(((block, _), _)) = blocks.next() {
        let mut v = [f.load_parts(&block[0]); R];
        for j in 1..R {
            v[j] = f.load_parts(&block[j]);
        }
        let v = network::<L, R, F>(f, v);
        for j in 0..R {
            store(j * step, v[j]);
        }
    }
    for ((block, w), &rho) in blocks {
        let mut v = [f.load_parts(&block[0]); R];
        for j in 1..R {
            v[j] = ring.mul(f.load_parts(&block[j]), ring.splat(w[j - 1]));
        }
        let v = network::<L, R, F>(f, v);
        for j in 0..R {
            store(rho as usize + j * step, v[j]);
        }
    }
}

/// One pass: its radix, how many blocks it finds, and `R - 1` factors for each of them.
pub(super) struct Pass<T> {
    pub(super) radix: usize,
    pub(super) blocks: usize,
    pub(super) twiddles: Vec<[T; 2]>,
}

/// The passes of a length.
pub(super) struct Passes<T> {
    pub(super) len: usize,
    pub(super) passes: Vec<Pass<T>>,
    /// `rho` of every block that the last pass finds.
    pub(super) order: Vec<u32>,
}

impl<T: Real> Passes<T> {
    pub(super) fn new(radices: &[usize]) -> Self {
        let (mut rho, mut passes) = (alloc::vec![0u32], Vec::new());
        let mut order = Vec::new();
        for &radix in radices {
            let blocks = rho.len();
            let m = blocks * radix;
            let mut twiddles = alloc::vec![[T::one(), T::zero()]; radix - 1];
            if blocks > 1 {
                let all = Twiddles::<T>::new(m, m);
                twiddles.reserve_exact((blocks - 1) * (radix - 1));
                for &rho in &rho[1..] {
                    twiddles.extend((1..radix).map(|j| all.parts(j * rho as usize)));
                }
            }
            passes.push(Pass { radix, blocks, twiddles });
            order = core::mem::replace(&mut rho, Vec::with_capacity(m));
            for &before in &order {
                rho.extend((0..radix).map(|k| before + (k * blocks) as u32));
            }
        }
        Passes { len: rho.len(), passes, order }
    }
}

/// Factors of the lanes as they lie in memory: real parts, then imaginary parts.
pub(super) fn lanes<const L: usize, T: Real>(w: [[T; 2]; L]) -> [Complex<T>; L] {
    let part = |i: usize| w[i % L][i / L];
    lists::from_fn(|l| Complex::new(part(2 * l), part(2 * l + 1)))
}
