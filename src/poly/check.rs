//! The check of a product of polynomials at random points.
//!
//! Notation: `d` the degree that `a b - c` may have, `q` the number of elements of the field.
//!
//! # Idea
//! A polynomial of degree at most `d` that is not zero has at most `d` roots in a field (Schwartz, Zippel). So a wrong `c`
//! agrees with `a b` at a random point with probability at most `d/q`. At `t` independent points the probability is at most
//! the `t`-th power of that.

use super::product::evaluate;
use crate::{
    Error, Result,
    algebra::{Lift, Ring},
    arith::{Random, Seed, prime_factors},
};
use alloc::format;

/// Draws an element to evaluate at: a random integer of 256 bits, as an element of the ring.
///
/// ```
/// use ringfft::{arith::Seed, poly, rings::Modular};
///
/// let ring = Modular::new(101)?;
/// assert!(poly::random_point(&ring, Seed::System) < 101);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// The distribution is uniform up to 2^-64 in a prime field of up to 192 bits, and nearly uniform in one of 256.
pub fn random_point<R: Ring>(ring: &R, seed: Seed) -> R::Element {
    point(ring, &mut Random::new(seed))
}

fn point<R: Ring>(ring: &R, random: &mut Random) -> R::Element {
    let mut base = ring.integer(1 << 32);
    let copy = base.clone();
    ring.mul_assign(&mut base, &copy);
    let mut point = ring.zero();
    for _ in 0..4 {
        ring.mul_assign(&mut point, &base);
        ring.add_assign(&mut point, &ring.integer(random.word()));
    }
    point
}

/// Checks that `a b = c` at `point`: `a.len() + b.len() + c.len() + 1` products.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// let ring = Modular::new(101)?;
/// poly::verify_product(&ring, &[1, 2], &[3, 4], &[3, 10, 8], &57)?;
/// assert!(poly::verify_product(&ring, &[1, 2], &[3, 4], &[3, 10, 9], &57).is_err());
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// A wrong `c` passes for at most `a.len() + b.len() - 2` points of a field (or `c.len() - 1`, if that is more). At a
/// random point its probability is at most that number over the size of the field (Schwartz, Zippel). That is 2^-44 for
/// 2^20 coefficients over a field of 64 bits. [`verify_product_at_random`] takes enough points for 2^-64. In a ring
/// with zero divisors the same holds modulo each prime factor of the modulus at which `c` is wrong; over floats exact
/// equality says nothing.
///
/// # Errors
/// [`Error::Verification`] if the two values differ.
pub fn verify_product<R: Ring>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    c: &[R::Element],
    point: &R::Element,
) -> Result<()> {
    let mut value = evaluate(ring, a, point);
    ring.mul_assign(&mut value, &evaluate(ring, b, point));
    if ring.equal(&value, &evaluate(ring, c, point)) {
        return Ok(());
    }
    let what = format!("a product of polynomials over {}, at a random point: the values differ", ring.name());
    Err(Error::Verification { what })
}

/// Checks that `a b = c` at random points: a wrong `c` passes with probability below 2^-64.
///
/// ```
/// use ringfft::{arith::Seed, poly, rings::Modular};
///
/// let ring = Modular::new(0xffff_ffff_0000_0001)?;
/// poly::verify_product_at_random(&ring, &[1, 2], &[3, 4], &[3, 10, 8], Seed::System)?;
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// One point misses a wrong `c` with probability at most `d/q`. Here `d` is the highest degree of `a b` and `c`, and
/// `q` the least prime factor of the modulus. A modulus of several words must be prime. The check draws the fewest
/// points whose product is below 2^-64: two for up to 2^30 coefficients over a field of 64 bits, one over a field of
/// 128. Each costs as much as [`verify_product`].
///
/// The bound holds for every `c` that was fixed before the points were drawn. [`Seed::System`] draws new points at
/// every call. Under [`Seed::Fixed`] every call with that seed takes the same points: use it for tests.
///
/// # Errors
/// [`Error::Verification`] if `c` is wrong; [`Error::Unsupported`] if the field has fewer than four times as many
/// elements as `c` has coefficients; then a point may miss every error.
pub fn verify_product_at_random<R: Lift>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    c: &[R::Element],
    seed: Seed,
) -> Result<()> {
    let modulus = ring.modulus();
    let coefficients = (a.len() + b.len()).max(c.len());
    let Some(points) = points_needed(&modulus, coefficients) else {
        return Err(Error::Unsupported {
            what: format!(
                "a check at random points of a product of {coefficients} coefficients over {}, whose elements are too few for \
                 one to tell: multiply in a larger field, or compare with another algorithm",
                ring.name()
            ),
        });
    };
    let mut random = Random::new(seed);
    (0..points).try_for_each(|_| verify_product(ring, a, b, c, &point(ring, &mut random)))
}

/// Returns the number of random points that miss a difference of this many coefficients with probability below 2^-64.
/// Returns `None` if no number of points is enough.
fn points_needed(modulus: &[u64], coefficients: usize) -> Option<u32> {
    // A lower bound of log2 of the size of the field, less one because a residue of 256 bits is not exactly uniform.
    let field = match modulus {
        [] | [0 | 1] => return None,
        [word] => prime_factors(*word).first().map_or(0, |&(p, _)| p).checked_ilog2()?,
        [.., top] => 64 * (modulus.len() as u32 - 1) + top.ilog2() - 1,
    };
    let gain = field.checked_sub(usize::BITS - coefficients.leading_zeros()).filter(|&gain| gain > 0)?;
    Some(64u32.div_ceil(gain))
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn points_bring_the_bound_at_every_length() {
        for bits in 1..=64 {
            for coefficients in [0usize, 1, 2, 3, 1000, 1 << 20, 1 << 31, usize::MAX >> 24] {
                let p = crate::arith::find_primes(bits, 1, 1).first().copied().unwrap_or(2);
                match points_needed(&[p], coefficients) {
                    None => assert!(coefficients as f64 * 4.0 >= p as f64, "{coefficients} modulo {p} are not checked"),
                    Some(points) => {
                        let gain = (p as f64).log2() - (coefficients.max(1) as f64).log2();
                        assert!(f64::from(points) * gain >= 64.0, "{coefficients} modulo {p} at {points} points");
                    }
                }
            }
        }
        assert_eq!(points_needed(&[0xffff_ffff_0000_0001], 1 << 31), Some(3));
        assert_eq!(points_needed(&[0, 1 << 63], 1 << 30), Some(1));
        // The least prime factor decides.
        assert_eq!(
            (points_needed(&[17 * 0xffff_ffff], 100), points_needed(&[1], 1), points_needed(&[], 1)),
            (None, None, None)
        );
    }
}
