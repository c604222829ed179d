//! Convolution as a product of values: transform, multiply by the spectrum of the kernel, transform back.
//!
//! The kernel is made of scalars; the convolved elements may be of another type. A transform over the *module* takes
//! the elements. The values of the kernel are computed once, over the ring of scalars, in the transform's own order,
//! with `1/m` folded in.

use crate::{
    Error, Result,
    algebra::{Action, Convolver, CyclicConvolution, Domain, Ring, Roots, Scalar},
    dft::{Stockham, Transform, powers},
    lists,
    order::Order,
};
use alloc::{format, sync::Arc, vec::Vec};

/// Convolutions through a transform over the module itself.
///
/// Exact over exact rings; over floats as accurate as the transform.
///
/// [`Karatsuba`](crate::conv::Karatsuba) has an example; this type takes its place there.
pub struct ThroughTransform<M: Action> {
    module: M,
    /// The one transform there is; none: Stockham's of the length asked for.
    given: Option<(Domain<M>, Arc<dyn Transform<M>>)>,
}

impl<M: Action> ThroughTransform<M>
where
    M::Scalars: Roots,
{
    /// Creates cyclic convolutions of power-of-two lengths, by [`Stockham`]'s transform over the scalars' own roots.
    pub fn new(module: M) -> Self {
        ThroughTransform { module, given: None }
    }

    /// Creates cyclic convolutions of one length, by the caller's `transform` over `domain`.
    ///
    /// # Errors
    /// [`Error::Contract`] if the lengths differ; [`Error::Unsupported`] if the transform's order does not hold
    /// the values at all powers of the root; [`Error::NotInvertible`] if the length has no inverse.
    pub fn with(domain: &Domain<M>, transform: Arc<dyn Transform<M>>) -> Result<Self> {
        let (len, order) = (domain.len(), transform.order());
        if transform.len() != len {
            return Err(Error::Contract { what: "the transform and the domain must have the same length" });
        }
        if !order.is_permutation(len) {
            return Err(no_convolution(order, len));
        }
        domain.module().scalars().inverse_of_integer(len as u64)?;
        Ok(ThroughTransform { module: domain.module().clone(), given: Some((domain.clone(), transform)) })
    }
}

impl<M: Action> Convolver<M> for ThroughTransform<M>
where
    M::Scalars: Roots,
{
    fn module(&self) -> &M {
        &self.module
    }

    fn len_from(&self, least: usize) -> Result<usize> {
        if let Some((domain, _)) = &self.given {
            return if least <= domain.len() { Ok(domain.len()) } else { Err(too_long(least)) };
        }
        let len = least.max(1).checked_next_power_of_two().ok_or_else(|| too_long(least))?;
        Domain::new(self.module.clone(), len)?;
        self.module.scalars().inverse_of_integer(len as u64)?;
        Ok(len)
    }

    fn cyclic(&self, kernel: &[Scalar<M>]) -> Result<Arc<dyn CyclicConvolution<M>>> {
        let (domain, transform) = match &self.given {
            Some((domain, transform)) => (domain.clone(), transform.clone()),
            None => {
                let domain = Domain::new(self.module.clone(), kernel.len())?;
                let transform: Arc<dyn Transform<M>> = Arc::new(Stockham::new(&domain)?);
                (domain, transform)
            }
        };
        let m = domain.len();
        Error::check_len("kernel", m, kernel.len())?;
        let scalars = self.module.scalars();
        let scale = scalars.inverse_of_integer(m as u64)?;
        let powers = powers(&domain, m);
        let mut values = evaluate(scalars, &powers, kernel, [0, 1]);
        for value in &mut values {
            scalars.mul_assign(value, &scale);
        }
        let order = transform.order();
        let spectrum = lists::list(m, |j| self.module.prepare(&values[order.exponent(j, m) % m]));
        Ok(Arc::new(Spectral { module: self.module.clone(), transform, spectrum }))
    }
}

fn no_convolution(order: Order, len: usize) -> Error {
    let what = format!("values in {order} order of length {len} are no convolution: take another transform");
    Error::Unsupported { what }
}

fn too_long(len: usize) -> Error {
    let possible = "it is longer than the transform given: give a longer one, or let `Karatsuba` convolve";
    Error::Length { what: "a convolution through a transform", len, possible }
}

/// Evaluates the polynomial with the coefficients `first`, `first + step`, ... of `kernel` at all powers of a root.
/// Values are in natural order: decimation by the least prime factors of their number, in the ring's own operations.
/// `powers` are those of a root of the order of the whole kernel.
fn evaluate<R: Ring>(
    scalars: &R,
    powers: &[R::Element],
    kernel: &[R::Element],
    [first, step]: [usize; 2],
) -> Vec<R::Element> {
    let n = kernel.len() / step;
    let Some(radix) = least_prime_factor(n) else { return kernel[first..=first].to_vec() };
    let part = n / radix;
    let mut parts = Vec::with_capacity(radix);
    for r in 0..radix {
        parts.push(evaluate(scalars, powers, kernel, [first + r * step, step * radix]));
    }
    let mut values = Vec::with_capacity(n);
    for k in 0..n {
        let mut sum = parts[0][k % part].clone();
        let mut exponent = 0;
        for list in &parts[1..] {
            exponent = (exponent + k) % n;
            let mut term = list[k % part].clone();
            scalars.mul_assign(&mut term, &powers[exponent * step]);
            scalars.add_assign(&mut sum, &term);
        }
        values.push(sum);
    }
    values
}

/// Returns the least prime factor; `None` for 1.
fn least_prime_factor(n: usize) -> Option<usize> {
    let mut q = 2;
    while q * q <= n && !n.is_multiple_of(q) {
        q += 1;
    }
    (n > 1).then_some(if q * q <= n { q } else { n })
}

/// A kernel as the values of its polynomial.
struct Spectral<M: Action> {
    module: M,
    transform: Arc<dyn Transform<M>>,
    /// The values divided by `m`, in the transform's order.
    spectrum: Vec<M::Twiddle>,
}

impl<M: Action> CyclicConvolution<M> for Spectral<M> {
    fn len(&self) -> usize {
        self.spectrum.len()
    }

    fn scratch_len(&self) -> usize {
        self.transform.scratch_len()
    }

    fn convolve(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        Error::check_len("slice of values", self.spectrum.len(), values.len())?;
        self.transform.forward(values, scratch)?;
        for (value, factor) in values.iter_mut().zip(&self.spectrum) {
            self.module.apply(value, factor);
        }
        self.transform.inverse_unscaled(values, scratch)
    }
}
