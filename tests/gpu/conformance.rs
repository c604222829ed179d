//! Every form of a transform over every ring is its definition, on a device of usual limits and on a small one.

use crate::kit::{El, SMALL, Sample, places, random, scenarios, values};
use ringfft::{
    algebra::Std,
    gpu::{DeviceOptions, DevicePlan, Gpu, Limits},
    rings::{BabyBear, Bls12381Fr, Bn254Fr, ComplexRing, Goldilocks, KoalaBear, Modular, Modular32, ViaNative},
};

/// Forward is the definition and the inverse goes back, in batches and on a coset.
fn check<R: Sample>(gpu: &Gpu, ring: &R, n: usize, batch: usize, coset: bool) {
    let c = ring.integer(3);
    let options = DeviceOptions::new().batch(batch).coset(coset.then_some(c));
    let plan = DevicePlan::with(gpu, ring.clone(), n, options).unwrap();
    let x = random(ring, n as u64, n * batch);
    let mut vector = plan.load(&x).unwrap();
    let before = gpu.launches();
    plan.forward(&mut vector).unwrap();
    assert_eq!(gpu.launches() - before, plan.launches() as u64, "{} {n} x {batch}: {}", ring.name(), plan.form());
    let found = vector.to_vec().unwrap();
    let at = places(n);
    for (x, found) in x.chunks(n).zip(found.chunks(n)) {
        let expected = values(ring, x, n, coset.then_some(&c), &at);
        let found: Vec<El<R>> = at.iter().map(|&k| found[k]).collect();
        assert!(ring.close(&found, &expected), "{} {n} x {batch}: {}", ring.name(), plan.form());
    }
    plan.inverse(&mut vector).unwrap();
    let back = vector.to_vec().unwrap();
    let x: Vec<_> = x.iter().map(|x| ring.widen(x)).collect();
    assert!(ring.close(&back, &x), "inverse, {} {n} x {batch}: {}", ring.name(), plan.form());
}

/// Lengths of every form: single, tiles, mixed, two and three levels, passes, Bluestein short and long; where the ring has them.
fn all<R: Sample>(ring: R, other: &[usize]) {
    let gpu = Gpu::first().unwrap();
    let longest = 13;
    for log in 0..=longest {
        check(&gpu, &ring, 1 << log, if log <= 8 { 3 } else { 1 }, log == 6);
    }
    for &n in other {
        check(&gpu, &ring, n, if n <= 200 { 5 } else { 1 }, n % 2 == 1);
    }
}

/// On floats a coset by 3 is no use beyond a few points.
fn floats<R: Sample>(ring: R) {
    let gpu = Gpu::first().unwrap();
    for n in (0..=13).map(|log| 1 << log).chain([3, 5, 6, 7, 12, 35, 105, 1000, 2401, 3072, 3600]) {
        check(&gpu, &ring, n, if n <= 256 { 3 } else { 1 }, n <= 4);
    }
    for n in [11, 13, 37, 101, 202, 1009] {
        check(&gpu, &ring, n, 3, false);
    }
}

scenarios! {
    c32 [&[], SMALL] { floats(ComplexRing::<f32>::new()) }
    c64 [&[], SMALL] { floats(ComplexRing::<f64>::new()) }
    goldilocks [&[], SMALL] { all(Std::<Goldilocks, ViaNative>::new(), &[3, 5, 15, 60, 240, 960, 3840, 17, 51, 257]) }
    babybear [&[], SMALL] { all(Std::<BabyBear, ViaNative>::new(), &[3, 5, 15, 60, 240, 960, 3840]) }
    koalabear [&[], SMALL] { all(Std::<KoalaBear, ViaNative>::new(), &[127, 254]) }
    // The greatest primes below 2^31 and 2^62 with such roots.
    word32 [&[], SMALL] { all(Modular32::new(0x7ff8_0001).unwrap(), &[3, 7, 21, 84, 168, 336, 1344, 2688]) }
    word64 [&[], SMALL] { all(Modular::new(0x3fff_ffff_fe76_0001).unwrap(), &[3, 5, 7, 15, 60, 105, 960, 3840]) }
    bls12_381 [&[], SMALL] { all(Std::<Bls12381Fr, ViaNative>::new(), &[3, 6, 11, 12, 33, 48, 192, 3072]) }
    bn254 [&[], SMALL] { all(Std::<Bn254Fr, ViaNative>::new(), &[3, 9, 13, 36, 144, 2304]) }
    // Three levels, and blocks that loop, on a device that is not small.
    within_small_limits [&[]] {
        let limits = Limits { blocks: 7, threads: 64, shared: 4 << 10, processors: 2, lines: 1 << 31 };
        let gpu = Gpu::within(0, limits).unwrap();
        for n in [1 << 12, 1 << 16, 1 << 20] {
            check(&gpu, &ComplexRing::<f32>::new(), n, 1, false);
            check(&gpu, &Std::<Goldilocks, ViaNative>::new(), n, 1, true);
            check(&gpu, &Std::<BabyBear, ViaNative>::new(), n, 1, true);
            check(&gpu, &Std::<Bls12381Fr, ViaNative>::new(), n, 1, true);
        }
    }
    // A few of each form, for tools that slow everything down.
    small [&[]] {
        let gpu = Gpu::first().unwrap();
        for n in [16, 60, 101, 256, 2401, 4096] {
            check(&gpu, &ComplexRing::<f32>::new(), n, 2, false);
        }
        for n in [16, 60, 1024] {
            check(&gpu, &Std::<Goldilocks, ViaNative>::new(), n, 2, true);
        }
        check(&gpu, &Std::<Bn254Fr, ViaNative>::new(), 64, 2, true);
        check(&gpu, &Modular::new(998_244_353).unwrap(), 64, 2, true);
    }
    orders_of_threads [
        &[("RINGFFT_EMULATED_ORDER", "descending")],
        &[("RINGFFT_EMULATED_ORDER", "shuffled"), ("RINGFFT_EMULATED_BLOCKS", "5")]
    ] {
        let gpu = Gpu::first().unwrap();
        for n in [16, 128, 1000, 2401, 4096, 101] {
            check(&gpu, &ComplexRing::<f64>::new(), n, 2, false);
        }
        check(&gpu, &Std::<Goldilocks, ViaNative>::new(), 1 << 14, 1, true);
    }
}
