//! The discrete Fourier transform, one algorithm per file, as the literature states it.
//!
//! Every file is generic over the module: it names no ring. Each algorithm is built from a
//! [`Domain`](crate::algebra::Domain), computes the unscaled map both ways, and declares the order in which
//! it leaves its values.
//!
//! | algorithm | lengths | order of the values | scratch | products |
//! |---|---|---|---|---|
//! | [`Naive`] | any | natural | n | (n - 1)^2 |
//! | [`Classical`] | 2^k | bit-reversed | 0 | (n/2) lg n - n + 1 |
//! | [`Twisted`] | 2^k | bit-reversed | 0 | (n/2) lg n - n + 1 |
//! | [`Stockham`] | 2^k | natural | n | (n/2) lg n - n + 1 |

pub(crate) mod butterfly;
mod circle;
mod circle_point;
mod classical;
mod incomplete_negacyclic;
mod naive;
mod negacyclic;
pub(crate) mod stockham;
mod tree;
mod truncated;
mod twisted;

pub use circle::Circle;
pub use circle_point::CirclePoint;
pub use classical::Classical;
pub use incomplete_negacyclic::IncompleteNegacyclic;
pub use naive::Naive;
pub use negacyclic::Negacyclic;
pub use stockham::{Stockham, stockham_radices};
pub use tree::{Node, ReductionTree};
pub use truncated::Truncated;
pub use twisted::Twisted;

use crate::{Error, Result, algebra::Module, order::Order};

/// A linear map of `len` elements and its unscaled inverse, in place.
///
/// `forward` takes coefficients (low degree first) to values in the declared [`order`](Transform::order);
/// `inverse_unscaled` takes such values back to [`inverse_scale`](Transform::inverse_scale) times the coefficients,
/// which is `len` times but for a few transforms that say so.
#[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
pub trait Transform<M: Module>: Send + Sync {
    /// Number of elements.
    fn len(&self) -> usize;

    /// The order of the values.
    fn order(&self) -> Order;

    /// Number of elements of scratch that both directions need. Its contents do not matter.
    fn scratch_len(&self) -> usize;

    /// What [`inverse_unscaled`](Transform::inverse_unscaled) multiplies the coefficients by.
    fn inverse_scale(&self) -> usize {
        self.len()
    }

    /// Coefficients to values.
    ///
    /// # Errors
    /// [`Error::SliceLength`] if `values` is not `len` long or `scratch` is shorter than `scratch_len`.
    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()>;

    /// Values to `inverse_scale` times the coefficients.
    ///
    /// # Errors
    /// As [`forward`](Transform::forward).
    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()>;
}

/// The slice lengths that every transform checks first.
pub(crate) fn check_slices<M: Module>(
    transform: &(impl Transform<M> + ?Sized),
    values: &[M::Element],
    scratch: &[M::Element],
) -> Result<()> {
    Error::check_len("slice of values", transform.len(), values.len())?;
    Error::check_at_least("scratch", transform.scratch_len(), scratch.len())
}

/// A length that must be a power of two.
pub(crate) fn check_power_of_two(what: &'static str, len: usize) -> Result<()> {
    if len.is_power_of_two() {
        return Ok(());
    }
    Err(Error::Length { what, len, possible: "it needs a power of two; `naive` takes any length" })
}
