//! Does the time of a transform depend on its elements? Welch's t between the times for one fixed input and for random ones.
//!
//! `cargo bench --bench timing [-- SECONDS] [NAME]` times transforms of elements of two classes, all zero and random, in an order that
//! is drawn by chance, each from a buffer of its own so that caches cannot tell the classes apart; leaves out the slowest times at
//! several thresholds; and prints the greatest |t|, and beside it that of a control, in which both classes are random. Between copying
//! the elements and timing their transform another one runs, so that what the copy left under way is over. Where |t| is above 10 and
//! twice the control's the two are told apart by time; below 4.5 they are not, with as many calls as were made; between, the
//! machine's noise is as great. Other work on the machine makes both slower and neither different, but a quiet one tells more.
//!
//! # Source
//! \[Reparaz-Balasch-Verbauwhede 2017\]; thresholds of its test.

use num_complex::Complex;
use ringfft::{
    plan::{Accelerated, Isa, Plan, Threads},
    rings::{
        BabyBear, BinaryField, Bls12381Fr, Bn254Fr, ComplexRing, Gf2p64, Gf2p128, Goldilocks, KoalaBear, M31, Modular,
        binary, native,
    },
};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// Buffers of each class.
const BUFFERS: usize = 32;

/// Words without a pattern: splitmix64.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// Count, mean and sum of squared distances from it.
#[derive(Clone, Copy, Default)]
struct Moments(f64, f64, f64);

impl Moments {
    fn push(&mut self, x: f64) {
        self.0 += 1.0;
        let distance = x - self.1;
        self.1 += distance / self.0;
        self.2 += distance * (x - self.1);
    }
}

/// Welch's t; zero where one class has too few.
fn welch([a, b]: [Moments; 2]) -> f64 {
    if a.0.min(b.0) < 2.0 {
        return 0.0;
    }
    let variance = |m: Moments| m.2 / (m.0 - 1.0) / m.0;
    (a.1 - b.1) / (variance(a) + variance(b)).sqrt().max(f64::MIN_POSITIVE)
}

