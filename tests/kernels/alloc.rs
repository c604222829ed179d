//! Execution with the caller's scratch never allocates: while a plan runs on this thread, the allocator aborts.

use num_complex::Complex;
use ringfft::{
    order::Order,
    plan::{Isa, Plan, Threads},
    rings::{ComplexRing, Real},
};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

struct Aborting;

thread_local! {
    static FORBIDDEN: Cell<bool> = const { Cell::new(false) };
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
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Aborting = Aborting;

fn runs_without_allocating<T: Real>() {
    let lengths = (1..=70).chain([96, 127, 128, 243, 256, 1000, 1009, 1024, 2018, 4096, 6561, 1 << 14, 65537]);
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
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
