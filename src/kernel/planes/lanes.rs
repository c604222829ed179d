//! The last seven levels, on pairs of blocks.
//!
//! Notation: in a node of 128 elements, index `b6 .. b0`; bit 6 is the block, bits 5 .. 0 are the lane.
//!
//! # Idea
//! A level needs its two halves in two registers. So before level `i < 6` the bit of the lane that holds `b_i` is
//! swapped with the bit that selects the register: level 6 first, swap bit 5, level 5, swap bit 4, ..., level 0.
//!
//! ```text
//! registers | lane                      level
//! b6        | b5 b4 b3 b2 b1 b0         6
//! b5        | b6 b4 b3 b2 b1 b0         5
//! b4        | b6 b5 b3 b2 b1 b0         4
//! ...
//! b0        | b6 b5 b4 b3 b2 b1         0        value 2 l is lane l of the first block, 2 l + 1 of the second
//! ```
//!
//! At level `i` the lane's bits from `i` on are `b6 .. b_(i+1)`: the twiddle is that of the pair plus one byte, the same
//! in every pair: `varpi_(2 (l >> i))` in lane `l`.

use super::{
    bytes::{Bytes, Line, groups},
    passes::{butterfly, factors},
    product::{Factors, TAKE_BYTE_0, load, part, store},
    twiddles::Digests,
};

/// Returns the position of value `i < 128` of a pair of blocks, as `64 block + lane`.
#[cfg_attr(not(all(feature = "inside", feature = "std")), allow(dead_code, reason = "documents the order"))]
pub(crate) const fn position(i: usize) -> usize {
    (i & 1) << 6 | i >> 1
}

/// Returns the factors of level `level < 6`: those that take byte 0 of the twiddle get the lane's part.
#[inline(always)]
fn lane_factors<const N: usize, B: Bytes>(b: B, d: &[u8; N], level: usize, lanes: &[Line; 6]) -> Factors<N, B> {
    let Factors { mut bytes, .. } = factors::<N, B>(b, d);
    let mut i = 0;
    while i < N {
        if TAKE_BYTE_0[i] {
            bytes[i] = b.lane_factor(d[i], &lanes[level]);
        }
        i += 1;
    }
    Factors { bytes, level }
}

/// Transforms one level of one group of planes.
#[inline(always)]
fn exchange<const W: usize, const BIT: u32, B: Bytes>(b: B, u: &mut [B::V; W], v: &mut [B::V; W]) {
    let mut i = 0;
    while i < W {
        (u[i], v[i]) = b.exchange::<BIT>(u[i], v[i]);
        i += 1;
    }
}

/// Computes the seven levels of one pair of blocks; `d` holds the digests of the pair's first node at levels 6 .. 0.
#[inline(always)]
pub(super) fn pair<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    x: &mut [Line],
    d: Digests<'_>,
    lanes: &[Line; 6],
) {
    let t6 = factors::<N, B>(b, d.get(0));
    let t5 = lane_factors::<N, B>(b, d.get(1), 5, lanes);
    let t4 = lane_factors::<N, B>(b, d.get(2), 4, lanes);
    let t3 = lane_factors::<N, B>(b, d.get(3), 3, lanes);
    let t2 = lane_factors::<N, B>(b, d.get(4), 2, lanes);
    let t1 = lane_factors::<N, B>(b, d.get(5), 1, lanes);
    let t0 = lane_factors::<N, B>(b, d.get(6), 0, lanes);
    let (u, v) = x.split_at_mut(x.len() / 2);
    let [us, vs] = groups::<W, 2>([u, v]);
    for i in 0..us.len() {
        let (pu, pv) = (&mut us[i], &mut vs[i]);
        let (mut u, mut v) = (load::<W, B>(b, pu), load::<W, B>(b, pv));
        if INVERSE {
            butterfly::<W, N, true, B>(b, &mut u, &mut v, &t0);
            exchange::<W, 0, B>(b, &mut u, &mut v);
            butterfly::<W, N, true, B>(b, &mut u, &mut v, &t1);
            exchange::<W, 1, B>(b, &mut u, &mut v);
            butterfly::<W, N, true, B>(b, &mut u, &mut v, &t2);
            exchange::<W, 2, B>(b, &mut u, &mut v);
            butterfly::<W, N, true, B>(b, &mut u, &mut v, &t3);
            exchange::<W, 3, B>(b, &mut u, &mut v);
            butterfly::<W, N, true, B>(b, &mut u, &mut v, &t4);
            exchange::<W, 4, B>(b, &mut u, &mut v);
            butterfly::<W, N, true, B>(b, &mut u, &mut v, &t5);
            exchange::<W, 5, B>(b, &mut u, &mut v);
            butterfly::<W, N, true, B>(b, &mut u, &mut v, &t6);
        } else {
            butterfly::<W, N, false, B>(b, &mut u, &mut v, &t6);
            exchange::<W, 5, B>(b, &mut u, &mut v);
            butterfly::<W, N, false, B>(b, &mut u, &mut v, &t5);
            exchange::<W, 4, B>(b, &mut u, &mut v);
            butterfly::<W, N, false, B>(b, &mut u, &mut v, &t4);
            exchange::<W, 3, B>(b, &mut u, &mut v);
            butterfly::<W, N, false, B>(b, &mut u, &mut v, &t3);
            exchange::<W, 2, B>(b, &mut u, &mut v);
            butterfly::<W, N, false, B>(b, &mut u, &mut v, &t2);
            exchange::<W, 1, B>(b, &mut u, &mut v);
            butterfly::<W, N, false, B>(b, &mut u, &mut v, &t1);
            exchange::<W, 0, B>(b, &mut u, &mut v);
            butterfly::<W, N, false, B>(b, &mut u, &mut v, &t0);
        }
        store(b, pu, &u);
        store(b, pv, &v);
    }
}

