//! The passes of [`cyclic`](super::cyclic) beside those of [`pass`](super::pass).

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]
#![allow(clippy::reversed_empty_ranges, reason = "the network of one value")]

use super::{
    ends::{parts, start},
    lanes_pass::{read, slices, slices_mut, write},
    odd::network,
    pass::{Block, with_radix},
};
use crate::{
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists,
};
use num_complex::Complex;

/// Computes the only block of the first pass, from pairs.
pub(super) fn first<const L: usize, F: Floats<L>>(f: F, radix: usize, ws: &mut [Block<F::Float, L>]) {
    with_radix!(L, radix, R => f.token().run(#[inline(always)] || {
        let x = &mut slices_mut::<R, _>(ws);
        for s in 0..x[0].len() {
            let mut v = [f.load_pairs(&x[0][s]); R];
            for j in 1..R {
                v[j] = f.load_pairs(&x[j][s]);
            }
            write(ComplexLanes(f), x, s, network::<L, R, _>(ComplexLanes(f), v));
        }
    }));
}

/// Computes the inverse of [`first`], except for the exchange of parts on input.
pub(super) fn last<const L: usize, F: Floats<L>>(f: F, radix: usize, ws: &mut [Block<F::Float, L>]) {
    with_radix!(L, radix, R => f.token().run(#[inline(always)] || {
        let x = &mut slices_mut::<R, _>(ws);
        for s in 0..x[0].len() {
            let v = network::<L, R, _>(ComplexLanes(f), read(ComplexLanes(f), x, s));
            for j in 0..R {
                f.store_pairs(&mut x[j][s], parts(v[j], true));
            }
        }
    }));
}

/// Transforms across the lanes: vectors times `factors`, transposed, transformed. Vector `k` of group `g` has output
/// `k` of `L` vectors.
#[inline(always)]
fn across<const L: usize, F: Floats<L>>(
    f: F,
    ws: &[Block<F::Float, L>; L],
    factors: &[Block<F::Float, L>; L],
) -> [[F::V; 2]; L] {
    let ring = ComplexLanes(f);
    let mut v = [[f.constant(0.0); 2]; L];
    for l in 0..L {
        let t = F::ORDER[l];
        v[l] = ring.mul(f.load_parts(&ws[t]), f.load_parts(&factors[t]));
    }
    let v = ring.transpose(v);
    let mut x = v;
    for l in 0..L {
        x[F::ORDER[l]] = v[l];
    }
    network::<L, L, _>(ComplexLanes(f), x)
}

/// Loads a vector, imaginary parts times `sign`.
#[inline(always)]
fn signed<const L: usize, F: Floats<L>>(f: F, w: &Block<F::Float, L>, sign: F::V) -> [F::V; 2] {
    let w = f.load_parts(w);
    [w[0], f.mul(w[1], sign)]
}

/// Returns whether [`first_times`] and [`last_times`] support a radix.
pub(super) const fn times_exists(radix: usize) -> bool {
    matches!(radix, 4..=10 | 12)
}

/// Computes [`first`] on values times `chirp` with zeros behind them. The values are at most half of all. Imaginary parts of the
/// chirp are multiplied by `sign`.
pub(super) fn first_times<const L: usize, F: Floats<L>>(
    f: F,
    radix: usize,
    x: &[Complex<F::Float>],
    chirp: &[Block<F::Float, L>],
    sign: F::Float,
    ws: &mut [Block<F::Float, L>],
) {
    let (x, tail) = x.as_chunks::<L>();
    let zero = Complex::new(F::Float::default(), F::Float::default());
    let mut end = [zero; L];
    lists::copy(&mut end, tail);
    with_radix!(L, radix, R => if const { times_exists(R) } { f.token().run(#[inline(always)] || {
        let (ring, sign) = (ComplexLanes(f), f.splat(sign));
        let ws = &mut slices_mut::<R, _>(ws);
        let inner = ws[0].len();
        for s in 0..inner {
            let mut v = [[f.constant(0.0); 2]; R];
            for j in 0..const { R.div_ceil(2) } {
                if let Some(w) = chirp.get(j * inner + s) {
                    let x = f.load_pairs(x.get(j * inner + s).unwrap_or(&end));
                    v[j] = ring.mul(x, signed(f, w, sign));
                }
            }
            write(ComplexLanes(f), ws, s, network::<L, R, _>(ComplexLanes(f), v));
        }
    })});
}

