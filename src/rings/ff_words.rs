//! Elements of fields of the crate `ff` as integers: through canonical bytes, or else digit by digit.

use super::{
    NativeField,
    representation::{Exchange, Representation, Residue},
};
use crate::{Error, Result};
use core::marker::PhantomData;

const INCONSISTENT_FIELD: Error = Error::Contract { what: "a field must be what its constants say" };

/// Bytes of an integer of four words.
const BYTES: usize = 32;

/// The encoding of an integer in the bytes of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    LeastFirst,
    MostFirst,
    /// A field without a usable encoding: digits are read one by one.
    Digits,
}

/// Reads the words of canonical bytes, which may be longer or shorter than they need be.
#[inline]
fn words_of(bytes: &[u8], big: bool) -> Residue {
    let mut words = [0; 4];
    let part = if big { bytes.last_chunk::<BYTES>() } else { bytes.first_chunk::<BYTES>() };
    let Some(part) = part else {
        let byte = |i: usize| bytes[if big { bytes.len() - 1 - i } else { i }];
        (0..bytes.len()).for_each(|i| words[i / 8] |= u64::from(byte(i)) << (8 * (i % 8)));
        return words;
    };
    for (i, word) in part.as_chunks::<8>().0.iter().enumerate() {
        if big {
            words[3 - i] = u64::from_be_bytes(*word);
        } else {
            words[i] = u64::from_le_bytes(*word);
        }
    }
    words
}

/// Writes words as the inverse of [`words_of`], into bytes that are zero.
#[inline]
fn write_words(words: &Residue, bytes: &mut [u8], big: bool) {
    let len = bytes.len();
    let part = if big { bytes.last_chunk_mut::<BYTES>() } else { bytes.first_chunk_mut::<BYTES>() };
    let Some(part) = part else {
        let byte = |i: usize| (words[i / 8] >> (8 * (i % 8))) as u8;
        (0..len).for_each(|i| bytes[if big { len - 1 - i } else { i }] = byte(i));
        return;
    };
    for (i, word) in part.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        *word = if big { words[3 - i].to_be_bytes() } else { words[i].to_le_bytes() };
    }
}

/// Elements of a field of `ff` as those of the field `G` of this crate, whose prime is the same.
pub(crate) struct Residues<R, G> {
    words: R,
    inner: PhantomData<fn() -> G>,
}

/// The release of a field's crate, as far as an exchange needs it.
pub(crate) trait Probed: Representation {
    /// Creates the representation of a field with bytes in any form.
    ///
    /// # Errors
    /// As [`Representation::new`].
    fn any() -> Result<Self>;

    /// Returns minus one, and a generator with its 256th power.
    fn samples() -> (Self::Element, [Self::Element; 2]);
}

impl<R: Probed, G: NativeField> Residues<R, G> {
    /// Returns whether minus one maps to minus one, and a power of the generator to the power of its image. Returns `None`
    /// if one of them has no image.
    fn holds(&self) -> Option<bool> {
        let (minus_one, [generator, power]) = R::samples();
        Some(
            self.inner(&minus_one)? == -G::ONE
                && self.inner(&generator)?.power(&[256]) == self.inner(&power)?
                && self.outer(&-G::ONE).is_some(),
        )
    }
}

impl<R: Probed, G: NativeField> Exchange for Residues<R, G> {
    type Inner = G;
    type Words = R;

    fn new() -> Result<Self> {
        let found = Self { words: R::any()?, inner: PhantomData };
        if found.holds() == Some(true) { Ok(found) } else { Err(INCONSISTENT_FIELD) }
    }

    #[inline]
    fn inner(&self, element: &R::Element) -> Option<G> {
        let words = self.words.words(element);
        let (low, high) = words.split_at_checked(G::MODULUS.len())?;
        if high.iter().any(|&word| word != 0) { None } else { G::from_residue(low) }
    }

    #[inline]
    fn outer(&self, inner: &G) -> Option<R::Element> {
        let mut words = [0; 4];
        inner.write_residue(words.get_mut(..G::MODULUS.len())?);
        self.words.element(&words)
    }
}

/// A release of `ff`.
macro_rules! release {
    ($name:ident, $krate:ident) => {
        /// Elements of fields of this release, of at most 256 bits, as integers.
        pub(crate) struct $name<F>(Form, PhantomData<fn() -> F>);

        impl<F: $krate::PrimeField> Probed for $name<F> {
            fn any() -> Result<Self> {
                let found = |form| Self(form, PhantomData);
                // One, minus one and the integer of its bytes, and an element without any pattern.
                let (minus_one, [_, power]) = Self::samples();
                let holds = |this: &Self| {
                    let back = |x: &F| this.element(&this.words(x)) == Some(*x);
                    let is = |x: F, word| this.words(&x) == [word, 0, 0, 0] && back(&x);
                    is(F::ONE, 1) && is(F::from(258), 258) && back(&minus_one) && back(&power)
                };
                let forms = [Form::LeastFirst, Form::MostFirst, Form::Digits];
                forms.map(found).into_iter().find(holds).ok_or(INCONSISTENT_FIELD)
            }

            fn samples() -> (F, [F; 2]) {
                let (generator, mut power) = (F::MULTIPLICATIVE_GENERATOR, F::MULTIPLICATIVE_GENERATOR);
                (0..8).for_each(|_| power *= power);
                (-F::ONE, [generator, power])
            }
        }

        impl<F: $krate::PrimeField> Representation for $name<F> {
            type Element = F;
            const MONTGOMERY: bool = false;

            /// Creates the representation through canonical bytes only. They encode an integer in one order or the
            /// other, perhaps with zeros above it, within the room that kernels need.
            fn new() -> Result<Self> {
                let found = Self::any()?;
                if found.0 != Form::Digits && F::ONE.to_repr().as_ref().len() >= BYTES {
                    Ok(found)
                } else {
                    Err(INCONSISTENT_FIELD)
                }
            }

            #[inline]
            fn words(&self, element: &F) -> Residue {
                if self.0 != Form::Digits {
                    return words_of(element.to_repr().as_ref(), self.0 == Form::MostFirst);
                }
                let (mut words, mut rest) = ([0; 4], *element);
                for i in 0..F::NUM_BITS.min(256) as usize {
                    if rest.is_odd().into() {
                        words[i / 64] |= 1 << (i % 64);
                        rest -= F::ONE;
                    }
                    rest *= F::TWO_INV;
                }
                words
            }

            #[inline]
            fn element(&self, words: &Residue) -> Option<F> {
                if self.0 == Form::Digits {
                    let digit = |i: usize| if words[i / 64] >> (i % 64) & 1 == 1 { F::ONE } else { F::ZERO };
                    return Some(
                        (0..F::NUM_BITS.min(256) as usize).rev().fold(F::ZERO, |sum, i| sum.double() + digit(i)),
                    );
                }
                let mut repr = F::Repr::default();
                repr.as_mut().fill(0);
                write_words(words, repr.as_mut(), self.0 == Form::MostFirst);
                // Bytes that are not a residue are not secret: they show that the field breaks its contract.
                F::from_repr_vartime(repr)
            }
        }
    };
}

#[cfg(feature = "ff014")]
release!(Words014, ff);
#[cfg(feature = "ff013")]
release!(Words013, ff013);
