//! Times contestants in alternation.
//!
//! Every round runs each contestant once, all on the same buffer with the same input, and the next round starts
//! with another one: what slows the machine for a while slows all of them. Of each contestant the smallest and the
//! median sample are kept, and of each pair the median of the ratios within a round.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// An implementation: works in the shared buffer, or on data of its own.
///
/// A closure on a slice is one that works in the shared buffer.
pub trait Contestant<T: Clone> {
    /// Before every sample, not timed: the input goes where this contestant wants it.
    fn load(&mut self, input: &[T], work: &mut [T]) {
        work.clone_from_slice(input);
    }

    /// What is timed.
    fn run(&mut self, work: &mut [T]);

    /// After a run, not timed: the result goes into the shared buffer, for comparison.
    fn store(&mut self, _work: &mut [T]) {}
}

impl<T: Clone, F: FnMut(&mut [T])> Contestant<T> for F {
    fn run(&mut self, work: &mut [T]) {
        self(work);
    }
}

/// A contestant.
pub type Run<T> = Box<dyn Contestant<T>>;

/// Implementations of one and the same map.
pub struct Contest<T> {
    /// What every sample starts from.
    pub input: Vec<T>,
    /// Ours.
    pub ours: Run<T>,
    /// The others, by name.
    pub peers: Vec<(&'static str, Run<T>)>,
    /// The most calls in a sample. Repeated forward transforms of floats grow and must stay finite.
    pub most_calls: u32,
}

/// How long to measure one contest.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The least time.
    pub time: Duration,
    /// The least number of rounds.
    pub rounds: usize,
}

/// Ours against one peer.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub peer: &'static str,
    pub ours_min: f64,
    pub peer_min: f64,
    pub ours_median: f64,
    pub peer_median: f64,
    /// Median over the rounds of peer's time over ours.
    pub ratio_median: f64,
    pub rounds: usize,
    /// Rounds during which the core was this process's alone.
    pub quiet: usize,
}

/// What the table needs of a contest, whatever its element type.
pub trait Measure {
    fn measure(&mut self, budget: Budget) -> Vec<Outcome>;
    /// Runs one contestant (0 is ours) for a time and returns the number of calls.
    fn run_for(&mut self, contestant: usize, time: Duration) -> u64;
    fn names(&self) -> Vec<&'static str>;
}

/// A sample is as many calls as take about this long.
const SAMPLE: Duration = Duration::from_micros(100);

/// The most calls in a sample of repeated forward transforms: of floats, they grow.
pub const FEW_CALLS: u32 = 16;

/// The most calls in a sample where results do not become inputs.
pub const MANY_CALLS: u32 = 4096;

impl<T: Clone> Contest<T> {
    fn contestant(&mut self, index: usize) -> (&[T], &mut Run<T>) {
        (&self.input, if index == 0 { &mut self.ours } else { &mut self.peers[index - 1].1 })
    }

    /// What each contestant makes of the input, ours first.
    pub fn results(&mut self) -> Vec<(&'static str, Vec<T>)> {
        let names = self.names();
        let result = |(index, name)| {
            let (input, contestant) = self.contestant(index);
            let mut work = input.to_vec();
            contestant.load(input, &mut work);
            contestant.run(&mut work);
            contestant.store(&mut work);
            (name, work)
        };
        names.into_iter().enumerate().map(result).collect()
    }

    /// Nanoseconds of one call: one call untimed, then `calls` timed, both from a fresh input.
    fn sample(&mut self, index: usize, calls: u32, work: &mut [T]) -> f64 {
        let (input, contestant) = self.contestant(index);
        if calls > 1 {
            contestant.load(input, work);
            contestant.run(work);
        }
        contestant.load(input, work);
        let start = Instant::now();
        for _ in 0..calls {
            contestant.run(black_box(work));
        }
        start.elapsed().as_nanos() as f64 / f64::from(calls)
    }
}

