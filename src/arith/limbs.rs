//! Arithmetic of little-endian limbs: sums, differences, shifts, and the schoolbook product.

use crate::lists;
use core::cmp::Ordering;

/// Returns `x` without its leading zero limbs.
#[inline]
pub(crate) fn trimmed(mut x: &[u64]) -> &[u64] {
    while let [rest @ .., 0] = x {
        x = rest;
    }
    x
}

/// Returns the number of bits of `x`; 0 for zero.
pub(crate) fn bit_len(x: &[u64]) -> u128 {
    let x = trimmed(x);
    x.last().map_or(0, |top| x.len() as u128 * 64 - u128::from(top.leading_zeros()))
}

/// Compares as integers of any lengths.
pub(crate) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    let (mut a, mut b) = (trimmed(a), trimmed(b));
    if a.len() == b.len() {
        while let ([a_rest @ .., a_top], [b_rest @ .., b_top]) = (a, b) {
            if a_top != b_top {
                return a_top.cmp(b_top);
            }
            (a, b) = (a_rest, b_rest);
        }
    }
    a.len().cmp(&b.len())
}

/// Returns `a + b + carry`, and whether it leaves a limb.
#[inline(always)]
fn add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

/// Returns `a - b - borrow`, and whether it is negative.
#[inline(always)]
fn sub(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(u64::from(borrow));
    (difference, first | second)
}

/// Computes `a <- a + b`, and returns whether it carries out of `a`. `b` is not longer than `a`.
pub(crate) fn add_assign(a: &mut [u64], b: &[u64]) -> bool {
    let (low, high) = a.split_at_mut(b.len());
    let mut carry = false;
    // Four at a time, so that the flag stays where the processor has it.
    let ((fours, low), (b_fours, b)) = (low.as_chunks_mut::<4>(), b.as_chunks::<4>());
    for i in 0..fours.len() {
        let (a, b) = (&mut fours[i], &b_fours[i]);
        for j in 0..4 {
            (a[j], carry) = add(a[j], b[j], carry);
        }
    }
    for i in 0..low.len() {
        (low[i], carry) = add(low[i], b[i], carry);
    }
    for a in high {
        if !carry {
            return false;
        }
        (*a, carry) = add(*a, 0, true);
    }
    carry
}

/// Computes `a <- a - b`, and returns whether it borrows beyond `a`. `b` is not longer than `a`.
pub(crate) fn sub_assign(a: &mut [u64], b: &[u64]) -> bool {
    let (low, high) = a.split_at_mut(b.len());
    let mut borrow = false;
    // Four at a time, so that the flag stays where the processor has it.
    let ((fours, low), (b_fours, b)) = (low.as_chunks_mut::<4>(), b.as_chunks::<4>());
    for i in 0..fours.len() {
        let (a, b) = (&mut fours[i], &b_fours[i]);
        for j in 0..4 {
            (a[j], borrow) = sub(a[j], b[j], borrow);
        }
    }
    for i in 0..low.len() {
        (low[i], borrow) = sub(low[i], b[i], borrow);
    }
    for a in high {
        if !borrow {
            return false;
        }
        (*a, borrow) = sub(*a, 0, true);
    }
    borrow
}

/// Computes `x <- x 2^shift` for `shift < 64`, and returns the bits that leave at the top.
pub(crate) fn shift_left(x: &mut [u64], shift: u32) -> u64 {
    if shift == 0 {
        return 0;
    }
    let mut carry = 0;
    for limb in x {
        (*limb, carry) = (*limb << shift | carry, *limb >> (64 - shift));
    }
    carry
}

/// Computes `x <- floor(x/2^shift)` for `shift < 64`.
pub(crate) fn shift_right(x: &mut [u64], shift: u32) {
    if shift == 0 {
        return;
    }
    let mut carry = 0;
    for limb in x.iter_mut().rev() {
        (*limb, carry) = (*limb >> shift | carry, *limb << (64 - shift));
    }
}

