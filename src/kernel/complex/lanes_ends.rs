//! How columns are read and results are written.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::lanes_pass as pass;
use crate::kernel::packed::{ComplexLanes, Floats, Packed};
use num_complex::Complex;

/// `L` complex numbers: neighbours as values, a vector as scratch.
pub(super) type Block<const L: usize, F> = [Complex<<F as Floats<L>>::Float>; L];

/// With the parts exchanged on the way in and on the way out, the forward transform is the inverse one.
#[inline(always)]
pub(super) fn turned<const INVERSE: bool, V: Copy>(v: [V; 2]) -> [V; 2] {
    if INVERSE { [v[1], v[0]] } else { v }
}

/// Neighbouring results; beyond the caches, beginning with element `first` of the lanes.
#[inline(always)]
pub(super) fn store<const L: usize, const INVERSE: bool, const FAR: bool, F: Floats<L>>(
    f: F,
    x: &mut Block<L, F>,
    v: [F::V; 2],
    first: usize,
) {
    let v = turned::<INVERSE, _>(v);
    if !FAR {
        f.store_pairs(x, v);
    } else if first == 0 {
        f.stream_pairs(x, v);
    } else {
        f.stream_rotated(x, v, first);
    }
}

/// `R` outputs of each of `L` columns become `R/L` vectors of each column, lanes in `ORDER`.
#[inline(always)]
fn transposed<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    v: &[[F::V; 2]; R],
    mut store: impl FnMut(usize, usize, [F::V; 2]),
) {
    for g in 0..R / L {
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

/// Step 1 for `q = 1`: all columns.
#[inline(always)]
pub(super) fn columns<const L: usize, const R: usize, const INVERSE: bool, const PARTS: bool, F: Floats<L>>(
    f: F,
    x: &[Complex<F::Float>],
    n2: usize,
    step: &[Block<L, F>],
    y: &mut [Block<L, F>],
) {
    let ring = ComplexLanes(f);
    let rows = pass::slices::<R, _>(x.as_chunks::<L>().0);
    macro_rules! load {
        ($x:expr) => {
            turned::<INVERSE, _>(if PARTS { f.load_parts($x) } else { f.load_pairs($x) })
        };
    }
    for (c, w) in step.chunks_exact(R - 1).enumerate() {
        let mut v = [load!(&rows[0][c]); R];
        for j in 1..R {
            v[j] = load!(&rows[j][c]);
        }
        let mut v = pass::network::<L, R, F>(f, v);
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

/// The first pass of step 1 on the columns from `j2` on.
#[inline(always)]
pub(super) fn first<const L: usize, const R: usize, const INVERSE: bool, const FAR: bool, F: Floats<L>>(
    f: F,
    x: &[Complex<F::Float>],
    j2: usize,
    n2: usize,
    inner: &[[F::Float; 2]],
    ws: &mut [Block<L, F>],
) {
    let ring = ComplexLanes(f);
    let rows = pass::slices::<R, _>(x.as_chunks::<L>().0);
    let ws = pass::slices_mut::<R, _>(ws);
    for (s, w) in inner.chunks_exact(R - 1).enumerate() {
        let at = (s * n2 + j2) / L;
        let mut v = [turned::<INVERSE, _>(f.load_pairs(&rows[0][at])); R];
        for j in 1..R {
            v[j] = turned::<INVERSE, _>(f.load_pairs(&rows[j][at]));
        }
        if FAR {
            let ahead = at + AHEAD * (n2 / L);
            if ahead < rows[0].len() {
                for j in 0..R {
                    f.prefetch(&rows[j][ahead]);
                    f.prefetch(&rows[j][ahead][L / 2]);
                    f.prefetch(&rows[j][ahead][L - 1]);
                }
            }
        }
        let mut v = pass::network::<L, R, F>(f, v);
        for j in 1..R {
            v[j] = ring.mul(v[j], ring.splat(w[j - 1]));
        }
        transposed::<L, R, F>(
            f,
            &v,
            #[inline(always)]
            |g, l, v| f.store_parts(&mut ws[g * L + l][s], v),
        );
    }
}

/// How many places ahead the next values are asked for.
const AHEAD: usize = 4;
