//! Passes of any radix over columns of vectors.
//!
//! `m` vectors hold `L` transforms of length `m`, one a lane. Passes of radices `r_1, ..., r_p`, product `m`, compute
//! them in place, decimated in frequency. Before pass `i` there are `b = r_1 ... r_(i-1)` blocks; block
//! `(k_1, ..., k_(i-1))`, `k_1` most significant, holds the remaining transform of the outputs `k = rho + b (...)`,
//! `rho = k_1 + r_1 k_2 + ...`. Its factors `exp(-2 pi i j rho/(b r_i))`, `j < r_i`, do not depend on the position
//! inside the block: one broadcast serves a whole block. The last pass computes the outputs `rho + b j`, for `rho` from 0 on, and passes
//! each on with its index, so natural order is free.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Twiddles,
    passes::{places_of, sort},
};
use crate::{
    kernel::packed::{Values, dft},
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

#[inline(always)]
pub(super) fn network<const L: usize, const R: usize, P: Values<L>>(ring: P, v: [P::Vec; R]) -> [P::Vec; R] {
    dft::<L, R, _>(ring, v)
}

/// Splits `x` into `R` slices of one length.
#[inline(always)]
pub(super) fn slices<const R: usize, T>(x: &[T]) -> [&[T]; R] {
    let (len, mut rest) = (x.len() / R, x);
    let mut slices = [&x[..0]; R];
    for j in 0..R {
        (slices[j], rest) = rest.split_at(len);
    }
    slices
}

/// Splits `x` into `R` slices of one length.
#[inline(always)]
pub(super) fn slices_mut<const R: usize, T>(x: &mut [T]) -> [&mut [T]; R] {
    let (len, mut rest) = (x.len() / R, x);
    lists::from_fn(
        #[inline(always)]
        |_| {
            let (slice, others) = core::mem::take(&mut rest).split_at_mut(len);
            rest = others;
            slice
        },
    )
}

/// Loads vector `s` of each slice.
#[inline(always)]
pub(super) fn read<const L: usize, const R: usize, P: Values<L>>(
    ring: P,
    x: &[&mut [[Complex<P::Float>; L]]; R],
    s: usize,
) -> [P::Vec; R] {
    let mut v = [ring.load_work(&x[0][s]); R];
    for j in 1..R {
        v[j] = ring.load_work(&x[j][s]);
    }
    v
}

/// Stores vector `j` at position `s` of slice `j`.
#[inline(always)]
pub(super) fn write<const L: usize, const R: usize, P: Values<L>>(
    ring: P,
    x: &mut [&mut [[Complex<P::Float>; L]]; R],
    s: usize,
    v: [P::Vec; R],
) {
    for j in 0..R {
        ring.store_work(&mut x[j][s], v[j]);
    }
}

/// Returns the vectors but the first times their factors.
#[inline(always)]
pub(super) fn factored<const L: usize, const R: usize, P: Values<L>>(
    ring: P,
    mut v: [P::Vec; R],
    w: &[[P::Float; 2]],
) -> [P::Vec; R] {
    for j in 1..R {
        v[j] = ring.mul(v[j], ring.splat(&w[j - 1]));
    }
    v
}

/// Returns neighbouring vectors.
#[inline(always)]
pub(super) fn values<const L: usize, const R: usize, P: Values<L>>(
    ring: P,
    x: &[[Complex<P::Float>; L]; R],
) -> [P::Vec; R] {
    let mut v = [ring.load_work(&x[0]); R];
    for j in 1..R {
        v[j] = ring.load_work(&x[j]);
    }
    v
}

/// Returns the indices below a power of two `R` with their bits reversed.
pub(super) const fn places<const R: usize>() -> [usize; R] {
    let mut index = [0; R];
    let mut i = 1;
    while i < R {
        index[i] = index[i / 2] / 2 + i % 2 * (R / 2);
        i += 1;
    }
    index
}

/// Runs a pass in place over as many blocks as there are factors for; with `plain` the first block has none.
///
/// With `REVERSED` the results of a block go to places with the bits of their indices reversed.
#[inline(always)]
pub(super) fn middle<const L: usize, const R: usize, const REVERSED: bool, P: Values<L>>(
    ring: P,
    ws: &mut [[Complex<P::Float>; L]],
    twiddles: &[[P::Float; 2]],
    plain: bool,
) {
    let blocks = twiddles.len() / (R - 1);
    let (len, mut rest) = (ws.len() / blocks, ws);
    for i in 0..blocks {
        let (block, others) = rest.split_at_mut(len);
        rest = others;
        let x = &mut slices_mut::<R, _>(block);
        if plain && i == 0 {
            for s in 0..x[0].len() {
                let v = network::<L, R, P>(ring, read(ring, x, s));
                write(ring, x, s, placed::<R, REVERSED, _>(v));
            }
            continue;
        }
        let w = &twiddles[i * (R - 1)..][..R - 1];
        for s in 0..x[0].len() {
            let v = network::<L, R, P>(ring, factored(ring, read(ring, x, s), w));
            write(ring, x, s, placed::<R, REVERSED, _>(v));
        }
    }
}

/// Returns the values, with `REVERSED` at places with the bits of their indices reversed.
#[inline(always)]
pub(super) fn placed<const R: usize, const REVERSED: bool, V: Copy>(v: [V; R]) -> [V; R] {
    let mut out = v;
    if REVERSED {
        for j in 0..R {
            out[const { places::<R>() }[j]] = v[j];
        }
    }
    out
}

/// Runs the last pass of some groups of rows, in the order of results: those of block `places[k]` of group `g` go to `store` with `k` and
/// `g`. The first has no factors.
#[inline(always)]
pub(super) fn last<const L: usize, const R: usize, P: Values<L>>(
    ring: P,
    (ws, groups): (&[[Complex<P::Float>; L]], usize),
    twiddles: &[[P::Float; 2]],
    places: &[u32],
    mut store: impl FnMut(usize, usize, [P::Vec; R]),
) {
    let blocks = ws.as_chunks::<R>().0;
    let n = blocks.len() / groups;
    let (places, twiddles) = (&places[..n], &twiddles[..n * (R - 1)]);
    for k in 0..n {
        let (w, place) = (&twiddles[k * (R - 1)..][..R - 1], places[k] as usize);
        for g in 0..groups {
            let mut v = values(ring, &blocks[g * n + place]);
            if k > 0 {
                v = factored(ring, v, w);
            }
            store(k, g, network::<L, R, P>(ring, v));
        }
    }
}

/// The factors of a pass: those of a radix but the first, for each of its blocks.
pub(super) struct Pass<T> {
    pub(super) twiddles: Vec<[T; 2]>,
}

/// The passes of a length.
pub(super) struct Passes<T> {
    pub(super) passes: Vec<Pass<T>>,
    /// The place of the last pass's block with the results `k + blocks j`, for each `k`. The factors of that pass are in the order of `k`.
    pub(super) places: Vec<u32>,
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
            passes.push(Pass { twiddles });
            order = core::mem::replace(&mut rho, Vec::with_capacity(m));
            for &before in &order {
                rho.extend((0..radix).map(|k| before + (k * blocks) as u32));
            }
        }
        let places = places_of(&order);
        if let (Some(last), Some(radix)) = (passes.last_mut(), radices.last()) {
            sort(&mut last.twiddles[radix - 1..], &places, radix - 1);
        }
        Passes { passes, places }
    }
}

/// Factors of the lanes as they lie in memory: real parts, then imaginary parts.
pub(super) fn lanes<const L: usize, T: Real>(w: [[T; 2]; L]) -> [Complex<T>; L] {
    let part = |i: usize| w[i % L][i / L];
    lists::from_fn(|l| Complex::new(part(2 * l), part(2 * l + 1)))
}
