//! The algorithms that the planner does not choose by itself: compiled with the feature `variants`.

use super::{
    Accelerated, Algorithm, Convolution, Recipe,
    parts::{Build, PARALLEL_LEN, blocked, check_order, convolver, own_products},
    reorder::{Engine, reorder},
};
use crate::{
    Error, Result,
    additive::{self, Conversion, GaoMateer, GaoMateerGeneral, GathenGerhard, WangZhuCantor},
    algebra::{Action, Convolver, Domain, Subspace},
    conv::Karatsuba,
    dft::{
        Bluestein, Circle, Classical, FourStep, GoodThomas, MixedRadix, Naive, Rader, Radix3, Radix4, Radix8, SixStep,
        SplitRadix, Tangent, Transform, Twisted, TwistedRadix3, TwistedRadix3Complex, TwistedRadix4, TwistedRadix8,
        check_slices, delegated,
    },
    kernel::{self, DepthFirst},
};
use alloc::{boxed::Box, format, sync::Arc};

/// Builds the engine of a recipe that `whole` leaves, which builds those inside.
pub(super) fn build<M: Accelerated>(
    recipe: &Recipe,
    domain: &Domain<M>,
    threads: usize,
    whole: Build<M>,
) -> Result<Engine<M>> {
    // A short transform inside, over a power of the root.
    let short = |recipe: &Recipe, factor: usize| whole(recipe, &domain.subdomain(factor)?, 1);
    Ok(match recipe {
        Recipe::Plain { algorithm, len } => return plain(*algorithm, domain, *len, threads),
        Recipe::MixedRadix { radices, .. } => Arc::new(MixedRadix::with_radices(domain, radices)?),
        Recipe::GoodThomas { columns, rows } => {
            Arc::new(GoodThomas::new(domain, short(columns, rows.len())?, short(rows, columns.len())?)?)
        }
        Recipe::FourStep { columns, rows } => {
            let blocks = blocked(columns, rows);
            let (columns, rows) = (short(columns, rows.len())?, short(rows, columns.len())?);
            if blocks {
                let threads = if domain.len() >= PARALLEL_LEN { threads } else { 1 };
                return Ok(Arc::new(kernel::FourStep::new(domain, columns, rows, threads)?));
            }
            Arc::new(FourStep::new(domain, columns, rows)?)
        }
        Recipe::SixStep { columns, rows } => {
            Arc::new(SixStep::new(domain, short(columns, rows.len())?, short(rows, columns.len())?)?)
        }
        Recipe::Rader { convolution, .. } => {
            Arc::new(Rader::new(domain, &*convolver(convolution, domain.module(), whole)?)?)
        }
        other => return Err(other.algorithm().lacks_parts()),
    })
}

/// Builds the engine of an algorithm that is determined by its length.
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
        Algorithm::Circle => Arc::new(Circle::new(domain.module().clone(), len)?),
        parted => return Err(parted.lacks_parts()),
    })
}

/// Builds the engine of `recipe` over a field of characteristic 2, where roots of unity have odd orders: only the
/// algorithms for odd lengths.
pub(super) fn build_odd<M: Accelerated>(recipe: &Recipe, domain: &Domain<M>) -> Result<Engine<M>> {
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

/// Builds the engine of an additive recipe that `whole` leaves, which builds those inside.
pub(super) fn build_additive<M: Action>(
    recipe: &Recipe,
    points: &Subspace<M>,
    whole: fn(&Recipe, &Subspace<M>) -> Result<Engine<M>>,
) -> Result<Engine<M>> {
    let len = recipe.len();
    if let Recipe::FromNovel { inner } = recipe {
        let (conversion, inner) = (Conversion::new(points, len)?, whole(inner, points)?);
        return Ok(Arc::new(FromNovel { conversion, inner }));
    }
    Ok(match recipe.algorithm() {
        Algorithm::GathenGerhard => Arc::new(GathenGerhard::new(points)?),
        Algorithm::Cantor => Arc::new(WangZhuCantor::new(points)?),
        Algorithm::GaoMateer => Arc::new(GaoMateer::new(points)?),
        Algorithm::GaoMateerGeneral => Arc::new(GaoMateerGeneral::new(points)?),
        Algorithm::AdditiveNaive => Arc::new(additive::Naive::new(points, len)?),
        parted => return Err(parted.lacks_parts()),
    })
}

/// A transform of monomial coefficients, fed with novel ones.
struct FromNovel<M: Action> {
    conversion: Conversion<M>,
    inner: Engine<M>,
}

impl<M: Action> Transform<M> for FromNovel<M> {
    delegated!(inner: len, order, scratch_len, inverse_scale);

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.conversion.to_monomial(values)?;
        self.inner.forward(values, scratch)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.inner.inverse_unscaled(values, scratch)?;
        self.conversion.to_novel(values)
    }
}
