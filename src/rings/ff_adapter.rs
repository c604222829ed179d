//! Every prime field of the crate `ff`.
//!
//! The root of order `n` is `g^((p-1)/n)` with the field's own `MULTIPLICATIVE_GENERATOR` `g`; for powers of
//! two that is the field's `ROOT_OF_UNITY`, squared down. The constants are not trusted: a
//! [`Domain`](crate::algebra::Domain) checks that a root is principal. The modulus is read from the field's
//! arithmetic (`-1` as bytes), because `MODULUS` is documented as opaque text.

use crate::{
    Error, Result,
    algebra::{Action, Lift, Module, Ring, Roots, Std, lift::horner},
    arith::limbs::trimmed,
    rings::{native::exact_quotient, no_root},
};
use alloc::{format, string::String, vec::Vec};

macro_rules! adapter {
    ($krate:ident, $via:ident, $function:ident, $release:literal) => {
        #[doc = concat!("Marks fields of `ff` ", $release, ".")]
        pub struct $via;

        /// Returns the ring of a prime field of the crate `ff`, which [`Plan::over`](crate::plan::Plan::over) takes.
        ///
        /// `ff` is for release 0.14 of that crate; `ff013`, for 0.13, needs the feature of that name. For a field of the
        /// other release the compiler reports several versions of `ff`.
        pub const fn $function<F: $krate::PrimeField>() -> Std<F, $via> {
            Std::new()
        }

        impl<F: $krate::PrimeField> Module for Std<F, $via> {
            type Element = F;

            #[inline]
            fn zero(&self) -> F {
                F::ZERO
            }

            #[inline]
            fn add_assign(&self, a: &mut F, b: &F) {
                *a += b;
            }

            #[inline]
            fn sub_assign(&self, a: &mut F, b: &F) {
                *a -= b;
            }

            #[inline]
            fn neg_assign(&self, a: &mut F) {
                *a = -*a;
            }

            #[inline]
            fn butterfly(&self, a: &mut F, b: &mut F) {
                let copy = *b;
                *b = *a - copy;
                *a += copy;
            }
        }

        impl<F: $krate::PrimeField> Ring for Std<F, $via> {
            fn name(&self) -> String {
                format!("the prime field {}", core::any::type_name::<F>())
            }

            #[inline]
            fn one(&self) -> F {
                F::ONE
            }

            #[inline]
            fn mul_assign(&self, a: &mut F, b: &F) {
                *a *= b;
            }

            fn is_zero(&self, a: &F) -> bool {
                a.is_zero_vartime()
            }

            fn inverse(&self, a: &F) -> Option<F> {
                a.invert().into()
            }

            fn integer(&self, n: u64) -> F {
                F::from(n)
            }
        }

        impl<F: $krate::PrimeField> Action for Std<F, $via> {
            type Scalars = Self;
            type Twiddle = F;

            #[inline]
            fn scalars(&self) -> &Self {
                self
            }

            #[inline]
            fn prepare(&self, scalar: &F) -> F {
                *scalar
            }

            #[inline]
            fn apply(&self, x: &mut F, w: &F) {
                *x *= w;
            }

            #[inline]
            fn applied(&self, x: &F, w: &F) -> F {
                *x * w
            }

            // A product stored over its own factor is read back before it has left the store buffer; a new
            // place for it avoids the wait.
            #[inline]
            fn butterfly_by(&self, a: &mut F, b: &mut F, w: &F) {
                let product = *b * w;
                *b = *a - product;
                *a += product;
            }

            #[inline]
            fn butterfly_by_fourth(&self, a: &mut F, b: &mut F, w: &F) {
                self.butterfly_by(a, b, w);
            }

            #[inline]
            fn butterfly_by_eighth(&self, a: &mut F, b: &mut F, w: &F) {
                self.butterfly_by(a, b, w);
            }

            #[inline]
            fn butterfly_then(&self, a: &mut F, b: &mut F, w: &F) {
                let difference = *a - *b;
                *a += *b;
                *b = difference * w;
            }
        }

        impl<F: $krate::PrimeField> Lift for Std<F, $via> {
            /// Returns the modulus as words; empty for a field whose byte order is neither little nor big endian.
            fn modulus(&self) -> Vec<u64> {
                let mut words = self.to_words(&-F::ONE);
                // p is odd, so p - 1 + 1 never carries.
                if let Some(lowest) = words.first_mut() {
                    *lowest += 1;
                }
                words
            }

            fn to_words(&self, a: &F) -> Vec<u64> {
                let mut words = little_endian(a.to_repr().as_ref(), F::ONE.to_repr().as_ref()).unwrap_or_default();
                words.truncate(F::NUM_BITS.div_ceil(64) as usize);
                words
            }

            /// Reads the words as bytes where they are below the modulus.
            fn from_words(&self, words: &[u64]) -> F {
                let mut repr = F::Repr::default();
                let written = write_bytes(words, repr.as_mut(), F::ONE.to_repr().as_ref());
                let read = if written { F::from_repr_vartime(repr) } else { None };
                read.unwrap_or_else(|| horner(self, words))
            }
        }

        impl<F: $krate::PrimeField> Roots for Std<F, $via> {
            fn root(&self, n: usize) -> Result<F> {
                if n == 0 {
                    return Err(Error::Length { what: "a transform", len: 0, possible: "the least length is 1" });
                }
                if n.is_power_of_two() && n.trailing_zeros() <= F::S {
                    return Ok((n.trailing_zeros()..F::S).fold(F::ROOT_OF_UNITY, |w, _| w.square()));
                }
                let minus_one = self.to_words(&-F::ONE);
                if minus_one.is_empty() {
                    return Err(Error::Unsupported {
                        what: format!("the byte order of {} is neither little nor big endian", self.name()),
                    });
                }
                let exponent = exact_quotient(&minus_one, n as u64).ok_or_else(|| no_root(self.name(), n, F::S))?;
                Ok(F::MULTIPLICATIVE_GENERATOR.pow_vartime(exponent))
            }
        }
    };
}

#[cfg(feature = "ff014")]
adapter!(ff, ViaFf, ff, "0.14");
#[cfg(feature = "ff013")]
adapter!(ff013, ViaFf013, ff013, "0.13");

/// Writes words into bytes, as [`little_endian`] reads them; `false` if they do not fit or the order is unknown.
fn write_bytes(words: &[u64], bytes: &mut [u8], of_one: &[u8]) -> bool {
    let (words, little, len) = (trimmed(words), of_one.first() == Some(&1), bytes.len());
    if !little && of_one.last() != Some(&1) || words.len() * 8 > len {
        return false;
    }
    bytes.fill(0);
    for (i, byte) in words.iter().flat_map(|word| word.to_le_bytes()).enumerate() {
        bytes[if little { i } else { len - 1 - i }] = byte;
    }
    true
}

/// Returns `bytes` as little-endian words; the byte order is that of the bytes of one.
fn little_endian(bytes: &[u8], of_one: &[u8]) -> Option<Vec<u64>> {
    let little = of_one.first() == Some(&1);
    if !little && of_one.last() != Some(&1) {
        return None;
    }
    let byte = |i: usize| if little { bytes[i] } else { bytes[bytes.len() - 1 - i] };
    let word = |at: usize| (at..bytes.len().min(at + 8)).rev().fold(0, |word, i| word << 8 | u64::from(byte(i)));
    Some((0..bytes.len()).step_by(8).map(word).collect())
}
