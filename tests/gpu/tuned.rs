//! Plans whose form is measured.

use crate::{
    failures::counts,
    kit::{El, SMALL, Sample, random, scenarios},
};
use ringfft::{
    Error,
    algebra::{Ring, Std},
    gpu::{DeviceOptions, DevicePlan, Gpu},
    rings::{Bls12381Fr, ComplexRing, Goldilocks, KoalaBear, Modular32, ViaNative},
};

fn plan<R: Sample>(gpu: &Gpu, ring: &R, n: usize, batch: usize, tuned: bool) -> DevicePlan<R> {
    let options = DeviceOptions::new().batch(batch).tuned(tuned);
    DevicePlan::with(gpu, ring.clone(), n, options).unwrap()
}

/// It does what the plan does that was not measured.
fn check_same<R: Sample>(gpu: &Gpu, ring: &R, tuned: &DevicePlan<R>) {
    let (n, batch) = (tuned.len(), tuned.batch());
    let plain = plan(gpu, ring, n, batch, false);
    let x = random(ring, n as u64, n * batch);
    let results = |plan: &DevicePlan<R>| {
        let (mut there, mut back) = (x.clone(), x.clone());
        plan.transform(&x, &mut there, false).unwrap();
        plan.transform(&x, &mut back, true).unwrap();
        [there, back, plan.product(&x, &x).unwrap()]
    };
    for (found, expected) in results(tuned).iter().zip(results(&plain)) {
        let expected: Vec<El<R::Wide>> = expected.iter().map(|x| ring.widen(x)).collect();
        assert!(ring.close(found, &expected), "{} {n} x {batch}: {}", ring.name(), tuned.form());
    }
}

/// Its forms run once; another plan of its kind runs nothing but what its tables take.
fn check<R: Sample>(gpu: &Gpu, ring: &R, n: usize, batch: usize) {
    let made = || {
        let before = gpu.launches();
        let plan = plan(gpu, ring, n, batch, true);
        (gpu.launches() - before, plan)
    };
    let ((measured, first), (again, second)) = (made(), made());
    assert!(measured >= 2 * 2 * 6, "two forms, there and back: {measured}");
    let most = if first.form().starts_with("Bluestein") { 6 } else { 0 };
    assert!(again <= most && second.form() == first.form(), "{again} {first:?} {second:?}");
    check_same(gpu, ring, &second);
}

scenarios! {
    measured_once [&[], SMALL] {
        let gpu = Gpu::first().unwrap();
        check(&gpu, &ComplexRing::<f32>::new(), 1 << 10, 2);
        check(&gpu, &ComplexRing::<f64>::new(), 240, 1);
        check(&gpu, &Std::<Goldilocks, ViaNative>::new(), 1 << 10, 1);
        // Another batch is another measurement.
        check(&gpu, &Std::<Goldilocks, ViaNative>::new(), 1 << 10, 3);
        check(&gpu, &Std::<KoalaBear, ViaNative>::new(), 1 << 9, 1);
        check(&gpu, &Std::<Bls12381Fr, ViaNative>::new(), 1 << 8, 1);
        check(&gpu, &Modular32::new(0x7ff8_0001).unwrap(), 1 << 10, 2);
    }
    // One form is not measured, and a plan that is not tuned measures nothing.
    unmeasured [&[]] {
        let gpu = Gpu::first().unwrap();
        let ring = Std::<Goldilocks, ViaNative>::new();
        plan(&gpu, &ring, 1, 3, true);
        plan(&gpu, &ring, 1 << 10, 1, false);
        assert_eq!(gpu.launches(), 0);
    }
    // What fails is left out, here the form that is first.
    one_fails [
        &[("RINGFFT_EMULATED_FAIL_LAUNCH", "1")], &[("RINGFFT_EMULATED_FAIL_ALLOCATION", "1")],
        &[("RINGFFT_EMULATED_FAIL_COPY", "1")]
    ] {
        let gpu = Gpu::first().unwrap();
        let ring = Std::<Goldilocks, ViaNative>::new();
        let tuned = plan(&gpu, &ring, 1 << 14, 1, true);
        assert_ne!(tuned.form(), plan(&gpu, &ring, 1 << 14, 1, false).form());
        check_same(&gpu, &ring, &tuned);
        drop(tuned);
        assert_eq!(counts()[1..], [0, 0], "memory is given back");
    }
    // Where all fail, the error comes back.
    all_fail [&[]] {
        let ring = Std::<Goldilocks, ViaNative>::new();
        let options = DeviceOptions::new().coset(ring.integer(0)).tuned(true);
        let error = DevicePlan::with(&Gpu::first().unwrap(), ring, 1 << 10, options).unwrap_err();
        assert!(matches!(error, Error::NotInvertible { .. }), "{error:?}");
    }
    every_form [&[]] {
        Gpu::first().unwrap();
        ringfft::inside::every_form_is_the_same_transform();
    }
}
