//! The engines of the fields of this crate, compiled once, here: a generic function is compiled again in every crate that calls
//! it; what stands behind a function without parameters is not.

use super::{
    Accelerated, Algorithm, Factors, Folded, Recipe, Resources, Scale, circle,
    engine::{self, Engine},
    factors::MaybeColumns,
    methods::methods,
    residue_columns, residues, wide,
};
use crate::{
    Error, Result,
    algebra::{Domain, Std},
    conv::ThroughRing,
    dft::Circle,
    rings::{
        BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear, M31, Mont256, Mont256Parameters, NativeField, ViaNative,
    },
};
use alloc::{boxed::Box, string::String, sync::Arc};
use core::any::Any;

impl<F: NativeField> Accelerated for Std<F, ViaNative> {
    // Of those compiled here, only the fields of several words lack kernels on some processors.
    const OWN_POWERS_OF_TWO: bool = F::COMPILED_HERE && F::MODULUS.len() == 1;

    methods! {
        identity(self) { Some(String::new()) }
        instruction_sets(self) {
            if residues::has_kernels::<F>() {
                return residues::INSTRUCTION_SETS;
            }
            if wide::is_own::<F>() { wide::instruction_sets(self) } else { &[] }
        }
        packed(self, len, order, resources) {
            if wide::is_own::<F>() {
                return wide::shape(self, len, order, resources);
            }
            residues::shape(len, order, resources, residues::lanes_of::<F>()?)
        }
        packed_bytes(self, shape, coset) {
            if wide::is_own::<F>() { wide::bytes(shape, coset) } else { None }
        }
        packed_over_any_root(self) { true }
        engine(self, recipe, domain, resources) { build(recipe, domain, resources) }
        folded_engine(self, recipe, domain, factors, resources) { folded(recipe, domain, factors, resources) }
        column_shape(self, recipe, width, resources) {
            residue_columns::column_shape_of::<F>()?(recipe, width, resources)
        }
        columns(self, recipe, domain, factors, width, resources) {
            columns(recipe, domain, factors, width, resources)
        }
        products(self) { Some(Box::new(ThroughRing::new(*self))) }
    }
}

type Ring<F> = Std<F, ViaNative>;

/// A field whose engines are compiled in this crate.
///
/// The methods have no type parameters, so they are compiled here with all that they call: what a generic function calls is
/// compiled again in every crate that calls it, whatever the types.
trait Here: NativeField {
    fn engine(recipe: &Recipe, domain: &Domain<Ring<Self>>, resources: Resources) -> Result<Engine<Ring<Self>>>;

    /// The engine with coset and scale, where a kernel has them in its tables.
    fn folded(
        recipe: &Recipe,
        domain: &Domain<Ring<Self>>,
        factors: Factors<'_, Ring<Self>>,
        resources: Resources,
    ) -> Result<Option<Folded<Ring<Self>>>>;

    /// What transforms the columns of a matrix where they lie, if there is something.
    fn columns(
        recipe: &Recipe,
        domain: &Domain<Ring<Self>>,
        factors: Factors<'_, Ring<Self>>,
        width: usize,
        resources: Resources,
    ) -> Result<MaybeColumns<Ring<Self>>> {
        let _ = (recipe, domain, factors, width, resources);
        Ok(None)
    }
}

/// [`Here`] for `$field` by the functions named.
macro_rules! here {
    ($field:ident: engine $engine:path, folded $folded:path $(, columns $columns:path)?) => {
        impl Here for $field {
            fn engine(recipe: &Recipe, domain: &Domain<Ring<Self>>, resources: Resources) -> Result<Engine<Ring<Self>>> {
                $engine(recipe, domain, resources)
            }

            fn folded(
                recipe: &Recipe,
                domain: &Domain<Ring<Self>>,
                factors: Factors<'_, Ring<Self>>,
                resources: Resources,
            ) -> Result<Option<Folded<Ring<Self>>>> {
                $folded(recipe, domain, factors, resources)
            }

            $(fn columns(
                recipe: &Recipe,
                domain: &Domain<Ring<Self>>,
                factors: Factors<'_, Ring<Self>>,
                width: usize,
                resources: Resources,
            ) -> Result<MaybeColumns<Ring<Self>>> {
                $columns(recipe, domain, factors, width, resources)
            })?
        }
    };
}

here!(Goldilocks: engine residues::engine, folded residues::folded, columns residue_columns::columns);
here!(BabyBear: engine residues::engine, folded residues::folded, columns residue_columns::columns);
here!(KoalaBear: engine residues::engine, folded residues::folded, columns residue_columns::columns);
here!(Bls12381Fr: engine in_lanes, folded folded_in_lanes);
here!(Bn254Fr: engine in_lanes, folded folded_in_lanes);

