//! Lin-Chung-Han: values on a subspace from coefficients in the novel basis, two additions and a product per butterfly.
//!
//! `F_j = sum_i a_i X_i(theta + varpi_j)` for `j < n = 2^k`. Notation: `beta` the basis of the [`Subspace`], `theta`
//! its shift, `varpi_j` the sum of the `beta_i` over the bits `i` of `j`; `s_i` the monic polynomial of degree `2^i`
//! that vanishes on the span of `beta_0, ..., beta_(i-1)`, which is linear over GF(2); `^s_i = s_i / s_i(beta_i)`;
//! `X_i` the product of the `^s_b` over the bits `b` of `i`, the *novel basis*: `deg X_i = i`.
//! [`Conversion`](super::Conversion) converts from and to coefficients of powers of `x`.
//!
//! # Idea
//! The upper half of the coefficients belongs to multiples of `^s_(k-1)`: `f = B + ^s_(k-1) A`, both of length
//! `m = n/2` in the same basis. On the span of the first `k - 1` vectors, shifted by `theta`, `^s_(k-1)` is the
//! constant `c = ^s_(k-1)(theta)`; on its other coset, shifted by `theta + beta_(k-1)`, it is `c + 1`. So the values
//! are those of `Y = B + c A` and of `Z = Y + A`, on subspaces of half the size. Node `j` of size `2m = 2^(i+1)` has
//! `theta_j = theta + varpi_(2m j)`, thus the twiddle `^s_i(theta_j)`. Over a Cantor basis without shift that is
//! `varpi_(2j)` at every level: one table of `n/2` twiddles.
//!
//! ```text
//! n = 8, Cantor basis; each box is the twiddle of a node (none where it is 0):    values, left to right:
//!                     X_0 ... X_7                                                  f(varpi_0) ... f(varpi_7)
//!                 Y /             \ Z = Y + A
//!            [varpi_0]           [varpi_2]           butterfly:  low  -----+------+----- low
//!            /       \           /       \                                 |      |
//!       [varpi_0] [varpi_2] [varpi_4] [varpi_6]                  high -[c]-+--    |
//!         /  \      /  \      /  \      /  \                     high ------------+----- high
//!        F0  F1    F2  F3    F4  F5    F6  F7
//! ```
//! The inverse runs from the leaves: `A = Y + Z`, `B = Y + c A`, with the same twiddles, without a scale.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | novel basis, low degree first | natural: point `j` at position `j` | 2^k | any action, characteristic 2 | 0 | yes |
//!
//! # Cost
//! Both directions, any basis, no shift: `A = n lg n - n + 1`, `M = (n/2) lg n - n + 1`, a few of them by 1 in small fields; a
//! shift adds up to `n - 1` to both. Twiddles kept: `n/2` for a Cantor basis without shift, else `n - 1`. Asserted by
//! `tests/additive/novel_basis.rs`.
//!
//! # Source
//! \[Lin-Chung-Han 2014\]. Differences: any basis and any coset on the same loops; the product by a zero twiddle is left
//! out, with its addition; a Cantor basis shares one table, as in \[Gao-Mateer 2010\].

use crate::{
    Error, Result,
    algebra::{Action, Module, Ring, Scalar, Subspace},
    dft::{Transform, check_slices},
    order::Order,
};
use alloc::vec::Vec;

/// The Lin-Chung-Han transform: in place, coefficients in the novel basis, values in natural order.
///
/// ```
/// use ringfft::{additive::NovelBasis, algebra::Subspace, dft::Transform, rings::{Gf2p8, binary}};
///
/// let points = Subspace::new(binary::<Gf2p8>(), 3)?;
/// let transform = NovelBasis::new(&points)?;
/// // Over a Cantor basis `X_1 = x`, whose values are the points.
/// let mut x = [0, 1, 0, 0, 0, 0, 0, 0].map(Gf2p8::new);
/// transform.forward(&mut x, &mut [])?;
/// assert_eq!(x[5], points.point(5));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct NovelBasis<M: Action> {
    module: M,
    len: usize,
    /// Twiddles by level, `^s_0` first; a single list serves all levels of a Cantor basis without shift.
    levels: Vec<Vec<Option<M::Twiddle>>>,
}

impl<M: Action> NovelBasis<M> {
    /// Creates the transform on the points of `subspace`.
    ///
    /// # Errors
    /// [`Error::Memory`] if the system refuses the memory for the twiddles.
    pub fn new(subspace: &Subspace<M>) -> Result<Self> {
        let images = subspace.images();
        let shared = subspace.is_cantor() && subspace.is_linear();
        let used = if shared { images.len().min(1) } else { images.len() };
        let mut levels = Vec::with_capacity(used);
        for row in &images[..used] {
            levels.push(twiddles(subspace.module(), row)?);
        }
        Ok(NovelBasis { module: subspace.module().clone(), len: subspace.len(), levels })
    }

