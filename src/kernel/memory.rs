//! Memory for tables and scratch, asked for once.
#![allow(unsafe_code, reason = "zeros that nobody writes; a request to the operating system")]

use crate::{Error, Result};
use alloc::{
    alloc::{Layout, alloc_zeroed},
    vec::Vec,
};
use core::ops::{Deref, DerefMut};

/// Returns a list with room for `len` elements; a long one in huge pages where the system gives them on request.
///
/// # Errors
/// [`Error::Memory`] if the allocation fails.
#[inline]
pub(crate) fn reserve<E>(what: &'static str, len: usize) -> Result<Vec<E>> {
    let mut list = Vec::<E>::new();
    let refusal = |_| Error::Memory { what, needed: len as u128 * size_of::<E>() as u128, limit: None };
    list.try_reserve_exact(len).map_err(refusal)?;
    #[cfg(all(feature = "std", target_os = "linux"))]
    huge::request(list.as_ptr().addr(), len * size_of::<E>());
    Ok(list)
}

/// Returns `len` copies of `value`.
///
/// # Errors
/// [`Error::Memory`] if the system refuses the memory.
#[inline]
pub(crate) fn filled<E: Clone>(what: &'static str, len: usize, value: E) -> Result<Vec<E>> {
    let mut list = reserve(what, len)?;
    list.resize(len, value);
    Ok(list)
}

/// Returns `len` zeros, which the system may give without writing them; long lists in huge pages where it gives them on request.
///
/// # Errors
/// [`Error::Memory`] if the system refuses the memory.
pub(crate) fn words(what: &'static str, len: usize) -> Result<Vec<u64>> {
    if len == 0 {
        return Ok(Vec::new());
    }
    let refusal = || Error::Memory { what, needed: len as u128 * 8, limit: None };
    let layout = Layout::array::<u64>(len).map_err(|_| refusal())?;
    // SAFETY: the layout is not empty.
    let first = unsafe { alloc_zeroed(layout) }.cast::<u64>();
    if first.is_null() {
        return Err(refusal());
    }
    // SAFETY: `len` words of this layout, all zero, from the allocator of lists.
    let words = unsafe { Vec::from_raw_parts(first, len, len) };
    #[cfg(all(feature = "std", target_os = "linux"))]
    huge::request(first.addr(), len * 8);
    Ok(words)
}

/// Pages of 2 MiB.
#[cfg(all(feature = "std", target_os = "linux"))]
mod huge {
    use core::ffi::{c_int, c_void};

    /// Shorter lists have few pages: 4 MiB.
    const LEAST: usize = 1 << 22;

    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }

    /// Requests huge pages for the `bytes` of a list that begins at `start`. A refusal costs only time.
    #[inline(never)]
    pub(super) fn request(start: usize, bytes: usize) {
        const HUGE: usize = 1 << 21;
        const MADV_HUGEPAGE: c_int = 14;
        if bytes < LEAST {
            return;
        }
        let (from, to) = (start.next_multiple_of(HUGE), (start + bytes) / HUGE * HUGE);
        if from < to {
            // SAFETY: the advice changes no byte of these pages, which belong to the list.
            unsafe { madvise(core::ptr::without_provenance_mut(from), to - from, MADV_HUGEPAGE) };
        }
    }
}

/// Elements of a call's own scratch. Under the feature `zeroize` they are overwritten when it ends.
pub(crate) struct Wiped<E: Clone> {
    list: Vec<E>,
    #[cfg(feature = "zeroize")]
    zero: E,
}

impl<E: Clone> Wiped<E> {
    /// Creates a wiped list: `list` is to be overwritten by `zero`.
    pub(crate) fn new(list: Vec<E>, zero: E) -> Self {
        #[cfg(not(feature = "zeroize"))]
        let _ = zero;
        Wiped {
            list,
            #[cfg(feature = "zeroize")]
            zero,
        }
    }
}

impl<E: Clone> Deref for Wiped<E> {
    type Target = [E];

    fn deref(&self) -> &[E] {
        &self.list
    }
}

impl<E: Clone> DerefMut for Wiped<E> {
    fn deref_mut(&mut self) -> &mut [E] {
        &mut self.list
    }
}

#[cfg(feature = "zeroize")]
impl<E: Clone> Drop for Wiped<E> {
    fn drop(&mut self) {
        self.list.fill(self.zero.clone());
        // The barrier keeps the compiler from dropping stores to memory that is never read again.
        zeroize::optimization_barrier(&self.list[..]);
    }
}

/// Scratch for calls: room for this many elements. One space exists from the start, so that calls one after another
/// allocate nothing. More are made as calls run at once.
pub(crate) struct Spaces<E: Clone> {
    what: &'static str,
    len: usize,
    zero: E,
    #[cfg(feature = "std")]
    free: std::sync::Mutex<Vec<Wiped<E>>>,
}

impl<E: Clone> Spaces<E> {
    pub(crate) fn new(what: &'static str, len: usize, zero: E) -> Result<Self> {
        let spaces = Spaces {
            what,
            len,
            zero,
            #[cfg(feature = "std")]
            free: std::sync::Mutex::new(Vec::new()),
        };
        #[cfg(feature = "std")]
        spaces.give(spaces.make()?);
        Ok(spaces)
    }

    fn make(&self) -> Result<Wiped<E>> {
        Ok(Wiped::new(filled(self.what, self.len, self.zero.clone())?, self.zero.clone()))
    }

    #[cfg(feature = "std")]
    fn give(&self, space: Wiped<E>) {
        if let Ok(mut free) = self.free.try_lock() {
            free.push(space);
        }
    }

    /// Calls `f` with a space; never waits.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut [E]) -> Result<R>) -> Result<R> {
        #[cfg(feature = "std")]
        let found = self.free.try_lock().ok().and_then(|mut free| free.pop());
        #[cfg(not(feature = "std"))]
        let found = None;
        let mut space = match found {
            Some(space) => space,
            None => self.make()?,
        };
        let result = f(&mut space);
        #[cfg(feature = "std")]
        self.give(space);
        result
    }
}

#[cfg(all(feature = "inside", feature = "std", feature = "zeroize"))]
pub(crate) mod tests {
    use super::*;
    use alloc::{sync::Arc, vec};
    use std::sync::Mutex;

    /// A value that reports its contents when it is dropped.
    #[derive(Clone)]
    struct Told(u64, Arc<Mutex<Vec<u64>>>);

    impl Drop for Told {
        fn drop(&mut self) {
            self.1.lock().unwrap().push(self.0);
        }
    }

    #[inline]
    pub(crate) fn nothing_is_left_when_scratch_is_given_back() {
        let told = Arc::default();
        let mut scratch = Wiped::new(vec![Told(7, Arc::clone(&told)); 3], Told(0, Arc::clone(&told)));
        scratch[1].0 = 8;
        told.lock().unwrap().clear();
        drop(scratch);
        // The three overwritten values, then their replacements, and the zero itself.
        let told = told.lock().unwrap();
        let secrets: Vec<u64> = told.iter().copied().filter(|&x| x != 0).collect();
        assert_eq!(secrets, [7, 8, 7]);
        assert!(told.len() >= 7 && told[told.len() - 4..].iter().all(|&x| x == 0), "{told:?}");
    }
}
