//! From a recipe to something that runs.

use super::{Accelerated, Algorithm, Convolution, Recipe, variants};
use crate::{
    Error, Result,
    algebra::{Convolver, Domain, Ring},
    conv::{Karatsuba, ThroughTransform},
    dft::{Bluestein, Chirp, Negacyclic, Stockham, Transform, Truncated, Twisted, TwistedRadix4, delegated},
    kernel::{self, DepthFirst},
    order::{Order, bit_reverse_permute_negated},
};
use alloc::{boxed::Box, format, sync::Arc};

/// An engine that plans share.
pub(crate) type Engine<M> = Arc<dyn Transform<M>>;

/// Elements of more bytes do not fit registers: the depth-first transform, which moves them least, is fastest.
pub(super) const REGISTER_BYTES: usize = 16;

/// Transforms below this length are not shared out over threads.
pub(super) const PARALLEL_LEN: usize = 1 << 13;

/// Whether a four-step recipe runs in blocks of columns and rows.
pub(crate) fn blocked(columns: &Recipe, rows: &Recipe) -> bool {
    columns.len().is_multiple_of(8) && rows.len().is_multiple_of(8)
}

/// Refuses a recipe that needs another root than one of this order.
pub(super) fn check_order(recipe: &Recipe, order: usize) -> Result<()> {
    if recipe.root_order() == Some(order) {
        return Ok(());
    }
    Err(Error::Unsupported {
        what: format!("{recipe} needs another root than one of order {order}: it cannot stand here"),
    })
}

/// Builds the engine of `recipe` over `domain`, for so many threads.
pub(crate) fn build<M: Accelerated>(recipe: &Recipe, domain: &Domain<M>, threads: usize) -> Result<Engine<M>> {
    recipe.check()?;
    check_order(recipe, domain.len())?;
    let threads_of = |len: usize| if len >= PARALLEL_LEN { threads } else { 1 };
    Ok(match recipe {
        Recipe::Stockham { radices, .. } => {
            Arc::new(Stockham::with_radices(domain, radices)?.on_threads(threads_of(domain.len())))
        }
        // Only elements that fit registers are transformed so where nothing is named.
        Recipe::FourStep { columns, rows }
            if const { is_compiled::<M>(Algorithm::FourStep) } && blocked(columns, rows) =>
        {
            let inner = |recipe: &Recipe, factor: usize| build(recipe, &domain.subdomain(factor)?, 1);
            let (inner_columns, inner_rows) = (inner(columns, rows.len())?, inner(rows, columns.len())?);
            Arc::new(kernel::FourStep::new(domain, inner_columns, inner_rows, threads_of(domain.len()))?)
        }
        Recipe::Plain { algorithm: Algorithm::DepthFirst, .. } if const { is_compiled::<M>(Algorithm::DepthFirst) } => {
            Arc::new(DepthFirst::new(domain, threads)?)
        }
        Recipe::Plain { algorithm: Algorithm::Twisted, .. } if const { is_compiled::<M>(Algorithm::Twisted) } => {
            Arc::new(Twisted::new(domain)?)
        }
        Recipe::Plain { algorithm: Algorithm::TwistedRadix4, .. } if const { is_compiled::<M>(Algorithm::TwistedRadix4) } => {
            Arc::new(TwistedRadix4::new(domain)?)
        }
        Recipe::Plain { algorithm: Algorithm::Truncated, len } => Arc::new(Truncated::new(domain, *len)?),
        Recipe::Plain { algorithm: Algorithm::Negacyclic, .. } => Arc::new(Negacyclic::new(domain)?),
        Recipe::Bluestein { len, chirp, convolution } => {
            let convolver = convolver(convolution, domain.module())?;
            match chirp {
                Chirp::Symmetric if len.is_multiple_of(2) => Arc::new(Bluestein::symmetric(domain, &*convolver)?),
                _ => Arc::new(Bluestein::new(domain, *chirp, &*convolver)?),
            }
        }
        Recipe::Reorder { order, inner } => {
            let inner = build(inner, domain, threads)?;
            return reorder(*order, recipe.is_cyclic(), inner);
        }
        Recipe::Packed { .. } => return Err(Algorithm::Packed.lacks_kernels(domain.module().scalars())),
        Recipe::Columns { .. } => {
            return Err(Error::Unsupported {
                what: format!("{recipe} transforms a whole matrix: it cannot stand inside another"),
            });
        }
        Recipe::FromNovel { .. } => {
            return Err(Error::Unsupported {
                what: format!("{recipe} needs a subspace: it cannot stand over roots of unity"),
            });
        }
        other => return variants::build(other, domain, threads),
    })
}

