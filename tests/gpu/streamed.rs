//! What is larger than the device's memory goes through it in tiles: the results are those of the processor.

use crate::{
    failures::counts,
    kit::{El, Sample, random, scenarios},
    real::{arrays, complex, images, near, parts, real_arrays},
};
use ringfft::{
    DeviceFailure, Error,
    algebra::Std,
    complex::Multi,
    gpu::{DeviceOptions, DevicePlan, Gpu},
    plan::{Accelerated, Device, Layout, Plan, Scale},
    real::{RealMulti, RealPlan},
    rings::{BabyBear, Bn254Fr, ComplexRing, Goldilocks, Modular, ViaNative},
};

/// A memory in which the lengths below do not fit.
const MIB: &[(&str, &str)] = &[("RINGFFT_EMULATED_MEMORY", "1048576")];

/// The same on any device.
const LITTLE: &[(&str, &str)] = &[("RINGFFT_DEVICE_MEMORY", "70000")];

/// One transform, or a batch, in tiles: forward and back, in place and not, on a coset or not.
fn check<R: Sample + Accelerated>(ring: R, n: usize, batch: usize, coset: bool, scale: Scale) {
    let c = ring.integer(5);
    let plan = |device| {
        let builder = Plan::builder(ring.clone(), n).batch(batch, Layout::Rows).scale(scale).device(device);
        if coset { builder.coset(c) } else { builder }.build().unwrap()
    };
    let (there, here) = (plan(Device::Cuda), plan(Device::Cpu));
    let x = random(&ring, n as u64, n * batch);
    let widen = |list: &[El<R>]| list.iter().map(|x| ring.widen(x)).collect::<Vec<_>>();
    let (mut found, mut expected) = (x.clone(), x.clone());
    let launches = Gpu::first().unwrap().launches();
    there.forward(&mut found).unwrap();
    assert!(Gpu::first().unwrap().launches() > launches + 2, "{n} goes in tiles");
    here.forward(&mut expected).unwrap();
    assert!(ring.close(&found, &widen(&expected)), "{} {n} x {batch}", ring.name());
    there.inverse(&mut found).unwrap();
    here.inverse(&mut expected).unwrap();
    assert!(ring.close(&found, &widen(&expected)), "inverse, {} {n} x {batch}", ring.name());
    if batch == 1 {
        let mut found = x.clone();
        there.inverse_into(&x, &mut found).unwrap();
        here.inverse_into(&x, &mut expected).unwrap();
        assert!(ring.close(&found, &widen(&expected)), "into, {} {n}", ring.name());
    }
}

