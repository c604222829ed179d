//! Sums of products, and products of matrices, with one inverse transform for each result.
//!
//! Notation: `B = 2^64`; `t` the most products of two limbs in a coefficient.
//!
//! # Idea
//! The values of a sum of products are the sums of the products of values. Limbs are coefficients, as in `transform`,
//! and a coefficient of a sum is at most `t (B-1)^2`: `t` is the number of products times the limbs of a shorter
//! factor. Through three primes below 2^50 `t` goes to 4 193 456.
//!
//! With signs a coefficient lies between `-t B^2` and `t B^2`. Modulo every prime `t B^2` is added to all of them, as values, and
//! subtracted from the limbs: the digits `t` from `B^2` on.
//!
//! # Cost
//! Of `m` products: three times `2 m + 1` transforms instead of three times `3 m`. Of matrices `r` by `k` by `c`: three times
//! `r k + k c + r c` transforms, and `r k c` sums of products at every point.
//!
//! # Source
//! \[Bini-Pan 1994\]; \[Harvey-van der Hoeven-Lecerf 2016\]. `papers/matrix_product.md`.

use super::{
    Multiplier,
    limbs::{add_assign, compare, sub_assign},
    product_len,
    remainders::{Remainders, recombine},
    transform::room,
    transforms_pay, trimmed, without_leading_zeros,
};
use crate::{
    Error, Result,
    algebra::Lift,
    conv::{
        buffer,
        word::{
            WordTransform, lanes,
            matrix::{Entry, Shape, length, scratch_len, stride},
            transform_len,
        },
    },
    kernel::memory::reserve,
    plan::Threads,
    threads::{Every, try_each},
};
use alloc::vec::Vec;
use core::ops::Range;

/// An integer: a sign, and limbs of the absolute value, low limb first.
///
/// ```
/// use ringfft::integer::Signed;
///
/// assert_eq!(Signed::from(-3), Signed { negative: true, limbs: vec![3] });
/// ```
///
/// Zero has no limbs where this crate returns it. Inputs may have leading zero limbs, and a zero may be marked negative.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Signed {
    /// Is `true` below zero.
    pub negative: bool,
    /// The absolute value.
    pub limbs: Vec<u64>,
}

impl From<i64> for Signed {
    fn from(x: i64) -> Self {
        Signed { negative: x < 0, limbs: if x == 0 { Vec::new() } else { [x.unsigned_abs()].to_vec() } }
    }
}

const WHAT: &str = "a sum of products of integers";

impl Multiplier {
    /// Computes `sum_i a_i b_i`, by one inverse transform a prime.
    ///
    /// Costs two transforms a pair instead of three. Short factors, and engines other than [`Engine::Auto`](super::Engine::Auto) and
    /// [`Engine::Primes`](super::Engine::Primes), are multiplied one by one. The empty sum is zero.
    ///
    /// # Errors
    /// [`Error::Memory`]; [`Error::Length`] above 2^40 limbs, or above 2^55 products of two limbs.
    pub fn inner_product(&self, pairs: &[(&[u64], &[u64])]) -> Result<Vec<u64>> {
        let pairs = trimmed_pairs(pairs)?;
        let shorter = |[a, b]: &[&[u64]; 2]| a.len().min(b.len());
        let (mut longest, mut terms, mut most) = (0, 0u128, 0);
        for pair in &pairs {
            longest = longest.max(product_len(pair[0].len(), pair[1].len())?);
            terms += shorter(pair) as u128;
            most = most.max(shorter(pair));
        }
        let mut out = buffer(WHAT, longest + 2, &0)?;
        if !self.engine.sums_transforms(most)? {
            let mut product = buffer(WHAT, longest, &0)?;
            for [a, b] in pairs {
                let product = &mut product[..a.len() + b.len()];
                self.multiply_into(a, b, product)?;
                add_assign(&mut out, product);
            }
        } else if longest > 0 {
            through_transforms(&pairs, bounded(terms)?, &mut out[..longest + 1], self.threads.resolve())?;
        }
        Ok(without_leading_zeros(out))
    }
}

impl super::Engine {
    /// Returns whether sums of products use transforms, if the longest shorter factor has `limbs` limbs. They do from
    /// two thirds of the limbs of one product on, because two thirds of the transforms remain (measured).
    fn sums_transforms(self, limbs: usize) -> Result<bool> {
        Ok(match self {
            super::Engine::Auto => transforms_pay([limbs + limbs / 2; 2], false)?,
            super::Engine::Primes => true,
            super::Engine::Schoolbook | super::Engine::Karatsuba | super::Engine::Floating => false,
        })
    }
}

