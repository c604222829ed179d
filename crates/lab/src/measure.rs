//! Times the contestants at one task in turn, in rounds of random order.
//!
//! # Idea
//! The speed of a machine varies over time. So contestants at one task are timed in rounds. Each round times each of
//! them once, in an order drawn from the seed, so that a disturbance affects all of them. Tasks come in random order
//! too.
//!
//! A sample is the time of several calls over their number, which makes the clock's overhead negligible. If the
//! elements would grow, they are restored between calls, and that is not timed. The first calls of each contestant are
//! not timed either. They warm up caches and processor, and determine the number of calls in a sample.

use crate::{
    choice::Choice,
    contestant::{Ask, Contestant, Prepared, Runner},
    error::{Error, Result},
    report::{Operations, Row},
    ring::TimedRing,
    statistics::median,
    task::Task,
};
use ringfft::plan::Isa;
use ringfft_testing::{Random, Tally};
use std::time::{Duration, Instant};

/// The greatest length for which operations are counted.
const LONGEST_COUNT: usize = 1 << 12;

/// The rounds and times of a comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    /// The number of rounds; each takes a sample of every contestant.
    pub(crate) rounds: usize,
    /// The time of a sample.
    pub(crate) sample: Duration,
    /// The most time of a contestant at a task; at least three rounds are taken.
    pub(crate) most: Duration,
    /// The seed.
    pub(crate) seed: u64,
    /// `true` if values stay in the contestant's own order.
    pub(crate) native_order: bool,
    /// The most bytes of a run.
    pub(crate) memory: u64,
}

/// One contestant under one condition.
pub(crate) struct Entry<'a> {
    pub(crate) contestant: &'a dyn Contestant,
    pub(crate) isa: Isa,
    pub(crate) threads: usize,
}

/// The rows of one task.
pub(crate) struct Timed {
    pub(crate) rows: Vec<Row>,
    /// The entries without a row, each with the error.
    pub(crate) refused: Vec<(usize, Error)>,
    /// The samples that were planned and taken.
    pub(crate) samples: (usize, usize),
}

/// A contestant that is being timed.
struct Running {
    prepared: Prepared,
    calls: u64,
    samples: Vec<f64>,
    row: Row,
    spent: Duration,
}

impl Running {
    /// Returns the bytes in use: two lists of elements, tables and scratch.
    fn bytes(&self) -> u64 {
        let row = &self.row;
        let elements = (row.task.elements() as u64).saturating_mul(2 * row.element_bytes);
        elements.saturating_add(row.table_bytes.unwrap_or(0)).saturating_add(row.scratch_bytes)
    }
}

/// Measures the contestants at one task. Ends early, after the running sample, once `stopped` returns true.
pub(crate) fn measure(
    task: &Task,
    entries: &[Entry<'_>],
    timing: &Timing,
    stopped: &dyn Fn() -> bool,
    step: &mut dyn FnMut(usize),
) -> Result<Timed> {
    let mut timed = Timed { rows: Vec::new(), refused: Vec::new(), samples: (entries.len() * timing.rounds, 0) };
    let mut running: Vec<Running> = Vec::new();
    let mut held = 0;
    for (index, entry) in entries.iter().enumerate() {
        if stopped() {
            break;
        }
        let mut ask = Ask::new(task);
        (ask.isa, ask.threads) = (entry.isa, entry.threads);
        (ask.native_order, ask.memory, ask.seed) =
            (timing.native_order, timing.memory.saturating_sub(held), timing.seed);
        match prepare(entry, &ask, timing) {
            Ok(one) => {
                held += one.bytes();
                running.push(one);
            }
            Err(error @ Error::Verification(_)) => return Err(error),
            Err(error) => {
                timed.samples.0 -= timing.rounds;
                step(timing.rounds);
                timed.refused.push((index, error));
            }
        }
    }
    let mut random = Random::new(timing.seed ^ task.len() as u64);
    let mut order: Vec<usize> = (0..running.len()).collect();
    'rounds: for round in 0..timing.rounds {
        shuffle(&mut order, &mut random);
        for &index in &order {
            if stopped() {
                break 'rounds;
            }
            let one = &mut running[index];
            if round < 3 || one.spent < timing.most {
                let begin = Instant::now();
                let sample = sample(one.prepared.runner.as_mut(), one.calls)?;
                one.samples.push(sample);
                one.spent += begin.elapsed();
            } else {
                timed.samples.0 -= 1;
            }
            step(1);
        }
    }
    for one in running {
        timed.samples.1 += one.samples.len();
        if !one.samples.is_empty() {
            timed.rows.push(Row { calls: one.calls, samples: one.samples, ..one.row });
        }
    }
    Ok(timed)
}

