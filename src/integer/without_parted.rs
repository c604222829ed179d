//! No products of three or five times a power of two of limbs: they are in vectors only.

use super::transform::Factors;
use crate::{Error, Result};

pub(super) fn exists(_: usize) -> Result<bool> {
    Ok(false)
}

pub(super) fn product(_: &Factors<'_>, n: usize, _: bool, _: &mut [u64], _: usize) -> Result<u64> {
    Err(Error::Length { what: "a product of integers", len: n, possible: "it needs 2^k limbs" })
}
