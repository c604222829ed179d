//! From a recipe over a subspace to something that runs.

use super::{Accelerated, Algorithm, Recipe};
use crate::{
    Error, Result,
    additive::{Evaluation, TruncatedNovelBasis},
    algebra::{Ring, Subspace},
    dft::Transform,
};
use alloc::{format, sync::Arc};
use core::{fmt, str::FromStr};

/// The basis of the polynomials that an additive transform takes and gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Coefficients {
    /// `1, x, x^2, ...`: low degree first.
    #[default]
    Monomial,
    /// The novel basis of the points: `X_i` is the product of the normalised subspace polynomials over the bits of `i`.
    Novel,
}

impl Coefficients {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Coefficients::Monomial => "monomial",
            Coefficients::Novel => "novel",
        }
    }
}

impl fmt::Display for Coefficients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Coefficients {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        [Coefficients::Monomial, Coefficients::Novel].into_iter().find(|basis| basis.name() == text).ok_or_else(|| {
            Error::Parse { expected: "monomial or novel", found: text.chars().take(40).collect(), source: None }
        })
    }
}

/// The engine of an additive recipe over `points`, whose dimension is the least for the length: the algorithms as
/// [`additive`](crate::additive) states them, over any module.
///
/// A ring that offers additive plans returns this from [`Accelerated::additive_engine`].
///
/// # Errors
/// [`Error::Unsupported`] for a recipe that is not additive; the errors of its algorithm.
pub fn additive_engine<M: Accelerated>(recipe: &Recipe, points: &Subspace<M>) -> Result<Arc<dyn Transform<M>>> {
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
        Recipe::Plain { .. } | Recipe::FromNovel { .. } => return super::variants::build_additive(recipe, points),
        Recipe::Reorder { order, inner } => super::engine::reorder(*order, false, additive_engine(inner, points)?)?,
        _ => {
            return Err(Error::Unsupported {
                what: format!("{recipe} mixes transforms over subspaces with transforms over roots of unity"),
            });
        }
    })
}

/// The refusal of modules without subspaces to evaluate on.
pub(super) fn refused<M: Accelerated>(module: &M) -> Error {
    Error::Unsupported {
        what: format!(
            "no additive transforms are offered over {}: take a transform over roots of unity, or a binary field",
            module.scalars().name()
        ),
    }
}
