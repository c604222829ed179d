//! What goes wrong is told by a typed error, leaves nothing behind, and does not stop what comes after.

use crate::kit::{random, scenarios};
use ringfft::{
    DeviceFailure, Error,
    algebra::Std,
    complex::Multi,
    gpu::{DeviceOptions, DevicePlan, Gpu, Limits},
    ntt::{RnsLayout, RnsPlan},
    order::Order,
    plan::{Device, Layout, Plan, Threads},
    real::RealPlan,
    rings::{ComplexRing, Goldilocks, Modular, ViaNative},
};
use std::ffi::c_void;

/// Launches, live allocations and live bytes of the emulated driver.
#[allow(unsafe_code)]
pub(crate) fn counts() -> [u64; 3] {
    let mut counts = [0; 3];
    // SAFETY: the library is loaded already, and its function writes three words.
    unsafe {
        let library = libc::dlopen(c"libcuda.so.1".as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD);
        let address: *mut c_void = libc::dlsym(library, c"ringfft_emulated_counts".as_ptr());
        if address.is_null() {
            return counts; // a driver that does not count
        }
        let function: unsafe extern "C" fn(*mut u64, *mut u64, *mut u64) = std::mem::transmute(address);
        let [launches, live, bytes] = &mut counts;
        function(launches, live, bytes);
    }
    counts
}

fn failure(error: Error) -> DeviceFailure {
    match error {
        Error::Device { failure, what } => {
            assert!(!what.is_empty());
            failure
        }
        other => panic!("{other:?}"),
    }
}

/// The first error of a transform there and back, if any; and whether what comes after works.
fn attempt(n: usize) -> Option<DeviceFailure> {
    let gpu = Gpu::first().unwrap();
    let ring = Std::<Goldilocks, ViaNative>::new();
    let x = random(&ring, 3, n);
    let run = || {
        let plan = DevicePlan::new(&gpu, ring, n)?;
        let mut vector = plan.load(&x)?;
        plan.forward(&mut vector)?;
        plan.inverse(&mut vector)?;
        vector.to_vec()
    };
    match run() {
        Ok(back) => {
            assert_eq!(back, x);
            None
        }
        Err(error) => Some(failure(error)),
    }
}

fn injected(expected: DeviceFailure, n: usize) {
    let mut seen = None;
    for _ in 0..3 {
        let now = attempt(n);
        assert!(now.is_none() || seen.is_none(), "one failure was asked for");
        seen = seen.or(now);
    }
    assert_eq!(seen, Some(expected));
    assert_eq!(counts()[1..], [0, 0], "memory is given back");
}

