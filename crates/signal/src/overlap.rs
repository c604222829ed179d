//! The sums of windows a hop apart: the conditions under which short-time spectra can be put together again.
//!
//! # Source
//! \[Griffin-Lim 1984\]; `papers/signal.md`.

use super::filled;
use alloc::vec::Vec;
use core::cmp::Ordering;
use ringfft::{Error, Result, rings::Real};

/// Computes `sum_t w_(j + th)^power` for `j < h`: the sums of windows `hop` samples apart at each of `hop` neighbouring
/// samples.
///
/// ```
/// assert_eq!(ringfft_signal::weights(&[0.0, 0.5, 1.0, 0.5], 2, 1)?, [1.0, 1.0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] for a hop of 0; [`Error::Memory`].
pub fn weights<T: Real>(window: &[T], hop: usize, power: u32) -> Result<Vec<T>> {
    if hop == 0 {
        return Err(Error::Length { what: "a hop", len: 0, possible: "the least is 1 sample" });
    }
    let mut sums = filled("the weights of a hop", hop, T::zero())?;
    for shifted in window.chunks(hop) {
        for (sum, &w) in sums.iter_mut().zip(shifted) {
            *sum = *sum + (0..power).fold(T::one(), |product, _| product * w);
        }
    }
    Ok(sums)
}

fn greatest<T: Real>(values: &[T]) -> T {
    values.iter().fold(T::zero(), |most, &value| if value > most { value } else { most })
}

/// Checks that windows `hop` samples apart add up to a constant (COLA), within rounding. Frames of an unchanged signal can
/// then be put together by adding them up.
///
/// ```
/// use ringfft_signal::check_constant;
///
/// check_constant(&[0.0, 0.5, 1.0, 0.5], 2)?;
/// assert!(check_constant(&[0.0, 0.5, 1.0, 0.5], 3).is_err());
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Overlap`] where they do not; [`Error::Length`] for a hop of 0; [`Error::Memory`].
pub fn check_constant<T: Real>(window: &[T], hop: usize) -> Result<()> {
    let sums = weights(window, hop, 1)?;
    let terms = T::from_integer(window.len().div_ceil(hop) as u64 + 8);
    let tolerance = terms * T::unit() * greatest(&sums);
    let first = sums.first().copied().unwrap_or_else(T::zero);
    let off = |&sum: &T| !(sum - first <= tolerance && first - sum <= tolerance);
    match sums.iter().position(off) {
        None if greatest(&sums) > T::zero() => Ok(()),
        at => Err(Error::Overlap { len: window.len(), hop, at: at.unwrap_or(0), what: "do not add up to a constant" }),
    }
}

/// Checks that the squares of windows `hop` samples apart are nowhere zero (NOLA). Every signal can then be put together
/// again from its frames, by the dual window.
///
/// ```
/// use ringfft_signal::check_invertible;
///
/// check_invertible(&[0.5, 1.0, 0.5], 3)?;
/// assert!(check_invertible(&[0.0, 1.0, 0.5], 3).is_err());
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Overlap`] where some sample has no weight; [`Error::Length`] for a hop of 0; [`Error::Memory`].
pub fn check_invertible<T: Real>(window: &[T], hop: usize) -> Result<()> {
    let sums = weights(window, hop, 2)?;
    match sums.iter().position(|&sum| is_lost(sum, &sums)) {
        None => Ok(()),
        Some(at) => Err(Error::Overlap { len: window.len(), hop, at, what: "leave no weight" }),
    }
}

/// Returns whether a sum of squares is too small, beside the greatest, for anything to be recovered.
pub(super) fn is_lost<T: Real>(sum: T, sums: &[T]) -> bool {
    sum.partial_cmp(&(T::unit() * greatest(sums))) != Some(Ordering::Greater)
}
