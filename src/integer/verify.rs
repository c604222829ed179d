//! The check of a product modulo random word primes.

use super::limbs::bit_len;
use crate::{
    Error, Result,
    algebra::Ring,
    arith::{Random, Seed, is_prime},
    rings::Modular,
};

/// Checks that `a b = c` modulo random primes between 2^60 and 2^61, as many as keep the probability that a
/// wrong `c` passes below 2^-64: two up to 10^8 bits.
///
/// A wrong `c` differs from `a b` by a number of at most `N` bits, which has fewer than `N/60` prime factors
/// above 2^60, of the more than 2^53 primes in that range (\[Rosser-Schoenfeld 1962\], corollary 3). The bound
/// holds for every `c` that was fixed before the primes were drawn; so draw them from [`Seed::System`], and
/// keep a fixed seed for tests.
///
/// Cost: about one word product to a limb and prime.
///
/// # Errors
/// [`Error::Verification`] if the product is wrong.
pub fn verify_product(a: &[u64], b: &[u64], c: &[u64], seed: Seed) -> Result<()> {
    let bits = (bit_len(a) + bit_len(b)).max(bit_len(c)) + 1;
    // log2 of the probability that one prime fails to tell: at most this, at least 1.
    let factors = bits / 60 + 1;
    let gain = 53u32.saturating_sub(u128::BITS - factors.leading_zeros()).max(1);
    let mut random = Random::new(seed);
    for _ in 0..64u32.div_ceil(gain) {
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

/// A prime between 2^60 and 2^61, each as likely as any other.
fn random_prime(random: &mut Random) -> Modular {
    loop {
        let candidate = random.word() >> 4 | 1 << 60 | 1;
        if is_prime(candidate) {
            return Modular::with_generator(candidate, 0);
        }
    }
}

/// `x` modulo a prime below 2^61: eight limbs to a reduction.
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
