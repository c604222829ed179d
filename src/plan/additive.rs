//! From a recipe over a subspace to something that runs.

use super::{
    Algorithm, Recipe,
    reorder::{Engine, reorder},
};
use crate::{
    Error, Result,
    additive::{Evaluation, TruncatedNovelBasis},
    algebra::{Action, Roots, Subspace},
};
use alloc::{format, sync::Arc};

/// Builds the engine of an additive recipe over `points`, whose dimension is the least for the length: the algorithms
/// of [`additive`](crate::additive), over any module.
///
/// # Errors
/// [`Error::Unsupported`] for a recipe that is not additive; the errors of its algorithm.
pub(super) fn additive_engine<M: Action<Scalars: Roots>>(recipe: &Recipe, points: &Subspace<M>) -> Result<Engine<M>> {
    recipe.check()?;
    let len = recipe.len();
    let algorithm = recipe.algorithm();
    if !algorithm.is_additive() {
        return Err(Error::Unsupported {
            what: format!(
                "{recipe} needs a root of unity and cannot stand over a subspace: take an additive algorithm"
            ),
        });
    }
    if len.checked_next_power_of_two() != Some(points.len()) {
        return Err(Error::Unsupported {
            what: format!("{recipe} needs the least subspace with {len} points, not one with {}", points.len()),
        });
    }
    Ok(match recipe {
        Recipe::Plain { algorithm: Algorithm::NovelBasis | Algorithm::AdditiveTruncated, .. } => {
            Arc::new(Evaluation::new(points, len)?)
        }
        Recipe::FromNovel { .. } if matches!(algorithm, Algorithm::NovelBasis | Algorithm::AdditiveTruncated) => {
            Arc::new(TruncatedNovelBasis::new(points, len)?)
        }
        Recipe::Plain { .. } | Recipe::FromNovel { .. } => {
            return super::variants::build_additive(recipe, points, additive_engine);
        }
        Recipe::Reorder { order, inner } => reorder(*order, false, additive_engine(inner, points)?)?,
        _ => {
            return Err(Error::Unsupported {
                what: format!("{recipe} mixes transforms over subspaces with transforms over roots of unity"),
            });
        }
    })
}
