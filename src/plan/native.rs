//! The engines of the fields of this crate, compiled once, here: a generic function is compiled again in every crate that calls
//! it; what stands behind a function without parameters is not.

use super::{
    Accelerated, Columns, Factors, Folded, PackedShape, Recipe, Resources,
    engine::{self, Engine},
    factors::MaybeColumns,
    scale::Factor,
};
use crate::{
    Error, Result,
    algebra::{Convolver, Domain, Std},
    conv::ThroughRing,
    kernel::isa::Isa,
    order::Order,
    rings::{BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear, M31, NativeField, ViaNative},
};
use alloc::{boxed::Box, string::String};
use core::any::Any;

/// `$with` of the fields whose elements are words with kernels: the one list of them.
macro_rules! word_fields {
    ($with:ident) => { $with!(Goldilocks BabyBear KoalaBear) };
}
pub(super) use word_fields;

impl<F: NativeField> Accelerated for Std<F, ViaNative> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }

    fn instruction_sets(&self) -> &'static [Isa] {
        if super::residues::has_kernels::<F>() {
            return super::residues::INSTRUCTION_SETS;
        }
        if super::wide::is_own::<F>() { super::wide::instruction_sets(self) } else { &[] }
    }

    fn packed(&self, len: usize, order: Order, resources: Resources) -> Option<Result<PackedShape>> {
        if super::wide::is_own::<F>() {
            return super::wide::shape(self, len, order, resources);
        }
        super::residues::shape(len, order, resources, super::residues::lanes_of::<F>()?)
    }

    fn packed_bytes(&self, shape: &PackedShape, coset: bool) -> Option<u64> {
        if super::wide::is_own::<F>() { super::wide::bytes(shape, coset) } else { None }
    }

    fn packed_over_any_root(&self) -> bool {
        true
    }

    fn engine(&self, recipe: &Recipe, domain: &Domain<Self>, resources: Resources) -> Result<Engine<Self>> {
        build(recipe, domain, resources)
    }

    fn folded_engine(
        &self,
        recipe: &Recipe,
        domain: &Domain<Self>,
        factors: Factors<'_, Self>,
        resources: Resources,
    ) -> Result<Option<Folded<Self>>> {
        folded(recipe, domain, factors, resources)
    }

    fn column_scratch(&self, recipe: &Recipe, width: usize, resources: Resources) -> Option<usize> {
        super::residues::column_scratch_of::<F>()?(recipe, width, resources)
    }

    fn columns(
        &self,
        recipe: &Recipe,
        domain: &Domain<Self>,
        factors: Factors<'_, Self>,
        width: usize,
        resources: Resources,
    ) -> Result<Option<Box<dyn Columns<Self>>>> {
        columns(recipe, domain, factors, width, resources)
    }

    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        Some(Box::new(ThroughRing::new(*self)))
    }
}

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
    word_fields!(with_kernels);
    if let Some(domain) = domain.downcast_ref::<Domain<Std<M31, ViaNative>>>()
        && let Some(kernel) = super::circle::engine(recipe, domain, Factor::OverLen, resources)?
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

/// `build(domain, factors)`: so a closure learns its types.
fn with<F: NativeField, T>(
    domain: &Domain<Std<F, ViaNative>>,
    factors: Factors<'_, Std<F, ViaNative>>,
    build: impl FnOnce(&Domain<Std<F, ViaNative>>, Factors<'_, Std<F, ViaNative>>) -> T,
) -> T {
    build(domain, factors)
}

/// `$build` over the field `$field` that `$domain` is over, handed back as what it is over `F`, which is the same type.
macro_rules! of_field {
    ($domain:expr, $factors:expr, $out:ty; $($field:ty)*, $build:expr) => {
        $(if let (Some(domain), coset) = (
            $domain.downcast_ref::<Domain<Std<$field, ViaNative>>>(),
            $factors.coset.and_then(|coset| (coset as &dyn Any).downcast_ref::<$field>()),
        ) {
            let factors = Factors { coset, scale: $factors.scale };
            let built: Box<dyn Any> = Box::new(with::<$field, _>(domain, factors, $build));
            if let Ok(built) = built.downcast::<$out>() {
                return *built;
            }
        })*
    };
}

/// The engine of `recipe` with coset and scale, for fields with kernels that have them in their tables.
pub(super) fn folded<F: NativeField>(
    recipe: &Recipe,
    domain: &Domain<Std<F, ViaNative>>,
    factors: Factors<'_, Std<F, ViaNative>>,
    resources: Resources,
) -> Result<Option<Folded<Std<F, ViaNative>>>> {
    let any: &dyn Any = domain;
    macro_rules! with_kernels {
        ($($field:ty)*) => {
            of_field!(any, factors, Result<Option<Folded<Std<F, ViaNative>>>>; $($field)*,
                |domain, factors| super::residues::folded(recipe, domain, factors, resources));
        };
    }
    word_fields!(with_kernels);
    of_field!(any, factors, Result<Option<Folded<Std<F, ViaNative>>>>; M31, |domain, factors| {
        if factors.coset.is_some() || (factors.scale.forward, factors.scale.inverse) != (Factor::One, Factor::One) {
            return Ok(None);
        }
        let engine = super::circle::engine(recipe, domain, Factor::One, resources)?;
        Ok::<_, Error>(engine.map(|engine| Folded::new(engine, true)))
    });
    macro_rules! in_lanes {
        ($($field:ty)*) => {
            of_field!(any, factors, Result<Option<Folded<Std<F, ViaNative>>>>; $($field)*, |domain, factors| {
                super::wide::folded(recipe, domain, factors, resources, super::wide::own)
            });
        };
    }
    in_lanes!(Bls12381Fr Bn254Fr);
    Ok(None)
}

/// What transforms the columns of a matrix where they lie, for fields that have it.
pub(super) fn columns<F: NativeField>(
    recipe: &Recipe,
    domain: &Domain<Std<F, ViaNative>>,
    factors: Factors<'_, Std<F, ViaNative>>,
    width: usize,
    resources: Resources,
) -> Result<MaybeColumns<Std<F, ViaNative>>> {
    let any: &dyn Any = domain;
    macro_rules! with_kernels {
        ($($field:ty)*) => {
            of_field!(any, factors, Result<MaybeColumns<Std<F, ViaNative>>>; $($field)*,
                |domain, factors| super::residues::columns(recipe, domain, factors, width, resources));
        };
    }
    word_fields!(with_kernels);
    Ok(None)
}
