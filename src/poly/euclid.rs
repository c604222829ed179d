//! Greatest common divisor, Bezout's coefficients, resultant, rational reconstruction.
//!
//! # Idea
//! All four read the remainder sequence of two polynomials, which the half-gcd method computes in the time of some
//! products. The divisor is the last member, and Bezout's coefficients are the cofactors of that member. The resultant
//! is a product of leading coefficients. A fraction is the first member of low enough degree, with its cofactor.
//!
//! # Contract
//! Coefficients in a field. Over a ring with zero divisors everything works as long as the leading coefficients that
//! occur are units; the first that is not a unit is [`Error::NotInvertible`]. Leading zeros of inputs do not count;
//! there are none in results.
//!
//! # Cost
//! `O(M(n) lg n)`; quadratic for short lists.
//!
//! # Source
//! \[Gathen-Gerhard 2013\], chapters 3, 5, 6 and 11. `papers/polynomials.md`.

use super::{
    coefficients::{inverse, scale, trimmed},
    division::{inverse_of_lead, make_monic, remainder},
    half_gcd::reduce,
};
use crate::{Error, Result, conv::Convolve};
use alloc::{format, vec::Vec};

/// Returns the monic greatest common divisor of `a` and `b`; the empty list if both are zero.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// let ring = Modular::new(101)?;
/// let (a, b) = (poly::multiply(&ring, &[2, 1], &[5, 3])?, poly::multiply(&ring, &[2, 1], &[7, 1, 4])?);
/// assert_eq!(poly::gcd(&ring, &a, &b)?, [2, 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: `O(M(n) lg n)`. Source: \[Moenck 1973\], \[Thull-Yap 1990\].
///
/// # Errors
/// [`Error::NotInvertible`] if a leading coefficient of the remainder sequence is not a unit, which cannot happen in a
/// field; [`Error::Memory`].
pub fn gcd<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<Vec<R::Element>> {
    let [mut divisor, _] = reduce(ring, trimmed(ring, a), trimmed(ring, b), 0, false)?.pair;
    make_monic(ring, &mut divisor)?;
    Ok(divisor)
}

/// Returns the monic greatest common divisor `g` of `a` and `b`, and `s` and `t` with `s a + t b = g`.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// let ring = Modular::new(101)?;
/// let (a, b) = ([1, 0, 1], [0, 1]);
/// // 1 (x^2 + 1) - x x = 1.
/// assert_eq!(poly::extended_gcd(&ring, &a, &b)?, [vec![1], vec![1], vec![0, 100]]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// For `a` and `b` of which neither divides the other, `deg s < deg b - deg g` and `deg t < deg a - deg g`, and no other pair is as short.
/// The inverse of `a` modulo `b` is `s` where `g` is one. Cost: `O(M(n) lg n)`.
///
/// # Errors
/// As [`gcd`].
pub fn extended_gcd<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<[Vec<R::Element>; 3]> {
    let reduced = reduce(ring, trimmed(ring, a), trimmed(ring, b), 0, true)?;
    let [s, t] = reduced.first_row(ring)?;
    let [divisor, _] = reduced.pair;
    let mut result = [divisor, s, t];
    if !result[0].is_empty() {
        let inverse = inverse_of_lead(ring, &result[0])?;
        result.iter_mut().for_each(|list| scale(ring, list, &inverse));
    }
    Ok(result)
}

