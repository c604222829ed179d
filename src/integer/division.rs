//! Division: Newton's reciprocal of the divisor, then two products a block of the quotient.
//!
//! Notation: `B = 2^64`, `d` the divisor of `L` limbs, shifted so that its top bit is set.
//!
//! # Idea
//! The reciprocal is `V` with `B^(2L)/d - 3 < V <= B^(2L)/d`. From that of the upper `h = ceil(L/2) + 1` limbs,
//! `V_h`, one step of Newton's iteration for `1/d` makes that of all:
//!
//! ```text
//! W = B^(L+h) - V_h d,        -2 B^L <= W < 3 B^L
//! V = V_h B^(L-h) + V_h W/B^(2h),     relative error (W/B^(L+h))^2 < 9/B^(2h), below one unit of V
//! ```
//!
//! A quotient by `V` is less than 5 too small, which the remainder shows.
//!
//! # Source
//! \[Brent-Zimmermann 2010\], sections 2.4.1 and 3.4.1; the schoolbook division: \[Knuth 1997\], 4.3.1, D.

use super::{
    Multiplier, SpecialModulus, copied, lengthen,
    limbs::{WordDivisor, add_assign, compare, shift_left, shift_right, sub_assign, sub_product, trimmed},
};
use crate::{Error, Result, conv::buffer};
use alloc::{vec, vec::Vec};
use core::cmp::Ordering;

/// Reciprocals up to this many limbs are taken by schoolbook division.
const NEWTON: usize = 40;

const WHAT: &str = "a quotient of integers";

/// A divisor with its reciprocal.
pub(super) struct Divisor {
    /// `d`, shifted.
    shifted: Vec<u64>,
    shift: u32,
    /// `V`, `L + 1` limbs.
    reciprocal: Vec<u64>,
}

impl Divisor {
    /// Creates a divisor, which must not be zero.
    pub(super) fn new(divisor: &[u64], multiplier: &Multiplier) -> Result<Self> {
        let divisor = trimmed(divisor);
        let mut shifted = copied(WHAT, divisor, divisor.len())?;
        let shift = shifted.last().map_or(0, |top| top.leading_zeros());
        shift_left(&mut shifted, shift);
        let reciprocal = reciprocal(&shifted, multiplier)?;
        Ok(Divisor { shifted, shift, reciprocal })
    }

    /// Returns quotient and remainder of `x < B^L d`, trimmed.
    pub(super) fn divide(&self, x: &[u64], multiplier: &Multiplier) -> Result<(Vec<u64>, Vec<u64>)> {
        let (d, len) = (&self.shifted[..], self.shifted.len());
        let x = trimmed(x);
        let mut dividend = buffer(WHAT, 2 * len, &0)?;
        dividend[..x.len()].copy_from_slice(x);
        shift_left(&mut dividend, self.shift);
        let mut quotient = multiplier.multiply_high(&dividend[len - 1..], &self.reciprocal, len + 1)?;
        lengthen(WHAT, &mut quotient, len)?;
        // The remainder is below 5 d, so its L + 1 lower limbs determine it, and so does its residue modulo B^m - 1 for
        // m > L.
        let mut remainder = dividend;
        if let Some((product, m)) = multiplier.multiply_wrapped(&quotient, d, len + 1)? {
            remainder = difference_modulo(&remainder, &product, m)?;
            lengthen(WHAT, &mut remainder, len + 1)?;
            remainder.truncate(len + 1);
        } else {
            let product = multiplier.multiply_low(&quotient, d, len + 1)?;
            remainder.truncate(len + 1);
            remainder.resize(len + 1, 0);
            sub_assign(&mut remainder, &product);
        }
        while compare(&remainder, d) != Ordering::Less {
            sub_assign(&mut remainder, d);
            add_assign(&mut quotient, &[1]);
        }
        shift_right(&mut remainder, self.shift);
        quotient.truncate(trimmed(&quotient).len());
        remainder.truncate(trimmed(&remainder).len());
        Ok((quotient, remainder))
    }
}

