//! `ringfft poly`: division, greatest common divisors, values at points and back; `multiply` is that of `convolve`.

use crate::{
    args::{FieldArgs, PairArgs, PolyCommand},
    convolve,
    failure::{Failure, Outcome, quoted},
    format::Format,
    input::{self, input_name},
    output::Output,
    progress::Progress,
    report::{Done, Report, seconds},
    residues::Residues,
    ring::{AnyRing, Job, open},
    settings::{Settings, check_kernels},
    spec::RingName,
    values::{Element, Values, padded},
};
use ringfft::{
    algebra::{Lift, Module},
    conv::Convolve,
    plan::Accelerated,
    poly,
    rings::{BabyBear, Goldilocks, KoalaBear, M31, Modular, Modular32, native},
};
use std::{io::Write, time::Instant};

/// Runs a verb of `poly`.
pub(crate) fn run(command: &PolyCommand) -> Outcome<()> {
    match command {
        PolyCommand::Multiply(args) => convolve::poly_multiply(args),
        PolyCommand::Divide(args) => compute("poly_divide", Verb::Divide(Part::parse(&args.part)?), &args.field),
        PolyCommand::Gcd(args) => compute("poly_gcd", Verb::Gcd, args),
        PolyCommand::Evaluate(args) => compute("poly_evaluate", Verb::Evaluate, args),
        PolyCommand::Interpolate(args) => compute("poly_interpolate", Verb::Interpolate, args),
    }
}

/// Selects what is computed of two inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    Divide(Part),
    Gcd,
    Evaluate,
    Interpolate,
}

/// Selects what of a division is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Both,
    Quotient,
    Remainder,
}

impl Part {
    fn parse(text: &str) -> Outcome<Self> {
        Ok(match text {
            "both" => Part::Both,
            "quotient" => Part::Quotient,
            "remainder" => Part::Remainder,
            _ => {
                return Err(Failure::input(format!(
                    "no part {} of a division: there are both, quotient and remainder",
                    quoted(text)
                )));
            }
        })
    }
}

fn compute(name: &'static str, verb: Verb, args: &FieldArgs) -> Outcome<()> {
    let PairArgs { format, common, a, b, output } = &args.pair;
    let settings = Settings::new(common)?;
    let ring = RingName::parse(&args.ring)?;
    let format = Format::parse(&format.format)?;
    if verb == Verb::Divide(Part::Both) && format != Format::Text {
        return Err(Failure::input(
            "quotient and remainder have no mark between them in raw and npy: take --part quotient or --part remainder, or \
             --format text",
        ));
    }
    let ring = field(&ring)?;
    let output = Output::new(output.as_deref(), &[a, b], format.content())?;
    let inputs = input::read_two(a, b, settings.memory)?;
    let names = [a, b].map(|path| input_name(path));
    let progress = Progress::new("computing");
    let Done { report, emit } =
        ring.run(Request { name, verb, format, settings, inputs: inputs.each_ref().map(Vec::as_slice), names })?;
    drop(progress);
    output.write(emit)?;
    report.note(settings.json);
    Ok(())
}

/// Opens a ring. All primes of a word are one ring here, so that these verbs are compiled once for them.
fn field(name: &RingName) -> Outcome<Box<dyn AnyRing<Polynomials>>> {
    fn word(name: &RingName, modulus: &[u64], width: usize) -> Outcome<Box<dyn AnyRing<Polynomials>>> {
        let ring = Modular::new(modulus.first().copied().unwrap_or(0))?;
        Ok(Box::new(Residues::new(ring, name.clone(), width, ring.generator())))
    }
    match name {
        RingName::Goldilocks => word(name, &native::<Goldilocks>().modulus(), 8),
        RingName::BabyBear => word(name, &native::<BabyBear>().modulus(), 4),
        RingName::KoalaBear => word(name, &native::<KoalaBear>().modulus(), 4),
        RingName::M31 => word(name, &native::<M31>().modulus(), 4),
        RingName::Mod { narrow: true, modulus, .. } => {
            Modular32::new(*modulus)?;
            word(name, &[*modulus], 4)
        }
        RingName::C32 | RingName::C64 => Err(Failure::input(
            "division of polynomials over floats loses digits without bound: take a ring that is exact, for instance goldilocks or \
             mod:P",
        )),
        RingName::Integers | RingName::BinaryPolynomials => Err(Failure::input(
            "over z and gf2 there are products alone, poly multiply and convolve: take mod:P or gf2:D, whose elements have inverses",
        )),
        name => open(name),
    }
}

/// Two inputs, as bytes, and what is wanted of them.
struct Request<'a> {
    name: &'static str,
    verb: Verb,
    format: Format,
    settings: Settings,
    inputs: [&'a [u8]; 2],
    names: [String; 2],
}

/// Computes with two polynomials, or with one and points.
struct Polynomials;

impl Job for Polynomials {
    type In<'a> = Request<'a>;
    type Out<'v> = Outcome<Done<'v>>;

    fn run<'v, V: Values<Ring: Convolve>>(values: &'v V, request: Request<'_>) -> Outcome<Done<'v>> {
        let (ring, format, verb) = (values.ring(), request.format, request.verb);
        check_kernels(request.settings.isa, ring.instruction_sets(), &values.name())?;
        let survey = |i: usize| {
            let survey = format.survey(values.npy(), values.width(), request.inputs[i], &request.names[i])?;
            survey.check_sequence(&request.names[i])?;
            Outcome::Ok((survey.count, survey.converted))
        };
        let ((a_len, a_more), (b_len, b_more)) = (survey(0)?, survey(1)?);
        // Inputs, the memory of one product, and all that is kept at a time: series and residuals, the remainder sequence with its
        // matrices, or the tree.
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
            Verb::Evaluate => (poly::evaluate_many(ring, &a, &b)?, None),
            Verb::Interpolate => (poly::interpolate(ring, &a, &b)?, None),
        };
        let elapsed = seconds(start.elapsed());
        written(values, &mut result);
        let mut report = Report::new(request.name)
            .with("ring", values.name())
            .with("lengths", vec![a.len(), b.len()])
            .with("length", result.len());
        if let Some(remainder) = &mut rest {
            written(values, remainder);
            report = report.with("remainder_length", remainder.len());
        }
        let report = report.with("seconds", elapsed);
        let emit = move |out: &mut dyn Write| {
            format.write(values, &result, out)?;
            let Some(remainder) = &rest else { return Ok(()) };
            out.write_all(b"\n")?;
            format.write(values, remainder, out)
        };
        Ok(Done { report, emit: Box::new(emit) })
    }
}

/// Makes of the zero polynomial, which has no coefficients, one zero: a file holds one element at least.
fn written<V: Values>(values: &V, list: &mut Vec<Element<V>>) {
    if list.is_empty() {
        list.push(values.ring().zero());
    }
}
