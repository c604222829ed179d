//! Plans over the fields of the crate `ff`, of either release.
//!
//! Primes of 252 to 255 bits have a kernel over residues, to which elements are carried through their canonical bytes, there and
//! back, in the first and in the last pass. Fields of this crate, which implement those traits too, are transformed as such.

use super::{Accelerated, Kernels, fields, wide::Wide};
#[cfg(feature = "ff014")]
use crate::rings::{ViaFf, ff_words::Words014};
#[cfg(feature = "ff013")]
use crate::rings::{ViaFf013, ff_words::Words013};
use crate::{
    algebra::{Convolver, Std},
    conv::ThroughRing,
};
use alloc::{boxed::Box, string::String};

macro_rules! fields {
    ($field:path, $via:ident, $words:ident) => {
        impl<F: $field> Accelerated for Std<F, $via> {
            const BUILDS_ALL: bool = true;

            fn identity(&self) -> Option<String> {
                Some(String::new())
            }

            fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
                fields::with_prime!(F::MODULUS, $words<F>);
                Some(Wide::<$words<F>>::NEW)
            }

            fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
                Some(Box::new(ThroughRing::new(*self)))
            }
        }
    };
}

#[cfg(feature = "ff014")]
fields!(ff::PrimeField, ViaFf, Words014);
#[cfg(feature = "ff013")]
fields!(ff013::PrimeField, ViaFf013, Words013);
