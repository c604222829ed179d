//! Stands in for products by floats, which need the feature `complex`.

use super::transform::Factors;
use crate::{Error, Result};

fn refusal<T>() -> Result<T> {
    Err(Error::Unsupported {
        what: "a product of integers by floats: enable the feature `complex`, or take the engine primes".into(),
    })
}

pub(super) fn shape(_: usize, _: usize) -> Result<(u32, usize)> {
    refusal()
}

pub(super) fn product(_: &Factors<'_>, _: &mut [u64], _: usize) -> Result<[f64; 2]> {
    refusal()
}

pub(super) fn bytes(_: usize, _: bool) -> u128 {
    0
}
