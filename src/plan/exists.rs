//! The rings over which each algorithm exists.

use super::Algorithm;
#[cfg(feature = "prime")]
use super::fields;
#[cfg(feature = "complex")]
use crate::rings::ComplexRing;
#[cfg(feature = "prime")]
use crate::rings::{Modular, Modular32};
use crate::{Error, Result, algebra::Roots};
use alloc::format;
use core::any::TypeId;

impl Algorithm {
    /// Returns whether a ring has all that the algorithm needs besides roots of unity. [`Tangent`](Algorithm::Tangent) needs
    /// real and imaginary parts, [`Circle`](Algorithm::Circle) points of the circle, and the additive algorithms subspaces
    /// over GF(2).
    #[must_use]
    pub fn exists_over<R: Roots>(self, ring: &R) -> bool {
        match self {
            Algorithm::Tangent => ring.parts(&ring.one()).is_some(),
            Algorithm::Packed => {
                let ring = TypeId::of::<R>();
                #[cfg(feature = "complex")]
                if [TypeId::of::<ComplexRing<f64>>(), TypeId::of::<ComplexRing<f32>>()].contains(&ring) {
                    return true;
                }
                #[cfg(feature = "prime")]
                if [TypeId::of::<Modular>(), TypeId::of::<Modular32>()].contains(&ring) || fields::has_lanes(ring) {
                    return true;
                }
                let _ = ring;
                false
            }
            Algorithm::Circle => ring.circle_point(1).is_ok(),
            additive if additive.is_additive() => ring.cantor_basis(0).is_ok(),
            _ => true,
        }
    }

    /// Rejects a ring over which [`exists_over`](Algorithm::exists_over) is false.
    pub(super) fn check_ring<R: Roots>(self, ring: &R, len: usize) -> Result<()> {
        match self {
            _ if self.exists_over(ring) => Ok(()),
            Algorithm::Circle => ring.circle_point(len.saturating_mul(2)).map(|_| ()),
            Algorithm::Packed => Err(self.lacks_kernels(ring)),
            additive if additive.is_additive() => ring.cantor_basis(len.max(1).ilog2()).map(|_| ()),
            _ => Err(Error::Unsupported {
                what: format!(
                    "there are no real and imaginary parts in {}, and {self} works on them: `split-radix` has the same \
                     order and needs only roots",
                    ring.name()
                ),
            }),
        }
    }

    /// Returns the refusal of a ring without kernels in lanes.
    pub(super) fn lacks_kernels<R: Roots>(self, ring: &R) -> Error {
        Error::Unsupported {
            what: format!(
                "{self} kernels transform complex f32 and f64, residues modulo a word and the fields Goldilocks, BabyBear and KoalaBear, where the \
                 features `complex` and `prime` are on, not {}: `auto` takes what is fastest there",
                ring.name()
            ),
        }
    }
}
