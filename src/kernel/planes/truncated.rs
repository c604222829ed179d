//! The truncated transform: some coefficients are zero, some values are not wanted.
//!
//! Notation: a node of `2^s` elements, halves `u` and `v` of `m` each, twiddle `c`; everything counted in pairs of blocks.
//!
//! # Idea
//! Forward, from `z` coefficients to `n` values: a zero `v` makes the butterfly a copy, and values that only a `v` leads to
//! are left out. Inverse, from the first `n` values and the coefficients from `n` on:
//!
//! ```text
//! n >= m   u <- inverse of m values
//!          where v is coefficients:  (u, v) <- (u + c v, v + u)        its part of u is done, v is what the child knows
//!          v <- inverse of n - m values
//!          where v was values:       v <- v + u,  u <- u + c v
//! n <  m   where u is coefficients:  u <- u + c v                     what the child knows
//!          u <- inverse of n values
//!          where u was values:       u <- u + c v
//! ```
//!
//! There is no division and nothing to restore. One node of every size is truncated, and each costs one pass over its
//! data.

use super::{
    bytes::{Bytes, Line},
    passes::product,
    transform::{SHARED, by_width, halves_of, node},
    twiddles::Twiddles,
};
use crate::threads::{Every, both as join, share};

/// Computes the first `values` values from the first `coefficients` coefficients. The other coefficients count as zero;
/// their memory in `x` is ignored. Both count pairs of blocks; `x` is the whole node, `2^s` elements.
pub(crate) fn forward_truncated<B: Bytes>(b: B, t: &Twiddles, x: &mut [Line], coefficients: usize, values: usize) {
    forward(b, t, x, t.dim(), 0, coefficients, values);
}

fn forward<B: Bytes>(b: B, t: &Twiddles, x: &mut [Line], s: u32, j: usize, z: usize, n: usize) {
    let pairs = 1 << (s - 7);
    if n == 0 {
        return;
    }
    if z == pairs && n == pairs {
        return node(b, t, x, s, j, false);
    }
    let m = pairs / 2;
    let (u, v) = x.split_at_mut(m * (2 * t.planes));
    let both = z.saturating_sub(m) * (2 * t.planes);
    let one = z.min(m) * (2 * t.planes);
    if both > 0 {
        let kind = if n > m { Step::Forward } else { Step::Product };
        one_level(b, t, kind, &mut u[..both], &mut v[..both], s, j);
    }
    if n > m {
        copy(t.tables.shared, &mut v[both..one], &u[both..one]);
    }
    let lower = || forward(b, t, u, s - 1, 2 * j, z.min(m), n.min(m));
    join(t.tables.shared && s >= SHARED, lower, || forward(b, t, v, s - 1, 2 * j + 1, z.min(m), n.saturating_sub(m)));
}

/// Computes the first `values` coefficients from as many values, if all other coefficients are zero. The rest of `x` is
/// overwritten.
pub(crate) fn inverse_truncated<B: Bytes>(b: B, t: &Twiddles, x: &mut [Line], values: usize) {
    inverse(b, t, x, t.dim(), 0, values, true);
}

/// Computes the same for a node whose coefficients from `n` on lie behind the values, or are zero.
fn inverse<B: Bytes>(b: B, t: &Twiddles, x: &mut [Line], s: u32, j: usize, n: usize, zero: bool) {
    let pairs = 1 << (s - 7);
    if n == 0 {
        return;
    }
    if n == pairs {
        return node(b, t, x, s, j, true);
    }
    let m = pairs / 2;
    let (u, v) = x.split_at_mut(m * (2 * t.planes));
    if n < m {
        let rest = n * (2 * t.planes);
        if !zero {
            one_level(b, t, Step::Product, &mut u[rest..], &mut v[rest..], s, j);
        }
        inverse(b, t, u, s - 1, 2 * j, n, zero);
        if !zero {
            one_level(b, t, Step::Product, &mut u[..rest], &mut v[..rest], s, j);
        }
    } else {
        node(b, t, u, s - 1, 2 * j, true);
        let rest = (n - m) * (2 * t.planes);
        if rest == 0 {
            if !zero {
                one_level(b, t, Step::Product, u, v, s, j);
            }
            return;
        }
        if zero {
            copy(t.tables.shared, &mut v[rest..], &u[rest..]);
        } else {
            one_level(b, t, Step::Both, &mut u[rest..], &mut v[rest..], s, j);
        }
        inverse(b, t, v, s - 1, 2 * j + 1, n - m, false);
        one_level(b, t, Step::Inverse, &mut u[..rest], &mut v[..rest], s, j);
    }
}

/// At least as many lines at a time in each thread.
const PIECE: usize = 256;

fn copy(shared: bool, to: &mut [Line], from: &[Line]) {
    share(shared, (Every(to, 1), Every(from, 1)), PIECE, &|(to, from): (Every<&mut [Line]>, Every<&[Line]>)| {
        to.0.copy_from_slice(from.0)
    });
}

/// The operation of one level, or of a part of one.
#[derive(Clone, Copy)]
enum Step {
    /// `u <- u + w v`, `v <- v + u`.
    Forward,
    /// `v <- v + u`, `u <- u + w v`.
    Inverse,
    /// `u <- u + w v`.
    Product,
    /// `u <- u + w v`, `v <- v + u` with the old `u`.
    Both,
}

/// Computes one level of node `j` of `2^s` elements, or a part of it.
fn one_level<B: Bytes>(b: B, t: &Twiddles, kind: Step, u: &mut [Line], v: &mut [Line], s: u32, j: usize) {
    let (t, planes, sum) = (&t.tables, t.planes, &mut [0; _]);
    let (width, d) = (t.width(s - 1, 2 * j), t.family(s - 1, j, sum));
    let both = match kind {
        Step::Forward | Step::Inverse => {
            return halves_of(b, [u, v], t.shared, planes, width, matches!(kind, Step::Inverse), d);
        }
        Step::Product => false,
        Step::Both => true,
    };
    share(t.shared, [Every(u, planes), Every(v, planes)], PIECE / planes, &|[u, v]: [Every<&mut [Line]>; 2]| {
        by_width!(width, B::WIDEST, |W, N| b.run(
            #[inline(always)]
            || product::<W, N, B>(b, u.0, v.0, d.get(0), both)
        ));
    });
}
