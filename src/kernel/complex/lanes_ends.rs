//! Reads and writes of the columns of powers of two, and transpositions in registers.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{is_wide, lanes_pass as pass};
use crate::kernel::packed::{Floats, Values};
use num_complex::Complex;

/// `L` complex numbers: neighbours as values, a vector as scratch.
pub(super) type Block<const L: usize, F> = [Complex<<F as Floats<L>>::Float>; L];

/// Swaps the parts for the inverse: with that on input and output, the forward transform is the inverse one.
#[inline(always)]
pub(super) fn swapped<const INVERSE: bool, V: Copy>(v: [V; 2]) -> [V; 2] {
    if INVERSE { [v[1], v[0]] } else { v }
}

/// Transposes `R` outputs of each of `L` columns to `R/L` vectors of each column, lanes in `ORDER`.
#[inline(always)]
pub(super) fn transposed<const L: usize, const R: usize, P: Values<L>>(
    ring: P,
    v: &[P::Vec; R],
    mut store: impl FnMut(usize, usize, P::Vec),
) {
    for g in 0..const { R / L } {
        let mut t = [v[0]; L];
        for l in 0..L {
            t[l] = v[g * L + P::ORDER[l]];
        }
        let t = ring.transpose(t);
        for l in 0..L {
            store(g, P::ORDER[l], t[l]);
        }
    }
}

/// Loads neighbours, or a vector of scratch.
#[inline(always)]
fn load<const L: usize, P: Values<L>>(ring: P, x: &[Complex<P::Float>; L], of_parts: bool) -> P::Vec {
    let of_parts = const { is_wide::<L, P::Float>() } && of_parts;
    if of_parts { ring.load_work(x) } else { ring.load_values(x) }
}

/// Runs step 1 for `q = 1`, over all columns; with `of_parts` the values are vectors of scratch. If the table is `doubled` it has each part of
/// a factor twice.
#[inline(always)]
pub(super) fn columns<const L: usize, const R: usize, P: Values<L>>(
    ring: P,
    (x, inverse, of_parts): (&[Complex<P::Float>], bool, bool),
    n2: usize,
    step: &[[Complex<P::Float>; L]],
    y: &mut [[Complex<P::Float>; L]],
    doubled: bool,
) {
    let rows = pass::slices::<R, _>(x.as_chunks::<L>().0);
    let blocks = if doubled { 2 } else { 1 };
    let each = (R - 1) * blocks;
    for c in 0..n2 / L {
        let w = &step[c * each..][..each];
        let mut v = [load(ring, &rows[0][c], of_parts); R];
        for j in 1..R {
            v[j] = load(ring, &rows[j][c], of_parts);
        }
        let mut v = pass::network::<L, R, P>(ring, turned(ring, v, inverse));
        for j in 1..R {
            let w = &w[(j - 1) * blocks..];
            v[j] = ring.mul(v[j], if doubled { ring.factor(w) } else { ring.short_factor(&w[0]) });
        }
        transposed::<L, R, P>(
            ring,
            &v,
            #[inline(always)]
            |g, l, v| ring.store_work(&mut y[g * n2 + c * L + l], v),
        );
    }
}

/// Stores the results of a pass at one place of each slice, reflected for the inverse.
#[inline(always)]
pub(super) fn results<const L: usize, const R: usize, P: Values<L>>(
    ring: P,
    x: &mut [&mut [[Complex<P::Float>; L]]; R],
    at: usize,
    v: [P::Vec; R],
    inverse: bool,
) {
    let v = turned(ring, v, inverse);
    for j in 0..R {
        ring.store_values(&mut x[j][at], v[j]);
    }
}

/// Returns the values, reflected for the inverse, with one branch for all of them.
#[inline(always)]
pub(super) fn turned<const L: usize, const R: usize, P: Values<L>>(
    ring: P,
    v: [P::Vec; R],
    inverse: bool,
) -> [P::Vec; R] {
    let mut v = v;
    if inverse {
        for j in 0..R {
            v[j] = ring.reflect(v[j]);
        }
    }
    v
}
