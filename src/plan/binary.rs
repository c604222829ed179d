//! The binary fields, each with its engines: kernels under additive plans, and the textbook's.

use super::{
    Accelerated, Algorithm, Ask, Built, Job, Kernels, Recipe, additive::additive_engine, kernels::same, points::Points,
    reorder::Engine,
};
use crate::{
    Result,
    algebra::{Convolver, Domain, Std, Subspace},
    conv::ThroughRing,
    kernel::{binary, isa::Isa},
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, ViaBinary},
};
use alloc::{boxed::Box, string::String};
use core::any::TypeId;

type Ring<F> = Std<F, ViaBinary>;

/// Registers the engines of the fields of this crate, which are compiled here once: other fields compile their own.
macro_rules! register {
    ($($field:ident)*) => {
        impl<F: BinaryField> Accelerated for Ring<F> {
            const SUBSPACES: bool = true;
            const BUILDS_ALL: bool = true;

            fn identity(&self) -> Option<String> {
                Some(String::new())
            }

            fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
                // Decided by the compiler, which makes no code for the other branch.
                if const { !F::COMPILED_HERE } {
                    return Some(&Binary);
                }
                $({
                    static KERNELS: &dyn Kernels<Ring<$field>> = &Binary;
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
    };
}
register!(Gf2p8 Gf2p16 Gf2p16Leopard Gf2p32 Gf2p64 Gf2p128);

/// The engines of a binary field.
struct Binary;

impl<F: BinaryField> Kernels<Ring<F>> for Binary {
    fn instruction_sets(&self, _: &Ring<F>) -> &'static [Isa] {
        &[Isa::Pclmul, Isa::Avx2, Isa::Avx512]
    }

    fn fastest(&self, _: &Ring<F>, _: &Ask) -> Option<Result<Recipe>> {
        None
    }

    fn multiplies(&self) -> bool {
        true
    }

    fn build(&self, job: &Job<'_, Ring<F>>) -> Result<Option<Built<Ring<F>>>> {
        if !job.is_plain() {
            return Ok(None);
        }
        let engine = match job.points {
            Points::Powers(domain) => odd(job.recipe, domain)?,
            Points::Subspace(points, _) => match fast(job, points)? {
                Some(kernel) => kernel,
                None => additive_engine(job.recipe, points)?,
            },
        };
        Ok(Some(Built::new(engine)))
    }
}

/// Builds the kernel of a job, where there is one for this field, these points and this machine.
fn fast<F: BinaryField>(job: &Job<'_, Ring<F>>, points: &Subspace<Ring<F>>) -> Result<Option<Engine<Ring<F>>>> {
    if job.recipe.len() != points.len() {
        // The textbook returns the error, or takes the first points.
        return Ok(None);
    }
    let (threads, isa) = (job.resources.threads, job.resources.isa.resolved()?);
    match job.recipe {
        Recipe::Plain { algorithm: Algorithm::NovelBasis, .. } => binary::monomial_engine(points, threads, isa),
        Recipe::FromNovel { inner } if matches!(**inner, Recipe::Plain { algorithm: Algorithm::NovelBasis, .. }) => {
            binary::engine(points, threads, isa)
        }
        // The other algorithms run on words on every machine.
        _ => None,
    }
    .transpose()
}

/// Builds the engine of `recipe`, of odd length, over the powers of a root: never the planner's choice.
#[cfg(not(feature = "variants"))]
fn odd<F: BinaryField>(recipe: &Recipe, _: &Domain<Ring<F>>) -> Result<Engine<Ring<F>>> {
    recipe.check()?;
    Err(super::variants::missing(recipe.algorithm()))
}

/// Builds the engine of `recipe`, of odd length, over the powers of a root.
#[cfg(feature = "variants")]
fn odd<F: BinaryField>(recipe: &Recipe, domain: &Domain<Ring<F>>) -> Result<Engine<Ring<F>>> {
    super::variants::build_odd(recipe, domain)
}
