//! Products of matrices of polynomials with words as coefficients: modulo a word, and over the integers.
//!
//! # Idea
//! Every entry is transformed once for each prime (`conv::word::matrix`), and every entry of the product
//! inverse-transformed once. A matrix of one row times one of one column is a sum of products, whose values are added
//! one after the other.
//!
//! Modulo an odd word that has the roots and is below `2^62` the transform is over the ring itself. Otherwise
//! coefficients are integers below the product of the primes. Sums of `t` products of residues below `m` are at most
//! `t (m-1)^2`. For signed words the bound, in absolute value, is `t` times the greatest of each factor.

use super::residues::Residues;
use crate::{
    Error, Result,
    conv::{
        buffer,
        word::{
            Scratch, WordTransform,
            matrix::{Entry, Shape, length, scratch_len, stride},
            primes_for,
        },
    },
    kernel::memory::reserve,
    rings::Modular,
    threads::{Every, try_each},
};
use alloc::vec::Vec;
use core::ops::Range;

const WHAT: &str = "a product of matrices of polynomials";

/// Takes both factors, entry by entry as words.
type Take<'a> = dyn FnMut([&[&[u64]]; 2]) -> Result<()> + 'a;

/// Gives both factors as words that are their coefficients modulo a prime.
type Factors<'a> = dyn FnMut(&Modular, &mut Take<'_>) -> Result<()> + 'a;

/// The residues of the coefficients of a product of matrices, or of one sum of products.
struct Lists {
    primes: Vec<Modular>,
    lists: Scratch,
    /// From an entry's list to the next.
    stride: usize,
    /// From a prime to the next.
    step: usize,
    count: usize,
}

impl Lists {
    /// Computes the first `count` coefficients of each entry of the product modulo the primes.
    fn new(
        primes: Vec<Modular>,
        shape: Shape,
        [len, count]: [usize; 2],
        factors: &mut Factors<'_>,
        threads: usize,
    ) -> Result<Self> {
        let [rows, _, columns] = shape;
        let single = rows == 1 && columns == 1;
        let too_long = Error::Memory { what: WHAT, needed: u128::MAX, limit: None };
        let stride = if single { len } else { stride(len) };
        let step = rows.checked_mul(columns).and_then(|entries| entries.checked_mul(stride));
        let (Some(step), Some(room)) = (step, step.and_then(|step| step.checked_mul(primes.len()))) else {
            return Err(too_long);
        };
        let mut lists = Scratch::new(WHAT, room)?;
        let mut values = Scratch::new(WHAT, if single { 2 * len } else { scratch_len(shape, len, threads)? })?;
        for (prime, lists) in primes.iter().zip(lists.chunks_exact_mut(step)) {
            let transform = WordTransform::new(*prime, len, if single { threads } else { 1 })?;
            factors(prime, &mut |[left, right]| {
                if single {
                    let (x, y) = values.split_at_mut(len);
                    let mut pairs = reserve(WHAT, left.len())?;
                    pairs.extend(left.iter().zip(right).map(|(a, b)| [*a, *b]));
                    transform.inner_product(&pairs, lists, [x, &mut y[..len]], threads);
                    return Ok(());
                }
                let mut lefts = reserve(WHAT, left.len())?;
                lefts.extend(left.iter().map(|words| Entry { words, negative: false }));
                let mut rights = reserve(WHAT, right.len())?;
                rights.extend(right.iter().map(|words| Entry { words, negative: false }));
                transform.multiply_matrices(shape, [&lefts, &rights], 0, &mut values, lists, threads)
            })?;
        }
        Ok(Lists { primes, lists, stride, step, count })
    }

    /// Calls `f` with each entry's number and its lists of coefficients, on threads.
    fn each<T: Send>(
        &self,
        out: &mut [T],
        threads: usize,
        f: &(dyn Fn(&mut Residues, &mut T) -> Result<()> + Sync),
    ) -> Result<()> {
        let share = out.len().div_ceil(threads.max(1)).max(1);
        let pieces = (0..out.len().div_ceil(share), Every(out, share));
        try_each(pieces, &|(numbers, Every(out, _)): (Range<usize>, Every<&mut [T]>)| {
            let mut residues = Residues::new(&self.primes, self.count)?;
            for (number, out) in (numbers.start * share..).zip(out) {
                for (to, lists) in residues.lists_mut().zip(self.lists.chunks_exact(self.step)) {
                    to.copy_from_slice(&lists[number * self.stride..][..self.count]);
                }
                f(&mut residues, out)?;
            }
            Ok(())
        })
    }
}

/// Returns the longest lists of both factors and the coefficients of their products; `None` if a factor has none.
fn lengths<T>(factors: [&[&[T]]; 2]) -> Result<Option<[usize; 2]>> {
    let [a, b] = factors.map(|list| list.iter().map(|entry| entry.len()).max().unwrap_or(0));
    if a == 0 || b == 0 {
        return Ok(None);
    }
    Ok(Some([a.min(b), crate::conv::linear_len(a, b)?]))
}

/// Returns the bits of a number of terms.
fn bits_of(terms: usize) -> usize {
    (usize::BITS - terms.leading_zeros()) as usize
}