/// Computes `sum_i a_i b_i`, by the fastest engine, on all threads.
///
/// ```
/// use ringfft::integer;
///
/// assert_eq!(integer::inner_product(&[(&[3], &[4]), (&[0, 1], &[5])])?, [12, 5]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::inner_product`].
pub fn inner_product(pairs: &[(&[u64], &[u64])]) -> Result<Vec<u64>> {
    Multiplier::default().inner_product(pairs)
}

/// Returns the pairs of which both are not zero, without leading zeros.
fn trimmed_pairs<'a>(pairs: &[(&'a [u64], &'a [u64])]) -> Result<Vec<[&'a [u64]; 2]>> {
    let mut list = reserve(WHAT, pairs.len())?;
    for (a, b) in pairs {
        let pair = [trimmed(a), trimmed(b)];
        if pair.iter().all(|factor| !factor.is_empty()) {
            list.push(pair);
        }
    }
    Ok(list)
}

/// Returns the number of products of limbs in a coefficient, if the primes are enough for it.
fn bounded(terms: u128) -> Result<u64> {
    let possible = "a coefficient is a sum of at most 2^55 products of two limbs";
    let refusal = Error::Length { what: WHAT, len: usize::MAX, possible };
    if terms <= 1 << 55 { Ok(terms as u64) } else { Err(refusal) }
}

/// Computes the sum of the products of pairs, whose longest product is one limb shorter than `out`.
fn through_transforms(pairs: &[[&[u64]; 2]], terms: u64, out: &mut [u64], threads: usize) -> Result<()> {
    let coefficients = out.len() - 2;
    let len = transform_len(coefficients)?;
    let remainders = Remainders::of_terms(terms, len)?;
    let primes = remainders.primes();
    let mut scratch = room(primes.len() + 2, len)?;
    let (sums, rest) = scratch.split_at_mut(primes.len() * len);
    let (x, y) = rest.split_at_mut(len);
    for (sum, prime) in sums.chunks_exact_mut(len).zip(primes) {
        WordTransform::new(*prime, len, threads)?.inner_product(pairs, sum, [&mut *x, &mut y[..len]], threads);
    }
    let mut lists = sums.chunks_exact(len);
    let lists = [(); 4].map(|()| lists.next().map_or(&[][..], |list| &list[..coefficients]));
    let carry = recombine(&remainders, lists, out, threads);
    debug_assert_eq!(carry, [0; 3]);
    Ok(())
}

