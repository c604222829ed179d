//! Power series: inverse, quotient, logarithm, exponential, square root, derivative, integral.
//!
//! Notation: a series is known modulo `x^n`, by its first `n` coefficients; `M(n)` is the cost of a product of two lists of `n`.
//!
//! # Idea
//! Newton's iteration doubles the terms. With `g` the first `k` terms of `1/f`, those up to `m <= 2 k` are `g - g (f g - 1)`:
//!
//! ```text
//! f g = 1 + 0 x + ... + 0 x^(k-1) + e_k x^k + ... + e_(m-1) x^(m-1) + ...        k coefficients are known, m - k are wanted
//! 1/f = g - x^k (e g mod x^(m-k)) + ...
//! ```
//! So `f g` is taken modulo `x^n - 1` with `n` about `m`: wrapped coefficients fall on known ones. Each of the other
//! functions carries such a residual, and uses the same wrapped product. Short series come from the recurrence of their
//! coefficients.
//!
//! # Contract
//! Inputs of any length: missing coefficients are zeros, those from `x^n` on are not read. Exactly `n` coefficients out.
//!
//! # Cost
//! With transforms, for `n` a power of two, in products `M(n)` of two lists of `n`; a product modulo `x^n - 1` costs half of one.
//!
//! | function | the last step | in all |
//! |---|---|---|
//! | [`inverse_series`] | `M(n)` | `2 M(n)` |
//! | [`divide_series`] | `1.5 M(n)` after an inverse to `n/2` terms | `2.5 M(n)` |
//! | [`log_series`] | one quotient | `2.5 M(n)` |
//! | [`square_root_series`] | `1.25 M(n)` | `2.5 M(n)` |
//! | [`exp_series`] | `1.75 M(n)` | `3.5 M(n)` |
//!
//! # Source
//! \[Kung 1974\] for the inverse; \[Karp-Markstein 1997\] for the last step of a quotient; \[Hanrot-Zimmermann 2004\] for the exponential
//! and the square root; \[Brent-Kung 1978\] for the logarithm. `papers/polynomials.md`.

use super::coefficients::{above, first, integers, inverse, inverse_integers, low, padded, scale, subtract_multiple};
use crate::{Error, Result, algebra::Ring, conv::Convolve};
use alloc::{format, vec::Vec};

/// Series up to this length come from recurrences: even between 50 and 110 terms over words and over 256 bits (measured).
const RECURRENCE: usize = 64;

/// The same for the exponential, whose recurrence takes the derivative too: both methods take equal time between 20 and
/// 40 terms (measured).
const EXP_RECURRENCE: usize = 32;

/// Returns the derivative `f'`: one coefficient less, none for a constant.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// assert_eq!(poly::derivative(&Modular::new(101)?, &[5, 1, 2, 3])?, [1, 4, 9]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: `n` products.
///
/// # Errors
/// [`Error::Memory`].
pub fn derivative<R: Ring>(ring: &R, f: &[R::Element]) -> Result<Vec<R::Element>> {
    let mut list = integers(ring, f.len())?;
    for (k, f) in list.iter_mut().zip(f) {
        ring.mul_assign(k, f);
    }
    list.drain(..1.min(f.len()));
    Ok(list)
}

/// Returns the integral of `f` with constant term zero: one coefficient more, none for the empty list.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// assert_eq!(poly::integral(&Modular::new(101)?, &[1, 4, 9])?, [0, 1, 2, 3]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: one inverse and `4 n` products.
///
/// # Errors
/// [`Error::NotInvertible`] if an integer up to `f.len()` is not a unit; [`Error::Memory`].
pub fn integral<R: Ring>(ring: &R, f: &[R::Element]) -> Result<Vec<R::Element>> {
    if f.is_empty() {
        return Ok(Vec::new());
    }
    let mut list = inverse_integers(ring, f.len() + 1)?;
    list[0] = ring.zero();
    for (k, f) in list[1..].iter_mut().zip(f) {
        ring.mul_assign(k, f);
    }
    Ok(list)
}

