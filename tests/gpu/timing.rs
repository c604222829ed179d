//! Times of transforms whose data stay on the device: a row of JSON each, for `scripts/gpu-acceptance`. It asserts no times.

use crate::kit::{Sample, random};
use ringfft::{
    Error,
    algebra::Std,
    gpu::{DeviceOptions, DevicePlan, Gpu},
    rings::{BabyBear, Bls12381Fr, ComplexRing, Goldilocks, KoalaBear, Modular, ViaNative},
};
use std::{
    env,
    time::{Duration, Instant},
};

/// Seconds a row.
const SPENT: Duration = Duration::from_millis(300);

fn row<R: Sample>(gpu: &Gpu, rings: Vec<R>, n: usize, batch: usize) -> Result<(), Error> {
    let ring = rings[0].clone();
    let options = DeviceOptions { batch, ..DeviceOptions::default() };
    let plan = DevicePlan::over(gpu, rings, n, options)?;
    let some: Vec<_> = random(&ring, 1, 1 << 10);
    let mut x = plan.load(&some.iter().copied().cycle().take(n * batch).collect::<Vec<_>>())?;
    for _ in 0..2 {
        plan.forward(&mut x)?;
    }
    gpu.wait()?;
    let begin = Instant::now();
    plan.forward(&mut x)?;
    gpu.wait()?;
    // As many between two clocks as take a millisecond, so that starting them counts as it does in a row of transforms.
    let once = begin.elapsed();
    let at_once = (1e-3 / once.as_secs_f64().max(1e-6)).ceil().clamp(1.0, 100.0) as u32;
    let mut times = Vec::new();
    let begin = Instant::now();
    while times.len() < 5 || begin.elapsed() < SPENT {
        let now = Instant::now();
        for _ in 0..at_once {
            plan.forward(&mut x)?;
        }
        gpu.wait()?;
        times.push(now.elapsed().as_secs_f64() * 1e3 / f64::from(at_once));
    }
    times.sort_by(f64::total_cmp);
    let bytes = (2 * n * batch * size_of_val(&some[0]) * plan.launches()) as f64;
    println!(
        "{{\"ring\": \"{}\", \"n\": {n}, \"batch\": {batch}, \"launches\": {}, \"least_ms\": {:.5}, \"median_ms\": {:.5}, \
         \"gigabytes_a_second\": {:.1}}}",
        ring.name(),
        plan.launches(),
        times[0],
        times[times.len() / 2],
        bytes / times[0] / 1e6
    );
    Ok(())
}

fn rows<R: Sample>(gpu: &Gpu, ring: R, lengths: &[(usize, usize)]) {
    let most = env::var("RINGFFT_TIMING_ELEMENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1usize << 28);
    for &(n, batch) in lengths.iter().filter(|(n, batch)| n * batch <= most) {
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