/// Computes `x <- x factor + summand`, and returns the limb that leaves at the top.
pub(crate) fn mul_add_limb(x: &mut [u64], factor: u64, summand: u64) -> u64 {
    x.iter_mut().fold(summand, |carry, limb| {
        let product = u128::from(*limb) * u128::from(factor) + u128::from(carry);
        *limb = product as u64;
        (product >> 64) as u64
    })
}

/// Computes `sum <- sum + x (f_0 + f_1 B + ... )`: as many rows at once as there are factors, each with its own chain of
/// carries. The top limb of `sum`, of index `x.len() + R - 1`, is overwritten.
#[inline(always)]
fn add_products<const R: usize>(sum: &mut [u64], x: &[u64], factors: &[u64; R]) {
    // The sums so far at the R - 1 positions from the current one on.
    let mut window: [_; R] = lists::from_fn(|r| if r < R - 1 { sum[r] } else { 0 });
    let mut carries = [0; R];
    for (j, &limb) in x.iter().enumerate() {
        window[R - 1] = sum[j + R - 1];
        let mut lows = [0; R];
        for r in 0..R {
            // Below 2^128: (B-1)^2 + 2 (B-1) = B^2 - 1.
            let product = u128::from(limb) * u128::from(factors[r]) + u128::from(window[r]) + u128::from(carries[r]);
            (lows[r], carries[r]) = (product as u64, (product >> 64) as u64);
        }
        sum[j] = lows[0];
        window = lists::from_fn(|r| if r < R - 1 { lows[r + 1] } else { 0 });
    }
    let mut carry = false;
    let top = &mut sum[x.len()..];
    for r in 0..R {
        (top[r], carry) = add(window[r], carries[r], carry);
    }
}

/// Computes `sum <- sum - x factor` over the length of `x`, and returns the limb to be subtracted above.
pub(crate) fn sub_product(sum: &mut [u64], x: &[u64], factor: u64) -> u64 {
    let sum = &mut sum[..x.len()];
    let mut carry = 0;
    for i in 0..x.len() {
        let product = u128::from(x[i]) * u128::from(factor) + u128::from(carry);
        let borrow;
        (sum[i], borrow) = sum[i].overflowing_sub(product as u64);
        carry = (product >> 64) as u64 + u64::from(borrow);
    }
    carry
}

/// Computes `out <- a b`, `out` of length `a.len() + b.len()`.
pub(crate) fn schoolbook(a: &[u64], b: &[u64], out: &mut [u64]) {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    out.fill(0);
    let (blocks, rest) = short.as_chunks::<4>();
    let mut out = out;
    for factors in blocks {
        add_products(&mut out[..long.len() + 4], long, factors);
        out = &mut out[4..];
    }
    for &factor in rest {
        add_products(&mut out[..long.len() + 1], long, &[factor]);
        out = &mut out[1..];
    }
}

/// Division by one word that is at least 2^63, by its reciprocal (\[Moller-Granlund 2011\], algorithm 4).
#[derive(Clone, Copy)]
pub(crate) struct WordDivisor {
    divisor: u64,
    reciprocal: u64,
}

impl WordDivisor {
    /// Creates the divisor, which must have its top bit set.
    pub(crate) const fn new(divisor: u64) -> Self {
        // Truncation to a word subtracts 2^64.
        WordDivisor { divisor, reciprocal: (u128::MAX / divisor as u128) as u64 }
    }

    /// Returns quotient and remainder of `high 2^64 + low`, for `high` below the divisor.
    #[inline]
    pub(crate) const fn divide(&self, high: u64, low: u64) -> (u64, u64) {
        let estimate = (self.reciprocal as u128 * high as u128).wrapping_add((high as u128) << 64 | low as u128);
        let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
        let mut remainder = low.wrapping_sub(quotient.wrapping_mul(self.divisor));
        if remainder > estimate as u64 {
            quotient = quotient.wrapping_sub(1);
            remainder = remainder.wrapping_add(self.divisor);
        }
        if remainder >= self.divisor {
            quotient = quotient.wrapping_add(1);
            remainder -= self.divisor;
        }
        (quotient, remainder)
    }
}