/// A run that is warmed up, the calls per sample, and its samples.
type Warm = (Box<dyn Runner>, u64, Vec<f64>);

/// Measures plans of one ring at one task in turn. Returns the median nanoseconds of each, or the reason why it cannot
/// run.
pub fn time_choices(ring: &dyn TimedRing, ask: &Ask<'_>, choices: &[Choice]) -> Vec<Result<f64>> {
    const ROUNDS: usize = 11;
    const SAMPLE: f64 = 1e6;
    let prepared = choices.iter().map(|choice| {
        let mut runner = ring.prepare(ask, choice)?.runner;
        let calls = warmed(runner.as_mut(), SAMPLE)?;
        Ok((runner, calls, Vec::new()))
    });
    let mut running: Vec<Result<Warm>> = prepared.collect();
    for _ in 0..ROUNDS {
        for one in &mut running {
            let Ok((runner, calls, samples)) = one else { continue };
            match sample(runner.as_mut(), *calls) {
                Ok(ns) => samples.push(ns),
                Err(error) => *one = Err(error),
            }
        }
    }
    running.into_iter().map(|one| one.map(|(.., samples)| median(&samples))).collect()
}

/// Prepares a contestant, checks its result, warms it up, and determines the calls per sample.
fn prepare(entry: &Entry<'_>, ask: &Ask<'_>, timing: &Timing) -> Result<Running> {
    let mut prepared = entry.contestant.prepare(ask)?;
    let error = prepared.runner.error().map_err(|error| match error {
        Error::Verification(text) => Error::Verification(format!("{}: {text}", entry.contestant.name())),
        other => other,
    })?;
    let counted = ask.task.len() <= LONGEST_COUNT && ask.task.shape.len() == 1;
    let tally = if counted { entry.contestant.count(ask) } else { None };
    let row = Row {
        task: ask.task.clone(),
        variant: entry.contestant.name(),
        isa: entry.isa.name().into(),
        threads: entry.threads,
        recipe: prepared.recipe.clone(),
        order: prepared.order.clone(),
        complex: prepared.complex,
        plan_seconds: prepared.plan_seconds,
        table_bytes: prepared.table_bytes,
        scratch_bytes: prepared.scratch_bytes,
        element_bytes: prepared.element_bytes,
        error,
        check: error.and(prepared.runner.check()),
        operations: tally.map(operations),
        calls: 1,
        samples: Vec::new(),
    };
    let calls = warmed(prepared.runner.as_mut(), timing.sample.as_nanos() as f64)?;
    Ok(Running { prepared, calls, samples: Vec::new(), row, spent: Duration::ZERO })
}

/// Runs a contestant until it is warm. Returns the calls per sample of `wanted` nanoseconds.
fn warmed(runner: &mut dyn Runner, wanted: f64) -> Result<u64> {
    const MOST: u64 = 1 << 24;
    let mut calls = 1;
    loop {
        let ns = sample(runner, calls)? * calls as f64;
        if ns >= wanted / 4.0 || calls >= MOST {
            return Ok(((calls as f64 * wanted / ns) as u64).clamp(1, MOST));
        }
        calls *= 4;
    }
}

/// Returns the nanoseconds of a call, as the mean of `calls`.
fn sample(runner: &mut dyn Runner, calls: u64) -> Result<f64> {
    let (mut left, mut spent) = (calls, Duration::ZERO);
    while left > 0 {
        let some = left.min(u64::from(runner.most_calls().max(1)));
        runner.refresh();
        let begin = Instant::now();
        for _ in 0..some {
            runner.run()?;
        }
        spent += begin.elapsed();
        left -= some;
    }
    // Clocks do not resolve less than a nanosecond.
    Ok((spent.as_nanos() as f64).max(1.0) / calls as f64)
}

/// Permutes a list at random.
pub(crate) fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last + 1));
    }
}

fn operations(tally: Tally) -> Operations {
    Operations {
        additions: tally.additions,
        products: tally.products() + tally.general,
        products_by_i: tally.products_by_i(),
        real: tally.real_additions() + tally.real_products(),
    }
}
