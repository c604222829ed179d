//! Products of residues through word primes: for rings with too few roots of their own.
//!
//! Notation: `M` the ring's modulus, `n` the lesser number of coefficients, `p_0, ..., p_(k-1)` word primes
//! with `p_0 ... p_(k-1) >= n (M-1)^2 + 1`.
//!
//! # Idea
//! Residues are lifted to integers in `[0, M)`; coefficients of the product over the integers are at most
//! `n (M-1)^2`, so their residues modulo the primes determine them. The Chinese remainder theorem in mixed
//! radix (Garner) writes a coefficient as `x_0 + x_1 p_0 + x_2 p_0 p_1 + ...`, `0 <= x_i < p_i`, and that
//! sum is taken in the ring: no integer longer than a word is formed.
//!
//! # Cost
//! `k` products modulo word primes, then for each coefficient `k^2/2` word products and `k` products of the ring. A
//! ring whose modulus is a word takes `k` word products by constants instead, and in vectors an odd modulus of `w` words `(k + 1) w`. Which primes are
//! taken is a matter of speed: `thirty`, `long` and [`primes_for`](super::word::primes_for) say when.
//!
//! # Source
//! \[Pollard 1971\]; mixed radix: \[Garner 1959\]; \[Knuth 1997\], section 4.3.2.
//! `papers/convolution.md`.

#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod long;
pub(crate) mod residues;
pub(crate) mod sums;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod thirty;

use super::{
    columns::below,
    word::transform_len,
    wrap::{Wrap, buffer, fold},
};
use crate::{Result, algebra::Lift, kernel::cast, lists, rings::Modular};
use alloc::vec::Vec;
use residues::Residues;

/// Returns the lanes of the vectors in which everything between transforms is, for elements that are words below an odd modulus; 1 where
/// it is not.
pub(super) fn lanes(modulus: u64) -> Result<usize> {
    if modulus % 2 == 1 { super::word::lanes() } else { Ok(1) }
}

/// Returns whether everything is in vectors for elements of several words.
pub(super) fn in_vectors<R: Lift>(ring: &R) -> Result<bool> {
    let _ = ring;
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    let vectors = long::vectors(&ring.modulus())?.is_some();
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    let vectors = false;
    Ok(vectors)
}

/// Computes `out <- a b`; `false` if the ring does not give its residues as integers.
pub(super) fn linear_into<R: Lift>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    out: &mut [R::Element],
) -> Result<bool> {
    let len = transform_len(out.len())?;
    product(ring, a, b, len, out)
}

/// Computes `out <- a b` modulo `x^n - 1`, for `n` a power of two; `false` otherwise.
pub(super) fn wrapped_into<R: Lift>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    wrap: Wrap,
    out: &mut [R::Element],
) -> Result<bool> {
    let n = out.len();
    if wrap != Wrap::Cyclic || !n.is_power_of_two() || transform_len(n).is_err() {
        return Ok(false);
    }
    let mut folded = [buffer("a folded input", n, &ring.zero())?, buffer("a folded input", n, &ring.zero())?];
    fold(ring, a, wrap, &mut folded[0]);
    fold(ring, b, wrap, &mut folded[1]);
    product(ring, &folded[0], &folded[1], n, out)
}

/// Computes `out <- a b`, wrapped at the transform's length `len`.
fn product<R: Lift>(ring: &R, a: &[R::Element], b: &[R::Element], len: usize, out: &mut [R::Element]) -> Result<bool> {
    let modulus = ring.modulus();
    let (words, terms) = (modulus.len(), a.len().min(b.len()));
    let square = core::ptr::eq(a, b);
    if let &[modulus] = &modulus[..]
        && modulus > 1
        && modulus % 2 == 1
    {
        // Elements of a run-time modulus are words; a caller may pass words above the modulus.
        if let (Some(_), Some(a), Some(b)) =
            (cast::same::<R, Modular>(core::slice::from_ref(ring)), cast::same(a), cast::same(b))
            && let Some(out) = cast::same_mut(out)
            && below(a, modulus)
            && below(b, modulus)
        {
            product_of_words(modulus, [a, b], len, out)?;
            return Ok(true);
        }
        let lists = [lifted(ring, a, 1)?, if square { Vec::new() } else { lifted(ring, b, 1)? }];
        let mut words = buffer("the words of a product", out.len(), &0)?;
        product_of_words(modulus, [&lists[0], if square { &lists[0] } else { &lists[1] }], len, &mut words)?;
        for (out, word) in out.iter_mut().zip(&words) {
            *out = ring.integer(*word);
        }
        return Ok(true);
    }
    if words == 0 {
        return Ok(false);
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(vectors) = long::vectors(&modulus)? {
        let read = |factor: usize, at: usize, to: &mut [u64]| {
            let from = &[a, b][factor][at..];
            to.chunks_exact_mut(words).zip(from).for_each(|(to, from)| ring.write_words(from, to));
        };
        let task =
            long::Task { modulus: &modulus, montgomery: false, counts: [a.len(), b.len()], square, read: &read, len };
        let count = out.len();
        let mut write = |at: usize, from: &[u64]| {
            for (out, words) in out[at..].iter_mut().zip(from.chunks_exact(words)) {
                *out = ring.from_words(words);
            }
        };
        if task.run(vectors, count, &mut write)? {
            return Ok(true);
        }
    }
    let lists = [lifted(ring, a, words)?, if square { Vec::new() } else { lifted(ring, b, words)? }];
    let integers = [&lists[0][..], if square { &lists[0] } else { &lists[1] }];
    let residues = Residues::of_product(integers, &modulus, terms, [len, out.len()])?;
    let radices = lists::of(residues.primes(), |p| ring.integer(p.modulus()));
    let garner = residues.garner();
    let mut digits = buffer("the digits of a coefficient", radices.len(), &0u64)?;
    for (i, out) in out.iter_mut().enumerate() {
        residues.of_coefficient(i, &mut digits);
        garner.digits(&mut digits);
        *out = ring.zero();
        let mut k = radices.len();
        while k > 0 {
            k -= 1;
            ring.mul_assign(out, &radices[k]);
            ring.add_assign(out, &ring.integer(digits[k]));
        }
    }
    Ok(true)
}

/// Computes `out <- a b` of lists of words below an odd modulus, by transforms of `len` elements. A square is two lists at one place.
fn product_of_words(modulus: u64, integers: [&[u64]; 2], len: usize, out: &mut [u64]) -> Result<()> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        let terms = integers[0].len().min(integers[1].len());
        if let Some(count) = thirty::primes_for(residues::needed_bits(&[modulus], terms), len)? {
            return thirty::product(modulus, integers, count, len, out);
        }
    }
    residues::product(modulus, integers, len, out)
}

/// Returns the elements as integers, `words` words each.
fn lifted<R: Lift>(ring: &R, a: &[R::Element], words: usize) -> Result<Vec<u64>> {
    let mut list = buffer("the words of an input", a.len().saturating_mul(words), &0u64)?;
    for (to, from) in list.chunks_exact_mut(words).zip(a) {
        // A foreign ring may give another number of words than it said.
        ring.write_words(from, to);
    }
    Ok(list)
}