/// Returns `1/f` modulo `x^n`.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// // 1/(1 - x - x^2) generates the Fibonacci numbers.
/// assert_eq!(poly::inverse_series(&Modular::new(101)?, &[1, 100, 100], 8)?, [1, 1, 2, 3, 5, 8, 13, 21]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: about `2 M(n)`, in any ring. Source: \[Kung 1974\].
///
/// # Errors
/// [`Error::NotInvertible`] unless the constant term is a unit; [`Error::Memory`].
pub fn inverse_series<R: Convolve>(ring: &R, f: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    if n == 0 {
        return Ok(Vec::new());
    }
    let start = inverse_of_constant(ring, f)?;
    let lengths = lengths(n, RECURRENCE);
    let mut g = quotient_by_recurrence(ring, &[ring.one()], f, &start, lengths[lengths.len() - 1])?;
    for &length in lengths.iter().rev().skip(1) {
        extend_inverse(ring, f, &mut g, length)?;
    }
    Ok(g)
}

/// Returns `a/b` modulo `x^n`.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// assert_eq!(poly::divide_series(&Modular::new(101)?, &[1, 1], &[1, 100], 5)?, [1, 2, 2, 2, 2]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: about `2.5 M(n)`, in any ring. Source: \[Karp-Markstein 1997\].
///
/// # Errors
/// [`Error::NotInvertible`] unless the constant term of `b` is a unit; [`Error::Memory`].
pub fn divide_series<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    let a = first(a, n);
    if n <= RECURRENCE {
        let start = if n == 0 { ring.zero() } else { inverse_of_constant(ring, b)? };
        return quotient_by_recurrence(ring, a, b, &start, n);
    }
    let k = n.div_ceil(2);
    let inverse = inverse_series(ring, b, k)?;
    let mut quotient = low(ring, a, &inverse, k)?;
    // The coefficients of a - b q from x^k on; the lower ones are zero.
    let mut residual = above(ring, [first(b, n), &quotient], first(a, k), k, n)?;
    for (i, residual) in residual.iter_mut().enumerate() {
        ring.neg_assign(residual);
        if let Some(a) = a.get(k + i) {
            ring.add_assign(residual, a);
        }
    }
    quotient.extend(low(ring, &residual, &inverse, n - k)?);
    Ok(quotient)
}

/// Returns the logarithm of `f` modulo `x^n`, with constant term zero: the integral of `f'/f`.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// // log(1 + x) = x - x^2/2 + x^3/3 - ...; 1/2 = 51, 1/3 = 34 modulo 101.
/// assert_eq!(poly::log_series(&Modular::new(101)?, &[1, 1], 4)?, [0, 1, 101 - 51, 34]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: about `2.5 M(n)` and one inverse. Source: \[Brent-Kung 1978\].
///
/// # Errors
/// [`Error::Unsupported`] unless the constant term is one; [`Error::NotInvertible`] if an integer below `n` is not a
/// unit, as in characteristic below `n`; [`Error::Memory`].
pub fn log_series<R: Convolve>(ring: &R, f: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    if n == 0 {
        return Ok(Vec::new());
    }
    if f.first().is_none_or(|constant| !ring.equal(constant, &ring.one())) {
        return Err(refused(ring, "logarithm", "one: divide the series by its constant term first"));
    }
    let slope = derivative(ring, first(f, n))?;
    integral(ring, &divide_series(ring, &slope, f, n - 1)?).map(|mut list| {
        // The integral of nothing is empty.
        list.resize(n, ring.zero());
        list
    })
}