/// Computes the entries of a product of matrices of polynomials modulo an odd word above 1; coefficients are below it.
/// Every entry has as many coefficients as the longest product of entries, none if a factor has no coefficient.
pub(crate) fn modulo(ring: &Modular, shape: Shape, factors: [&[&[u64]]; 2], threads: usize) -> Result<Vec<Vec<u64>>> {
    let [rows, inner, columns] = shape;
    let entries = rows.checked_mul(columns).ok_or(Error::Memory { what: WHAT, needed: u128::MAX, limit: None })?;
    let mut out = buffer(WHAT, entries, &Vec::new())?;
    let Some([short, count]) = lengths(factors)? else { return Ok(out) };
    let len = length(count)?;
    let modulus = ring.modulus();
    let own = modulus >> 62 == 0 && ring.generator().is_some() && WordTransform::<u64>::new(*ring, len, 1).is_ok();
    let primes = if own {
        [*ring].to_vec()
    } else {
        let bits = (u64::BITS - modulus.leading_zeros()) as usize;
        primes_for(2 * bits + bits_of(short) + bits_of(inner), len)?
    };
    let lists = Lists::new(primes, shape, [len, count], &mut |_, take| take(factors), threads)?;
    lists.each(&mut out, threads, &|residues, out| {
        *out = buffer(WHAT, count, &0)?;
        if own {
            for (out, list) in out.chunks_mut(count).zip(residues.lists_mut()) {
                out.copy_from_slice(list);
            }
        } else {
            residues.modulo_word(ring, out);
        }
        Ok(())
    })?;
    Ok(out)
}

/// Computes the entries of a product of matrices of polynomials over the integers, as [`modulo`] does; `None` where a coefficient needs more
/// than 128 bits.
pub(crate) fn integers(shape: Shape, factors: [&[&[i64]]; 2], threads: usize) -> Result<Vec<Option<Vec<i128>>>> {
    let [rows, inner, columns] = shape;
    let entries = rows.checked_mul(columns).ok_or(Error::Memory { what: WHAT, needed: u128::MAX, limit: None })?;
    let mut out = buffer(WHAT, entries, &Some(Vec::new()))?;
    let Some([short, count]) = lengths(factors)? else { return Ok(out) };
    let len = length(count)?;
    // The bits of the greatest absolute values, which the sum of all of them has.
    let bits = factors.map(|list| {
        let all = list.iter().flat_map(|entry| entry.iter()).fold(0, |all, x| all | x.unsigned_abs());
        (u64::BITS - all.leading_zeros()) as usize
    });
    // Below 2^half in absolute value.
    let half = bits[0] + bits[1] + bits_of(short) + bits_of(inner);
    let primes = primes_for(half + 1, len)?;
    let count_of = |list: &[&[i64]]| list.iter().map(|entry| entry.len()).sum::<usize>();
    let mut words = buffer(WHAT, count_of(factors[0]) + count_of(factors[1]), &0u64)?;
    let lists = Lists::new(
        primes,
        shape,
        [len, count],
        &mut |prime, take| {
            // A multiple of the prime from 2^63 on, below 2^64.
            let multiple = (1u64 << 63).next_multiple_of(prime.modulus());
            let coefficients = factors.iter().flat_map(|list| list.iter()).flat_map(|entry| entry.iter());
            for (word, x) in words.iter_mut().zip(coefficients) {
                *word = if *x < 0 { multiple.wrapping_add(*x as u64) } else { *x as u64 };
            }
            let mut rest = &words[..];
            let mut cut = |list: &[&[i64]]| -> Result<Vec<&[u64]>> {
                let mut pieces = reserve(WHAT, list.len())?;
                for entry in list {
                    let piece;
                    (piece, rest) = rest.split_at(entry.len());
                    pieces.push(piece);
                }
                Ok(pieces)
            };
            let (left, right) = (cut(factors[0])?, cut(factors[1])?);
            take([&left, &right])
        },
        threads,
    )?;
    lists.each(&mut out, threads, &|residues, out| {
        *out = signed(residues, half, count)?;
        Ok(())
    })?;
    Ok(out)
}

/// Limbs of the greatest coefficient: two words and the bits of a number of terms.
const LIMBS: usize = 5;

/// Returns the coefficients from their residues, between `-2^half` and `2^half`; `None` if one needs more than 128 bits.
fn signed(residues: &mut Residues, half: usize, count: usize) -> Result<Option<Vec<i128>>> {
    let mut out = buffer(WHAT, count, &0i128)?;
    let mut offset = [0u64; LIMBS];
    offset[half / 64] = 1 << (half % 64);
    residues.add(&offset);
    let (garner, primes) = (residues.garner(), crate::lists::of(residues.primes(), Modular::modulus));
    let mut digits = buffer(WHAT, primes.len(), &0u64)?;
    for (i, out) in out.iter_mut().enumerate() {
        residues.of_coefficient(i, &mut digits);
        garner.digits(&mut digits);
        let mut value = [0u64; LIMBS];
        for (digit, prime) in digits.iter().zip(&primes).rev() {
            crate::arith::limbs::mul_add_limb(&mut value, *prime, *digit);
        }
        crate::arith::limbs::sub_assign(&mut value, &offset);
        let low = (u128::from(value[1]) << 64 | u128::from(value[0])) as i128;
        if value[2..].iter().any(|limb| *limb != (low >> 127) as u64) {
            return Ok(None);
        }
        *out = low;
    }
    Ok(Some(out))
}
