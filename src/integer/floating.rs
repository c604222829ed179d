//! Products of integers by floats: complex transforms whose rounding errors are proven to be below one half.
//!
//! Notation: `b` the bits of a digit, `m` and `n` the digits of the factors, `N` the length, `u = 2^-53`.
//!
//! # Idea
//! The factors are cut into balanced digits, between `-2^(b-1)` and `2^(b-1)`, whose Euclidean norms are at most `2^(b-1)` times the root
//! of their number. Polynomials of at most `N` coefficients together are multiplied modulo `x^N + 1` by right-angle convolution
//! ([`RealNegacyclic`]), whose coefficients are off by at most
//!
//! ```text
//! |a| |b| (11.9 lg N + 9) u   <=   2^(2b-2) sqrt(m n) (11.9 lg N + 9) u
//! ```
//!
//! So `b` is the greatest for which that bound is below one half; then the nearest integers are the coefficients. A
//! digit has 18 bits for 1000 digits, 15 for 2^16 and 12 for 2^21.
//!
//! # Cost
//! Three complex transforms of `N/2`, two for a square, and five lists of `N` floats.
//!
//! # Source
//! \[Brent-Percival-Zimmermann 2007\], theorem 5.1, and \[Percival 2003\] for the bound; `papers/right_angle.md` derives it for these weights;
//! \[Crandall-Fagin 1994\] for balanced digits.

use super::transform::Factors;
use crate::{Error, Result, conv::buffer, order::Order, plan::Threads, real::RealNegacyclic};
use num_complex::Complex;
use num_traits::Float;

const WHAT: &str = "a product of integers by floats";

/// The most bits of a digit.
const MOST: u32 = 20;

/// The required bound. Its distance to one half is more than the error of the bound itself, which is computed in
/// floats.
const BOUND: f64 = 0.49;

/// Returns the bits of a digit and the length of transforms for factors of `a` and `b` limbs.
pub(super) fn shape(a: usize, b: usize) -> Result<(u32, usize)> {
    for bits in (1..=MOST).rev() {
        // A digit more for the carry of the balance.
        let [m, n] = [a, b].map(|limbs| limbs as u128 * 64 / u128::from(bits) + 2);
        let len = (m + n).next_power_of_two();
        if len > 1 << 40 {
            break;
        }
        // Of the plan's own bound, before there is a plan.
        let relative = (11.9 * f64::from(len.ilog2()) + 9.5) * f64::EPSILON / 2.0;
        let norms = Float::sqrt(m as f64 * n as f64) * f64::from(1 << (bits - 1)) * f64::from(1 << (bits - 1));
        if relative * norms < BOUND {
            return Ok((bits, len as usize));
        }
    }
    Err(Error::Length {
        what: "a product of integers by floats",
        len: a.max(b),
        possible: "rounding is proven for fewer bits: take the engine primes",
    })
}

/// Computes `out <- a b`, where `out` has as many limbs as `a` and `b` together. Returns the greatest distance of a coefficient from an
/// integer, and the bound on it.
pub(super) fn product(factors: &Factors<'_>, out: &mut [u64], threads: usize) -> Result<[f64; 2]> {
    let (a, b) = match *factors {
        Factors::Square(a) => (a, None),
        Factors::Two(a, b) => (a, Some(b)),
    };
    let (bits, len) = shape(a.len(), b.unwrap_or(a).len())?;
    let plan =
        RealNegacyclic::<f64>::builder(len).order(Order::BitReversed).threads(Threads::AtMost(threads)).build()?;
    let mut floats = buffer(WHAT, len, &0.0)?;
    let zero = Complex::new(0.0, 0.0);
    let mut values = buffer(WHAT, len / 2, &zero)?;
    let mut scratch = buffer(WHAT, plan.scratch_len(), &zero)?;
    // The product of the squares of the norms.
    let mut norms = cut(a, bits, &mut floats);
    plan.forward_with(&floats, &mut values, &mut scratch)?;
    if let Some(b) = b {
        norms *= cut(b, bits, &mut floats);
        let mut others = buffer(WHAT, len / 2, &zero)?;
        plan.forward_with(&floats, &mut others, &mut scratch)?;
        values.iter_mut().zip(&others).for_each(|(x, y)| *x *= *y);
    } else {
        norms *= norms;
        values.iter_mut().for_each(|x| *x *= *x);
    }
    // The norms of these digits, not the greatest of any.
    let bound = plan.product_error().unwrap_or(f64::INFINITY) * Float::sqrt(norms);
    if bound.is_nan() || bound >= 0.5 {
        return Err(Error::Unsupported {
            what: alloc::format!("a product of integers by floats may be off by {bound:.1e}: take the engine primes"),
        });
    }
    plan.inverse_with(&mut values, &mut floats, &mut scratch)?;
    Ok([carry(&floats, bits, out), bound])
}

