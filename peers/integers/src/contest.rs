//! Interleaved timing: every contestant computes the same product, one after another, round by round.

use crate::Result;
use std::time::{Duration, Instant};

/// The name of the contestant that the ratios refer to.
pub const OURS: &str = "ringfft";

/// A way to compute the product of a row.
pub trait Contestant {
    /// Returns the name in tables.
    fn name(&self) -> &'static str;

    /// Sets what the product needs, outside of what is timed.
    fn prepare(&mut self) {}

    /// Computes the product `calls` times.
    fn run(&mut self, calls: u32);

    /// Returns the last product as words, without leading zeros.
    fn product(&self) -> Vec<u64>;
}

/// A contestant from two closures over a state.
pub struct Entry<S, C, P> {
    /// The name in tables.
    pub name: &'static str,
    /// The operands and the product.
    pub state: S,
    /// Computes the product once.
    pub call: C,
    /// Returns the product as words.
    pub product: P,
}

impl<S, C: FnMut(&mut S), P: Fn(&S) -> Vec<u64>> Contestant for Entry<S, C, P> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn run(&mut self, calls: u32) {
        for _ in 0..calls {
            (self.call)(&mut self.state);
        }
    }

    fn product(&self) -> Vec<u64> {
        let mut words = (self.product)(&self.state);
        words.truncate(words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1));
        words
    }
}

/// A contestant that sets something before it is timed, such as the number of threads of a library.
pub struct Prepared<'a, F> {
    /// The contestant.
    pub contestant: Boxed<'a>,
    /// Sets it, before every call.
    pub prepare: F,
}

impl<F: FnMut()> Contestant for Prepared<'_, F> {
    fn name(&self) -> &'static str {
        self.contestant.name()
    }

    fn prepare(&mut self) {
        (self.prepare)();
    }

    fn run(&mut self, calls: u32) {
        self.contestant.run(calls);
    }

    fn product(&self) -> Vec<u64> {
        self.contestant.product()
    }
}

/// A boxed contestant that may borrow the operands of its row.
pub type Boxed<'a> = Box<dyn Contestant + 'a>;

/// The length of a contest.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The time of all samples of one contestant.
    pub time: Duration,
    /// A contestant that takes longer for one product is timed once and not again.
    pub limit: Duration,
}

/// The times of one contestant, in nanoseconds for one product.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The name of the contestant.
    pub name: &'static str,
    /// The least time.
    pub least: f64,
    /// The median over the samples.
    pub median: f64,
    /// The number of samples.
    pub samples: usize,
}

/// A sample lasts at least this long, unless it would have more than `MOST_CALLS` calls.
const SAMPLE: Duration = Duration::from_micros(20);
const MOST_CALLS: u32 = 1 << 14;

/// Every contestant takes at least this many samples unless one product passes the limit.
const LEAST_SAMPLES: usize = 5;

/// Products shorter than this are computed once, untimed, before each sample: it warms the caches that the contestant before has filled.
const WARMED: Duration = Duration::from_millis(5);

struct Runner<'c, 'a> {
    contestant: &'c mut Boxed<'a>,
    calls: u32,
    warm: bool,
    spent: Duration,
    samples: Vec<f64>,
    retired: bool,
}

impl Runner<'_, '_> {
    fn sample(&mut self, calls: u32) -> Duration {
        let start = Instant::now();
        self.contestant.run(calls);
        start.elapsed()
    }

    /// Finds how many calls fill a sample.
    fn calibrate(&mut self) {
        loop {
            let elapsed = self.sample(self.calls);
            self.warm = elapsed / self.calls < WARMED;
            if elapsed >= SAMPLE || self.calls >= MOST_CALLS {
                return;
            }
            self.calls *= 2;
        }
    }

    fn round(&mut self) {
        self.contestant.prepare();
        if self.warm {
            self.contestant.run(1);
        }
        let elapsed = self.sample(self.calls);
        self.spent += elapsed;
        self.samples.push(elapsed.as_nanos() as f64 / f64::from(self.calls));
    }

    fn wants_more(&self, budget: &Budget) -> bool {
        !self.retired && (self.spent < budget.time || self.samples.len() < LEAST_SAMPLES)
    }

