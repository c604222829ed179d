//! Elements of this crate's binary fields as lines of bytes.
#![allow(unsafe_code, reason = "a slice of words seen as a slice of other words")]

use crate::{
    kernel::planes::Line,
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128},
};
use core::{any::TypeId, ops::BitXorAssign};

/// The words that are added.
pub(super) trait Word: Copy + Default + BitXorAssign + Send + Sync + 'static {}
impl Word for u8 {}
impl Word for u16 {}
impl Word for u32 {}
impl Word for u64 {}

/// Whether `F` is one of this crate's fields, whose elements are words and nothing else.
pub(super) fn is_word<F: BinaryField>() -> bool {
    let known = [
        TypeId::of::<Gf2p8>(),
        TypeId::of::<Gf2p16>(),
        TypeId::of::<Gf2p16Leopard>(),
        TypeId::of::<Gf2p32>(),
        TypeId::of::<Gf2p64>(),
        TypeId::of::<Gf2p128>(),
    ];
    known.contains(&TypeId::of::<F>())
}

/// The elements in place; `None` where they are no words, fill no whole number of lines, or do not start at a multiple of 8.
pub(super) fn lines<F: BinaryField>(elements: &mut [F]) -> Option<&mut [Line]> {
    if !is_word::<F>() {
        return None;
    }
    // SAFETY: the fields named in `is_word` are transparent over an unsigned integer, and a line is 8 of those: no padding, and
    // every pattern of bits is a value on both sides.
    let (before, lines, after) = unsafe { elements.align_to_mut::<Line>() };
    (before.is_empty() && after.is_empty()).then_some(lines)
}

/// The elements as words that divide them; `None` where they are no words.
pub(super) fn words<T: Word, F: BinaryField>(elements: &mut [F]) -> Option<&mut [T]> {
    if !is_word::<F>() || size_of::<T>() > size_of::<F>() {
        return None;
    }
    // SAFETY: as in `lines`; every `Word` is an unsigned integer.
    let (before, words, after) = unsafe { elements.align_to_mut::<T>() };
    (before.is_empty() && after.is_empty()).then_some(words)
}

/// The first `len` elements that the lines hold; `None` where elements are no words.
pub(super) fn elements<F: BinaryField>(lines: &mut [Line], len: usize) -> Option<&mut [F]> {
    if !is_word::<F>() {
        return None;
    }
    // SAFETY: as in `lines`.
    let (before, elements, _) = unsafe { lines.align_to_mut::<F>() };
    if before.is_empty() { elements.get_mut(..len) } else { None }
}
