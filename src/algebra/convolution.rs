//! Cyclic convolution by a fixed sequence of scalars: what the transforms of Rader and Bluestein ask for.
//!
//! A ring without roots of unity of a power-of-two order has convolutions all the same, so the way is the
//! caller's: through a transform, by Karatsuba's method, through other primes.

use super::{Action, Module, Scalar};
use crate::Result;
use alloc::sync::Arc;

/// The cyclic convolution with a kernel that is fixed when it is made.
#[allow(clippy::len_without_is_empty, reason = "a cyclic convolution has at least one point")]
pub trait CyclicConvolution<M: Module>: Send + Sync {
    /// The length `m`.
    fn len(&self) -> usize;

    /// Number of elements of scratch. Its contents do not matter.
    fn scratch_len(&self) -> usize;

    /// `values_k <- sum_j kernel_(k - j mod m) values_j`, exactly: any scale is part of the kernel.
    ///
    /// # Errors
    /// [`Error::SliceLength`](crate::Error::SliceLength) if `values` is not `m` long or `scratch` is shorter than
    /// `scratch_len`.
    fn convolve(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()>;
}

/// One way to make cyclic convolutions.
pub trait Convolver<M: Action> {
    /// The least length from `least` on that this way has.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) where there is none.
    fn len_from(&self, least: usize) -> Result<usize>;

    /// The convolution with `kernel`, whose length is one that [`len_from`](Convolver::len_from) gives.
    ///
    /// # Errors
    /// What keeps this way from the ring or the length: a root or an inverse that does not exist.
    fn cyclic(&self, kernel: &[Scalar<M>]) -> Result<Arc<dyn CyclicConvolution<M>>>;
}
