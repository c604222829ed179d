//! Loads and stores of the passes that meet memory: the first reads and the last writes.
//!
//! With the parts exchanged on the way in and on the way out, the forward transform is the inverse one. The direction is a value at
//! run time, so each pass is compiled once.

use crate::kernel::packed::Floats;
use num_complex::Complex;

/// Returns `L` neighbouring values, parts exchanged for the inverse; zeros behind the end.
#[inline(always)]
pub(super) fn load<const L: usize, F: Floats<L>>(f: F, x: &[Complex<F::Float>], at: usize, inverse: bool) -> [F::V; 2] {
    match x.get(at..).and_then(|row| row.first_chunk::<L>()) {
        Some(row) => parts(f.load_pairs(row), inverse),
        None => [f.constant(0.0); 2],
    }
}

/// Stores `L` neighbouring values, parts exchanged for the inverse; nothing behind the end.
#[inline(always)]
pub(super) fn store<const L: usize, F: Floats<L>>(
    f: F,
    x: &mut [Complex<F::Float>],
    at: usize,
    v: [F::V; 2],
    inverse: bool,
) {
    if let Some(x) = x.get_mut(at..).and_then(|x| x.first_chunk_mut::<L>()) {
        f.store_pairs(x, parts(v, inverse));
    }
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
