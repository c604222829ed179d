//! Plans over the fields of the crate `ff`, of either release.
//!
//! Primes of 252 to 255 bits have a kernel over residues. The first pass converts elements to residues through their
//! canonical bytes, and the last pass converts them back. Fields of this crate, which implement those traits too, use
//! their own kernels.

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
