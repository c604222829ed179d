//! Plans made in one call.

use super::{Accelerated, Builder, Plan};
use crate::{Result, algebra::StaticElement};

impl<E: StaticElement> Plan<E>
where
    E::Ring: Accelerated,
{
    /// Creates the plan of length `len` over the obvious ring of `E`, with default options.
    ///
    /// # Errors
    /// As [`Builder::build`].
    pub fn new(len: usize) -> Result<Self> {
        Builder::new(E::Ring::default(), len).build()
    }

    /// Starts a plan with options over the obvious ring of `E`.
    ///
    /// ```
    /// use num_complex::Complex;
    /// use ringfft::plan::{Plan, Scale};
    ///
    /// let plan = Plan::<Complex<f64>>::configure(1000).scale(Scale::UNITARY).build()?;
    /// assert_eq!(plan.len(), 1000);
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    pub fn configure(len: usize) -> Builder<E::Ring> {
        Builder::new(E::Ring::default(), len)
    }
}

impl<E: Clone + Send + Sync + 'static, R: Accelerated<Element = E>> Plan<E, R> {
    /// Returns the plan of length `len` over `ring`, with default options.
    ///
    /// # Errors
    /// As [`Builder::build`].
    pub fn over(ring: R, len: usize) -> Result<Self> {
        Builder::new(ring, len).build()
    }

    /// Starts a plan with options over `ring`.
    pub fn builder(ring: R, len: usize) -> Builder<R> {
        Builder::new(ring, len)
    }
}
