//! Products of two sequences over a ring.

use crate::{
    failure::{Failure, Outcome},
    pair::Pair,
    phrase,
    report::{Done, Report, seconds},
    ring::Job,
    spec::CONVOLUTIONS,
    suggest::unknown,
    values::Values,
};
use ringfft::conv::{self, Convolve};
use std::time::{Duration, Instant};

/// The kind of a product.
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
            _ => return Err(unknown("convolution", text, &CONVOLUTIONS)),
        })
    }
}

/// Two inputs and the product of them.
pub(crate) struct Request<'a> {
    pub(crate) verb: &'static str,
    pub(crate) kind: Kind,
    /// Conjugates the second input of a correlation.
    pub(crate) conjugate: bool,
    pub(crate) pair: Pair<'a>,
}

/// Multiplies two inputs.
pub(crate) struct Product;

impl Job for Product {
    type In<'a> = Request<'a>;
    type Out<'v> = Outcome<Done<'v>>;

    fn run<'v, V: Values<Ring: Convolve>>(values: &'v V, request: Request<'_>) -> Outcome<Done<'v>> {
        // The elements of the inputs, the result, and the memory of the product.
        let needed = |a: usize, b: usize| 2 * (a + b) as u128 * values.size() as u128 + values.product_bytes(a, b);
        let [a, mut b] = request.pair.elements(values, needed, "the product with its inputs")?;
        if request.conjugate {
            for element in &mut b {
                *element = values.conjugate(element).ok_or_else(|| no_conjugates(&values.name()))?;
            }
        }
        request.pair.progress.next();
        let (ring, n) = (values.ring(), a.len().max(b.len()));
        let start = Instant::now();
        let product = match request.kind {
            Kind::Linear => conv::linear(ring, &a, &b),
            Kind::Cyclic => conv::cyclic(ring, &a, &b, n),
            Kind::Negacyclic => conv::negacyclic(ring, &a, &b, n),
            Kind::Middle => conv::middle(ring, &a, &b),
            Kind::Correlate => conv::correlate(ring, &a, &b),
        }?;
        let elapsed = start.elapsed();
        let report = Report::new(request.verb)
            .saying(sentence(request.kind, &values.name(), [a.len(), b.len(), product.len()], elapsed))
            .with("ring", values.name())
            .with("lengths", vec![a.len(), b.len()])
            .with("length", product.len())
            .with("product_seconds", seconds(elapsed));
        let format = request.pair.format;
        Ok(Done { report, emit: Box::new(move |out| format.write(values, &product, out)) })
    }
}

/// Returns the error of a conjugate over a ring that has none.
pub(crate) fn no_conjugates(ring: &str) -> Failure {
    Failure::input(format!("--conjugate is for c32 and c64, and over {ring} nothing is conjugated: leave it out"))
}

/// Returns the report of a product: the lengths of both inputs and of the result.
pub(crate) fn sentence(kind: Kind, ring: &str, [a, b, product]: [usize; 3], time: Duration) -> String {
    let name = match kind {
        Kind::Linear => "product",
        Kind::Cyclic => "cyclic product",
        Kind::Negacyclic => "negacyclic product",
        Kind::Middle => "middle product",
        Kind::Correlate => "correlation",
    };
    format!(
        "{name} over {ring}: {} = {}; product {}",
        phrase::pair(a, b, "element"),
        phrase::counted(product, "element"),
        phrase::time(time)
    )
}
