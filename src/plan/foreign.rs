//! Plans over the fields of the crate `ff`, of either release.
//!
//! Primes of 252 to 255 bits have a kernel over residues, to which elements are carried through their canonical bytes, there and
//! back, in the first and in the last pass. Fields of this crate, which implement those traits too, are transformed as what they are.

use super::{Accelerated, Recipe, Resources, carried, engine::Engine, methods::methods, same, wide::InLanes};
use crate::{
    Error, Result,
    algebra::{Domain, Module, Std},
    conv::ThroughRing,
    kernel::ntt::wide::{self, Residue, carry::Carry},
    rings::NativeField,
};
use alloc::{boxed::Box, string::String};
use core::marker::PhantomData;

const UNLIKE: Error = Error::Contract { what: "a field must be what its constants say" };

/// Bytes of an integer of four words.
const BYTES: usize = 32;

/// `$block` for each field of this crate, by the name `$own`.
macro_rules! own_fields {
    ($own:ident, $block:block) => { own_fields!($own, $block: Goldilocks BabyBear KoalaBear M31 Bls12381Fr Bn254Fr) };
    ($own:ident, $block:block: $($field:ident)*) => { $({
        type $own = crate::rings::$field;
        $block
    })* };
}

/// How the bytes of a field say an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    LeastFirst,
    MostFirst,
    /// Not at all: digits are asked for one by one.
    Digits,
}

/// The words of canonical bytes, which may be longer or shorter than they need be.
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

/// Inverse of [`words_of`], into bytes that are zero.
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

/// A release of `ff`.
macro_rules! release {
    ($name:ident, $krate:ident) => {
        /// Elements of fields of this release, of at most 256 bits, as integers.
        struct $name<F>(Form, PhantomData<fn() -> F>);

        impl<F: $krate::PrimeField> $name<F> {
            /// Through canonical bytes; `None` unless they are those of an integer in one order or the other, perhaps with zeros
            /// above it, and of the room that kernels ask for.
            fn of_field() -> Option<Self> {
                Self::any().filter(|found| found.0 != Form::Digits && F::ONE.to_repr().as_ref().len() >= BYTES)
            }

            /// Through canonical bytes, or else by digits; `None` where neither is what it should be.
            fn any() -> Option<Self> {
                let found = |form| Self(form, PhantomData);
                // One, minus one and what its bytes say it is, and an element without any pattern.
                let generator = F::MULTIPLICATIVE_GENERATOR;
                let holds = |this: &Self| {
                    let mut power = generator;
                    (0..8).for_each(|_| power *= power);
                    let back = |x: &F| Carry::element(this, &this.words(x)) == Some(*x);
                    let is = |x: F, word| this.words(&x) == [word, 0, 0, 0] && back(&x);
                    is(F::ONE, 1) && is(F::from(258), 258) && back(&-F::ONE) && back(&power)
                };
                [Form::LeastFirst, Form::MostFirst, Form::Digits].map(found).into_iter().find(holds)
            }

            /// Whether the prime is that of a field of this crate.
            const IS_CARRIED: bool = {
                let mut found = false;
                own_fields!(Own, {
                    found |= same::is_modulus(F::MODULUS, <Own as NativeField>::MODULUS);
                });
                found
            };

            /// The engine of a recipe without kernels in lanes: that of a field of this crate where the prime is one of its. Decided
            /// by the compiler, which makes the textbook's engines for no others.
            fn otherwise<M: Accelerated<Element = F>>(
                recipe: &Recipe,
                domain: &Domain<M>,
                resources: Resources,
            ) -> Result<Engine<M>>
            where
                M::Scalars: Module<Element = F>,
            {
                own_fields!(Own, {
                    if const { same::is_modulus(F::MODULUS, <Own as NativeField>::MODULUS) } {
                        let (generator, mut power) = (F::MULTIPLICATIVE_GENERATOR, F::MULTIPLICATIVE_GENERATOR);
                        (0..8).for_each(|_| power *= power);
                        let exchange = Self::any().and_then(|carry| {
                            carried::Residues::<_, Own>::new(carry, -F::ONE, [generator, power], 256)
                        });
                        return carried::engine(recipe, domain, resources, exchange.ok_or(UNLIKE)?);
                    }
                });
                super::wide::textbook(recipe, domain, resources)
            }
        }

        impl<F: $krate::PrimeField> same::Modulus for $name<F> {
            const TEXT: &'static str = F::MODULUS;
        }

        impl<F: $krate::PrimeField> Carry for $name<F> {
            type Element = F;
            const MONTGOMERY: bool = false;

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
            methods! {
                identity(self) { Some(String::new()) }
                instruction_sets(self) {
                    if let Some(own) = same::instruction_sets::<F, $release<F>>() {
                        return own;
                    }
                    $release::<F>::of_field().map_or(&[], |_| super::wide::instruction_sets(self))
                }
                packed(self, len, order, resources) {
                    if same::is_own::<F, $release<F>>() {
                        return same::packed::<F, $release<F>>(len, order, resources);
                    }
                    let shape = super::wide::shape(self, len, order, resources)?;
                    $release::<F>::of_field().map(|_| shape)
                }
                packed_over_any_root(self) { true }
                kept_len(self, recipe, resources) {
                    let carried = $release::<F>::IS_CARRIED && !same::is_own::<F, $release<F>>();
                    if carried { carried::kept(recipe, resources) } else { 0 }
                }
                packed_bytes(self, shape, coset) {
                    same::packed_bytes::<F, $release<F>>(shape, coset).unwrap_or_else(|| super::wide::bytes(shape, coset))
                }
                engine(self, recipe, domain, resources) {
                    if let Some(own) = same::engine::<F, $release<F>, _>(recipe, domain, resources) {
                        return own;
                    }
                    let wrap = |kernel: Box<dyn wide::Kernel>, natural| {
                        InLanes::engine(kernel, natural, $release::<F>::of_field().ok_or(UNLIKE)?)
                    };
                    super::wide::engine(recipe, domain, resources, wrap, $release::<F>::otherwise)
                }
                folded_engine(self, recipe, domain, factors, resources) {
                    if let Some(own) = same::folded_engine::<F, $release<F>, _>(recipe, domain, factors, resources) {
                        return own;
                    }
                    super::wide::folded(recipe, domain, factors, resources, |kernel: Box<dyn wide::Kernel>, natural| {
                        InLanes::engine(kernel, natural, $release::<F>::of_field().ok_or(UNLIKE)?)
                    })
                }
                products(self) { Some(Box::new(ThroughRing::new(*self))) }
            }
        }
    };
}

#[cfg(feature = "ff014")]
fields!(ff::PrimeField, ViaFf, Release014);
#[cfg(feature = "ff013")]
fields!(ff013::PrimeField, ViaFf013, Release013);
