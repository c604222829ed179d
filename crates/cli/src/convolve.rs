//! `ringfft convolve` and `ringfft poly multiply`.

use crate::{
    args::{ConvolveArgs, PairArgs, PolyArgs},
    bits::BinaryPolynomials,
    failure::Outcome,
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
    product("convolve", &args.ring, Kind::parse(&args.kind)?, &args.pair)
}

/// Runs `poly multiply`.
pub(crate) fn poly_multiply(args: &PolyArgs) -> Outcome<()> {
    product("poly_multiply", &args.ring, Kind::Linear, &args.pair)
}

fn product(verb: &'static str, ring_name: &str, kind: Kind, pair: &PairArgs) -> Outcome<()> {
    let settings = Settings::new(&pair.common)?;
    let name = RingName::parse(ring_name)?;
    let format = Format::parse(&pair.format.format)?;
    let ring = ring(&name)?;
    let output = Output::new(pair.output.as_deref(), &[&pair.a, &pair.b], format.content())?;
    let [a, b] = input::read_two(&pair.a, &pair.b, settings.memory)?;
    let names = [&pair.a, &pair.b].map(|path| input_name(path));
    let request = Request { verb, kind, format, settings, inputs: [&a, &b], names };
    let progress = Progress::new("multiplying");
    let Done { report, emit } = ring.run(request)?;
    drop(progress);
    output.write(emit)?;
    report.note(settings.json);
    Ok(())
}

/// Opens the ring of a name, those that have products alone among them.
fn ring(name: &RingName) -> Outcome<Box<dyn AnyRing<Product>>> {
    match name {
        RingName::Integers => Ok(Box::new(Integers)),
        RingName::BinaryPolynomials => Ok(Box::new(BinaryPolynomials)),
        name => open(name),
    }
}