/// Whether [`build`] makes this algorithm without the feature `variants`, for lengths that the planner takes it for.
pub(super) const fn is_compiled<M: Accelerated>(algorithm: Algorithm) -> bool {
    // Passes of several elements together are faster where these fit registers, elsewhere what moves elements least.
    let small = size_of::<M::Element>() <= REGISTER_BYTES;
    match algorithm {
        Algorithm::Stockham | Algorithm::Bluestein | Algorithm::Truncated | Algorithm::Negacyclic => true,
        Algorithm::NovelBasis | Algorithm::AdditiveTruncated => true,
        Algorithm::TwistedRadix4 => !M::OWN_POWERS_OF_TWO,
        Algorithm::FourStep => small && !M::OWN_POWERS_OF_TWO,
        Algorithm::Twisted | Algorithm::DepthFirst => !small,
        _ => false,
    }
}

/// A transform with its values brought to another order.
pub(super) fn reorder<M: Accelerated>(order: Order, reversible: bool, inner: Engine<M>) -> Result<Engine<M>> {
    if inner.order() == order {
        return Ok(inner);
    }
    let len = inner.len();
    for order in [order, inner.order()] {
        if !order.is_permutation(len) {
            return Err(Error::Length { what: order.what(), len, possible: order.lengths() });
        }
    }
    // An inverse that divides is another map.
    let reversible = reversible && inner.inverse_scale() == len;
    Ok(Arc::new(Reorder { order, reversible, inner }))
}

/// The convolutions that a recipe asks for.
pub(super) fn convolver<M: Accelerated>(convolution: &Convolution, module: &M) -> Result<Box<dyn Convolver<M>>> {
    Ok(match convolution {
        Convolution::Transform(recipe) => {
            let domain = Domain::new(module.clone(), recipe.len())?;
            Box::new(ThroughTransform::with(&domain, build(recipe, &domain, 1)?)?)
        }
        Convolution::Karatsuba { .. } => Box::new(Karatsuba::new(module.clone())),
        Convolution::Ring { .. } => own_products(module)?,
    })
}

/// The ring's own products of polynomials as convolutions.
pub(super) fn own_products<M: Accelerated>(module: &M) -> Result<Box<dyn Convolver<M>>> {
    module.products().ok_or_else(|| Error::Unsupported {
        what: format!(
            "{} has no products of polynomials of its own: let `karatsuba` or a transform convolve",
            module.scalars().name()
        ),
    })
}

/// A transform whose values are brought to another order.
struct Reorder<M: Accelerated> {
    order: Order,
    /// Whether the inverse is the forward map with its values in reverse.
    reversible: bool,
    inner: Engine<M>,
}

impl<M: Accelerated> Transform<M> for Reorder<M> {
    delegated!(inner: len, scratch_len, inverse_scale);

    fn order(&self) -> Order {
        self.order
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.inner.forward(values, scratch)?;
        self.inner.order().to_natural(values)?;
        self.order.from_natural(values)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        crate::dft::check_slices(self, values, scratch)?;
        if self.reversible && self.order == Order::Natural && self.inner.order() == Order::BitReversed {
            // The inverse is the forward map and a reversal, which rides on the bit reversal.
            self.inner.forward(values, scratch)?;
            bit_reverse_permute_negated(values);
            return Ok(());
        }
        self.order.to_natural(values)?;
        self.inner.order().from_natural(values)?;
        self.inner.inverse_unscaled(values, scratch)
    }
}
