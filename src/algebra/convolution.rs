//! Convolutions by a fixed sequence of scalars, as the transforms of Rader and Bluestein need them.
//!
//! A ring without roots of unity of a power-of-two order still has convolutions. So the caller chooses the method: a
//! transform, Karatsuba's method, or other primes.

use super::{Action, Module, Scalar};
use crate::{Error, Result};
use alloc::{sync::Arc, vec};

/// The cyclic convolution with a kernel that is fixed when it is made.
///
/// An example is at [`Karatsuba`](crate::conv::Karatsuba).
#[allow(clippy::len_without_is_empty, reason = "a cyclic convolution has at least one point")]
pub trait CyclicConvolution<M: Module>: Send + Sync {
    /// Returns the length `m`.
    fn len(&self) -> usize;

    /// Returns the number of elements of scratch. Its contents do not matter.
    fn scratch_len(&self) -> usize;

    /// Computes `values_k <- sum_j kernel_(k - j mod m) values_j`, exactly: any scale is part of the kernel.
    ///
    /// # Errors
    /// [`Error::SliceLength`] if `values` is not `m` long or `scratch` is shorter than `scratch_len`.
    fn convolve(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()>;
}

/// The middle product with a fixed kernel: those coefficients of a product to which all `n` inputs contribute. It is
/// the product by a Toeplitz matrix of `m` rows and `n` columns.
///
/// An example is at [`Karatsuba`](crate::conv::Karatsuba).
pub trait MiddleProduct<M: Module>: Send + Sync {
    /// Returns the number `n` of inputs.
    fn inputs(&self) -> usize;

    /// Returns the number `m` of outputs.
    fn outputs(&self) -> usize;

    /// Returns the number of elements of scratch. Its contents do not matter.
    fn scratch_len(&self) -> usize;

    /// Computes `values_k <- sum_(j<n) kernel_(n - 1 + k - j) values_j` for `k < m`. The slice has the greater of `n` and
    /// `m` elements. Those from `n` on are not read; those from `m` on are unspecified afterwards.
    ///
    /// # Errors
    /// [`Error::SliceLength`] if `values` is not that long or `scratch` is shorter than `scratch_len`.
    fn multiply(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()>;
}

/// One way to make convolutions by fixed kernels.
///
/// An example is at [`Karatsuba`](crate::conv::Karatsuba).
pub trait Convolver<M: Action> {
    /// Returns the module whose elements are convolved.
    fn module(&self) -> &M;

    /// Returns the least length from `least` on of which this way has cyclic convolutions.
    ///
    /// # Errors
    /// An error if this way has no such length: a length, a root or an inverse does not exist.
    fn len_from(&self, least: usize) -> Result<usize>;

    /// Creates the cyclic convolution with `kernel`, whose length is one of [`len_from`](Convolver::len_from).
    ///
    /// # Errors
    /// An error if this method does not support the length: a root or an inverse does not exist.
    fn cyclic(&self, kernel: &[Scalar<M>]) -> Result<Arc<dyn CyclicConvolution<M>>>;

    /// Creates the middle product of `inputs` elements with `kernel`; it has `kernel.len() + 1 - inputs` outputs.
    ///
    /// The default uses a cyclic convolution of at least the kernel's length. The scalar from input `j` to output `k`,
    /// `kernel_(n - 1 + k - j)`, is at position `k - j` modulo the cyclic length. Wrapped terms fall outside the
    /// outputs.
    ///
    /// # Errors
    /// [`Error::Length`] unless there is an input and an output; those of [`len_from`](Convolver::len_from) and
    /// [`cyclic`](Convolver::cyclic).
    fn middle(&self, kernel: &[Scalar<M>], inputs: usize) -> Result<Arc<dyn MiddleProduct<M>>> {
        let outputs = middle_outputs(kernel.len(), inputs)?;
        let len = self.len_from(kernel.len())?;
        if len < kernel.len() {
            return Err(Error::Contract { what: "a convolver must give lengths that are long enough" });
        }
        let mut wrapped = vec![self.module().scalars().zero(); len];
        wrapped[..outputs].clone_from_slice(&kernel[inputs - 1..]);
        wrapped[len - (inputs - 1)..].clone_from_slice(&kernel[..inputs - 1]);
        let cyclic = self.cyclic(&wrapped)?;
        if cyclic.len() != len {
            return Err(Error::Contract { what: "a cyclic convolution must have the length of its kernel" });
        }
        Ok(Arc::new(Embedded { zero: self.module().zero(), cyclic, inputs, outputs }))
    }
}

/// Returns the number of outputs of a middle product.
pub(crate) fn middle_outputs(kernel: usize, inputs: usize) -> Result<usize> {
    if inputs == 0 || kernel < inputs {
        let possible = "it needs an input, and a kernel at least as long as the inputs";
        return Err(Error::Length { what: "a middle product", len: kernel, possible });
    }
    Ok(kernel - (inputs - 1))
}

/// A middle product inside a cyclic convolution.
struct Embedded<M: Module> {
    zero: M::Element,
    cyclic: Arc<dyn CyclicConvolution<M>>,
    inputs: usize,
    outputs: usize,
}

impl<M: Module> MiddleProduct<M> for Embedded<M> {
    fn inputs(&self) -> usize {
        self.inputs
    }

    fn outputs(&self) -> usize {
        self.outputs
    }

    fn scratch_len(&self) -> usize {
        self.cyclic.len().saturating_add(self.cyclic.scratch_len())
    }

    fn multiply(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        Error::check_len("slice of values", self.inputs.max(self.outputs), values.len())?;
        Error::check_at_least("scratch", self.scratch_len(), scratch.len())?;
        let (circle, rest) = scratch.split_at_mut(self.cyclic.len());
        circle[..self.inputs].clone_from_slice(&values[..self.inputs]);
        circle[self.inputs..].fill(self.zero.clone());
        self.cyclic.convolve(circle, rest)?;
        values[..self.outputs].clone_from_slice(&circle[..self.outputs]);
        Ok(())
    }
}
