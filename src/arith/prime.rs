//! Primality, primes with many roots of unity, primitive roots.

use super::{mul_mod, pow_mod};
use alloc::vec::Vec;

/// Returns whether `n` is prime, exactly, by Miller and Rabin's test. The first twelve primes are enough as bases below
/// 2^64 (Sorenson and Webster 2015), and three bases below 2^32 (Jaeschke 1993).
///
/// [`arith`](crate::arith) has an example.
pub fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    for q in BASES {
        if n.is_multiple_of(q) {
            return n == q;
        }
    }
    if n < 41 * 41 {
        return true;
    }
    if n < 1 << 32 {
        return [2, 7, 61].iter().all(|&base| n == base || is_probable(n, base));
    }
    BASES.iter().all(|&base| is_probable(n, base))
}

/// Returns whether an odd `n` passes the test of Miller and Rabin for a base that `n` does not divide.
fn is_probable(n: u64, base: u64) -> bool {
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    let mut power = pow_mod(base, odd, n);
    if power == 1 || power == n - 1 {
        return true;
    }
    (1..twos).any(|_| {
        power = mul_mod(power, power, n);
        power == n - 1
    })
}

/// Returns the largest primes below `2^bits` that are 1 modulo `order`, at most `count` of them, in descending order.
/// Their fields have a root of unity of that order.
///
/// Returns fewer if fewer exist, and none for `bits` outside 2 to 64 or `order = 0`. The search goes through the
/// multiples of `order` until `count` primes are found.
///
/// [`arith`](crate::arith) has an example.
pub fn find_primes(bits: u32, order: u64, count: usize) -> Vec<u64> {
    if !(2..=64).contains(&bits) || order == 0 {
        return Vec::new();
    }
    let top = u64::MAX >> (64 - bits);
    let first = (top - 1) / order;
    (1..=first).rev().map(|k| k * order + 1).filter(|&p| is_prime(p)).take(count).collect()
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::arith::least_primitive_root;

    #[inline]
    pub(crate) fn primes_below_ten_thousand() {
        let mut sieve = [true; 10_000];
        (sieve[0], sieve[1]) = (false, false);
        for n in 2..100 {
            if sieve[n] {
                (n * n..10_000).step_by(n).for_each(|multiple| sieve[multiple] = false);
            }
        }
        for (n, &prime) in sieve.iter().enumerate() {
            assert_eq!(is_prime(n as u64), prime, "{n}");
        }
    }

    #[inline]
    pub(crate) fn large_primes_and_strong_pseudoprimes() {
        assert!(is_prime(0xffff_ffff_0000_0001));
        assert!(is_prime(u64::MAX - 58));
        assert!(!is_prime(u64::MAX));
        // Strong pseudoprimes to the first few bases.
        for n in [3_215_031_751u64, 3_474_749_660_383, 341_550_071_728_321, 3_825_123_056_546_413_051] {
            assert!(!is_prime(n));
        }
    }

    #[inline]
    pub(crate) fn roots_of_known_primes() {
        assert_eq!(least_primitive_root(2), 1);
        assert_eq!(least_primitive_root(3), 2);
        assert_eq!(least_primitive_root(257), 3);
        assert_eq!(least_primitive_root(998_244_353), 3);
        assert_eq!(least_primitive_root(149_299_201), 23);
        assert_eq!(least_primitive_root(0xffff_ffff_0000_0001), 7);
    }

    #[inline]
    pub(crate) fn primes_with_roots() {
        let primes = find_primes(62, 1 << 32, 3);
        assert_eq!(primes.len(), 3);
        assert!(primes.iter().all(|&p| is_prime(p) && p >> 62 == 0 && (p - 1).trailing_zeros() >= 32));
        assert_eq!(find_primes(8, 4, 100)[0], 241);
        assert!(find_primes(8, 1 << 40, 1).is_empty());
        assert!(find_primes(70, 2, 1).is_empty());
    }
}