/// Computes the product of matrices of integers, row by row.
pub(crate) fn multiply_matrices(
    shape: Shape,
    left: &[Signed],
    right: &[Signed],
    threads: Threads,
) -> Result<Vec<Signed>> {
    let [rows, inner, columns] = shape;
    let threads = threads.resolve();
    let (left, right) = (entries(left)?, entries(right)?);
    let longest = |list: &[Entry<'_>]| list.iter().map(|entry| entry.words.len()).max().unwrap_or(0);
    let (a, b) = (longest(&left), longest(&right));
    let count = rows.checked_mul(columns).ok_or(Error::Memory { what: WHAT, needed: u128::MAX, limit: None })?;
    let mut product = buffer(WHAT, count, &Signed::default())?;
    let limbs = product_len(a, b)?;
    if a == 0 || b == 0 {
        return Ok(product);
    }
    let len = length(limbs - 1)?;
    if !pays(shape, [a, b], len)? {
        let pieces = (0..rows, Every(&mut product[..], columns));
        try_each(pieces, &|(rows, Every(out, _)): (Range<usize>, Every<&mut [Signed]>)| {
            let mut sums = [buffer(WHAT, limbs + 2, &0)?, buffer(WHAT, limbs + 2, &0)?, buffer(WHAT, limbs, &0)?];
            for (j, out) in out.iter_mut().enumerate() {
                let row = &left[rows.start * inner..][..inner];
                *out = plain(row, right.iter().skip(j).step_by(columns), &mut sums)?;
            }
            Ok(())
        })?;
        return Ok(product);
    }
    let signed = left.iter().chain(&right).any(|entry| entry.negative);
    let terms = bounded(inner as u128 * a.min(b) as u128 * if signed { 2 } else { 1 })?;
    let coefficients = limbs - 1;
    let remainders = Remainders::of_terms(terms, len)?;
    let primes = remainders.primes();
    // The offset t B^2 is half of the terms.
    let offset = if signed { terms / 2 } else { 0 };
    let too_long = || Error::Memory { what: WHAT, needed: u128::MAX, limit: None };
    let list = count.checked_mul(stride(len)).ok_or_else(too_long)?;
    let all = list.checked_mul(primes.len()).and_then(|all| all.checked_add(scratch_len(shape, len, threads).ok()?));
    let mut scratch = room(1, all.ok_or_else(too_long)?)?;
    let (residues, values) = scratch.split_at_mut(primes.len() * list);
    for (residues, prime) in residues.chunks_exact_mut(list).zip(primes) {
        let transform = WordTransform::new(*prime, len, 1)?;
        let offset = prime.from_words(&[0, 0, offset]);
        transform.multiply_matrices(shape, [&left, &right], offset, values, residues, threads)?;
    }
    let residues = &*residues;
    let pieces = (0..count, Every(&mut product[..], 1));
    try_each(pieces, &|(numbers, Every(out, _)): (Range<usize>, Every<&mut [Signed]>)| {
        for (number, out) in numbers.zip(out) {
            let mut lists = residues.chunks_exact(list);
            let lists =
                [(); 4].map(|()| lists.next().map_or(&[][..], |list| &list[number * stride(len)..][..coefficients]));
            let mut limbs = buffer(WHAT, limbs + 1, &0)?;
            // Below B^limbs/2 in absolute value after the subtraction, so higher limbs are not needed.
            recombine(&remainders, lists, &mut limbs, 1);
            *out = without_offset(limbs, offset);
        }
        Ok(())
    })?;
    Ok(product)
}

/// Returns whether transforms of `len` elements pay for entries of this many limbs (a model of measured times, in
/// nanoseconds).
fn pays([rows, inner, columns]: Shape, [a, b]: [usize; 2], len: usize) -> Result<bool> {
    let [r, k, c, a, b, len] = [rows, inner, columns, a, b, len].map(|n| n as f64);
    let transforms = (r * k + k * c + r * c) * (6.0 * len + 512.0) * if lanes()? == 8 { 1.0 } else { 3.0 };
    // By rows, or through transforms of its own.
    let product = (a * b / 9.0 + 4.0 * a.max(b)).min(17.0 * len);
    Ok(transforms < r * k * c * product)
}

/// Returns the entries without leading zeros.
fn entries(list: &[Signed]) -> Result<Vec<Entry<'_>>> {
    let mut entries = reserve(WHAT, list.len())?;
    for Signed { negative, limbs } in list {
        entries.push(Entry { words: trimmed(limbs), negative: *negative });
    }
    Ok(entries)
}

/// Computes a sum of products one by one, the positive and the negative ones apart.
fn plain<'a>(
    row: &[Entry<'_>],
    column: impl Iterator<Item = &'a Entry<'a>>,
    [positive, negative, product]: &mut [Vec<u64>; 3],
) -> Result<Signed> {
    let multiplier = Multiplier::new().threads(Threads::AtMost(1));
    positive.fill(0);
    negative.fill(0);
    for (a, b) in row.iter().zip(column) {
        let product = &mut product[..a.words.len() + b.words.len()];
        multiplier.multiply_into(a.words, b.words, product)?;
        add_assign(if a.negative == b.negative { positive } else { negative }, product);
    }
    let below = compare(positive, negative).is_lt();
    let (large, small) = if below { (negative, positive) } else { (positive, negative) };
    sub_assign(large, small);
    let limbs = trimmed(large);
    Ok(Signed { negative: below, limbs: super::copied(WHAT, limbs, limbs.len())? })
}

/// Returns the integer, modulo `B^limbs.len()` in two's complement, less the digits `offset` from `B^2` on.
fn without_offset(mut limbs: Vec<u64>, offset: u64) -> Signed {
    let mut borrow = false;
    for limb in limbs.iter_mut().skip(2) {
        let (difference, first) = limb.overflowing_sub(offset);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        (*limb, borrow) = (difference, first | second);
    }
    let negative = offset > 0 && limbs.last().is_some_and(|top| top >> 63 == 1);
    if negative {
        let mut carry = true;
        for limb in &mut limbs {
            (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
        }
    }
    Signed { negative, limbs: without_leading_zeros(limbs) }
}
