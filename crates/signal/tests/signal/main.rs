//! `signal`: windows, spectra, short-time transforms, the analyser and filters, against SciPy and against their laws.
#![allow(unsafe_code)]

mod analyser;
mod bad_input;
mod filters;
mod scipy;
mod spectra;
mod stft;
mod windows;

use num_complex::Complex;
use ringfft_testing::Random;
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

struct Counting;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, block: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(block) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, block: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, block) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counts the requests for memory that this thread makes in `run`.
fn allocations(run: impl FnOnce()) -> u64 {
    let before = CALLS.get();
    run();
    CALLS.get() - before
}

fn noise(len: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..len).map(|_| random.float()).collect()
}

/// Normally distributed, of deviation 1: the sum of twelve uniform numbers.
fn gaussian(len: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let twelve = |random: &mut Random| (0..12).map(|_| random.float() / 2.0).sum::<f64>();
    (0..len).map(|_| twelve(&mut random)).collect()
}

/// The bins of a frame by the definition.
fn definition(samples: &[f64], transform_len: usize) -> Vec<Complex<f64>> {
    let term = |k: usize, j: usize| {
        let angle = -std::f64::consts::TAU * (j * k % transform_len) as f64 / transform_len as f64;
        Complex::new(0.0, angle).exp() * samples[j]
    };
    (0..=transform_len / 2).map(|k| (0..samples.len()).map(|j| term(k, j)).sum()).collect()
}

fn near(found: &[f64], expected: &[f64], tolerance: f64) -> bool {
    let most = expected.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= tolerance * most)
}
