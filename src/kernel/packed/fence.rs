//! The order of stores past the caches.
#![allow(unsafe_code, reason = "an instruction that every x86-64 has")]

use core::arch::x86_64::_mm_sfence;

/// Waits until streamed stores are visible before later ones.
#[inline(always)]
pub(super) fn fence() {
    // SAFETY: every x86-64 has the instruction.
    #[allow(unused_unsafe, reason = "newer Rust calls it safe")]
    unsafe {
        _mm_sfence();
    }
}
