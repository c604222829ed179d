//! Convolution by the ring's own product of polynomials.

use crate::{
    Error, Result,
    algebra::{Action, Convolver, CyclicConvolution, MiddleProduct, Scalar, middle_outputs},
    conv::{Convolve, Wrap},
};
use alloc::{sync::Arc, vec::Vec};

/// Convolutions of the elements of a ring by the ring's own products ([`Convolve`]): through word primes and the
/// Chinese remainder theorem, for instance.
///
/// Those products plan anew and allocate each time.
///
/// [`Karatsuba`](crate::conv::Karatsuba) has an example; this type takes its place there.
pub struct ThroughRing<R> {
    ring: R,
}

impl<R: Convolve + Action<Scalars = R>> ThroughRing<R> {
    /// Creates the ring's own way.
    pub fn new(ring: R) -> Self {
        ThroughRing { ring }
    }
}

impl<R: Convolve + Action<Scalars = R>> Convolver<R> for ThroughRing<R> {
    fn module(&self) -> &R {
        &self.ring
    }

    fn len_from(&self, least: usize) -> Result<usize> {
        Ok(least.max(1))
    }

    fn cyclic(&self, kernel: &[Scalar<R>]) -> Result<Arc<dyn CyclicConvolution<R>>> {
        if kernel.is_empty() {
            return Err(Error::Length { what: "a cyclic convolution", len: 0, possible: "the least length is 1" });
        }
        let (inputs, circle) = (kernel.len(), kernel.len());
        Ok(Arc::new(Product { ring: self.ring.clone(), kernel: kernel.to_vec(), inputs, first: 0, circle }))
    }

    /// Creates the middle product by a wrapped product of a power-of-two length: wrapped coefficients fall below the outputs.
    fn middle(&self, kernel: &[Scalar<R>], inputs: usize) -> Result<Arc<dyn MiddleProduct<R>>> {
        middle_outputs(kernel.len(), inputs)?;
        let possible = "its length rounded up to a power of two must fit an address";
        let length = Error::Length { what: "a middle product", len: kernel.len(), possible };
        let circle = kernel.len().checked_next_power_of_two().ok_or(length)?;
        let first = inputs - 1;
        Ok(Arc::new(Product { ring: self.ring.clone(), kernel: kernel.to_vec(), inputs, first, circle }))
    }
}

/// A wrapped product of which the coefficients from `first` on are wanted.
struct Product<R: Convolve> {
    ring: R,
    kernel: Vec<R::Element>,
    inputs: usize,
    first: usize,
    /// The length at which the product is wrapped.
    circle: usize,
}

impl<R: Convolve> Product<R> {
    fn outputs(&self) -> usize {
        self.kernel.len() - self.first
    }

    fn run(&self, values: &mut [R::Element], scratch: &mut [R::Element]) -> Result<()> {
        Error::check_len("slice of values", self.inputs.max(self.outputs()), values.len())?;
        Error::check_at_least("scratch", self.circle, scratch.len())?;
        let product = &mut scratch[..self.circle];
        self.ring.wrapped_into(&values[..self.inputs], &self.kernel, Wrap::Cyclic, product)?;
        values[..self.outputs()].clone_from_slice(&product[self.first..self.kernel.len()]);
        Ok(())
    }
}

impl<R: Convolve> CyclicConvolution<R> for Product<R> {
    fn len(&self) -> usize {
        self.circle
    }

    fn scratch_len(&self) -> usize {
        self.circle
    }

    fn convolve(&self, values: &mut [R::Element], scratch: &mut [R::Element]) -> Result<()> {
        self.run(values, scratch)
    }
}

impl<R: Convolve> MiddleProduct<R> for Product<R> {
    fn inputs(&self) -> usize {
        self.inputs
    }

    fn outputs(&self) -> usize {
        self.outputs()
    }

    fn scratch_len(&self) -> usize {
        self.circle
    }

    fn multiply(&self, values: &mut [R::Element], scratch: &mut [R::Element]) -> Result<()> {
        self.run(values, scratch)
    }
}
