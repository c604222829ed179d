//! Plans over fields of other crates that hand out their Montgomery words.

use super::{
    Accelerated, Factors, Folded, PackedShape, Recipe, Resources,
    engine::Engine,
    wide::{self, InLanes},
};
use crate::{
    Result,
    algebra::{Convolver, Domain, Std},
    conv::ThroughRing,
    kernel::{
        isa::Isa,
        ntt::wide::{Kernel, Residue, carry::Carry},
    },
    order::Order,
    rings::{MontgomeryWords, ViaWords, check_words},
};
use alloc::{boxed::Box, string::String};
use core::marker::PhantomData;

/// The words of a field that hands them out.
struct HandedOut<A>(PhantomData<fn() -> A>);

impl<A: MontgomeryWords> Carry for HandedOut<A> {
    type Element = A::Field;
    const MONTGOMERY: bool = true;

    #[inline]
    fn words(&self, element: &A::Field) -> Residue {
        A::to_words(element)
    }

    #[inline]
    fn element(&self, words: &Residue) -> Option<A::Field> {
        Some(A::from_words(*words))
    }
}

fn handed_out<A: MontgomeryWords>(
    kernel: Box<dyn Kernel>,
    natural: bool,
) -> Result<Engine<Std<A::Field, ViaWords<A>>>> {
    InLanes::engine(kernel, natural, HandedOut::<A>(PhantomData))
}

impl<A: MontgomeryWords> Accelerated for Std<A::Field, ViaWords<A>> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }

    fn instruction_sets(&self) -> &'static [Isa] {
        wide::instruction_sets(self)
    }

    fn packed(&self, len: usize, order: Order, resources: Resources) -> Option<Result<PackedShape>> {
        wide::shape(self, len, order, resources)
    }

    fn packed_over_any_root(&self) -> bool {
        true
    }

    fn packed_bytes(&self, shape: &PackedShape, coset: bool) -> Option<u64> {
        wide::bytes(shape, coset)
    }

    fn engine(&self, recipe: &Recipe, domain: &Domain<Self>, resources: Resources) -> Result<Engine<Self>> {
        check_words::<A>()?;
        wide::engine(recipe, domain, resources, handed_out)
    }

    fn folded_engine(
        &self,
        recipe: &Recipe,
        domain: &Domain<Self>,
        factors: Factors<'_, Self>,
        resources: Resources,
    ) -> Result<Option<Folded<Self>>> {
        check_words::<A>()?;
        wide::folded(recipe, domain, factors, resources, handed_out)
    }

    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        Some(Box::new(ThroughRing::new(*self)))
    }
}
