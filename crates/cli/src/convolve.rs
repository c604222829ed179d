//! `ringfft convolve` and `ringfft poly multiply`.

use crate::{
    args::{ConvolveArgs, PairArgs, PolyArgs},
    bits::BinaryPolynomials,
    failure::{Failure, Outcome, quoted},
    format::Format,
    input,
    integers::Integers,
    output::Output,
    progress::Progress,
    report::{Report, seconds},
    ring::{Done, Visitor, visit},
    settings::{Settings, check_kernels},
    spec::RingName,
    values::Values,
};
use ringfft::{
    conv::{self, Convolve},
    plan::Accelerated,
};
use std::{path::Path, time::Instant};

/// Which product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// All `len(a) + len(b) - 1` coefficients.
    Linear,
    /// Modulo `x^n - 1`, `n` the greater length.
    Cyclic,
    /// Modulo `x^n + 1`, `n` the greater length.
    Negacyclic,
    /// The coefficients to which all of the shorter input contributes.
    Middle,
    /// `sum_j a_(j+k) b_j` for every lag `k`, from `1 - len(b)` on.
    Correlate,
}

impl Kind {
    fn parse(text: &str) -> Outcome<Self> {
        Ok(match text {
            "linear" => Kind::Linear,
            "cyclic" => Kind::Cyclic,
            "negacyclic" => Kind::Negacyclic,
            "middle" => Kind::Middle,
            "correlate" => Kind::Correlate,
            _ => {
                return Err(Failure::input(format!(
                    "no convolution {}: there are linear, cyclic, negacyclic, middle and correlate",
                    quoted(text)
                )));
            }
        })
    }
}

/// Two inputs, as bytes, and what to do with them.
pub(crate) struct Request<'a> {
    pub(crate) verb: &'static str,
    pub(crate) kind: Kind,
    pub(crate) format: Format,
    pub(crate) settings: Settings,
    pub(crate) inputs: [&'a [u8]; 2],
    pub(crate) names: [String; 2],
}

/// Runs `convolve`.
pub(crate) fn run(args: &ConvolveArgs) -> Outcome<()> {
    product("convolve", &args.ring, Kind::parse(&args.kind)?, &args.pair)
}

/// Runs `poly multiply`.
pub(crate) fn poly_multiply(args: &PolyArgs) -> Outcome<()> {
    product("poly_multiply", &args.ring, Kind::Linear, &args.pair)
}

fn product(verb: &'static str, ring: &str, kind: Kind, pair: &PairArgs) -> Outcome<()> {
    let settings = Settings::new(&pair.common)?;
    let name = RingName::parse(ring)?;
    let format = Format::parse(&pair.format.format)?;
    let ring = open(&name)?;
    let output = Output::new(pair.output.as_deref(), &[&pair.a, &pair.b], format.content())?;
    let [a, b] = input::read_two(&pair.a, &pair.b, settings.memory)?;
    let names = [&pair.a, &pair.b].map(|path| input_name(path));
    let request = Request { verb, kind, format, settings, inputs: [&a, &b], names };
    let progress = Progress::new("multiplying");
    let Done { report, emit } = ring.convolve(&request)?;
    drop(progress);
    output.write(emit)?;
    report.note(settings.json);
    Ok(())
}

/// An input in messages.
pub(crate) fn input_name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() }
}

/// A ring with products, its elements hidden.
pub(crate) trait AnyProduct {
    /// The product of the inputs.
    fn convolve<'a>(&'a self, request: &Request<'_>) -> Outcome<Done<'a>>;
}

impl<V: Values<Ring: Convolve>> AnyProduct for V {
    fn convolve<'a>(&'a self, request: &Request<'_>) -> Outcome<Done<'a>> {
        let [a, b] = request.inputs;
        check_kernels(request.settings.isa, self.ring().instruction_sets(), &self.name())?;
        let survey = |i: usize| {
            let survey = request.format.survey(self.npy(), self.width(), request.inputs[i], &request.names[i])?;
            survey.check_sequence(&request.names[i])?;
            Outcome::Ok((survey.count, survey.converted))
        };
        let ((a_len, a_more), (b_len, b_more)) = (survey(0)?, survey(1)?);
        // Inputs, their elements, the result, and what the product takes.
        let bytes = (a.len() + b.len() + a_more.max(b_more)) as u128;
        let needed = bytes + 2 * (a_len + b_len) as u128 * self.size() as u128 + self.product_bytes(a_len, b_len);
        input::within(request.settings.memory, needed, "the product with its inputs")?;
        let a = request.format.read(self, a, a_len, &request.names[0])?;
        let b = request.format.read(self, b, b_len, &request.names[1])?;
        let (ring, n) = (self.ring(), a.len().max(b.len()));
        let start = Instant::now();
        let product = match request.kind {
            Kind::Linear => conv::linear(ring, &a, &b),
            Kind::Cyclic => conv::cyclic(ring, &a, &b, n),
            Kind::Negacyclic => conv::negacyclic(ring, &a, &b, n),
            Kind::Middle => conv::middle(ring, &a, &b),
            Kind::Correlate => conv::correlate(ring, &a, &b),
        }?;
        let report = Report::new(request.verb)
            .with("ring", self.name())
            .with("lengths", vec![a.len(), b.len()])
            .with("length", product.len())
            .with("product_seconds", seconds(start.elapsed()));
        let format = request.format;
        Ok(Done { report, emit: Box::new(move |out| format.write(self, &product, out)) })
    }
}

/// The ring of a name.
fn open(name: &RingName) -> Outcome<Box<dyn AnyProduct>> {
    struct Boxed;

    impl Visitor for Boxed {
        type Out = Box<dyn AnyProduct>;

        fn visit<V: Values<Ring: Convolve>>(self, values: V) -> Self::Out {
            Box::new(values)
        }
    }

    match name {
        RingName::Integers => Ok(Box::new(Integers)),
        RingName::BinaryPolynomials => Ok(Box::new(BinaryPolynomials)),
        name => visit(name, Boxed),
    }
}