fn in_lanes<C: Mont256Parameters>(
    recipe: &Recipe,
    domain: &Domain<Ring<Mont256<C>>>,
    resources: Resources,
) -> Result<Engine<Ring<Mont256<C>>>> {
    wide::engine(recipe, domain, resources, wide::own, wide::textbook)
}

fn folded_in_lanes<C: Mont256Parameters>(
    recipe: &Recipe,
    domain: &Domain<Ring<Mont256<C>>>,
    factors: Factors<'_, Ring<Mont256<C>>>,
    resources: Resources,
) -> Result<Option<Folded<Ring<Mont256<C>>>>> {
    wide::folded(recipe, domain, factors, resources, wide::own)
}

here!(M31: engine circle_or_textbook, folded circle_folded);

fn circle_or_textbook(recipe: &Recipe, domain: &Domain<Ring<M31>>, resources: Resources) -> Result<Engine<Ring<M31>>> {
    match circle::engine(recipe, domain, Scale::INVERSE, resources)? {
        Some(kernel) => Ok(kernel),
        None => match recipe {
            Recipe::Plain { algorithm: Algorithm::Circle, len } => Ok(Arc::new(Circle::new(*domain.module(), *len)?)),
            _ => engine::build(recipe, domain, resources.threads),
        },
    }
}

fn circle_folded(
    recipe: &Recipe,
    domain: &Domain<Ring<M31>>,
    factors: Factors<'_, Ring<M31>>,
    resources: Resources,
) -> Result<Option<Folded<Ring<M31>>>> {
    if factors.coset.is_some() {
        return Ok(None);
    }
    let engine = circle::engine(recipe, domain, factors.scale, resources)?;
    Ok(engine.map(|engine| Folded::new(engine, true)))
}

/// `$call` where the domain `$domain` is over one of the fields of this crate, `$field` by name, handed back as what it is over
/// `F`, which is the same type.
macro_rules! where_here {
    ($domain:ident: $any:expr, $field:ident, $out:ty, $call:expr) => {
        where_here!(@ $domain: $any, $field, $out, $call; Goldilocks BabyBear KoalaBear M31 Bls12381Fr Bn254Fr)
    };
    (@ $domain:ident: $any:expr, $field:ident, $out:ty, $call:expr; $($fields:ident)*) => { $(
        if let Some($domain) = $any.downcast_ref::<Domain<Ring<$fields>>>() {
            type $field = $fields;
            let built: Box<dyn Any> = Box::new($call);
            if let Ok(built) = built.downcast::<$out>() {
                return *built;
            }
        }
    )* };
}

/// The factors over `G`, which is `F`.
fn same<'a, F: NativeField, G: NativeField>(factors: Factors<'a, Ring<F>>) -> Factors<'a, Ring<G>> {
    Factors { coset: factors.coset.and_then(|coset| (coset as &dyn Any).downcast_ref()), scale: factors.scale }
}

/// The engine of `recipe`.
fn build<F: NativeField>(recipe: &Recipe, domain: &Domain<Ring<F>>, resources: Resources) -> Result<Engine<Ring<F>>> {
    // Decided by the compiler, which makes no code for the other branch.
    if const { F::COMPILED_HERE } {
        let any: &dyn Any = domain;
        where_here!(domain: any, Field, Result<Engine<Ring<F>>>, Field::engine(recipe, domain, resources));
        Err(Error::Contract { what: "a field that says it is compiled here must be" })
    } else {
        engine::build(recipe, domain, resources.threads)
    }
}

/// The engine of `recipe` with coset and scale, for fields with kernels that have them in their tables.
fn folded<F: NativeField>(
    recipe: &Recipe,
    domain: &Domain<Ring<F>>,
    factors: Factors<'_, Ring<F>>,
    resources: Resources,
) -> Result<Option<Folded<Ring<F>>>> {
    let any: &dyn Any = domain;
    where_here!(domain: any, Field, Result<Option<Folded<Ring<F>>>>,
        Field::folded(recipe, domain, same::<F, Field>(factors), resources));
    Ok(None)
}

/// What transforms the columns of a matrix where they lie, for fields that have it.
fn columns<F: NativeField>(
    recipe: &Recipe,
    domain: &Domain<Ring<F>>,
    factors: Factors<'_, Ring<F>>,
    width: usize,
    resources: Resources,
) -> Result<MaybeColumns<Ring<F>>> {
    let any: &dyn Any = domain;
    where_here!(domain: any, Field, Result<MaybeColumns<Ring<F>>>,
        Field::columns(recipe, domain, same::<F, Field>(factors), width, resources));
    Ok(None)
}
