//! A program without a standard library that plans and runs transforms.
//!
//! It brings its own panic handler, so that any crate that pulls `std` in is a compile error: there can be
//! one panic handler only.
#![no_std]

use core::{
    alloc::{GlobalAlloc, Layout},
    cell::UnsafeCell,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use num_complex::Complex;
use ringfft::{plan::Plan, rings::Modular};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

const ARENA: usize = 1 << 16;

/// An arena that never gives anything back.
struct Arena {
    memory: UnsafeCell<[u8; ARENA]>,
    used: AtomicUsize,
}

// SAFETY: every allocation gets bytes of its own, because `used` only grows and each step is atomic.
unsafe impl Sync for Arena {}

// SAFETY: blocks lie inside the arena, do not overlap and have the alignment asked for.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let base = self.memory.get() as usize;
        let start = |used: usize| (base + used).next_multiple_of(layout.align()) - base;
        let claim = |used: usize| start(used).checked_add(layout.size()).filter(|&end| end <= ARENA);
        match self.used.fetch_update(Relaxed, Relaxed, claim) {
            // SAFETY: the offset is inside the arena, as `claim` checked.
            Ok(used) => unsafe { self.memory.get().cast::<u8>().add(start(used)) },
            Err(_) => core::ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ARENA_OF_THE_PROGRAM: Arena = Arena { memory: UnsafeCell::new([0; ARENA]), used: AtomicUsize::new(0) };

/// Transforms there and back over two rings; whether all went well.
#[unsafe(no_mangle)]
pub extern "C" fn probe() -> bool {
    let residues = || -> ringfft::Result<bool> {
        let plan = Plan::over(Modular::new(257)?, 8)?;
        let mut values = [1, 2, 3, 4, 5, 6, 7, 8];
        plan.forward(&mut values)?;
        plan.inverse(&mut values)?;
        Ok(values == [1, 2, 3, 4, 5, 6, 7, 8])
    };
    let complex = || -> ringfft::Result<bool> {
        let plan = Plan::<Complex<f64>>::new(8)?;
        let mut values = [Complex::new(1.0, 2.0); 8];
        plan.forward(&mut values)?;
        plan.inverse(&mut values)?;
        Ok((values[7] - Complex::new(1.0, 2.0)).norm_sqr() < 1e-24)
    };
    matches!((residues(), complex()), (Ok(true), Ok(true)))
}
