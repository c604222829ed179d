//! Polynomials over GF(2) as little-endian words: bit `i` is the coefficient of `x^i`.

use crate::{Result, conv::buffer};
use alloc::vec::Vec;

/// `a b`, in `a.len() + b.len()` words, by the definition.
///
/// # Errors
/// [`Error::Memory`](crate::Error::Memory).
pub fn multiply(a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
    let mut out = buffer("a product", a.len() + b.len(), &0u64)?;
    for (i, bit) in (0..64 * a.len()).filter(|i| a[i / 64] >> (i % 64) & 1 == 1).map(|i| (i / 64, i % 64)) {
        for (j, &word) in b.iter().enumerate() {
            let shifted = u128::from(word) << bit;
            out[i + j] ^= shifted as u64;
            out[i + j + 1] ^= (shifted >> 64) as u64;
        }
    }
    Ok(out)
}
