//! The same memory as other words; hints to the processor.
#![allow(unsafe_code, reason = "integers seen as shorter integers; a hint")]

use super::bytes::Line;

/// Returns the bytes of lines.
pub(crate) fn bytes_of_lines(lines: &mut [Line]) -> &mut [u8] {
    // SAFETY: every bit pattern is a value of both integer types.
    let (before, bytes, after) = unsafe { lines.as_flattened_mut().align_to_mut::<u8>() };
    debug_assert!(before.is_empty() && after.is_empty());
    bytes
}

/// Returns the lines that bytes are; `None` where they fill no whole number of lines, or do not start at a multiple of 8.
pub(crate) fn lines_of_bytes(bytes: &mut [u8]) -> Option<&mut [Line]> {
    // SAFETY: every bit pattern is a value of both integer types.
    let (before, lines, after) = unsafe { bytes.align_to_mut::<Line>() };
    (before.is_empty() && after.is_empty()).then_some(lines)
}

/// Prefetches the lines.
#[inline(always)]
pub(crate) fn prefetch(lines: &[Line]) {
    #[cfg(target_arch = "x86_64")]
    for line in lines {
        use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: a hint without effect on memory; the pointer is a reference's.
        #[allow(unused_unsafe, reason = "newer Rust calls the hint safe")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T1>(line.as_ptr().cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = lines;
}
