//! Plans over fields of other crates that hand out their Montgomery words.

use super::{
    Accelerated,
    carried::{self, Exchange},
    engine::Engine,
    methods::methods,
    wide::{self, InLanes},
};
use crate::{
    Result,
    algebra::Std,
    conv::ThroughRing,
    kernel::ntt::wide::{Kernel, Residue, carry::Carry},
    rings::{Mont256, MontgomeryWords, ViaWords, check_words},
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

impl<A: MontgomeryWords> Exchange for HandedOut<A> {
    type Element = A::Field;
    type Inner = Mont256<A::Parameters>;

    #[inline]
    fn inner(&self, element: &A::Field) -> Option<Self::Inner> {
        Some(Mont256::raw(A::to_words(element)))
    }

    #[inline]
    fn element(&self, inner: &Self::Inner) -> Option<A::Field> {
        Some(A::from_words(inner.limbs))
    }
}

fn handed_out<A: MontgomeryWords>(
    kernel: Box<dyn Kernel>,
    natural: bool,
) -> Result<Engine<Std<A::Field, ViaWords<A>>>> {
    InLanes::engine(kernel, natural, HandedOut::<A>(PhantomData))
}

impl<A: MontgomeryWords> Accelerated for Std<A::Field, ViaWords<A>> {
    methods! {
        identity(self) { Some(String::new()) }
        instruction_sets(self) { wide::instruction_sets(self) }
        packed(self, len, order, resources) { wide::shape(self, len, order, resources) }
        packed_over_any_root(self) { true }
        packed_bytes(self, shape, coset) { wide::bytes(shape, coset) }
        kept_len(self, recipe, resources) { carried::kept(recipe, resources) }
        engine(self, recipe, domain, resources) {
            check_words::<A>()?;
            wide::engine(recipe, domain, resources, handed_out, |recipe, domain, resources| {
                carried::engine(recipe, domain, resources, HandedOut::<A>(PhantomData))
            })
        }
        folded_engine(self, recipe, domain, factors, resources) {
            check_words::<A>()?;
            wide::folded(recipe, domain, factors, resources, handed_out)
        }
        products(self) { Some(Box::new(ThroughRing::new(*self))) }
    }
}
