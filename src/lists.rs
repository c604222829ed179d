//! Arrays and lists made by one loop, and iterators and copies for kernels.
//!
//! Iterators and `core::array` take several functions for each closure. Functions of the standard library stay calls where a program is
//! linked without optimisation; these are always inlined.

use alloc::vec::Vec;
use core::mem::{ManuallyDrop, MaybeUninit};

/// Returns the array of the results of `f` for each index, in their order.
///
/// If `f` panics, its earlier results are not dropped.
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

/// Returns the array of the results of `f` for each element.
///
/// If `f` panics, the elements after it and its earlier results are not dropped.
#[inline(always)]
#[allow(unsafe_code, reason = "elements are moved out one by one")]
pub(crate) fn map<T, U, const N: usize>(array: [T; N], mut f: impl FnMut(T) -> U) -> [U; N] {
    let array = ManuallyDrop::new(array);
    let first = (&raw const array).cast::<T>();
    // SAFETY: `i` is below the length of the array, whose elements are each read once and never dropped here.
    from_fn(|i| f(unsafe { first.add(i).read() }))
}

/// Returns the list of the results of `f` for each number below `len`.
#[inline]
pub(crate) fn list<T>(len: usize, mut f: impl FnMut(usize) -> T) -> Vec<T> {
    list_dyn(len, &mut f)
}

/// Returns the list of the results of `f` for each element of a slice.
#[inline]
pub(crate) fn of<T, U>(slice: &[T], mut f: impl FnMut(&T) -> U) -> Vec<U> {
    list_dyn(slice.len(), &mut |i| f(&slice[i]))
}

/// Creates the list of [`list`]; compiled once for every type of elements.
fn list_dyn<T>(len: usize, f: &mut dyn FnMut(usize) -> T) -> Vec<T> {
    let mut list = Vec::with_capacity(len);
    let mut i = 0;
    while i < len {
        list.push(f(i));
        i += 1;
    }
    list
}

/// Returns an iterator over the items of two iterators side by side, up to the end of the shorter one.
#[inline(always)]
pub(crate) fn zip<A: IntoIterator, B: IntoIterator>(a: A, b: B) -> Zip<A::IntoIter, B::IntoIter> {
    Zip { a: a.into_iter(), b: b.into_iter() }
}

/// The iterator of [`zip`].
pub(crate) struct Zip<A, B> {
    a: A,
    b: B,
}

impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> {
    type Item = (A::Item, B::Item);

    #[allow(clippy::question_mark, reason = "the operator is two functions more for each pair of types")]
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        // One after the other: where both advance before either is looked at, a pointer's step depends on the comparisons, a chain of several
        // cycles.
        let Some(a) = self.a.next() else { return None };
        let Some(b) = self.b.next() else { return None };
        Some((a, b))
    }
}

/// Returns an iterator over the items with their places, from 0 on.
#[inline(always)]
pub(crate) fn enumerate<A: IntoIterator>(items: A) -> Enumerate<A::IntoIter> {
    Enumerate { items: items.into_iter(), next: 0 }
}

/// The iterator of [`enumerate`].
pub(crate) struct Enumerate<A> {
    items: A,
    next: usize,
}

impl<A: Iterator> Iterator for Enumerate<A> {
    type Item = (usize, A::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (i, item) = (self.next, self.items.next()?);
        self.next += 1;
        Some((i, item))
    }
}

/// Copies values up to the end of the shorter slice.
#[inline(always)]
pub(crate) fn copy<T: Copy>(to: &mut [T], from: &[T]) {
    for (to, from) in zip(to, from) {
        *to = *from;
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use alloc::{rc::Rc, string::ToString};

    #[inline]
    pub(crate) fn elements_are_made_in_order_and_dropped_once() {
        let counted = Rc::new(());
        let mut calls = 0;
        let array: [Rc<()>; 5] = from_fn(|i| {
            assert_eq!(i, calls);
            calls += 1;
            Rc::clone(&counted)
        });
        let mapped = map(array, |element| (element, calls.to_string()));
        assert_eq!(Rc::strong_count(&counted), 6);
        assert!(mapped.iter().all(|(_, text)| text == "5"));
        drop(mapped);
        assert_eq!(Rc::strong_count(&counted), 1);
        assert_eq!(from_fn::<u8, 0>(|_| unreachable!()), []);
        assert_eq!(list(3, |i| i * i), of(&[0, 1, 2], |i| i * i));
    }
}
