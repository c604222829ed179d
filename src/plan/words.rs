//! Plans over fields of other crates that expose their Montgomery words.

use super::{Accelerated, Kernels, carried::Through};
use crate::{
    algebra::{Convolver, Std},
    conv::ThroughRing,
    rings::{HandedOut, MontgomeryWords, ViaWords},
};
use alloc::{boxed::Box, string::String};

impl<A: MontgomeryWords> Accelerated for Std<A::Field, ViaWords<A>> {
    const BUILDS_ALL: bool = true;

    fn identity(&self) -> Option<String> {
        Some(String::new())
    }

    fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
        Some(Through::<HandedOut<A>>::NEW)
    }

    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        Some(Box::new(ThroughRing::new(*self)))
    }
}
