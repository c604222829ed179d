//! The check of a product modulo random word primes.

use super::{
    SpecialModulus,
    limbs::{bit_len, compare},
    multiply,
};
use crate::{
    Error, Result,
    algebra::Ring,
    arith::{Random, Seed, is_prime},
    rings::Modular,
};

/// Checks that `a b = c` modulo random primes between 2^60 and 2^61: a wrong `c` passes with probability below 2^-64.
///
/// ```
/// use ringfft::{arith::Seed, integer::verify_product};
///
/// verify_product(&[6], &[7], &[42], Seed::System)?;
/// assert!(verify_product(&[6], &[7], &[43], Seed::System).is_err());
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// A wrong `c` differs from `a b` by a number below `2^N`, with `N` the bits of the longer of the two. Fewer than
/// `N/60` primes above 2^60 divide it, of the more than 2^53 primes between 2^60 and 2^61 (\[Rosser-Schoenfeld 1962\],
/// corollary 3). So a random prime misses it with probability below `N/60 2^-53`, and `t` independent ones with the
/// `t`-th power of that. The check draws the fewest primes that make this power at most 2^-64: two up to 10^8 bits, six
/// for the longest product, of 2^41 limbs. `papers/integer_product.md` has the steps.
///
/// The bound holds for every `c` that was fixed before the primes were drawn. [`Seed::System`] draws new primes at
/// every call. Under [`Seed::Fixed`] every call with that seed takes the same primes: use it for tests, because a `c`
/// made for the seed passes. Without the feature `std` it is the only seed, so pass a new random word at every call. A
/// word has 64 bits, so the check then misses an error with probability at least 2^-64.
///
/// Cost: about one word product to a limb and prime.
///
/// # Errors
/// [`Error::Verification`] if the product is wrong; [`Error::Length`] for more than 2^51 limbs, for which primes of a
/// word are too short.
pub fn verify_product(a: &[u64], b: &[u64], c: &[u64], seed: Seed) -> Result<()> {
    let bits = (bit_len(a) + bit_len(b)).max(bit_len(c));
    let primes = primes_needed(bits).ok_or(Error::Length {
        what: "the check of a product of integers",
        len: a.len().max(b.len()).max(c.len()),
        possible: "the longest is 2^51 limbs",
    })?;
    let mut random = Random::new(seed);
    for _ in 0..primes {
        let ring = random_prime(&mut random);
        let mut product = residue(&ring, a);
        ring.mul_assign(&mut product, &residue(&ring, b));
        if product != residue(&ring, c) {
            return Err(Error::Verification {
                what: alloc::format!("a product of integers, modulo the prime {}: the residues differ", ring.modulus()),
            });
        }
    }
    Ok(())
}

/// Returns how many random primes miss a difference below `2^bits` with probability below 2^-64. Returns `None` if a prime
/// may gain nothing.
fn primes_needed(bits: u128) -> Option<u32> {
    // More than the primes above 2^60 that can divide the difference, and the power of two above it.
    let factors = bits / 60 + 1;
    let gain = PRIMES_LOG.checked_sub(u128::BITS - factors.leading_zeros()).filter(|&gain| gain > 0)?;
    Some(64u32.div_ceil(gain))
}

/// The logarithm of a lower bound on the number of primes between 2^60 and 2^61: there are more than 2^53.
const PRIMES_LOG: u32 = 53;

/// Checks that `c` is the canonical residue of `a b`: a wrong `c` passes with probability below 2^-64.
///
/// ```
/// use ringfft::{arith::Seed, integer::{SpecialModulus, verify_product_modulo}};
///
/// // 6 * 7 = 42 = 11 modulo 2^5 - 1.
/// verify_product_modulo(&[6], &[7], &[11], SpecialModulus::MinusOne(5), Seed::System)?;
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// The quotient by the modulus is not known, so the whole product is computed and checked as by [`verify_product`]. Its
/// residue, computed by additions only, must be `c`. Leading zero limbs of `c` are allowed.
///
/// # Errors
/// [`Error::Verification`] if `c` is wrong or not canonical; otherwise as [`multiply_modulo`](super::multiply_modulo).
pub fn verify_product_modulo(a: &[u64], b: &[u64], c: &[u64], modulus: SpecialModulus, seed: Seed) -> Result<()> {
    let product = multiply(a, b)?;
    verify_product(a, b, &product, seed)?;
    if compare(&modulus.residue(&product)?, c).is_eq() {
        return Ok(());
    }
    Err(Error::Verification { what: alloc::format!("a product of integers modulo {modulus}: the residues differ") })
}

