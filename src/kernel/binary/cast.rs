//! Elements of this crate's binary fields as bytes.
#![allow(unsafe_code, reason = "a slice of words seen as a slice of bytes")]

use crate::{
    Error, Result,
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128},
};
use core::any::TypeId;

/// Returns whether `F` is one of this crate's fields, whose elements are plain words.
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

/// Returns the bytes of the elements, in place.
///
/// # Errors
/// [`Error::Contract`] if the elements are not words.
pub(super) fn bytes<F: BinaryField>(elements: &mut [F]) -> Result<&mut [u8]> {
    if !is_word::<F>() {
        return Err(Error::Contract { what: "the elements of a binary field must be words" });
    }
    // SAFETY: the fields named in `is_word` are transparent over an unsigned integer: no padding, and every pattern of bits is a
    // value on both sides.
    let (_, bytes, _) = unsafe { elements.align_to_mut::<u8>() };
    Ok(bytes)
}
