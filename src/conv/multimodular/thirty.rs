//! Products of words through primes below `2^30` in vectors of words of 32 bits: AVX2 without products of 52 bits.
//!
//! # Idea
//! That of the [parent](super), with transforms that take half the time of those of primes below `2^50` in doubles: three of them are faster than
//! two, and five than three. Digits in mixed radix are sums modulo the word in vectors; for words of more than 31 bits, pairs of them are digits for
//! the product of two primes.

use super::residues::MixedSum;
use crate::{
    Error, Result,
    conv::word::{SMALL_PRIMES, Scratch, WordTransform, lanes},
    kernel::{
        cast,
        ntt::rows::thirty_modulo::{Eights, EightsModulo, ROW, Residues},
    },
    lists,
    rings::Modular,
};
use std::sync::OnceLock;

/// The longest transform of [`SMALL_PRIMES`].
const LONGEST: usize = 1 << 22;
/// The least length, whose shortest part fills vectors.
const LEAST: usize = 64;
/// The least length from which four primes and more are faster (measured on Zen 3).
const LEAST_OF_FOUR: usize = 1 << 12;

/// Returns how many primes are the fastest for a product whose coefficients have at most `bits` bits, by transforms of length `len`; `None` where
/// longer primes are faster.
pub(super) fn primes_for(bits: usize, len: usize) -> Result<Option<usize>> {
    let (count, doubles) = (count_for(bits), (bits + 1).div_ceil(50));
    let faster = count < 2 * doubles && count <= SMALL_PRIMES.len();
    let least = if count < 4 { LEAST } else { LEAST_OF_FOUR };
    Ok((faster && (least..=LONGEST).contains(&len) && lanes()? == 4).then_some(count))
}

/// Returns how many primes have a product above all numbers of so many bits: that of the first `k` is above `2^(30 k - 1)`.
fn count_for(bits: usize) -> usize {
    (bits + 1).div_ceil(30)
}

/// Computes `out <- a b` of lists of words below an odd modulus through this many primes, by transforms of `len` elements. A square is two lists at one
/// place.
pub(super) fn product(modulus: u64, [a, b]: [&[u64]; 2], count: usize, len: usize, out: &mut [u64]) -> Result<()> {
    let square = core::ptr::eq(a, b);
    // The length is even.
    let mut words = Scratch::new("the residues of a product", (count + usize::from(!square)) * len / 2)?;
    let (products, rest) = cast::halves_mut(&mut words).split_at_mut(count * len);
    let other = &mut rest[..if square { 0 } else { len }];
    for (prime, product) in SMALL_PRIMES.iter().zip(products.chunks_exact_mut(len)) {
        let transform = WordTransform::<u32>::new(*prime, len, 1)?;
        if square {
            transform.square(a, product, 1);
        } else {
            transform.convolve([a, b], product, other, 1);
        }
    }
    let (ring, products) = (Modular::with_generator(modulus, 0), &*products);
    macro_rules! modulo {
        ($primes:literal $pairs:literal) => {{
            static PLACE: OnceLock<Option<Eights<$primes>>> = OnceLock::new();
            let garner = PLACE.get_or_init(|| Eights::new(lists::from_fn(|k| SMALL_PRIMES[k])));
            modulo::<$primes, $pairs>(garner.as_ref(), &ring, products, len, out)
        }};
    }
    match count {
        1 => modulo!(1 1),
        2 => modulo!(2 1),
        3 => modulo!(3 2),
        4 => modulo!(4 2),
        _ => modulo!(5 3),
    }
}

/// Computes coefficients modulo a word from those modulo `K` primes, in lists of `len`, by `PAIRS` digits for two primes each.
fn modulo<const K: usize, const PAIRS: usize>(
    garner: Option<&Eights<K>>,
    ring: &Modular,
    products: &[u32],
    len: usize,
    out: &mut [u64],
) -> Result<()> {
    let what = || "products through primes below 2^30 on this machine".into();
    let garner = garner.ok_or_else(|| Error::Unsupported { what: what() })?;
    // The length is a multiple of sixteen.
    let lists: [&[Residues]; K] = lists::from_fn(|k| products[k * len..][..len].as_chunks().0.as_chunks().0);
    if let Some(modulo) = EightsModulo::new(garner, ring) {
        modulo.write(lists, out);
        return Ok(());
    }
    let prime = |k: usize| SMALL_PRIMES.get(k).map_or(1, |p| p.modulus());
    let sum = MixedSum::<PAIRS>::new(lists::from_fn(|k| prime(2 * k) * prime(2 * k + 1)), ring);
    let mut digits = [[0; ROW]; PAIRS];
    for (row, out) in out.chunks_mut(ROW).enumerate() {
        garner.digits(lists::map(lists, |list| &list[row * (ROW / 16)..]), &mut digits);
        for (i, out) in out.iter_mut().enumerate() {
            *out = sum.of(lists::from_fn(|k| digits[k][i]));
        }
    }
    Ok(())
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::conv::{columns, multimodular::residues::needed_bits, word::transform_len};
    use alloc::{vec, vec::Vec};

    /// Checks each number of primes with moduli as great as it allows, the greatest coefficients among others, and every shape of transforms.
    #[inline]
    pub(crate) fn products_through_small_primes_equal_the_definition() {
        if lanes().unwrap() < 4 {
            return;
        }
        let mut counts = [0; SMALL_PRIMES.len()];
        for (m, n) in [(40, 25), (62, 62), (70, 70), (100, 33), (300, 271), (301, 420), (300, 725)] {
            let len = transform_len(m + n - 1).unwrap();
            for bits in [2, 11, 12, 20, 26, 27, 31, 32, 40, 42, 55, 56, 57, 60, 63, 64] {
                for modulus in [(1_u64 << (bits - 1).min(63)) + 1, u64::MAX >> 64_usize.saturating_sub(bits)] {
                    let count = count_for(needed_bits(&[modulus], m.min(n)));
                    let Some(seen) = counts.get_mut(count - 1) else { continue };
                    *seen += 1;
                    let ring = Modular::with_generator(modulus, 0);
                    let list = |len: usize, seed: u64| -> Vec<u64> {
                        let any = |i: u64| (i + seed).wrapping_pow(29) % modulus;
                        (0..len as u64)
                            .map(|i| if len.is_multiple_of(2) || i % 3 < 1 { modulus - 1 } else { any(i) })
                            .collect()
                    };
                    let (a, b) = (list(m, 1), list(n, 2));
                    let (mut found, mut expected) = (vec![9; m + n - 1], vec![0; m + n - 1]);
                    product(modulus, [&a, &b], count, len, &mut found).unwrap();
                    columns::linear_into(&ring, &a, &b, &mut expected);
                    assert_eq!(found, expected, "{m} by {n} modulo {modulus}");
                    let (mut square, mut twice) = (vec![9; 2 * m - 1], vec![0; 2 * m - 1]);
                    if count_for(needed_bits(&[modulus], m)) == count {
                        product(modulus, [&a, &a], count, transform_len(2 * m - 1).unwrap(), &mut square).unwrap();
                        columns::linear_into(&ring, &a, &a, &mut twice);
                        assert_eq!(square, twice, "the square of {m} modulo {modulus}");
                    }
                }
            }
        }
        assert!(counts.iter().all(|seen| *seen > 4), "{counts:?}");
    }
}
