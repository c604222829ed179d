//! How many kernels a transform starts.

use crate::kit::{random, scenarios};
use num_complex::Complex;
use ringfft::{
    algebra::{Ring, Roots, Std},
    gpu::{DeviceOptions, DevicePlan, Gpu},
    rings::{Bls12381Fr, ComplexRing, Goldilocks, ViaNative},
};

scenarios! {
    // One while a block reaches, whatever the batch; two, then three.
    powers_of_two [&[]] {
        let gpu = Gpu::first().unwrap();
        for (n, batch, launches) in [(16, 1, 1), (1 << 10, 7, 1), (1 << 12, 1, 1), (1 << 14, 1, 2), (1 << 16, 2, 2)] {
            let ring = ComplexRing::<f32>::new();
            let options = DeviceOptions::new().batch(batch);
            let plan = DevicePlan::with(&gpu, ring, n, options).unwrap();
            let mut x = plan.load(&random(&ring, 1, n * batch)).unwrap();
            let before = gpu.launches();
            plan.forward(&mut x).unwrap();
            assert_eq!(gpu.launches() - before, launches, "{n}");
            plan.inverse(&mut x).unwrap();
            assert_eq!(gpu.launches() - before, 2 * launches, "{n}");
        }
    }
    // Bluestein: one where it fits into a block, else three (a level more, two more), of which six were allowed; a batch has one chirp.
    bluestein [&[]] {
        let gpu = Gpu::first().unwrap();
        for (n, batch, launches) in [(101, 1, 1), (1009, 4, 1), (10007, 1, 3)] {
            let ring = ComplexRing::<f64>::new();
            let options = DeviceOptions::new().batch(batch);
            let plan = DevicePlan::with(&gpu, ring, n, options).unwrap();
            let mut x = plan.load(&random(&ring, 1, n * batch)).unwrap();
            let before = gpu.launches();
            plan.forward(&mut x).unwrap();
            assert_eq!(gpu.launches() - before, launches, "{n}");
            let single = DevicePlan::new(&gpu, ring, n).unwrap();
            assert_eq!(plan.table_bytes(), single.table_bytes(), "{n}");
            // The values of a constant are an impulse.
            let mut ones = single.load(&vec![Complex::new(1.0, 0.0); n]).unwrap();
            single.forward(&mut ones).unwrap();
            let values = ones.to_vec().unwrap();
            assert!((values[0].re - n as f64).abs() < 1e-9 * n as f64);
            assert!(values[1..].iter().all(|x| x.norm() < 1e-9 * n as f64), "{n}");
        }
    }
    // A product is three transforms and nothing else.
    product [&[]] {
        let gpu = Gpu::first().unwrap();
        for (n, each) in [(1 << 10, 1), (1 << 14, 2)] {
            let ring = Std::<Goldilocks, ViaNative>::new();
            let plan = DevicePlan::new(&gpu, ring, n).unwrap();
            let (x, y) = (random(&ring, 1, n / 2), random(&ring, 2, n / 2 - 3));
            let before = gpu.launches();
            let product = plan.product(&x, &y).unwrap();
            assert_eq!(gpu.launches() - before, 3 * each, "{n}");
            assert_eq!(product.len(), x.len() + y.len() - 1);
        }
    }
    // Of 256 bits, 2^11 in a block.
    wide [&[]] {
        let gpu = Gpu::first().unwrap();
        let ring = Std::<Bls12381Fr, ViaNative>::new();
        for (n, launches) in [(1 << 11, 1), (1 << 12, 2)] {
            assert_eq!(DevicePlan::new(&gpu, ring, n).unwrap().launches(), launches, "{n}");
        }
        let w = ring.root(1 << 12).unwrap();
        assert!(!ring.equal(&w, &ring.one()));
    }
}
