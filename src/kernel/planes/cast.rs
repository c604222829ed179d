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