impl Multiplier {
    /// Returns the quotient and the remainder of `a` by `b`, by this multiplier's products.
    ///
    /// Costs about five products of half the length of `a`, for `b` half as long; a longer dividend is divided block by block with one
    /// reciprocal.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] if `b` is zero; otherwise as [`multiply`](Self::multiply).
    pub fn divide(&self, a: &[u64], b: &[u64]) -> Result<(Vec<u64>, Vec<u64>)> {
        let (a, b) = (trimmed(a), trimmed(b));
        let Some(top) = b.last() else {
            return Err(Error::NotInvertible {
                ring: "the integers".into(),
                what: "zero, as a divisor: give another,".into(),
            });
        };
        if compare(a, b) == Ordering::Less {
            return Ok((Vec::new(), copied(WHAT, a, a.len())?));
        }
        let shift = top.leading_zeros();
        let mut d = copied(WHAT, b, b.len())?;
        shift_left(&mut d, shift);
        // The upper limbs of the shifted dividend are below the divisor.
        let mut x = copied(WHAT, a, a.len() + 1)?;
        x[a.len()] = shift_left(&mut x[..a.len()], shift);
        let len = d.len();
        let count = x.len() - len;
        let mut quotient = buffer(WHAT, count, &0)?;
        if len.min(count) <= SCHOOLBOOK {
            divide_schoolbook(&mut x, &d, &mut quotient);
        } else if count >= len {
            let divisor = Divisor::new(&d, self)?;
            // Blocks of the quotient from the top, each after the remainder of the one above it.
            let mut end = count;
            while end > 0 {
                let start = end - ((end - 1) % len + 1);
                let (digits, rest) = divisor.divide(&x[start..end + len], self)?;
                quotient[start..start + digits.len()].copy_from_slice(&digits);
                x[start..end + len].fill(0);
                x[start..start + rest.len()].copy_from_slice(&rest);
                end = start;
            }
        } else {
            self.divide_by_upper(&mut x, &d, &mut quotient)?;
        }
        shift_right(&mut x, shift);
        x.truncate(trimmed(&x).len());
        quotient.truncate(trimmed(&quotient).len());
        Ok((quotient, x))
    }

    /// Divides by a divisor longer than the quotient, with its top bit set: by its upper limbs first, one more than the quotient has.
    ///
    /// With `b = b_1 B^k + b_0` and `q_1 = floor(floor(a/B^k)/b_1)`: `q <= q_1`, and `q_1 - a/b <= (a/b) b_0/(b_1 B^k) < 2/B`, because `a/b`
    /// is below `B^count` and `b_1` at least `B^(count + 1)/2`. So one correction may follow.
    fn divide_by_upper(&self, x: &mut [u64], d: &[u64], quotient: &mut [u64]) -> Result<()> {
        let count = quotient.len();
        let cut = d.len() - (count + 1);
        let (mut estimate, rest) = Divisor::new(&d[cut..], self)?.divide(&x[cut..], self)?;
        x[cut..].fill(0);
        x[cut..cut + rest.len()].copy_from_slice(&rest);
        // The remainder is that of the upper limbs, less the product with the lower ones.
        let product = self.multiply(&estimate, &d[..cut])?;
        let mut negative = sub_assign(x, &product);
        while negative {
            sub_assign(&mut estimate, &[1]);
            negative = !add_assign(x, d);
        }
        let estimate = trimmed(&estimate);
        quotient[..estimate.len()].copy_from_slice(estimate);
        Ok(())
    }
}

