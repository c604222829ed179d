//! The prime fields of this crate, each with its kernels: the one list of them.

#[cfg(feature = "wide")]
use super::wide::{Limbs, Wide};
use super::{Accelerated, Kernels, circle::CircleTree, kernels::same, residues::Residues};
#[cfg(feature = "wide")]
use crate::rings::{Bls12381Fr, Bls12381FrParameters, Bn254Fr, Bn254FrParameters};
use crate::{
    algebra::{Convolver, Std},
    conv::ThroughRing,
    rings::{BabyBear, Goldilocks, KoalaBear, M31, NativeField, ViaNative},
};
use alloc::{boxed::Box, string::String};
use core::any::TypeId;

/// Registers the kernels of fields, and whether they have lanes for powers of two.
///
/// They are statics without type parameters, so that they are compiled here with all that they call. Code that a
/// generic function calls is compiled again in every crate that uses the function.
macro_rules! register {
    ($($(#[$family:meta])? $field:ident: $kernels:expr, $lanes:literal;)*) => {
        impl<F: NativeField> Accelerated for Std<F, ViaNative> {
            // Of those compiled here, only the fields of several words lack kernels on some processors.
            const OWN_POWERS_OF_TWO: bool = F::COMPILED_HERE && F::MODULUS.len() == 1;
            const BUILDS_ALL: bool = F::COMPILED_HERE && (F::MODULUS.len() == 1 || cfg!(feature = "wide"));

            fn identity(&self) -> Option<String> {
                Some(String::new())
            }

            fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
                $($(#[$family])? {
                    static KERNELS: &dyn Kernels<Std<$field, ViaNative>> = $kernels;
                    if TypeId::of::<F>() == TypeId::of::<$field>() {
                        return same(KERNELS);
                    }
                })*
                None
            }

            fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
                Some(Box::new(ThroughRing::new(*self)))
            }
        }

        /// Returns whether the ring is that of a field with kernels in lanes for powers of two.
        pub(super) fn has_lanes(ring: TypeId) -> bool {
            [$($(#[$family])? (TypeId::of::<Std<$field, ViaNative>>(), $lanes)),*].contains(&(ring, true))
        }

        /// Returns, where the text is the prime of a field of this crate, the kernels of a field of `ff` through that field. Decided by
        /// the compiler, which makes code for that field alone.
        #[cfg(all(feature = "wide", any(feature = "ff013", feature = "ff014")))]
        macro_rules! with_prime {
            ($text:expr, $words:ty) => {
                $(if const {
                    $crate::plan::fields::is_modulus($text, <$crate::rings::$field as $crate::rings::NativeField>::MODULUS)
                } {
                    return Some($crate::plan::carried::Through::<
                        $crate::rings::ff_words::Residues<$words, $crate::rings::$field>,
                    >::NEW);
                })*
            };
        }
        #[cfg(all(feature = "wide", any(feature = "ff013", feature = "ff014")))]
        pub(super) use with_prime;
    };
}

register! {
    Goldilocks: &Residues, true;
    BabyBear: &Residues, true;
    KoalaBear: &Residues, true;
    M31: &CircleTree, false;
    #[cfg(feature = "wide")] Bls12381Fr: Wide::<Limbs<Bls12381FrParameters>>::NEW, true;
    #[cfg(feature = "wide")] Bn254Fr: Wide::<Limbs<Bn254FrParameters>>::NEW, true;
}

#[cfg(all(feature = "wide", any(feature = "ff013", feature = "ff014")))]
/// Returns whether this is the text of a modulus, `0x` and hexadecimal digits.
pub(super) const fn is_modulus(text: &str, modulus: &[u64]) -> bool {
    let digits = text.as_bytes();
    if digits.len() < 3 || digits[0] != b'0' || digits[1] != b'x' {
        return false;
    }
    let mut i = 0;
    // From the last digit on; beyond the modulus there may be zeros.
    while i < 16 * modulus.len() || i + 2 < digits.len() {
        let digit = if i + 2 < digits.len() { digits[digits.len() - 1 - i] } else { b'0' };
        let digit = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            b'A'..=b'F' => digit - b'A' + 10,
            _ => return false,
        };
        let word = if i / 16 < modulus.len() { modulus[i / 16] } else { 0 };
        if digit as u64 != word >> (4 * (i % 16)) & 15 {
            return false;
        }
        i += 1;
    }
    true
}
