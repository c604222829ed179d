//! Polynomials over several primes on a device: those of the processor, in one launch where a block reaches.

use crate::kit::{SMALL, scenarios};
use ringfft::{
    DeviceFailure, Error,
    conv::Wrap,
    gpu::Gpu,
    ntt::{RnsBuilder, RnsLayout, RnsPlan},
    order::Order,
    plan::{Device, Isa, Scale},
};

/// Residues that look random.
fn residues(plan: &RnsPlan) -> Vec<u64> {
    let moduli: Vec<u64> = plan.moduli().collect();
    let (len, all) = (plan.len(), plan.total_len());
    let limb = |row: usize| match plan.layout() {
        RnsLayout::LimbMajor => row / plan.polynomials(),
        _ => row % moduli.len(),
    };
    let mut numbers = crate::kit::Numbers(5);
    (0..all).map(|i| numbers.next() % moduli[limb(i / len)]).collect()
}

fn builder(len: usize) -> RnsBuilder {
    RnsPlan::with_primes(50, 3, len).unwrap().order(Order::Natural)
}

scenarios! {
    transforms_and_products [&[], SMALL] {
        for (len, polynomials) in [(64, 1), (256, 4), (1 << 12, 2)] {
            for layout in [RnsLayout::PolynomialMajor, RnsLayout::LimbMajor] {
                for (wrap, scale) in [(Wrap::Negacyclic, Scale::INVERSE), (Wrap::Cyclic, Scale::NONE)] {
                    let plan = |device| {
                        let builder = builder(len).polynomials(polynomials, layout).wrap(wrap).scale(scale);
                        builder.device(device).build().unwrap()
                    };
                    let (there, here) = (plan(Device::Cuda), plan(Device::Cpu));
                    assert_eq!((there.device(), here.device()), (Device::Cuda, Device::Cpu));
                    let x = residues(&there);
                    let (mut found, mut expected) = (x.clone(), x.clone());
                    let before = Gpu::first().unwrap().launches();
                    there.forward(&mut found).unwrap();
                    let launches = Gpu::first().unwrap().launches() - before;
                    assert!(launches > 0 && (len > 256 || Gpu::first().unwrap().description().memory <= 1 << 20 || launches == 1), "{launches}");
                    here.forward(&mut expected).unwrap();
                    assert!(found == expected, "{len} {polynomials} {layout:?} {wrap:?}");
                    there.inverse(&mut found).unwrap();
                    here.inverse(&mut expected).unwrap();
                    assert!(found == expected, "inverse, {len} {polynomials} {layout:?} {wrap:?}");
                    let mut other = x.clone();
                    other.reverse();
                    let (mut a, mut b, mut c, mut d) = (x.clone(), other.clone(), x, other);
                    there.product(&mut a, &mut b).unwrap();
                    here.product(&mut c, &mut d).unwrap();
                    assert!(a == c && b == d, "product, {len} {polynomials} {layout:?} {wrap:?}");
                }
            }
        }
    }
    // By the threshold; and what devices have not.
    automatic [&[("RINGFFT_DEVICE_BYTES", "12288")]] {
        let builder = |n| builder(n).device(Device::Auto);
        let on = |builder: RnsBuilder| builder.build().unwrap().device();
        assert_eq!([on(builder(256)), on(builder(512))], [Device::Cpu, Device::Cuda]);
        assert_eq!(on(builder(512).device(Device::Cpu)), Device::Cpu);
        assert_eq!(on(builder(512).order(Order::BitReversed)), Device::Cpu);
        assert_eq!(on(builder(512).isa(Isa::Scalar)), Device::Cpu);
        assert_eq!(on(builder(512).scale(Scale::FORWARD)), Device::Cpu);
        assert_eq!(on(builder(512).polynomials(2, RnsLayout::CoefficientMajor)), Device::Cpu);
        assert_eq!(on(RnsPlan::with_primes(63, 3, 512).unwrap().order(Order::Natural).device(Device::Auto)), Device::Cpu);
        let refused = |builder: RnsBuilder| matches!(builder.device(Device::Cuda).build(), Err(Error::Unsupported { .. }));
        assert!(refused(builder(512).order(Order::BitReversed)));
        assert!(refused(builder(512).isa(Isa::Scalar)));
        assert!(refused(builder(512).scale(Scale::FORWARD)));
        assert!(refused(builder(512).polynomials(2, RnsLayout::CoefficientMajor)));
        assert!(refused(RnsPlan::with_primes(63, 3, 512).unwrap().order(Order::Natural)));
    }
    no_device [&[("RINGFFT_EMULATED_NO_DEVICE", "1"), ("RINGFFT_DEVICE_BYTES", "1")]] {
        assert_eq!(builder(64).device(Device::Auto).build().unwrap().device(), Device::Cpu);
        let error = builder(64).device(Device::Cuda).build().unwrap_err();
        assert!(matches!(error, Error::Device { failure: DeviceFailure::NoDevice, .. }), "{error}");
    }
    // Asked for, a device that fails is an error and leaves the data as they were; else the processor takes over.
    insisting [&[("RINGFFT_EMULATED_FAIL_LAUNCH", "1")]] {
        let (error, intact) = first_call(Device::Cuda);
        assert!(intact && matches!(error, Err(Error::Device { failure: DeviceFailure::Launch, .. })), "{error:?}");
    }
    falling_back [&[("RINGFFT_EMULATED_FAIL_LAUNCH", "1"), ("RINGFFT_DEVICE_BYTES", "1")]] {
        assert!(matches!(first_call(Device::Auto), (Ok(true), _)));
    }
}

/// Whether a call on a device is right, and whether it left the data as they were.
fn first_call(device: Device) -> (Result<bool, Error>, bool) {
    let plan = builder(64).device(device).build().unwrap();
    assert_eq!(plan.device(), Device::Cuda);
    let x = residues(&plan);
    let (mut found, mut expected) = (x.clone(), x.clone());
    builder(64).device(Device::Cpu).build().unwrap().forward(&mut expected).unwrap();
    let done = plan.forward(&mut found).map(|()| found == expected);
    (done, found == x)
}
