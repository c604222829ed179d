//! Execution with the caller's scratch never allocates: while a plan runs on this thread, the allocator aborts. Scratch of a plan's own
//! is zeros when it is given back, under the feature `zeroize`.

use num_complex::Complex;
use ringfft::{
    inside::require,
    order::Order,
    plan::{Plan, Threads},
    rings::{ComplexRing, Real},
};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

struct Aborting;

thread_local! {
    static FORBIDDEN: Cell<bool> = const { Cell::new(false) };
    /// Bytes given back while `WATCHED`, and those of them that were not zero.
    static GIVEN_BACK: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
    static WATCHED: Cell<bool> = const { Cell::new(false) };
}

/// Counts what is given back.
///
/// # Safety
/// `bytes` bytes from `pointer` on may be read.
unsafe fn watch(pointer: *const u8, bytes: usize) {
    if WATCHED.get() {
        let [all, left] = GIVEN_BACK.get();
        // SAFETY: the caller's promise. Reads are volatile, because bytes that were never written may have any value.
        let held = (0..bytes).filter(|&at| unsafe { pointer.add(at).read_volatile() } != 0).count();
        GIVEN_BACK.set([all + bytes, left + held]);
    }
}

fn check() {
    if FORBIDDEN.get() {
        std::process::abort();
    }
}

// SAFETY: every call is handed to the system's allocator unchanged, or the process ends.
unsafe impl GlobalAlloc for Aborting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        check();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        check();
        // SAFETY: the block has this size.
        unsafe { watch(pointer, layout.size()) };
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Aborting = Aborting;

fn runs_without_allocating<T: Real>() {
    let lengths = (1..=70).chain([96, 127, 128, 243, 256, 1000, 1009, 1024, 2018, 4096, 6561, 1 << 14, 65537]);
    for isa in require::sets() {
        if !super::has_kernels::<T>(isa) {
            continue;
        }
        for n in lengths.clone() {
            for order in [Order::Natural, Order::BitReversed].into_iter().filter(|order| order.exists_for(n)) {
                let builder = Plan::builder(ComplexRing::<T>::new(), n).order(order).isa(isa);
                let plan = builder.threads(Threads::AtMost(1)).build().unwrap();
                let input = vec![Complex::new(T::one(), T::zero()); n];
                let (mut output, mut scratch) = (input.clone(), plan.scratch().unwrap());
                FORBIDDEN.set(true);
                let done = plan
                    .forward_with(&mut output, &mut scratch)
                    .and_then(|()| plan.inverse_with(&mut output, &mut scratch))
                    .and_then(|()| plan.forward_into_with(&input, &mut output, &mut scratch))
                    .and_then(|()| plan.inverse_into_with(&input, &mut output, &mut scratch));
                FORBIDDEN.set(false);
                done.unwrap();
            }
        }
    }
}

#[test]
fn complex_plans() {
    runs_without_allocating::<f64>();
    runs_without_allocating::<f32>();
}

/// Bytes that a call gives back, and those of them that it leaves as they were.
#[cfg(feature = "zeroize")]
fn given_back<T>(call: impl FnOnce() -> T) -> [usize; 2] {
    GIVEN_BACK.set([0; 2]);
    WATCHED.set(true);
    let done = call();
    WATCHED.set(false);
    drop(done);
    GIVEN_BACK.get()
}

#[test]
#[cfg(feature = "zeroize")]
fn scratch_is_zeros_when_it_is_given_back() {
    use ringfft::{
        plan::Algorithm,
        rings::{Goldilocks, native},
    };
    let n = 1 << 10;
    let mut x: Vec<Complex<f64>> = (0..n).map(|i| Complex::new(1.0 + i as f64, 0.5)).collect();
    let mut y: Vec<Goldilocks> = (0..n as u64).map(|i| Goldilocks::new(i * i + 1)).collect();
    for algorithm in [Algorithm::Stockham, Algorithm::SixStep, Algorithm::Bluestein] {
        let plan = Plan::builder(ComplexRing::<f64>::new(), n).algorithm(algorithm).threads(Threads::AtMost(1));
        let plan = plan.build().unwrap();
        for _ in 0..2 {
            let [bytes, left] = given_back(|| plan.forward(&mut x).and_then(|()| plan.inverse(&mut x)).unwrap());
            assert!(bytes >= 2 * 16 * plan.scratch_len() && plan.scratch_len() > 0, "{algorithm}: {bytes} bytes");
            assert_eq!(left, 0, "{algorithm}: of {bytes} bytes");
        }
        let plan = Plan::builder(native::<Goldilocks>(), n).algorithm(algorithm).threads(Threads::AtMost(1));
        let plan = plan.build().unwrap();
        let [bytes, left] = given_back(|| plan.forward(&mut y).and_then(|()| plan.inverse(&mut y)).unwrap());
        assert!(bytes >= 2 * 8 * plan.scratch_len(), "{algorithm}: {bytes} bytes");
        assert_eq!(left, 0, "{algorithm}: of {bytes} bytes");
    }
}
