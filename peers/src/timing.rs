//! Times contestants in alternation.
//!
//! Every round runs each contestant once, all on the same buffer with the same input, and the next round starts
//! with another one: what slows the machine for a while slows all of them. Of each contestant the smallest and the
//! median sample are kept, and of each pair the median of the ratios within a round.

use std::{
    hint::black_box,
    ops::{Deref, DerefMut},
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

    /// What else the table tells of it.
    fn facts(&self) -> Facts {
        Facts::default()
    }
}

/// What the table tells of a contestant besides its time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// Nanoseconds to make the plan.
    pub plan_ns: Option<f64>,
    /// Nanoseconds to make a plan without any measurement, where there is a choice.
    pub estimate_ns: Option<f64>,
    /// Elements of scratch that it is handed, where it is handed any.
    pub scratch: Option<usize>,
}

/// A contestant and its facts.
pub struct Told<R> {
    pub run: R,
    pub facts: Facts,
}

impl<T: Clone, R: Contestant<T>> Contestant<T> for Told<R> {
    fn load(&mut self, input: &[T], work: &mut [T]) {
        self.run.load(input, work);
    }

    fn run(&mut self, work: &mut [T]) {
        self.run.run(work);
    }

    fn store(&mut self, work: &mut [T]) {
        self.run.store(work);
    }

    fn facts(&self) -> Facts {
        self.facts
    }
}

/// What `make` returns, and the nanoseconds it took.
pub fn clocked<R>(make: impl FnOnce() -> R) -> (R, f64) {
    let start = Instant::now();
    let result = make();
    (result, start.elapsed().as_nanos() as f64)
}

/// Elements whose address is a multiple of 64, which no allocator promises for a `Vec`.
pub struct Aligned<T> {
    vector: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Clone> Aligned<T> {
    /// The elements of `values`. Where their size does not divide 64 they stay where they are.
    pub fn new(mut values: Vec<T>) -> Self {
        const ALIGNMENT: usize = 64;
        let len = values.len();
        let size = size_of::<T>().max(1);
        if values.is_empty() || !ALIGNMENT.is_multiple_of(size) {
            return Aligned { vector: values, start: 0, len };
        }
        let first = values[0].clone();
        let mut vector: Vec<T> = Vec::with_capacity(len + ALIGNMENT / size);
        let start = vector.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT / size);
        vector.resize(start, first);
        vector.append(&mut values);
        Aligned { vector, start, len }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.vector[self.start..][..self.len]
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.vector[self.start..][..self.len]
    }
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
    /// MiB that are written before each call, so that tables, scratch and code come from memory; 0 for as many calls in turn as take a
    /// sample's time.
    pub cold: usize,
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
    pub ours_facts: Facts,
    pub peer_facts: Facts,
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

/// The most calls in a sample where results do not become inputs, or the input is zero.
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
            let mut work = Aligned::new(input.to_vec());
            contestant.load(input, &mut work);
            contestant.run(&mut work);
            contestant.store(&mut work);
            (name, work.to_vec())
        };
        names.into_iter().enumerate().map(result).collect()
    }

    /// Nanoseconds of one call: one call untimed, then `calls` timed, both from a fresh input. Bytes in `others` are written first, and
    /// there is no untimed call then.
    fn sample(&mut self, index: usize, calls: u32, work: &mut [T], others: &mut [u8]) -> f64 {
        let (input, contestant) = self.contestant(index);
        for line in others.chunks_mut(64) {
            line[0] = black_box(line[0].wrapping_add(1));
        }
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
        let mut work = Aligned::new(self.input.clone());
        let mut others = vec![0_u8; budget.cold << 20];
        let calls: Vec<u32> = (0..count)
            .map(|index| {
                self.sample(index, 1, &mut work, &mut []);
                let ns = self.sample(index, 1, &mut work, &mut []).max(1.0);
                if budget.cold > 0 {
                    return 1;
                }
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
                let ns = self.sample(index, calls[index], &mut work, &mut others);
                samples[index].push(ns);
            }
            let is_quiet = quiet();
            quiet_rounds += usize::from(was_quiet && is_quiet);
            was_quiet = is_quiet;
            rounds += 1;
        }
        let (ours, peers) = samples.split_at(1);
        let ours = &ours[0];
        let outcome = |(samples, (name, peer)): (&Vec<f64>, &(&'static str, Run<T>))| Outcome {
            peer: name,
            ours_min: minimum(ours),
            peer_min: minimum(samples),
            ours_median: median(ours.clone()),
            peer_median: median(samples.clone()),
            ratio_median: median(samples.iter().zip(ours).map(|(peer, ours)| peer / ours).collect()),
            rounds,
            quiet: quiet_rounds,
            ours_facts: self.ours.facts(),
            peer_facts: peer.facts(),
        };
        peers.iter().zip(&self.peers).map(outcome).collect()
    }

    fn run_for(&mut self, contestant: usize, time: Duration) -> u64 {
        let mut work = Aligned::new(self.input.clone());
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
