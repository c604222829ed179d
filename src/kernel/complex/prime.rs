//! A pass of an odd prime radix without a network.
//!
//! The sums and differences of [`odd`](super::odd), for any prime `p`. With `h = (p - 1)/2` it takes `4 h^2` fused
//! multiplications for each vector. Two outputs are computed at a time, so that every loaded sum or difference is used
//! four times.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::passes::{GREATEST, Pass};
use crate::kernel::packed::{ComplexLanes, Floats, Packed};
use num_complex::Complex;

/// Half of [`GREATEST`].
const HALF: usize = GREATEST / 2;

/// Loads vector `j` of a transform, times its factor where there is one.
#[inline(always)]
fn factored<const L: usize, F: Floats<L>>(
    f: F,
    block: &[[Complex<F::Float>; L]],
    at: usize,
    factor: Option<&[F::Float; 2]>,
) -> [F::V; 2] {
    let v = f.load_parts(&block[at]);
    match factor {
        Some(w) => ComplexLanes(f).mul(v, ComplexLanes(f).splat(w)),
        None => v,
    }
}

/// Adds the next term to `A` and `B`.
#[inline(always)]
fn term<const L: usize, F: Floats<L>>(
    f: F,
    [a, b]: [[F::V; 2]; 2],
    [s, d]: [[F::V; 2]; 2],
    w: [F::Float; 2],
) -> [[F::V; 2]; 2] {
    let (cos, sin) = (f.splat(w[0]), f.splat(w[1]));
    [[f.mul_add(s[0], cos, a[0]), f.mul_add(s[1], cos, a[1])], [f.mul_add(d[0], sin, b[0]), f.mul_add(d[1], sin, b[1])]]
}

/// Stores `A -+ i B`, times factors where there are any.
#[inline(always)]
fn put<const L: usize, F: Floats<L>>(
    f: F,
    [a, b]: [[F::V; 2]; 2],
    block: &mut [[Complex<F::Float>; L]],
    [at, mirrored]: [usize; 2],
    factors: [Option<&[F::Float; 2]>; 2],
) {
    let mut v = [[f.add(a[0], b[1]), f.sub(a[1], b[0])], [f.sub(a[0], b[1]), f.add(a[1], b[0])]];
    for i in 0..2 {
        if let Some(w) = factors[i] {
            v[i] = ComplexLanes(f).mul(v[i], ComplexLanes(f).splat(w));
        }
    }
    f.store_parts(&mut block[at], v[0]);
    f.store_parts(&mut block[mirrored], v[1]);
}

/// Runs the pass in place, over its blocks from `index` on. For the inverse (`back`) the factors come after it.
#[inline(always)]
pub(super) fn pass<const L: usize, F: Floats<L>>(
    f: F,
    ws: &mut [[Complex<F::Float>; L]],
    pass: &Pass<F::Float>,
    index: usize,
    back: bool,
) {
    let (p, h) = (pass.radix, pass.radix / 2);
    let inner = pass.inner;
    let zero = f.constant(0.0);
    let mut sums = [[[zero; 2]; 2]; HALF];
    let (Some(sums), Some(circle)) = (sums.get_mut(..h), pass.circle.get(..p)) else { return };
    for (b, block) in ws.chunks_exact_mut(p * inner).enumerate() {
        let b = b + index;
        let factors = if b == 0 { &[][..] } else { &pass.twiddles[(b - 1) * (p - 1)..][..p - 1] };
        for i in 0..inner {
            let first = f.load_parts(&block[i]);
            let mut total = first;
            for (j, sum) in sums.iter_mut().enumerate() {
                let before = if back { &[] } else { factors };
                let a = factored(f, block, (j + 1) * inner + i, before.get(j));
                let b = factored(f, block, (p - 1 - j) * inner + i, before.get(p - 2 - j));
                *sum = [[f.add(a[0], b[0]), f.add(a[1], b[1])], [f.sub(a[0], b[0]), f.sub(a[1], b[1])]];
                total = [f.add(total[0], sum[0][0]), f.add(total[1], sum[0][1])];
            }
            f.store_parts(&mut block[i], total);
            for m in (1..=h).step_by(2) {
                let n = (m + 1).min(h);
                let (mut at, mut also) = (m, n);
                let (mut one, mut two) = ([first, [zero; 2]], [first, [zero; 2]]);
                for sum in sums.iter() {
                    one = term(f, one, *sum, circle[at]);
                    two = term(f, two, *sum, circle[also]);
                    (at, also) = (at + m, also + n);
                    at -= if at >= p { p } else { 0 };
                    also -= if also >= p { p } else { 0 };
                }
                let after = if back { factors } else { &[] };
                put(f, one, block, [m * inner + i, (p - m) * inner + i], [after.get(m - 1), after.get(p - 1 - m)]);
                put(f, two, block, [n * inner + i, (p - n) * inner + i], [after.get(n - 1), after.get(p - 1 - n)]);
            }
        }
    }
}
