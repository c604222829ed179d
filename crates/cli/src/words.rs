//! Small unsigned integers as little-endian words: decimal text, comparison, division by a word.

use ringfft::integer::{from_decimal, to_decimal};
use std::cmp::Ordering;

/// Number of words beyond which the library converts, in less than quadratic time.
const LONG: usize = 16;

const CHUNK: u64 = 10_000_000_000_000_000_000;

/// Parses canonical decimal digits (no sign, no leading zeros); `None` for other text, and for a number of more than
/// `limit` words.
pub(crate) fn parse_decimal(text: &str, limit: usize) -> Option<Vec<u64>> {
    let canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    if text.is_empty() || !canonical || text.len() > 20 * limit {
        return None;
    }
    if limit > LONG {
        return from_decimal(text).ok().filter(|words| words.len() <= limit);
    }
    let mut words = vec![0u64; limit];
    for chunk in text.as_bytes().chunks(19) {
        let (mut digits, mut scale) = (0u64, 1u64);
        for &byte in chunk {
            digits = digits * 10 + u64::from(byte - b'0');
            scale *= 10;
        }
        let mut carry = u128::from(digits);
        for word in &mut words {
            carry += u128::from(*word) * u128::from(scale);
            *word = carry as u64;
            carry >>= 64;
        }
        if carry != 0 {
            return None;
        }
    }
    Some(words)
}

/// Appends the decimal digits of `words`.
pub(crate) fn write_decimal(words: &[u64], out: &mut String) {
    use std::fmt::Write;
    let used = words.len() - words.iter().rev().take_while(|&&word| word == 0).count();
    // Writing to a string cannot fail.
    if used <= 1 {
        let _ = write!(out, "{}", words.first().copied().unwrap_or(0));
        return;
    }
    if used > LONG
        && let Ok(digits) = to_decimal(words)
    {
        out.push_str(&digits);
        return;
    }
    let (quotient, rest) = divide(&words[..used], CHUNK);
    write_decimal(&quotient, out);
    let _ = write!(out, "{rest:019}");
}

/// Returns quotient and remainder by `divisor`.
pub(crate) fn divide(words: &[u64], divisor: u64) -> (Vec<u64>, u64) {
    let mut quotient = words.to_vec();
    let mut rest = 0u64;
    for word in quotient.iter_mut().rev() {
        let dividend = u128::from(rest) << 64 | u128::from(*word);
        *word = (dividend / u128::from(divisor)) as u64;
        rest = (dividend % u128::from(divisor)) as u64;
    }
    (quotient, rest)
}

/// Compares numbers of any number of words.
pub(crate) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    let word = |words: &[u64], i: usize| words.get(i).copied().unwrap_or(0);
    let len = a.len().max(b.len());
    (0..len).rev().map(|i| word(a, i).cmp(&word(b, i))).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_there_and_back() {
        let top = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
        for text in ["0", "7", "18446744073709551615", "18446744073709551616", "10000000000000000000", top] {
            let words = parse_decimal(text, 4).unwrap();
            let mut back = String::new();
            write_decimal(&words, &mut back);
            assert_eq!(back, text);
        }
        assert_eq!(parse_decimal(top, 4).unwrap(), [u64::MAX; 4]);
        let mut long = String::from("1");
        (0..1000).for_each(|_| long.push('0'));
        let (words, mut back) = (parse_decimal(&long, 52).unwrap(), String::new());
        write_decimal(&words, &mut back);
        assert_eq!((words.len(), back), (52, long.clone()));
        assert_eq!(parse_decimal(&long, 51), None);
        let over = "115792089237316195423570985008687907853269984665640564039457584007913129639936";
        for text in ["", "00", "01", "+1", "-1", "1 ", "0x1", over] {
            assert_eq!(parse_decimal(text, 4), None, "{text}");
        }
    }
}
