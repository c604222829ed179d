//! The maps from elements of fields of other crates to the words of kernels, and to elements of the fields of this crate.

use super::NativeField;
use crate::{Error, Result};
use core::marker::PhantomData;

/// An integer of four words, least word first.
pub(crate) type Residue = [u64; 4];

/// The words of elements: residues of at most 256 bits, or residues times `2^256`.
pub(crate) trait Representation: Send + Sync + Sized + 'static {
    type Element: Copy + Send + Sync + 'static;
    /// `true` if the words are residues times `2^256`.
    const MONTGOMERY: bool;
    /// `false` for a field that never has such words.
    const EXISTS: bool = true;

    /// Creates the representation by probing the field.
    ///
    /// # Errors
    /// [`Error::Contract`](crate::Error::Contract) where its constants are wrong.
    fn new() -> Result<Self>;

    /// Returns the words where the elements lie, if they are words.
    fn in_place(elements: &mut [Self::Element]) -> Option<&mut [Residue]> {
        let _ = elements;
        None
    }

    /// Returns the words of an element.
    fn words(&self, element: &Self::Element) -> Residue;

    /// Returns the element with these words; `None` unless the field takes them.
    fn element(&self, words: &Residue) -> Option<Self::Element>;
}

/// Reads the words of elements, one by one.
#[inline]
pub(crate) fn load<R: Representation>(field: &R, from: &[R::Element], to: &mut [Residue]) {
    for (words, element) in to.iter_mut().zip(from) {
        *words = field.words(element);
    }
}

/// Writes the elements with these words; `false` if one stands for none, and its place is unchanged.
#[inline]
pub(crate) fn store<R: Representation>(field: &R, from: &[Residue], to: &mut [R::Element]) -> bool {
    let mut all = true;
    for (element, words) in to.iter_mut().zip(from) {
        match field.element(words) {
            Some(made) => *element = made,
            None => all = false,
        }
    }
    all
}

/// Elements that stand for those of a field of this crate with the same prime.
pub(crate) trait Exchange: Send + Sync + Sized + 'static {
    type Inner: NativeField;
    type Words: Representation;

    /// Creates the representation by probing the field.
    ///
    /// # Errors
    /// As [`Representation::new`].
    fn new() -> Result<Self>;

    /// Returns the element of the inner field; `None` unless there is one.
    fn inner(&self, element: &Outer<Self>) -> Option<Self::Inner>;

    /// Returns the outer element; `None` unless the field takes it.
    fn outer(&self, inner: &Self::Inner) -> Option<Outer<Self>>;
}

/// The elements of an [`Exchange`].
pub(crate) type Outer<X> = <<X as Exchange>::Words as Representation>::Element;

/// The elements of a field of this crate of four words, as those words.
pub(crate) struct InMontgomeryForm<F>(PhantomData<fn() -> F>);

impl<F: NativeField> Representation for InMontgomeryForm<F> {
    type Element = F;
    const MONTGOMERY: bool = true;
    const EXISTS: bool = F::MONTGOMERY_FORM.is_some();

    fn new() -> Result<Self> {
        match F::MONTGOMERY_FORM {
            Some(_) => Ok(InMontgomeryForm(PhantomData)),
            None => Err(Error::Contract { what: "a field of four words hands them out" }),
        }
    }

    #[inline]
    fn words(&self, element: &F) -> Residue {
        F::MONTGOMERY_FORM.map_or([0; 4], |form| (form.words)(element))
    }

    #[inline]
    fn element(&self, words: &Residue) -> Option<F> {
        F::MONTGOMERY_FORM.map(|form| (form.element)(words))
    }
}
