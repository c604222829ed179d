//! A pass of an odd prime radix without a network.
//!
//! The sums and differences of [`odd`](super::odd), for any prime `p`: with `h = (p - 1)/2`, `4 h^2` fused multiplications for
//! each vector, two outputs at a time, so that a sum or difference that is loaded is used four times.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::pass::Pass;
use crate::kernel::packed::{ComplexLanes, Floats, Packed};
use num_complex::Complex;

/// The greatest such radix.
pub(crate) const GREATEST: usize = 127;

/// Half of [`GREATEST`].
const HALF: usize = GREATEST / 2;

/// The pass in place.
#[inline(always)]
pub(super) fn pass<const L: usize, F: Floats<L>>(f: F, ws: &mut [[Complex<F::Float>; L]], pass: &Pass<F::Float>) {
    let ring = ComplexLanes(f);
    let (p, h) = (pass.radix, pass.radix / 2);
    let inner = ws.len() / pass.blocks / p;
    let zero = f.constant(0.0);
    let mut sums = [[[zero; 2]; 2]; HALF];
    let Some(sums) = sums.get_mut(..h) else { return };
    for (b, block) in ws.chunks_exact_mut(p * inner).enumerate() {
        let factors = if b == 0 { None } else { pass.twiddles.chunks_exact(p - 1).nth(b - 1) };
        for i in 0..inner {
            let load = |j: usize| {
                let v = f.load_parts(&block[j * inner + i]);
                match factors {
                    Some(w) => ring.mul(v, ring.splat(w[j - 1])),
                    None => v,
                }
            };
            let first = f.load_parts(&block[i]);
            let mut total = first;
            for (j, sum) in sums.iter_mut().enumerate() {
                let (a, b) = (load(j + 1), load(p - 1 - j));
                *sum = [[f.add(a[0], b[0]), f.add(a[1], b[1])], [f.sub(a[0], b[0]), f.sub(a[1], b[1])]];
                total = [f.add(total[0], sum[0][0]), f.add(total[1], sum[0][1])];
            }
            f.store_parts(&mut block[i], total);
            for m in (1..=h).step_by(2) {
                let m = [m, (m + 1).min(h)];
                let mut turns = m;
                let mut values = [[first, [zero; 2]]; 2];
                for [s, d] in sums.iter() {
                    for o in 0..2 {
                        let Some(w) = pass.circle.get(turns[o]) else { continue };
                        let (cos, sin) = (f.splat(w[0]), f.splat(w[1]));
                        let [a, b] = values[o];
                        values[o] = [
                            [f.mul_add(s[0], cos, a[0]), f.mul_add(s[1], cos, a[1])],
                            [f.mul_add(d[0], sin, b[0]), f.mul_add(d[1], sin, b[1])],
                        ];
                        turns[o] += m[o];
                        turns[o] -= if turns[o] >= p { p } else { 0 };
                    }
                }
                for o in 0..2 {
                    let [a, b] = values[o];
                    f.store_parts(&mut block[m[o] * inner + i], [f.add(a[0], b[1]), f.sub(a[1], b[0])]);
                    f.store_parts(&mut block[(p - m[o]) * inner + i], [f.sub(a[0], b[1]), f.add(a[1], b[0])]);
                }
            }
        }
    }
}
