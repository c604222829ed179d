//! Von zur Gathen and Gerhard's transform: reduce modulo subspace polynomials, over any basis.
//!
//! Notation: `n = 2^k`, `theta + varpi_j` the points, `varpi_j` the sum of the `beta_i` over the bits `i` of `j`; `s_i` the
//! polynomial that vanishes on the span of `beta_0 .. beta_(i-1)`. A node of the reduction tree has a size `2m`, `m = 2^i`,
//! and an index `j`; its points are those from `j 2m` to `j 2m + 2m - 1`.
//!
//! # Idea
//! `s_i` is linear over GF(2), so on a node's lower half it is the constant `c = s_i(theta + varpi_(j 2m))` and on its upper
//! half `c + v`, `v = s_i(beta_i)`. With `f = q (s_i - c) + r` the node's children are `f mod (s_i - c) = r` and
//! `f mod (s_i - c - v) = r + v q`. That is the classical transform with `s_i` in place of `x^m`; only the division takes
//! work, since `s_i` has up to `i + 1` terms.
//!
//! ```text
//! x0 .. x3 x4 .. x7     divide by s_2 - c     r0 .. r3 q0 .. q3      r + v q       r | r + v q
//!  modulo s_3 + const  ------------------->  remainder quotient   ------------->  modulo s_2 - c | s_2 - c - v
//! ```
//! Division leaves the quotient where the high half was, from the top down; the inverse divides `v` out and undoes the
//! division from the bottom up.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural: value `j` at `theta + varpi_j` | 2^k | any action, characteristic 2 | 0 | yes |
//!
//! # Cost
//! `n (k^2 + 3k)/4 - n + 1` additions and as many products, both directions, for a basis without accidents; less for each
//! constant that is zero or one, so over a Cantor basis it is [`WangZhuCantor`](super::WangZhuCantor). A shift adds up to
//! `n - 1` of both. `n - 1 + 2k + k(k-1)/2` constants are held (zero coefficients are not; over a Cantor basis without a
//! shift `n/2` take the place of `n - 1`). Asserted by `tests/additive/classical_counts.rs`.
//!
//! # Source
//! \[Gathen-Gerhard 1996\]. Differences: any shift; in place; the division in whole slices.

use super::{
    factor::{Factor, NodeConstants, add, add_times, scale},
    reduction::Reduction,
    subspace_polynomial::{LowTerms, subspace_polynomials},
};
use crate::{
    Error, Result,
    algebra::{Action, Ring, Subspace},
    dft::{Transform, check_slices},
    order::Order,
};
use alloc::{string::String, vec::Vec};

/// Von zur Gathen and Gerhard's transform: any basis, in place, values in natural order.
///
/// ```
/// use ringfft::{additive::GathenGerhard, algebra::Subspace, dft::Transform, rings::{Gf2p8, binary}};
///
/// let points = Subspace::new(binary::<Gf2p8>(), 3)?;
/// let transform = GathenGerhard::new(&points)?;
/// // The values of the polynomial `x` are the points.
/// let mut x = [0, 1, 0, 0, 0, 0, 0, 0].map(Gf2p8::new);
/// transform.forward(&mut x, &mut vec![Gf2p8::new(0); transform.scratch_len()])?;
/// assert_eq!(x[5], points.point(5));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct GathenGerhard<M: Action> {
    module: M,
    levels: Vec<Level<M::Twiddle>>,
    constants: NodeConstants<M::Twiddle>,
}

struct Level<T> {
    terms: LowTerms<T>,
    /// `s_i(beta_i)` and its inverse.
    value: Factor<T>,
    inverse: Factor<T>,
}

impl<M: Action> GathenGerhard<M> {
    /// Creates the transform on `subspace`: any basis, any shift.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where a ring that is not a field has no inverse of an `s_i(beta_i)`.
    pub fn new(subspace: &Subspace<M>) -> Result<Self> {
        let (module, scalars) = (subspace.module(), subspace.module().scalars());
        let level = |(row, images): (&Vec<_>, Vec<_>)| {
            let inverse = scalars.inverse(&images[0]).ok_or_else(|| Error::NotInvertible {
                ring: scalars.name(),
                what: String::from("the value of a subspace polynomial at its next basis vector"),
            })?;
            Ok(Level {
                terms: LowTerms::new(module, row),
                value: Factor::new(module, &images[0]),
                inverse: Factor::new(module, &inverse),
            })
        };
        let levels = subspace_polynomials(subspace).iter().zip(subspace.images()).map(level).collect::<Result<_>>()?;
        Ok(GathenGerhard { module: module.clone(), levels, constants: NodeConstants::new(subspace) })
    }

    /// Returns the number of constants held.
    pub fn constants(&self) -> usize {
        self.levels.iter().map(|level| level.terms.len() + 2).sum::<usize>() + self.constants.len()
    }
}

impl<M: Action> Reduction for GathenGerhard<M> {
    type Element = M::Element;

    #[inline]
    fn split(&self, node: &mut [M::Element], j: usize) {
        let (module, m) = (&self.module, node.len() / 2);
        let i = m.ilog2() as usize;
        let level = &self.levels[i];
        level.terms.divide(module, node);
        let (low, high) = node.split_at_mut(m);
        add_times(module, low, high, &self.constants.level(i)[j]);
        scale(module, high, &level.value);
        add(module, high, low);
    }

    #[inline]
    fn merge(&self, node: &mut [M::Element], j: usize) {
        let (module, m) = (&self.module, node.len() / 2);
        let i = m.ilog2() as usize;
        let level = &self.levels[i];
        let (low, high) = node.split_at_mut(m);
        add(module, high, low);
        scale(module, high, &level.inverse);
        add_times(module, low, high, &self.constants.level(i)[j]);
        level.terms.multiply(module, node);
    }
}

impl<M: Action> Transform<M> for GathenGerhard<M> {
    fn len(&self) -> usize {
        1 << self.levels.len()
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        0
    }

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
