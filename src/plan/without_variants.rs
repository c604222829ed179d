//! Refusals that take the place of [`variants`](super::variants) without that feature.

use super::{Accelerated, Algorithm, Recipe, parts::Build, reorder::Engine};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Subspace},
};
use alloc::format;

/// Returns the refusal of an algorithm that this build has not compiled.
pub(super) fn missing(algorithm: Algorithm) -> Error {
    Error::Unsupported {
        what: format!(
            "{algorithm} is not compiled into this build: switch on the feature `variants` of ringfft, hand the transform to \
             `Plan::from_transform`, or let the planner choose"
        ),
    }
}

/// Rejects every algorithm over roots of unity.
pub(super) fn build<M: Accelerated>(recipe: &Recipe, _: &Domain<M>, _: usize, _: Build<M>) -> Result<Engine<M>> {
    Err(missing(recipe.algorithm()))
}

/// Rejects every algorithm over a subspace.
pub(super) fn build_additive<M: Action>(
    recipe: &Recipe,
    _: &Subspace<M>,
    _: fn(&Recipe, &Subspace<M>) -> Result<Engine<M>>,
) -> Result<Engine<M>> {
    Err(missing(recipe.algorithm()))
}
