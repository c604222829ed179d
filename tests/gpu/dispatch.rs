//! Plans that run on a device: the same values as on the processor, by the same options; errors where a device was asked for,
//! silence where it was not.

use crate::kit::{Sample, random, scenarios};
use ringfft::{
    DeviceFailure, Error,
    algebra::{Roots, Std},
    gpu::Gpu,
    ntt::RnsPlan,
    order::Order,
    plan::{Accelerated, Algorithm, Device, Isa, Layout, Plan, Scale},
    rings::{BabyBear, Bls12381Fr, ComplexRing, Gf2p8, Goldilocks, Modular, Modular32, ViaNative, binary},
};

/// The same call on the device and on the processor, forward and back, in place and not.
fn same<R: Sample + Accelerated>(ring: R, n: usize, batch: usize, layout: Layout, coset: bool, scale: Scale) {
    let c = ring.integer(3);
    let plan = |device| {
        let mut builder = Plan::builder(ring.clone(), n).batch(batch, layout).scale(scale).device(device);
        if coset {
            builder = builder.coset(c);
        }
        builder.build().unwrap()
    };
    let (there, here) = (plan(Device::Cuda), plan(Device::Cpu));
    assert_eq!((there.device(), here.device()), (Device::Cuda, Device::Cpu));
    let span = layout.span(n, batch).unwrap();
    let x = random(&ring, n as u64, span);
    let launches = Gpu::first().unwrap().launches();
    let (mut found, mut expected) = (x.clone(), x.clone());
    there.forward(&mut found).unwrap();
    here.forward(&mut expected).unwrap();
    let widen = |list: &[_]| list.iter().map(|x| ring.widen(x)).collect::<Vec<_>>();
    assert!(ring.close(&found, &widen(&expected)), "{} {n} x {batch} {layout:?}", ring.name());
    assert!(Gpu::first().unwrap().launches() > launches);
    there.inverse(&mut found).unwrap();
    here.inverse(&mut expected).unwrap();
    assert!(ring.close(&found, &widen(&expected)), "inverse, {} {n} x {batch} {layout:?}", ring.name());
    let (mut found, mut expected) = (x.clone(), x.clone());
    there.forward_into(&x, &mut found).unwrap();
    here.forward_into(&x, &mut expected).unwrap();
    assert!(ring.close(&found, &widen(&expected)), "into, {} {n} x {batch} {layout:?}", ring.name());
}

fn failure(error: &Error) -> Option<DeviceFailure> {
    if let Error::Device { failure, .. } = error { Some(*failure) } else { None }
}

fn failure_of(done: ringfft::Result<()>) -> Option<DeviceFailure> {
    done.err().and_then(|error| failure(&error))
}

/// Sixteen calls of a plan under `Auto`: the values are right whatever the device does, and data stay as they were where it fails
/// under `Cuda`.
fn survive() {
    let ring = Std::<Goldilocks, ViaNative>::new();
    let x = random(&ring, 9, 1 << 10);
    let mut expected = x.clone();
    Plan::builder(ring, 1 << 10).device(Device::Cpu).build().unwrap().forward(&mut expected).unwrap();
    for device in [Device::Cuda, Device::Auto] {
        for _ in 0..8 {
            let Ok(plan) = Plan::builder(ring, 1 << 10).device(device).build() else {
                assert_eq!(device, Device::Cuda);
                continue;
            };
            let mut found = x.clone();
            match plan.forward(&mut found) {
                Ok(()) => assert!(found == expected),
                Err(error) => {
                    assert!(device == Device::Cuda && failure(&error).is_some(), "{error}");
                    assert!(found == x, "data are intact");
                }
            }
        }
    }
}

