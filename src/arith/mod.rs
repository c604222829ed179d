//! Number theory on machine words, without traits.
//!
//! ```
//! use ringfft::arith;
//!
//! assert_eq!(arith::mul_mod(1 << 63, 3, 1_000_003), ((1u128 << 63) * 3 % 1_000_003) as u64);
//! assert_eq!(arith::inverse_mod(3, 17), Some(6));
//! assert!(arith::is_prime(0xffff_ffff_0000_0001));
//! // Primes with a root of unity of order 2^20.
//! let primes = arith::find_primes(62, 1 << 20, 2);
//! assert!(primes.iter().all(|p| p % (1 << 20) == 1));
//! ```
//!
//! Products are taken in 128 bits, so every modulus below 2^64 is supported. Every function is total: for arguments
//! without an answer, such as a residue modulo 0, it returns a documented value. This is plan-time code: exact and
//! plain, not fast.

pub(crate) mod carryless;
pub(crate) mod factor;
pub(crate) mod inverse;
pub(crate) mod karatsuba;
pub(crate) mod limbs;
pub(crate) mod prime;
pub(crate) mod random;

pub(crate) use factor::is_smooth;
pub use factor::{least_primitive_root, prime_factors};
pub use prime::{find_primes, is_prime};
pub use random::{Random, Seed};

/// Returns `2^exponent`, or the greatest word where words are too short: a bound on lengths for targets of any word size.
pub(crate) const fn saturating_power_of_two(exponent: u32) -> usize {
    if exponent < usize::BITS { 1 << exponent } else { usize::MAX }
}

/// Returns `a * b mod m`, for any words `a` and `b`; 0 if `m` is 0.
#[inline]
pub const fn mul_mod(a: u64, b: u64, m: u64) -> u64 {
    if m == 0 {
        return 0;
    }
    if (a | b) >> 32 == 0 {
        return a * b % m;
    }
    (a as u128 * b as u128 % m as u128) as u64
}

/// Returns `a + b mod m`, for any words `a` and `b`; 0 if `m` is 0.
#[inline]
pub const fn add_mod(a: u64, b: u64, m: u64) -> u64 {
    if m == 0 {
        return 0;
    }
    ((a as u128 + b as u128) % m as u128) as u64
}

/// Returns `a^e mod m`, with `a^0 = 1`; 0 if `m` is 0 or 1.
pub const fn pow_mod(a: u64, mut e: u64, m: u64) -> u64 {
    if m < 2 {
        return 0;
    }
    let mut power = 1;
    let mut square = a % m;
    while e != 0 {
        if e & 1 == 1 {
            power = mul_mod(power, square, m);
        }
        square = mul_mod(square, square, m);
        e >>= 1;
    }
    power
}

/// Returns the greatest common divisor; the other number if one is 0, and 0 if both are.
pub const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the inverse of `a` modulo `m`, in `[1, m)`; `None` unless they are coprime and `m` is above 1.
pub const fn inverse_mod(a: u64, m: u64) -> Option<u64> {
    if m < 2 {
        return None;
    }
    // Invariant: s_i a = +-r_i modulo m, with signs that alternate; no s_i exceeds m.
    let (mut r0, mut r1) = (m, a % m);
    let (mut s0, mut s1) = (0, 1);
    let mut is_positive = false;
    while r1 != 0 {
        let q = r0 / r1;
        (r0, r1) = (r1, r0 - q * r1);
        (s0, s1) = (s1, s0 + q * s1);
        is_positive = !is_positive;
    }
    if r0 != 1 {
        return None;
    }
    Some(if is_positive { s0 } else { m - s0 })
}

/// Returns the inverse of an odd `n` modulo `2^64`, by Newton's method: `n` itself is right in its low three bits.
pub(crate) fn inverse_of_odd(n: u64) -> u64 {
    (0..5).fold(n, |x, _| x.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(x))))
}