/// Returns the resultant of `a` and `b`: the product of `b` at the roots of `a`, times the leading coefficient of `a` to the power `deg b`.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// // (x - 2)(x - 3) and x - 5: (2 - 5)(3 - 5) = 6.
/// assert_eq!(poly::resultant(&Modular::new(101)?, &[6, 96, 1], &[96, 1])?, 6);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// It is the determinant of Sylvester's matrix of the true degrees: leading zeros of the inputs do not count. It is zero exactly if there is
/// a common factor; zero if an input is zero; one for two other constants. Cost: `O(M(n) lg n)`.
/// Source: \[Gathen-Gerhard 2013\], section 6.3 and exercise 6.12.
///
/// # Errors
/// As [`gcd`].
pub fn resultant<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<R::Element> {
    let (a, b) = (trimmed(ring, a), trimmed(ring, b));
    if a.is_empty() || b.is_empty() {
        return Ok(ring.zero());
    }
    // res(a, b) = (-1)^(deg a deg b) res(b, a).
    let swapped = a.len() < b.len();
    let (long, short) = if swapped { (b, a) } else { (a, b) };
    let reduced = reduce(ring, long, short, 0, false)?;
    if reduced.pair[0].len() != 1 {
        return Ok(ring.zero());
    }
    // res(r_(i-1), r_i) = (-1)^(n_(i-1) n_i) lead(r_i)^(n_(i-1) - n_(i+1)) res(r_i, r_(i+1)); a constant c ends it by c^n_(i-1).
    let mut negative = swapped && (a.len() - 1) % 2 == 1 && (b.len() - 1) % 2 == 1;
    let mut degree = long.len() - 1;
    let mut value = ring.one();
    for (i, division) in reduced.divisions.iter().enumerate() {
        let below = degree - division.degree;
        let next = reduced.divisions.get(i + 1).map_or(0, |next| below - next.degree);
        negative ^= degree % 2 == 1 && below % 2 == 1;
        ring.mul_assign(&mut value, &ring.pow(&division.lead, (degree - next) as u64));
        degree = below;
    }
    if negative {
        ring.neg_assign(&mut value);
    }
    Ok(value)
}

/// Returns the fraction `r/t` with `r = t f` modulo `m`, `deg r < terms`, `deg t <= deg m - terms`, in lowest terms, `t` monic.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// // The series of (1 + 2 x)/(1 - x - x^2) to x^8, back from its coefficients.
/// let ring = Modular::new(101)?;
/// let series = poly::divide_series(&ring, &[1, 2], &[1, 100, 100], 8)?;
/// let power = [0, 0, 0, 0, 0, 0, 0, 0, 1];
/// // Numerator and denominator are both multiplied by -1.
/// assert_eq!(poly::rational_reconstruction(&ring, &series, &power, 4)?, [vec![100, 99], vec![100, 1, 1]]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// There is at most one. With `m = x^n` it is a Padé approximant, with `m` a product of `x - p_k` the rational function through given values.
/// Cost: `O(M(n) lg n)`. Source: \[Gathen-Gerhard 2013\], theorem 5.16.
///
/// # Errors
/// [`Error::Unsupported`] if there is no such fraction, or `terms` is not from 1 to `deg m`; [`Error::NotInvertible`] if `m` is zero, and as
/// [`gcd`]; [`Error::Memory`].
pub fn rational_reconstruction<R: Convolve>(
    ring: &R,
    f: &[R::Element],
    m: &[R::Element],
    terms: usize,
) -> Result<[Vec<R::Element>; 2]> {
    let m = trimmed(ring, m);
    let f = remainder(ring, f, m)?;
    let degree = m.len() - 1;
    if !(1..=degree).contains(&terms) {
        let what = format!(
            "a fraction with {terms} coefficients in the numerator, modulo a polynomial of degree {degree}: take from 1 to {degree}"
        );
        return Err(Error::Unsupported { what });
    }
    let reduced = reduce(ring, m, &f, terms, true)?;
    let [_, mut denominator] = reduced.second_column(ring)?;
    let [_, mut numerator] = reduced.pair;
    // A common factor of both divides m, and no multiple of the fraction's parts is as short.
    if gcd(ring, &numerator, &denominator)?.len() != 1 {
        let what = format!(
            "the polynomial modulo one of degree {degree} over {} is no fraction with a numerator of {terms} coefficients and a \
             denominator of degree {} at most: take another number of coefficients, or a modulus of higher degree",
            ring.name(),
            degree - terms
        );
        return Err(Error::Unsupported { what });
    }
    let inverse =
        inverse(ring, &denominator[denominator.len() - 1], || "the leading coefficient of a denominator".into())?;
    scale(ring, &mut numerator, &inverse);
    scale(ring, &mut denominator, &inverse);
    Ok([numerator, denominator])
}
