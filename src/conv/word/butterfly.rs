//! Arithmetic on lazy residues, and the butterflies of one and two levels.
//!
//! Notation and ranges as in the parent: `p < 2^62`, `B = 2^64`, values up to `4p` on the way to values and up to
//! `2p` on the way back.

use crate::rings::Shoup;

/// `w x` in `[0, 2p)`, for every word `x`.
#[inline(always)]
pub(super) fn shoup(x: u64, w: Shoup, p: u64) -> u64 {
    let quotient = ((u128::from(w.quotient) * u128::from(x)) >> 64) as u64;
    w.factor.wrapping_mul(x).wrapping_sub(quotient.wrapping_mul(p))
}

#[inline(always)]
pub(super) fn reduce_once(x: u64, bound: u64) -> u64 {
    x.min(x.wrapping_sub(bound))
}

/// `a b/B` in `[0, 2p)`, for `a, b` in `[0, 4p)`.
#[inline(always)]
pub(super) fn montgomery(a: u64, b: u64, p: u64, inverse: u64) -> u64 {
    // With a below p the product is below 4 p^2 < p B.
    let a = reduce_once(reduce_once(a, 2 * p), p);
    let product = u128::from(a) * u128::from(b);
    let multiple = u128::from((product as u64).wrapping_mul(inverse)) * u128::from(p);
    ((product >> 64) as u64) + p - ((multiple >> 64) as u64)
}

/// `(x, y) -> (x + w y, x - w y)`, both ways in `[0, 4p)`.
#[inline(always)]
fn forward_butterfly(x: u64, y: u64, w: Shoup, p: u64) -> (u64, u64) {
    let (x, y) = (reduce_once(x, 2 * p), shoup(y, w, p));
    (x + y, x + 2 * p - y)
}

/// `(y, z) -> (y + z, w (z - y))`, both ways in `[0, 2p)`.
#[inline(always)]
fn inverse_butterfly(y: u64, z: u64, w: Shoup, p: u64) -> (u64, u64) {
    (reduce_once(y + z, 2 * p), shoup(z + 2 * p - y, w, p))
}

#[inline(always)]
pub(super) fn forward_two(low: &mut [u64], high: &mut [u64], w: Shoup, p: u64) {
    for (x, y) in low.iter_mut().zip(high) {
        (*x, *y) = forward_butterfly(*x, *y, w, p);
    }
}

#[inline(always)]
pub(super) fn inverse_two(low: &mut [u64], high: &mut [u64], w: Shoup, p: u64) {
    for (y, z) in low.iter_mut().zip(high) {
        (*y, *z) = inverse_butterfly(*y, *z, w, p);
    }
}

fn quarters(f: &mut [u64]) -> impl Iterator<Item = (((&mut u64, &mut u64), &mut u64), &mut u64)> {
    let (low, high) = f.split_at_mut(f.len() / 2);
    let (a, b) = low.split_at_mut(low.len() / 2);
    let (c, d) = high.split_at_mut(high.len() / 2);
    a.iter_mut().zip(b).zip(c).zip(d)
}

/// Two levels of the tree: the node by `w`, its halves by `u` and `v`.
#[inline(always)]
pub(super) fn forward_four(f: &mut [u64], [w, u, v]: [Shoup; 3], p: u64) {
    for (((a, b), c), d) in quarters(f) {
        (*a, *c) = forward_butterfly(*a, *c, w, p);
        (*b, *d) = forward_butterfly(*b, *d, w, p);
        (*a, *b) = forward_butterfly(*a, *b, u, p);
        (*c, *d) = forward_butterfly(*c, *d, v, p);
    }
}

#[inline(always)]
pub(super) fn inverse_four(f: &mut [u64], [w, u, v]: [Shoup; 3], p: u64) {
    for (((a, b), c), d) in quarters(f) {
        (*a, *b) = inverse_butterfly(*a, *b, u, p);
        (*c, *d) = inverse_butterfly(*c, *d, v, p);
        (*a, *c) = inverse_butterfly(*a, *c, w, p);
        (*b, *d) = inverse_butterfly(*b, *d, w, p);
    }
}
