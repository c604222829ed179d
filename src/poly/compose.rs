//! Composition `f(g(x))`: of polynomials, of power series, and with `x + c`.
//!
//! Notation: `m` the coefficients of `f`, series modulo `x^n`, `M(n)` a product of two lists of `n`.
//!
//! # Idea
//! Polynomials: `f = f_0 + x^h f_1` with `h` half of the length gives `f(g) = f_0(g) + g^h f_1(g)`, from the bottom up with the powers
//! `g, g^2, g^4, ...`.
//!
//! Series: `f(g(x))` is the coefficient of `y^(m-1)` in `P(y)/Q(x, y)`, for `P` the coefficients of `f` last to first and `Q = 1 - y g(x)`.
//! Multiplying both by `Q(-x, y)` leaves an even denominator:
//!
//! ```text
//! P(y)     P(y) Q(-x, y)                                       half of the terms in x, twice the degree in y:
//! ------ = -------------,   V(x^2, y) = Q(x, y) Q(-x, y),      as many coefficients at each of lg n levels
//! Q(x,y)     V(x^2, y)
//! ```
//! Of `P/V` modulo `x^(n/2)` only the last `2 d` coefficients in `y` are needed if `d` are wanted and `Q` has degree `d` in `y`; at one term
//! in `x` it is a quotient of series in `y`. With `Q = 1 + E(x^2, y) + x O(x^2, y)`, `V = (1 + E)^2 - x^2 O^2`, and the product by `Q(-x, y)` is
//! one of even and one of odd part. Two variables are packed into one (Kronecker).
//!
//! # Cost
//! Polynomials of `m` and `k` coefficients: `O(M(m k) lg m)`. Series: at each of `lg n` levels four products that
//! together have the length of `4 M(n)`, two of them squares: `O(M(n) lg n)`. The only division is at the end, if `g`
//! has a constant term. A shift is one product if `(m - 1)!` is a unit.
//!
//! # Source
//! Series: \[Kinoshita-Li 2024\]. Shift: \[Aho-Steiglitz-Ullman 1975\]. Packing: \[Kronecker 1882\]. `papers/polynomials.md`.

use super::{
    coefficients::{add_shifted, first, integers, inverses, low, padded, power_of_two, trim, trimmed},
    series::divide_series,
};
use crate::{
    Error, Result,
    conv::{self, Convolve},
};
use alloc::vec::Vec;

/// Series of `f` with at most this multiple of `lg n` coefficients are composed by Horner's rule; both methods took
/// equal time between 4 and 11 (measured).
const HORNER: usize = 6;

/// Returns `f(g(x))`, without leading zeros.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// // (2 x + 1)^2 + 3 (2 x + 1) + 5.
/// assert_eq!(poly::compose(&Modular::new(101)?, &[5, 3, 1], &[1, 2])?, [9, 10, 4]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: `O(M(n) lg m)` for `m` coefficients of `f` and `n` of the result.
///
/// # Errors
/// [`Error::Length`] where the degree overflows; [`Error::Memory`].
pub fn compose<R: Convolve>(ring: &R, f: &[R::Element], g: &[R::Element]) -> Result<Vec<R::Element>> {
    let (f, g) = (trimmed(ring, f), trimmed(ring, g));
    let possible = "the product of the degrees must fit an address";
    f.len().checked_mul(g.len()).ok_or(Error::Length { what: "a composition", len: f.len(), possible })?;
    let mut parts = Vec::new();
    for coefficient in f {
        parts.push(padded(ring, core::slice::from_ref(coefficient), 1)?);
    }
    let mut power = padded(ring, g, g.len())?;
    while parts.len() > 1 {
        let mut longer = Vec::new();
        for pair in parts.chunks_mut(2) {
            let mut sum = core::mem::take(&mut pair[0]);
            if let [_, upper] = pair {
                add_shifted(ring, &mut sum, 0, &conv::linear(ring, upper, &power)?)?;
            }
            longer.push(sum);
        }
        parts = longer;
        if parts.len() > 1 {
            power = conv::linear(ring, &power, &power)?;
        }
    }
    let mut result = parts.pop().unwrap_or_default();
    trim(ring, &mut result);
    Ok(result)
}

/// Returns `f(x + c)`, without leading zeros.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// assert_eq!(poly::shift(&Modular::new(101)?, &[0, 0, 1], &10)?, [100, 20, 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: one product and one inverse if `(m - 1)!` is a unit for `m` coefficients, as in characteristic 0 or from `m` on; else that of
/// [`compose`]. Source: \[Aho-Steiglitz-Ullman 1975\].
///
/// # Errors
/// [`Error::Memory`].
pub fn shift<R: Convolve>(ring: &R, f: &[R::Element], c: &R::Element) -> Result<Vec<R::Element>> {
    let f = trimmed(ring, f);
    let n = f.len();
    // k! for k < n.
    let mut factorials = integers(ring, n)?;
    let mut product = ring.one();
    for (k, factorial) in factorials.iter_mut().enumerate() {
        if k > 0 {
            ring.mul_assign(&mut product, factorial);
        }
        factorial.clone_from(&product);
    }
    let Some(inverses) = inverses(ring, &factorials)? else {
        return compose(ring, f, &[c.clone(), ring.one()]);
    };
    // k! h_k = sum_(i >= k) i! f_i c^(i-k)/(i-k)!
    let mut scaled = factorials;
    let mut powers = padded(ring, &[], n)?;
    let mut power = ring.one();
    for (i, scaled) in scaled.iter_mut().enumerate() {
        ring.mul_assign(scaled, &f[i]);
        powers[i].clone_from(&inverses[i]);
        ring.mul_assign(&mut powers[i], &power);
        ring.mul_assign(&mut power, c);
    }
    scaled.reverse();
    let mut result = low(ring, &scaled, &powers, n)?;
    result.reverse();
    for (h, inverse) in result.iter_mut().zip(&inverses) {
        ring.mul_assign(h, inverse);
    }
    Ok(result)
}

