//! The shortest linear recurrence of a sequence.
//!
//! Notation: `s_0, ..., s_(n-1)` the terms, `C = c_0 + ... + c_L x^L` with `c_L = 1` the recurrence `c_0 s_i + ... + c_L s_(i+L) = 0` for
//! `i < n - L`.
//!
//! # Idea
//! With `S = s_0 x^(n-1) + ... + s_(n-1)` the coefficient of `x^(n-1-i)` in `C S` is `c_0 s_i + ... + c_L s_(i+L)`. So
//! `C` is a recurrence exactly if `C S` modulo `x^n` has a degree below `L`: if `S/x^n` is near a fraction with the
//! denominator `C`. The denominators of best approximations are those of Euclid's algorithm on `x^n` and `S`. The first
//! remainder of a degree below that of its denominator gives the shortest recurrence. That is Massey's algorithm read
//! as Euclid's, so the half-gcd method applies.
//!
//! # Source
//! \[Massey 1969\]; as Euclid's algorithm, \[Dornstetter 1987\]; by halves, \[Brent-Gustavson-Yun 1980\]. `papers/polynomials.md`.

use super::{
    coefficients::{copy, padded, reversed, trim},
    division::make_monic,
    half_gcd::reduce,
};
use crate::{Result, conv::Convolve};
use alloc::vec::Vec;

/// Returns the monic polynomial `C` of least degree `L` with `c_0 s_i + ... + c_L s_(i+L) = 0` for all
/// `i < s.len() - L`: the minimal polynomial of the sequence, if enough terms are given.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// // Fibonacci: s_(i+2) - s_(i+1) - s_i = 0.
/// assert_eq!(poly::minimal_polynomial(&Modular::new(101)?, &[0, 1, 1, 2, 3, 5, 8])?, [100, 100, 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// It is unique if `2 L <= s.len()`. For the zero sequence it is the constant 1. Cost: `O(M(n) lg n)` for `n` terms,
/// quadratic for few. Source: \[Massey 1969\], \[Dornstetter 1987\].
///
/// # Errors
/// [`Error::NotInvertible`](crate::Error::NotInvertible) if a leading coefficient of the remainder sequence is not a
/// unit, which cannot happen in a field; [`Error::Memory`](crate::Error::Memory).
pub fn minimal_polynomial<R: Convolve>(ring: &R, s: &[R::Element]) -> Result<Vec<R::Element>> {
    let n = s.len();
    let mut power = padded(ring, &[], n + 1)?;
    power[n] = ring.one();
    let mut terms = reversed(s)?;
    trim(ring, &mut terms);
    // A denominator has the degree n less that of the remainder before its own: none is above n/2 up to here.
    let mut reduced = reduce(ring, &power, &terms, n.div_ceil(2), true)?;
    while reduced.pair[1].len() + reduced.pair[0].len() > n + 1 {
        reduced.divide_once(ring)?;
    }
    let [_, denominator] = reduced.second_column(ring)?;
    let mut recurrence = copy(&denominator)?;
    make_monic(ring, &mut recurrence)?;
    Ok(recurrence)
}
