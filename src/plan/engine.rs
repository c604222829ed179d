//! From a recipe to something that runs.

use super::{Accelerated, Recipe};
use crate::{
    Error, Result,
    algebra::Domain,
    dft::{Classical, Naive, Stockham, Transform, Twisted},
    kernel::{DepthFirst, FourStep},
    order::{Order, bit_reverse_permute, bit_reverse_permute_negated},
};
use alloc::sync::Arc;

/// An engine that plans share.
pub(crate) type Engine<M> = Arc<dyn Transform<M>>;

/// Transforms below this length are not shared out over threads.
const PARALLEL_LEN: usize = 1 << 13;

/// Builds the engine of `recipe` over `domain`, for so many threads.
pub(crate) fn build<M: Accelerated>(recipe: &Recipe, domain: &Domain<M>, threads: usize) -> Result<Engine<M>> {
    Error::check_len("domain of the recipe", recipe.len(), domain.len())?;
    Ok(match recipe {
        Recipe::Naive { .. } => Arc::new(Naive::new(domain)?),
        Recipe::Classical { .. } => Arc::new(Classical::new(domain)?),
        Recipe::Twisted { .. } => Arc::new(Twisted::new(domain)?),
        Recipe::Stockham { radices, .. } => {
            let stockham = Stockham::with_radices(domain, radices)?;
            #[cfg(not(feature = "parallel"))]
            let _ = threads;
            #[cfg(feature = "parallel")]
            if threads > 1 && domain.len() >= PARALLEL_LEN {
                return Ok(Arc::new(crate::kernel::ParallelStockham::new(stockham, threads)));
            }
            Arc::new(stockham)
        }
        Recipe::DepthFirst { .. } => Arc::new(DepthFirst::new(domain, threads)?),
        Recipe::FourStep { columns, rows } => {
            let threads = if domain.len() >= PARALLEL_LEN { threads } else { 1 };
            let short = |recipe: &Recipe, factor: &Recipe| build(recipe, &domain.subdomain(factor.len())?, 1);
            let (columns, rows) = (short(columns, rows)?, short(rows, columns)?);
            Arc::new(FourStep::new(domain, columns, rows, threads)?)
        }
        Recipe::Reorder { to_natural, inner } => {
            let inner = build(inner, domain, threads)?;
            if !domain.len().is_power_of_two() {
                return Err(Error::Length {
                    what: "bit-reversed order",
                    len: domain.len(),
                    possible: "it needs a power of two; natural order has every length",
                });
            }
            match (*to_natural, inner.order()) {
                (true, Order::Natural) | (false, Order::BitReversed) => inner,
                (to_natural, _) => Arc::new(Reorder { to_natural, inner }),
            }
        }
    })
}

/// A transform followed by bit reversal of its values.
struct Reorder<M: Accelerated> {
    to_natural: bool,
    inner: Engine<M>,
}

impl<M: Accelerated> Transform<M> for Reorder<M> {
    fn len(&self) -> usize {
        self.inner.len()
    }

    fn order(&self) -> Order {
        if self.to_natural { Order::Natural } else { Order::BitReversed }
    }

    fn scratch_len(&self) -> usize {
        self.inner.scratch_len()
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.inner.forward(values, scratch)?;
        bit_reverse_permute(values);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        crate::dft::check_slices(self, values, scratch)?;
        if self.to_natural {
            // The inverse is the forward map and a reversal, which rides on the bit reversal.
            self.inner.forward(values, scratch)?;
            bit_reverse_permute_negated(values);
            return Ok(());
        }
        bit_reverse_permute(values);
        self.inner.inverse_unscaled(values, scratch)
    }
}
