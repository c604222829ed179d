//! `ringfft convolve` and `ringfft poly multiply`.

use crate::{
    args::{ConvolveArgs, PairArgs, PolyArgs},
    bits::BinaryPolynomials,
    failure::{Failure, Outcome},
    format::Format,
    input::{self, input_name},
    integers::Integers,
    output::Output,
    product::{Kind, Product, Request},
    progress::Progress,
    report::Done,
    ring::{AnyRing, open},
    settings::Settings,
    spec::RingName,
};

/// Runs `convolve`.
pub(crate) fn run(args: &ConvolveArgs) -> Outcome<()> {
    let kind = Kind::parse(&args.kind)?;
    if args.conjugate && kind != Kind::Correlate {
        return Err(Failure::input("--conjugate is for --kind correlate: name that kind, or leave it out"));
    }
    product("convolve", &args.ring, kind, args.conjugate, &args.pair)
}

/// Runs `poly multiply`.
pub(crate) fn poly_multiply(args: &PolyArgs) -> Outcome<()> {
    product("poly_multiply", &args.ring, Kind::Linear, false, &args.pair)
}

fn product(verb: &'static str, ring_name: &str, kind: Kind, conjugate: bool, pair: &PairArgs) -> Outcome<()> {
    let settings = Settings::new(&pair.common)?;
    let name = RingName::parse(ring_name)?;
    let format = Format::parse(&pair.format.format)?;
    let ring = ring(&name)?;
    let output = Output::new(pair.output.as_deref(), &[&pair.a, &pair.b], format.content())?;
    let progress = Progress::new("reading");
    let [a, b] = input::read_two(&pair.a, &pair.b, settings.memory)?;
    let names = [&pair.a, &pair.b].map(|path| input_name(path));
    drop(progress);
    let progress = format.phases((a.len() + b.len()) as f64, "multiplying");
    let inputs = [&a[..], &b[..]];
    let request = Request { verb, kind, conjugate, progress: &progress, format, settings, inputs, names };
    let Done { report, emit } = ring.run(request)?;
    progress.next();
    output.write_under(progress, emit)?;
    report.note(settings.json);
    Ok(())
}

/// Opens the ring with this name. `z` and `gf2`, which have products only, are rings here too.
fn ring(name: &RingName) -> Outcome<Box<dyn AnyRing<Product>>> {
    match name {
        RingName::Integers => Ok(Box::new(Integers)),
        RingName::BinaryPolynomials => Ok(Box::new(BinaryPolynomials)),
        name => open(name),
    }
}
