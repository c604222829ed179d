//! Times of transforms whose data stay on the device, and of slices on the device and on the processor: a row of JSON each, for
//! `scripts/gpu-acceptance`. It asserts no times, but residues are compared with the definition.

use crate::kit::{Sample, random, values};
use ringfft::{
    Error,
    algebra::Std,
    gpu::{DeviceOptions, DevicePlan, Gpu},
    plan::{Accelerated, Device, Plan},
    rings::{BabyBear, Bls12381Fr, ComplexRing, Goldilocks, KoalaBear, Modular, ViaNative},
};
use std::{
    env,
    time::{Duration, Instant},
};

/// Seconds a row.
const SPENT: Duration = Duration::from_millis(120);

/// Returns the milliseconds since `begin`.
fn since(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1e3
}

/// Returns the least and the median of some times.
fn least_and_median(mut times: Vec<f64>) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [times[0], times[times.len() / 2]]
}

fn row<R: Sample>(gpu: &Gpu, rings: Vec<R>, n: usize, batch: usize) -> Result<(), Error> {
    let (ring, rings_are_one) = (rings[0].clone(), rings.len() == 1);
    let options = DeviceOptions::new().batch(batch);
    let plan = DevicePlan::over(gpu, rings, n, options)?;
    let some = random(&ring, 1, 1 << 10);
    let all: Vec<_> = some.iter().copied().cycle().take(n * batch).collect();
    let mut x = plan.load(&all)?;
    let begin = Instant::now();
    plan.forward(&mut x)?;
    gpu.wait()?;
    let first = since(begin);
    if R::EXACT && n * batch <= 1 << 24 {
        let found = x.to_vec()?;
        let at = [1, n / 2 + n / 3 + 1];
        let found = at.map(|k| found[k]);
        assert!(ring.close(&found, &values(&ring, &all[..n], n, None, &at)), "{} {n}: {}", ring.name(), plan.form());
    }
    drop(all);
    plan.inverse(&mut x)?;
    gpu.wait()?;
    let begin = Instant::now();
    plan.forward(&mut x)?;
    gpu.wait()?;
    let once = since(begin);
    plan.inverse(&mut x)?;
    gpu.wait()?;
    // As many between two clocks as take a millisecond, so that starting them counts as it does in a row of transforms. Values grow
    // by the root of the length with each forward map, and stay far below the greatest float until as many go back.
    let most = (200 / n.ilog2().max(1)).clamp(1, 20);
    let at_once = ((1.0 / once.max(1e-3)).ceil() as u32).clamp(1, most);
    let mut times = [Vec::new(), Vec::new()];
    let begin = Instant::now();
    while times[0].len() < 5 || begin.elapsed() < SPENT {
        for (inverse, times) in times.iter_mut().enumerate() {
            let now = Instant::now();
            for _ in 0..at_once {
                if inverse == 1 {
                    plan.inverse(&mut x)?
                } else {
                    plan.forward(&mut x)?
                };
            }
            gpu.wait()?;
            times.push(since(now) / f64::from(at_once));
        }
    }
    let [forward, inverse] = times.map(least_and_median);
    // The fastest form, where another is.
    let mut tuned = String::new();
    if rings_are_one && (1 << 14..=1 << 22).contains(&(n * batch)) {
        let options = DeviceOptions::new().batch(batch).tuned(true);
        let other = DevicePlan::with(gpu, ring.clone(), n, options)?;
        if other.form() != plan.form() {
            tuned = format!(", \"faster\": \"{}\"", other.form());
        }
    }
    let bytes = (2 * n * batch * size_of_val(&some[0]) * plan.launches()) as f64;
    println!(
        "{{\"ring\": \"{}\", \"n\": {n}, \"batch\": {batch}, \"launches\": {}, \"first_ms\": {first:.3}, \"least_ms\": {:.5}, \
         \"median_ms\": {:.5}, \"inverse_ms\": {:.5}, \"gigabytes_a_second\": {:.1}{tuned}}}",
        ring.name(),
        plan.launches(),
        forward[0],
        forward[1],
        inverse[0],
        bytes / forward[0] / 1e6
    );
    Ok(())
}