/// Runs a level of twiddles of two bytes on four planes.
#[inline(always)]
fn narrow<const INVERSE: bool, B: Bytes>(b: B, u: &mut [B::V; 4], v: &mut [B::V; 4], t: &Factors<3, B>) {
    let (mut p, mut q) = (part::<2, _>(u, 0), part::<2, _>(v, 0));
    butterfly::<2, 3, INVERSE, B>(b, &mut p, &mut q, t);
    let (mut r, mut s) = (part::<2, _>(u, 2), part::<2, _>(v, 2));
    butterfly::<2, 3, INVERSE, B>(b, &mut r, &mut s, t);
    (*u, *v) = ([p[0], p[1], r[0], r[1]], [q[0], q[1], s[0], s[1]]);
}

/// Computes the seven levels where the twiddles of levels 6 .. 3 have two bytes and those of levels 2 .. 0 four.
#[inline(always)]
pub(super) fn halves<const INVERSE: bool, B: Bytes>(b: B, x: &mut [Line], d: Digests<'_>, lanes: &[Line; 6]) {
    let t6 = factors::<3, B>(b, d.get(0));
    let t5 = lane_factors::<3, B>(b, d.get(1), 5, lanes);
    let t4 = lane_factors::<3, B>(b, d.get(2), 4, lanes);
    let t3 = lane_factors::<3, B>(b, d.get(3), 3, lanes);
    let t2 = lane_factors::<9, B>(b, d.get(4), 2, lanes);
    let t1 = lane_factors::<9, B>(b, d.get(5), 1, lanes);
    let t0 = lane_factors::<9, B>(b, d.get(6), 0, lanes);
    let (u, v) = x.split_at_mut(x.len() / 2);
    let [us, vs] = groups::<4, 2>([u, v]);
    for i in 0..us.len() {
        let (pu, pv) = (&mut us[i], &mut vs[i]);
        let (mut u, mut v) = (load::<4, B>(b, pu), load::<4, B>(b, pv));
        if INVERSE {
            butterfly::<4, 9, true, B>(b, &mut u, &mut v, &t0);
            exchange::<4, 0, B>(b, &mut u, &mut v);
            butterfly::<4, 9, true, B>(b, &mut u, &mut v, &t1);
            exchange::<4, 1, B>(b, &mut u, &mut v);
            butterfly::<4, 9, true, B>(b, &mut u, &mut v, &t2);
            exchange::<4, 2, B>(b, &mut u, &mut v);
            narrow::<true, B>(b, &mut u, &mut v, &t3);
            exchange::<4, 3, B>(b, &mut u, &mut v);
            narrow::<true, B>(b, &mut u, &mut v, &t4);
            exchange::<4, 4, B>(b, &mut u, &mut v);
            narrow::<true, B>(b, &mut u, &mut v, &t5);
            exchange::<4, 5, B>(b, &mut u, &mut v);
            narrow::<true, B>(b, &mut u, &mut v, &t6);
        } else {
            narrow::<false, B>(b, &mut u, &mut v, &t6);
            exchange::<4, 5, B>(b, &mut u, &mut v);
            narrow::<false, B>(b, &mut u, &mut v, &t5);
            exchange::<4, 4, B>(b, &mut u, &mut v);
            narrow::<false, B>(b, &mut u, &mut v, &t4);
            exchange::<4, 3, B>(b, &mut u, &mut v);
            narrow::<false, B>(b, &mut u, &mut v, &t3);
            exchange::<4, 2, B>(b, &mut u, &mut v);
            butterfly::<4, 9, false, B>(b, &mut u, &mut v, &t2);
            exchange::<4, 1, B>(b, &mut u, &mut v);
            butterfly::<4, 9, false, B>(b, &mut u, &mut v, &t1);
            exchange::<4, 0, B>(b, &mut u, &mut v);
            butterfly::<4, 9, false, B>(b, &mut u, &mut v, &t0);
        }
        store(b, pu, &u);
        store(b, pv, &v);
    }
}

/// Runs both levels for wide twiddles, whose digests would not stay in registers, level by level.
#[inline(always)]
pub(super) fn wide_pair<const W: usize, const N: usize, const INVERSE: bool, B: Bytes>(
    b: B,
    x: &mut [Line],
    d: Digests<'_>,
    lanes: &[Line; 6],
) {
    let (u, v) = x.split_at_mut(x.len() / 2);
    let [us, vs] = groups::<W, 2>([u, v]);
    for step in 0..7 {
        let level = if INVERSE { step } else { 6 - step };
        let t = match level {
            6 => factors::<N, B>(b, d.get(0)),
            _ => lane_factors::<N, B>(b, d.get(6 - level), level, lanes),
        };
        for i in 0..us.len() {
            let (pu, pv) = (&mut us[i], &mut vs[i]);
            let (mut u, mut v) = (load::<W, B>(b, pu), load::<W, B>(b, pv));
            butterfly::<W, N, INVERSE, B>(b, &mut u, &mut v, &t);
            match if INVERSE { level } else { level.wrapping_sub(1) } {
                0 => exchange::<W, 0, B>(b, &mut u, &mut v),
                1 => exchange::<W, 1, B>(b, &mut u, &mut v),
                2 => exchange::<W, 2, B>(b, &mut u, &mut v),
                3 => exchange::<W, 3, B>(b, &mut u, &mut v),
                4 => exchange::<W, 4, B>(b, &mut u, &mut v),
                5 => exchange::<W, 5, B>(b, &mut u, &mut v),
                _ => {}
            }
            store(b, pu, &u);
            store(b, pv, &v);
        }
    }
}
