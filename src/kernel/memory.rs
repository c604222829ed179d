//! Memory for tables and scratch, asked for once.

use crate::{Error, Result};
use alloc::vec::Vec;

/// A list with room for `len` elements.
///
/// # Errors
/// [`Error::Memory`] where it cannot be had.
pub(crate) fn reserve<E>(what: &'static str, len: usize) -> Result<Vec<E>> {
    let mut list = Vec::new();
    let refusal = |_| Error::Memory { what, needed: len as u128 * size_of::<E>() as u128, limit: None };
    list.try_reserve_exact(len).map_err(refusal)?;
    Ok(list)
}

/// `len` copies of `value`.
///
/// # Errors
/// [`Error::Memory`] where there is no room for them.
pub(crate) fn filled<E: Clone>(what: &'static str, len: usize, value: E) -> Result<Vec<E>> {
    let mut list = reserve(what, len)?;
    list.resize(len, value);
    Ok(list)
}
