//! Products of polynomials over the integers: of words through primes, of longer coefficients as one product of integers.
//!
//! ```
//! use ringfft::{integer::Signed, poly::integers};
//!
//! assert_eq!(integers::multiply(&[1, -2], &[3, 4])?, [3, -2, -8]);
//! assert_eq!(integers::multiply_negacyclic(&[1, -2], &[3, 4], 2)?, [11, -2]);
//! let long = integers::multiply_long(&[Signed::from(1), Signed::from(-2)], &[Signed::from(3), Signed::from(4)])?;
//! assert_eq!(long, [3, -2, -8].map(Signed::from));
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Idea
//! Coefficients of a product of polynomials of `n` coefficients below `2^a` and `2^b` are below `n 2^(a + b)` in absolute value. Residues
//! modulo primes whose product is twice that determine them. Kronecker's substitution instead takes values at a power of `2^64` that is twice
//! that bound: the digits of one product of integers are the coefficients, with a borrow from the next where one is negative.
//!
//! Words take one to four primes. As one product of integers they took 2 to 8 times as long from 128 coefficients on
//! (measured). There a digit has two or three limbs, and each limb takes three primes again.
//!
//! # Cost
//! Words: three transforms a prime, and 4 word products a coefficient. Longer coefficients: one product of integers of `n s` limbs, `s` the
//! limbs of a coefficient of the product.
//!
//! # Source
//! \[Kronecker 1882\]; \[Harvey 2009\]. `papers/matrix_product.md`.

use crate::{
    Error, Result,
    arith::limbs::{add_assign, bit_len, compare, sub_assign, trimmed},
    conv::{self, buffer, linear_len, sums},
    integer::{self, Signed},
};
use alloc::{format, vec::Vec};

/// Returns `a b`: all `a.len() + b.len() - 1` coefficients, or none if a factor has none.
///
/// ```
/// assert_eq!(ringfft::poly::integers::multiply(&[1, -2], &[3, 4])?, [3, -2, -8]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Unsupported`] where a coefficient does not fit 128 bits with its sign; [`Error::Memory`]; [`Error::Length`] above 2^40
/// coefficients.
pub fn multiply(a: &[i64], b: &[i64]) -> Result<Vec<i128>> {
    if a.len().min(b.len()) < DIRECT {
        return direct(a, b);
    }
    let product = sums::integers([1, 1, 1], [&[a], &[b]], 1)?.pop().flatten();
    product.ok_or_else(too_long)
}

/// The least coefficients of the shorter factor from which transforms pay (measured).
const DIRECT: usize = 96;

/// Returns the error for a coefficient that needs more than 128 bits.
pub(crate) fn too_long() -> Error {
    let what = "a coefficient of a product of integers of 64 bits does not fit 128 bits: multiply lists of `Signed`";
    Error::Unsupported { what: format!("{what}, by `poly::integers::multiply_long`") }
}

fn direct(a: &[i64], b: &[i64]) -> Result<Vec<i128>> {
    let mut out = buffer("a product", linear_len(a.len(), b.len())?, &0i128)?;
    for (i, x) in a.iter().enumerate() {
        for (out, y) in out.iter_mut().skip(i).zip(b) {
            *out = out.checked_add(i128::from(*x) * i128::from(*y)).ok_or_else(too_long)?;
        }
    }
    Ok(out)
}

/// Returns `a b` modulo `x^n + 1`: `n` coefficients.
///
/// ```
/// assert_eq!(ringfft::poly::integers::multiply_negacyclic(&[1, -2], &[3, 4], 2)?, [11, -2]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Costs as [`multiply`].
///
/// # Errors
/// As [`multiply`], and [`Error::Length`] for `n = 0`.
pub fn multiply_negacyclic(a: &[i64], b: &[i64], n: usize) -> Result<Vec<i128>> {
    if n == 0 {
        return Err(Error::Length { what: "a product modulo x^n + 1", len: 0, possible: "the least length is 1" });
    }
    let product = multiply(a, b)?;
    let mut out = buffer("a product modulo x^n + 1", n, &0i128)?;
    for (k, block) in product.chunks(n).enumerate() {
        for (out, x) in out.iter_mut().zip(block) {
            let sum = if k % 2 == 0 { out.checked_add(*x) } else { out.checked_sub(*x) };
            *out = sum.ok_or_else(too_long)?;
        }
    }
    Ok(out)
}

