//! The engines of the fields of this crate, compiled once, here: a generic function is compiled again in every crate that calls
//! it; what stands behind a function without parameters is not.

use super::{
    Recipe, Resources,
    engine::{self, Engine},
};
use crate::{
    Error, Result,
    algebra::{Domain, Std},
    rings::{BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear, M31, NativeField, ViaNative},
};
use alloc::boxed::Box;
use core::any::Any;

/// The textbook engine of `recipe`.
pub(super) fn build<F: NativeField>(
    recipe: &Recipe,
    domain: &Domain<Std<F, ViaNative>>,
    resources: Resources,
) -> Result<Engine<Std<F, ViaNative>>> {
    // Decided by the compiler, which makes no code for the other branch.
    if const { F::COMPILED_HERE } {
        compiled(recipe, domain, resources)
    } else {
        engine::build(recipe, domain, resources.threads)
    }
}

fn compiled<F: NativeField>(
    recipe: &Recipe,
    domain: &Domain<Std<F, ViaNative>>,
    resources: Resources,
) -> Result<Engine<Std<F, ViaNative>>> {
    let domain: &dyn Any = domain;
    macro_rules! first_of {
        ($($field:ty)*) => {
            $(if let Some(domain) = domain.downcast_ref::<Domain<Std<$field, ViaNative>>>() {
                fn of_this_field(
                    recipe: &Recipe,
                    domain: &Domain<Std<$field, ViaNative>>,
                    threads: usize,
                ) -> Result<Engine<Std<$field, ViaNative>>> {
                    engine::build(recipe, domain, threads)
                }
                let built: Box<dyn Any> = Box::new(of_this_field(recipe, domain, resources.threads));
                // The same type, which the compiler does not know.
                if let Ok(built) = built.downcast::<Result<Engine<Std<F, ViaNative>>>>() {
                    return *built;
                }
            })*
        };
    }
    macro_rules! with_kernels {
        ($($field:ty)*) => {
            $(if let Some(domain) = domain.downcast_ref::<Domain<Std<$field, ViaNative>>>() {
                let built: Box<dyn Any> = Box::new(super::residues::engine(recipe, domain, resources));
                if let Ok(built) = built.downcast::<Result<Engine<Std<F, ViaNative>>>>() {
                    return *built;
                }
            })*
        };
    }
    with_kernels!(Goldilocks BabyBear KoalaBear);
    if let Some(domain) = domain.downcast_ref::<Domain<Std<M31, ViaNative>>>()
        && let Some(kernel) = super::circle::engine(recipe, domain, resources)?
    {
        let built: Box<dyn Any> = Box::new(kernel);
        if let Ok(built) = built.downcast::<Engine<Std<F, ViaNative>>>() {
            return Ok(*built);
        }
    }
    macro_rules! in_lanes {
        ($($field:ty)*) => {
            $(if let Some(domain) = domain.downcast_ref::<Domain<Std<$field, ViaNative>>>() {
                let built: Box<dyn Any> = Box::new(super::wide::engine(recipe, domain, resources, super::wide::own));
                if let Ok(built) = built.downcast::<Result<Engine<Std<F, ViaNative>>>>() {
                    return *built;
                }
            })*
        };
    }
    in_lanes!(Bls12381Fr Bn254Fr);
    first_of!(M31);
    Err(Error::Contract { what: "a field that says it is compiled here must be" })
}

/// The engine of `recipe` on a coset, for fields with kernels that have it in their tables.
pub(super) fn on_coset<F: NativeField>(
    recipe: &Recipe,
    domain: &Domain<Std<F, ViaNative>>,
    coset: &F,
    resources: Resources,
) -> Result<Option<Engine<Std<F, ViaNative>>>> {
    let (domain, coset): (&dyn Any, &dyn Any) = (domain, coset);
    macro_rules! with_kernels {
        ($($field:ty)*) => {
            $(if let (Some(domain), Some(coset)) =
                (domain.downcast_ref::<Domain<Std<$field, ViaNative>>>(), coset.downcast_ref())
            {
                let built: Box<dyn Any> = Box::new(super::residues::kernel(recipe, domain, Some(coset), resources));
                // The same type, which the compiler does not know.
                if let Ok(built) = built.downcast::<Result<Option<Engine<Std<F, ViaNative>>>>>() {
                    return *built;
                }
            })*
        };
    }
    with_kernels!(Goldilocks BabyBear KoalaBear);
    macro_rules! in_lanes {
        ($($field:ty)*) => {
            $(if let (Some(domain), Some(coset)) =
                (domain.downcast_ref::<Domain<Std<$field, ViaNative>>>(), coset.downcast_ref())
            {
                let built = super::wide::packed(recipe, domain, Some(coset), resources, super::wide::own);
                let built: Box<dyn Any> = Box::new(built);
                if let Ok(built) = built.downcast::<Result<Option<Engine<Std<F, ViaNative>>>>>() {
                    return *built;
                }
            })*
        };
    }
    in_lanes!(Bls12381Fr Bn254Fr);
    Ok(None)
}
