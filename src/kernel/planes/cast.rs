//! The same memory as other words.
#![allow(unsafe_code, reason = "integers seen as shorter integers")]

use super::bytes::Line;

/// The memory of lines as words of 32 bits, for use as scratch: which word is which half of which depends on the machine.
pub(crate) fn words_of_lines(lines: &mut [Line]) -> &mut [u32] {
    // SAFETY: every bit pattern is a value of both integer types.
    let (before, words, after) = unsafe { lines.as_flattened_mut().align_to_mut::<u32>() };
    debug_assert!(before.is_empty() && after.is_empty());
    words
}
