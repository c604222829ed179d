//! Reads and writes of the columns of powers of two, and transpositions in registers.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{ends::exchanged, is_wide, lanes_pass as pass};
use crate::kernel::packed::{ComplexLanes, Floats, Packed};
use num_complex::Complex;

/// `L` complex numbers: neighbours as values, a vector as scratch.
pub(super) type Block<const L: usize, F> = [Complex<<F as Floats<L>>::Float>; L];

/// Swaps the parts for the inverse: with that on input and output, the forward transform is the inverse one.
#[inline(always)]
pub(super) fn turned<const INVERSE: bool, V: Copy>(v: [V; 2]) -> [V; 2] {
    if INVERSE { [v[1], v[0]] } else { v }
}

/// Transposes `R` outputs of each of `L` columns to `R/L` vectors of each column, lanes in `ORDER`.
#[inline(always)]
pub(super) fn transposed<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    v: &[[F::V; 2]; R],
    mut store: impl FnMut(usize, usize, [F::V; 2]),
) {
    for g in 0..const { R / L } {
        let mut t = [v[0]; L];
        for l in 0..L {
            t[l] = v[g * L + F::ORDER[l]];
        }
        let t = ComplexLanes(f).transpose(t);
        for l in 0..L {
            store(g, F::ORDER[l], t[l]);
        }
    }
}

/// Loads a vector as pairs or as parts.
#[inline(always)]
fn load<const L: usize, F: Floats<L>>(f: F, x: &Block<L, F>, of_parts: bool) -> [F::V; 2] {
    let of_parts = const { is_wide::<L, F::Float>() } && of_parts;
    if of_parts { f.load_parts(x) } else { f.load_pairs(x) }
}

/// Runs step 1 for `q = 1`, over all columns.
#[inline(always)]
pub(super) fn columns<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    (x, inverse, of_parts): (&[Complex<F::Float>], bool, bool),
    n2: usize,
    step: &[Block<L, F>],
    y: &mut [Block<L, F>],
) {
    let ring = ComplexLanes(f);
    let rows = pass::slices::<R, _>(x.as_chunks::<L>().0);
    for (c, w) in step.chunks_exact(R - 1).enumerate() {
        let mut v = [load(f, &rows[0][c], of_parts); R];
        for j in 1..R {
            v[j] = load(f, &rows[j][c], of_parts);
        }
        let mut v = pass::network::<L, R, F>(f, exchanged(v, inverse));
        for j in 1..R {
            v[j] = ring.mul(v[j], f.load_parts(&w[j - 1]));
        }
        transposed::<L, R, F>(
            f,
            &v,
            #[inline(always)]
            |g, l, v| f.store_parts(&mut y[g * n2 + c * L + l], v),
        );
    }
}
