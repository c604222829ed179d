//! Rader's transform: a prime length `p`, as a cyclic convolution of length `p - 1`.
//!
//! Notation: `p` the length, `w` a principal `p`-th root, `g` a generator of the units modulo `p`.
//!
//! # Idea
//! The indices other than 0 are the powers of `g`. With `j = g^r` and `k = g^(-q)` the product `jk` is `g^(r - q)`:
//!
//! ```text
//! X_0        = x_0 + x_1 + ... + x_(p-1)
//! X_(g^(-q)) = x_0 + sum_r x_(g^r) w^(g^(r-q)) = x_0 + (a * b)_q,     a_r = x_(g^r),  b_q = w^(g^(-q))
//!
//! p = 7, g = 3:   a = x1 x3 x2 x6 x4 x5  --[ cyclic by w^1 w^5 w^4 w^6 w^2 w^3 ]--  + x_0 -->  X1 X5 X4 X6 X2 X3
//! ```
//! The inverse is the forward map followed by the reversal `k -> -k mod p`.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | primes | any action | p - 1 and that of the convolution | yes |
//!
//! The convolution has length `p - 1` where the way has that length; else it lies inside a longer one, of a length from
//! `2 (p - 1) - 1` on, with the kernel wrapped around.
//!
//! # Cost
//! The convolution and `2 (p - 1)` additions; no products besides. Asserted by `tests/suite/convolutions.rs`.
//!
//! # Source
//! \[Rader 1968\].

use super::{Transform, check_slices, powers};
use crate::{
    Error, Result,
    algebra::{Action, Convolver, CyclicConvolution, Domain, MiddleProduct, Roots, Scalar},
    order::{Order, generator_powers},
};
use alloc::{sync::Arc, vec::Vec};

/// Rader's transform: prime lengths, natural order, through a convolution.
///
/// ```
/// use ringfft::{algebra::Domain, conv::Karatsuba, dft::{Rader, Transform}, rings::Modular};
///
/// let ring = Modular::new(11)?;
/// let domain = Domain::new(ring, 5)?;
/// let transform = Rader::new(&domain, &Karatsuba::new(ring))?;
/// // The values of `x` are the points.
/// let mut x = [0; 5];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], *domain.root());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Rader<M: Action> {
    module: M,
    /// `g^q mod p` for `q < p - 1`.
    indices: Vec<usize>,
    convolution: Convolution<M>,
}

enum Convolution<M: Action> {
    Cyclic(Arc<dyn CyclicConvolution<M>>),
    Middle(Arc<dyn MiddleProduct<M>>),
}

impl<M: Action> Rader<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`, with the convolution that `convolver` makes.
    ///
    /// # Errors
    /// [`Error::Length`] unless the length is prime; those of [`Convolver::middle`].
    pub fn new(domain: &Domain<M>, convolver: &dyn Convolver<M>) -> Result<Self> {
        let possible = "it needs a prime; `mixed-radix` and `good-thomas` take products, `bluestein` takes any length";
        let p = domain.len();
        let indices = generator_powers(p).ok_or(Error::Length { what: "rader", len: p, possible })?;
        let powers = powers(domain, p);
        // Position q holds w^(g^(-q)).
        let kernel: Vec<Scalar<M>> =
            indices.iter().take(1).chain(indices[1..].iter().rev()).map(|&j| powers[j].clone()).collect();
        let n = kernel.len();
        let convolution = if convolver.len_from(n).is_ok_and(|len| len == n) {
            let cyclic = convolver.cyclic(&kernel)?;
            check_len(n, cyclic.len())?;
            Convolution::Cyclic(cyclic)
        } else {
            // The kernel at -(n - 1), ..., n - 1, modulo n.
            let periods: Vec<_> = kernel[1..].iter().chain(&kernel).cloned().collect();
            let middle = convolver.middle(&periods, n)?;
            check_len(n, middle.inputs())?;
            check_len(n, middle.outputs())?;
            Convolution::Middle(middle)
        };
        Ok(Rader { module: domain.module().clone(), indices, convolution })
    }
}

fn check_len(expected: usize, found: usize) -> Result<()> {
    if expected == found {
        Ok(())
    } else {
        Err(Error::Contract { what: "a convolution must have the length asked for" })
    }
}

impl<M: Action> Transform<M> for Rader<M> {
    fn len(&self) -> usize {
        self.indices.len() + 1
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        let inner = match &self.convolution {
            Convolution::Cyclic(cyclic) => cyclic.scratch_len(),
            Convolution::Middle(middle) => middle.scratch_len(),
        };
        self.indices.len().saturating_add(inner)
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let (a, rest) = scratch.split_at_mut(self.indices.len());
        for (a, &j) in a.iter_mut().zip(&self.indices) {
            a.clone_from(&values[j]);
        }
        let (first, others) = values.split_at_mut(1);
        let [first] = first else { return Ok(()) };
        let constant = first.clone();
        for x in others.iter() {
            self.module.add_assign(first, x);
        }
        match &self.convolution {
            Convolution::Cyclic(cyclic) => cyclic.convolve(a, rest)?,
            Convolution::Middle(middle) => middle.multiply(a, rest)?,
        }
        // Position q belongs to the value at g^(-q): the indices from the end.
        let inverses = self.indices.iter().take(1).chain(self.indices[1..].iter().rev());
        for (sum, &k) in a.iter().zip(inverses) {
            values[k].clone_from(sum);
            self.module.add_assign(&mut values[k], &constant);
        }
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.forward(values, scratch)?;
        values[1..].reverse();
        Ok(())
    }
}
