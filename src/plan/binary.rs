//! Kernels under the additive plans of binary fields.

use super::{Algorithm, Coefficients, Recipe, Resources, engine::Engine};
use crate::{
    Result,
    algebra::{Std, Subspace},
    kernel::{binary, isa::Isa},
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, ViaBinary},
};
use alloc::boxed::Box;
use core::any::Any;

type Ring<F> = Std<F, ViaBinary>;

/// The kernel that computes `recipe`, where there is one for this field, these points and this machine.
///
/// Whatever the field's type, the kernels are compiled once, here.
pub(super) fn engine<F: BinaryField>(
    recipe: &Recipe,
    points: &Subspace<Ring<F>>,
    resources: Resources,
) -> Option<Result<Engine<Ring<F>>>> {
    let isa = match resources.isa.resolved() {
        Ok(isa) => isa,
        Err(error) => return Some(Err(error)),
    };
    let coefficients = match recipe {
        Recipe::Plain { algorithm: Algorithm::NovelBasis, .. } => Coefficients::Monomial,
        Recipe::FromNovel { inner } if matches!(**inner, Recipe::Plain { algorithm: Algorithm::NovelBasis, .. }) => {
            Coefficients::Novel
        }
        Recipe::Reorder { order, inner } => {
            let inner = engine(inner, points, resources)?;
            return Some(inner.and_then(|inner| super::engine::reorder(*order, false, inner)));
        }
        // The other algorithms run on words, whatever the machine has.
        _ => return None,
    };
    let points: &dyn Any = points;
    macro_rules! first_of {
        ($($field:ty)*) => {
            $(if let Some(points) = points.downcast_ref::<Subspace<Ring<$field>>>() {
                // No parameter, so that it is compiled in this crate.
                fn of_this_field(
                    points: &Subspace<Ring<$field>>,
                    coefficients: Coefficients,
                    threads: usize,
                    isa: Isa,
                ) -> Option<Result<Engine<Ring<$field>>>> {
                    one(points, coefficients, threads, isa)
                }
                let found = of_this_field(points, coefficients, resources.threads, isa)?;
                // The same type, which the compiler does not know.
                let found: Box<dyn Any> = Box::new(found);
                return found.downcast::<Result<Engine<Ring<F>>>>().ok().map(|found| *found);
            })*
        };
    }
    first_of!(Gf2p8 Gf2p16 Gf2p16Leopard Gf2p32 Gf2p64 Gf2p128);
    None
}

fn one<F: BinaryField>(
    points: &Subspace<Ring<F>>,
    coefficients: Coefficients,
    threads: usize,
    isa: Isa,
) -> Option<Result<Engine<Ring<F>>>> {
    match coefficients {
        Coefficients::Novel => binary::engine(points, threads, isa),
        Coefficients::Monomial => binary::monomial_engine(points, threads, isa),
    }
}
