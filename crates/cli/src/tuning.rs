//! Measured recipes: timed now, or read from a file of an earlier run.

use crate::{failure::Outcome, format::decoded, input, settings::Settings, spec::Spec, values::Values};
use ringfft::plan::{Builder, Options, Recipe, Tuning};
use std::path::Path;

/// Measures every recipe that the planner considers for one transform, and returns the fastest.
pub(crate) fn time<V: Values>(values: &V, spec: &Spec, settings: &Settings, tuning: &mut Tuning) -> Outcome<Recipe> {
    values.check(spec.algorithm)?;
    let mut options = Options::default();
    options.algorithm = spec.algorithm;
    options.threads = settings.threads;
    options.isa = settings.isa;
    options.memory_limit = settings.memory;
    Ok(tuning.measure(&Builder::new(values.ring().clone(), spec.len).options(options))?)
}

/// Reads the file of an earlier run. The result is empty if another machine or version wrote it.
pub(crate) fn read(path: &Path) -> Outcome<Tuning> {
    /// Bounds the length of the file.
    const LIMIT: u64 = 1 << 24;
    let bytes = input::read(path, Some(LIMIT))?;
    let text = decoded(&bytes, &path.display().to_string())?;
    Ok(String::from_utf8_lossy(text).parse()?)
}