    fn timing(mut self) -> Timing {
        self.samples.sort_by(f64::total_cmp);
        let samples = self.samples.len();
        Timing { name: self.contestant.name(), least: self.samples[0], median: self.samples[samples / 2], samples }
    }
}

/// Compares every contestant's product with that of the first, then times all of them in alternation. The order rotates from round to
/// round. The first contestant takes part as long as any other does.
///
/// # Errors
/// Returns an error that names the contestant whose product differs.
pub fn contest(contestants: &mut [Boxed<'_>], budget: &Budget) -> Result<Vec<Timing>> {
    let mut runners: Vec<_> = contestants
        .iter_mut()
        .map(|contestant| Runner {
            contestant,
            calls: 1,
            warm: true,
            spent: Duration::ZERO,
            samples: Vec::new(),
            retired: false,
        })
        .collect();
    let mut product = None;
    for runner in &mut runners {
        runner.contestant.prepare();
        let elapsed = runner.sample(1);
        let found = runner.contestant.product();
        let product = product.get_or_insert_with(|| found.clone());
        if found != *product {
            return Err(difference(runner.contestant.name(), product, &found).into());
        }
        if elapsed > budget.limit {
            runner.retired = true;
            runner.samples.push(elapsed.as_nanos() as f64);
        } else {
            runner.calibrate();
        }
    }
    drop(product);
    for first in 0.. {
        let count = runners.len();
        let others = runners[1..].iter().any(|runner| runner.wants_more(budget));
        if !others && !runners[0].wants_more(budget) {
            break;
        }
        for index in (0..count).map(|k| (first + k) % count) {
            if runners[index].wants_more(budget) || index == 0 && others && !runners[0].retired {
                runners[index].round();
            }
        }
    }
    Ok(runners.into_iter().map(Runner::timing).collect())
}

fn difference(name: &str, ours: &[u64], theirs: &[u64]) -> String {
    let len = ours.len().max(theirs.len());
    let word = |words: &[u64], at: usize| words.get(at).copied().unwrap_or(0);
    let at = (0..len).find(|&at| word(ours, at) != word(theirs, at)).unwrap_or(0);
    let (ours, theirs) = (word(ours, at), word(theirs, at));
    format!("the product of {name} differs from ours: word {at} of {len} is {theirs:#x}, ours has {ours:#x}")
}

#[cfg(test)]
mod tests {
    use super::{Boxed, Budget, Entry, OURS, contest};
    use std::time::Duration;

    const BUDGET: Budget = Budget { time: Duration::from_millis(1), limit: Duration::from_secs(1) };

    fn entry(name: &'static str, words: Vec<u64>) -> Boxed<'static> {
        Box::new(Entry { name, state: words, call: |_: &mut Vec<u64>| (), product: Vec::clone })
    }

    #[test]
    fn leading_zeros_do_not_matter() {
        let mut all = [entry(OURS, vec![1, 2, 0]), entry("peer", vec![1, 2])];
        let timings = contest(&mut all, &BUDGET).unwrap();
        assert_eq!(timings.iter().map(|timing| timing.name).collect::<Vec<_>>(), [OURS, "peer"]);
        assert!(timings.iter().all(|timing| timing.samples >= super::LEAST_SAMPLES && timing.least <= timing.median));
    }

    #[test]
    fn wrong_products_are_named() {
        let mut all = [entry(OURS, vec![1, 2]), entry("peer", vec![1, 3])];
        let error = contest(&mut all, &BUDGET).unwrap_err().to_string();
        assert!(error.contains("peer") && error.contains("word 1 of 2"), "{error}");
    }

    #[test]
    fn slow_contestants_run_once() {
        let slow = Entry {
            name: "slow",
            state: (),
            call: |_: &mut ()| std::thread::sleep(Duration::from_millis(30)),
            product: |_: &()| vec![1],
        };
        let budget = Budget { limit: Duration::from_millis(10), ..BUDGET };
        let mut all: [Boxed<'_>; 2] = [entry(OURS, vec![1]), Box::new(slow)];
        assert_eq!(contest(&mut all, &budget).unwrap()[1].samples, 1);
    }
}