/// Writes the inverse of `n` modulo `m` into as many words as `m` has. Returns false, and writes nothing, unless they are coprime and
/// `m` is above 1.
///
/// It is `(q m + 1)/n` with `q = -1/m` modulo `n`.
pub(crate) fn invert_word(n: u64, m: &[u64], inverse: &mut [u64]) -> bool {
    let long = |remainder: u64, word: u64| u128::from(remainder) << 64 | u128::from(word);
    if n == 0 || inverse.len() != m.len() || matches!(limbs::trimmed(m), [] | [1]) {
        return false;
    }
    let remainder = m.iter().rev().fold(0, |remainder, &word| (long(remainder, word) % u128::from(n)) as u64);
    let q = match (n, inverse_mod(remainder, n)) {
        (1, _) => 0,
        (_, Some(inverse)) => n - inverse,
        (_, None) => return false,
    };
    inverse.copy_from_slice(m);
    let mut remainder = limbs::mul_add_limb(inverse, q, 1);
    for word in inverse.iter_mut().rev() {
        let part = long(remainder, *word);
        (*word, remainder) = ((part / u128::from(n)) as u64, (part % u128::from(n)) as u64);
    }
    true
}

/// Returns the multiplicative order of `w` modulo `m`, given a multiple of it. Returns `multiple` itself if
/// `w^multiple` is not 1, or if `multiple` or `m` is 0. Modulo 1 every order is 1.
///
/// ```
/// assert_eq!(ringfft::arith::order_dividing(2, 17, 16), 8); // 2^8 = 256 = 1
/// ```
pub fn order_dividing(w: u64, m: u64, multiple: u64) -> u64 {
    if m == 0 {
        return multiple;
    }
    let mut order = multiple;
    for (q, exponent) in prime_factors(multiple) {
        for _ in 0..exponent {
            if pow_mod(w, order / q, m) != 1 % m {
                break;
            }
            order /= q;
        }
    }
    order
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn inverses_multiply_to_one() {
        for m in [2u64, 3, 15, 257, 1 << 40, u64::MAX, 0xffff_ffff_0000_0001] {
            for a in [1u64, 2, 3, 7, 12345, m - 1] {
                match inverse_mod(a, m) {
                    Some(b) => assert_eq!(mul_mod(a, b, m), 1),
                    None => assert_ne!(gcd(a, m), 1, "{a} mod {m}"),
                }
            }
        }
        assert_eq!(inverse_mod(0, 1), None);
        let mut inverse = [0; 2];
        for m in [[3, 0], [u64::MAX, 0], [u64::MAX, u64::MAX], [0xffff_ffff_0000_0001, 1 << 40]] {
            for n in [1, 2, 3, 10, 1 << 40, 12345, u64::MAX - 1, u64::MAX] {
                if !invert_word(n, &m, &mut inverse) {
                    // The greatest common divisor with the remainder of `m`.
                    let long = u128::from(m[1]) << 64 | u128::from(m[0]);
                    assert_ne!(gcd((long % u128::from(n)) as u64, n), 1, "{n} modulo {m:x?}");
                    continue;
                }
                // n inverse - 1 is a multiple of m, by long division bit by bit.
                let (mut product, mut remainder) = ([inverse[0], inverse[1], 0], 0u128);
                product[2] = limbs::mul_add_limb(&mut product[..2], n, 0);
                let modulus = u128::from(m[1]) << 64 | u128::from(m[0]);
                for bit in (0..192).rev() {
                    let (doubled, above) =
                        (remainder << 1 | u128::from(product[bit / 64] >> (bit % 64) & 1), remainder >> 127);
                    remainder = if above == 1 || doubled >= modulus { doubled.wrapping_sub(modulus) } else { doubled };
                }
                assert_eq!(remainder, 1, "{n} modulo {m:x?}");
            }
        }
        assert!(!invert_word(0, &[7], &mut [0]) && !invert_word(5, &[1], &mut [0]) && !invert_word(5, &[], &mut []));
        assert_eq!(pow_mod(5, 3, 1), 0);
    }

    #[inline]
    pub(crate) fn orders_of_residues() {
        assert_eq!(order_dividing(2, 17, 16), 8);
        assert_eq!(order_dividing(3, 17, 16), 16);
        assert_eq!(order_dividing(1, 17, 16), 1);
    }
}
