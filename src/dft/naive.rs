//! The definition, `X_k = sum_j x_j w^(jk)`, as written.
//!
//! Notation: `n` the length, `w` a principal `n`-th root of unity, `x` the coefficients, `X` the values.
//!
//! # Idea
//! Two loops. Every other algorithm is tested against this one, so it is kept simple: the exponent is reduced modulo
//! `n` and looked up in a table of the powers of `w`.
//!
//! ```text
//! n = 3:   X_0 = x_0 +     x_1 +     x_2
//!          X_1 = x_0 + w   x_1 + w^2 x_2
//!          X_2 = x_0 + w^2 x_1 + w   x_2        (w^4 = w)
//! ```
//! The unscaled inverse is the forward map followed by the reversal `k -> -k mod n`, over every ring:
//! `sum_k X_k w^(-jk)` is the forward transform of `X` at `-j`.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | any n >= 1 | any action | n | no |
//!
//! # Cost
//! `n (n - 1)` additions; `(n - 1)^2` products, less those by accidental units. Asserted by `tests/suite/counts.rs`.
//!
//! # Source
//! The definition: \[Cooley-Tukey 1965\], eq. (1); the law of reversal: \[Arndt 2002\], section 1.7.

use super::{Transform, check_slices};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    order::Order,
};
use alloc::vec::Vec;

/// The transform by its definition: any length, quadratic time.
///
/// ```
/// use ringfft::{algebra::Domain, dft::{Naive, Transform}, rings::Modular};
///
/// let ring = Modular::new(11)?;
/// let domain = Domain::new(ring, 5)?;
/// let transform = Naive::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 5];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], *domain.root());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Naive<M: Action> {
    module: M,
    powers: Vec<M::Twiddle>,
}

impl<M: Action> Naive<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// None: every domain will do.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        Ok(Naive { module: domain.module().clone(), powers: domain.twiddles(1, domain.len()) })
    }
}

impl<M: Action> Transform<M> for Naive<M> {
    fn len(&self) -> usize {
        self.powers.len()
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.len()
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let n = self.len();
        let coefficients = &mut scratch[..n];
        coefficients.clone_from_slice(values);
        for (k, value) in values.iter_mut().enumerate() {
            *value = coefficients[0].clone();
            let mut exponent = 0;
            for coefficient in &coefficients[1..] {
                exponent = (exponent + k) % n;
                let mut term = coefficient.clone();
                if exponent != 0 {
                    self.module.apply(&mut term, &self.powers[exponent]);
                }
                self.module.add_assign(value, &term);
            }
        }
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.forward(values, scratch)?;
        values[1..].reverse();
        Ok(())
    }
}
