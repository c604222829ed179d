//! Butterflies of whole blocks: one level, or two in one pass over the data.
//!
//! ```text
//! forward:  u <- u + w v,  v <- v + u          inverse:  v <- v + u,  u <- u + w v
//! ```

use super::{
    bytes::{Bytes, Line, SAME, groups},
    product::{Factors, load, prod, store},
    twiddles::Digests,
};

/// Returns the factors of a digest, the same in all lanes.
#[inline(always)]
pub(crate) fn factors<const N: usize, B: Bytes>(b: B, d: &[u8; N]) -> Factors<N, B> {
    let mut bytes = [b.factor(d[0]); N];
    let mut i = 1;
    while i < N {
        bytes[i] = b.factor(d[i]);
        i += 1;
    }
    Factors { bytes, level: SAME }
}

#[inline(always)]
pub(super) fn butterfly<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    u: &mut [B::V; W],
    v: &mut [B::V; W],
    t: &Factors<N, B>,
) {
    let mut i = 0;
    if INVERSE {
        while i < W {
            v[i] = b.xor(v[i], u[i]);
            i += 1;
        }
    }
    let p = prod::<W, N, B>(b, v, t);
    i = 0;
    while i < W {
        u[i] = b.xor(u[i], p[i]);
        if !INVERSE {
            v[i] = b.xor(v[i], u[i]);
        }
        i += 1;
    }
}

/// Transforms one level of a node, with lower half `u` and upper half `v`.
#[inline(always)]
pub(super) fn radix2<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    u: &mut [Line],
    v: &mut [Line],
    d: &[u8; N],
) {
    let t = factors::<N, B>(b, d);
    let [us, vs] = groups::<W, 2>([u, v]);
    for i in 0..us.len() {
        let (pu, pv) = (&mut us[i], &mut vs[i]);
        let (mut u, mut v) = (load::<W, B>(b, pu), load::<W, B>(b, pv));
        butterfly::<W, N, INVERSE, B>(b, &mut u, &mut v, &t);
        store(b, pu, &u);
        store(b, pv, &v);
    }
}

/// Transforms two levels of a node: `x` is its four quarters, or the same columns of each. The twiddles are those of
/// the node and of its two children.
#[inline(always)]
pub(super) fn radix4<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    x: [&mut [Line]; 4],
    d: Digests<'_>,
) {
    let (t0, t1, t2) = (factors::<N, B>(b, d.get(0)), factors::<N, B>(b, d.get(1)), factors::<N, B>(b, d.get(2)));
    let [x0, x1, x2, x3] = groups::<W, 4>(x);
    for i in 0..x0.len() {
        let (p0, p1, p2, p3) = (&mut x0[i], &mut x1[i], &mut x2[i], &mut x3[i]);
        let (mut x0, mut x1) = (load::<W, B>(b, p0), load::<W, B>(b, p1));
        let (mut x2, mut x3) = (load::<W, B>(b, p2), load::<W, B>(b, p3));
        if INVERSE {
            butterfly::<W, N, true, B>(b, &mut x0, &mut x1, &t1);
            butterfly::<W, N, true, B>(b, &mut x2, &mut x3, &t2);
            butterfly::<W, N, true, B>(b, &mut x0, &mut x2, &t0);
            butterfly::<W, N, true, B>(b, &mut x1, &mut x3, &t0);
        } else {
            butterfly::<W, N, false, B>(b, &mut x0, &mut x2, &t0);
            butterfly::<W, N, false, B>(b, &mut x1, &mut x3, &t0);
            butterfly::<W, N, false, B>(b, &mut x0, &mut x1, &t1);
            butterfly::<W, N, false, B>(b, &mut x2, &mut x3, &t2);
        }
        store(b, p0, &x0);
        store(b, p1, &x1);
        store(b, p2, &x2);
        store(b, p3, &x3);
    }
}

