//! The verbs of `poly` over a ring.

use crate::{
    failure::{Failure, Outcome},
    pair::Pair,
    phrase,
    report::{Done, Report, seconds},
    ring::Job,
    suggest::unknown,
    values::{Element, Values, horner, padded},
};
use ringfft::{algebra::Module, conv::Convolve, poly};
use std::{
    io::Write,
    time::{Duration, Instant},
};

/// The operation on two inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Divide(Part),
    Gcd,
    Evaluate,
    Interpolate,
}

/// The part of a division that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Both,
    Quotient,
    Remainder,
}

impl Part {
    /// Reads a name.
    pub(super) fn parse(text: &str) -> Outcome<Self> {
        Ok(match text {
            "both" => Part::Both,
            "quotient" => Part::Quotient,
            "remainder" => Part::Remainder,
            _ => return Err(unknown("part of a division", text, &["both", "quotient", "remainder"])),
        })
    }
}

/// Two inputs and the operation on them.
pub(super) struct Request<'a> {
    pub(super) name: &'static str,
    pub(super) verb: Verb,
    pub(super) pair: Pair<'a>,
}

/// Computes with two polynomials, or with one and points.
pub(super) struct Polynomials;

impl Job for Polynomials {
    type In<'a> = Request<'a>;
    type Out<'v> = Outcome<Done<'v>>;

    fn run<'v, V: Values<Ring: Convolve>>(values: &'v V, request: Request<'_>) -> Outcome<Done<'v>> {
        let (ring, verb, pair) = (values.ring(), request.verb, &request.pair);
        let format = pair.format;
        if !values.exact() && verb != Verb::Evaluate {
            return Err(Failure::input(
                "division of polynomials over floats loses digits without bound: take a ring that is exact, for instance \
                 goldilocks or mod:P",
            ));
        }
        // The memory of one product, and everything held at one time: series and residuals, the remainder sequence with
        // its matrices, or the tree.
        let needed = |a: usize, b: usize| {
            let kept = match verb {
                Verb::Divide(_) => 16,
                Verb::Gcd => 32,
                Verb::Evaluate | Verb::Interpolate => 16 + 4 * u128::from(usize::BITS - b.leading_zeros()),
            };
            kept * padded(a, b) * values.size() as u128 + values.product_bytes(a, b)
        };
        let [a, b] = pair.elements(values, needed, "the polynomials and what is computed of them")?;
        if verb == Verb::Interpolate && a.len() != b.len() {
            return Err(Failure::input(format!(
                "{} holds {} points, but {} holds {} values: there must be as many",
                pair.names[0],
                a.len(),
                pair.names[1],
                b.len()
            )));
        }
        pair.progress.next();
        let start = Instant::now();
        let (mut result, mut rest) = match verb {
            Verb::Divide(part) => {
                let (quotient, remainder) = poly::divide(ring, &a, &b)?;
                match part {
                    Part::Both => (quotient, Some(remainder)),
                    Part::Quotient => (quotient, None),
                    Part::Remainder => (remainder, None),
                }
            }
            Verb::Gcd => (poly::gcd(ring, &a, &b)?, None),
            // Horner's rule: divisions of the tree would lose digits.
            Verb::Evaluate if !values.exact() => (b.iter().map(|x| horner(ring, &a, x)).collect(), None),
            Verb::Evaluate => (poly::evaluate_many(ring, &a, &b)?, None),
            Verb::Interpolate => (poly::interpolate(ring, &a, &b)?, None),
        };
        let elapsed = start.elapsed();
        written(values, &mut result);
        rest.iter_mut().for_each(|remainder| written(values, remainder));
        let lengths = [a.len(), b.len(), result.len()];
        let report = request.report(&values.name(), lengths, rest.as_ref().map(Vec::len), elapsed);
        let emit = move |out: &mut dyn Write| {
            format.write(values, &result, out)?;
            let Some(remainder) = &rest else { return Ok(()) };
            out.write_all(b"\n")?;
            format.write(values, remainder, out)
        };
        Ok(Done { report, emit: Box::new(emit) })
    }
}

impl Request<'_> {
    /// Returns the report: the lengths of the inputs, of the result and of the remainder.
    pub(super) fn report(
        &self,
        ring: &str,
        [a, b, result]: [usize; 3],
        remainder: Option<usize>,
        time: Duration,
    ) -> Report {
        let report = Report::new(self.name)
            .saying(sentence(self.verb, ring, [a, b, result], remainder, time))
            .with("ring", ring)
            .with("lengths", vec![a, b])
            .with("length", result);
        let report = match remainder {
            Some(len) => report.with("remainder_length", len),
            None => report,
        };
        report.with("seconds", seconds(time))
    }
}

/// Returns the report in words.
fn sentence(verb: Verb, ring: &str, [a, b, result]: [usize; 3], remainder: Option<usize>, time: Duration) -> String {
    let noun = if ring == "gf2" { "bit" } else { "element" };
    let elements = |len: usize| phrase::counted(len, noun);
    let done = match verb {
        Verb::Divide(part) => {
            let what = match part {
                Part::Remainder => "remainder",
                _ => "quotient",
            };
            let rest = remainder.map_or_else(String::new, |len| format!(", remainder of {}", phrase::count(len)));
            format!("{} divided by {}: {what} of {}{rest}", phrase::count(a), elements(b), phrase::count(result))
        }
        Verb::Gcd => format!("divisor of {} and {}: {}", phrase::count(a), elements(b), elements(result)),
        Verb::Evaluate => format!("polynomial of {} at {}", elements(a), phrase::counted(b, "point")),
        Verb::Interpolate => format!("polynomial of {} through as many points", elements(result)),
    };
    format!("{done} over {ring}; {}", phrase::time(time))
}

/// Replaces the zero polynomial, which has no coefficients, by one zero: a file holds at least one element.
fn written<V: Values>(values: &V, list: &mut Vec<Element<V>>) {
    if list.is_empty() {
        list.push(values.ring().zero());
    }
}