/// Returns the quotient and the remainder of `a` by `b`, with the fastest products, on all threads.
///
/// ```
/// use ringfft::integer;
///
/// let (quotient, remainder) = integer::divide(&[5, 0, 1], &[0, 1])?;
/// assert_eq!((quotient, remainder), (vec![0, 1], vec![5]));
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::divide`].
pub fn divide(a: &[u64], b: &[u64]) -> Result<(Vec<u64>, Vec<u64>)> {
    Multiplier::default().divide(a, b)
}

/// Limbs of the divisor or the quotient up to which a number is divided by schoolbook division.
const SCHOOLBOOK: usize = 80;

/// Returns `V` with `B^(2L)/d - 3 < V <= B^(2L)/d`, `L + 1` limbs, for `d` with its top bit set.
fn reciprocal(d: &[u64], multiplier: &Multiplier) -> Result<Vec<u64>> {
    let len = d.len();
    if len <= NEWTON {
        let mut power = vec![0; 2 * len + 1];
        power[2 * len] = 1;
        let mut quotient = vec![0; len + 1];
        divide_schoolbook(&mut power, d, &mut quotient);
        return Ok(quotient);
    }
    let h = len.div_ceil(2) + 1;
    let upper = reciprocal(&d[len - h..], multiplier)?;
    // W in L + 2 limbs, as magnitude and sign.
    let (w, negative) = distance(&upper, d, len + h, multiplier)?;
    let step = multiplier.multiply_high(&upper, &w[h - 1..], h + 1)?;
    let mut result = buffer(WHAT, len + 1, &0)?;
    result[len - h..].copy_from_slice(&upper);
    let step = &step[..];
    if negative {
        sub_assign(&mut result, step);
        sub_assign(&mut result, &[2]);
    } else {
        add_assign(&mut result, step);
    }
    Ok(result)
}

/// Returns `B^k - v d` as magnitude, `k + 1` limbs, and sign. It lies between `-2 B^L` and `3 B^L`, `L` the limbs of `d`.
fn distance(v: &[u64], d: &[u64], k: usize, multiplier: &Multiplier) -> Result<(Vec<u64>, bool)> {
    if let Some((product, m)) = multiplier.multiply_wrapped(v, d, d.len() + 1)? {
        let mut power = buffer(WHAT, m, &0)?;
        power[k % m] = 1;
        let mut w = difference_modulo(&power, &product, m)?;
        // Residues from the middle on are those of negative numbers.
        let negative = w.len() == m && w[m - 1] >> 63 == 1;
        if negative {
            w.iter_mut().for_each(|limb| *limb = !*limb);
        }
        lengthen(WHAT, &mut w, k + 1)?;
        w.truncate(k + 1);
        return Ok((w, negative));
    }
    // The power is cut off on both sides.
    let mut w = multiplier.multiply(v, d)?;
    let negative = w.len() > k;
    lengthen(WHAT, &mut w, k + 1)?;
    if negative {
        w[k] -= 1;
    } else {
        w.iter_mut().for_each(|limb| *limb = !*limb);
        add_assign(&mut w, &[1]);
        // Modulo B^k.
        w[k] = 0;
    }
    Ok((w, negative))
}

/// Returns `a - b` modulo `B^m - 1`.
fn difference_modulo(a: &[u64], b: &[u64], m: usize) -> Result<Vec<u64>> {
    let modulus = SpecialModulus::MinusOne(64 * m as u64);
    let (mut a, b) = (modulus.residue(a)?, modulus.residue(b)?);
    lengthen(WHAT, &mut a, m)?;
    if compare(&a, &b) == Ordering::Less {
        add_assign(&mut a, &buffer(WHAT, m, &u64::MAX)?);
        // The carry of this is the borrow of the subtraction.
    }
    sub_assign(&mut a, &b);
    a.truncate(trimmed(&a).len());
    Ok(a)
}

/// Returns the quotient of `B^k` by a short divisor, which must not be zero, for `k` at least its number of limbs.
pub(super) fn quotient_of_power(k: usize, divisor: &[u64]) -> Result<Vec<u64>> {
    let mut d = copied(WHAT, divisor, divisor.len())?;
    let shift = d.last().map_or(0, |top| top.leading_zeros());
    shift_left(&mut d, shift);
    let mut power = buffer(WHAT, k + 2, &0)?;
    power[k] = 1 << shift;
    let mut quotient = buffer(WHAT, k + 2 - d.len(), &0)?;
    divide_schoolbook(&mut power, &d, &mut quotient);
    quotient.truncate(trimmed(&quotient).len());
    Ok(quotient)
}

/// Computes the `quotient` of `x` by `d`, the remainder in the lower limbs of `x`: Knuth's algorithm D.
///
/// The top bit of `d` is set, the upper `d.len()` limbs of `x` are below `d`, and `quotient` has
/// `x.len() - d.len()` limbs.
fn divide_schoolbook(x: &mut [u64], d: &[u64], quotient: &mut [u64]) {
    let (n, &top) = match d.split_last() {
        Some((top, rest)) => (rest.len() + 1, top),
        None => return,
    };
    let by_top = WordDivisor::new(top);
    for (j, digit) in quotient.iter_mut().enumerate().rev() {
        let window = &mut x[j..=j + n];
        let mut estimate = u64::MAX;
        if window[n] < top {
            let (q, mut r) = by_top.divide(window[n], window[n - 1]);
            estimate = q;
            if n > 1 {
                let low = |r: u64| u128::from(r) << 64 | u128::from(window[n - 2]);
                while u128::from(estimate) * u128::from(d[n - 2]) > low(r) {
                    estimate -= 1;
                    let (sum, overflow) = r.overflowing_add(top);
                    r = sum;
                    if overflow {
                        break;
                    }
                }
            }
        }
        let borrow = sub_product(window, d, estimate);
        let (rest, negative) = window[n].overflowing_sub(borrow);
        window[n] = rest;
        let mut negative = negative;
        while negative {
            estimate -= 1;
            let carry = add_assign(&mut window[..n], d);
            let (sum, done) = window[n].overflowing_add(u64::from(carry));
            window[n] = sum;
            negative = !done;
        }
        *digit = estimate;
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
