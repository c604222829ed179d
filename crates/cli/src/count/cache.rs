//! `count --cache SIZE,LINE`: the misses of a textbook transform in an ideal cache.

use super::tally::Chosen;
use crate::{
    failure::{Failure, Outcome, quoted},
    report::Report,
    spec::parse_bytes,
    values::AnyValues,
};
use ringfft::plan::Builder;
use ringfft_lab::cache::{Cache, Touching, misses};

/// Reads `SIZE,LINE`.
pub(super) fn parse(text: &str) -> Outcome<Cache> {
    let Some((size, line)) = text.split_once(',') else {
        return Err(Failure::input(format!(
            "{} is no cache: write its size and the size of a line, for instance 32K,64",
            quoted(text)
        )));
    };
    Ok(Cache::new(parse_bytes(size)?, parse_bytes(line)?)?)
}

/// Adds the accesses and misses of a recipe in an ideal cache to a report.
pub(super) fn report(
    report: Report,
    values: &dyn AnyValues,
    chosen: Chosen,
    (len, bytes): (usize, usize),
    cache: Cache,
) -> Outcome<Report> {
    let builder = Builder::new(Touching::new(values.erased()), len).options(chosen.options);
    let plan = values.points(&chosen.recipe)?.give(builder).build()?;
    let seen = misses(&plan, bytes as u64, cache)?;
    Ok(report
        .with("cache_bytes", cache.bytes)
        .with("cache_line", cache.line)
        .with("cache_accesses", seen.accesses)
        .with("cache_misses", seen.misses)
        .with("cache_lines", seen.lines))
}
