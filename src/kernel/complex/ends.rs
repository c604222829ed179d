//! Loads and stores of the passes that access memory: the first one reads and the last one writes.
//!
//! With the parts swapped on input and output, the forward transform is the inverse one. The direction is a value at
//! run time, so each pass is compiled once.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use crate::kernel::packed::Floats;
use num_complex::Complex;

/// Returns the `L` values from a place on of each slice; `None` where they end before. The slices have one length, so that one
/// comparison serves all.
#[inline(always)]
pub(super) fn load<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    slices: &[&[Complex<F::Float>]; R],
    at: usize,
) -> Option<[[F::V; 2]; R]> {
    let mut v = [f.load_pairs(slices[0].get(at..)?.first_chunk::<L>()?); R];
    for j in 1..R {
        v[j] = f.load_pairs(slices[j].get(at..)?.first_chunk::<L>()?);
    }
    Some(v)
}

/// Stores `L` values from a place on in each slice. The slices have one length.
#[inline(always)]
pub(super) fn store<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    slices: &mut [&mut [Complex<F::Float>]; R],
    at: usize,
    v: [[F::V; 2]; R],
) {
    for j in 0..R {
        let Some(x) = slices[j].get_mut(at..).and_then(|x| x.first_chunk_mut::<L>()) else { return };
        f.store_pairs(x, v[j]);
    }
}

/// Returns the values, parts exchanged for the inverse, with one branch for all of them.
#[inline(always)]
pub(super) fn exchanged<const R: usize, V: Copy>(v: [[V; 2]; R], inverse: bool) -> [[V; 2]; R] {
    let mut v = v;
    if inverse {
        for j in 0..R {
            v[j] = [v[j][1], v[j][0]];
        }
    }
    v
}

/// Returns the offset of group `g` in a side of `n >= lanes`.
#[inline(always)]
pub(super) fn start(g: usize, n: usize, lanes: usize) -> usize {
    (g * lanes).min(n - lanes)
}

/// Returns the parts, exchanged for the inverse.
#[inline(always)]
pub(super) fn parts<V: Copy>(v: [V; 2], inverse: bool) -> [V; 2] {
    if inverse { [v[1], v[0]] } else { v }
}
