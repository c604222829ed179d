//! Engines, and engines with their values in another order.

use crate::{
    Error, Result,
    algebra::Action,
    dft::{Transform, check_slices, delegated},
    order::{Order, bit_reverse_permute_negated},
};
use alloc::sync::Arc;

/// An engine that plans share.
pub(crate) type Engine<M> = Arc<dyn Transform<M>>;

/// Wraps an engine so that its values come in another order. `reversible` says that the inverse is the forward map with its
/// values reversed.
pub(crate) fn reorder<M: Action>(order: Order, reversible: bool, inner: Engine<M>) -> Result<Engine<M>> {
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

/// A transform whose values are reordered.
struct Reorder<M: Action> {
    order: Order,
    /// `true` if the inverse is the forward map with its values reversed.
    reversible: bool,
    inner: Engine<M>,
}

impl<M: Action> Transform<M> for Reorder<M> {
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
        check_slices(self, values, scratch)?;
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
