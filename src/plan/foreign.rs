//! Plans over the fields of the crate `ff`, of either release.
//!
//! Primes of 252 to 255 bits have a kernel over residues, to which elements are carried through their canonical bytes, there and
//! back, in the first and in the last pass. Fields of this crate, which implement those traits too, are transformed as what they are.

use super::{Accelerated, Factors, Folded, PackedShape, Recipe, Resources, same, wide::InLanes};
use crate::{
    Error, Result,
    algebra::{Convolver, Domain, Std},
    conv::ThroughRing,
    dft::Transform,
    kernel::{
        isa::Isa,
        ntt::wide::{self, Residue, carry::Carry},
    },
    order::Order,
};
use alloc::{boxed::Box, string::String, sync::Arc};
use core::marker::PhantomData;

const UNLIKE: Error = Error::Contract { what: "a field must be what its constants say" };

/// Bytes of an integer of four words.
const BYTES: usize = 32;

/// The words of canonical bytes, which may be longer than they need be.
#[inline]
fn words_of(bytes: &[u8], big: bool) -> Residue {
    let mut words = [0; 4];
    let part = if big { bytes.last_chunk::<BYTES>() } else { bytes.first_chunk::<BYTES>() };
    for (i, word) in part.map_or(&[][..], |part| part.as_chunks::<8>().0).iter().enumerate() {
        if big {
            words[3 - i] = u64::from_be_bytes(*word);
        } else {
            words[i] = u64::from_le_bytes(*word);
        }
    }
    words
}

/// Inverse of [`words_of`], into bytes that are zero.
#[inline]
fn write_words(words: &Residue, bytes: &mut [u8], big: bool) {
    let part = if big { bytes.last_chunk_mut::<BYTES>() } else { bytes.first_chunk_mut::<BYTES>() };
    for (i, word) in part.map_or(&mut [][..], |part| part.as_chunks_mut::<8>().0).iter_mut().enumerate() {
        *word = if big { words[3 - i].to_be_bytes() } else { words[i].to_le_bytes() };
    }
}

/// A release of `ff`.
macro_rules! release {
    ($name:ident, $krate:ident) => {
        /// Elements of fields of this release, through their canonical bytes, most significant byte first if told so.
        struct $name<F>(bool, PhantomData<fn() -> F>);

        impl<F: $krate::PrimeField> $name<F> {
            /// `None` unless the bytes are those of an integer in one order or the other, perhaps with zeros above it.
            fn of_field() -> Option<Self> {
                let found = |big| Self(big, PhantomData);
                // One, minus one and what its bytes say it is, and an element without any pattern.
                let generator = F::MULTIPLICATIVE_GENERATOR;
                let holds = |this: &Self| {
                    let mut power = generator;
                    (0..8).for_each(|_| power *= power);
                    let back = |x: &F| this.element(&this.words(x)) == Some(*x);
                    let is = |x: F, word| this.words(&x) == [word, 0, 0, 0] && back(&x);
                    is(F::ONE, 1) && is(F::from(258), 258) && back(&-F::ONE) && back(&power)
                };
                [found(false), found(true)].into_iter().find(holds)
            }
        }

        impl<F: $krate::PrimeField> Carry for $name<F> {
            type Element = F;
            const MONTGOMERY: bool = false;

            #[inline]
            fn words(&self, element: &F) -> Residue {
                words_of(element.to_repr().as_ref(), self.0)
            }

            #[inline]
            fn element(&self, words: &Residue) -> Option<F> {
                let mut repr = F::Repr::default();
                repr.as_mut().fill(0);
                write_words(words, repr.as_mut(), self.0);
                // What is told apart from a residue is no secret: it tells that the field is not what it says.
                F::from_repr_vartime(repr)
            }
        }
    };
}

#[cfg(feature = "ff014")]
release!(Release014, ff);
#[cfg(feature = "ff013")]
release!(Release013, ff013);

macro_rules! fields {
    ($field:path, $via:ident, $release:ident) => {
        impl<F: $field> Accelerated for Std<F, crate::rings::$via> {
            fn identity(&self) -> Option<String> {
                Some(String::new())
            }

            fn instruction_sets(&self) -> &'static [Isa] {
                if let Some(own) = same::instruction_sets::<F>() {
                    return own;
                }
                $release::<F>::of_field().map_or(&[], |_| super::wide::instruction_sets(self))
            }

            fn packed(&self, len: usize, order: Order, resources: Resources) -> Option<Result<PackedShape>> {
                if same::is_own::<F>() {
                    return same::packed::<F>(len, order, resources);
                }
                let shape = super::wide::shape(self, len, order, resources)?;
                $release::<F>::of_field().map(|_| shape)
            }

            fn packed_over_any_root(&self) -> bool {
                true
            }

            fn packed_bytes(&self, shape: &PackedShape, coset: bool) -> Option<u64> {
                same::packed_bytes::<F>(shape, coset).unwrap_or_else(|| super::wide::bytes(shape, coset))
            }

            fn engine(
                &self,
                recipe: &Recipe,
                domain: &Domain<Self>,
                resources: Resources,
            ) -> Result<Arc<dyn Transform<Self>>> {
                if let Some(own) = same::engine(recipe, domain, resources) {
                    return own;
                }
                super::wide::engine(recipe, domain, resources, |kernel: Box<dyn wide::Kernel>, natural| {
                    InLanes::engine(kernel, natural, $release::<F>::of_field().ok_or(UNLIKE)?)
                })
            }

            fn folded_engine(
                &self,
                recipe: &Recipe,
                domain: &Domain<Self>,
                factors: Factors<'_, Self>,
                resources: Resources,
            ) -> Result<Option<Folded<Self>>> {
                if let Some(own) = same::folded_engine(recipe, domain, factors, resources) {
                    return own;
                }
                super::wide::folded(recipe, domain, factors, resources, |kernel: Box<dyn wide::Kernel>, natural| {
                    InLanes::engine(kernel, natural, $release::<F>::of_field().ok_or(UNLIKE)?)
                })
            }

            fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
                Some(Box::new(ThroughRing::new(*self)))
            }
        }
    };
}

#[cfg(feature = "ff014")]
fields!(ff::PrimeField, ViaFf, Release014);
#[cfg(feature = "ff013")]
fields!(ff013::PrimeField, ViaFf013, Release013);