scenarios! {
    // 2 MiB and more each.
    single [MIB, &[("RINGFFT_EMULATED_MEMORY", "1048576"), ("RINGFFT_EMULATED_THREADS", "32"), ("RINGFFT_EMULATED_BLOCKS", "7")]] {
        assert_eq!(Gpu::first().unwrap().description().memory, 1 << 20);
        check(ComplexRing::<f64>::new(), 1 << 17, 1, false, Scale::UNITARY);
        check(ComplexRing::<f32>::new(), 5 << 16, 1, false, Scale::INVERSE);
        check(Std::<Goldilocks, ViaNative>::new(), 1 << 18, 1, true, Scale::INVERSE);
        check(Std::<BabyBear, ViaNative>::new(), 15 << 15, 1, true, Scale::FORWARD);
        check(Modular::new(0x3fff_ffff_fe76_0001).unwrap(), 1 << 17, 1, true, Scale::NONE);
        check(Std::<Bn254Fr, ViaNative>::new(), 1 << 16, 1, true, Scale::INVERSE);
    }
    // Tiles that the matrix is no multiple of: rows of 3 times a power of two, 7 columns and rows at a time.
    uneven [LITTLE, &[("RINGFFT_EMULATED_MEMORY", "70000"), ("RINGFFT_EMULATED_THREADS", "32"), ("RINGFFT_EMULATED_SHARED", "4096")]] {
        check(Std::<Goldilocks, ViaNative>::new(), 3 << 10, 1, true, Scale::INVERSE);
        check(ComplexRing::<f64>::new(), 9 << 8, 1, false, Scale::INVERSE);
        check(Modular::new(0x3fff_ffff_fe76_0001).unwrap(), 15 << 8, 1, true, Scale::INVERSE);
    }
    batches [MIB] {
        check(Std::<Goldilocks, ViaNative>::new(), 1 << 17, 2, true, Scale::INVERSE);
        check(Std::<Goldilocks, ViaNative>::new(), 1 << 12, 37, true, Scale::INVERSE);
        check(ComplexRing::<f32>::new(), 1000, 301, false, Scale::INVERSE);
    }
    // Of several moduli, in turns or not, a part of each at a time.
    moduli [&[("RINGFFT_EMULATED_MEMORY", "200000")], &[]] {
        let gpu = Gpu::first().unwrap();
        let rings: Vec<Modular> = [998_244_353u64, 167_772_161, 469_762_049].map(|p| Modular::new(p).unwrap()).into();
        let (n, share) = (1 << 10, 7);
        for interleaved in [false, true] {
            let options = DeviceOptions::new().batch(3 * share).interleaved(interleaved);
            let plan = DevicePlan::over(&gpu, rings.clone(), n, options).unwrap();
            let of = |member: usize| if interleaved { member % 3 } else { member / share };
            let x: Vec<u64> = (0..3 * share).flat_map(|i| random(&rings[of(i)], i as u64, n)).collect();
            let mut found = x.clone();
            plan.transform(&x, &mut found, false).unwrap();
            for (i, (x, found)) in x.chunks(n).zip(found.chunks(n)).enumerate() {
                let mut expected = x.to_vec();
                Plan::builder(rings[of(i)], n).device(Device::Cpu).build().unwrap().forward(&mut expected).unwrap();
                assert_eq!(found, expected, "{interleaved} {i}");
            }
            let mut back = x.clone();
            plan.transform(&found, &mut back, true).unwrap();
            assert_eq!(back, x);
        }
    }
    // Passes that are odd in number take spare memory twice.
    odd_passes [&[("RINGFFT_EMULATED_MEMORY", "500000")]] {
        let (gpu, ring, batch) = (Gpu::first().unwrap(), ComplexRing::<f64>::new(), 10);
        let options = DeviceOptions::new().batch(batch);
        let plan = DevicePlan::with(&gpu, ring, 2187, options).unwrap();
        assert_eq!(plan.launches(), 7);
        let x = random(&ring, 10, 2187 * batch);
        let mut vector = plan.load(&x).unwrap();
        plan.forward(&mut vector).unwrap();
        plan.inverse(&mut vector).unwrap();
        assert!(ring.close(&vector.to_vec().unwrap(), &x));
        drop((vector, plan));
        check(ring, 2187, 20, false, Scale::INVERSE);
    }
    // Rows in parts, columns in tiles: whole matrices at a time, or strips of one; where they lie, or as rows.
    arrays_in_tiles [
        LITTLE,
        &[("RINGFFT_EMULATED_MEMORY", "40000")],
        &[("RINGFFT_EMULATED_MEMORY", "40000"), ("RINGFFT_EMULATED_THREADS", "32"), ("RINGFFT_EMULATED_BLOCKS", "7")]
    ] {
        let shapes: [(&[usize], &[usize]); 8] = [
            (&[64, 64], &[0, 1]),
            (&[64, 100], &[0]),
            (&[12, 300], &[0, 1]),
            (&[11, 300], &[0]),
            (&[16, 16, 32], &[0, 1, 2]),
            (&[32, 6, 10], &[0, 1, 2]),
            (&[50, 8, 8], &[1]),
            (&[3, 17, 5, 16], &[1, 3, 0]),
        ];
        for (shape, axes) in shapes {
            arrays::<f64>(shape, axes, Scale::INVERSE);
            arrays::<f32>(&[&[3], shape].concat(), &axes.iter().map(|axis| axis + 1).collect::<Vec<_>>(), Scale::UNITARY);
            if axes.contains(&(shape.len() - 1)) {
                real_arrays::<f64>(&[&[2], shape].concat(), &axes.iter().map(|axis| axis + 1).collect::<Vec<_>>(), Scale::FORWARD);
            }
        }
        real_arrays::<f64>(&[64, 75], &[0, 1], Scale::INVERSE);
        images::<f64>(48, 64, 2, Scale::INVERSE);
        images::<f32>(64, 80, 1, Scale::UNITARY);
    }
    // What is on the device at a time, by the launches: 64 rows of 64 in parts of 19, then 64 columns in tiles of 9; of real arrays the
    // rows are 33 values, in parts of 18, and their kernels two.
    tiles_of_an_array [&[("RINGFFT_EMULATED_MEMORY", "40000")]] {
        let gpu = Gpu::first().unwrap();
        let plan = Multi::<f64>::builder(&[64, 64], &[0, 1]).device(Device::Cuda).build().unwrap();
        let mut x = complex::<f64>(7, 64 * 64);
        for inverse in [false, true] {
            let before = gpu.launches();
            if inverse { plan.inverse(&mut x) } else { plan.forward(&mut x) }.unwrap();
            assert_eq!(gpu.launches() - before, 4 + 8);
        }
        let plan = RealMulti::<f64>::builder(&[64, 64], &[0, 1]).device(Device::Cuda).build().unwrap();
        let (mut x, mut values) = (vec![0.5; 64 * 64], complex::<f64>(7, 64 * 33));
        for inverse in [false, true] {
            let before = gpu.launches();
            if inverse { plan.inverse(&mut values, &mut x) } else { plan.forward(&x, &mut values) }.unwrap();
            assert_eq!(gpu.launches() - before, 2 * 4 + 4);
        }
    }
    // Without room for a column, or a row, and with failures between the tiles: an error that leaves the data as they were, or the processor.
    arrays_that_fail [
        &[("RINGFFT_EMULATED_MEMORY", "40000"), ("RINGFFT_EMULATED_FAIL_LAUNCH", "9"), ("RINGFFT_DEVICE_BYTES", "1")],
        &[("RINGFFT_EMULATED_MEMORY", "40000"), ("RINGFFT_EMULATED_FAIL_COPY", "100"), ("RINGFFT_DEVICE_BYTES", "1")],
        &[("RINGFFT_EMULATED_MEMORY", "40000"), ("RINGFFT_EMULATED_FAIL_ALLOCATION", "10"), ("RINGFFT_DEVICE_BYTES", "1")],
        &[("RINGFFT_EMULATED_MEMORY", "3000"), ("RINGFFT_DEVICE_BYTES", "1")]
    ] {
        let x = complex::<f64>(8, 64 * 64);
        let mut expected = x.clone();
        Multi::<f64>::builder(&[64, 64], &[0, 1]).device(Device::Cpu).build().unwrap().forward(&mut expected).unwrap();
        let little = Gpu::first().unwrap().description().memory == 3000;
        let mut failed = 0;
        for device in [Device::Cuda, Device::Auto, Device::Cuda] {
            let plan = match Multi::<f64>::builder(&[64, 64], &[0, 1]).device(device).build() {
                Ok(plan) => plan,
                Err(error) => {
                    assert!(little && device == Device::Cuda, "{error}");
                    assert!(matches!(error, Error::Device { failure: DeviceFailure::OutOfMemory, .. }), "{error}");
                    continue;
                }
            };
            let mut found = x.clone();
            match plan.forward(&mut found) {
                Ok(()) => assert!(near(&parts(&found), &parts(&expected))),
                Err(error) => {
                    assert!(device == Device::Cuda && matches!(error, Error::Device { .. }), "{error}");
                    assert!(found == x, "data are intact");
                    failed += 1;
                }
            }
        }
        assert_eq!(failed, usize::from(!little));
        let row = |device| RealPlan::<f64>::builder(256).device(device).build();
        if little {
            let error = row(Device::Cuda).err();
            assert!(matches!(error, Some(Error::Device { failure: DeviceFailure::OutOfMemory, .. })), "{error:?}");
        }
        assert_eq!(row(Device::Auto).unwrap().device(), if little { Device::Cpu } else { Device::Cuda });
        assert_eq!(counts()[1..], [0, 0], "memory is given back");
    }
    // A plan goes by the memory that is free when it is made.
    beside_others [MIB] {
        let gpu = Gpu::first().unwrap();
        let (ring, n) = (Std::<Goldilocks, ViaNative>::new(), 1 << 15);
        let whole = DevicePlan::new(&gpu, ring, n).unwrap();
        assert!(!whole.form().starts_with("Streamed"), "{}", whole.form());
        let small = DevicePlan::new(&gpu, ring, 1 << 10).unwrap();
        let held: Vec<_> = (0..70).map(|_| small.load(&random(&ring, 1, 1 << 10)).unwrap()).collect();
        check(ring, n, 1, true, Scale::INVERSE);
        arrays::<f64>(&[128, 256], &[0, 1], Scale::INVERSE);
        assert!(DevicePlan::new(&gpu, ring, n).unwrap().form().starts_with("Streamed"));
        drop(held);
        assert!(!DevicePlan::new(&gpu, ring, n).unwrap().form().starts_with("Streamed"));
    }
    // Vectors that stay on the device have to fit there; words beyond the modulus count as their residues in tiles too.
    resident [MIB] {
        let gpu = Gpu::first().unwrap();
        let ring = Modular::new(0x3fff_ffff_fe76_0001).unwrap();
        let plan = DevicePlan::new(&gpu, ring, 1 << 17).unwrap();
        assert!(plan.form().starts_with("Streamed"), "{}", plan.form());
        let out_of_memory =
            |error: Error| matches!(error, Error::Device { failure: DeviceFailure::OutOfMemory, .. });
        assert!(out_of_memory(plan.load(&vec![1; 1 << 17]).err().unwrap()));
        let rings = vec![ring, Modular::new(998_244_353).unwrap()];
        let batch = DevicePlan::over(&gpu, rings, 1 << 10, DeviceOptions::new().batch(80)).unwrap();
        let mut vector = batch.load(&vec![1; 80 << 10]).unwrap();
        assert!(out_of_memory(batch.forward(&mut vector).unwrap_err()));
        let (x, mut found, mut expected) = (vec![u64::MAX; 1 << 17], vec![0; 1 << 17], vec![ring.element(u64::MAX); 1 << 17]);
        plan.transform(&x, &mut found, false).unwrap();
        Plan::builder(ring, 1 << 17).device(Device::Cpu).build().unwrap().forward(&mut expected).unwrap();
        assert!(found == expected);
    }
    // Without tiles that fit the processor does it, or it is an error.
    too_long [&[("RINGFFT_EMULATED_MEMORY", "20000"), ("RINGFFT_DEVICE_BYTES", "1")]] {
        let ring = ComplexRing::<f64>::new();
        let n = 4099;
        let x = random(&ring, 1, n);
        let (mut found, mut expected) = (x.clone(), x.clone());
        Plan::builder(ring, n).device(Device::Cpu).build().unwrap().forward(&mut expected).unwrap();
        Plan::over(ring, n).unwrap().forward(&mut found).unwrap();
        assert!(found == expected);
        let insists = Plan::builder(ring, n).device(Device::Cuda).build();
        let mut kept = x.clone();
        assert!(insists.and_then(|plan| plan.forward(&mut kept)).is_err() && kept == x);
    }
    // A failure in the middle leaves the data as they were, and the processor takes over where it may.
    failures [
        &[("RINGFFT_EMULATED_MEMORY", "1048576"), ("RINGFFT_EMULATED_FAIL_LAUNCH", "7"), ("RINGFFT_DEVICE_BYTES", "1")],
        &[("RINGFFT_EMULATED_MEMORY", "1048576"), ("RINGFFT_EMULATED_FAIL_COPY", "900"), ("RINGFFT_DEVICE_BYTES", "1")]
    ] {
        let ring = Std::<Goldilocks, ViaNative>::new();
        let x = random(&ring, 4, 1 << 17);
        let mut expected = x.clone();
        Plan::builder(ring, 1 << 17).device(Device::Cpu).build().unwrap().forward(&mut expected).unwrap();
        let mut failed = 0;
        for device in [Device::Cuda, Device::Auto, Device::Cuda] {
            let Ok(plan) = Plan::builder(ring, 1 << 17).device(device).build() else { continue };
            let mut found = x.clone();
            match plan.forward(&mut found) {
                Ok(()) => assert!(found == expected),
                Err(error) => {
                    assert!(device == Device::Cuda && matches!(error, Error::Device { .. }), "{error}");
                    assert!(found == x, "data are intact");
                    failed += 1;
                }
            }
        }
        assert_eq!(failed, 1);
    }
}
