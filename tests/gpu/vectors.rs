//! Vectors that stay on the device: products, truncation, several moduli, memory that is given back.

use crate::kit::{El, SMALL, Sample, random, scenarios};
use ringfft::{
    Error,
    algebra::{Module, Ring, Std},
    gpu::{DeviceOptions, DevicePlan, Gpu},
    rings::{BabyBear, Bn254Fr, ComplexRing, Goldilocks, Modular, Modular32, ViaNative},
};

/// The coefficients of a product, wrapped around `n` points.
fn product<R: Sample>(ring: &R, x: &[El<R>], y: &[El<R>], n: usize) -> Vec<El<R::Wide>> {
    let wide = ring.wide();
    let mut z = vec![wide.zero(); n];
    for (i, x) in x.iter().enumerate() {
        for (j, y) in y.iter().enumerate() {
            let mut by = ring.widen(x);
            wide.mul_assign(&mut by, &ring.widen(y));
            wide.add_assign(&mut z[(i + j) % n], &by);
        }
    }
    z
}

fn check_product<R: Sample>(gpu: &Gpu, ring: &R, n: usize, lengths: [usize; 2], batch: usize) {
    let options = DeviceOptions::new().batch(batch);
    let plan = DevicePlan::with(gpu, ring.clone(), n, options).unwrap();
    let [x, y] = lengths.map(|each| random(ring, each as u64, each * batch));
    let found = plan.product(&x, &y).unwrap();
    let each = (lengths[0] + lengths[1] - 1).min(n);
    let expected: Vec<_> = x
        .chunks(lengths[0])
        .zip(y.chunks(lengths[1]))
        .flat_map(|(x, y)| product(ring, x, y, n)[..each].to_vec())
        .collect();
    assert!(ring.close(&found, &expected), "{} {n} {lengths:?} x {batch}: {}", ring.name(), plan.form());
    // The same by vectors, one step after the other.
    let (mut f, g) =
        (plan.forward_from(&plan.load(&x).unwrap()).unwrap(), plan.forward_from(&plan.load(&y).unwrap()).unwrap());
    plan.multiply(&mut f, &g).unwrap();
    plan.inverse(&mut f).unwrap();
    let found: Vec<_> = f.to_vec().unwrap().chunks(n).flat_map(|row| row[..each].to_vec()).collect();
    assert!(ring.close(&found, &expected), "by steps: {} {n} {lengths:?} x {batch}: {}", ring.name(), plan.form());
}

/// The pair without an order undoes itself, multiplies, and holds the values that the ordered one has.
fn check_unordered<R: Sample>(gpu: &Gpu, ring: &R, n: usize, batch: usize, coset: bool) {
    let coset = coset.then(|| ring.integer(3));
    let options = DeviceOptions::new().batch(batch).coset(coset);
    let plan = DevicePlan::with(gpu, ring.clone(), n, options).unwrap();
    let [x, y] = [1, 2].map(|seed| random(ring, seed, n * batch));
    let widen = |list: &[El<R>]| list.iter().map(|x| ring.widen(x)).collect::<Vec<_>>();
    let (mut f, mut g) = (plan.load(&x).unwrap(), plan.load(&y).unwrap());
    let before = gpu.launches();
    plan.forward_unordered(&mut f).unwrap();
    assert_eq!(gpu.launches() - before, plan.launches() as u64);
    plan.forward_unordered(&mut g).unwrap();
    let mut ordered = plan.load(&x).unwrap();
    plan.forward(&mut ordered).unwrap();
    // Sums that no order changes; rounding depends on the launches, which are others.
    let sums = |list: Vec<El<R>>| {
        list.iter().fold((ring.zero(), ring.zero()), |(mut sum, mut squares), x| {
            let mut square = *x;
            ring.mul_assign(&mut square, x);
            ring.add_assign(&mut sum, x);
            ring.add_assign(&mut squares, &square);
            (sum, squares)
        })
    };
    if R::EXACT {
        let (found, expected) = (sums(f.to_vec().unwrap()), sums(ordered.to_vec().unwrap()));
        let same = ring.equal(&found.0, &expected.0) && ring.equal(&found.1, &expected.1);
        assert!(same, "{} {n}: {}", ring.name(), plan.form());
    }
    let mut product = plan.load(&f.to_vec().unwrap()).unwrap();
    plan.inverse_unordered(&mut product, Some(&g)).unwrap();
    let mut other = plan.load(&y).unwrap();
    plan.forward(&mut other).unwrap();
    plan.inverse_of_product(&mut ordered, &other).unwrap();
    assert!(
        ring.close(&product.to_vec().unwrap(), &widen(&ordered.to_vec().unwrap())),
        "{} {n} x {batch}",
        ring.name()
    );
    plan.inverse_unordered(&mut f, None).unwrap();
    assert!(ring.close(&f.to_vec().unwrap(), &widen(&x)), "back, {} {n} x {batch}: {}", ring.name(), plan.form());
}

