//! Runs checks on all cores. Each check keeps the thread count of its transforms.

use super::{
    case::{Case, Verdict},
    check,
};
use crate::{
    failure::{Failure, Outcome},
    progress::Progress,
    ring::{AnyRing, Job, open},
    settings::Settings,
    spec::{RingName, Spec},
    values::Values,
};
use ringfft::{
    conv::Convolve,
    plan::{Isa, Threads},
};
use std::{
    panic,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// The greatest length of checks that run in parallel. Longer ones run one at a time and use all cores.
const LONG: usize = 1 << 16;

/// Bytes of the stack of a thread, as many as the main thread has.
const STACK: usize = 8 << 20;

/// Checks transforms.
struct Check;

impl Job for Check {
    type In<'a> = &'a Case;
    type Out<'v> = Outcome<Verdict>;

    fn run<V: Values<Ring: Convolve>>(values: &V, case: &Case) -> Outcome<Verdict> {
        check::check(values, case)
    }
}

/// Checks every case, and returns the verdicts in their order. With a memory limit, the checks run one after another.
pub(super) fn run(
    specs: &[(Spec, Isa)],
    seed: u64,
    settings: &Settings,
    progress: &Progress,
) -> Outcome<Vec<Outcome<Verdict>>> {
    let mut rings: Vec<(&RingName, Box<dyn AnyRing<Check>>)> = Vec::new();
    for (Spec { ring, .. }, _) in specs {
        if rings.iter().all(|(name, _)| *name != ring) {
            rings.push((ring, open(ring)?));
        }
    }
    let check = |(spec, isa): &(Spec, Isa)| {
        let Spec { len, algorithm, .. } = *spec;
        let Settings { threads, memory, .. } = *settings;
        let case = Case { len, algorithm, seed, threads, isa: *isa, memory };
        let ring = rings.iter().find(|(name, _)| **name == spec.ring).map(|(_, ring)| ring);
        let verdict = ring.map_or_else(|| open::<Check>(&spec.ring)?.run(&case), |ring| ring.run(&case));
        progress.step();
        verdict
    };
    let workers = match (settings.memory, settings.threads) {
        (Some(_), _) => 1,
        (None, Threads::AtMost(threads)) => threads,
        (None, _) => thread::available_parallelism().map_or(1, usize::from),
    };
    let short: Vec<usize> = (0..specs.len()).filter(|&i| workers > 1 && specs[i].0.len <= LONG).collect();
    let next = AtomicUsize::new(0);
    // Every thread takes the next remaining case.
    let work = || {
        let place = || short.get(next.fetch_add(1, Ordering::Relaxed)).copied();
        std::iter::from_fn(place).map(|i| (i, check(&specs[i]))).collect::<Vec<_>>()
    };
    let mut verdicts: Vec<Option<Outcome<Verdict>>> = specs.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let threads = (0..workers.min(short.len())).map(spawn).collect::<Result<Vec<_>, _>>();
        let threads = threads.map_err(|error| Failure::Resource(format!("cannot start {workers} threads: {error}")))?;
        for thread in threads {
            let done = thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload));
            done.into_iter().for_each(|(i, verdict)| verdicts[i] = Some(verdict));
        }
        Outcome::Ok(())
    })?;
    for (case, verdict) in specs.iter().zip(&mut verdicts) {
        verdict.get_or_insert_with(|| check(case));
    }
    Ok(verdicts.into_iter().flatten().collect())
}
