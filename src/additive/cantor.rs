//! Wang, Zhu and Cantor's transform: reduce modulo subspace polynomials over a Cantor basis, where all their coefficients are
//! ones.
//!
//! Notation: `n = 2^k`, `theta + varpi_j` the points, `varpi_j` the sum of the `beta_i` over the bits `i` of `j`,
//! `beta_0 = 1`, `beta_i = beta_(i+1)^2 + beta_(i+1)`; `s_i` the polynomial that vanishes on the span of `beta_0 ..
//! beta_(i-1)`. A node of the reduction tree has a size `2m`, `m = 2^i`, and an index `j`.
//!
//! # Idea
//! Over a Cantor basis `s_i` is the `i`-th iterate of `x^2 + x`: coefficients 0 and 1, `2^wt(i)` terms with `wt(i)` the number
//! of ones in `i`, `s_i(beta_i) = 1` and `s_i(varpi_(j m)) = varpi_j`. So node `j` holds `f mod (s_(i+1) - varpi_j)`, where
//!
//! ```text
//! s_(i+1) - varpi_j = (s_i - varpi_(2j)) (s_i - varpi_(2j+1)),    varpi_(2j+1) = varpi_(2j) + 1.
//!
//! x0 .. x3 x4 .. x7     divide by s_2 - varpi_(2j)   r0 .. r3 q0 .. q3      r + q       r | r + q
//!  mod s_3 - varpi_j   --------------------------->                      ----------->  mod s_2 - varpi_(2j) | .. (2j+1)
//! ```
//! The only products are those of the quotient by `varpi_(2j)`: one per pair, as in a radix-2 transform.
//! [`GathenGerhard`](super::GathenGerhard) is the same with any basis.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural: value `j` at `theta + varpi_j` | 2^k | any action, characteristic 2 | 0 | yes |
//!
//! # Cost
//! `(n/2)(2^wt(0) + ... + 2^wt(k-1) + k) - n + 1` additions, about `n k^1.585 / 2`, and `n k/2 - n + 1` products, both
//! directions. A shift adds up to `n - 1` of both. `n/2` constants are held, `n - 1` with a shift. Asserted by
//! `tests/additive/classical_counts.rs`.
//!
//! # Source
//! \[Wang-Zhu 1988\], \[Cantor 1989\]; \[Mateer 2008\], figure 4.5 (the inverse). Differences: the figure's output and leaf,
//! modulo `s_(i+1) - varpi_i` and `x - varpi_i`, are modulo `s_(i+1) - varpi_j` and `x - varpi_j`; any shift; in place.

use super::{
    factor::{NodeConstants, add, add_times, check_cantor},
    reduction::Reduction,
    subspace_polynomial::LowTerms,
};
use crate::{
    Result,
    algebra::{Action, Subspace},
    dft::{Transform, check_slices},
    lists,
    order::Order,
};
use alloc::vec::Vec;

/// Wang, Zhu and Cantor's transform over a Cantor basis: in place, values in natural order.
///
/// ```
/// use ringfft::{additive::WangZhuCantor, algebra::Subspace, dft::Transform, rings::{Gf2p8, binary}};
///
/// let points = Subspace::new(binary::<Gf2p8>(), 3)?;
/// let transform = WangZhuCantor::new(&points)?;
/// // The values of the polynomial `x` are the points.
/// let mut x = [0, 1, 0, 0, 0, 0, 0, 0].map(Gf2p8::new);
/// transform.forward(&mut x, &mut vec![Gf2p8::new(0); transform.scratch_len()])?;
/// assert_eq!(x[5], points.point(5));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct WangZhuCantor<M: Action> {
    module: M,
    terms: Vec<LowTerms<M::Twiddle>>,
    constants: NodeConstants<M::Twiddle>,
}

impl<M: Action> WangZhuCantor<M> {
    /// Creates the transform on `subspace`, whose basis is a Cantor basis; any shift.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) if the basis is not a Cantor basis.
    pub fn new(subspace: &Subspace<M>) -> Result<Self> {
        check_cantor(subspace, "cantor", "gathen-gerhard")?;
        let terms = lists::list(subspace.dim() as usize, LowTerms::cantor);
        Ok(WangZhuCantor { module: subspace.module().clone(), terms, constants: NodeConstants::new(subspace) })
    }

    /// Returns the number of constants held.
    pub fn constants(&self) -> usize {
        self.constants.len()
    }
}

impl<M: Action> Reduction for WangZhuCantor<M> {
    type Element = M::Element;

    #[inline]
    fn split(&self, node: &mut [M::Element], j: usize) {
        let (module, m) = (&self.module, node.len() / 2);
        let i = m.ilog2() as usize;
        self.terms[i].divide(module, node);
        let (low, high) = node.split_at_mut(m);
        add_times(module, low, high, &self.constants.level(i)[j]);
        add(module, high, low);
    }

    #[inline]
    fn merge(&self, node: &mut [M::Element], j: usize) {
        let (module, m) = (&self.module, node.len() / 2);
        let i = m.ilog2() as usize;
        let (low, high) = node.split_at_mut(m);
        add(module, high, low);
        add_times(module, low, high, &self.constants.level(i)[j]);
        self.terms[i].multiply(module, node);
    }
}

impl<M: Action> Transform<M> for WangZhuCantor<M> {
    fn len(&self) -> usize {
        1 << self.terms.len()
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