/// Splits `a` into balanced digits and appends zeros. Returns the sum of the digits' squares.
fn cut(a: &[u64], bits: u32, out: &mut [f64]) -> f64 {
    let (half, mask) = (1i64 << (bits - 1), (1u64 << bits) - 1);
    let (mut carry, mut sum) = (0i64, 0.0);
    let count = (64 * a.len()).div_ceil(bits as usize) + 1;
    let (digits, zeros) = out.split_at_mut(count);
    for (i, out) in digits.iter_mut().enumerate() {
        let at = i * bits as usize;
        let word = |limb: usize| u128::from(a.get(limb).copied().unwrap_or(0));
        let pair = word(at / 64) | word(at / 64 + 1) << 64;
        let digit = ((pair >> (at % 64)) as u64 & mask) as i64 + carry;
        carry = i64::from(digit > half);
        let digit = (digit - (carry << bits)) as f64;
        // Sums of squares below 2^38 are exact for up to 2^15 digits, and off by a part in 2^13 at 2^40 of them.
        sum += digit * digit;
        *out = digit;
    }
    zeros.fill(0.0);
    sum
}

/// Rounds the coefficients and adds them up where they begin. Returns the greatest distance from an integer.
fn carry(coefficients: &[f64], bits: u32, out: &mut [u64]) -> f64 {
    let mut worst = 0.0f64;
    let (mut sum, mut limb, mut filled, mut at) = (0i128, 0u64, 0u32, 0);
    for x in coefficients {
        let rounded = Float::round(*x);
        worst = worst.max(Float::abs(x - rounded));
        sum += i128::from(rounded as i64);
        let digit = sum as u64 & ((1 << bits) - 1);
        sum >>= bits;
        limb |= digit << filled;
        filled += bits;
        if filled >= 64 {
            filled -= 64;
            if let Some(out) = out.get_mut(at) {
                *out = limb;
            }
            at += 1;
            limb = digit.checked_shr(bits - filled).unwrap_or(0);
        }
    }
    if let Some(out) = out.get_mut(at) {
        *out = limb;
    }
    debug_assert_eq!(sum, 0);
    worst
}

/// Returns the lists that a product keeps, in bytes.
pub(super) fn bytes(len: usize, square: bool) -> u128 {
    // Floats, values, scratch, and the values of the other factor.
    8 * len as u128 * if square { 3 } else { 4 }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::{super::transform, *};
    use crate::arith::{Random, Seed};
    use alloc::{vec, vec::Vec};

    /// Checks that products of operands with the greatest digits equal those through primes, with errors below the
    /// bound.
    #[inline]
    pub(crate) fn errors_stay_below_their_bound() {
        let mut random = Random::new(Seed::Fixed(5));
        let mut closest = 0.0f64;
        for len in [1usize, 2, 5, 40, 300, 1000, 5000] {
            let (bits, _) = shape(len, len).unwrap();
            // The greatest digits, of one sign and of both.
            let repeated = |digit: u128, period: u32| -> Vec<u64> {
                let bit = |i: u32| digit >> (i % period) & 1;
                (0..len as u32).map(|limb| (0..64).fold(0, |x, i| x | (bit(64 * limb + i) as u64) << i)).collect()
            };
            let half = 1u128 << (bits - 1);
            for a in [
                vec![u64::MAX; len],
                repeated(half, bits),
                repeated(half | (half + 1) << bits, 2 * bits),
                repeated(half - 1, bits),
                (0..len).map(|_| random.word()).collect::<Vec<_>>(),
                (0..len).map(|i| u64::from(i + 1 == len)).collect::<Vec<_>>(),
            ] {
                for b in [None, Some(&a[..]), Some(&a[..len / 2 + 1])] {
                    let b = b.map(<[u64]>::to_vec);
                    let factors = b.as_ref().map_or(Factors::Square(&a), |b| Factors::Two(&a, b));
                    let limbs = len + b.as_ref().map_or(len, Vec::len);
                    let (mut out, mut expected) = (vec![7; limbs], vec![7; limbs]);
                    let [worst, bound] = product(&factors, &mut out, 1).unwrap();
                    transform::product(&factors, &mut expected, 1).unwrap();
                    assert_eq!(out, expected, "{len} limbs");
                    assert!(worst <= bound && bound < 0.5, "{worst} {bound}");
                    closest = closest.max(worst / bound);
                }
            }
        }
        // The bound is not far too great either.
        assert!(closest > 1e-4, "{closest}");
    }

    #[inline]
    pub(crate) fn digits_shrink_with_the_length() {
        let bits = [10, 100, 1000, 10_000, 100_000, 1 << 20, 1 << 24].map(|len| shape(len, len).unwrap().0);
        assert!(bits.is_sorted_by(|a, b| a >= b) && bits[0] >= 18 && bits[6] >= 8, "{bits:?}");
        assert!(shape(1 << 50, 1).is_err());
    }
}
