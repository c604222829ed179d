//! Loads and stores of the passes that access memory: the first one reads and the last one writes.
//!
//! With the parts swapped on input and output, the forward transform is the inverse one. The direction is a value at
//! run time, so each pass is compiled once.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use crate::kernel::packed::Floats;
use num_complex::Complex;

/// Returns `L` neighbouring values; zeros behind the end.
#[inline(always)]
pub(super) fn load<const L: usize, F: Floats<L>>(f: F, x: &[Complex<F::Float>], at: usize) -> [F::V; 2] {
    match x.get(at..).and_then(|row| row.first_chunk::<L>()) {
        Some(row) => f.load_pairs(row),
        None => [f.constant(0.0); 2],
    }
}

/// Stores `L` neighbouring values; nothing behind the end.
#[inline(always)]
pub(super) fn store<const L: usize, F: Floats<L>>(f: F, x: &mut [Complex<F::Float>], at: usize, v: [F::V; 2]) {
    if let Some(x) = x.get_mut(at..).and_then(|x| x.first_chunk_mut::<L>()) {
        f.store_pairs(x, v);
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
