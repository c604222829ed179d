//! `ringfft tune`: times the recipes worth considering and saves the fastest.

use crate::{
    args::TuneArgs,
    failure::Outcome,
    output::{Content, Output},
    progress::Progress,
    ring::{Job, open},
    settings::Settings,
    spec::Spec,
    tuning::read,
    values::Values,
};
use ringfft::{conv::Convolve, plan::Tuning};

/// Runs the verb.
pub(crate) fn run(args: &TuneArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let specs: Vec<Spec> = args.specs.iter().map(|spec| Spec::parse(spec)).collect::<Outcome<_>>()?;
    let output = Output::new(args.output.as_deref(), &[], Content::Text)?;
    // Entries that the file holds already stay in it.
    let mut tuning = match args.output.as_deref().filter(|path| path.is_file()) {
        Some(path) => read(path)?,
        None => Tuning::new(),
    };
    let progress = Progress::steps("timing", specs.len() as u64);
    for spec in &specs {
        open::<Time>(&spec.ring)?.run((spec, &settings, &mut tuning))?;
        progress.step();
    }
    drop(progress);
    let text = tuning.to_string();
    output.write(|out| out.write_all(text.as_bytes()))
}

/// Times the recipes of one transform.
struct Time;

impl Job for Time {
    type In<'a> = (&'a Spec, &'a Settings, &'a mut Tuning);
    type Out<'v> = Outcome<()>;

    fn run<V: Values<Ring: Convolve>>(values: &V, (spec, settings, tuning): Self::In<'_>) -> Outcome<()> {
        values.time(spec, settings, tuning)
    }
}
