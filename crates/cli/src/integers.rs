//! The ring `z`: products of polynomials with integer coefficients of any size.

use crate::{
    failure::{Failure, Outcome, quoted},
    format::{Format, decoded, lines},
    input,
    product::{Kind, Product, Request, no_conjugates, sentence},
    report::{Done, Report, seconds},
    ring::AnyRing,
    settings::check_kernels,
};
use num_bigint::{BigInt, BigUint, Sign};
use ringfft::integer::BigProduct;
use std::time::Instant;

/// The integers.
pub(crate) struct Integers;

impl AnyRing<Product> for Integers {
    fn run(&self, request: Request<'_>) -> Outcome<Done<'_>> {
        let pair = &request.pair;
        if pair.format != Format::Text {
            return Err(Failure::input("integers of any size have no raw or npy format: take --format text"));
        }
        check_kernels(pair.settings.isa, &[], "a product of integers")?;
        let [a, b] = [0, 1].map(|i| read(pair.inputs[i], &pair.names[i]));
        let (a, b) = (a?, b?);
        let slot = slot_words(&a, &b);
        let words = slot as u128 * (a.len() + b.len()) as u128;
        let text = pair.bytes();
        // Text, three vectors of coefficients with a block of memory each, and the product of two long integers.
        let coefficients = 2 * (a.len() + b.len()) as u128;
        input::within(pair.settings.memory, text + 80 * coefficients + 64 * words, "the product with its inputs")?;
        // Every coefficient takes as much room as the longest.
        let free = usize::try_from(8 * words).is_ok_and(|words| Vec::<u64>::new().try_reserve_exact(words).is_ok());
        if !free {
            return Err(Failure::Resource(format!(
                "no memory for {} bytes: {} coefficients of {slot} words each: take shorter ones",
                64 * words,
                a.len() + b.len()
            )));
        }
        if request.conjugate {
            return Err(no_conjugates("z"));
        }
        pair.progress.next();
        let start = Instant::now();
        let product = match request.kind {
            Kind::Linear => linear(&a, &b, slot)?,
            Kind::Cyclic => wrapped(&a, &b, slot, false)?,
            Kind::Negacyclic => wrapped(&a, &b, slot, true)?,
            Kind::Middle => {
                let (short, long) = (a.len().min(b.len()), a.len().max(b.len()));
                linear(&a, &b, slot)?[short - 1..long].to_vec()
            }
            Kind::Correlate => linear(&a, &b.iter().rev().cloned().collect::<Vec<_>>(), slot)?,
        };
        let elapsed = start.elapsed();
        let report = Report::new(request.verb)
            .saying(sentence(request.kind, "z", [a.len(), b.len(), product.len()], elapsed))
            .with("ring", "z")
            .with("lengths", vec![a.len(), b.len()])
            .with("length", product.len())
            .with("product_seconds", seconds(elapsed));
        let emit = move |out: &mut dyn std::io::Write| product.iter().try_for_each(|c| writeln!(out, "{c}"));
        Ok(Done { report, emit: Box::new(emit) })
    }
}

/// Reads one integer a line.
pub(crate) fn read(bytes: &[u8], what: &str) -> Outcome<Vec<BigInt>> {
    let number = |(line, text): (usize, &[u8])| {
        integer(text).ok_or_else(|| {
            Failure::input(format!(
                "line {line} of {what} is {}, but z takes a decimal or 0x hexadecimal integer on each line",
                quoted(&String::from_utf8_lossy(text))
            ))
        })
    };
    let coefficients = lines(decoded(bytes, what)?).map(number).collect::<Outcome<Vec<_>>>()?;
    if coefficients.is_empty() {
        return Err(Failure::input(format!("{what} holds no element: at least one is needed")));
    }
    Ok(coefficients)
}

fn integer(text: &[u8]) -> Option<BigInt> {
    let (negative, digits) = match text.strip_prefix(b"-") {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let hexadecimal = digits.strip_prefix(b"0x");
    let digits = hexadecimal.unwrap_or(digits);
    let plain = !digits.is_empty()
        && digits.iter().all(|d| if hexadecimal.is_some() { d.is_ascii_hexdigit() } else { d.is_ascii_digit() });
    let magnitude = plain.then(|| BigUint::parse_bytes(digits, if hexadecimal.is_some() { 16 } else { 10 }))??;
    Some(BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude))
}

/// Returns the words that hold any coefficient of the product with its sign.
fn slot_words(a: &[BigInt], b: &[BigInt]) -> usize {
    let bits = |list: &[BigInt]| list.iter().map(BigInt::bits).max().unwrap_or(0);
    let terms = u64::from(usize::BITS - a.len().min(b.len()).leading_zeros());
    usize::try_from((bits(a) + bits(b) + terms + 1).div_ceil(64)).unwrap_or(usize::MAX)
}

/// Computes the linear product by Kronecker substitution: values at `2^(64 slot)`, one integer product, signed digits.
fn linear(a: &[BigInt], b: &[BigInt], slot: usize) -> Outcome<Vec<BigInt>> {
    let product = evaluate(a, slot).fast_product(&evaluate(b, slot))?;
    let negative = product.sign() == Sign::Minus;
    let words = product.magnitude().to_u64_digits();
    let mut carry = false;
    Ok((0..a.len() + b.len() - 1)
        .map(|i| {
            let mut digits = vec![0; slot];
            let here = words.get(i * slot..).unwrap_or_default();
            let kept = here.len().min(slot);
            digits[..kept].copy_from_slice(&here[..kept]);
            let mut digit =
                BigInt::from_biguint(Sign::Plus, BigUint::from_slice_64(&digits)) + BigInt::from(u8::from(carry));
            carry = digit.bits() >= 64 * slot as u64;
            if carry {
                digit -= BigInt::from(1) << (64 * slot);
            }
            if negative { -digit } else { digit }
        })
        .collect())
}

/// Computes `sum a_i 2^(64 slot i)`.
fn evaluate(a: &[BigInt], slot: usize) -> BigInt {
    let part = |sign: Sign| {
        let mut words = vec![0u64; slot * a.len()];
        for (to, coefficient) in words.chunks_exact_mut(slot).zip(a) {
            if coefficient.sign() == sign {
                for (to, word) in to.iter_mut().zip(coefficient.magnitude().iter_u64_digits()) {
                    *to = word;
                }
            }
        }
        BigInt::from_biguint(Sign::Plus, BigUint::from_slice_64(&words))
    };
    part(Sign::Plus) - part(Sign::Minus)
}

/// Computes the product modulo `x^n - 1` or `x^n + 1`, where `n` is the greater length.
fn wrapped(a: &[BigInt], b: &[BigInt], slot: usize, negacyclic: bool) -> Outcome<Vec<BigInt>> {
    let n = a.len().max(b.len());
    let mut product = linear(a, b, slot)?;
    let high = product.split_off(n);
    for (low, high) in product.iter_mut().zip(high) {
        if negacyclic {
            *low -= high;
        } else {
            *low += high;
        }
    }
    Ok(product)
}

/// Conversion from words of 64 bits, independent of the digits of the crate.
trait FromWords {
    fn from_slice_64(words: &[u64]) -> Self;
}

impl FromWords for BigUint {
    fn from_slice_64(words: &[u64]) -> Self {
        BigUint::new(words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_products() {
        let list = |x: &[i64]| x.iter().map(|&x| BigInt::from(x)).collect::<Vec<_>>();
        let top = i64::MAX;
        for (a, b) in
            [(vec![1, -2, 3], vec![-4, 5]), (vec![-top, top, -1], vec![top, -top, 0, 1]), (vec![0], vec![0, 0])]
        {
            let (a, b) = (list(&a), list(&b));
            let mut expected = vec![BigInt::from(0); a.len() + b.len() - 1];
            for (i, x) in a.iter().enumerate() {
                for (j, y) in b.iter().enumerate() {
                    expected[i + j] += x * y;
                }
            }
            assert_eq!(linear(&a, &b, slot_words(&a, &b)).unwrap(), expected);
        }
    }

    #[test]
    fn text() {
        for (text, value) in [("0", 0), ("-0", 0), ("-12", -12), ("0xfF", 255), ("-0x10", -16), ("007", 7)] {
            assert_eq!(integer(text.as_bytes()), Some(BigInt::from(value)), "{text}");
        }
        for text in ["", "-", "0x", "+1", "1 2", "1_0", "--1", "0x-1", "ff"] {
            assert_eq!(integer(text.as_bytes()), None, "{text}");
        }
    }
}
