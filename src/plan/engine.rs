//! From a recipe to something that runs.

use super::{Accelerated, Algorithm, Convolution, Recipe};
use crate::{
    Error, Result,
    algebra::{Convolver, Domain, Ring},
    conv::{Karatsuba, ThroughTransform},
    dft::{
        Bluestein, Chirp, Circle, Classical, FourStep, GoodThomas, MixedRadix, Naive, Negacyclic, Rader, Radix3,
        Radix4, Radix8, SixStep, SplitRadix, Stockham, Tangent, Transform, Truncated, Twisted, TwistedRadix3,
        TwistedRadix3Complex, TwistedRadix4, TwistedRadix8, delegated,
    },
    kernel::{self, DepthFirst},
    order::{Order, bit_reverse_permute_negated},
};
use alloc::{boxed::Box, format, sync::Arc};

/// An engine that plans share.
pub(crate) type Engine<M> = Arc<dyn Transform<M>>;

/// Transforms below this length are not shared out over threads.
const PARALLEL_LEN: usize = 1 << 13;

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
    let len = recipe.len();
    // A short transform inside, of the length of `recipe`, over the power `factor` of the root.
    let short = |recipe: &Recipe, factor: usize| build(recipe, &domain.subdomain(factor)?, 1);
    Ok(match recipe {
        Recipe::Plain { algorithm, .. } => return plain(*algorithm, domain, len, threads),
        Recipe::Stockham { radices, .. } => {
            let stockham = Stockham::with_radices(domain, radices)?;
            #[cfg(feature = "parallel")]
            if threads > 1 && domain.len() >= PARALLEL_LEN {
                return Ok(Arc::new(crate::kernel::ParallelStockham::new(stockham, threads)));
            }
            Arc::new(stockham)
        }
        Recipe::MixedRadix { radices, .. } => Arc::new(MixedRadix::with_radices(domain, radices)?),
        Recipe::GoodThomas { columns, rows } => {
            Arc::new(GoodThomas::new(domain, short(columns, rows.len())?, short(rows, columns.len())?)?)
        }
        Recipe::FourStep { columns, rows } => {
            let blocks = blocked(columns, rows);
            let threads = if domain.len() >= PARALLEL_LEN { threads } else { 1 };
            let (columns, rows) = (short(columns, rows.len())?, short(rows, columns.len())?);
            if blocks {
                return Ok(Arc::new(kernel::FourStep::new(domain, columns, rows, threads)?));
            }
            Arc::new(FourStep::new(domain, columns, rows)?)
        }
        Recipe::SixStep { columns, rows } => {
            Arc::new(SixStep::new(domain, short(columns, rows.len())?, short(rows, columns.len())?)?)
        }
        Recipe::Rader { convolution, .. } => Arc::new(Rader::new(domain, &*convolver(convolution, domain.module())?)?),
        Recipe::Bluestein { chirp, convolution, .. } => {
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
    })
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

/// Builds the engine of `recipe` over a field of characteristic 2, where lengths are odd: of the algorithms over roots
/// of unity those that odd lengths need.
pub(crate) fn build_odd<M: Accelerated>(recipe: &Recipe, domain: &Domain<M>) -> Result<Engine<M>> {
    recipe.check()?;
    check_order(recipe, domain.len())?;
    let algorithm = recipe.algorithm();
    let convolver = |convolution: &Convolution| -> Result<Box<dyn Convolver<M>>> {
        match convolution {
            Convolution::Ring { .. } => own_products(domain.module()),
            Convolution::Karatsuba { .. } => Ok(Box::new(Karatsuba::new(domain.module().clone()))),
            Convolution::Transform(_) => Err(Error::Unsupported {
                what: format!(
                    "{recipe} convolves through a transform, which is not offered in characteristic 2: let `karatsuba` or `ring` \
                     convolve"
                ),
            }),
        }
    };
    Ok(match recipe {
        Recipe::Plain { algorithm: Algorithm::Naive, .. } => Arc::new(Naive::new(domain)?),
        Recipe::MixedRadix { radices, .. } => Arc::new(MixedRadix::with_radices(domain, radices)?),
        Recipe::Rader { convolution, .. } => Arc::new(Rader::new(domain, &*convolver(convolution)?)?),
        Recipe::Bluestein { chirp, convolution, .. } => {
            Arc::new(Bluestein::new(domain, *chirp, &*convolver(convolution)?)?)
        }
        Recipe::Reorder { order, inner } => return reorder(*order, recipe.is_cyclic(), build_odd(inner, domain)?),
        _ => {
            return Err(Error::Unsupported {
                what: format!(
                    "over a field of characteristic 2 the algorithms over roots of unity are mixed-radix, rader and \
                     bluestein, not {algorithm}; additive algorithms take the other lengths"
                ),
            });
        }
    })
}

/// The engine of an algorithm that needs nothing but its length.
fn plain<M: Accelerated>(algorithm: Algorithm, domain: &Domain<M>, len: usize, threads: usize) -> Result<Engine<M>> {
    Ok(match algorithm {
        Algorithm::Naive => Arc::new(Naive::new(domain)?),
        Algorithm::Classical => Arc::new(Classical::new(domain)?),
        Algorithm::Twisted => Arc::new(Twisted::new(domain)?),
        Algorithm::Radix4 => Arc::new(Radix4::new(domain)?),
        Algorithm::TwistedRadix4 => Arc::new(TwistedRadix4::new(domain)?),
        Algorithm::Radix8 => Arc::new(Radix8::new(domain)?),
        Algorithm::TwistedRadix8 => Arc::new(TwistedRadix8::new(domain)?),
        Algorithm::SplitRadix => Arc::new(SplitRadix::new(domain)?),
        Algorithm::Tangent => Arc::new(Tangent::new(domain)?),
        Algorithm::Radix3 => Arc::new(Radix3::new(domain)?),
        Algorithm::TwistedRadix3 => Arc::new(TwistedRadix3::new(domain)?),
        Algorithm::TwistedRadix3Complex => Arc::new(TwistedRadix3Complex::new(domain)?),
        Algorithm::DepthFirst => Arc::new(DepthFirst::new(domain, threads)?),
        Algorithm::Truncated => Arc::new(Truncated::new(domain, len)?),
        Algorithm::Negacyclic => Arc::new(Negacyclic::new(domain)?),
        Algorithm::Circle => Arc::new(Circle::new(domain.module().clone(), len)?),
        parted => return Err(parted.lacks_parts()),
    })
}

/// The convolutions that a recipe asks for.
fn convolver<M: Accelerated>(convolution: &Convolution, module: &M) -> Result<Box<dyn Convolver<M>>> {
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
fn own_products<M: Accelerated>(module: &M) -> Result<Box<dyn Convolver<M>>> {
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
