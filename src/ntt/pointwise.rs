//! Operations on values between transforms: element by element, on slices of equal length.
//!
//! ```
//! use ringfft::{ntt, rings::Modular};
//!
//! let ring = Modular::new(97)?;
//! let mut values = [1, 2, 3];
//! ntt::pointwise::multiply(&ring, &mut values, &[96, 50, 4])?;
//! ntt::pointwise::multiply_accumulate(&ring, &mut values, &[1, 1, 2], &[2, 3, 4])?;
//! ntt::pointwise::scale(&ring, &mut values, &10);
//! assert_eq!(values, [10, 60, 6]);
//! # Ok::<(), ringfft::Error>(())
//! ```

use crate::{
    Error, Result,
    algebra::{Action, Ring, Scalar, inverses},
    kernel::memory::reserve,
};
use alloc::format;

/// Computes `a_i <- a_i b_i`: `n` products.
///
/// ```
/// let mut a = [1, 2, 3];
/// ringfft::ntt::pointwise::multiply(&ringfft::rings::Modular::new(17)?, &mut a, &[4, 5, 6])?;
/// assert_eq!(a, [4, 10, 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::SliceLength`] unless both have one length.
pub fn multiply<R: Ring>(ring: &R, a: &mut [R::Element], b: &[R::Element]) -> Result<()> {
    Error::check_len("second factor", a.len(), b.len())?;
    a.iter_mut().zip(b).for_each(|(a, b)| ring.mul_assign(a, b));
    Ok(())
}

/// Computes `out_i <- a_i b_i`: `n` products; the factors are unchanged.
///
/// ```
/// let mut out = [0; 3];
/// ringfft::ntt::pointwise::multiply_into(&ringfft::rings::Modular::new(17)?, &[1, 2, 3], &[4, 5, 6], &mut out)?;
/// assert_eq!(out, [4, 10, 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::SliceLength`] unless all have one length.
pub fn multiply_into<R: Ring>(ring: &R, a: &[R::Element], b: &[R::Element], out: &mut [R::Element]) -> Result<()> {
    Error::check_len("second factor", a.len(), b.len())?;
    Error::check_len("output", a.len(), out.len())?;
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        out.clone_from(a);
        ring.mul_assign(out, b);
    }
    Ok(())
}

/// Computes `sum_i <- sum_i + a_i b_i`: `n` products, `n` additions.
///
/// ```
/// let mut sum = [1, 1, 1];
/// ringfft::ntt::pointwise::multiply_accumulate(&ringfft::rings::Modular::new(17)?, &mut sum, &[1, 2, 3], &[4, 5, 6])?;
/// assert_eq!(sum, [5, 11, 2]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::SliceLength`] unless all have one length.
pub fn multiply_accumulate<R: Ring>(
    ring: &R,
    sum: &mut [R::Element],
    a: &[R::Element],
    b: &[R::Element],
) -> Result<()> {
    Error::check_len("first factor", sum.len(), a.len())?;
    Error::check_len("second factor", sum.len(), b.len())?;
    for ((sum, a), b) in sum.iter_mut().zip(a).zip(b) {
        let mut product = a.clone();
        ring.mul_assign(&mut product, b);
        ring.add_assign(sum, &product);
    }
    Ok(())
}

/// Computes `values_i <- factor values_i`: `n` products by one prepared scalar, over any module.
///
/// ```
/// let mut values = [1, 2, 3];
/// ringfft::ntt::pointwise::scale(&ringfft::rings::Modular::new(17)?, &mut values, &6);
/// assert_eq!(values, [6, 12, 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub fn scale<M: Action>(module: &M, values: &mut [M::Element], factor: &Scalar<M>) {
    let factor = module.prepare(factor);
    values.iter_mut().for_each(|value| module.apply(value, &factor));
}

/// Computes `values_i <- 1/values_i`: one inversion and `3n - 3` products, by Montgomery's trick; `n` inversions over the complex
/// numbers, where products of many elements could leave the range.
///
/// ```
/// let mut values = [1, 2, 3];
/// ringfft::ntt::pointwise::invert(&ringfft::rings::Modular::new(17)?, &mut values)?;
/// assert_eq!(values, [1, 9, 6]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotInvertible`] naming the first element that is not a unit, with nothing written; [`Error::Memory`] where
/// there is no room for `n` elements.
pub fn invert<R: Ring>(ring: &R, values: &mut [R::Element]) -> Result<()> {
    let room = reserve("inverses", values.len())?;
    let Some(inverses) = inverses(ring, values, room) else {
        let index = values.iter().position(|value| ring.inverse(value).is_none()).unwrap_or(0);
        return Err(Error::NotInvertible { ring: ring.name(), what: format!("element {index}, counted from 0") });
    };
    values.clone_from_slice(&inverses);
    Ok(())
}
