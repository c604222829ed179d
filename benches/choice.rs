//! Does the model of cost choose the fastest kernel? The time of the chosen kernel over that of the fastest compared, at 40 lengths.
//!
//! `cargo bench --bench choice [-- f32|f64] [LENGTH ...]` times, for each length, the eight kernels that the model counts as
//! cheapest, in turn, and prints how far the chosen one is from the fastest. Data and scratch move between rounds: places that share bits
//! of their addresses slow single kernels down by up to a third. `RINGFFT_ISA` and `RINGFFT_MACHINE` choose for other machines.
//! Without `--bench` it times three short lengths once.

use num_complex::Complex;
use ringfft::{
    algebra::StaticElement,
    plan::{Accelerated, Plan, Scale, Threads},
    rings::{ComplexRing, Real},
};
use std::{hint::black_box, time::Instant};

/// Powers of two, products of small primes, and lengths with a large prime.
const LENGTHS: [usize; 40] = [
    64, 72, 80, 96, 100, 128, 144, 180, 240, 243, 256, 300, 360, 480, 500, 512, 600, 720, 1000, 1009, 1024, 1080, 1500,
    2000, 2048, 2187, 3000, 4096, 5000, 5040, 8192, 10_000, 16_384, 30_030, 32_768, 59_049, 65_536, 65_537, 100_000,
    262_144,
];

/// The most kernels of a length.
const KERNELS: usize = 8;

/// Elements by which the data move from round to round, and the most that they move.
const STEP: usize = 328;
const MOST: usize = 1 << 13;

/// Returns the names of the kernels compared, each with the least of its times in nanoseconds.
fn times<T: Real>(n: usize, rounds: usize) -> Vec<(String, f64)>
where
    Complex<T>: StaticElement<Ring = ComplexRing<T>>,
    ComplexRing<T>: Accelerated<Element = Complex<T>>,
{
    let builder = Plan::builder(ComplexRing::<T>::new(), n).scale(Scale::NONE).threads(Threads::AtMost(1));
    let offers = builder.considered();
    let plans: Vec<_> = offers
        .into_iter()
        .filter_map(|offer| builder.clone().recipe(offer.recipe).build().ok())
        .take(KERNELS)
        .collect();
    let scratch = plans.iter().map(Plan::scratch_len).max().unwrap_or(0);
    let mut memory = vec![Complex::new(T::zero(), T::zero()); n + scratch + 2 * MOST];
    let mut found: Vec<_> = plans.iter().map(|plan| (plan.recipe().to_string(), f64::MAX)).collect();
    let runs = (30_000 / n).max(1);
    for round in 0..rounds {
        let (values, rest) = memory[round * STEP % MOST..].split_at_mut(n);
        let scratch = &mut rest[round * 7 * STEP % MOST..];
        for i in 0..plans.len() {
            let at = (i + round) % plans.len();
            let (plan, least) = (&plans[at], &mut found[at].1);
            for _ in 0..3 {
                let start = Instant::now();
                for _ in 0..runs {
                    let scratch = &mut scratch[..plan.scratch_len()];
                    plan.forward_with(black_box(values), scratch).expect("slices have the plan's lengths");
                }
                *least = least.min(start.elapsed().as_secs_f64() * 1e9 / runs as f64);
            }
        }
    }
    found
}

/// Prints the lengths, and how many of them are within 5 % of the fastest.
fn compare<T: Real>(name: &str, lengths: &[usize], rounds: usize)
where
    Complex<T>: StaticElement<Ring = ComplexRing<T>>,
    ComplexRing<T>: Accelerated<Element = Complex<T>>,
{
    let mut near = 0;
    for &n in lengths {
        let found = times::<T>(n, rounds);
        let Some((chosen, time)) = found.first() else { continue };
        let Some((fastest, least)) = found.iter().min_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
        near += usize::from(*time <= 1.05 * least);
        println!("{name} {n}: {:.2}, {chosen} {time:.0} ns, fastest {fastest} {least:.0} ns", time / least);
    }
    println!("{name}: the choice is within 5 % of the fastest at {near} of {} lengths", lengths.len());
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let bench = arguments.iter().any(|a| a == "--bench");
    let named: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    let lengths = match (named.is_empty(), bench) {
        (false, _) => &named[..],
        (true, true) => &LENGTHS[..],
        (true, false) => &LENGTHS[..3],
    };
    let rounds = if bench { 40 } else { 1 };
    let asked = |name: &str| arguments.iter().any(|a| a == name) || !arguments.iter().any(|a| a == "f32" || a == "f64");
    if asked("f64") {
        compare::<f64>("f64", lengths, rounds);
    }
    if asked("f32") {
        compare::<f32>("f32", lengths, rounds);
    }
}
