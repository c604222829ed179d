//! `ringfft verify`: transforms against evaluation that shares no code with them.

mod additive;
mod case;
mod check;
mod checksum;
mod sample;
mod side_by_side;
mod tally;

use crate::{
    args::VerifyArgs,
    failure::{Failure, Outcome, quoted},
    output::Output,
    progress::Progress,
    report::{Report, seconds},
    settings::Settings,
    spec::{Spec, canonical_u64},
};
use case::Verdict;
use ringfft::plan::Isa;
use std::time::Instant;
use tally::Tally;

/// Runs the verb.
pub(crate) fn run(args: &VerifyArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let output = Output::report()?;
    let seed = canonical_u64(&args.seed)
        .ok_or_else(|| Failure::input(format!("{} is no seed: give an integer below 2^64", quoted(&args.seed))))?;
    let named: Vec<Spec> = args.specs.iter().map(|spec| Spec::parse(spec)).collect::<Outcome<_>>()?;
    let specs = match (named.is_empty(), args.full) {
        (false, _) => named.iter().flat_map(sample::algorithms_of).collect::<Vec<_>>(),
        (true, false) => sample::short()?,
        (true, true) => sample::full()?,
    };
    let specs: Vec<(Spec, Isa)> = specs
        .into_iter()
        .flat_map(|spec| {
            let sets = sample::instruction_sets(&spec, settings.isa);
            sets.into_iter().map(move |isa| (spec.clone(), isa))
        })
        .collect();
    let start = Instant::now();
    let progress = Progress::steps("verifying", specs.len() as u64);
    let mut tally = Tally::default();
    // With --full, progress is reported ring by ring.
    let parts: Vec<&[(Spec, Isa)]> = match args.full {
        true => specs.chunk_by(|(a, _), (b, _)| a.ring == b.ring).collect(),
        false => vec![&specs],
    };
    for part in parts {
        let ring_start = Instant::now();
        let verdicts = side_by_side::run(part, seed, &settings, &progress)?;
        for ((spec, isa), verdict) in part.iter().zip(verdicts) {
            match verdict {
                // A SPEC that names its algorithm must be possible; for one without, the planner's choice must be.
                Ok(Verdict::Skipped(_, failure))
                    if named.contains(spec) || (!named.is_empty() && spec.algorithm.is_none()) =>
                {
                    return Err(failure);
                }
                Ok(verdict) => tally.add(spec, *isa, verdict),
                Err(failure @ (Failure::Resource(_) | Failure::BrokenPipe)) => return Err(failure),
                Err(failure) if !named.is_empty() => return Err(failure),
                Err(failure) => tally.add(spec, *isa, Verdict::Failed(failure.to_string())),
            }
        }
        if let (true, Some((spec, _))) = (args.full, part.first()) {
            tally.note_ring(&spec.ring, ring_start.elapsed(), settings.json);
        }
    }
    drop(progress);
    let report = Report::new("verify")
        .with("passed", tally.passed)
        .with("failed", tally.failures.len())
        .with_all(tally.skipped())
        .with("seed", seed)
        .with("failures", tally.failures.clone())
        .with("seconds", seconds(start.elapsed()));
    let text = if settings.json { format!("{:#}\n", report.json()) } else { tally.text(seed) };
    output.write(|out| out.write_all(text.as_bytes()))?;
    match tally.failures.as_slice() {
        [] => Ok(()),
        [first, ..] => {
            Err(Failure::Verification(format!("{} of the checks, the first: {first}", tally.failures.len())))
        }
    }
}
