//! Arrays and lists made by one loop: what iterators and `core::array` do by several functions for each closure.

use alloc::vec::Vec;
use core::mem::{ManuallyDrop, MaybeUninit};

/// Returns the array of what `f` returns for each index, in their order.
///
/// If `f` panics, what it returned before is not dropped.
#[inline(always)]
#[allow(unsafe_code, reason = "an array of any type, element by element")]
pub(crate) fn from_fn<T, const N: usize>(mut f: impl FnMut(usize) -> T) -> [T; N] {
    let mut array = MaybeUninit::<[T; N]>::uninit();
    let first = array.as_mut_ptr().cast::<T>();
    let mut i = 0;
    while i < N {
        let value = f(i);
        // SAFETY: `i` is below the length of the array, so this is an element of it, to which nothing was written.
        unsafe { first.add(i).write(value) };
        i += 1;
    }
    // SAFETY: the loop wrote all `N` elements.
    unsafe { array.assume_init() }
}

/// Returns the array of what `f` returns for each element.
///
/// If `f` panics, the elements after it and what it returned before are not dropped.
#[inline(always)]
#[allow(unsafe_code, reason = "elements are moved out one by one")]
pub(crate) fn map<T, U, const N: usize>(array: [T; N], mut f: impl FnMut(T) -> U) -> [U; N] {
    let array = ManuallyDrop::new(array);
    let first = (&raw const array).cast::<T>();
    // SAFETY: `i` is below the length of the array, whose elements are each read once and never dropped here.
    from_fn(|i| f(unsafe { first.add(i).read() }))
}

/// Returns the list of what `f` returns for each number below `len`.
pub(crate) fn list<T>(len: usize, mut f: impl FnMut(usize) -> T) -> Vec<T> {
    let mut list = Vec::with_capacity(len);
    let mut i = 0;
    while i < len {
        list.push(f(i));
        i += 1;
    }
    list
}

/// Returns the list of what `f` returns for each element of a slice.
pub(crate) fn of<T, U>(slice: &[T], mut f: impl FnMut(&T) -> U) -> Vec<U> {
    let mut list = Vec::with_capacity(slice.len());
    for element in slice {
        list.push(f(element));
    }
    list
}