scenarios! {
    without_an_order [&[], SMALL] {
        let gpu = Gpu::first().unwrap();
        for n in [16, 60, 1 << 9, 1 << 12] {
            check_unordered(&gpu, &Std::<Goldilocks, ViaNative>::new(), n, 2, true);
            check_unordered(&gpu, &ComplexRing::<f64>::new(), n, if n < 1000 { 3 } else { 1 }, false);
            check_unordered(&gpu, &Modular::new(0x3fff_ffff_fe76_0001).unwrap(), n, 1, true);
        }
        // Two levels with the usual limits, three with small ones.
        check_unordered(&gpu, &Std::<Goldilocks, ViaNative>::new(), 1 << 14, 1, true);
        check_unordered(&gpu, &ComplexRing::<f64>::new(), 1 << 13, 1, false);
        check_unordered(&gpu, &Std::<Bn254Fr, ViaNative>::new(), 1 << 12, 1, true);
    }
    // In place: a vector and nothing besides.
    without_an_order_in_place [&[("RINGFFT_EMULATED_MEMORY", "450000")]] {
        let gpu = Gpu::first().unwrap();
        let ring = Std::<Goldilocks, ViaNative>::new();
        let n = 1 << 14;
        let plan = DevicePlan::new(&gpu, ring, n).unwrap();
        let x = random(&ring, 1, n);
        let (mut f, g) = (plan.load(&x).unwrap(), plan.load(&x).unwrap());
        plan.forward_unordered(&mut f).unwrap();
        plan.inverse_unordered(&mut f, None).unwrap();
        assert_eq!(f.to_vec().unwrap(), x);
        // Ordered values need spare memory, which is not there.
        let _third = plan.load(&x[..n / 2]).unwrap();
        assert!(plan.forward(&mut f).is_err());
        drop(g);
    }
    products [&[], SMALL] {
        let gpu = Gpu::first().unwrap();
        for (n, lengths) in [(64, [30, 31]), (16, [16, 16]), (4, [2, 2]), (512, [200, 100]), (2048, [300, 9])] {
            for batch in [1, 3] {
                check_product(&gpu, &Std::<Goldilocks, ViaNative>::new(), n, lengths, batch);
                check_product(&gpu, &ComplexRing::<f64>::new(), n, lengths, batch);
                check_product(&gpu, &Modular32::new(0x7ff8_0001).unwrap(), n, lengths, batch);
            }
            check_product(&gpu, &Std::<Bn254Fr, ViaNative>::new(), n, lengths, 2);
        }
        // Mixed lengths, passes and Bluestein; an odd number of passes.
        for (n, lengths) in [(60, [20, 31]), (2401, [40, 50]), (16807, [30, 20]), (101, [50, 52]), (1009, [9, 9]), (3, [2, 2])] {
            if n < 10000 || gpu.description().memory > 8 << 20 {
                check_product(&gpu, &ComplexRing::<f64>::new(), n, lengths, 2);
            }
        }
        check_product(&gpu, &Std::<Goldilocks, ViaNative>::new(), 960, [300, 400], 3);
    }
    // As many moduli as one launch is given.
    several_moduli [&[], SMALL] {
        let gpu = Gpu::first().unwrap();
        let primes = [998_244_353u64, 167_772_161, 469_762_049];
        for (n, group) in [(2, 1), (16, 1), (256, 2), (256, 4), (4096, 2), (3, 1)] {
            let rings: Vec<Modular> = primes.iter().map(|&p| Modular::new(p).unwrap()).collect();
            if n == 3 && rings.iter().any(|ring| (ring.modulus() - 1) % 3 != 0) {
                continue;
            }
            let options = DeviceOptions::new().batch(group * rings.len());
            let plan = DevicePlan::over(&gpu, rings.clone(), n, options).unwrap();
            let x: Vec<u64> = rings.iter().enumerate().flat_map(|(i, ring)| random(ring, i as u64, n * group)).collect();
            let mut vector = plan.load(&x).unwrap();
            plan.forward(&mut vector).unwrap();
            let found = vector.to_vec().unwrap();
            for (i, ring) in rings.iter().enumerate() {
                let options = DeviceOptions::new().batch(group);
                let alone = DevicePlan::with(&gpu, *ring, n, options).unwrap();
                let part = i * n * group..(i + 1) * n * group;
                let mut vector = alone.load(&x[part.clone()]).unwrap();
                alone.forward(&mut vector).unwrap();
                assert_eq!(vector.to_vec().unwrap(), found[part], "{n} {group} {}", ring.modulus());
            }
            plan.inverse(&mut vector).unwrap();
            assert_eq!(vector.to_vec().unwrap(), x, "{n} {group}: {}", plan.form());
        }
    }
    // More lines than one launch may count.
    several_launches [&[]] {
        let mut limits = Gpu::first().unwrap().description().limits;
        limits.lines = 100;
        let gpu = Gpu::within(0, limits).unwrap();
        for (n, lengths, batch) in [(32, [16, 16], 250), (12, [5, 6], 130), (1 << 13, [5, 6], 3), (2401, [7, 8], 2)] {
            check_product(&gpu, &ComplexRing::<f64>::new(), n, lengths, batch);
        }
        check_product(&gpu, &Std::<Goldilocks, ViaNative>::new(), 32, [10, 23], 101);
        assert!(gpu.launches() > 60);
    }
    // A batch that has to go in parts, because the memory beside it is short.
    batches_in_parts [&[], &[("RINGFFT_EMULATED_MEMORY", "480000")]] {
        let gpu = Gpu::first().unwrap();
        let ring = Std::<BabyBear, ViaNative>::new();
        let (n, batch) = (1 << 14, 5);
        let options = DeviceOptions::new().batch(batch);
        let plan = DevicePlan::with(&gpu, ring, n, options).unwrap();
        let x = random(&ring, 5, n * batch);
        let mut vector = plan.load(&x).unwrap();
        plan.forward(&mut vector).unwrap();
        let found = vector.to_vec().unwrap();
        if gpu.description().memory > 1 << 20 {
            let single = DevicePlan::new(&gpu, ring, n).unwrap();
            let mut last = single.load(&x[4 * n..]).unwrap();
            single.forward(&mut last).unwrap();
            assert_eq!(last.to_vec().unwrap(), found[4 * n..]);
        }
        plan.inverse(&mut vector).unwrap();
        assert_eq!(vector.to_vec().unwrap(), x);
    }
    // Words that are no residues are taken as what they are modulo the prime; what does not belong together is refused.
    mistakes [&[]] {
        let gpu = Gpu::first().unwrap();
        let ring = Modular::new(998_244_353).unwrap();
        let plan = DevicePlan::new(&gpu, ring, 32).unwrap();
        let mut vector = plan.load(&[u64::MAX; 32]).unwrap();
        plan.forward(&mut vector).unwrap();
        let mut expected = vec![0; 32];
        expected[0] = ring.element(ring.element(u64::MAX) * 32);
        assert_eq!(vector.to_vec().unwrap(), expected);
        let other = DevicePlan::new(&gpu, Modular::new(469_762_049).unwrap(), 32).unwrap();
        assert!(matches!(other.forward(&mut vector), Err(Error::Unsupported { .. })));
        let twice = DevicePlan::new(&gpu, ring, 64).unwrap();
        assert!(matches!(twice.forward(&mut vector), Err(Error::SliceLength { expected: 64, found: 32, .. })));
        assert!(matches!(plan.load(&[1; 33]), Err(Error::SliceLength { .. })));
        assert!(matches!(plan.load(&[]), Err(Error::SliceLength { .. })));
        assert!(matches!(vector.store(&mut [0; 31]), Err(Error::SliceLength { .. })));
        let again = Gpu::open(0).unwrap();
        let elsewhere = DevicePlan::new(&again, ring, 32).unwrap();
        assert!(matches!(elsewhere.forward(&mut vector), Err(Error::Unsupported { .. })));
        // No root, no prime, too wide.
        assert!(matches!(DevicePlan::new(&gpu, ring, 1 << 24), Err(Error::Unsupported { .. })));
        assert!(matches!(DevicePlan::new(&gpu, ring, 5), Err(Error::Unsupported { .. })));
        assert!(matches!(DevicePlan::new(&gpu, Modular::new(65).unwrap(), 2), Err(Error::Unsupported { .. })));
        assert!(matches!(DevicePlan::new(&gpu, Modular::new(u64::MAX - 58).unwrap(), 2), Err(Error::Unsupported { .. })));
        assert!(matches!(DevicePlan::new(&gpu, ring, 0), Err(Error::Unsupported { .. })));
        let negacyclic = |coset: Option<_>| DeviceOptions::new().negacyclic(true).coset(coset);
        assert!(matches!(DevicePlan::with(&gpu, ring, 32, negacyclic(Some(3))), Err(Error::Unsupported { .. })));
        assert!(matches!(DevicePlan::with(&gpu, ring, 1 << 23, negacyclic(None)), Err(Error::NoRoot { .. })));
        let uneven = DeviceOptions::new().batch(3);
        assert!(matches!(DevicePlan::over(&gpu, vec![ring; 2], 32, uneven), Err(Error::Unsupported { .. })));
    }
}
