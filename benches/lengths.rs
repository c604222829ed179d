//! No length is pathological: time per `n log2 n` of complex transforms over many lengths, against the neighbouring powers of two.
//!
//! `cargo bench --bench lengths [-- f32|f64] [UP_TO]` times every length up to 20000 (or `UP_TO`) and 200 random ones up to 10^7,
//! times again alone what exceeds 4 times the worse of its two neighbouring powers of two, prints the worst ones, and fails
//! where one exceeds 6 times. Under `cargo test` it times 40 lengths once and judges nothing.

use num_complex::Complex;
use ringfft::{
    algebra::StaticElement,
    plan::{Accelerated, Plan, Scale, Threads},
    rings::{ComplexRing, Real},
};
use std::{
    collections::BTreeMap,
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant},
};

/// Nanoseconds of one transform: the least of many.
fn time<T: Real>(n: usize, budget: Duration) -> f64
where
    Complex<T>: StaticElement<Ring = ComplexRing<T>>,
    ComplexRing<T>: Accelerated<Element = Complex<T>>,
{
    let builder = Plan::builder(ComplexRing::<T>::new(), n).scale(Scale::NONE).threads(Threads::AtMost(1));
    let plan = builder.build().expect("every length has a plan");
    let zero = Complex::new(T::zero(), T::zero());
    let (mut x, mut scratch) = (vec![zero; n], vec![zero; plan.scratch_len()]);
    let (begin, mut best, mut runs) = (Instant::now(), f64::MAX, 1);
    loop {
        let start = Instant::now();
        for _ in 0..runs {
            plan.forward_with(black_box(&mut x), &mut scratch).expect("slices have the plan's lengths");
        }
        let elapsed = start.elapsed();
        if elapsed < Duration::from_micros(10) && runs < 1 << 20 {
            runs *= 2;
        } else {
            best = best.min(elapsed.as_secs_f64() * 1e9 / f64::from(runs));
        }
        if begin.elapsed() > budget && best < f64::MAX {
            return best;
        }
    }
}

fn per_point(n: usize, nanoseconds: f64) -> f64 {
    nanoseconds / (n as f64 * (n as f64).log2())
}

/// The lengths worse than 6 times.
fn sweep<T: Real>(name: &str, lengths: &[usize], judge: bool) -> usize
where
    Complex<T>: StaticElement<Ring = ComplexRing<T>>,
    ComplexRing<T>: Accelerated<Element = Complex<T>>,
{
    let short = if judge { Duration::from_micros(300) } else { Duration::ZERO };
    let long = Duration::from_millis(50);
    let mut powers = BTreeMap::new();
    let mut ratio = |n: usize, budget: Duration| {
        let mut power =
            |m: usize| *powers.entry(m).or_insert_with(|| per_point(m, time::<T>(m, budget.max(short * 10))));
        let below = power(1 << n.ilog2());
        let above = power(n.next_power_of_two());
        per_point(n, time::<T>(n, budget)) / below.max(above)
    };
    let mut worst: Vec<(f64, usize)> = lengths.iter().map(|&n| (ratio(n, short), n)).collect();
    for (found, n) in &mut worst {
        if judge && *found > 4.0 {
            *found = ratio(*n, long).min(*found);
        }
    }
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    let over = |limit: f64| worst.iter().filter(|(found, _)| *found > limit).count();
    println!(
        "{name}: {} lengths, {} over 4, {} over 6 times the powers of two; worst:",
        worst.len(),
        over(4.0),
        over(6.0)
    );
    for (found, n) in worst.iter().take(10) {
        println!("  {n}: {found:.2}");
    }
    if judge { over(6.0) } else { 0 }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let judge = arguments.iter().any(|a| a == "--bench");
    let up_to = arguments.iter().find_map(|a| a.parse().ok()).unwrap_or(20_000usize);
    let mut lengths: Vec<usize> = if judge { (2..=up_to).collect() } else { (2..=42).collect() };
    if judge && up_to == 20_000 {
        // A linear congruential generator, and lengths as likely in every octave.
        let mut state = 1u64;
        lengths.extend((0..200).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let octaves = (state >> 11) as f64 / (1u64 << 53) as f64;
            (20_000.0 * 500f64.powf(octaves)) as usize
        }));
    }
    let asked = |name: &str| arguments.iter().any(|a| a == name) || !arguments.iter().any(|a| a == "f32" || a == "f64");
    let mut bad = 0;
    if asked("f64") {
        bad += sweep::<f64>("f64", &lengths, judge);
    }
    if asked("f32") {
        bad += sweep::<f32>("f32", &lengths, judge);
    }
    if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