impl<T: Clone> Measure for Contest<T> {
    fn measure(&mut self, budget: Budget) -> Vec<Outcome> {
        let count = self.peers.len() + 1;
        let mut work = self.input.clone();
        let calls: Vec<u32> = (0..count)
            .map(|index| {
                self.sample(index, 1, &mut work);
                let ns = self.sample(index, 1, &mut work).max(1.0);
                ((SAMPLE.as_nanos() as f64 / ns) as u32).clamp(1, self.most_calls)
            })
            .collect();
        let mut samples = vec![Vec::new(); count];
        let (start, mut quiet_rounds, mut rounds) = (Instant::now(), 0, 0);
        let mut was_quiet = quiet();
        // Three rounds on a quiet core are worth six times the budget.
        while rounds < budget.rounds
            || start.elapsed() < budget.time
            || quiet_rounds < 3 && start.elapsed() < 6 * budget.time
        {
            for turn in 0..count {
                let index = (rounds + turn) % count;
                let ns = self.sample(index, calls[index], &mut work);
                samples[index].push(ns);
            }
            let is_quiet = quiet();
            quiet_rounds += usize::from(was_quiet && is_quiet);
            was_quiet = is_quiet;
            rounds += 1;
        }
        let (ours, peers) = samples.split_at(1);
        let ours = &ours[0];
        let outcome = |(samples, (name, _)): (&Vec<f64>, &(&'static str, Run<T>))| Outcome {
            peer: name,
            ours_min: minimum(ours),
            peer_min: minimum(samples),
            ours_median: median(ours.clone()),
            peer_median: median(samples.clone()),
            ratio_median: median(samples.iter().zip(ours).map(|(peer, ours)| peer / ours).collect()),
            rounds,
            quiet: quiet_rounds,
        };
        peers.iter().zip(&self.peers).map(outcome).collect()
    }

    fn run_for(&mut self, contestant: usize, time: Duration) -> u64 {
        let mut work = self.input.clone();
        let (start, mut calls) = (Instant::now(), 0);
        while start.elapsed() < time {
            let (input, contestant) = self.contestant(contestant);
            contestant.load(input, &mut work);
            for _ in 0..FEW_CALLS {
                contestant.run(black_box(&mut work));
                calls += 1;
                if start.elapsed() >= time {
                    break;
                }
            }
        }
        calls
    }

    fn names(&self) -> Vec<&'static str> {
        std::iter::once("ringfft").chain(self.peers.iter().map(|(name, _)| *name)).collect()
    }
}

/// Every contestant computes exactly what ours does.
pub fn agree<T: Clone + PartialEq>(contest: &mut Contest<T>) -> crate::Result<()> {
    let mut results = contest.results().into_iter();
    let (_, ours) = results.next().expect("ours comes first");
    match results.find(|(_, theirs)| *theirs != ours) {
        Some((name, _)) => Err(format!("ours and {name} differ").into()),
        None => Ok(()),
    }
}

fn minimum(samples: &[f64]) -> f64 {
    samples.iter().copied().fold(f64::INFINITY, f64::min)
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

/// Whether the core is all ours now: a short loop bound by the adders runs within a tenth of its best speed. A
/// neighbour on the sibling hyperthread, or one that steals the core, slows it by a third or more.
fn quiet() -> bool {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    static BEST: AtomicU64 = AtomicU64::new(u64::MAX);
    let start = Instant::now();
    #[cfg(target_arch = "x86_64")]
    // SAFETY: changes the named registers only, all declared as outputs, and flags.
    unsafe {
        std::arch::asm!(
            "mov {count}, 10000",
            "2:",
            "add r8, 1", "add r9, 1", "add r10, 1", "add r11, 1", "add r12, 1", "add r13, 1",
            "add r8, 1", "add r9, 1", "add r10, 1", "add r11, 1", "add r12, 1", "add r13, 1",
            "dec {count}",
            "jnz 2b",
            count = out(reg) _, out("r8") _, out("r9") _, out("r10") _, out("r11") _,
            out("r12") _, out("r13") _,
            options(nomem, nostack),
        );
    }
    let ns = start.elapsed().as_nanos() as u64;
    let best = BEST.fetch_min(ns, Relaxed).min(ns);
    ns * 10 <= best * 11
}
