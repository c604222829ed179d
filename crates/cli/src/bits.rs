//! The ring `gf2`: products of polynomials over GF(2), each one hexadecimal number.

use crate::{
    binary::GF2_PRODUCT,
    failure::{Failure, Outcome, quoted},
    format::{Format, decoded, lines},
    input, phrase,
    product::{Kind, Product, Request},
    report::{Done, Report, seconds},
    ring::AnyRing,
    settings::Settings,
};
use ringfft::{
    integer::{from_hexadecimal, to_hexadecimal},
    poly::gf2,
};
use std::{
    io::{self, Write},
    time::Instant,
};

/// Polynomials over GF(2): bit `i` is the coefficient of `x^i`.
pub(crate) struct BinaryPolynomials;

impl AnyRing<Product> for BinaryPolynomials {
    fn run(&self, request: Request<'_>) -> Outcome<Done<'_>> {
        let pair = &request.pair;
        if request.kind != Kind::Linear {
            return Err(Failure::input(
                "over gf2 there is the linear product alone, because a hexadecimal number says no length to wrap at: take \
                 poly multiply",
            ));
        }
        if pair.format == Format::Npy {
            return Err(Failure::input("a polynomial over gf2 has no npy format: take --format text or raw"));
        }
        let bytes = pair.bytes();
        // Text, words of half its length, product, its digits.
        let words = if pair.format == Format::Raw { bytes } else { bytes.div_ceil(2) };
        let needed = bytes + words * (1 + GF2_PRODUCT) + 2 * bytes;
        input::within(pair.settings.memory, needed, "the product with its inputs")?;
        let [a, b] = [0, 1].map(|i| read(pair.inputs[i], &pair.names[i], pair.format));
        let (a, b) = (a?, b?);
        let Settings { isa, threads, .. } = pair.settings;
        let multiplier = gf2::Multiplier::new().isa(isa).threads(threads);
        pair.progress.next();
        let start = Instant::now();
        let product = multiplier.multiply(&a, &b)?;
        let bits =
            product.iter().rposition(|&word| word != 0).map_or(0, |top| 64 * top + product[top].ilog2() as usize + 1);
        let elapsed = start.elapsed();
        let sentence =
            format!("product over gf2 of {}; product {}", phrase::counted(bits, "bit"), phrase::time(elapsed));
        let report = Report::new(request.verb)
            .saying(sentence)
            .with("ring", "gf2")
            .with("words", vec![a.len(), b.len()])
            .with("bits", bits)
            .with("product_seconds", seconds(elapsed));
        let format = pair.format;
        Ok(Done { report, emit: Box::new(move |out| write(&product, format, out)) })
    }
}

/// Writes a polynomial: one hexadecimal number, or words.
pub(crate) fn write(words: &[u64], format: Format, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Raw {
        return words.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()));
    }
    let digits = to_hexadecimal(words).map_err(io::Error::other)?;
    writeln!(out, "0x{digits}")
}

/// Reads one number; with `0x` or without.
pub(crate) fn read(bytes: &[u8], what: &str, format: Format) -> Outcome<Vec<u64>> {
    if format == Format::Raw {
        let word = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
        return Ok(bytes.chunks(8).map(word).collect());
    }
    let mut numbers = lines(decoded(bytes, what)?);
    let Some((line, text)) = numbers.next() else {
        return Err(Failure::input(format!("{what} holds no polynomial: one hexadecimal number is needed")));
    };
    if let Some((second, _)) = numbers.next() {
        return Err(Failure::input(format!(
            "{what} holds a second number on line {second}: over gf2 a file is one polynomial, one hexadecimal number"
        )));
    }
    let digits = text.strip_prefix(b"0x").or_else(|| text.strip_prefix(b"0X")).unwrap_or(text);
    std::str::from_utf8(digits).ok().and_then(|digits| from_hexadecimal(digits).ok()).ok_or_else(|| {
        Failure::input(format!(
            "line {line} of {what} is {}, but gf2 takes one hexadecimal number, bit i the coefficient of x^i",
            quoted(&String::from_utf8_lossy(&text[..text.len().min(60)]))
        ))
    })
}
