//! Times the same rows over two states of the crate, in turn and in one process.
//!
//!     compare MILLISECONDS [ROW...]
//!
//! A row is run where its name contains one of the arguments, or is one that is given as `=NAME`; without arguments all are. For
//! each row both states make four plans, between allocations of random length, and each round times all of them, the second round
//! in the reverse order, at one of 17 depths of the stack. The first column is the ratio of the least times, old over new:
//! above 1 the new state is faster. The others are the median of the rounds' ratios with a bootstrap interval of 95 %.
//!
//! Depth and allocations matter: vectors that a kernel keeps on the stack delay loads of data at the same place of another
//! page, by up to a half of the whole. Two programs, or one with its plans at fixed places, differ by that alone.

use std::{
    cell::RefCell,
    hint::black_box,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

/// Plans of each state for one row.
const PLANS: usize = 4;
/// Depths of the stack.
const DEPTHS: usize = 17;
/// Bytes of the memory that all rows share.
const ARENA: usize = 160 << 20;

/// Runs a row once; with `true`, fills its data instead.
type Run = Box<dyn FnMut(bool)>;

struct Row {
    name: String,
    make: Box<dyn Fn() -> Run>,
}

/// Splitmix64.
struct Seeded(u64);

impl Seeded {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }
}

/// Returns the memory that all rows share, at the start of a page.
fn arena(bytes: usize) -> *mut u8 {
    thread_local! {
        static MEMORY: RefCell<Vec<u64>> = RefCell::new(vec![0; ARENA / 8]);
    }
    assert!(bytes + 4096 <= ARENA);
    MEMORY.with_borrow_mut(|memory| {
        let start = memory.as_mut_ptr().cast::<u8>();
        start.wrapping_add(start.align_offset(4096))
    })
}

mod old_rows {
    use ::old as ringfft;
    include!("rows.rs");
}

mod new_rows {
    use ::new as ringfft;
    include!("rows.rs");
}

/// Returns the nanoseconds of a run.
fn time(run: &mut Run, runs: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..runs {
        run(false);
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(runs)
}

/// As [`time`], deeper on the stack.
#[inline(never)]
fn time_at(depth: usize, run: &mut Run, runs: u32) -> f64 {
    let pad = black_box([0u8; 200]);
    let nanoseconds = if depth == 0 { time(run, runs) } else { time_at(depth - 1, run, runs) };
    black_box(&pad);
    nanoseconds
}

fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}

/// Returns the ends of the middle 95 % of the medians of samples drawn with replacement.
fn interval(ratios: &[f64]) -> [f64; 2] {
    let mut seeded = Seeded(7);
    let mut medians: Vec<f64> =
        (0..200).map(|_| median((0..ratios.len()).map(|_| ratios[seeded.below(ratios.len())]).collect())).collect();
    medians.sort_by(f64::total_cmp);
    [medians[5], medians[194]]
}

/// Times one row over both states; `None` if one of them does not have it.
fn compare(old: &Row, new: &Row, budget: Duration) -> Option<String> {
    let (mut seeded, mut spacers, mut plans) = (Seeded(old.name.len() as u64), Vec::new(), Vec::new());
    for j in 0..2 * PLANS {
        let which = usize::from(matches!(j % 4, 1 | 2));
        let made = catch_unwind(AssertUnwindSafe(|| if which == 0 { (old.make)() } else { (new.make)() }));
        plans.push((which, made.ok()?));
        spacers.push(vec![1u8; 192 + seeded.below(8000)]);
    }
    plans[0].1(true);
    let mut runs = 1;
    while time(&mut plans[0].1, runs) * f64::from(runs) < 40_000.0 && runs < 1 << 16 {
        runs *= 2;
    }
    let (begin, mut least, mut ratios) = (Instant::now(), [f64::MAX; 2], Vec::new());
    while ratios.len() < 5 || begin.elapsed() < budget || (ratios.len() < DEPTHS && begin.elapsed() < budget * 8) {
        let (mut best, round) = ([f64::MAX; 2], ratios.len());
        for k in 0..plans.len() {
            let k = if round.is_multiple_of(2) { k } else { plans.len() - 1 - k };
            let (which, run) = &mut plans[k];
            run(true);
            run(false);
            best[*which] = best[*which].min(time_at(round % DEPTHS, run, runs));
        }
        ratios.push(best[0] / best[1]);
        least = [least[0].min(best[0]), least[1].min(best[1])];
    }
    let [low, high] = interval(&ratios);
    let (ratio, rounds) = (least[0] / least[1], ratios.len());
    let [old, new] = least;
    Some(format!("{ratio:.3} median {:.3} [{low:.3}, {high:.3}] {old:.0} {new:.0} ns, {rounds} rounds", median(ratios)))
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(Ok(milliseconds)) = arguments.next().map(|text| text.parse()) else {
        eprintln!("compare MILLISECONDS [ROW...]");
        std::process::exit(2);
    };
    let wanted: Vec<String> = arguments.collect();
    let fits =
        |name: &str, word: &String| word.strip_prefix('=').map_or(name.contains(word.as_str()), |word| name == word);
    for (old, new) in old_rows::rows().iter().zip(&new_rows::rows()) {
        assert_eq!(old.name, new.name, "the two states have different rows");
        if wanted.is_empty() || wanted.iter().any(|word| fits(&old.name, word)) {
            let result = compare(old, new, Duration::from_millis(milliseconds));
            println!("{:<28} {}", old.name, result.as_deref().unwrap_or("not there"));
        }
    }
}