    /// Returns the number of twiddles kept: `n/2` for a Cantor basis without shift, else `n - 1`.
    pub fn twiddle_count(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// Computes the values on a block of the points: with `values.len() = 2^i`, those at the points `2^i block + r`,
    /// `r < 2^i`.
    ///
    /// # Errors
    /// [`Error::Length`] where the points have no such block.
    pub fn forward_block(&self, values: &mut [M::Element], block: usize) -> Result<()> {
        self.check_block(values, block)?;
        self.forward_node(values, block);
        Ok(())
    }

    /// Computes coefficients from the values on a block of the points: the inverse of
    /// [`forward_block`](Self::forward_block).
    ///
    /// # Errors
    /// As [`forward_block`](Self::forward_block).
    pub fn inverse_block(&self, values: &mut [M::Element], block: usize) -> Result<()> {
        self.check_block(values, block)?;
        self.inverse_node(values, block);
        Ok(())
    }

    fn check_block(&self, values: &[M::Element], block: usize) -> Result<()> {
        let len = values.len();
        if len.is_power_of_two() && block < self.len / len {
            return Ok(());
        }
        let possible = "a power of two, on a block below the number of points divided by it";
        Err(Error::Length { what: "a block of the points", len, possible })
    }

    pub(super) fn module(&self) -> &M {
        &self.module
    }

    /// Returns the twiddle of node `j` of size `2 m`; `None` for zero.
    pub(super) fn twiddle(&self, m: usize, j: usize) -> Option<&M::Twiddle> {
        let level = if self.levels.len() == 1 { 0 } else { m.ilog2() as usize };
        self.levels[level][j].as_ref()
    }

    /// Transforms node `j` of size `values.len()` to its values.
    pub(super) fn forward_node(&self, values: &mut [M::Element], j: usize) {
        let m = values.len() / 2;
        if m == 0 {
            return;
        }
        let (low, high) = values.split_at_mut(m);
        self.split(low, high, self.twiddle(m, j));
        self.forward_node(low, 2 * j);
        self.forward_node(high, 2 * j + 1);
    }

    /// Transforms the values of node `j` back to its coefficients.
    pub(super) fn inverse_node(&self, values: &mut [M::Element], j: usize) {
        let m = values.len() / 2;
        if m == 0 {
            return;
        }
        let (low, high) = values.split_at_mut(m);
        self.inverse_node(low, 2 * j);
        self.inverse_node(high, 2 * j + 1);
        self.merge(low, high, self.twiddle(m, j));
    }

    /// Computes `Y = B + c A` and `Z = Y + A`.
    pub(super) fn split(&self, low: &mut [M::Element], high: &mut [M::Element], c: Option<&M::Twiddle>) {
        for (b, a) in low.iter_mut().zip(high) {
            if let Some(c) = c {
                self.module.add_assign(b, &self.module.applied(a, c));
            }
            self.module.add_assign(a, b);
        }
    }

    /// Computes `A = Y + Z` and `B = Y + c A`.
    pub(super) fn merge(&self, low: &mut [M::Element], high: &mut [M::Element], c: Option<&M::Twiddle>) {
        for (y, z) in low.iter_mut().zip(high) {
            self.module.add_assign(z, y);
            if let Some(c) = c {
                self.module.add_assign(y, &self.module.applied(z, c));
            }
        }
    }
}

impl<M: Action> Transform<M> for NovelBasis<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        0
    }

    /// Returns 1: the inverse is exact.
    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.forward_node(values, 0);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.inverse_node(values, 0);
        Ok(())
    }
}

/// Returns the twiddles of a level from its row of [`Subspace::images`]: the span of `^s_i(beta_(i+1)), ...,
/// ^s_i(beta_(k-1))`, shifted by `^s_i(theta)`.
fn twiddles<M: Action>(module: &M, row: &[Scalar<M>]) -> Result<Vec<Option<M::Twiddle>>> {
    let scalars = module.scalars();
    let (first, shift) = (&row[0], &row[row.len() - 1]);
    let unit = scalars.inverse(first).ok_or(Error::Contract { what: "an inverse that existed must exist again" })?;
    let normal = |value: &Scalar<M>| {
        let mut value = value.clone();
        scalars.mul_assign(&mut value, &unit);
        value
    };
    let len = 1usize << (row.len() - 2);
    let mut span = room::<Scalar<M>>(len)?;
    span.push(normal(shift));
    for beta in &row[1..row.len() - 1] {
        let beta = normal(beta);
        for j in 0..span.len() {
            let mut sum = span[j].clone();
            scalars.add_assign(&mut sum, &beta);
            span.push(sum);
        }
    }
    let mut list = room::<Option<M::Twiddle>>(len)?;
    for scalar in &span {
        list.push(if scalars.is_zero(scalar) { None } else { Some(module.prepare(scalar)) });
    }
    Ok(list)
}

/// Returns an empty list with room for `len` entries.
pub(super) fn room<T>(len: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| Error::Memory {
        what: "an additive transform",
        needed: (len as u128).saturating_mul(size_of::<T>() as u128),
        limit: None,
    })?;
    Ok(list)
}
