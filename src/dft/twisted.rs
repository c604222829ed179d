//! Twisted radix-2 (Gentleman-Sande): every node of the tree is modulo `x^(2m) - 1`.
//!
//! Notation: `n = 2^k` the length, `w` a principal `n`-th root, `z = w^(n/(2m))` the root of a node of size
//! `2m`, `sigma` bit reversal.
//!
//! # Idea
//! With `f = A x^m + B`: `f mod (x^m - 1) = B + A`, and `f mod (x^m + 1) = B - A`. Substituting `x -> z x`
//! turns `x^m + 1` into `x^m - 1` (because `z^m = -1`), at the price of multiplying coefficient `d` by `z^d`;
//! then both halves are the same problem again. The twiddles depend on the position inside a node, not on
//! the node.
//!
//! ```text
//! n = 8, the difference is multiplied by the power of w in brackets:
//!
//! x0 --+---------- sum --+------ sum --+-- X0
//! x1 --|+--------- sum --|+----- sum --+-- X4
//! x2 --||+-------- sum --+|[0]-- dif --+-- X2
//! x3 --|||+------- sum ---+[2]-- dif --+-- X6
//! x4 --+|||[0]---- dif --+------ sum --+-- X1
//! x5 ---+||[1]---- dif --|+----- sum --+-- X5
//! x6 ----+|[2]---- dif --+|[0]-- dif --+-- X3
//! x7 -----+[3]---- dif ---+[2]-- dif --+-- X7
//! ```
//! The inverse untwists by `z^(-d) = -z^(m-d)`: the sign is folded into the butterfly, one table serves both
//! directions.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | bit-reversed | 2^k | any action | 0 | yes |
//!
//! # Cost
//! `n lg n` additions, `(n/2) lg n - n + 1` products of which `n/2 - 1` by `w^(n/4)`, both directions; over
//! the complex numbers `5 n lg n - 10 n + 16` real operations (n >= 4). Asserted by `tests/suite/counts.rs`.
//!
//! # Source
//! \[Gentleman-Sande 1966\]; \[Mateer 2008\], figure 4.2 (the inverse). Differences: the figure untwists by
//! `w^(-sigma(1)/m)`, which is `z^(-d)` on coefficient `d`; its precondition is `2m <= n`.

use super::{Transform, check_power_of_two, check_slices};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    order::Order,
};
use alloc::vec::Vec;

/// The twisted radix-2 transform: in place, bit-reversed values.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{Twisted, Transform}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?;
/// let transform = Twisted::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 8];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], ring.pow(domain.root(), 4));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Twisted<M: Action> {
    module: M,
    len: usize,
    /// `w^d` for `d < n/2`.
    twiddles: Vec<M::Twiddle>,
}

impl<M: Action> Twisted<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of two.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        check_power_of_two("twisted", domain.len())?;
        let twiddles = domain.twiddles(1, domain.len() / 2);
        Ok(Twisted { module: domain.module().clone(), len: domain.len(), twiddles })
    }
}

impl<M: Action> Twisted<M> {
    /// Transforms `f mod (x^(2m) - 1)` to its values.
    fn forward_node(&self, f: &mut [M::Element]) {
        if f.len() == 1 {
            return;
        }
        let ring = &self.module;
        let step = self.len / f.len();
        let (low, high) = f.split_at_mut(f.len() / 2);
        ring.butterfly(&mut low[0], &mut high[0]);
        let twiddles = self.twiddles.iter().step_by(step).skip(1);
        for ((b, a), z_d) in low[1..].iter_mut().zip(&mut high[1..]).zip(twiddles) {
            ring.butterfly_then(b, a, z_d);
        }
        self.forward_node(low);
        self.forward_node(high);
    }

    /// Transforms values to `2m` times `f mod (x^(2m) - 1)`.
    fn inverse_node(&self, f: &mut [M::Element]) {
        if f.len() == 1 {
            return;
        }
        let ring = &self.module;
        let step = self.len / f.len();
        let (low, high) = f.split_at_mut(f.len() / 2);
        self.inverse_node(low);
        self.inverse_node(high);
        ring.butterfly(&mut low[0], &mut high[0]);
        // z^(-d) = -z^(m-d): the mirrored twiddle, and the two results swap.
        let mirrored = self.twiddles.iter().step_by(step).skip(1).rev();
        for ((y, t), z_m_d) in low[1..].iter_mut().zip(&mut high[1..]).zip(mirrored) {
            ring.butterfly_by(y, t, z_m_d);
            core::mem::swap(y, t);
        }
    }
}

impl<M: Action> Transform<M> for Twisted<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::BitReversed
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.forward_node(values);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.inverse_node(values);
        Ok(())
    }
}