/// Draws a prime between 2^60 and 2^61, each with the same probability.
fn random_prime(random: &mut Random) -> Modular {
    loop {
        let candidate = random.word() >> 4 | 1 << 60 | 1;
        if is_prime(candidate) {
            return Modular::with_generator(candidate, 0);
        }
    }
}

/// Returns `x` modulo a prime below 2^61: eight limbs to a reduction.
fn residue(ring: &Modular, x: &[u64]) -> u64 {
    // B^1 to B^8 modulo p.
    let mut base = ring.element(u64::MAX) + 1;
    let step = base;
    let powers = [(); 8].map(|()| {
        let power = ring.element(base);
        ring.mul_assign(&mut base, &step);
        power
    });
    let (blocks, rest) = x.as_chunks::<8>();
    // A sum of eight products below 2^64 2^61 and a word is below 2^128.
    let reduce = |sum: u128| {
        let mut high = ring.element((sum >> 64) as u64);
        ring.mul_assign(&mut high, &powers[0]);
        (u128::from(high) + u128::from(ring.element(sum as u64))) as u64
    };
    let top = rest.iter().zip([1].iter().chain(&powers)).map(|(x, power)| u128::from(*x) * u128::from(*power)).sum();
    let value = blocks.iter().rev().fold(ring.element(reduce(top)), |value, block| {
        let sum: u128 = block[1..].iter().zip(&powers).map(|(x, power)| u128::from(*x) * u128::from(*power)).sum();
        reduce(sum + u128::from(block[0]) + u128::from(value) * u128::from(powers[7]))
    });
    ring.element(value)
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn primes_bring_the_bound_at_every_length() {
        for shift in 0..64 {
            for bits in [(1u128 << shift) - 1, 1 << shift, 3 << shift] {
                // log2 of the number of primes that may divide, from above: prime^t > 2^bits for t = bits / 60 + 1.
                let Some(primes) = primes_needed(bits) else {
                    assert!(bits > 60 << 51, "{bits} bits are not checked");
                    continue;
                };
                let most = (bits / 60 + 1) as f64;
                assert!(f64::from(primes) * (53.0 - most.log2()) >= 64.0, "{bits} bits with {primes} primes");
            }
        }
        // The longest product: 2^40 limbs by as many.
        assert_eq!((primes_needed(0), primes_needed(100_000_000), primes_needed(1 << 47)), (Some(2), Some(2), Some(6)));
    }

    /// Checks that every call draws new primes from the interval of the bound, none of which products use.
    #[inline]
    pub(crate) fn primes_are_drawn_anew() {
        let mut seen = alloc::collections::BTreeSet::new();
        for _ in 0..200 {
            let prime = random_prime(&mut Random::new(Seed::System)).modulus();
            assert!(is_prime(prime) && prime >> 60 == 1 && seen.insert(prime));
        }
        assert!(seen.iter().any(|prime| prime >> 59 & 1 == 0) && seen.iter().any(|prime| prime >> 59 & 1 == 1));
    }

    #[inline]
    pub(crate) fn residues_are_those_of_long_division() {
        let mut random = Random::new(Seed::Fixed(1));
        for len in [0, 1, 7, 8, 9, 16, 17, 40] {
            for x in [(0..len).map(|_| random.word()).collect(), alloc::vec![u64::MAX; len]] {
                let x: alloc::vec::Vec<u64> = x;
                let ring = random_prime(&mut random);
                let p = u128::from(ring.modulus());
                let expected = x.iter().rev().fold(0, |r: u128, &limb| (r << 64 | u128::from(limb)) % p);
                assert_eq!(u128::from(residue(&ring, &x)), expected);
            }
        }
    }
}
