//! Numbers as text, in quasilinear time.
//!
//! # Idea
//! Decimal: [`decimal`](super::decimal) between limbs and words of 19 digits; here a word and its digits, eight at a time. Hexadecimal digits
//! are bits.

use super::{
    decimal,
    decimal_words::{DIGITS, PARALLEL, TEN},
    limbs::{WordDivisor, bit_len, trimmed},
};
use crate::{
    Error, Result,
    conv::buffer,
    plan::Threads,
    threads::{Every, share},
};
use alloc::{string::String, vec::Vec};

/// Returns the number with these decimal digits.
///
/// ```
/// assert_eq!(ringfft::integer::from_decimal("18446744073709551617")?, [1, 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// The text holds digits alone. Text that was read from a file needs [`str::trim`] first, because a line break is refused.
///
/// Costs three and a half to four products of numbers of that length, from a million digits on.
///
/// # Errors
/// [`Error::Parse`] for anything but digits, and for none; [`Error::Memory`].
pub fn from_decimal(digits: &str) -> Result<Vec<u64>> {
    let are_digits = |part: &[u8]| part.iter().fold(true, |all, digit| all & digit.is_ascii_digit());
    if digits.is_empty() || !digits.as_bytes().chunks(1 << 10).all(are_digits) {
        return Err(wrong("decimal digits", digits));
    }
    let digits = digits.trim_start_matches('0').as_bytes();
    let threads = if digits.len() < PARALLEL { 1 } else { Threads::Auto.resolve() };
    decimal::read(digits, threads)
}

/// Limbs up to which a number is divided by `10^19` again and again.
const SHORT: usize = 24;

/// Returns the decimal digits of a number, without leading zeros; `0` for zero.
///
/// ```
/// assert_eq!(ringfft::integer::to_decimal(&[1, 1])?, "18446744073709551617");
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Costs about four products of numbers of that length at a million digits, and five at ten million.
///
/// # Errors
/// [`Error::Memory`].
pub fn to_decimal(number: &[u64]) -> Result<String> {
    let number = trimmed(number);
    let threads = if number.len() < PARALLEL / 8 { 1 } else { Threads::Auto.resolve() };
    let words = if number.len() <= SHORT { divided(number)? } else { decimal::words(number, threads)? };
    let mut top = [b'0'; DIGITS];
    let (&first, rest) = words.split_last().unwrap_or((&0, &[]));
    write_word(first, &mut top);
    let zeros = top.iter().position(|&digit| digit != b'0').unwrap_or(DIGITS - 1);
    let head = &top[zeros..];
    let mut digits = buffer("the digits of a number", head.len() + rest.len() * DIGITS, &b'0')?;
    let (front, tail) = digits.split_at_mut(head.len());
    front.copy_from_slice(head);
    let pieces = (Every(tail, DIGITS), 0..rest.len());
    share(threads > 1, pieces, PARALLEL, &|(digits, numbers): (Every<&mut [u8]>, core::ops::Range<usize>)| {
        // The highest word is first.
        let words = rest[rest.len() - numbers.end..rest.len() - numbers.start].iter().rev();
        for (digits, word) in digits.0.as_chunks_mut::<DIGITS>().0.iter_mut().zip(words) {
            write_word(*word, digits);
        }
    });
    Ok(String::from_utf8(digits).unwrap_or_default())
}

/// Returns the words of a short number to the base `10^19`.
fn divided(number: &[u64]) -> Result<Vec<u64>> {
    const BY_TEN: WordDivisor = WordDivisor::new(TEN);
    let mut number = number.to_vec();
    let mut words = Vec::with_capacity(number.len() + 2);
    while !number.is_empty() {
        words.push(number.iter_mut().rev().fold(0, |remainder, limb| {
            let (quotient, remainder) = BY_TEN.divide(remainder, *limb);
            *limb = quotient;
            remainder
        }));
        number.truncate(trimmed(&number).len());
    }
    Ok(words)
}

/// Writes the 19 digits of a word below `10^19`.
#[inline]
fn write_word(word: u64, digits: &mut [u8; DIGITS]) {
    const EIGHT: u64 = 100_000_000;
    let (upper, low) = (word / EIGHT, word % EIGHT);
    let (top, middle) = (upper / EIGHT, upper % EIGHT);
    let (head, tail) = digits.split_at_mut(3);
    head.copy_from_slice(&eight_digits(top as u32)[5..]);
    let (left, right) = tail.split_at_mut(8);
    left.copy_from_slice(&eight_digits(middle as u32));
    right.copy_from_slice(&eight_digits(low as u32));
}

/// Returns the digits of a number below `10^8`: halves of four digits, of two, of one, each a lane of a word.
#[inline]
fn eight_digits(x: u32) -> [u8; 8] {
    // The upper half is the lower lane, since it is written first. Quotients by multiplication are exact: 10486/2^20 for dividends
    // below 10^4, 103/2^10 for those below 100.
    let fours = u64::from(x / 10_000) | u64::from(x % 10_000) << 32;
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let twos = hundreds | (fours - hundreds * 100) << 16;
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    (tens | (twos - tens * 10) << 8 | 0x3030_3030_3030_3030).to_le_bytes()
}

/// Returns the number with these hexadecimal digits, of either case, without a prefix.
///
/// ```
/// assert_eq!(ringfft::integer::from_hexadecimal("1000000000000000A")?, [10, 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
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
/// ```
/// assert_eq!(ringfft::integer::to_hexadecimal(&[10, 1])?, "1000000000000000a");
/// # Ok::<(), ringfft::Error>(())
/// ```
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
