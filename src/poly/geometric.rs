//! Values at a geometric progression, and back: the chirp-z transform over the products of the ring.
//!
//! The functions use `dft::ChirpZ` and `dft::InverseChirpZ` (`papers/chirp_z.md`). The values of a polynomial of `n`
//! coefficients at `m` points `start ratio^k` are one middle product with powers of the ratio, and `n + m` products
//! besides. There is no tree, so the cost has no logarithm.

use crate::{
    Result,
    algebra::Action,
    conv::{Convolve, ThroughRing},
    dft::{ChirpZ, InverseChirpZ},
    kernel::memory::filled,
};
use alloc::vec::Vec;

/// Returns the values of `f` at `start ratio^k` for `k < count`.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// // 3 + x + 4 x^2 at 1, 10, 100, 1000 modulo 1009.
/// let ring = Modular::new(1009)?;
/// assert_eq!(poly::evaluate_geometric(&ring, &[3, 1, 4], &1, &10, 4)?, [8, 413, 40_103 % 1009, 4_001_003 % 1009]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: a product of the length of coefficients and values together, and about five products of elements for each of
/// them. The points may repeat. [`ChirpZ`] keeps its tables for other polynomials. Source: \[Rabiner-Schafer-Rader
/// 1969\].
///
/// # Errors
/// [`Error::NotInvertible`](crate::Error::NotInvertible) if `ratio` is not a unit;
/// [`Error::Length`](crate::Error::Length) where the lengths together overflow;
/// [`Error::Memory`](crate::Error::Memory).
pub fn evaluate_geometric<R: Convolve + Action<Scalars = R>>(
    ring: &R,
    f: &[R::Element],
    start: &R::Element,
    ratio: &R::Element,
    count: usize,
) -> Result<Vec<R::Element>> {
    let mut values = filled("values of a polynomial", count, ring.zero())?;
    if f.is_empty() || count == 0 {
        return Ok(values);
    }
    let transform = ChirpZ::new(start, ratio, f.len(), count, &ThroughRing::new(ring.clone()))?;
    let mut scratch = filled("scratch of a chirp-z transform", transform.scratch_len(), ring.zero())?;
    transform.evaluate(f, &mut values, &mut scratch)?;
    Ok(values)
}

/// Returns the polynomial with these values at `start ratio^k`, `k = 0, 1, 2, ...`: exactly as many coefficients as values.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// let ring = Modular::new(1009)?;
/// assert_eq!(poly::interpolate_geometric(&ring, &1, &10, &[8, 413, 40_103 % 1009])?, [3, 1, 4]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: two products of twice the length, one inverse of an element to each value. [`InverseChirpZ`] keeps its tables for other values.
/// Source: \[Bostan-Schost 2005\].
///
/// # Errors
/// [`Error::NotInvertible`](crate::Error::NotInvertible) unless `start`, `ratio` and `1 - ratio^k`, for `k` below the number of values, are units: the points must be
/// distinct; [`Error::Memory`](crate::Error::Memory).
pub fn interpolate_geometric<R: Convolve + Action<Scalars = R>>(
    ring: &R,
    start: &R::Element,
    ratio: &R::Element,
    values: &[R::Element],
) -> Result<Vec<R::Element>> {
    let mut coefficients = filled("the coefficients of a polynomial", values.len(), ring.zero())?;
    if values.is_empty() {
        return Ok(coefficients);
    }
    let transform = InverseChirpZ::new(start, ratio, values.len(), &ThroughRing::new(ring.clone()))?;
    let mut scratch = filled("scratch of a chirp-z transform", transform.scratch_len(), ring.zero())?;
    transform.interpolate(values, &mut coefficients, &mut scratch)?;
    Ok(coefficients)
}
