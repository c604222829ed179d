//! The transform cut off: some coefficients zero, some values not wanted.
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
//! No division, nothing to restore; one node of every size is cut, and each costs one pass over its data.

use super::{
    bytes::{Bytes, Line},
    lanes::pair_lines,
    passes::{Step, step},
    transform::{by_width, node},
    twiddles::Twiddles,
};

/// The first `values` of the values, from the first `coefficients` of the coefficients; the others are zero, whatever `x`
/// holds there. Both count pairs of blocks; `x` is the whole node, `2^s` elements of `P` planes.
pub(crate) fn forward_truncated<const P: usize, B: Bytes>(
    b: B,
    t: &Twiddles<P>,
    x: &mut [Line],
    coefficients: usize,
    values: usize,
) {
    forward(b, t, x, t.dim(), 0, coefficients, values);
}

fn forward<const P: usize, B: Bytes>(b: B, t: &Twiddles<P>, x: &mut [Line], s: u32, j: usize, z: usize, n: usize) {
    let pairs = 1 << (s - 7);
    if n == 0 {
        return;
    }
    if z == pairs && n == pairs {
        return node::<P, false, B>(b, t, x, s, j);
    }
    let m = pairs / 2;
    let (u, v) = x.split_at_mut(m * pair_lines(P));
    let both = z.saturating_sub(m) * pair_lines(P);
    let one = z.min(m) * pair_lines(P);
    if both > 0 {
        let kind = if n > m { Step::Forward } else { Step::Product };
        one_level(b, t, kind, &mut u[..both], &mut v[..both], s, j);
    }
    if n > m {
        v[both..one].copy_from_slice(&u[both..one]);
    }
    forward(b, t, u, s - 1, 2 * j, z.min(m), n.min(m));
    forward(b, t, v, s - 1, 2 * j + 1, z.min(m), n.saturating_sub(m));
}

/// The first `values` coefficients from as many values, all other coefficients being zero. What `x` holds behind is lost.
pub(crate) fn inverse_truncated<const P: usize, B: Bytes>(b: B, t: &Twiddles<P>, x: &mut [Line], values: usize) {
    inverse(b, t, x, t.dim(), 0, values, true);
}

/// The same for a node whose coefficients from `n` on lie behind the values, or are zero.
fn inverse<const P: usize, B: Bytes>(b: B, t: &Twiddles<P>, x: &mut [Line], s: u32, j: usize, n: usize, zero: bool) {
    let pairs = 1 << (s - 7);
    if n == 0 {
        return;
    }
    if n == pairs {
        return node::<P, true, B>(b, t, x, s, j);
    }
    let m = pairs / 2;
    let (u, v) = x.split_at_mut(m * pair_lines(P));
    if n < m {
        let rest = n * pair_lines(P);
        if !zero {
            one_level(b, t, Step::Product, &mut u[rest..], &mut v[rest..], s, j);
        }
        inverse(b, t, u, s - 1, 2 * j, n, zero);
        if !zero {
            one_level(b, t, Step::Product, &mut u[..rest], &mut v[..rest], s, j);
        }
    } else {
        node::<P, true, B>(b, t, u, s - 1, 2 * j);
        let rest = (n - m) * pair_lines(P);
        if rest == 0 {
            if !zero {
                one_level(b, t, Step::Product, u, v, s, j);
            }
            return;
        }
        if zero {
            v[rest..].copy_from_slice(&u[rest..]);
        } else {
            one_level(b, t, Step::Both, &mut u[rest..], &mut v[rest..], s, j);
        }
        inverse(b, t, v, s - 1, 2 * j + 1, n - m, false);
        one_level(b, t, Step::Inverse, &mut u[..rest], &mut v[..rest], s, j);
    }
}

/// One level of node `j` of `2^s` elements, or a part of it.
fn one_level<const P: usize, B: Bytes>(
    b: B,
    t: &Twiddles<P>,
    kind: Step,
    u: &mut [Line],
    v: &mut [Line],
    s: u32,
    j: usize,
) {
    by_width!(t.width(s - 1, 2 * j), P, |W, N, Q| {
        let d = t.node::<Q>(s - 1, j);
        b.run(
            #[inline(always)]
            || step::<W, N, Q, B>(b, kind, u, v, &d),
        )
    });
}