/// The greatest |t| over thresholds, and how many calls there were.
fn measure<R: Accelerated>(
    ring: R,
    n: usize,
    isa: Isa,
    zero: R::Element,
    random: &mut dyn FnMut() -> R::Element,
    budget: Duration,
    control: bool,
) -> Option<(f64, usize)> {
    let plan = Plan::builder(ring, n).isa(isa).threads(Threads::AtMost(1)).build().ok()?;
    let mut scratch = plan.scratch().ok()?;
    // The buffers of both classes by turns, so that neither lies better.
    let mut inputs: [Vec<Vec<R::Element>>; 2] = [Vec::new(), Vec::new()];
    for i in 0..2 * BUFFERS {
        let list: Vec<R::Element> =
            (0..n).map(|_| if i % 2 == 0 && !control { zero.clone() } else { random() }).collect();
        inputs[i % 2].push(list);
    }
    let other: Vec<R::Element> = (0..n).map(|_| random()).collect();
    let (mut work, mut before) = (other.clone(), other.clone());
    let (mut words, mut times) = (Words(1), Vec::new());
    let begin = Instant::now();
    while begin.elapsed() < budget || times.len() < 64 {
        let word = words.next();
        let class = (word & 1) as usize;
        work.clone_from_slice(&inputs[class][(word >> 32) as usize % BUFFERS]);
        before.clone_from_slice(&other);
        plan.forward_with(black_box(&mut before), &mut scratch).ok()?;
        let start = Instant::now();
        plan.forward_with(black_box(&mut work), &mut scratch).ok()?;
        times.push((class, start.elapsed().as_nanos() as f64));
    }
    let mut sorted: Vec<f64> = times.iter().map(|time| time.1).collect();
    sorted.sort_by(f64::total_cmp);
    let mut worst = 0.0f64;
    for step in 1..=16 {
        // The share that stays: 1 - 0.5^(step * 10 / 16), and all of them.
        let share = if step == 16 { 1.0 } else { 1.0 - 0.5f64.powf(f64::from(step) * 10.0 / 16.0) };
        let most = sorted[((sorted.len() - 1) as f64 * share) as usize];
        let mut classes = [Moments::default(); 2];
        for (class, time) in times.iter().filter(|time| time.1 <= most) {
            classes[*class].push(*time);
        }
        worst = worst.max(welch(classes).abs());
    }
    Some((worst, times.len()))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let testing = std::env::args().any(|argument| argument == "--test");
    let seconds = arguments.iter().find_map(|argument| argument.parse::<f64>().ok()).unwrap_or(2.0);
    let budget = if testing { Duration::ZERO } else { Duration::from_secs_f64(seconds) };
    let wanted = arguments.iter().find(|argument| argument.parse::<f64>().is_err());
    let mut words = Words(2);
    println!("{:28} {:8} {:>8} {:>9} {:>9}", "ring", "isa", "calls", "|t|", "control");
    macro_rules! rows {
        ($($name:literal $ring:expr, $n:expr, $zero:expr, $random:expr;)*) => {
            $(for isa in [Isa::Scalar, Isa::Avx2, Isa::Avx512] {
                let named = wanted.is_none_or(|wanted| $name.contains(wanted.as_str()));
                let random = $random;
                let mut found = |control| {
                    let mut random = || random(&mut words);
                    named.then(|| measure($ring, $n, isa, $zero, &mut random, budget / 2, control)).flatten()
                };
                if let (Some((t, calls)), Some((noise, _))) = (found(false), found(true)) {
                    let told = match t {
                        t if t > 10.0 && t > 2.0 * noise => "told apart",
                        t if t > 4.5 => "doubtful",
                        _ => "",
                    };
                    println!("{:28} {:8} {calls:>8} {t:>9.2} {noise:>9.2} {told}", $name, isa.name());
                }
            })*
        };
    }
    let float = |words: &mut Words| words.next() as f64 / 2f64.powi(63) - 1.0;
    let four = |words: &mut Words| [words.next(), words.next(), words.next(), words.next()];
    rows! {
        "complex f64" ComplexRing::<f64>::new(), 256, Complex::new(0.0, 0.0), |w: &mut Words| Complex::new(float(w), float(w));
        "BLS12-381 Fr" native::<Bls12381Fr>(), 256, Bls12381Fr::ZERO, |w: &mut Words| Bls12381Fr::from_limbs(four(w));
        "BN254 Fr" native::<Bn254Fr>(), 256, Bn254Fr::ZERO, |w: &mut Words| Bn254Fr::from_limbs(four(w));
        "Goldilocks" native::<Goldilocks>(), 256, Goldilocks::ZERO, |w: &mut Words| Goldilocks::new(w.next());
        "BabyBear" native::<BabyBear>(), 256, BabyBear::ZERO, |w: &mut Words| BabyBear::new(w.next());
        "KoalaBear" native::<KoalaBear>(), 256, KoalaBear::ZERO, |w: &mut Words| KoalaBear::new(w.next());
        "M31, length 6" native::<M31>(), 6, M31::ZERO, |w: &mut Words| M31::new(w.next());
        "a prime of 50 bits" Modular::new(PRIME).expect("odd"), 256, 0, |w: &mut Words| w.next() % PRIME;
        "a prime of 31 bits" Modular::new(2_013_265_921).expect("odd"), 256, 0, |w: &mut Words| w.next() % 2_013_265_921;
        "GF(2^64)" binary::<Gf2p64>(), 256, Gf2p64::from_bits(0), |w: &mut Words| Gf2p64::from_bits(w.next().into());
        "GF(2^128)" binary::<Gf2p128>(), 256, Gf2p128::from_bits(0), |w: &mut Words| Gf2p128::from_bits(w.next().into());
    }
}

/// `2^50 - 3014655`, 1 modulo `2^17`.
const PRIME: u64 = 0x3_ffff_ffd2_0001;
