//! The ring `gf2`: quotients and divisors of polynomials, each one hexadecimal number.

use super::job::{Part, Polynomials, Request, Verb};
use crate::{
    bits::{BinaryPolynomials, read, write},
    failure::{Failure, Outcome},
    format::Format,
    input,
    report::Done,
    ring::AnyRing,
    settings::check_kernels,
    values::padded,
};
use ringfft::{
    poly,
    rings::{Gf2p8, binary},
};
use std::{io::Write, time::Instant};

impl AnyRing<Polynomials> for BinaryPolynomials {
    fn run(&self, request: Request<'_>) -> Outcome<Done<'_>> {
        let (verb, pair) = (request.verb, &request.pair);
        let format = pair.format;
        if format == Format::Npy {
            return Err(Failure::input("a polynomial over gf2 has no npy format: take --format text or raw"));
        }
        check_kernels(pair.settings.isa, &[], "division over gf2")?;
        let bits = |input: &[u8]| if format == Format::Raw { 8 * input.len() } else { 4 * input.len() };
        let [a_len, b_len] = pair.inputs.map(bits);
        // A byte for each bit, the product of one step, and the remainder sequence with its matrices.
        let kept = if verb == Verb::Gcd { 40 } else { 24 };
        input::within(pair.settings.memory, pair.bytes() + kept * padded(a_len, b_len), "the polynomials")?;
        let [a, b] = [0, 1].map(|i| read(pair.inputs[i], &pair.names[i], format));
        let (a, b) = (coefficients(&a?), coefficients(&b?));
        pair.progress.next();
        let start = Instant::now();
        let ring = binary::<Gf2p8>();
        let (result, rest) = match verb {
            Verb::Divide(part) => {
                let (quotient, remainder) = poly::divide(&ring, &a, &b)?;
                match part {
                    Part::Both => (quotient, Some(remainder)),
                    Part::Quotient => (quotient, None),
                    Part::Remainder => (remainder, None),
                }
            }
            Verb::Gcd => (poly::gcd(&ring, &a, &b)?, None),
            Verb::Evaluate | Verb::Interpolate => {
                return Err(Failure::input(
                    "a field of two elements has two points, so over gf2 there are poly multiply, divide and gcd: take gf2:D",
                ));
            }
        };
        let elapsed = start.elapsed();
        let lengths = [a.len(), b.len(), result.len()];
        let report = request.report("gf2", lengths, rest.as_ref().map(Vec::len), elapsed);
        let (result, rest) = (words(&result), rest.as_deref().map(words));
        let emit = move |out: &mut dyn Write| {
            write(&result, format, out)?;
            let Some(remainder) = rest else { return Ok(()) };
            out.write_all(b"\n")?;
            write(&remainder, format, out)
        };
        Ok(Done { report, emit: Box::new(emit) })
    }
}

/// Returns the bits up to the highest one as elements 0 and 1 of a field that GF(2) is part of.
fn coefficients(words: &[u64]) -> Vec<Gf2p8> {
    let mut bits: Vec<Gf2p8> =
        words.iter().flat_map(|word| (0..64).map(move |bit| Gf2p8::new((word >> bit & 1) as u8))).collect();
    while bits.last() == Some(&Gf2p8::ZERO) {
        bits.pop();
    }
    bits
}

/// Returns the words with these elements as bits.
fn words(bits: &[Gf2p8]) -> Vec<u64> {
    let word = |bits: &[Gf2p8]| bits.iter().rev().fold(0, |word, bit| word << 1 | u64::from(bit.bits()));
    bits.chunks(64).map(word).collect()
}
