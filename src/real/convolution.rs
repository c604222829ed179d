//! Products and correlations of sequences of floats.
//!
//! # Idea
//! The transform of a product of polynomials is the product of the values, point by point. Real sequences take the real
//! transform, half the work of the complex one; a sequence much longer than the other goes through
//! [`OverlapSave`] in blocks that fit the cache; a short one is multiplied out.
//!
//! # Contract
//! | function | result | length |
//! |---|---|---|
//! | [`linear`] | `c_k = sum_j a_j b_(k-j)` | `a.len() + b.len() - 1`, 0 where one is empty |
//! | [`cyclic`] | `c_k = sum_j a_j b_i`, `i + j = k mod n` | `n` |
//! | [`correlate`] | `c_k = sum_j a_(j+k) b_j`, lags from `1 - b.len()` on | as linear |
//! | [`cyclic_correlate`] | `c_k = sum_j a_i b_j`, `i - j = k mod n` | `n` |
//!
//! Errors are relative to the whole result: `||found - c|| = O(u log n) ||a|| ||b||`, so elements far smaller than the
//! largest have fewer digits. For exact products take [`conv`](crate::conv) over another ring.
//!
//! # Cost
//! Three transforms of a fast length from that of the result on.

use super::{
    OverlapSave, Sample,
    support::{fast_len, filled, too_large},
};
use crate::{
    Error, Result,
    arith::is_smooth,
    plan::Threads,
    rings::{Real, reciprocal},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// A shorter sequence than this is multiplied out.
const DIRECT: usize = 24;

/// A sequence this many times as long as the other is split into blocks.
const BLOCKS: usize = 8;

/// Computes the whole product of two sequences.
///
/// ```
/// assert_eq!(ringfft::real::linear(&[1.0, 2.0, 3.0], &[10.0, 1.0])?, [10.0, 21.0, 32.0, 3.0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`].
pub fn linear<T: Real, E: Sample<T>>(a: &[E], b: &[E]) -> Result<Vec<E>> {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() {
        return Ok(Vec::new());
    }
    let len = short.len().checked_add(long.len() - 1).ok_or(too_large("a product"))?;
    if short.len() >= DIRECT && long.len() / short.len() < BLOCKS {
        let n = fast_len(len).ok_or(too_large("a product"))?;
        let mut product = through_transform(a, b, n)?;
        product.truncate(len);
        return Ok(product);
    }
    let mut product = filled("a product", len, E::nought())?;
    if short.len() >= DIRECT {
        let mut filter = OverlapSave::<T, E>::new(short)?;
        let done = filter.process(long, &mut product)?;
        filter.finish(&mut product[done..])?;
        return Ok(product);
    }
    for (j, y) in short.iter().enumerate() {
        for (sum, x) in product[j..].iter_mut().zip(long) {
            *sum = sum.plus_product(*x, *y);
        }
    }
    Ok(product)
}

/// Computes the product modulo `x^n - 1`. Inputs may have any length.
///
/// ```
/// assert_eq!(ringfft::real::cyclic(&[1.0, 2.0, 3.0], &[10.0, 1.0], 3)?, [13.0, 21.0, 32.0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] for `n = 0`; [`Error::Memory`].
pub fn cyclic<T: Real, E: Sample<T>>(a: &[E], b: &[E], n: usize) -> Result<Vec<E>> {
    if n == 0 {
        return Err(Error::Length { what: "a cyclic product", len: 0, possible: "the least length is 1" });
    }
    let (a, b) = (fold(a, n)?, fold(b, n)?);
    // Cheaper than a fast length from twice as long on.
    if n >= DIRECT && is_smooth(n) {
        return through_transform(&a, &b, n);
    }
    fold(&linear(&a, &b)?, n)
}

/// Computes the correlation for every lag `k` from `1 - b.len()` to `a.len() - 1`. Nothing is conjugated: conjugate `b`
/// first if you need that.
///
/// ```
/// // Lags -1, 0, 1, 2.
/// assert_eq!(ringfft::real::correlate(&[1.0, 2.0, 3.0], &[4.0, 5.0])?, [5.0, 14.0, 23.0, 12.0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`].
pub fn correlate<T: Real, E: Sample<T>>(a: &[E], b: &[E]) -> Result<Vec<E>> {
    linear(a, &reversed(b)?)
}

/// Computes the correlation of periodic sequences, for lags `0` to `n - 1`. Nothing is conjugated.
///
/// ```
/// assert_eq!(ringfft::real::cyclic_correlate(&[1.0, 2.0, 3.0], &[1.0], 3)?, [1.0, 2.0, 3.0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`cyclic`].
pub fn cyclic_correlate<T: Real, E: Sample<T>>(a: &[E], b: &[E], n: usize) -> Result<Vec<E>> {
    if n == 0 {
        return cyclic(a, b, n);
    }
    // Element j to place -j.
    let mut b = reversed(&fold(b, n)?)?;
    b.rotate_right(1);
    cyclic(a, &b, n)
}

fn reversed<E: Copy>(x: &[E]) -> Result<Vec<E>> {
    let Some(&first) = x.first() else { return Ok(Vec::new()) };
    let mut list = filled("a reversed input", x.len(), first)?;
    list.copy_from_slice(x);
    list.reverse();
    Ok(list)
}

/// Reduces a sequence modulo `x^n - 1`.
fn fold<T: Real, E: Sample<T>>(x: &[E], n: usize) -> Result<Vec<E>> {
    let mut sums = filled("a wrapped sequence", n, E::nought())?;
    let one = E::one_of();
    for part in x.chunks(n) {
        sums.iter_mut().zip(part).for_each(|(sum, x)| *sum = sum.plus_product(*x, one));
    }
    Ok(sums)
}

/// Computes the product modulo `x^n - 1` of sequences of at most `n`.
fn through_transform<T: Real, E: Sample<T>>(a: &[E], b: &[E], n: usize) -> Result<Vec<E>> {
    let plan = E::plan(n, Threads::Auto)?;
    let zero = Complex::new(T::zero(), T::zero());
    let mut scratch = filled("scratch", E::scratch_len(&plan), zero)?;
    let mut padded = filled("a padded input", n, E::nought())?;
    let mut values = filled("values", E::spectrum_len(n), zero)?;
    let mut others = filled("values", E::spectrum_len(n), zero)?;
    padded[..a.len()].copy_from_slice(a);
    E::forward(&plan, &padded, &mut values, &mut scratch)?;
    padded[..b.len()].copy_from_slice(b);
    padded[b.len()..].fill(E::nought());
    E::forward(&plan, &padded, &mut others, &mut scratch)?;
    let by = reciprocal(T::from_integer(n as u64));
    for (z, w) in values.iter_mut().zip(&others) {
        *z = *z * Complex::new(w.re * by, w.im * by);
    }
    E::inverse(&plan, &mut values, &mut padded, &mut scratch)?;
    Ok(padded)
}