/// Returns `a b` of coefficients of any lengths, as [`multiply`].
///
/// ```
/// use ringfft::{integer::Signed, poly::integers};
///
/// let [a, b] = [[1, -2].map(Signed::from), [3, 4].map(Signed::from)];
/// assert_eq!(integers::multiply_long(&a, &b)?, [3, -2, -8].map(Signed::from));
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Zero coefficients of the product have no limbs and are not negative.
///
/// # Errors
/// [`Error::Memory`]; [`Error::Length`] where the integers are longer than 2^40 limbs.
pub fn multiply_long(a: &[Signed], b: &[Signed]) -> Result<Vec<Signed>> {
    let len = linear_len(a.len(), b.len())?;
    let mut out = conv::buffer("a product", len, &Signed::default())?;
    let bits = |list: &[Signed]| list.iter().map(|x| bit_len(&x.limbs)).max().unwrap_or(0);
    let short = u128::from(usize::BITS - a.len().min(b.len()).leading_zeros());
    let (bits_a, bits_b) = (bits(a), bits(b));
    if bits_a == 0 || bits_b == 0 {
        return Ok(out);
    }
    // Each coefficient is below half of a slot.
    let slot = usize::try_from((bits_a + bits_b + short + 1).div_ceil(64)).map_err(|_| Error::Memory {
        what: WHAT,
        needed: u128::MAX,
        limit: None,
    })?;
    let (a, b) = (packed(a, slot)?, packed(b, slot)?);
    let mut product = integer::multiply(&a.limbs, &b.limbs)?;
    let room = len.checked_mul(slot).ok_or(Error::Memory { what: WHAT, needed: u128::MAX, limit: None })?;
    let more = room.saturating_sub(product.len());
    product.try_reserve_exact(more).map_err(|_| Error::Memory { what: WHAT, needed: more as u128 * 8, limit: None })?;
    product.resize(room, 0);
    unpack(&mut product, slot, a.negative != b.negative, &mut out)?;
    Ok(out)
}

const WHAT: &str = "the digits of a product of polynomials";

/// Returns the value at `2^(64 slot)`.
fn packed(list: &[Signed], slot: usize) -> Result<Signed> {
    let room = list.len().checked_mul(slot).ok_or(Error::Memory { what: WHAT, needed: u128::MAX, limit: None })?;
    let mut sums = [buffer(WHAT, room, &0u64)?, buffer(WHAT, room, &0u64)?];
    for (k, x) in list.iter().enumerate() {
        let limbs = trimmed(&x.limbs);
        sums[usize::from(x.negative)][k * slot..][..limbs.len()].copy_from_slice(limbs);
    }
    let [mut positive, mut negative] = sums;
    let below = compare(&positive, &negative).is_lt();
    if below {
        core::mem::swap(&mut positive, &mut negative);
    }
    sub_assign(&mut positive, &negative);
    Ok(Signed { negative: below, limbs: positive })
}

/// Splits an integer into digits between minus and plus half of a slot.
fn unpack(product: &mut [u64], slot: usize, negative: bool, out: &mut [Signed]) -> Result<()> {
    let mut carry = false;
    for (digit, out) in product.chunks_exact_mut(slot).zip(out) {
        // The borrow of the lower digits. A zero becomes all ones and borrows in turn.
        let over = carry && add_assign(digit, &[1]);
        let below = digit.last().is_some_and(|top| top >> 63 == 1);
        if below {
            digit.iter_mut().for_each(|limb| *limb = !*limb);
            add_assign(digit, &[1]);
        }
        carry = over || below;
        let limbs = trimmed(digit);
        let mut copy = buffer(WHAT, limbs.len(), &0u64)?;
        copy.copy_from_slice(limbs);
        *out = Signed { negative: (below != negative) && !limbs.is_empty(), limbs: copy };
    }
    Ok(())
}