/// Transforms three levels of a node: `x` is its eight parts, or the same columns of each. The digests, which must be
/// short, are those of the node and of its two children, each with its own children.
#[inline(always)]
pub(super) fn radix8<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    x: [&mut [Line]; 8],
    [d, lower, upper]: [Digests<'_>; 3],
) {
    let t0 = factors::<N, B>(b, d.get(0));
    let (t1, t2) = (factors::<N, B>(b, lower.get(0)), factors::<N, B>(b, upper.get(0)));
    let (t3, t4) = (factors::<N, B>(b, lower.get(1)), factors::<N, B>(b, lower.get(2)));
    let (t5, t6) = (factors::<N, B>(b, upper.get(1)), factors::<N, B>(b, upper.get(2)));
    let [x0, x1, x2, x3, x4, x5, x6, x7] = groups::<W, 8>(x);
    for i in 0..x0.len() {
        let (p0, p1, p2, p3) = (&mut x0[i], &mut x1[i], &mut x2[i], &mut x3[i]);
        let (p4, p5, p6, p7) = (&mut x4[i], &mut x5[i], &mut x6[i], &mut x7[i]);
        let (mut x0, mut x1) = (load::<W, B>(b, p0), load::<W, B>(b, p1));
        let (mut x2, mut x3) = (load::<W, B>(b, p2), load::<W, B>(b, p3));
        let (mut x4, mut x5) = (load::<W, B>(b, p4), load::<W, B>(b, p5));
        let (mut x6, mut x7) = (load::<W, B>(b, p6), load::<W, B>(b, p7));
        if INVERSE {
            butterfly::<W, N, true, B>(b, &mut x0, &mut x1, &t3);
            butterfly::<W, N, true, B>(b, &mut x2, &mut x3, &t4);
            butterfly::<W, N, true, B>(b, &mut x4, &mut x5, &t5);
            butterfly::<W, N, true, B>(b, &mut x6, &mut x7, &t6);
            butterfly::<W, N, true, B>(b, &mut x0, &mut x2, &t1);
            butterfly::<W, N, true, B>(b, &mut x1, &mut x3, &t1);
            butterfly::<W, N, true, B>(b, &mut x4, &mut x6, &t2);
            butterfly::<W, N, true, B>(b, &mut x5, &mut x7, &t2);
            butterfly::<W, N, true, B>(b, &mut x0, &mut x4, &t0);
            butterfly::<W, N, true, B>(b, &mut x1, &mut x5, &t0);
            butterfly::<W, N, true, B>(b, &mut x2, &mut x6, &t0);
            butterfly::<W, N, true, B>(b, &mut x3, &mut x7, &t0);
        } else {
            butterfly::<W, N, false, B>(b, &mut x0, &mut x4, &t0);
            butterfly::<W, N, false, B>(b, &mut x1, &mut x5, &t0);
            butterfly::<W, N, false, B>(b, &mut x2, &mut x6, &t0);
            butterfly::<W, N, false, B>(b, &mut x3, &mut x7, &t0);
            butterfly::<W, N, false, B>(b, &mut x0, &mut x2, &t1);
            butterfly::<W, N, false, B>(b, &mut x1, &mut x3, &t1);
            butterfly::<W, N, false, B>(b, &mut x4, &mut x6, &t2);
            butterfly::<W, N, false, B>(b, &mut x5, &mut x7, &t2);
            butterfly::<W, N, false, B>(b, &mut x0, &mut x1, &t3);
            butterfly::<W, N, false, B>(b, &mut x2, &mut x3, &t4);
            butterfly::<W, N, false, B>(b, &mut x4, &mut x5, &t5);
            butterfly::<W, N, false, B>(b, &mut x6, &mut x7, &t6);
        }
        store(b, p0, &x0);
        store(b, p1, &x1);
        store(b, p2, &x2);
        store(b, p3, &x3);
        store(b, p4, &x4);
        store(b, p5, &x5);
        store(b, p6, &x6);
        store(b, p7, &x7);
    }
}

/// Computes `u <- u + w v` of halves that lie apart, and `v <- v + u` with the old `u` where `both`.
#[inline(always)]
pub(super) fn product<const W: usize, const N: usize, B: Bytes>(
    b: B,
    u: &mut [Line],
    v: &mut [Line],
    d: &[u8; N],
    both: bool,
) {
    let t = factors::<N, B>(b, d);
    let [us, vs] = groups::<W, 2>([u, v]);
    for i in 0..us.len() {
        let (pu, pv) = (&mut us[i], &mut vs[i]);
        let (mut u, mut v) = (load::<W, B>(b, pu), load::<W, B>(b, pv));
        let p = prod::<W, N, B>(b, &v, &t);
        let mut i = 0;
        while i < W {
            v[i] = b.xor(v[i], u[i]);
            u[i] = b.xor(u[i], p[i]);
            i += 1;
        }
        store(b, pu, &u);
        if both {
            store(b, pv, &v);
        }
    }
}
