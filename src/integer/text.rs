//! Numbers as text, in quasilinear time.
//!
//! # Idea
//! Decimal: a number of many digits is halved at `10^(608 2^k)`, by a product when reading and by a division
//! with a stored reciprocal when writing; all halves of one level share the power. 608 digits and fewer go
//! 19 digits, one word, at a time. Hexadecimal digits are bits and need neither.
//!
//! # Source
//! \[Brent-Zimmermann 2010\], section 1.7.

use super::{
    Multiplier,
    division::Divisor,
    lengthen,
    limbs::{WordDivisor, add_assign, bit_len, mul_add_limb, trimmed},
};
use crate::{
    Error, Result,
    conv::{buffer, word::join},
    plan::Threads,
};
use alloc::{string::String, vec, vec::Vec};

const WHAT: &str = "the limbs of a number";

/// Digits that fit a word.
const DIGITS: usize = 19;
const RADIX: u64 = 10_u64.pow(DIGITS as u32);

/// Words of digits that are converted one by one.
const LEAF: usize = 32;
const LEAF_DIGITS: usize = LEAF * DIGITS;

/// Returns the number with these decimal digits.
///
/// # Errors
/// [`Error::Parse`] for anything but digits, and for none; [`Error::Memory`].
pub fn from_decimal(digits: &str) -> Result<Vec<u64>> {
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(wrong("decimal digits", digits));
    }
    let digits = digits.trim_start_matches('0').as_bytes();
    let multiplier = Multiplier::default();
    let mut powers: Vec<Vec<u64>> = Vec::new();
    let mut len = LEAF_DIGITS;
    while len < digits.len() {
        powers.push(match powers.last() {
            None => leaf_power(),
            Some(power) => multiplier.square(power)?,
        });
        len *= 2;
    }
    read(digits, &powers, &multiplier)
}

/// Returns `10^LEAF_DIGITS`.
fn leaf_power() -> Vec<u64> {
    let mut power = vec![1];
    for _ in 0..LEAF {
        let top = mul_add_limb(&mut power, RADIX, 0);
        power.push(top);
    }
    power.truncate(trimmed(&power).len());
    power
}

fn read(digits: &[u8], powers: &[Vec<u64>], multiplier: &Multiplier) -> Result<Vec<u64>> {
    let Some((power, lower)) = powers.split_last() else {
        let mut number = Vec::with_capacity(LEAF + 1);
        for word in digits.rchunks(DIGITS).rev() {
            let value = word.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
            let top = mul_add_limb(&mut number, RADIX, value);
            number.push(top);
        }
        number.truncate(trimmed(&number).len());
        return Ok(number);
    };
    let half = LEAF_DIGITS << lower.len();
    if digits.len() <= half {
        return read(digits, lower, multiplier);
    }
    let (high, low) = digits.split_at(digits.len() - half);
    let (high, low) = (read(high, lower, multiplier)?, read(low, lower, multiplier)?);
    let mut number = multiplier.multiply(&high, power)?;
    if number.len() < low.len() {
        lengthen(WHAT, &mut number, low.len())?;
    }
    // The product has no leading zero limbs, so the sum may have a limb more.
    if add_assign(&mut number, &low) {
        let len = number.len();
        lengthen(WHAT, &mut number, len + 1)?;
        number[len] = 1;
    }
    Ok(number)
}

/// Returns the decimal digits of a number, without leading zeros; `0` for zero.
///
/// # Errors
/// [`Error::Memory`].
pub fn to_decimal(number: &[u64]) -> Result<String> {
    let number = trimmed(number);
    let multiplier = Multiplier::default();
    let mut powers: Vec<Divisor> = Vec::new();
    let mut power = leaf_power();
    // One level more than needed only costs a comparison.
    if bit_len(number) >= bit_len(&power) {
        loop {
            powers.push(Divisor::new(&power, &multiplier)?);
            if bit_len(number) + 2 <= 2 * bit_len(&power) {
                break;
            }
            power = multiplier.square(&power)?;
        }
    }
    let mut digits = buffer("the digits of a number", LEAF_DIGITS << powers.len(), &b'0')?;
    write(number, &powers, &mut digits, multiplier.threads.resolve())?;
    let first = digits.iter().position(|&digit| digit != b'0').unwrap_or(digits.len() - 1);
    digits.drain(..first);
    Ok(String::from_utf8(digits).unwrap_or_default())
}

