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
//! | [`Stockham`] | any | natural | n | (n/2) lg n - n + 1 for 2^k |
//! | [`MixedRadix`] | any | natural | n and a column | as Stockham with the radices turned round |
//! | [`GoodThomas`] | n1 n2, coprime | natural | n and that of the factors | those of the factors |
//! | [`FourStep`] | n1 n2 | natural | n | those of the factors and (n1 - 1)(n2 - 1) |
//! | [`SixStep`] | n1 n2 | natural | n and that of the factors | as four-step |
//! | [`Small`] | any | natural | n | those of the straight lengths |

pub(crate) mod butterfly;
mod classical;
mod four_step;
mod good_thomas;
mod mixed_radix;
mod naive;
mod odd;
mod six_step;
mod small;
pub(crate) mod stockham;
mod twisted;

pub use classical::Classical;
pub use four_step::FourStep;
pub use good_thomas::GoodThomas;
pub use mixed_radix::MixedRadix;
pub use naive::Naive;
pub use six_step::SixStep;
pub use small::Small;
pub use stockham::{Stockham, stockham_radices};
pub use twisted::Twisted;

use crate::{Error, Result, algebra::Module, order::Order};

/// A linear map of `len` elements and its unscaled inverse, in place.
///
/// `forward` takes coefficients (low degree first) to values in the declared [`order`](Transform::order);
/// `inverse_unscaled` takes such values back to `len` times the coefficients.
#[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
pub trait Transform<M: Module>: Send + Sync {
    /// Number of elements.
    fn len(&self) -> usize;

    /// The order of the values.
    fn order(&self) -> Order;

    /// Number of elements of scratch that both directions need. Its contents do not matter.
    fn scratch_len(&self) -> usize;

    /// Coefficients to values.
    ///
    /// # Errors
    /// [`Error::SliceLength`] if `values` is not `len` long or `scratch` is shorter than `scratch_len`.
    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()>;

    /// Values to `len` times the coefficients.
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
