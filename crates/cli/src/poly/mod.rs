//! `ringfft poly`: division, greatest common divisors, values at points and back; `multiply` is that of `convolve`.

mod bits;
mod integers;
mod job;

use crate::{
    args::{FieldArgs, PolyCommand},
    bits::BinaryPolynomials,
    convolve,
    failure::{Failure, Outcome},
    format::Format,
    integers::Integers,
    pair,
    progress::{Phase, Progress},
    residues::Residues,
    ring::{AnyRing, open},
    settings::Settings,
    spec::RingName,
};
use job::{Part, Polynomials, Request, Verb};
use ringfft::{
    algebra::Lift,
    rings::{BabyBear, Goldilocks, KoalaBear, M31, Modular, Modular32, native},
};

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

fn compute(name: &'static str, verb: Verb, args: &FieldArgs) -> Outcome<()> {
    let settings = Settings::new(&args.pair.common)?;
    let ring = RingName::parse(&args.ring)?;
    let format = Format::parse(&args.pair.format.format)?;
    if verb == Verb::Divide(Part::Both) && format != Format::Text {
        return Err(Failure::input(
            "quotient and remainder have no mark between them in raw and npy: take --part quotient or --part remainder, or \
             --format text",
        ));
    }
    let ring = field(&ring)?;
    let phases = |bytes: [f64; 2]| Progress::phases(phases(verb, bytes));
    pair::run(&args.pair, settings, format, phases, |pair| ring.run(Request { name, verb, pair }))
}

/// Returns the phases of the work on `a` and `b` bytes with the expected seconds of each.
fn phases(verb: Verb, [a, b]: [f64; 2]) -> [Phase; 3] {
    let products = match verb {
        Verb::Divide(_) => 6.0,
        Verb::Gcd | Verb::Evaluate | Verb::Interpolate => 3.0 * (a + b).max(2.0).log2(),
    };
    let written = if verb == Verb::Evaluate { b } else { a };
    [("reading", 1e-8 * (a + b)), ("computing", 2e-8 * products * (a + b)), ("writing", 2e-8 * written)]
}

/// Opens the ring with this name. All primes of one word share a ring type here, so that these verbs are compiled once
/// for them.
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
        RingName::Integers => Ok(Box::new(Integers)),
        RingName::BinaryPolynomials => Ok(Box::new(BinaryPolynomials)),
        name => open(name),
    }
}
