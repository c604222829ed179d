//! The radices of the passes of Stockham's transform.

use crate::{
    Error, Result,
    arith::{is_prime, prime_factors},
};
use alloc::vec::Vec;

/// Returns whether there are passes of this radix.
pub(crate) fn is_radix(radix: usize) -> bool {
    matches!(radix, 2 | 4 | 8) || is_prime(radix as u64)
}

/// Checks that there are passes of these radices and that they multiply to the length.
pub(super) fn check_radices(len: usize, radices: &[usize]) -> Result<()> {
    let mut product = Some(1usize);
    for &radix in radices {
        product = product.and_then(|product| product.checked_mul(radix)).filter(|_| is_radix(radix));
    }
    if product == Some(len) {
        return Ok(());
    }
    let possible = "the radices must be 2, 4, 8 or odd primes and multiply to it; `mixed-radix` takes any factors";
    Err(Error::Length { what: "stockham", len, possible })
}

/// Returns the radices that [`Stockham::new`](super::Stockham::new) takes: for the power of two the fewest passes, then the odd
/// primes, ascending. Empty for 0 and 1.
///
/// ```
/// let radices = ringfft::dft::stockham_radices(360);
/// assert_eq!(radices.iter().product::<usize>(), 360);
/// ```
pub fn stockham_radices(len: usize) -> Vec<usize> {
    let mut radices = Vec::new();
    for (prime, e) in prime_factors(len as u64) {
        let mut left = e;
        while left > 0 {
            // Powers of two by eights, with a four or a two at the end.
            let log = if prime == 2 { left.min(3) } else { 1 };
            radices.push((prime as usize).pow(log));
            left -= log;
        }
    }
    radices
}
