//! The transform of a channel of a picture, and the numbers of its options.

use crate::{
    failure::{Failure, Outcome, quoted},
    input::{self, Limit},
    settings::Settings,
};
use ringfft::{Error, real::Packed2d};
use std::ops::RangeInclusive;

/// The default limit of the bytes of a picture.
const MEMORY: u64 = 4 << 30;

/// Returns the memory limit of a picture.
pub(super) fn memory(settings: &Settings) -> Limit {
    settings.memory.map_or(Limit::Default(MEMORY), Limit::Asked)
}

/// Builds the transform of one channel. `held` bytes count against the memory limit too.
pub(super) fn plan(rows: usize, cols: usize, settings: &Settings, held: u128) -> Outcome<Packed2d<f64>> {
    let memory = memory(settings);
    let free = u64::try_from(u128::from(memory.bytes().unwrap_or(u64::MAX)).saturating_sub(held)).unwrap_or(0);
    let builder = Packed2d::builder(rows, cols).threads(settings.threads).isa(settings.isa).device(settings.device);
    builder.memory_limit(free).build().map_err(|error| match error {
        // The error states the sum of the plan's bytes and those held.
        Error::Memory { needed, limit: Some(_), .. } => {
            let refused = input::within(memory, held + needed, "the picture with its transform");
            refused.err().unwrap_or(error.into())
        }
        error => error.into(),
    })
}

/// Parses an option that is a number in `range`.
pub(super) fn number(name: &str, text: &str, range: RangeInclusive<f64>) -> Outcome<f64> {
    text.parse::<f64>().ok().filter(|value| range.contains(value)).ok_or_else(|| {
        Failure::input(format!(
            "--{name} is {}, but it must be a number from {} to {}",
            quoted(text),
            range.start(),
            range.end()
        ))
    })
}

/// Returns the frequency of index `k` in cycles per pixel, for `len` pixels.
pub(super) fn cycles(k: isize, len: usize) -> f64 {
    k as f64 / len as f64
}
