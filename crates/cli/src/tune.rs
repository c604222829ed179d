//! `ringfft tune`: times the recipes worth considering and saves the fastest.

use crate::{
    args::TuneArgs,
    failure::Outcome,
    format::decoded,
    input,
    output::{Content, Output},
    progress::Progress,
    ring::open,
    settings::Settings,
    spec::Spec,
    values::Values,
};
use ringfft::plan::{Builder, Options, Tuning};
use std::path::Path;

/// Runs the verb.
pub(crate) fn run(args: &TuneArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let specs: Vec<Spec> = args.specs.iter().map(|spec| Spec::parse(spec)).collect::<Outcome<_>>()?;
    let output = Output::new(args.output.as_deref(), &[], Content::Text)?;
    // What the file holds already stays in it.
    let mut tuning = match args.output.as_deref().filter(|path| path.is_file()) {
        Some(path) => read(path)?,
        None => Tuning::new(),
    };
    let progress = Progress::steps("timing", specs.len() as u64);
    for spec in &specs {
        open(&spec.ring)?.tune(spec, &settings, &mut tuning)?;
        progress.step();
    }
    drop(progress);
    let text = tuning.to_string();
    output.write(|out| out.write_all(text.as_bytes()))
}

/// Times what the planner considers for one transform.
pub(crate) fn time<V: Values>(values: &V, spec: &Spec, settings: &Settings, tuning: &mut Tuning) -> Outcome<()> {
    values.check(spec.algorithm)?;
    let mut options = Options::default();
    options.algorithm = spec.algorithm;
    options.threads = settings.threads;
    options.isa = settings.isa;
    options.memory_limit = settings.memory;
    tuning.measure(&Builder::new(values.ring().clone(), spec.len).options(options))?;
    Ok(())
}

/// What an earlier run saved; nothing where another machine or version did.
pub(crate) fn read(path: &Path) -> Outcome<Tuning> {
    /// No saved file is longer.
    const LIMIT: u64 = 1 << 24;
    let bytes = input::read(path, Some(LIMIT))?;
    let text = decoded(&bytes, &path.display().to_string())?;
    Ok(String::from_utf8_lossy(text).parse()?)
}
