//! Division with remainder, and by a divisor that is prepared once.
//!
//! Notation: `a = b q + r`, `d` the degree of `b`, `k` the number of coefficients of `q`.
//!
//! # Idea
//! Reversed, the leading coefficients come first and the remainder last: `rev a = rev b rev q + x^k rev r`. So the
//! quotient is the power series `rev a/rev b` modulo `x^k`, and the remainder has `d` coefficients, for which `b q`
//! modulo `x^n - 1` with `n >= d` is enough. A quotient longer than the divisor is computed in parts of `d`
//! coefficients, from the top, with one inverse of `rev b` for all of them. That is long division with digits of `d`
//! coefficients.
//!
//! # Contract
//! Leading zeros of the inputs do not count, and there are none in quotients and remainders. The leading coefficient of
//! the divisor must be a unit; the ring needs no other property.
//!
//! # Cost
//! `k d` products where `k` or `d` is short; else a quotient of series to `k` terms and half a product, `3 M(k)` for `k = d`. A
//! [`Divisor`] takes `2 M(d)` once, and then `1.5 M(d)` for each `d` coefficients of the quotient.
//!
//! # Source
//! \[Gathen-Gerhard 2013\], section 9.1; it goes back to \[Strassen 1973\]. `papers/polynomials.md`.

use super::{
    coefficients::{copy, inverse, low, padded, power_of_two, reversed, scale, subtract_multiple, trim, trimmed},
    series::{divide_series, inverse_series},
};
use crate::{
    Error, Result,
    algebra::Ring,
    conv::{self, Convolve},
    kernel::memory::reserve,
};
use alloc::vec::Vec;

/// Quotients and divisors below this length are divided by the schoolbook. Even between 60 and 120 coefficients over words with roots of
/// unity and over 256 bits, at 120 over words without (measured).
const SCHOOLBOOK: usize = 112;

/// Returns quotient and remainder of `a` by `b`: `a = b q + r`, with `r` of lower degree than `b`.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// // x^3 + 2 x + 5 = (x + 1)(x^2 - x + 3) + 2.
/// let (quotient, remainder) = poly::divide(&Modular::new(101)?, &[5, 2, 0, 1], &[1, 1])?;
/// assert_eq!((quotient, remainder), (vec![3, 100, 1], vec![2]));
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Neither has leading zeros; zero is the empty list. Cost: see [`Divisor`]; once, `3 M(n)` for a quotient and a divisor of `n`
/// coefficients. Source: \[Gathen-Gerhard 2013\], section 9.1.
///
/// # Errors
/// [`Error::NotInvertible`] if `b` is zero, or its leading coefficient is not a unit; [`Error::Memory`].
#[allow(clippy::type_complexity, reason = "quotient and remainder")]
pub fn divide<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<(Vec<R::Element>, Vec<R::Element>)> {
    let (a, b) = (trimmed(ring, a), trimmed(ring, b));
    let lead = inverse_of_lead(ring, b)?;
    let degree = b.len() - 1;
    let Some(terms) = a.len().checked_sub(degree).filter(|&terms| terms > 0) else {
        return Ok((Vec::new(), copy(a)?));
    };
    if terms.min(degree) < SCHOOLBOOK {
        let mut remainder = copy(a)?;
        let quotient = schoolbook(ring, &mut remainder, b, &lead)?;
        return Ok((quotient, remainder));
    }
    if terms > degree {
        return Divisor::new(ring, b)?.divide(a);
    }
    let quotient = divide_series(ring, &reversed(&a[degree..])?, &reversed(b)?, terms)?;
    let quotient = reversed(&quotient)?;
    let remainder = remainder_of(ring, a, b, &quotient)?;
    Ok((quotient, remainder))
}

/// Returns the remainder of `a` by `b`.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// assert_eq!(poly::remainder(&Modular::new(101)?, &[5, 2, 0, 1], &[1, 1])?, [2]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: as [`divide`].
///
/// # Errors
/// As [`divide`].
pub fn remainder<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<Vec<R::Element>> {
    Ok(divide(ring, a, b)?.1)
}

/// A divisor with the inverse of its reversed series: divides any number of polynomials.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// let ring = Modular::new(101)?;
/// let divisor = poly::Divisor::new(&ring, &[1, 0, 1])?;
/// // x^2 = -1.
/// assert_eq!(divisor.remainder(&[0, 0, 0, 0, 0, 7])?, [0, 7]);
/// assert_eq!(divisor.remainder(&poly::multiply(&ring, &[2, 1], &[2, 100])?)?, [5]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Costs `2 M(d)` to make for degree `d`, and `1.5 M(d)` for each `d` coefficients of a quotient: half of [`divide`].
pub struct Divisor<R: Convolve> {
    ring: R,
    polynomial: Vec<R::Element>,
    /// The inverse of the leading coefficient.
    lead: R::Element,
    /// The inverse of the reversed polynomial, to as many terms as its degree; empty where the schoolbook method is as
    /// fast.
    series: Vec<R::Element>,
}

