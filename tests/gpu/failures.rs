//! What goes wrong is told by a typed error, leaves nothing behind, and does not stop what comes after.

use crate::kit::{random, scenarios};
use ringfft::{
    DeviceFailure, Error,
    algebra::Std,
    gpu::{DevicePlan, Gpu},
    rings::{ComplexRing, Goldilocks, ViaNative},
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
