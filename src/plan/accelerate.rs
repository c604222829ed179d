//! Which modules a plan can be made for, and what is faster for them than the generic engines.

use crate::{
    algebra::{Action, Roots},
    rings::{Acted, Rows},
};
use alloc::string::{String, ToString};

/// A module that plans can be made for.
///
/// Every method has a default, so a ring of your own joins with one empty line:
///
/// ```ignore
/// impl ringfft::plan::Accelerated for MyRing {}
/// ```
pub trait Accelerated: Action<Scalars: Roots> {
    /// Text that tells this module from every other value of its type, so that a
    /// [`Planner`](super::Planner) may share tables between plans. `None` (the default) shares nothing.
    fn identity(&self) -> Option<String> {
        None
    }
}

impl<T: crate::rings::Real> Accelerated for crate::rings::ComplexRing<T> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }
}

#[cfg(feature = "ff014")]
impl<F: ff::PrimeField> Accelerated for crate::algebra::Std<F, crate::rings::ViaFf> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }
}

#[cfg(feature = "ff013")]
impl<F: ff013::PrimeField> Accelerated for crate::algebra::Std<F, crate::rings::ViaFf013> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }
}

impl Accelerated for crate::rings::Modular {
    fn identity(&self) -> Option<String> {
        Some(self.modulus().to_string())
    }
}

impl<F: crate::rings::NativeField> Accelerated for crate::algebra::Std<F, crate::rings::ViaNative> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }
}

impl<M: Accelerated> Accelerated for Rows<M> {}

impl<G, S> Accelerated for Acted<G, S>
where
    Acted<G, S>: Action<Scalars: Roots>,
    G: Clone + Send + Sync + 'static,
    S: Clone + Send + Sync + 'static,
{
}
