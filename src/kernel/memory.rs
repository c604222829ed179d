//! Memory for tables and scratch, asked for once, on large pages where there is much of it.

use crate::{Error, Result};
use alloc::vec::Vec;

/// From this many bytes on large pages are asked for: below, tables and scratch lie in the caches and few pages hold them.
#[cfg(all(target_os = "linux", feature = "std"))]
const LARGE: usize = 4 << 20;

/// A list with room for `len` elements.
///
/// # Errors
/// [`Error::Memory`] where it cannot be had.
pub(crate) fn reserve<E>(what: &'static str, len: usize) -> Result<Vec<E>> {
    let mut list = Vec::new();
    let refusal = |_| Error::Memory { what, needed: len as u128 * size_of::<E>() as u128, limit: None };
    list.try_reserve_exact(len).map_err(refusal)?;
    #[cfg(all(target_os = "linux", feature = "std"))]
    advise(list.spare_capacity_mut());
    Ok(list)
}

/// `len` copies of `value`.
///
/// # Errors
/// [`Error::Memory`] where there is no room for them.
pub(crate) fn filled<E: Clone>(what: &'static str, len: usize, value: E) -> Result<Vec<E>> {
    let mut list = reserve(what, len)?;
    list.resize(len, value);
    Ok(list)
}

/// Asks the system to back this memory, which nothing has touched yet, by its large pages, if it has any. It may refuse.
#[cfg(all(target_os = "linux", feature = "std"))]
#[allow(unsafe_code, reason = "advice to the system")]
fn advise<E>(memory: &mut [core::mem::MaybeUninit<E>]) {
    /// What every page size is a multiple of on machines that have large pages at all.
    const PAGE: usize = 1 << 12;
    let (pointer, bytes) = (memory.as_mut_ptr(), size_of_val(memory));
    if bytes < LARGE {
        return;
    }
    let before = pointer.addr().next_multiple_of(PAGE) - pointer.addr();
    let whole = (bytes - before) / PAGE * PAGE;
    // SAFETY: the pages lie inside `memory`, since `before < PAGE <= bytes`; the advice changes how they are backed, never what
    // they hold.
    let _ = unsafe { libc::madvise(pointer.byte_add(before).cast(), whole, libc::MADV_HUGEPAGE) };
}
