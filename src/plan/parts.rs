//! Parts that engines of several algorithms need.

use super::{Accelerated, Convolution, Recipe, reorder::Engine};
use crate::{
    Error, Result,
    algebra::{Convolver, Domain, Ring},
    conv::{Karatsuba, ThroughTransform},
};
use alloc::{boxed::Box, format};

/// The function that builds the engine of a recipe over a domain, for this many threads.
pub(super) type Build<M> = fn(&Recipe, &Domain<M>, usize) -> Result<Engine<M>>;

/// Transforms below this length are not shared out over threads.
pub(super) const PARALLEL_LEN: usize = 1 << 13;

/// Returns whether a four-step recipe runs in blocks of columns and rows.
pub(crate) fn blocked(columns: &Recipe, rows: &Recipe) -> bool {
    columns.len().is_multiple_of(8) && rows.len().is_multiple_of(8)
}

/// Rejects a recipe whose root has another order.
pub(super) fn check_order(recipe: &Recipe, order: usize) -> Result<()> {
    if recipe.root_order() == Some(order) {
        return Ok(());
    }
    Err(Error::Unsupported {
        what: format!("{recipe} needs another root than one of order {order}: it cannot stand here"),
    })
}

/// Returns the convolutions that a recipe asks for.
pub(super) fn convolver<M: Accelerated>(
    convolution: &Convolution,
    module: &M,
    build: Build<M>,
) -> Result<Box<dyn Convolver<M>>> {
    Ok(match convolution {
        Convolution::Transform(recipe) => {
            let domain = Domain::new(module.clone(), recipe.len())?;
            Box::new(ThroughTransform::with(&domain, build(recipe, &domain, 1)?)?)
        }
        Convolution::Karatsuba { .. } => Box::new(Karatsuba::new(module.clone())),
        Convolution::Ring { .. } => own_products(module)?,
    })
}

/// Returns the ring's own products of polynomials as convolutions.
pub(super) fn own_products<M: Accelerated>(module: &M) -> Result<Box<dyn Convolver<M>>> {
    module.products().ok_or_else(|| Error::Unsupported {
        what: format!(
            "{} has no products of polynomials of its own: let `karatsuba` or a transform convolve",
            module.scalars().name()
        ),
    })
}
