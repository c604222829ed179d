//! The sweep between a complex transform of half the length and the values of a real sequence.
//!
//! Notation: `n = 2h`, `w = exp(-2 pi i/n)`, `z_j = x_2j + i x_(2j+1)`, `Z` the transform of `z`, `t_k = (i/2) w^k`.
//!
//! # Idea
//! ```text
//! X_k     =      (Z_k + Z*_(h-k))/2 - t_k (Z_k - Z*_(h-k))
//! X_(h-k) = conj((Z_k + Z*_(h-k))/2 + t_k (Z_k - Z*_(h-k)))
//!
//! back, n times the sequence:
//! z_k     =      (X_k + X*_(h-k)) - 2 t*_k (X_k - X*_(h-k))
//! z_(h-k) = conj((X_k + X*_(h-k)) + 2 t*_k (X_k - X*_(h-k)))
//! ```
//! One product serves two values. The pairs `k, h - k` are taken from both ends towards the middle, where `Z_(h/2)`
//! is its own partner and `t` is `1/2`: a conjugate.

use super::support::both;
use crate::{Result, kernel::real::pairs, rings::Real};
use num_complex::Complex;

/// Fewer pairs than this are not worth a second thread.
const SHARE: usize = 1 << 14;

/// Computes `X_0, ..., X_h`, times `factor`, from `Z_0, ..., Z_(h-1)` and one spare element, in place.
pub(super) fn forward<T: Real>(
    values: &mut [Complex<T>],
    twiddles: &[Complex<T>],
    factor: Option<T>,
    threads: usize,
) -> Result<()> {
    let h = values.len() - 1;
    let first = values[0];
    let by = factor.unwrap_or(T::one());
    values[0] = Complex::new((first.re + first.im) * by, T::zero());
    values[h] = Complex::new((first.re - first.im) * by, T::zero());
    if h.is_multiple_of(2) {
        let middle = values[h / 2];
        values[h / 2] = Complex::new(middle.re * by, -(middle.im * by));
    }
    let (low, high) = values[1..h].split_at_mut(pairs(h));
    let high = &mut high[h.is_multiple_of(2) as usize..];
    match factor {
        Some(by) => ends::<T, true>(low, high, twiddles, by, threads),
        None => ends::<T, false>(low, high, twiddles, by, threads),
    }
}

fn ends<T: Real, const SCALED: bool>(
    low: &mut [Complex<T>],
    high: &mut [Complex<T>],
    twiddles: &[Complex<T>],
    by: T,
    threads: usize,
) -> Result<()> {
    if threads > 1 && low.len() >= 2 * SHARE {
        let at = low.len() / 2;
        let (low, low_rest) = low.split_at_mut(at);
        let (high_rest, high) = high.split_at_mut(high.len() - at);
        let (here, rest) = twiddles.split_at(at);
        return both(
            || ends::<T, SCALED>(low, high, here, by, threads / 2),
            || ends::<T, SCALED>(low_rest, high_rest, rest, by, threads - threads / 2),
        );
    }
    let half = T::from_f64(0.5) * by;
    let scaled = |x: T| if SCALED { x * by } else { x };
    for ((a, b), t) in low.iter_mut().zip(high.iter_mut().rev()).zip(twiddles) {
        let (sum_re, difference_im) = ((a.re + b.re) * half, (a.im - b.im) * half);
        let (dre, dim) = (scaled(a.re - b.re), scaled(a.im + b.im));
        let turned = Complex::new(t.re * dre - t.im * dim, t.re * dim + t.im * dre);
        *a = Complex::new(sum_re - turned.re, difference_im - turned.im);
        *b = Complex::new(sum_re + turned.re, -(difference_im + turned.im));
    }
    Ok(())
}

/// Computes from `X_0, ..., X_h` the input of an unscaled inverse transform to `factor` times `n z_0, ..., n z_(h-1)`.
/// The imaginary parts of the first and the last value are not read.
pub(super) fn inverse<T: Real>(
    values: &[Complex<T>],
    twiddles: &[Complex<T>],
    out: &mut [Complex<T>],
    factor: Option<T>,
    threads: usize,
) -> Result<()> {
    let h = out.len();
    let by = factor.unwrap_or(T::one());
    let two = by + by;
    let (first, last) = (values[0].re, values[h].re);
    out[0] = Complex::new((first + last) * by, (first - last) * by);
    if h.is_multiple_of(2) {
        let middle = values[h / 2];
        out[h / 2] = Complex::new(middle.re * two, -(middle.im * two));
    }
    let count = pairs(h);
    let (low, high) = out[1..].split_at_mut(count);
    let high = &mut high[h.is_multiple_of(2) as usize..];
    let (front, back) = (&values[1..1 + count], &values[h - count..h]);
    match factor {
        Some(by) => inward::<T, true>(front, back, low, high, twiddles, by, threads),
        None => inward::<T, false>(front, back, low, high, twiddles, by, threads),
    }
}

fn inward<T: Real, const SCALED: bool>(
    front: &[Complex<T>],
    back: &[Complex<T>],
    low: &mut [Complex<T>],
    high: &mut [Complex<T>],
    twiddles: &[Complex<T>],
    by: T,
    threads: usize,
) -> Result<()> {
    if threads > 1 && low.len() >= 2 * SHARE {
        let at = low.len() / 2;
        let ((front, front_rest), (back_rest, back)) = (front.split_at(at), back.split_at(back.len() - at));
        let (low, low_rest) = low.split_at_mut(at);
        let (high_rest, high) = high.split_at_mut(high.len() - at);
        let (here, rest) = twiddles.split_at(at);
        return both(
            || inward::<T, SCALED>(front, back, low, high, here, by, threads / 2),
            || inward::<T, SCALED>(front_rest, back_rest, low_rest, high_rest, rest, by, threads - threads / 2),
        );
    }
    let scaled = |x: T| if SCALED { x * by } else { x };
    let two = by + by;
    let ends = front.iter().zip(back.iter().rev());
    for (((a, b), (z, y)), t) in ends.zip(low.iter_mut().zip(high.iter_mut().rev())).zip(twiddles) {
        let (sum_re, difference_im) = (scaled(a.re + b.re), scaled(a.im - b.im));
        let (dre, dim) = ((a.re - b.re) * two, (a.im + b.im) * two);
        let turned = Complex::new(t.re * dre + t.im * dim, t.re * dim - t.im * dre);
        *z = Complex::new(sum_re - turned.re, difference_im - turned.im);
        *y = Complex::new(sum_re + turned.re, -(difference_im + turned.im));
    }
    Ok(())
}