scenarios! {
    plans [&[], crate::kit::SMALL] {
        for layout in [Layout::Rows, Layout::Columns, Layout::Strided { stride: 2, distance: 2 * 256 }] {
            same(ComplexRing::<f64>::new(), 256, 3, layout, false, Scale::UNITARY);
            same(Std::<Goldilocks, ViaNative>::new(), 256, 3, layout, true, Scale::INVERSE);
        }
        same(ComplexRing::<f32>::new(), 1 << 12, 1, Layout::Rows, false, Scale::FORWARD);
        same(ComplexRing::<f32>::new(), 60, 7, Layout::Rows, false, Scale::INVERSE);
        same(ComplexRing::<f64>::new(), 101, 2, Layout::Rows, false, Scale::NONE);
        same(Std::<BabyBear, ViaNative>::new(), 240, 2, Layout::Rows, true, Scale::FORWARD);
        same(Std::<Bls12381Fr, ViaNative>::new(), 64, 2, Layout::Rows, true, Scale::NONE);
        same(Modular::new(998_244_353).unwrap(), 128, 1, Layout::Rows, true, Scale::INVERSE);
        same(Modular32::new(998_244_353).unwrap(), 14, 5, Layout::Rows, true, Scale::INVERSE);
    }
    // Any number of rows a call: the device takes the plan's batch at once, and a rest only where the processor may take it.
    rows_of_one_call [&[("RINGFFT_DEVICE_BYTES", "1")]] {
        let ring = Std::<Goldilocks, ViaNative>::new();
        let plan = |device| Plan::builder(ring, 256).batch(2, Layout::Rows).device(device).build().unwrap();
        for (device, rows) in [(Device::Cuda, 0), (Device::Cuda, 6), (Device::Auto, 7), (Device::Auto, 1)] {
            let x = random(&ring, 5, rows * 256);
            let (mut found, mut expected) = (x.clone(), x.clone());
            let there = plan(device);
            assert_eq!(there.device(), Device::Cuda);
            there.forward_many(&mut found).unwrap();
            plan(Device::Cpu).forward_many(&mut expected).unwrap();
            assert!(found == expected, "{rows} rows");
            there.inverse_many(&mut found).unwrap();
            assert!(found == x, "{rows} rows");
        }
        let error = plan(Device::Cuda).forward_many(&mut random(&ring, 5, 3 * 256)).unwrap_err();
        assert!(matches!(&error, Error::Unsupported { what } if what.contains("3 rows on a device")), "{error}");
    }
    // Where nothing is said, on the processor.
    by_default [&[("RINGFFT_DEVICE_BYTES", "1")]] {
        assert_eq!(Device::default(), Device::Cpu);
        let ring = ComplexRing::<f64>::new();
        assert_eq!(Plan::over(ring, 256).unwrap().device(), Device::Cpu);
        assert_eq!(Plan::builder(ring, 256).device(Device::Auto).build().unwrap().device(), Device::Cuda);
    }
    // A variable that is no number is an error for what may go to a device, and for nothing else.
    malformed_variables [
        &[("RINGFFT_DEVICE_BYTES", "4k")],
        &[("RINGFFT_DEVICE_MEMORY", "-1")],
        &[("RINGFFT_DEVICE_BYTES", "18446744073709551616"), ("RINGFFT_DEVICE_MEMORY", "1 GiB")]
    ] {
        let ring = ComplexRing::<f64>::new();
        assert!(Plan::over(ring, 256).is_ok());
        let told = |error: Option<Error>| {
            let error = error.unwrap();
            let value = ["4k", "-1", "18446744073709551616", "1 GiB"].iter().any(|value| error.to_string().contains(value));
            let text = error.to_string();
            assert!(value && text.contains("in the variable RINGFFT_DEVICE_") && text.contains("bytes"), "{text}");
            assert!(matches!(error, Error::Parse { .. }), "{error:?}");
        };
        for device in [Device::Auto, Device::Cuda] {
            told(Plan::builder(ring, 256).device(device).build().err());
            told(ringfft::real::RealPlan::<f64>::builder(256).device(device).build().err());
            told(RnsPlan::with_primes(30, 2, 256).unwrap().order(Order::Natural).device(device).build().err());
        }
        told(Gpu::first().err());
    }
    empty_variables [&[("RINGFFT_DEVICE_BYTES", ""), ("RINGFFT_DEVICE_MEMORY", "")]] {
        let ring = ComplexRing::<f64>::new();
        let on = |n, device| Plan::builder(ring, n).device(device).build().unwrap().device();
        assert_eq!([on(256, Device::Auto), on(256, Device::Cuda)], [Device::Cpu, Device::Cuda]);
        assert_eq!(on(1 << 18, Device::Auto), Device::Cuda);
    }
    // Above the threshold, on the device; below it, or with options that devices have not, on the processor.
    automatic [&[("RINGFFT_DEVICE_BYTES", "4096")]] {
        let ring = ComplexRing::<f64>::new();
        let build = |n| Plan::builder(ring, n).device(Device::Auto).build().unwrap().device();
        assert_eq!([build(128), build(256)], [Device::Cpu, Device::Cuda]);
        let builder = || Plan::builder(ring, 256).device(Device::Auto);
        let on = |plan: ringfft::Result<Plan<_, _>>| plan.unwrap().device();
        assert_eq!(on(builder().device(Device::Cpu).build()), Device::Cpu);
        assert_eq!(on(builder().order(Order::BitReversed).build()), Device::Cpu);
        assert_eq!(on(builder().algorithm(Algorithm::Stockham).build()), Device::Cpu);
        assert_eq!(on(builder().batch(3, Layout::Columns).build()), Device::Cpu);
        assert_eq!(on(builder().isa(Isa::Scalar).build()), Device::Cpu);
        let w = ring.root(256).unwrap();
        assert_eq!([w, w.conj()].map(|w| on(builder().root(w).build())), [Device::Cuda, Device::Cpu]);
        let field = Plan::builder(binary::<Gf2p8>(), 256).device(Device::Auto).build().unwrap();
        assert_eq!(field.device(), Device::Cpu);
    }
    // What was asked for and cannot be.
    refused [&[]] {
        let ring = ComplexRing::<f64>::new();
        let refused = |plan: ringfft::Result<Plan<_, _>>| matches!(plan, Err(Error::Unsupported { .. }));
        let builder = || Plan::builder(ring, 256).device(Device::Cuda);
        assert!(refused(builder().order(Order::BitReversed).build()));
        assert!(refused(builder().algorithm(Algorithm::Stockham).build()));
        let field = Plan::builder(binary::<Gf2p8>(), 256).device(Device::Cuda).build();
        assert!(matches!(field, Err(Error::Unsupported { .. })));
        let even = Plan::builder(Modular::new(u64::MAX - 58).unwrap(), 2).device(Device::Cuda).build();
        assert!(matches!(even, Err(Error::Unsupported { .. })));
        assert!(!Device::available().unwrap().is_empty());
        assert_eq!("cuda".parse::<Device>().unwrap(), Device::Cuda);
        assert!("gpu".parse::<Device>().is_err());
    }
    no_device [&[("RINGFFT_EMULATED_NO_DEVICE", "1"), ("RINGFFT_DEVICE_BYTES", "1")]] {
        let ring = ComplexRing::<f64>::new();
        assert_eq!(Plan::builder(ring, 256).device(Device::Auto).build().unwrap().device(), Device::Cpu);
        let asked = Plan::builder(ring, 256).device(Device::Cuda).build();
        assert_eq!(failure(&asked.unwrap_err()), Some(DeviceFailure::NoDevice));
        assert!(Device::available().is_err());
    }
    // Asked for, a device that fails is an error, and no call of the processor; the next call is another.
    insisting [&[("RINGFFT_EMULATED_FAIL_LAUNCH", "2")]] {
        let ring = Std::<Goldilocks, ViaNative>::new();
        let plan = Plan::builder(ring, 1 << 10).device(Device::Cuda).build().unwrap();
        let x = random(&ring, 2, 1 << 10);
        let calls = [(); 3].map(|()| {
            let (mut values, mut output) = (x.clone(), x.clone());
            let done = plan.forward(&mut values);
            assert!(values != x || done.is_err());
            (failure_of(done), failure_of(plan.forward_into(&x, &mut output)))
        });
        assert_eq!(calls, [(None, Some(DeviceFailure::Launch)), (None, None), (None, None)]);
    }
    failing_launches [
        &[("RINGFFT_EMULATED_FAIL_LAUNCH", "1"), ("RINGFFT_DEVICE_BYTES", "1")],
        &[("RINGFFT_EMULATED_FAIL_LAUNCH", "10"), ("RINGFFT_DEVICE_BYTES", "1")]
    ] { survive() }
    failing_allocations [
        &[("RINGFFT_EMULATED_FAIL_ALLOCATION", "3"), ("RINGFFT_DEVICE_BYTES", "1")],
        &[("RINGFFT_EMULATED_MEMORY", "12000"), ("RINGFFT_DEVICE_BYTES", "1")]
    ] { survive() }
    failing_copies [
        &[("RINGFFT_EMULATED_FAIL_COPY", "2"), ("RINGFFT_DEVICE_BYTES", "1")],
        &[("RINGFFT_EMULATED_FAIL_COPY", "10"), ("RINGFFT_DEVICE_BYTES", "1")]
    ] { survive() }
    // A batch beyond the device's memory goes through it in parts.
    streamed [&[("RINGFFT_EMULATED_MEMORY", "100000")]] {
        same(Std::<Goldilocks, ViaNative>::new(), 1 << 10, 40, Layout::Rows, false, Scale::INVERSE);
    }
}
