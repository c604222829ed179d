//! Products of two sequences over a ring.

use crate::{
    failure::{Failure, Outcome, quoted},
    format::Format,
    input,
    report::{Done, Report, seconds},
    ring::Job,
    settings::{Settings, check_kernels},
    values::Values,
};
use ringfft::{
    conv::{self, Convolve},
    plan::Accelerated,
};
use std::time::Instant;

/// Selects the product.
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
    /// Reads a name.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
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

/// Holds two inputs, as bytes, and what to do with them.
pub(crate) struct Request<'a> {
    pub(crate) verb: &'static str,
    pub(crate) kind: Kind,
    pub(crate) format: Format,
    pub(crate) settings: Settings,
    pub(crate) inputs: [&'a [u8]; 2],
    pub(crate) names: [String; 2],
}

impl Job for Request<'_> {
    type Out<'v> = Outcome<Done<'v>>;

    fn run<V: Values<Ring: Convolve>>(self, values: &V) -> Outcome<Done<'_>> {
        let [a, b] = self.inputs;
        check_kernels(self.settings.isa, values.ring().instruction_sets(), &values.name())?;
        let survey = |i: usize| {
            let survey = self.format.survey(values.npy(), values.width(), self.inputs[i], &self.names[i])?;
            survey.check_sequence(&self.names[i])?;
            Outcome::Ok((survey.count, survey.converted))
        };
        let ((a_len, a_more), (b_len, b_more)) = (survey(0)?, survey(1)?);
        // Inputs, their elements, the result, and what the product takes.
        let bytes = (a.len() + b.len() + a_more.max(b_more)) as u128;
        let needed = bytes + 2 * (a_len + b_len) as u128 * values.size() as u128 + values.product_bytes(a_len, b_len);
        input::within(self.settings.memory, needed, "the product with its inputs")?;
        let a = self.format.read(values, a, a_len, &self.names[0])?;
        let b = self.format.read(values, b, b_len, &self.names[1])?;
        let (ring, n) = (values.ring(), a.len().max(b.len()));
        let start = Instant::now();
        let product = match self.kind {
            Kind::Linear => conv::linear(ring, &a, &b),
            Kind::Cyclic => conv::cyclic(ring, &a, &b, n),
            Kind::Negacyclic => conv::negacyclic(ring, &a, &b, n),
            Kind::Middle => conv::middle(ring, &a, &b),
            Kind::Correlate => conv::correlate(ring, &a, &b),
        }?;
        let report = Report::new(self.verb)
            .with("ring", values.name())
            .with("lengths", vec![a.len(), b.len()])
            .with("length", product.len())
            .with("product_seconds", seconds(start.elapsed()));
        let format = self.format;
        Ok(Done { report, emit: Box::new(move |out| format.write(values, &product, out)) })
    }
}
