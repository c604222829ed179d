//! Rader's reordering: the indices other than 0 modulo a prime, as powers of a generator.
//!
//! With `g` a generator modulo `p`, `q -> g^q` is a bijection from `0 <= q < p - 1` to `1 <= j < p` that turns products
//! of indices into sums of exponents: `g^r g^(-q) = g^(r - q)`.

use crate::arith;
use alloc::vec::Vec;

/// Returns `g^q mod p` for `q < p - 1`, with `g` the least generator modulo `p`; `None` unless `p` is prime.
///
/// Entry `(p - 1 - q) mod (p - 1)` is `g^(-q)`.
///
/// ```
/// use ringfft::order::generator_powers;
///
/// assert_eq!(generator_powers(7), Some(vec![1, 3, 2, 6, 4, 5]));
/// assert_eq!(generator_powers(9), None);
/// ```
pub fn generator_powers(p: usize) -> Option<Vec<usize>> {
    if !arith::is_prime(p as u64) {
        return None;
    }
    let generator = arith::least_primitive_root(p as u64);
    let next = |&power: &u64| Some(arith::mul_mod(power, generator, p as u64));
    Some(core::iter::successors(Some(1), next).take(p - 1).map(|power| power as usize).collect())
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn rader_turns_products_into_sums() {
        for p in (2..300).filter(|&p| arith::is_prime(p as u64)) {
            let powers = generator_powers(p).unwrap();
            let mut sorted = powers.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(1..p));
            for q in 0..p - 1 {
                assert_eq!(powers[q] * powers[(p - 1 - q) % (p - 1)] % p, 1 % p);
            }
        }
        assert!([0, 1, 4, 15, 561].into_iter().all(|n| generator_powers(n).is_none()));
    }
}
