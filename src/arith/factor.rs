//! Factoring words: trial division, then Pollard's rho.

use super::{gcd, is_prime, pow_mod};
use alloc::vec::Vec;

/// Returns the prime factors of `n` with their exponents, ascending; empty for 0 and 1.
///
/// ```
/// assert_eq!(ringfft::arith::prime_factors(360), [(2, 3), (3, 2), (5, 1)]);
/// ```
pub fn prime_factors(mut n: u64) -> Vec<(u64, u32)> {
    let mut primes = Vec::new();
    if n == 0 {
        return Vec::new();
    }
    for q in (2..=3).chain((5..1000).step_by(2)) {
        if q * q > n {
            // The rest has no factor up to its square root.
            primes.extend((n > 1).then_some(n));
            n = 1;
            break;
        }
        while n.is_multiple_of(q) {
            primes.push(q);
            n /= q;
        }
    }
    let mut pending = Vec::from([n]);
    while let Some(n) = pending.pop() {
        if n == 1 {
            continue;
        }
        if is_prime(n) {
            primes.push(n);
            continue;
        }
        let divisor = proper_divisor(n);
        pending.extend([divisor, n / divisor]);
    }
    primes.sort_unstable();
    let mut factors: Vec<(u64, u32)> = Vec::new();
    for prime in primes {
        match factors.last_mut() {
            Some((q, exponent)) if *q == prime => *exponent += 1,
            _ => factors.push((prime, 1)),
        }
    }
    factors
}

/// Returns whether no prime factor is greater than 13; `false` for 0.
pub(crate) fn is_smooth(n: usize) -> bool {
    let mut rest = n;
    for p in [2, 3, 5, 7, 11, 13] {
        while rest != 0 && rest.is_multiple_of(p) {
            rest /= p;
        }
    }
    rest == 1
}

/// Returns a proper divisor of an odd composite `n`, by Pollard's rho with Brent's cycle finding. One greatest common
/// divisor serves many steps, and each failure takes another constant. It takes about the square root of the least factor:
/// `2^16` steps of two products at most.
fn proper_divisor(n: u64) -> u64 {
    /// Steps between two greatest common divisors.
    const STEPS: usize = 128;
    let product = montgomery(n);
    for c in 1.. {
        let step = |x: u64| ((u128::from(product(x, x)) + c) % u128::from(n)) as u64;
        let (mut tortoise, mut hare, mut before) = (2, 2, 2);
        let (mut differences, mut divisor, mut lap) = (1, 1, 1);
        while divisor == 1 {
            tortoise = hare;
            (0..lap).for_each(|_| hare = step(hare));
            let mut done = 0;
            while done < lap && divisor == 1 {
                before = hare;
                for _ in 0..STEPS.min(lap - done) {
                    hare = step(hare);
                    differences = product(differences, tortoise.abs_diff(hare));
                }
                divisor = gcd(differences, n);
                done += STEPS;
            }
            lap *= 2;
        }
        // Both factors at once: the steps since the last one again, one by one.
        if divisor == n {
            divisor = 1;
            while divisor == 1 {
                before = step(before);
                divisor = gcd(tortoise.abs_diff(before), n);
            }
        }
        if divisor != n {
            return divisor;
        }
    }
    unreachable!("the constants do not run out")
}

/// Returns the map `(a, b) -> a b / 2^64` modulo an odd `n`, in `[0, n)` for `a b < 2^64 n`: Montgomery's product.
fn montgomery(n: u64) -> impl Fn(u64, u64) -> u64 {
    // Newton's iteration doubles the digits that are right: 3 to begin with.
    let inverse = (0..5).fold(n, |x, _| x.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(x))));
    move |a, b| {
        let wide = u128::from(a) * u128::from(b);
        let multiple = u128::from((wide as u64).wrapping_mul(inverse)) * u128::from(n);
        let (difference, borrow) = ((wide >> 64) as u64).overflowing_sub((multiple >> 64) as u64);
        if borrow { difference.wrapping_add(n) } else { difference }
    }
}

/// Returns the least generator of the multiplicative group modulo the prime `p`.
///
/// The function does not check that `p` is prime. For other numbers from 2 on it returns the least `g >= 1` with
/// `g^((p-1)/q) != 1` for every prime `q` that divides `p - 1`. It returns 1 if there is none, and for 0 and 1.
///
/// ```
/// assert_eq!(ringfft::arith::least_primitive_root(17), 3);
/// ```
pub fn least_primitive_root(p: u64) -> u64 {
    if p < 2 {
        return 1;
    }
    let factors = prime_factors(p - 1);
    (1..p).find(|&g| factors.iter().all(|&(q, _)| pow_mod(g, (p - 1) / q, p) != 1)).unwrap_or(1)
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn products_of_montgomery() {
        for n in [3, 97, (1 << 63) - 25, u64::MAX - 58, u64::MAX] {
            let product = montgomery(n);
            let shift = (1u128 << 64) % u128::from(n);
            for (a, b) in [(0, 1), (1, 1), (n - 1, n - 1), (n / 2, n - 2), (n / 3, 12_345 % n)] {
                let expected = u128::from(a) * u128::from(b) % u128::from(n);
                assert_eq!(u128::from(product(a, b)) * shift % u128::from(n), expected, "{a} {b} {n}");
            }
        }
    }

    #[inline]
    pub(crate) fn squares_and_products_of_large_primes() {
        for (p, q) in
            [(1009, 1009), (4_294_967_291, 4_294_967_291), (2_147_483_647, 2_147_483_629), (1013, 1_000_000_007)]
        {
            let expected = if p == q { [(p, 2)].to_vec() } else { [(p.min(q), 1), (p.max(q), 1)].to_vec() };
            assert_eq!(prime_factors(p * q), expected);
        }
        // Short cycles, often both factors at once.
        let primes: Vec<u64> = (1001..2000).filter(|&n| is_prime(n)).collect();
        for (i, &p) in primes.iter().enumerate() {
            for &q in &primes[i + 1..] {
                assert_eq!(prime_factors(p * q), [(p, 1), (q, 1)]);
            }
        }
        // 62 and 64 bits, with p - 1 of two large factors.
        assert_eq!(prime_factors(2 * 2_147_483_647 * 2_147_483_629), [(2, 1), (2_147_483_629, 1), (2_147_483_647, 1)]);
    }

    #[inline]
    pub(crate) fn factors_multiply_back() {
        let numbers =
            (0..2000).chain([u64::MAX, u64::MAX - 58, 1 << 63, 0xffff_ffff_0000_0000, 4_294_967_291 * 4_294_967_279]);
        for n in numbers {
            let factors = prime_factors(n);
            assert!(factors.iter().all(|&(q, _)| is_prime(q)));
            assert!(factors.is_sorted());
            if n != 0 {
                assert_eq!(factors.iter().map(|&(q, e)| q.pow(e)).product::<u64>(), n);
            }
        }
    }
}
