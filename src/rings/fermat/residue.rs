//! Residues modulo `2^K + 1` as slices of limbs, every operation in place.
//!
//! Notation: `K = 64 q + r` with `r < 64`. A residue has `q + 1` limbs, little-endian, and is canonical in
//! `[0, 2^K]`: `-1` is `2^K`, whose only bit is bit `r` of the top limb. Every function here takes canonical
//! residues and leaves canonical residues.

use crate::arith::{
    karatsuba,
    limbs::{add_assign, schoolbook, shift_left, sub_assign},
};
use alloc::vec;

/// Limbs of a factor up to which its product is formed on the stack.
const STACK: usize = 32;

/// Computes `x <- x + 2^K + 1` modulo `2^(64 (q + 1))`, which corrects a difference below zero.
#[inline]
fn wrap(x: &mut [u64], r: u32) {
    if let Some(top) = x.last_mut() {
        *top = top.wrapping_add(1 << r);
    }
    add_assign(x, &[1]);
}

/// Returns whether `x = -1`.
#[inline]
pub(super) fn is_minus_one(x: &[u64], r: u32) -> bool {
    x.last().is_some_and(|top| top >> r != 0)
}

/// Reduces a sum of two residues, at most `2^(K+1)` with its carry, to a residue.
#[inline]
fn settle(x: &mut [u64], carry: bool, r: u32) {
    let Some(top) = x.last_mut() else { return };
    // A carry leaves the top limb for r = 63 only, and is 2 of 2^K then.
    let over = (*top >> r) + if carry { 2 } else { 0 };
    if over != 0 {
        *top &= (1 << r) - 1;
        if sub_assign(x, &[over]) {
            wrap(x, r);
        }
    }
}

/// Computes `a <- a + b`.
#[inline]
pub(super) fn add(a: &mut [u64], b: &[u64], r: u32) {
    let carry = add_assign(a, b);
    settle(a, carry, r);
}

/// Computes `a <- a - b`.
#[inline]
pub(super) fn sub(a: &mut [u64], b: &[u64], r: u32) {
    if sub_assign(a, b) {
        wrap(a, r);
    }
}

/// Computes `(a, b) <- (a + b, a - b)` in one pass.
#[inline]
pub(super) fn butterfly(a: &mut [u64], b: &mut [u64], r: u32) {
    let (mut carry, mut borrow) = (false, false);
    for (a, b) in a.iter_mut().zip(b.iter_mut()) {
        let (sum, first) = a.overflowing_add(*b);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first | second;
        let (difference, first) = a.overflowing_sub(*b);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        borrow = first | second;
        (*a, *b) = (sum, difference);
    }
    settle(a, carry, r);
    if borrow {
        wrap(b, r);
    }
}

/// Computes `x <- -x`.
pub(super) fn negate(x: &mut [u64], r: u32) {
    if x.iter().all(|&limb| limb == 0) {
        return;
    }
    // 2^K + 1 - x, and -x is the complement plus 1.
    for limb in x.iter_mut() {
        *limb = !*limb;
    }
    if let Some(top) = x.last_mut() {
        *top = top.wrapping_add(1 << r);
    }
    add_assign(x, &[2]);
}

/// Computes `x <- x 2^e` for `e < K`.
///
/// With `e = 64 w + s` and `x = A + B 2^(64 (q+1-w))`, `A` the limbs that stay and `B` the `w` top ones:
///
/// ```text
/// x 2^e = A 2^e + B 2^(64 (q+1)) 2^s = A 2^e - B 2^d,      d = 64 - r + s,
/// ```
///
/// because `2^(64 (q+1)) = 2^(K + 64 - r)`. The limbs are rotated by `w`, and `A` is shifted by `s` bits. The part from
/// `2^K` up is less than `2^d` and fills the bits below `B 2^d`. Both together, less than `2^e`, are subtracted in
/// place.
pub(super) fn shift(x: &mut [u64], e: usize, r: u32) {
    let (w, s) = (e / 64, (e % 64) as u32);
    if is_minus_one(x, r) {
        x.fill(0);
        x[w] = 1 << s;
        return negate(x, r);
    }
    if w != 0 {
        x.rotate_right(w);
    }
    let (high, kept) = x.split_at_mut(w);
    let out = shift_left(kept, s);
    let Some(top) = kept.last_mut() else { return };
    let mut rest = (u128::from(out) << 64 | u128::from(*top)) >> r;
    *top &= (1 << r) - 1;
    let d = 64 - r + s;
    let mut borrow = false;
    for limb in high {
        let part;
        if d < 64 {
            let sum = rest | u128::from(*limb) << d;
            (part, rest) = (sum as u64, sum >> 64);
        } else {
            part = rest as u64;
            rest = rest >> 64 | u128::from(*limb) << (d - 64);
        }
        *limb = part.wrapping_add(u64::from(borrow)).wrapping_neg();
        borrow |= part != 0;
    }
    // The rest is below 2^s.
    if sub_assign(kept, &[rest as u64 + u64::from(borrow)]) {
        wrap(x, r);
    }
}