/// Times of a transform of slices: on the processor by all its threads, and through the device.
fn slices<R: Sample + Accelerated>(ring: R) -> Result<(), Error> {
    let most = most();
    for n in (12..=24).step_by(2).map(|log| 1usize << log).filter(|&n| n <= most) {
        let x = random(&ring, 1, 1 << 10);
        let x: Vec<_> = x.iter().copied().cycle().take(n).collect();
        let mut times = Vec::new();
        for device in [Device::Cpu, Device::Cuda] {
            let plan = Plan::builder(ring.clone(), n).device(device).build()?;
            let mut y = x.clone();
            let (mut all, begin) = (Vec::new(), Instant::now());
            while all.len() < 3 || begin.elapsed() < SPENT {
                let now = Instant::now();
                plan.forward_into(&x, &mut y)?;
                all.push(since(now));
            }
            times.push(least_and_median(all));
        }
        println!(
            "{{\"ring\": \"{}\", \"n\": {n}, \"bytes\": {}, \"processor_ms\": {:.4}, \"device_ms\": {:.4}}}",
            ring.name(),
            n * size_of_val(&x[0]),
            times[0][1],
            times[1][1]
        );
    }
    Ok(())
}

/// The most elements of a row.
fn most() -> usize {
    number("RINGFFT_TIMING_ELEMENTS").unwrap_or(1 << 28)
}

fn number(variable: &str) -> Option<usize> {
    env::var(variable).ok().and_then(|text| text.parse().ok())
}

fn rows<R: Sample>(gpu: &Gpu, ring: R, lengths: &[(usize, usize)]) {
    // For a profiler: the rows from so many elements on.
    let possible = number("RINGFFT_TIMING_LEAST").unwrap_or(1)..=most();
    for &(n, batch) in lengths.iter().filter(|(n, batch)| possible.contains(&(n * batch))) {
        if let Err(error) = row(gpu, vec![ring.clone()], n, batch) {
            println!("{{\"ring\": \"{}\", \"n\": {n}, \"batch\": {batch}, \"error\": \"{error}\"}}", ring.name());
        }
    }
}

#[test]
#[ignore = "for a machine with a device: scripts/gpu-acceptance"]
fn table() {
    let gpu = Gpu::first().unwrap();
    println!("{:?}", gpu.description());
    let powers: Vec<_> = (10..=28).step_by(2).map(|log| (1 << log, 1)).collect();
    let batches = [(1 << 10, 1 << 14), (1 << 12, 1 << 12), (1 << 16, 1 << 8), (256, 1 << 16)];
    let others = [
        (1000, 1000),
        (59049, 64),
        (1 << 20 | 1 << 18, 1),
        (1_000_003, 1),
        (10007, 64),
        (2_985_984, 1),
        (9_765_625, 1),
    ];
    let complex: Vec<_> = powers.iter().chain(&batches).chain(&others).copied().collect();
    rows(&gpu, ComplexRing::<f32>::new(), &complex);
    rows(&gpu, ComplexRing::<f64>::new(), &complex);
    let fields: Vec<_> = powers.iter().chain(&batches).copied().filter(|(n, _)| *n <= 1 << 26).collect();
    rows(&gpu, Std::<Goldilocks, ViaNative>::new(), &fields);
    rows(&gpu, Std::<BabyBear, ViaNative>::new(), &fields);
    rows(&gpu, Std::<KoalaBear, ViaNative>::new(), &fields[..fields.len().min(12)]);
    rows(&gpu, Std::<Bls12381Fr, ViaNative>::new(), &[(1 << 16, 1), (1 << 20, 1), (1 << 22, 1), (1 << 24, 1)]);
    // Limbs of a residue number system: 48 primes below 2^62 with roots of order 2^17.
    let step = 1u64 << 20;
    let primes: Vec<Modular> = (1..)
        .map(|i| (1u64 << 61) - i * step + 1)
        .filter(|&p| ringfft::arith::is_prime(p))
        .take(48)
        .filter_map(|p| Modular::new(p).ok())
        .collect();
    if env::var_os("RINGFFT_TIMING_ELEMENTS").is_none() {
        row(&gpu, primes, 1 << 16, 48).unwrap();
    }
}

#[test]
#[ignore = "for a machine with a device: scripts/gpu-acceptance"]
fn slices_table() {
    slices(ComplexRing::<f32>::new()).unwrap();
    slices(ComplexRing::<f64>::new()).unwrap();
    slices(Std::<Goldilocks, ViaNative>::new()).unwrap();
    slices(Std::<BabyBear, ViaNative>::new()).unwrap();
    slices(Std::<Bls12381Fr, ViaNative>::new()).unwrap();
}
