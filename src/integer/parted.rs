//! Products modulo `B^n - 1` and `B^n + 1` with `n` three or five times a power of two, in vectors.
//!
//! Notation: `B = 2^64`, `r` 3 or 5, `L = n/r`.
//!
//! # Idea
//! Modulo primes with roots of order `r` the polynomial `x^n - 1` is the product of `x^L - c` over the roots `c` of
//! order `r`. The product over their negatives is `x^n + 1`. That takes `r` transforms of a power of two, on cosets,
//! and a matrix of `r` by `r` for the inverse.
//!
//! # Source
//! \[Pollard 1971\]; `papers/integer_product.md`.

use super::transform::{Factors, room};
use crate::{
    Result,
    algebra::Ring,
    conv::word::{PARTED, WordTransform},
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use {
    super::{
        remainders::{Remainders, recombine},
        transform::lists,
    },
    crate::{conv::word::lanes, kernel::ntt::rows::limbs::Limbs},
    std::sync::OnceLock,
};

/// The most limbs: `2^21 B^2` and its double are below the product of the primes, which is above `2^149.99`.
const MOST: usize = 1 << 20;

/// The fewest limbs.
const LEAST: usize = 320;

/// Returns how residues become limbs, in vectors alone.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn limbs_of() -> Result<Option<&'static Limbs<3>>> {
    static LIMBS: OnceLock<Option<Limbs<3>>> = OnceLock::new();
    Ok(if lanes()? == 8 { LIMBS.get_or_init(|| Limbs::new(PARTED)).as_ref() } else { None })
}

/// Returns whether there are products modulo `B^n - 1` and `B^n + 1`.
pub(super) fn exists(n: usize) -> Result<bool> {
    let odd = n >> n.trailing_zeros();
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    let vectors = limbs_of()?.is_some();
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    let vectors = false;
    Ok(vectors && (LEAST..=MOST).contains(&n) && (odd == 3 || odd == 5))
}

/// Computes `out <- a b mod B^n - 1` in `n` limbs and two above, not canonical; modulo `B^n + 1`, with `2^l` more in limbs 2 to `n + 1`,
/// and returns `2^l`.
pub(super) fn product(
    factors: &Factors<'_>,
    n: usize,
    negacyclic: bool,
    out: &mut [u64],
    threads: usize,
) -> Result<u64> {
    let above = if negacyclic { (n as u64).next_power_of_two() } else { 0 };
    let mut scratch = room(PARTED.len() + usize::from(matches!(factors, Factors::Two(..))), n)?;
    let (residues, other) = scratch.split_at_mut(PARTED.len() * n);
    for (residues, prime) in residues.chunks_exact_mut(n).zip(PARTED) {
        let transform = WordTransform::of_parts(prime, n, negacyclic, threads)?;
        match *factors {
            Factors::Square(a) => transform.square(a, residues, threads),
            Factors::Two(a, b) => transform.convolve([a, b], residues, &mut other[..n], threads),
        }
        if negacyclic {
            let mut more = prime.pow(&prime.element(1 << 32), 4);
            prime.mul_assign(&mut more, &prime.element(above));
            transform.raise(residues, more);
        }
    }
    // Other targets do not use `out`.
    let _ = &out;
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(limbs) = limbs_of()? {
        let carry = recombine(&Remainders::Three(limbs), lists(residues, n, n), out, threads);
        debug_assert_eq!(carry, [0; 3]);
    }
    Ok(above)
}