/// Computes `x <- x (2^h - 1)` for `h = K/2`. With `x = a + b 2^h` that is `(a - b) 2^h - (a + b)`, a butterfly of the two
/// halves of one residue.
pub(super) fn times_half_power_less_one(x: &mut [u64], h: usize, r: u32) {
    let (m, o) = (h / 64, (h % 64) as u32);
    if is_minus_one(x, r) {
        x.fill(0);
        x[m] = 1 << o;
        sub_assign(x, &[1]);
        return negate(x, r);
    }
    // Carry of a + b, borrow of a - b, borrow of -(a + b), each at 2^h.
    let (mut carry, mut borrow, mut negative) = (0u64, false, false);
    for i in 0..=m {
        let width = if i < m { 64 } else { o };
        if width == 0 {
            break;
        }
        let mask = u64::MAX >> (64 - width);
        let next = if o == 0 { 0 } else { x.get(m + i + 1).map_or(0, |next| next << (64 - o)) };
        let (a, b) = (x[i] & mask, (x[m + i] >> o | next) & mask);
        let sum = u128::from(a) + u128::from(b) + u128::from(carry);
        carry = (sum >> width) as u64;
        let sum = sum as u64 & mask;
        let low = sum.wrapping_add(u64::from(negative)).wrapping_neg() & mask;
        negative |= sum != 0;
        let high = a.wrapping_sub(b).wrapping_sub(u64::from(borrow)) & mask;
        borrow = u128::from(a) < u128::from(b) + u128::from(borrow);
        x[i] = x[i] & !mask | low;
        let below = (1 << o) - 1;
        x[m + i] = x[m + i] & below | high << o;
        if let (1.., Some(next)) = (o, x.get_mut(m + i + 1)) {
            *next = *next & !below | high >> (64 - o);
        }
    }
    // The borrow is at 2^K = -1, the others at 2^h.
    add_assign(x, &[u64::from(borrow)]);
    let mut wrapped = false;
    for _ in 0..carry + u64::from(negative) {
        wrapped |= sub_assign(&mut x[m..], &[1 << o]);
    }
    if wrapped {
        wrap(x, r);
    }
}

/// Computes `a <- a b`: the product of limbs, its upper part subtracted from its lower one.
pub(super) fn multiply(a: &mut [u64], b: &[u64], r: u32) {
    if is_minus_one(b, r) {
        return negate(a, r);
    }
    if is_minus_one(a, r) {
        a.copy_from_slice(b);
        return negate(a, r);
    }
    // Both are below 2^K: for r = 0 the top limb is zero.
    let n = a.len() - usize::from(r == 0);
    if n <= STACK {
        let mut product = [0; 2 * STACK];
        let product = &mut product[..2 * n];
        schoolbook(&a[..n], &b[..n], product);
        fold(a, product, r);
    } else {
        let mut room = vec![0; 2 * n + karatsuba::scratch_len(n)];
        let (product, scratch) = room.split_at_mut(2 * n);
        karatsuba::multiply(&a[..n], &b[..n], product, scratch, &karatsuba::Textbook);
        fold(a, product, r);
    }
}

/// Computes `a <- low - high` for a product `low + high 2^K`, both below `2^K`.
fn fold(a: &mut [u64], product: &[u64], r: u32) {
    let q = a.len() - 1;
    let limb = |i: usize| product.get(i).copied().unwrap_or(0);
    for (i, a) in a.iter_mut().enumerate() {
        *a = if i < q { limb(i) } else { limb(i) & ((1 << r) - 1) };
    }
    let mut borrow = false;
    for (i, a) in a.iter_mut().enumerate() {
        let above = if r == 0 { 0 } else { limb(q + i + 1) << (64 - r) };
        let (difference, first) = a.overflowing_sub(limb(q + i) >> r | above);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        (*a, borrow) = (difference, first | second);
    }
    if borrow {
        wrap(a, r);
    }
}