/// Returns the exponential of `f` modulo `x^n`, with constant term one: the series `g` with `g' = f' g`.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// // 1, 1, 1/2, 1/6 modulo 101.
/// assert_eq!(poly::exp_series(&Modular::new(101)?, &[0, 1], 4)?, [1, 1, 51, 17]);
/// // There is no 1/7 modulo 7.
/// assert!(poly::exp_series(&Modular::new(7)?, &[0, 1], 8).is_err());
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: about `3.5 M(n)` and one inverse. Source: \[Hanrot-Zimmermann 2004\].
///
/// # Errors
/// [`Error::Unsupported`] unless the constant term is zero; [`Error::NotInvertible`] if an integer below `n` is not a
/// unit, as in characteristic below `n`; [`Error::Memory`].
pub fn exp_series<R: Convolve>(ring: &R, f: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    if n == 0 {
        return Ok(Vec::new());
    }
    if f.first().is_some_and(|constant| !ring.is_zero(constant)) {
        return Err(refused(ring, "exponential", "zero: leave the constant term out"));
    }
    let inverse_integers = inverse_integers(ring, n)?;
    let f = padded(ring, f, n)?;
    let slope = derivative(ring, &f)?;
    let lengths = lengths(n, EXP_RECURRENCE);
    let mut g = exp_by_recurrence(ring, &slope, &inverse_integers, lengths[lengths.len() - 1])?;
    let one = ring.one();
    let mut h = quotient_by_recurrence(ring, core::slice::from_ref(&one), &g, &one, g.len())?;
    for &to in lengths.iter().rev().skip(1) {
        let m = g.len();
        extend_inverse(ring, &g, &mut h, m)?;
        // g' - f' g vanishes below x^(m-1); divided by g it is the derivative of the missing part of the logarithm.
        let known = derivative(ring, &g)?;
        let residual = above(ring, [&g, &slope[..m - 1]], &known, m - 1, to - 1)?;
        let mut lacking = low(ring, &residual, &h, to - m)?;
        for (i, lacking) in lacking.iter_mut().enumerate() {
            ring.mul_assign(lacking, &inverse_integers[m + i]);
            ring.add_assign(lacking, &f[m + i]);
        }
        g.extend(low(ring, &g, &lacking, to - m)?);
    }
    Ok(g)
}

/// Returns the square root of `f` modulo `x^n` whose constant term is `root`.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// let ring = Modular::new(101)?;
/// assert_eq!(poly::square_root_series(&ring, &[1, 4, 10, 12, 9], &1, 4)?, [1, 2, 3, 0]);
/// assert_eq!(poly::square_root_series(&ring, &[4, 4, 1], &2, 3)?, [2, 1, 0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: about `2.5 M(n)`. Source: \[Hanrot-Zimmermann 2004\].
///
/// # Errors
/// [`Error::Unsupported`] unless `root^2` is the constant term; [`Error::NotInvertible`] unless `2 root` is a unit; [`Error::Memory`].
pub fn square_root_series<R: Convolve>(
    ring: &R,
    f: &[R::Element],
    root: &R::Element,
    n: usize,
) -> Result<Vec<R::Element>> {
    if n == 0 {
        return Ok(Vec::new());
    }
    let mut square = root.clone();
    ring.mul_assign(&mut square, root);
    if !ring.equal(&square, f.first().unwrap_or(&ring.zero())) {
        return Err(refused(
            ring,
            "square root",
            "the square of the root given: give a square root of the constant term",
        ));
    }
    let half = inverse(ring, &ring.integer(2), || "2 (a square root of a series is divided by it)".into())?;
    let what =
        || "the root given (a series with a square root has an invertible constant term, or begins with x^2)".into();
    let mut half_inverse = inverse(ring, root, what)?;
    ring.mul_assign(&mut half_inverse, &half);
    let f = padded(ring, f, n)?;
    let lengths = lengths(n, RECURRENCE);
    let mut g = square_root_by_recurrence(ring, &f, root, &half_inverse, lengths[lengths.len() - 1])?;
    let mut h = Vec::new();
    for &to in lengths.iter().rev().skip(1) {
        let m = g.len();
        match h.is_empty() {
            true => h = inverse_series(ring, &g, m)?,
            false => extend_inverse(ring, &g, &mut h, m)?,
        }
        let mut residual = above(ring, [&g, &g], &f[..m], m, to)?;
        for (residual, f) in residual.iter_mut().zip(&f[m..]) {
            ring.neg_assign(residual);
            ring.add_assign(residual, f);
        }
        let mut more = low(ring, &residual, &h, to - m)?;
        scale(ring, &mut more, &half);
        g.extend(more);
    }
    Ok(g)
}

