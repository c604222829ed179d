//! Stands in for products through word primes, which need the feature `prime`.

use super::Wrap;
use crate::{Result, algebra::Lift};

/// Returns `false`.
pub(super) fn in_vectors<R: Lift>(_: &R) -> Result<bool> {
    Ok(false)
}

/// Returns `false`: nothing is written.
pub(super) fn linear_into<R: Lift>(_: &R, _: &[R::Element], _: &[R::Element], _: &mut [R::Element]) -> Result<bool> {
    Ok(false)
}

/// Returns `false`: nothing is written.
pub(super) fn wrapped_into<R: Lift>(
    _: &R,
    _: &[R::Element],
    _: &[R::Element],
    _: Wrap,
    _: &mut [R::Element],
) -> Result<bool> {
    Ok(false)
}

/// Returns 1.
pub(super) fn lanes(_: u64) -> Result<usize> {
    Ok(1)
}
