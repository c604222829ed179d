//! Butterflies of whole blocks: one level, or two in one pass over the data.
//!
//! ```text
//! forward:  u <- u + w v,  v <- v + u          inverse:  v <- v + u,  u <- u + w v
//! ```

use super::{
    bytes::{Bytes, Line},
    product::{load, prod, store},
    twiddles::Digests,
};

/// A digest in vectors.
#[inline(always)]
pub(crate) fn splat<const N: usize, B: Bytes>(b: B, d: &[u8; N]) -> [B::V; N] {
    let mut t = [b.splat(d[0]); N];
    let mut i = 1;
    while i < N {
        t[i] = b.splat(d[i]);
        i += 1;
    }
    t
}

#[inline(always)]
pub(super) fn butterfly<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    u: &mut [B::V; W],
    v: &mut [B::V; W],
    t: &[B::V; N],
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

/// One level of a node: `u` is its lower half and `v` its upper half.
#[inline(always)]
pub(super) fn radix2<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    u: &mut [Line],
    v: &mut [Line],
    d: &[u8; N],
) {
    let t = splat::<N, B>(b, d);
    for (pu, pv) in u.as_chunks_mut::<W>().0.iter_mut().zip(v.as_chunks_mut::<W>().0) {
        let (mut u, mut v) = (load::<W, B>(b, pu), load::<W, B>(b, pv));
        butterfly::<W, N, INVERSE, B>(b, &mut u, &mut v, &t);
        store(b, pu, &u);
        store(b, pv, &v);
    }
}

/// Two levels of a node: `x` is its four quarters, or the same columns of each; the twiddles are those of the node and of its
/// two children.
#[inline(always)]
pub(super) fn radix4<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    [x0, x1, x2, x3]: [&mut [Line]; 4],
    d: Digests<'_>,
) {
    if W >= 8 || B::COMPACT {
        // The digests would not stay in registers.
        for step in 0..4 {
            let (u, v, d) = match if INVERSE { 3 - step } else { step } {
                0 => (&mut *x0, &mut *x2, d.get(0)),
                1 => (&mut *x1, &mut *x3, d.get(0)),
                2 => (&mut *x0, &mut *x1, d.get(1)),
                _ => (&mut *x2, &mut *x3, d.get(2)),
            };
            radix2::<W, N, INVERSE, B>(b, u, v, d);
        }
        return;
    }
    let (t0, t1, t2) = (splat::<N, B>(b, d.get(0)), splat::<N, B>(b, d.get(1)), splat::<N, B>(b, d.get(2)));
    let lower = x0.as_chunks_mut::<W>().0.iter_mut().zip(x1.as_chunks_mut::<W>().0);
    let upper = x2.as_chunks_mut::<W>().0.iter_mut().zip(x3.as_chunks_mut::<W>().0);
    for ((p0, p1), (p2, p3)) in lower.zip(upper) {
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

/// What one level, or a part of one, does.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// `u <- u + w v`, `v <- v + u`.
    Forward,
    /// `v <- v + u`, `u <- u + w v`.
    Inverse,
    /// `u <- u + w v`.
    Product,
    /// `u <- u + w v`, `v <- v + u` with the old `u`.
    Both,
}

/// One level, or a part of one, of halves that lie apart.
#[inline(always)]
pub(super) fn step<const W: usize, const N: usize, B: Bytes>(
    b: B,
    kind: Step,
    u: &mut [Line],
    v: &mut [Line],
    d: &[u8; N],
) {
    let t = splat::<N, B>(b, d);
    for (pu, pv) in u.as_chunks_mut::<W>().0.iter_mut().zip(v.as_chunks_mut::<W>().0) {
        let (mut u, mut v) = (load::<W, B>(b, pu), load::<W, B>(b, pv));
        match kind {
            Step::Forward => butterfly::<W, N, false, B>(b, &mut u, &mut v, &t),
            Step::Inverse => butterfly::<W, N, true, B>(b, &mut u, &mut v, &t),
            Step::Product | Step::Both => {
                let p = prod::<W, N, B>(b, &v, &t);
                let mut i = 0;
                while i < W {
                    v[i] = b.xor(v[i], u[i]);
                    u[i] = b.xor(u[i], p[i]);
                    i += 1;
                }
            }
        }
        store(b, pu, &u);
        if !matches!(kind, Step::Product) {
            store(b, pv, &v);
        }
    }
}
