//! Division by a divisor that is used often: Newton's reciprocal, then two products a quotient.
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
    Multiplier, copied, lengthen,
    limbs::{WordDivisor, add_assign, compare, shift_left, shift_right, sub_assign, sub_product, trimmed},
};
use crate::{Result, conv::buffer};
use alloc::{vec, vec::Vec};
use core::cmp::Ordering;

/// Reciprocals up to this many limbs are taken by schoolbook division.
const NEWTON: usize = 40;

const WHAT: &str = "a quotient of integers";

/// A divisor with its reciprocal.
pub(super) struct Divisor {
    /// As given, trimmed.
    divisor: Vec<u64>,
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
        let divisor = copied(WHAT, divisor, divisor.len())?;
        let shift = shifted.last().map_or(0, |top| top.leading_zeros());
        shift_left(&mut shifted, shift);
        let reciprocal = reciprocal(&shifted, multiplier)?;
        Ok(Divisor { divisor, shifted, shift, reciprocal })
    }

    /// Returns whether the divisor is greater than `x`.
    pub(super) fn exceeds(&self, x: &[u64]) -> bool {
        compare(x, &self.divisor) == Ordering::Less
    }

    /// Returns quotient and remainder of `x < B^L d`, trimmed.
    pub(super) fn divide(&self, x: &[u64], multiplier: &Multiplier) -> Result<(Vec<u64>, Vec<u64>)> {
        let (d, len) = (&self.shifted[..], self.shifted.len());
        let x = trimmed(x);
        let mut dividend = buffer(WHAT, 2 * len, &0)?;
        dividend[..x.len()].copy_from_slice(x);
        shift_left(&mut dividend, self.shift);
        let mut quotient = multiplier.multiply(&dividend[len - 1..], &self.reciprocal)?;
        quotient.drain(..quotient.len().min(len + 1));
        lengthen(WHAT, &mut quotient, len)?;
        // The remainder is below 5 d, so its L + 1 lower limbs are enough.
        let product = multiplier.multiply(&quotient, d)?;
        let mut remainder = dividend;
        remainder.truncate(len + 1);
        remainder.resize(len + 1, 0);
        sub_assign(&mut remainder, &product[..product.len().min(len + 1)]);
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
    // W in L + 2 limbs, as magnitude and sign. The power B^(L+h) is cut off on both sides.
    let mut w = multiplier.multiply(&upper, d)?;
    let negative = w.len() > len + h;
    lengthen(WHAT, &mut w, len + h + 1)?;
    if negative {
        w[len + h] -= 1;
    } else {
        w.iter_mut().for_each(|limb| *limb = !*limb);
        add_assign(&mut w, &[1]);
        // Modulo B^(L+h).
        w[len + h] = 0;
    }
    let mut step = multiplier.multiply(&upper, &w[h - 1..])?;
    step.drain(..step.len().min(h + 1));
    let mut result = buffer(WHAT, len + 1, &0)?;
    result[len - h..].copy_from_slice(&upper);
    let step = trimmed(&step);
    if negative {
        sub_assign(&mut result, step);
        sub_assign(&mut result, &[2]);
    } else {
        add_assign(&mut result, step);
    }
    Ok(result)
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
pub(crate) mod tests {
    use super::*;
    use crate::arith::{Random, Seed};

    fn number(len: usize, random: &mut Random) -> Vec<u64> {
        (0..len)
            .map(|_| match random.word() % 4 {
                0 => u64::MAX,
                1 => 0,
                _ => random.word(),
            })
            .collect()
    }

    #[inline]
    pub(crate) fn reciprocals_are_close_from_below() {
        let mut random = Random::new(Seed::Fixed(5));
        let multiplier = Multiplier::default();
        for len in (1..100).chain([167, 512, 1023]) {
            for kind in 0..4 {
                let mut d = match kind {
                    0 => vec![0; len],
                    1 => vec![u64::MAX; len],
                    _ => number(len, &mut random),
                };
                d[len - 1] |= 1 << 63;
                let v = reciprocal(&d, &multiplier).unwrap();
                let mut product = multiplier.multiply(&v, &d).unwrap();
                // B^(2L) - V d is in [0, 3d).
                let mut bound = multiplier.multiply(&d, &[3]).unwrap();
                product.resize(2 * len + 1, 0);
                let mut rest = vec![0; 2 * len + 1];
                rest[2 * len] = 1;
                assert!(!sub_assign(&mut rest, &product), "{len}");
                bound.resize(2 * len + 1, 0);
                assert!(compare(&rest, &bound).is_lt(), "{len}");
            }
        }
    }

    #[inline]
    pub(crate) fn quotients_and_remainders_belong_together() {
        let mut random = Random::new(Seed::Fixed(6));
        let multiplier = Multiplier::default();
        for len in (1..60).chain([200, 700]) {
            for _ in 0..6 {
                let mut d = number(len, &mut random);
                d[len - 1] |= random.word() >> (random.word() % 64) | 1;
                let divisor = Divisor::new(&d, &multiplier).unwrap();
                // The greatest and random dividends below B^L d.
                let q = number(len, &mut random);
                for q in [vec![u64::MAX; len], q, Vec::new()] {
                    let mut x = multiplier.multiply(&q, &d).unwrap();
                    x.resize(2 * len, 0);
                    let mut r = d.clone();
                    sub_assign(&mut r, &[1]);
                    add_assign(&mut x, &r);
                    let (quotient, remainder) = divisor.divide(&x, &multiplier).unwrap();
                    assert_eq!(quotient, trimmed(&q));
                    assert_eq!(remainder, trimmed(&r));
                }
            }
        }
    }
}
