//! Two inputs and the work on them: the part that products and the verbs of `poly` share.

use crate::{
    args::PairArgs,
    failure::Outcome,
    format::Format,
    input::{self, input_name},
    output::Output,
    progress::Progress,
    report::Done,
    settings::{Settings, check_kernels},
    values::{Element, Values},
};
use ringfft::plan::Accelerated;

/// Two inputs, as bytes, and the conditions of the work on them.
pub(crate) struct Pair<'a> {
    pub(crate) format: Format,
    pub(crate) settings: Settings,
    pub(crate) inputs: [&'a [u8]; 2],
    pub(crate) names: [String; 2],
    pub(crate) progress: &'a Progress,
}

/// Reads two inputs, runs the work, writes its result and reports. `phases` starts the progress for the bytes of the
/// inputs.
pub(crate) fn run<'v>(
    args: &PairArgs,
    settings: Settings,
    format: Format,
    phases: impl FnOnce([f64; 2]) -> Progress,
    work: impl FnOnce(Pair<'_>) -> Outcome<Done<'v>>,
) -> Outcome<()> {
    let PairArgs { a, b, output, .. } = args;
    let output = Output::new(output.as_deref(), &[a, b], format.content())?;
    let progress = Progress::new("reading");
    let inputs = input::read_two(a, b, settings.memory)?;
    let names = [a, b].map(|path| input_name(path));
    drop(progress);
    let progress = phases(inputs.each_ref().map(|input| input.len() as f64));
    let inputs = inputs.each_ref().map(Vec::as_slice);
    let Done { report, emit } = work(Pair { format, settings, inputs, names, progress: &progress })?;
    progress.next();
    output.write_under(progress, emit)?;
    report.note(settings.json);
    Ok(())
}

impl Pair<'_> {
    /// Returns the bytes of both inputs.
    pub(crate) fn bytes(&self) -> u128 {
        self.inputs.iter().map(|input| input.len() as u128).sum()
    }

    /// Reads both as elements. `needed` returns the bytes that two lists of these lengths take beside the inputs, for
    /// `what`. Beyond the limit nothing is read.
    pub(crate) fn elements<V: Values>(
        &self,
        values: &V,
        needed: impl FnOnce(usize, usize) -> u128,
        what: &str,
    ) -> Outcome<[Vec<Element<V>>; 2]> {
        check_kernels(self.settings.isa, values.ring().instruction_sets(), &values.name())?;
        let survey = |i: usize| {
            let survey = self.format.survey(values.npy(), values.width(), self.inputs[i], &self.names[i])?;
            survey.check_sequence(&self.names[i])?;
            Outcome::Ok((survey.count, survey.converted))
        };
        let ((a_len, a_more), (b_len, b_more)) = (survey(0)?, survey(1)?);
        let bytes = self.bytes() + a_more.max(b_more) as u128;
        input::within(self.settings.memory, bytes + needed(a_len, b_len), what)?;
        let read = |i: usize, len| self.format.read(values, self.inputs[i], len, &self.names[i]);
        Ok([read(0, a_len)?, read(1, b_len)?])
    }
}
