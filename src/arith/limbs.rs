//! Arithmetic of little-endian limbs: sums, differences, shifts, and the schoolbook product.

use core::cmp::Ordering;

/// Returns `x` without its leading zero limbs.
pub(crate) fn trimmed(x: &[u64]) -> &[u64] {
    let len = x.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1);
    &x[..len]
}

/// Returns the number of bits of `x`; 0 for zero.
pub(crate) fn bit_len(x: &[u64]) -> u128 {
    let x = trimmed(x);
    x.last().map_or(0, |top| x.len() as u128 * 64 - u128::from(top.leading_zeros()))
}

/// Compares as integers of any lengths.
pub(crate) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    let (a, b) = (trimmed(a), trimmed(b));
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
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
    for (a, b) in fours.iter_mut().zip(b_fours) {
        for (a, b) in a.iter_mut().zip(b) {
            (*a, carry) = add(*a, *b, carry);
        }
    }
    for (a, b) in low.iter_mut().zip(b) {
        (*a, carry) = add(*a, *b, carry);
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
    for (a, b) in fours.iter_mut().zip(b_fours) {
        for (a, b) in a.iter_mut().zip(b) {
            (*a, borrow) = sub(*a, *b, borrow);
        }
    }
    for (a, b) in low.iter_mut().zip(b) {
        (*a, borrow) = sub(*a, *b, borrow);
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
    let mut window = [0; R];
    let mut carries = [0; R];
    window[..R - 1].copy_from_slice(&sum[..R - 1]);
    for (j, &limb) in x.iter().enumerate() {
        window[R - 1] = sum[j + R - 1];
        let mut lows = [0; R];
        for r in 0..R {
            // Below 2^128: (B-1)^2 + 2 (B-1) = B^2 - 1.
            let product = u128::from(limb) * u128::from(factors[r]) + u128::from(window[r]) + u128::from(carries[r]);
            (lows[r], carries[r]) = (product as u64, (product >> 64) as u64);
        }
        sum[j] = lows[0];
        window[..R - 1].copy_from_slice(&lows[1..]);
    }
    window[R - 1] = 0;
    let mut carry = false;
    for ((sum, window), high) in sum[x.len()..].iter_mut().zip(window).zip(carries) {
        let (value, first) = window.overflowing_add(high);
        let (value, second) = value.overflowing_add(u64::from(carry));
        (*sum, carry) = (value, first | second);
    }
}

/// Computes `sum <- sum - x factor` over the length of `x`, and returns the limb to be subtracted above.
pub(crate) fn sub_product(sum: &mut [u64], x: &[u64], factor: u64) -> u64 {
    sum.iter_mut().zip(x).fold(0, |carry, (sum, limb)| {
        let product = u128::from(*limb) * u128::from(factor) + u128::from(carry);
        let (difference, borrow) = sum.overflowing_sub(product as u64);
        *sum = difference;
        (product >> 64) as u64 + u64::from(borrow)
    })
}

/// Computes `out <- a b`, `out` of length `a.len() + b.len()`.
pub(crate) fn schoolbook(a: &[u64], b: &[u64], out: &mut [u64]) {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    out.fill(0);
    let (blocks, rest) = short.as_chunks::<4>();
    for (i, factors) in (0..).step_by(4).zip(blocks) {
        add_products(&mut out[i..i + long.len() + 4], long, factors);
    }
    for (i, &factor) in (4 * blocks.len()..).zip(rest) {
        add_products(&mut out[i..i + long.len() + 1], long, &[factor]);
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