/// Returns `f(g(x))` modulo `x^n`: exactly `n` coefficients. `g` may have a constant term.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// let ring = Modular::new(101)?;
/// // 1/(1 - y) at y = x + x^2: Fibonacci.
/// assert_eq!(poly::compose_series(&ring, &[1; 7], &[0, 1, 1], 7)?, [1, 1, 2, 3, 5, 8, 13]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: `O(M(n) lg n)` in every ring, and `O(n lg n)` elements of memory. Source: \[Kinoshita-Li 2024\].
///
/// # Errors
/// [`Error::Length`] where `8 n` overflows; [`Error::Memory`].
pub fn compose_series<R: Convolve>(ring: &R, f: &[R::Element], g: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    let g = first(g, n);
    let mut f = trimmed(ring, f);
    if g.first().is_none_or(|constant| ring.is_zero(constant)) {
        f = trimmed(ring, first(f, n));
    }
    if f.len() <= HORNER * (usize::BITS - n.leading_zeros()) as usize {
        let mut sum = padded(ring, &[], n)?;
        for coefficient in f.iter().rev() {
            sum = low(ring, &sum, g, n)?;
            if let Some(constant) = sum.first_mut() {
                ring.add_assign(constant, coefficient);
            }
        }
        return Ok(sum);
    }
    let possible = "eight times the number of terms must fit an address";
    n.checked_mul(8).ok_or(Error::Length { what: "a composition of series", len: n, possible })?;
    let mut numerator = padded(ring, f, f.len())?;
    numerator.reverse();
    let mut minus_g = padded(ring, g, n)?;
    minus_g.iter_mut().for_each(|a| ring.neg_assign(a));
    last_rows(ring, &numerator, &minus_g, n, 1)
}

/// Returns the coefficients `y^(m-d), ..., y^(m-1)` of `P(y)/(1 + y A(x, y))` modulo `x^n`, `m` the length of `P`: `d` rows of `n`, as `A` has.
fn last_rows<R: Convolve>(
    ring: &R,
    numerator: &[R::Element],
    a: &[R::Element],
    n: usize,
    d: usize,
) -> Result<Vec<R::Element>> {
    if n == 1 {
        let mut denominator = padded(ring, &[ring.one()], d + 1)?;
        denominator[1..].clone_from_slice(a);
        let mut column = divide_series(ring, numerator, &denominator, numerator.len())?;
        if let Some(above) = column.len().checked_sub(d) {
            column.drain(..above);
            return Ok(column);
        }
        // Rows of negative index are zero.
        let mut rows = padded(ring, &[], d)?;
        rows[d - column.len()..].clone_from_slice(&column);
        return Ok(rows);
    }
    // Rows of even and of odd coefficients, as far apart as their products need.
    let half = n.div_ceil(2);
    let stride = 2 * half;
    let mut parts = [padded(ring, &[], d * stride)?, padded(ring, &[], d * stride)?];
    for (row, a) in a.chunks(n).enumerate() {
        for (i, a) in a.iter().enumerate() {
            parts[i % 2][row * stride + i / 2].clone_from(a);
        }
    }
    let [even, odd] = parts;
    // V = 1 + y W, W = 2 E + y E^2 - x y O^2: the squares are one row further.
    let mut further = padded(ring, &[], 2 * d * half)?;
    let [even_square, odd_square] = [conv::linear(ring, &even, &even)?, conv::linear(ring, &odd, &odd)?];
    for row in 0..2 * d {
        for i in 0..half {
            let entry = &mut further[row * half + i];
            if row < d {
                ring.add_assign(entry, &even[row * stride + i]);
                ring.add_assign(entry, &even[row * stride + i]);
            }
            if let Some(row) = row.checked_sub(1) {
                if let Some(square) = even_square.get(row * stride + i) {
                    ring.add_assign(entry, square);
                }
                if i > 0
                    && let Some(square) = odd_square.get(row * stride + i - 1)
                {
                    ring.sub_assign(entry, square);
                }
            }
        }
    }
    let inner = last_rows(ring, numerator, &further, half, 2 * d)?;
    drop(further);
    // Times 1 + y E - x y O: row d + r of the inner rows, and row d - 1 + r of the products.
    let mut spread = padded(ring, &[], 2 * d * stride)?;
    for (row, inner) in inner.chunks(half).enumerate() {
        spread[row * stride..row * stride + half].clone_from_slice(inner);
    }
    let circle = power_of_two(2 * d * stride)?;
    let products = [conv::cyclic(ring, &even, &spread, circle)?, conv::cyclic(ring, &odd, &spread, circle)?];
    let mut rows = padded(ring, &[], d * n)?;
    for (row, out) in rows.chunks_mut(n).enumerate() {
        for (i, out) in out.iter_mut().enumerate() {
            let product = &products[i % 2][(d - 1 + row) * stride + i / 2];
            if i % 2 == 0 {
                out.clone_from(&inner[(d + row) * half + i / 2]);
                ring.add_assign(out, product);
            } else {
                ring.sub_assign(out, product);
            }
        }
    }
    Ok(rows)
}