/// Returns the inverse of the constant term.
fn inverse_of_constant<R: Ring>(ring: &R, f: &[R::Element]) -> Result<R::Element> {
    let what = || "the constant term of a series (a power of x divides only series that begin with it)".into();
    inverse(ring, f.first().unwrap_or(&ring.zero()), what)
}

fn refused<R: Ring>(ring: &R, what: &str, constant: &str) -> Error {
    Error::Unsupported {
        what: format!("the {what} of a power series over {} needs a constant term that is {constant}", ring.name()),
    }
}

/// Returns `n` and its halves, rounded up, down to the first of at most `least`.
fn lengths(n: usize, least: usize) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut n = n;
    while n > least {
        lengths.push(n);
        n = n.div_ceil(2);
    }
    lengths.push(n);
    lengths
}

/// Extends the inverse `g` of `f` to at most twice its length by Newton's step; a `g` that is long enough is kept.
fn extend_inverse<R: Convolve>(ring: &R, f: &[R::Element], g: &mut Vec<R::Element>, to: usize) -> Result<()> {
    let from = g.len();
    if to <= from {
        return Ok(());
    }
    let residual = above(ring, [first(f, to), g], &[ring.one()], from, to)?;
    let mut more = low(ring, &residual, g, to - from)?;
    for a in &mut more {
        ring.neg_assign(a);
    }
    g.extend(more);
    Ok(())
}

/// Computes the quotient by the textbook's recurrence `q_k = (a_k - b_1 q_(k-1) - ... - b_k q_0)/b_0`, with `1/b_0`
/// given.
fn quotient_by_recurrence<R: Ring>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    inverse: &R::Element,
    n: usize,
) -> Result<Vec<R::Element>> {
    let mut q = padded(ring, a, n)?;
    for k in 0..n {
        let (done, rest) = q.split_at_mut(k);
        for (b, q) in first(b, k + 1).iter().skip(1).zip(done.iter().rev()) {
            subtract_multiple(ring, &mut rest[..1], b, core::slice::from_ref(q));
        }
        ring.mul_assign(&mut rest[0], inverse);
    }
    Ok(q)
}

/// Computes the exponential by the textbook's recurrence `k g_k = f'_0 g_(k-1) + ... + f'_(k-1) g_0`.
fn exp_by_recurrence<R: Ring>(
    ring: &R,
    slope: &[R::Element],
    inverse_integers: &[R::Element],
    n: usize,
) -> Result<Vec<R::Element>> {
    let mut g = padded(ring, &[ring.one()], n)?;
    for (k, inverse) in inverse_integers.iter().enumerate().take(n).skip(1) {
        let (done, rest) = g.split_at_mut(k);
        for (slope, g) in slope.iter().zip(done.iter().rev()) {
            let mut product = g.clone();
            ring.mul_assign(&mut product, slope);
            ring.add_assign(&mut rest[0], &product);
        }
        ring.mul_assign(&mut rest[0], inverse);
    }
    Ok(g)
}

/// Computes the square root by the textbook's recurrence `2 g_0 g_k = f_k - g_1 g_(k-1) - ... - g_(k-1) g_1`, with
/// `1/(2 g_0)` given.
fn square_root_by_recurrence<R: Ring>(
    ring: &R,
    f: &[R::Element],
    root: &R::Element,
    half_inverse: &R::Element,
    n: usize,
) -> Result<Vec<R::Element>> {
    let mut g = padded(ring, f, n)?;
    g[0] = root.clone();
    for k in 1..n {
        let (done, rest) = g.split_at_mut(k);
        for (a, b) in done.iter().skip(1).zip(done.iter().skip(1).rev()) {
            subtract_multiple(ring, &mut rest[..1], a, core::slice::from_ref(b));
        }
        ring.mul_assign(&mut rest[0], half_inverse);
    }
    Ok(g)
}
