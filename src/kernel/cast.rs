//! Casts in place: pairs of numbers as complex numbers, and back; residues as words.

#![allow(unsafe_code, reason = "a slice of pairs is read as one of the other type")]

use crate::rings::{Goldilocks, M31, Mont256, Mont256Parameters, Monty31};
use num_complex::Complex;

/// Returns the numbers in pairs: number `2j` is the real part of element `j`, number `2j + 1` the imaginary part. The
/// last of an odd number of them is left out.
pub(crate) fn pairs<T>(numbers: &[T]) -> &[Complex<T>] {
    // SAFETY: `Complex<T>` is `repr(C)` with two fields of type `T`, so it has the alignment of `T` and twice its size,
    // without padding; `len / 2` of them end within the slice, whose lifetime the result keeps.
    unsafe { core::slice::from_raw_parts(numbers.as_ptr().cast(), numbers.len() / 2) }
}

/// Returns the numbers in pairs, mutable, as [`pairs`].
pub(crate) fn pairs_mut<T>(numbers: &mut [T]) -> &mut [Complex<T>] {
    // SAFETY: as in `pairs`; the borrow is exclusive and passes on to the result.
    unsafe { core::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), numbers.len() / 2) }
}

/// Returns the real and imaginary parts of the elements in turn: twice as many numbers.
pub(crate) fn numbers_mut<T>(elements: &mut [Complex<T>]) -> &mut [T] {
    // SAFETY: as in `pairs`, read the other way; twice the number of elements is within the address space, because each
    // of a slice of sized elements takes at least two bytes or none at all.
    unsafe { core::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), elements.len().saturating_mul(2)) }
}

/// Prefetches the lines of the items to the second cache.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T]) {
    #[cfg(target_arch = "x86_64")]
    for line in 0..size_of_val(items).div_ceil(64) {
        use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: a hint without effect on memory, whatever the address.
        #[allow(unused_unsafe, reason = "newer Rust calls the hint safe")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T1>(items.as_ptr().cast::<i8>().wrapping_add(64 * line));
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = items;
}

/// Returns the halves of words, in the order of the machine: twice as many.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) fn halves_mut(words: &mut [u64]) -> &mut [u32] {
    // SAFETY: two words of 32 bits have the size of one of 64 bits and need no greater alignment, and every value is legal. Twice the number of words
    // is within the address space.
    unsafe { core::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), 2 * words.len()) }
}

/// Returns the words of field elements.
pub(crate) fn words_mut(elements: &mut [Goldilocks]) -> &mut [u64] {
    // SAFETY: `Goldilocks` is `repr(transparent)` over its word, of which every value is legal.
    unsafe { core::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), elements.len()) }
}

/// Returns the Montgomery words of field elements.
pub(crate) fn residues_mut<C: Mont256Parameters>(elements: &mut [Mont256<C>]) -> &mut [[u64; 4]] {
    // SAFETY: `Mont256` is `repr(transparent)` over its words, of which every value is legal.
    unsafe { core::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), elements.len()) }
}

/// Returns the words of elements of fields below `2^31`.
pub(crate) fn small_words_mut<const P: u32>(elements: &mut [Monty31<P>]) -> &mut [u32] {
    // SAFETY: `Monty31` is `repr(transparent)` over its word, of which every value is valid; kernels keep it below `P`,
    // but no unsafe code depends on that.
    unsafe { core::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), elements.len()) }
}

/// Returns the words of elements of the field of `2^31 - 1`.
pub(crate) fn mersenne_words_mut(elements: &mut [M31]) -> &mut [u32] {
    // SAFETY: as in `small_words_mut`.
    unsafe { core::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), elements.len()) }
}

/// Returns the elements as those of the other type; `None` if the types differ.
pub(crate) fn same<A: 'static, B: 'static>(elements: &[A]) -> Option<&[B]> {
    let same = core::any::TypeId::of::<A>() == core::any::TypeId::of::<B>();
    // SAFETY: types without lifetimes and of one identity are one type.
    same.then(|| unsafe { core::slice::from_raw_parts(elements.as_ptr().cast(), elements.len()) })
}

/// Returns the elements, mutable, as [`same`].
pub(crate) fn same_mut<A: 'static, B: 'static>(elements: &mut [A]) -> Option<&mut [B]> {
    let same = core::any::TypeId::of::<A>() == core::any::TypeId::of::<B>();
    // SAFETY: as in `same`; the borrow is exclusive and passes on to the result.
    same.then(|| unsafe { core::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), elements.len()) })
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn casts_go_there_and_back() {
        let mut numbers = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert_eq!(pairs(&numbers), [Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)]);
        pairs_mut(&mut numbers)[1].im = 7.0;
        assert_eq!(numbers, [1.0, 2.0, 3.0, 7.0, 5.0]);
        let mut elements = [Complex::new(1u8, 2), Complex::new(3, 4)];
        numbers_mut(&mut elements)[2] = 9;
        assert_eq!(elements, [Complex::new(1, 2), Complex::new(9, 4)]);
        assert_eq!(same_mut::<u8, u8>(&mut [1, 2]), Some(&mut [1, 2][..]));
        assert_eq!(same::<u8, u8>(&[1, 2]), Some(&[1, 2][..]));
        assert!(same::<u8, i8>(&[1, 2]).is_none());
        assert!(same_mut::<u8, i8>(&mut [1, 2]).is_none());
        #[cfg(target_arch = "x86_64")]
        assert_eq!(halves_mut(&mut [1 | 2 << 32, 3]), [1, 2, 3, 0]);
        assert!(pairs::<f32>(&[]).is_empty() && numbers_mut::<f32>(&mut []).is_empty());
    }
}
