//! The engines of binary fields: kernels under additive plans, and the textbook's, compiled once, here.

use super::{Algorithm, Coefficients, Recipe, Resources, engine::Engine};
use crate::{
    Error, Result,
    algebra::{Domain, Std, Subspace},
    kernel::{binary, isa::Isa},
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, ViaBinary},
};
use alloc::boxed::Box;
use core::any::Any;

type Ring<F> = Std<F, ViaBinary>;
type Built<F> = Result<Engine<Ring<F>>>;

/// `$build` of `$over`, a subspace or a domain, where `$generic` is a field of this crate.
///
/// Each stands in a function without type parameters, so that it is compiled in this crate; what it makes has the same type over
/// `$generic`, which the compiler does not know.
macro_rules! of_own_field {
    ($generic:ident, $over:ident: $kind:ident, ($($name:ident: $type:ty),*), $build:expr) => {
        of_own_field!($generic, $over: $kind, [$($name: $type),*], ($($name),*), $build;
            Gf2p8 Gf2p16 Gf2p16Leopard Gf2p32 Gf2p64 Gf2p128)
    };
    ($generic:ident, $over:ident: $kind:ident, $parameters:tt, $arguments:tt, $build:expr; $($field:ident)*) => {{
        let any: &dyn Any = $over;
        $(if let Some(own) = any.downcast_ref::<$kind<Ring<$field>>>() {
            of_own_field!(@function $field, $over: $kind, $parameters, $build);
            let built: Box<dyn Any> = Box::new(of_own_field!(@call own, $arguments));
            return built.downcast::<Option<Built<$generic>>>().ok().and_then(|built| *built);
        })*
    }};
    (@function $field:ident, $over:ident: $kind:ident, [$($name:ident: $type:ty),*], $build:expr) => {
        fn of_this_field($over: &$kind<Ring<$field>>, $($name: $type),*) -> Option<Built<$field>> {
            $build
        }
    };
    (@call $own:ident, ($($name:ident),*)) => { of_this_field($own, $($name),*) };
}

/// The kernel that computes `recipe`, where there is one for this field, these points and this machine.
pub(super) fn engine<F: BinaryField>(
    recipe: &Recipe,
    points: &Subspace<Ring<F>>,
    resources: Resources,
) -> Option<Built<F>> {
    if recipe.len() != points.len() {
        // The textbook says what is wrong, or takes the first points.
        return None;
    }
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
    let threads = resources.threads;
    of_own_field!(F, points: Subspace, (coefficients: Coefficients, threads: usize, isa: Isa), match coefficients {
        Coefficients::Novel => binary::engine(points, threads, isa),
        Coefficients::Monomial => binary::monomial_engine(points, threads, isa),
    });
    None
}

/// The textbook engine of `recipe` over a subspace.
pub(super) fn textbook<F: BinaryField>(recipe: &Recipe, points: &Subspace<Ring<F>>) -> Built<F> {
    fn own<F: BinaryField>(recipe: &Recipe, points: &Subspace<Ring<F>>) -> Option<Built<F>> {
        of_own_field!(F, points: Subspace, (recipe: &Recipe), Some(super::additive_engine(recipe, points)));
        None
    }
    // Decided by the compiler, which makes no code for the other branch.
    if const { F::COMPILED_HERE } {
        own(recipe, points).unwrap_or(Err(UNLIKE))
    } else {
        super::additive_engine(recipe, points)
    }
}

/// Builds the engine of `recipe`, of odd length, over the powers of a root: never the planner's choice.
#[cfg(not(feature = "variants"))]
pub(super) fn odd_engine<F: BinaryField>(recipe: &Recipe, _: &Domain<Ring<F>>) -> Built<F> {
    recipe.check()?;
    Err(super::variants::missing(recipe.algorithm()))
}

/// Builds the engine of `recipe`, of odd length, over the powers of a root.
#[cfg(feature = "variants")]
pub(super) fn odd_engine<F: BinaryField>(recipe: &Recipe, domain: &Domain<Ring<F>>) -> Built<F> {
    fn own<F: BinaryField>(recipe: &Recipe, domain: &Domain<Ring<F>>) -> Option<Built<F>> {
        of_own_field!(F, domain: Domain, (recipe: &Recipe), Some(super::variants::build_odd(recipe, domain)));
        None
    }
    if const { F::COMPILED_HERE } {
        own(recipe, domain).unwrap_or(Err(UNLIKE))
    } else {
        super::variants::build_odd(recipe, domain)
    }
}

const UNLIKE: Error = Error::Contract { what: "a field that says it is compiled here must be" };