/// Digits from which two halves are worth two threads.
const PARALLEL: usize = 1 << 15;

/// Fills `out` with the digits of a number that has no more.
fn write(number: &[u64], powers: &[Divisor], out: &mut [u8], threads: usize) -> Result<()> {
    let Some((power, lower)) = powers.split_last() else {
        write_leaf(number, out);
        return Ok(());
    };
    let (len, half) = (out.len(), out.len() / 2);
    let (high, low) = out.split_at_mut(half);
    if power.exceeds(number) {
        high.fill(b'0');
        return write(number, lower, low, threads);
    }
    let threads = if len < PARALLEL { 1 } else { threads };
    let (quotient, remainder) =
        power.divide(number, &Multiplier { threads: Threads::AtMost(threads), ..Multiplier::default() })?;
    let (mut upper, mut other) = (Ok(()), Ok(()));
    join(
        threads,
        || upper = write(&quotient, lower, high, threads - threads / 2),
        || other = write(&remainder, lower, low, (threads / 2).max(1)),
    );
    upper.and(other)
}

fn write_leaf(number: &[u64], out: &mut [u8]) {
    const BY_RADIX: WordDivisor = WordDivisor::new(RADIX);
    let mut number = number.to_vec();
    for word in out.rchunks_mut(DIGITS) {
        let mut value = number.iter_mut().rev().fold(0, |remainder, limb| {
            let (quotient, remainder) = BY_RADIX.divide(remainder, *limb);
            *limb = quotient;
            remainder
        });
        number.truncate(trimmed(&number).len());
        for digit in word.iter_mut().rev() {
            *digit = b'0' + (value % 10) as u8;
            value /= 10;
        }
    }
}

/// Returns the number with these hexadecimal digits, of either case, without a prefix.
///
/// # Errors
/// [`Error::Parse`] for anything but digits, and for none; [`Error::Memory`].
pub fn from_hexadecimal(digits: &str) -> Result<Vec<u64>> {
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(wrong("hexadecimal digits", digits));
    }
    let digits = digits.trim_start_matches('0').as_bytes();
    let mut number = buffer("a number", digits.len().div_ceil(16), &0)?;
    for (limb, word) in number.iter_mut().zip(digits.rchunks(16)) {
        let digit = |digit: u8| u64::from(if digit <= b'9' { digit - b'0' } else { (digit | 0x20) - b'a' + 10 });
        *limb = word.iter().fold(0, |value, &byte| value << 4 | digit(byte));
    }
    Ok(number)
}

/// Returns the hexadecimal digits of a number, lower case, without prefix and leading zeros; `0` for zero.
///
/// # Errors
/// [`Error::Memory`].
pub fn to_hexadecimal(number: &[u64]) -> Result<String> {
    let number = trimmed(number);
    let len = bit_len(number).div_ceil(4).max(1) as usize;
    let mut digits = buffer("the digits of a number", len, &b'0')?;
    for (word, limb) in digits.rchunks_mut(16).zip(number) {
        for (i, digit) in word.iter_mut().rev().enumerate() {
            *digit = b"0123456789abcdef"[(limb >> (4 * i) & 15) as usize];
        }
    }
    Ok(String::from_utf8(digits).unwrap_or_default())
}

fn wrong(expected: &'static str, found: &str) -> Error {
    Error::Parse { expected, found: found.chars().take(40).collect(), source: None }
}
