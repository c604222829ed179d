//! The verbs of `poly` over a ring.

use crate::{
    failure::{Failure, Outcome},
    format::Format,
    input, phrase,
    progress::Progress,
    report::{Done, Report, seconds},
    ring::Job,
    settings::{Settings, check_kernels},
    suggest::unknown,
    values::{Element, Values, horner, padded},
};
use ringfft::{algebra::Module, conv::Convolve, plan::Accelerated, poly};
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

/// Two inputs, as bytes, and the operation on them.
pub(super) struct Request<'a> {
    pub(super) name: &'static str,
    pub(super) verb: Verb,
    pub(super) format: Format,
    pub(super) settings: Settings,
    pub(super) inputs: [&'a [u8]; 2],
    pub(super) names: [String; 2],
    pub(super) progress: &'a Progress,
}

/// Computes with two polynomials, or with one and points.
pub(super) struct Polynomials;

impl Job for Polynomials {
    type In<'a> = Request<'a>;
    type Out<'v> = Outcome<Done<'v>>;

    fn run<'v, V: Values<Ring: Convolve>>(values: &'v V, request: Request<'_>) -> Outcome<Done<'v>> {
        let (ring, format, verb) = (values.ring(), request.format, request.verb);
        if !values.exact() && verb != Verb::Evaluate {
            return Err(Failure::input(
                "division of polynomials over floats loses digits without bound: take a ring that is exact, for instance \
                 goldilocks or mod:P",
            ));
        }
        check_kernels(request.settings.isa, ring.instruction_sets(), &values.name())?;
        let survey = |i: usize| {
            let survey = format.survey(values.npy(), values.width(), request.inputs[i], &request.names[i])?;
            survey.check_sequence(&request.names[i])?;
            Outcome::Ok((survey.count, survey.converted))
        };
        let ((a_len, a_more), (b_len, b_more)) = (survey(0)?, survey(1)?);
        // Inputs, the memory of one product, and everything held at one time: series and residuals, the remainder
        // sequence with its matrices, or the tree.
        let kept = match verb {
            Verb::Divide(_) => 16,
            Verb::Gcd => 32,
            Verb::Evaluate | Verb::Interpolate => 16 + 4 * u128::from(usize::BITS - b_len.leading_zeros()),
        };
        let bytes = request.inputs.iter().map(|input| input.len() as u128).sum::<u128>() + a_more.max(b_more) as u128;
        let needed = bytes + kept * padded(a_len, b_len) * values.size() as u128 + values.product_bytes(a_len, b_len);
        input::within(request.settings.memory, needed, "the polynomials and what is computed of them")?;
        let [a, b] =
            [(0, a_len), (1, b_len)].map(|(i, len)| format.read(values, request.inputs[i], len, &request.names[i]));
        let (a, b) = (a?, b?);
        if verb == Verb::Interpolate && a.len() != b.len() {
            return Err(Failure::input(format!(
                "{} holds {} points, but {} holds {} values: there must be as many",
                request.names[0],
                a.len(),
                request.names[1],
                b.len()
            )));
        }
        request.progress.next();
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
        let mut report = Report::new(request.name)
            .saying(sentence(verb, &values.name(), lengths, rest.as_ref().map(Vec::len), elapsed))
            .with("ring", values.name())
            .with("lengths", vec![a.len(), b.len()])
            .with("length", result.len());
        if let Some(remainder) = &rest {
            report = report.with("remainder_length", remainder.len());
        }
        let report = report.with("seconds", seconds(elapsed));
        let emit = move |out: &mut dyn Write| {
            format.write(values, &result, out)?;
            let Some(remainder) = &rest else { return Ok(()) };
            out.write_all(b"\n")?;
            format.write(values, remainder, out)
        };
        Ok(Done { report, emit: Box::new(emit) })
    }
}

/// Returns the report: the lengths of the inputs and of the result.
pub(super) fn sentence(
    verb: Verb,
    ring: &str,
    [a, b, result]: [usize; 3],
    remainder: Option<usize>,
    time: Duration,
) -> String {
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
