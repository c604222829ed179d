//! `ringfft convolve` and `ringfft poly multiply`.

use crate::{
    args::{ConvolveArgs, PairArgs, PolyArgs},
    bits::BinaryPolynomials,
    failure::{Failure, Outcome},
    format::Format,
    integers::Integers,
    pair,
    product::{Kind, Product, Request},
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

fn product(verb: &'static str, ring_name: &str, kind: Kind, conjugate: bool, args: &PairArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let name = RingName::parse(ring_name)?;
    let format = Format::parse(&args.format.format)?;
    let ring = ring(&name)?;
    let phases = |[a, b]: [f64; 2]| format.phases(a + b, "multiplying");
    pair::run(args, settings, format, phases, |pair| ring.run(Request { verb, kind, conjugate, pair }))
}

/// Opens the ring with this name. `z` and `gf2`, which have products only, are rings here too.
fn ring(name: &RingName) -> Outcome<Box<dyn AnyRing<Product>>> {
    match name {
        RingName::Integers => Ok(Box::new(Integers)),
        RingName::BinaryPolynomials => Ok(Box::new(BinaryPolynomials)),
        name => open(name),
    }
}
