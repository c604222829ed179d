//! Rings and modules without kernels: their plans run the textbook.

use super::{Accelerated, Ask, Built, Job, Kernels, Recipe, engine, points::Points};
use crate::{
    Result,
    algebra::{Action, Roots},
    rings::{Acted, Fermat, Rows},
};
#[cfg(not(all(feature = "complex", feature = "wide", feature = "binary")))]
use crate::{
    algebra::{Convolver, Ring, Std},
    conv::ThroughRing,
};
#[cfg(not(all(feature = "complex", feature = "wide", feature = "binary")))]
use alloc::boxed::Box;
use alloc::string::{String, ToString};

impl Accelerated for Fermat {
    const BUILDS_ALL: bool = true;

    fn identity(&self) -> Option<String> {
        Some(self.exponent().to_string())
    }

    fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
        static KERNELS: &dyn Kernels<Fermat> = &CompiledHere;
        Some(KERNELS)
    }
}

/// The textbook, compiled in this crate.
struct CompiledHere;

impl Kernels<Fermat> for CompiledHere {
    fn fastest(&self, _: &Fermat, _: &Ask) -> Option<Result<Recipe>> {
        None
    }

    fn build(&self, job: &Job<'_, Fermat>) -> Result<Option<Built<Fermat>>> {
        match job.points {
            Points::Powers(domain) if job.is_plain() => {
                engine::build(job.recipe, domain, job.resources.threads).map(|engine| Some(Built::new(engine)))
            }
            _ => Ok(None),
        }
    }
}

impl<M: Accelerated> Accelerated for Rows<M> {
    const SUBSPACES: bool = M::SUBSPACES;
}

impl<G, S> Accelerated for Acted<G, S>
where
    Acted<G, S>: Action<Scalars: Roots>,
    G: Clone + Send + Sync + 'static,
    S: Clone + Send + Sync + 'static,
{
}

/// Leaves the plans of rings to the textbook, where the feature of their family is off.
macro_rules! textbook {
    ($($(#[$off:meta])+ [$($generics:tt)*] $ring:ty, $subspaces:literal;)*) => { $(
        $(#[$off])+
        impl<$($generics)*> Accelerated for $ring {
            const SUBSPACES: bool = $subspaces;

            fn identity(&self) -> Option<String> {
                Some(Ring::name(self))
            }

            fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
                Some(Box::new(ThroughRing::new(self.clone())))
            }
        }
    )* };
}

textbook! {
    #[cfg(not(feature = "complex"))]
    [T: crate::rings::Real] crate::rings::ComplexRing<T>, false;
    #[cfg(not(feature = "prime"))]
    [] crate::rings::Modular, false;
    #[cfg(not(feature = "prime"))]
    [] crate::rings::Modular32, false;
    #[cfg(not(feature = "prime"))]
    [F: crate::rings::NativeField] Std<F, crate::rings::ViaNative>, false;
    #[cfg(not(feature = "wide"))]
    [A: crate::rings::MontgomeryWords] Std<A::Field, crate::rings::ViaWords<A>>, false;
    #[cfg(not(feature = "wide"))]
    #[cfg(feature = "ff014")]
    [F: ff::PrimeField] Std<F, crate::rings::ViaFf>, false;
    #[cfg(not(feature = "wide"))]
    #[cfg(feature = "ff013")]
    [F: ff013::PrimeField] Std<F, crate::rings::ViaFf013>, false;
    #[cfg(not(feature = "binary"))]
    [F: crate::rings::BinaryField] Std<F, crate::rings::ViaBinary>, true;
}
