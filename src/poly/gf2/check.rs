//! The check of a product over GF(2) modulo random irreducible polynomials of degree 61.
//!
//! Notation: `f` irreducible of degree 61; `D = a b - c`, of degree below `N`.
//!
//! # Idea
//! `x^(2^61) - x` is the product of all irreducible polynomials whose degree divides 61: of `x`, of `x + 1`, and, as 61 is prime, of
//! those of degree 61, of which there are thus `(2^61 - 2)/61`. If `D` is not zero, fewer than `N/61` of them divide it. So a
//! random one misses a wrong `c` with probability below `N/(2^61 - 2)`, and `t` independent ones with the `t`-th power of that.
//!
//! A polynomial of degree 61 is irreducible if it divides `x^(2^61) - x` and has no root: its constant term is 1 and it has an odd number
//! of terms.
//!
//! # Source
//! Rabin's fingerprints: bits modulo a random irreducible polynomial.

use crate::{
    Error, Result,
    arith::{Random, Seed, carryless::multiply_64},
};

/// Checks that `a b = c` modulo random irreducible polynomials of degree 61: a wrong `c` passes with probability below 2^-64.
///
/// A random one misses a wrong `c` of `n` words with probability below `64 n/(2^61 - 2)`. The check draws the fewest
/// polynomials that bring the probability below 2^-64: two up to 2^22 words, three up to 2^32. Trailing zero words of
/// `c` are allowed.
///
/// The bound holds for every `c` that was fixed before the polynomials were drawn. [`Seed::System`] draws new ones at
/// every call. Under [`Seed::Fixed`] every call with that seed takes the same ones: use it for tests.
///
/// Cost: three carry-less products of words to a word and polynomial.
///
/// ```
/// use ringfft::{arith::Seed, poly::gf2};
///
/// let product = gf2::multiply(&[3, 1], &[3])?;
/// gf2::verify_product(&[3, 1], &[3], &product, Seed::System)?;
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Verification`] if the product is wrong; [`Error::Length`] for a product of more than 2^53 words.
pub fn verify_product(a: &[u64], b: &[u64], c: &[u64], seed: Seed) -> Result<()> {
    let words = (a.len() as u128 + b.len() as u128).max(c.len() as u128);
    let moduli = moduli_needed(64 * words).ok_or(Error::Length {
        what: "the check of a product of polynomials over GF(2)",
        len: a.len().max(b.len()).max(c.len()),
        possible: "the longest product is 2^53 words",
    })?;
    let mut random = Random::new(seed);
    for _ in 0..moduli {
        let modulus = Modulus::random(&mut random);
        if modulus.multiply(modulus.residue(a), modulus.residue(b)) != modulus.residue(c) {
            return Err(Error::Verification {
                what: alloc::format!(
                    "a product of polynomials over GF(2), modulo that of the bits {:#x}: the residues differ",
                    modulus.f
                ),
            });
        }
    }
    Ok(())
}

/// Returns how many random moduli miss a difference of fewer than `bits` coefficients with probability below 2^-64. Returns
/// `None` if a modulus may gain nothing.
fn moduli_needed(bits: u128) -> Option<u32> {
    let gain = (DEGREE as u32).checked_sub(u128::BITS - bits.leading_zeros()).filter(|&gain| gain > 0)?;
    Some(64u32.div_ceil(gain))
}

const DEGREE: usize = 61;

/// An irreducible polynomial of degree 61.
struct Modulus {
    f: u64,
    /// The quotient of `x^122` by it.
    quotient: u64,
    /// The remainder of `x^64`.
    word: u64,
}

impl Modulus {
    /// Draws an irreducible polynomial, each with the same probability.
    fn random(random: &mut Random) -> Self {
        loop {
            let f = random.word() & ((1 << DEGREE) - 1) | 1 << DEGREE | 1;
            if f.count_ones() % 2 == 1
                && let Some(modulus) = Self::new(f)
            {
                return modulus;
            }
        }
    }

    /// Returns the modulus `f`, of degree 61 and without roots, if it is irreducible.
    fn new(f: u64) -> Option<Self> {
        let (mut rest, mut quotient) = (1u128 << (2 * DEGREE), 0);
        for shift in (0..=DEGREE).rev() {
            if rest >> (shift + DEGREE) & 1 == 1 {
                rest ^= u128::from(f) << shift;
                quotient |= 1 << shift;
            }
        }
        let modulus = Modulus { f, quotient, word: 0 };
        let word = modulus.reduce(1 << 64);
        let power = (0..DEGREE).fold(2, |power, _| modulus.multiply(power, power));
        (power == 2).then_some(Modulus { word, ..modulus })
    }

    /// Returns the remainder of a polynomial of degree at most 122: its quotient is that of the high parts (Barrett).
    fn reduce(&self, x: u128) -> u64 {
        let quotient = (multiply_64((x >> DEGREE) as u64, self.quotient) >> DEGREE) as u64;
        (x as u64 ^ multiply_64(quotient, self.f) as u64) & ((1 << DEGREE) - 1)
    }

    fn multiply(&self, a: u64, b: u64) -> u64 {
        self.reduce(multiply_64(a, b))
    }

    /// Returns the remainder of a polynomial of any length, by Horner's rule.
    fn residue(&self, x: &[u64]) -> u64 {
        x.iter().rev().fold(0, |value, &word| self.reduce(multiply_64(value, self.word) ^ u128::from(word)))
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn moduli_bring_the_bound_at_every_length() {
        for shift in 0..61 {
            let bits = 1u128 << shift;
            match moduli_needed(bits) {
                None => assert!(bits >= 1 << 60),
                Some(moduli) => {
                    let gain = 61.0 - (bits as f64).log2();
                    assert!(f64::from(moduli) * gain >= 64.0, "{bits} bits with {moduli} moduli");
                }
            }
        }
        assert_eq!((moduli_needed(64 << 22), moduli_needed(64 << 32)), (Some(2), Some(3)));
    }

    /// Checks that remainders are those of division bit by bit, and that a product of two factors is rejected as a
    /// modulus.
    #[inline]
    pub(crate) fn moduli_are_irreducible_and_remainders_exact() {
        let remainder = |mut x: u128, f: u64| {
            for shift in (0..=127 - DEGREE).rev() {
                if x >> (shift + DEGREE) & 1 == 1 {
                    x ^= u128::from(f) << shift;
                }
            }
            x as u64
        };
        let mut random = Random::new(Seed::Fixed(5));
        for _ in 0..20 {
            let modulus = Modulus::random(&mut random);
            // Neither it nor its irreducibility rests on its own arithmetic: no small polynomial divides it.
            for small in 2u64..1 << 12 {
                let degree = small.ilog2();
                let rest = (degree..=61)
                    .rev()
                    .fold(modulus.f, |rest, at| if rest >> at & 1 == 1 { rest ^ small << (at - degree) } else { rest });
                assert_ne!(rest, 0, "{small:#x} divides {:#x}", modulus.f);
            }
            for _ in 0..20 {
                let x = u128::from(random.word()) << 59 ^ u128::from(random.word());
                assert_eq!(modulus.reduce(x), remainder(x, modulus.f));
            }
            let (low, high) = (random.word(), random.word());
            let x = u128::from(high) << 64 | u128::from(low);
            assert_eq!(modulus.residue(&[low, high]), remainder(x, modulus.f));
            // A factor of degree 20 without roots.
            let factor = random.word() & 0xf_fffe | 1 << 20 | 1;
            let other = random.word() & ((1 << 41) - 2) | 1 << 41 | 1;
            assert!(Modulus::new(multiply_64(factor, other) as u64).is_none());
        }
    }
}