scenarios! {
    no_device [&[("RINGFFT_EMULATED_NO_DEVICE", "1")]] {
        assert_eq!(failure(Gpu::first().unwrap_err()), DeviceFailure::NoDevice);
        assert_eq!(failure(Gpu::all().unwrap_err()), DeviceFailure::NoDevice);
        let text = Gpu::first().unwrap_err().to_string();
        assert!(text.contains("no CUDA device"), "{text}");
    }
    // A folder without a driver, on a machine without one.
    no_driver [&[("LD_LIBRARY_PATH", "")]] {
        match Gpu::first() {
            Err(error) => assert_eq!(failure(error), DeviceFailure::NoDriver),
            Ok(gpu) => println!("this machine has a driver: {gpu:?}"),
        }
    }
    one_device [&[]] {
        let all = Gpu::all().unwrap();
        assert!(!all.is_empty());
        assert_eq!(failure(Gpu::open(all.len() as u32).unwrap_err()), DeviceFailure::NoDevice);
        let gpu = Gpu::first().unwrap();
        assert_eq!(*gpu.description(), all[0]);
        assert!(gpu.description().limits.shared >= 48 << 10 && gpu.description().capability >= 75);
        gpu.wait().unwrap();
    }
    launches [
        &[("RINGFFT_EMULATED_FAIL_LAUNCH", "1")], &[("RINGFFT_EMULATED_FAIL_LAUNCH", "2")], &[("RINGFFT_EMULATED_FAIL_LAUNCH", "4")]
    ] {
        injected(DeviceFailure::Launch, 1 << 14);
    }
    allocations [
        &[("RINGFFT_EMULATED_FAIL_ALLOCATION", "1")], &[("RINGFFT_EMULATED_FAIL_ALLOCATION", "5")],
        &[("RINGFFT_EMULATED_FAIL_ALLOCATION", "9")]
    ] {
        injected(DeviceFailure::OutOfMemory, 1 << 14);
    }
    copies [&[("RINGFFT_EMULATED_FAIL_COPY", "1")], &[("RINGFFT_EMULATED_FAIL_COPY", "8")]] {
        injected(DeviceFailure::Lost, 1 << 14);
    }
    too_little_memory [&[("RINGFFT_EMULATED_MEMORY", "100000")]] {
        assert_eq!(attempt(1 << 14), Some(DeviceFailure::OutOfMemory));
        assert_eq!(attempt(1 << 10), None);
        assert_eq!(counts()[1..], [0, 0]);
    }
    // Products of lengths, batches and rings that no word holds.
    sizes_beyond_words [&[]] {
        let gpu = Gpu::first().unwrap();
        let ring = Std::<Goldilocks, ViaNative>::new();
        let top = 1usize << (usize::BITS - 1);
        let refused = |error: Option<Error>, what: &str| {
            assert!(matches!(error, Some(Error::Memory { .. })), "{what}: {error:?}");
        };
        for (len, batch) in [
            (2, usize::MAX), (2, top), (4, top / 2), (1 << 20, 1 << 44), (1 << 31, 1 << 33), (top, 1), (top, 2), (usize::MAX, 1),
            (usize::MAX, usize::MAX), (1 << 16, top >> 16),
        ] {
            for negacyclic in [false, true] {
                let options = || DeviceOptions::new().batch(batch).negacyclic(negacyclic);
                let what = format!("{len} x {batch}");
                refused(DevicePlan::with(&gpu, ring, len, options()).err(), &what);
                refused(DevicePlan::with(&gpu, ComplexRing::<f32>::new(), len, DeviceOptions::new().batch(batch)).err(), &what);
            }
            let plan = |device| Plan::builder(ring, len).batch(batch, Layout::Rows).device(device).build();
            assert!(plan(Device::Cuda).is_err(), "{len} x {batch}");
            // The processor needs no memory for a batch.
            assert!(plan(Device::Auto).map_or(true, |plan| plan.device() == Device::Cpu), "{len} x {batch}");
        }
        // A batch over several moduli, and the arrays of real transforms.
        let primes = [(1 << 20) * 7 + 1, 998_244_353].map(|p| Modular::new(p).unwrap());
        let options = DeviceOptions::new().batch(top);
        refused(DevicePlan::over(&gpu, primes.into(), 64, options).err(), "two moduli");
        for polynomials in [usize::MAX, top, top / 3] {
            let builder = RnsPlan::with_primes(30, 3, 64).unwrap().order(Order::Natural);
            let plan = |device| builder.clone().polynomials(polynomials, RnsLayout::PolynomialMajor).device(device).build();
            assert!(plan(Device::Cuda).is_err(), "{polynomials}");
            assert!(plan(Device::Auto).map_or(true, |plan| plan.device() == Device::Cpu), "{polynomials}");
        }
        for (len, batch) in [(2, top >> 3), (1 << 20, top >> 22), (3, top >> 4)] {
            let plan = RealPlan::<f64>::builder(len).batch(batch, Layout::Rows).threads(Threads::AtMost(1));
            assert!(plan.device(Device::Cuda).build().is_err(), "{len} x {batch}");
            let plan = Multi::<f32>::builder(&[batch, len], &[1]).threads(Threads::AtMost(1));
            assert!(plan.device(Device::Cuda).build().is_err(), "{batch} by {len}");
        }
        // A block of less than a warp of threads.
        for threads in [0, 1, 31] {
            let limits = Limits { threads, ..gpu.description().limits };
            assert!(matches!(Gpu::within(0, limits), Err(Error::Unsupported { .. })), "{threads}");
        }
        let least = Limits { blocks: 0, threads: 32, shared: 0, processors: 0, lines: 0 };
        let plan = DevicePlan::new(&Gpu::within(0, least).unwrap(), ring, 96).unwrap();
        let mut x = plan.load(&random(&ring, 3, 96)).unwrap();
        plan.forward(&mut x).unwrap();
        plan.inverse(&mut x).unwrap();
        assert_eq!(x.to_vec().unwrap(), random(&ring, 3, 96));
    }
    // A thousand plans leave nothing behind; dropped on another thread too.
    cycles [&[]] {
        let gpu = Gpu::first().unwrap();
        for i in 0..1000 {
            let plan = DevicePlan::new(&gpu, ComplexRing::<f32>::new(), 32).unwrap();
            let vector = plan.load(&random(&ComplexRing::<f32>::new(), 1, 32)).unwrap().wiped_when_dropped();
            if i % 100 == 0 {
                std::thread::spawn(move || drop((vector, plan))).join().unwrap();
            }
        }
        assert_eq!(counts()[1..], [0, 0]);
    }
    // Several threads on one device.
    threads [&[]] {
        let gpu = Gpu::first().unwrap();
        std::thread::scope(|scope| {
            for seed in 0..4 {
                let gpu = &gpu;
                scope.spawn(move || {
                    let ring = Std::<Goldilocks, ViaNative>::new();
                    let plan = DevicePlan::new(gpu, ring, 1 << 14).unwrap();
                    let x = random(&ring, seed, 1 << 14);
                    for _ in 0..3 {
                        let mut vector = plan.load(&x).unwrap();
                        plan.forward(&mut vector).unwrap();
                        plan.inverse(&mut vector).unwrap();
                        assert_eq!(vector.to_vec().unwrap(), x);
                    }
                });
            }
        });
    }
}
