//! Factoring words: trial division, then Pollard's rho.

use super::{gcd, is_prime, mul_mod};
use alloc::vec::Vec;

/// The prime factors of `n` with their exponents, ascending; empty for 0 and 1.
pub fn prime_factors(mut n: u64) -> Vec<(u64, u32)> {
    let mut primes = Vec::new();
    if n == 0 {
        return Vec::new();
    }
    for q in (2..=3).chain((5..1000).step_by(2)) {
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

/// A proper divisor of an odd composite `n`: Pollard's rho with Floyd's cycle finding, another constant for
/// each failure.
fn proper_divisor(n: u64) -> u64 {
    for c in 1.. {
        let step = |x: u64| ((mul_mod(x, x, n) as u128 + c as u128) % n as u128) as u64;
        let (mut slow, mut fast) = (2, 2);
        loop {
            slow = step(slow);
            fast = step(step(fast));
            match gcd(slow.abs_diff(fast), n) {
                1 => {}
                divisor if divisor == n => break,
                divisor => return divisor,
            }
        }
    }
    unreachable!("the constants do not run out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_multiply_back() {
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
