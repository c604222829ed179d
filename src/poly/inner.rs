//! Sums of products of polynomials, with one inverse transform.
//!
//! # Idea
//! Values of a sum of products are sums of products of values: `2 m + 1` transforms instead of `3 m`.
//!
//! # Source
//! \[Bini-Pan 1994\]. `papers/matrix_product.md`.

use super::coefficients::resize;
use crate::{
    Result,
    algebra::Lift,
    conv::{self, Convolve, buffer},
};
use alloc::vec::Vec;

/// Two factors.
type Pair<'a, E> = (&'a [E], &'a [E]);

/// Returns `sum_i a_i b_i`: as many coefficients as the longest product has, and none if every product has none.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// let sum = poly::inner_product(&Modular::new(101)?, &[(&[1, 2], &[3]), (&[5], &[0, 1, 7])])?;
/// assert_eq!(sum, [3, 11, 35]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Costs two transforms a pair and one inverse for all, over residues modulo an odd word. If the ring has too few
/// roots, they are modulo each of two to four primes. Other rings, and short polynomials, take a product a pair.
///
/// # Errors
/// [`Error::Memory`](crate::Error::Memory); [`Error::Length`](crate::Error::Length) above 2^40 coefficients.
pub fn inner_product<R: Convolve + Lift>(ring: &R, pairs: &[Pair<'_, R::Element>]) -> Result<Vec<R::Element>> {
    let mut longest = 0;
    #[cfg(feature = "prime")]
    let mut short = 0;
    for (a, b) in pairs {
        longest = longest.max(conv::linear_len(a.len(), b.len())?);
        #[cfg(feature = "prime")]
        {
            short = short.max(a.len().min(b.len()));
        }
    }
    #[cfg(feature = "prime")]
    if let Some(modulus) = odd_word(ring)
        && short >= TRANSFORMS
    {
        return of_words(ring, &modulus, pairs, longest);
    }
    let mut sum = buffer("a sum of products", longest, &ring.zero())?;
    for (a, b) in pairs {
        let product = conv::linear(ring, a, b)?;
        for (sum, x) in sum.iter_mut().zip(&product) {
            ring.add_assign(sum, x);
        }
    }
    resize(ring, &mut sum, longest)?;
    Ok(sum)
}

/// The least coefficients of the longest shorter factor from which transforms pay (measured).
#[cfg(feature = "prime")]
const TRANSFORMS: usize = 64;

/// Returns the residues modulo the ring's modulus, if that is one odd word above 1.
#[cfg(feature = "prime")]
fn odd_word<R: Lift>(ring: &R) -> Option<crate::rings::Modular> {
    use crate::{kernel::cast::same, rings::Modular};
    match ring.modulus()[..] {
        [modulus] if modulus > 1 && modulus % 2 == 1 => {
            // The ring has its own generator.
            let own = same::<R, Modular>(core::slice::from_ref(ring)).map(|ring| ring[0]);
            Some(own.unwrap_or(Modular::with_generator(modulus, 0)))
        }
        _ => None,
    }
}

#[cfg(feature = "prime")]
fn of_words<R: Lift>(
    ring: &R,
    modulus: &crate::rings::Modular,
    pairs: &[Pair<'_, R::Element>],
    longest: usize,
) -> Result<Vec<R::Element>> {
    use crate::{
        kernel::{cast, memory::reserve},
        rings::Modular,
    };
    const WHAT: &str = "a sum of products";
    let (mut left, mut right) = (reserve(WHAT, pairs.len())?, reserve(WHAT, pairs.len())?);
    let mut out = buffer(WHAT, longest, &ring.zero())?;
    // Elements of a run-time modulus are words; a caller may pass words above the modulus.
    if cast::same::<R, Modular>(core::slice::from_ref(ring)).is_some() {
        let below = |list: &[u64]| list.iter().all(|word| *word < modulus.modulus());
        for (a, b) in pairs {
            if let (Some(a), Some(b)) = (cast::same(a), cast::same(b))
                && below(a)
                && below(b)
            {
                left.push(a);
                right.push(b);
            }
        }
        if left.len() == pairs.len()
            && let Some(out) = cast::same_mut(&mut out)
        {
            let sums = conv::sums::modulo(modulus, [1, left.len(), 1], [&left, &right], 1)?;
            for sum in &sums {
                let len = sum.len().min(longest);
                out[..len].copy_from_slice(&sum[..len]);
            }
        } else {
            return in_words(ring, modulus, pairs, out);
        }
        return Ok(out);
    }
    in_words(ring, modulus, pairs, out)
}

/// Computes the sum of products by way of copies of the elements as words.
#[cfg(feature = "prime")]
fn in_words<R: Lift>(
    ring: &R,
    modulus: &crate::rings::Modular,
    pairs: &[Pair<'_, R::Element>],
    mut out: Vec<R::Element>,
) -> Result<Vec<R::Element>> {
    let count = |(a, b): &Pair<'_, R::Element>| a.len() + b.len();
    let mut words = buffer("the words of a sum of products", pairs.iter().map(count).sum(), &0u64)?;
    let elements = pairs.iter().flat_map(|(a, b)| a.iter().chain(*b));
    for (word, x) in words.iter_mut().zip(elements) {
        ring.write_words(x, core::slice::from_mut(word));
    }
    let mut rest = &words[..];
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (a, b) in pairs {
        let (first, second);
        (first, rest) = rest.split_at(a.len());
        (second, rest) = rest.split_at(b.len());
        left.push(first);
        right.push(second);
    }
    let sums = conv::sums::modulo(modulus, [1, left.len(), 1], [&left, &right], 1)?;
    for (out, word) in out.iter_mut().zip(sums.iter().flatten()) {
        *out = ring.integer(*word);
    }
    Ok(out)
}