impl<R: Convolve> Divisor<R> {
    /// Creates the divisor `b`.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] if `b` is zero, or its leading coefficient is not a unit; [`Error::Memory`].
    pub fn new(ring: &R, b: &[R::Element]) -> Result<Self> {
        let b = trimmed(ring, b);
        let lead = inverse_of_lead(ring, b)?;
        let degree = b.len() - 1;
        let series = if degree < SCHOOLBOOK { Vec::new() } else { inverse_series(ring, &reversed(b)?, degree)? };
        Ok(Divisor { ring: ring.clone(), polynomial: copy(b)?, lead, series })
    }

    /// Returns the polynomial, without leading zeros.
    pub fn polynomial(&self) -> &[R::Element] {
        &self.polynomial
    }

    /// Returns quotient and remainder of `a`.
    ///
    /// # Errors
    /// [`Error::Memory`].
    #[allow(clippy::type_complexity, reason = "quotient and remainder")]
    pub fn divide(&self, a: &[R::Element]) -> Result<(Vec<R::Element>, Vec<R::Element>)> {
        let (ring, b) = (&self.ring, &self.polynomial[..]);
        let a = trimmed(ring, a);
        let degree = b.len() - 1;
        let Some(terms) = a.len().checked_sub(degree).filter(|&terms| terms > 0) else {
            return Ok((Vec::new(), copy(a)?));
        };
        if terms < SCHOOLBOOK || self.series.is_empty() {
            let mut remainder = copy(a)?;
            let quotient = schoolbook(ring, &mut remainder, b, &self.lead)?;
            return Ok((quotient, remainder));
        }
        // Parts of the quotient, from the top; the first is the one that may be shorter.
        let mut quotient = reserve("a quotient", terms)?;
        let mut at = terms - ((terms - 1) % degree + 1);
        let mut rest = copy(&a[at..])?;
        loop {
            let top = reversed(&rest[degree..])?;
            let mut part = low(ring, &top, &self.series, top.len())?;
            quotient.extend_from_slice(&part);
            part.reverse();
            let remainder = remainder_of(ring, &rest, b, &part)?;
            if at == 0 {
                quotient.reverse();
                return Ok((quotient, remainder));
            }
            at -= degree;
            rest = padded(ring, &a[at..at + degree], 2 * degree)?;
            rest[degree..degree + remainder.len()].clone_from_slice(&remainder);
        }
    }

    /// Returns the remainder of `a`.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn remainder(&self, a: &[R::Element]) -> Result<Vec<R::Element>> {
        Ok(self.divide(a)?.1)
    }
}

/// Divides `a` in place by `b`, without leading zeros; `inverse` is that of its leading coefficient. Leaves the
/// remainder and returns the quotient, by the textbook method: `k d` products.
pub(super) fn schoolbook<R: Ring>(
    ring: &R,
    a: &mut Vec<R::Element>,
    b: &[R::Element],
    lead: &R::Element,
) -> Result<Vec<R::Element>> {
    let degree = b.len() - 1;
    let mut quotient = copy(&a[degree.min(a.len())..])?;
    for k in (0..quotient.len()).rev() {
        let mut q = a[k + degree].clone();
        ring.mul_assign(&mut q, lead);
        subtract_multiple(ring, &mut a[k..k + degree], &q, &b[..degree]);
        quotient[k] = q;
    }
    a.truncate(degree);
    trim(ring, a);
    Ok(quotient)
}

/// Returns `a - b q`, of which the degree is known to be below that of `b`.
fn remainder_of<R: Convolve>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    q: &[R::Element],
) -> Result<Vec<R::Element>> {
    let degree = b.len() - 1;
    let n = power_of_two(degree)?;
    let product = conv::cyclic(ring, b, q, n)?;
    let mut remainder = padded(ring, a, n)?;
    for (i, a) in a.iter().enumerate().skip(n) {
        ring.add_assign(&mut remainder[i % n], a);
    }
    for (r, product) in remainder.iter_mut().zip(&product) {
        ring.sub_assign(r, product);
    }
    remainder.truncate(degree);
    trim(ring, &mut remainder);
    Ok(remainder)
}

/// Returns the inverse of the leading coefficient of a list without leading zeros.
pub(super) fn inverse_of_lead<R: Ring>(ring: &R, b: &[R::Element]) -> Result<R::Element> {
    let Some(lead) = b.last() else {
        let what = "the zero polynomial, as a divisor,".into();
        return Err(Error::NotInvertible { ring: ring.name(), what });
    };
    inverse(ring, lead, || "the leading coefficient of a divisor".into())
}

/// Divides `f`, without leading zeros, by its leading coefficient.
pub(super) fn make_monic<R: Ring>(ring: &R, f: &mut [R::Element]) -> Result<()> {
    if let Some((lead, rest)) = f.split_last_mut() {
        let inverse = inverse(ring, lead, || "the leading coefficient of a divisor".into())?;
        *lead = ring.one();
        scale(ring, rest, &inverse);
    }
    Ok(())
}