/// Computes the inverse of [`first`], except for the exchange of parts on input, times `chirp`. Writes as many values as `x` has.
pub(super) fn last_times<const L: usize, F: Floats<L>>(
    f: F,
    radix: usize,
    ws: &[Block<F::Float, L>],
    chirp: &[Block<F::Float, L>],
    sign: F::Float,
    x: &mut [Complex<F::Float>],
) {
    let (x, tail) = x.as_chunks_mut::<L>();
    let zero = Complex::new(F::Float::default(), F::Float::default());
    let mut end = [zero; L];
    with_radix!(L, radix, R => if const { times_exists(R) } { f.token().run(#[inline(always)] || {
        let (ring, sign) = (ComplexLanes(f), f.splat(sign));
        let ws = slices::<R, _>(ws);
        let inner = ws[0].len();
        for s in 0..inner {
            let mut v = [f.load_parts(&ws[0][s]); R];
            for j in 1..R {
                v[j] = f.load_parts(&ws[j][s]);
            }
            let v = network::<L, R, _>(ComplexLanes(f), v);
            for j in 0..const { R.div_ceil(2) } {
                if let Some(w) = chirp.get(j * inner + s) {
                    let v = ring.mul(parts(v[j], true), signed(f, w, sign));
                    f.store_pairs(x.get_mut(j * inner + s).unwrap_or(&mut end), v);
                }
            }
        }
    })});
    lists::copy(tail, &end);
}

/// Computes the product in the middle of a convolution: transforms `ws` across the lanes, multiplies by the spectrum,
/// and transforms back with parts swapped.
///
/// The imaginary parts of the spectrum are multiplied by `sign`. Adds `shift`, if any, to output 0 of the whole, and
/// stores the previous value of that output in `shift`.
pub(super) fn product<const L: usize, F: Floats<L>>(
    f: F,
    ws: &mut [Block<F::Float, L>],
    factors: &[Block<F::Float, L>],
    spectrum: &[Block<F::Float, L>],
    sign: F::Float,
    shift: Option<&mut Complex<F::Float>>,
) {
    f.token().run(
        #[inline(always)]
        || {
            let mut groups = spectrum.as_chunks::<L>().0.iter().enumerate();
            // By itself, so that the others have no branch that would hold their factors in registers.
            if let Some((g, spectrum)) = groups.next() {
                group(f, ws, factors, (g, spectrum), sign, shift);
            }
            for each in groups {
                group(f, ws, factors, each, sign, None);
            }
        },
    );
}

/// Computes group `g` of [`product`].
#[inline(always)]
fn group<const L: usize, F: Floats<L>>(
    f: F,
    ws: &mut [Block<F::Float, L>],
    factors: &[Block<F::Float, L>],
    (g, spectrum): (usize, &[Block<F::Float, L>; L]),
    sign: F::Float,
    shift: Option<&mut Complex<F::Float>>,
) {
    let (ring, sign) = (ComplexLanes(f), f.splat(sign));
    let at = start(g, ws.len(), L);
    let Some(ws) = ws[at..].first_chunk_mut::<L>() else { return };
    let Some(factors) = factors[at..].first_chunk::<L>() else { return };
    let mut v = across(f, ws, factors);
    let first = v[0];
    for l in 0..L {
        v[l] = parts(ring.mul(v[l], signed(f, &spectrum[l], sign)), true);
    }
    if let Some(shift) = shift {
        // Value `t` of a vector is in the lane that `ORDER` names; 0 is 0.
        let mut value = [Complex::new(F::Float::default(), F::Float::default()); L];
        value[0] = Complex::new(shift.im, shift.re);
        let add = f.load_pairs(&value);
        v[0] = [f.add(v[0][0], add[0]), f.add(v[0][1], add[1])];
        f.store_pairs(&mut value, first);
        *shift = value[0];
    }
    let v = network::<L, L, _>(ComplexLanes(f), v);
    let mut x = v;
    for l in 0..L {
        x[l] = v[F::ORDER[l]];
    }
    let v = ring.transpose(x);
    // Vectors of the group before.
    let done = g * L - at;
    if done == 0 {
        for l in 0..L {
            let t = F::ORDER[l];
            f.store_parts(&mut ws[t], ring.mul(v[l], f.load_parts(&factors[t])));
        }
    } else {
        for l in 0..L {
            let t = F::ORDER[l];
            if t >= done {
                f.store_parts(&mut ws[t], ring.mul(v[l], f.load_parts(&factors[t])));
            }
        }
    }
}
