//! Negacyclic: `f mod (x^n + 1)` to its values at the odd powers of a `2n`-th root, weights merged into the twiddles.
//!
//! Notation: `n = 2^k` the length, `v` a principal `2n`-th root (so `v^n = -1`), `sigma` bit reversal on `k` bits.
//!
//! # Idea
//! The roots of `x^n + 1` are the odd powers of `v`. One could weight coefficient `i` by `v^i` and take a cyclic
//! transform. But `x^n + 1 = x^n - v^sigma(1)` is itself a node of the [`ReductionTree`] of order `2n`, the node
//! `(n, 1)`, and its subtree needs no weights. That saves one pass at the same number of products, because the nodes
//! with the twiddle 1 are all in the other subtree.
//!
//! ```text
//! n = 4, v of order 8; twiddle exponents in the boxes:
//!
//! x0 --+------ x0 --+-- V1        x^4 + 1
//! x1 --|+----- x1 -[1]- V5        x^2 - v^2     x^2 + v^2
//! x2 -[2]----- x2 --+-- V3        roots v, v^5 | v^3, v^7
//! x3 --[2]---- x3 -[3]- V7        V_e = f(v^e)
//! ```
//! Position `j` holds `f(v^(2 sigma(j) + 1))`: bit-reversed order of the values `k -> f(v^(2k+1))`. The product of two
//! polynomials modulo `x^n + 1` is the pointwise product of their values.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | bit-reversed, of `f(v^(2k+1))` | 2^k | any action | 0 | yes |
//!
//! # Cost
//! `n lg n` additions, `(n/2) lg n` products of which `n/2` by a fourth root, both directions. Asserted by
//! `tests/suite/counts.rs`.
//!
//! # Source
//! The node `x^(2m) - w^sigma(1)` of \[Mateer 2008\], figure 4.1; merged weights: \[Poppelmann-Oder-Guneysu 2015\].

use super::{Node, ReductionTree, Transform, check_slices};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    order::Order,
};

/// The negacyclic transform: in place, bit-reversed values at the odd powers of a root.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{Negacyclic, Transform}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?; // the root has order 2n
/// let transform = Negacyclic::new(&domain)?;
/// // The values of `x` are the odd powers of the root, bit-reversed: v, v^5, v^3, v^7.
/// let mut x = [0, 1, 0, 0];
/// transform.forward(&mut x, &mut [])?;
/// assert_eq!(x, [1, 5, 3, 7].map(|e| ring.pow(domain.root(), e)));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Negacyclic<M: Action> {
    tree: ReductionTree<M>,
    node: Node,
}

impl<M: Action> Negacyclic<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform of length `n` over a domain of length `2n`.
    ///
    /// # Errors
    /// [`Error::Length`] unless the domain's length is a power of two above 1.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        let len = domain.len() / 2;
        if !domain.len().is_power_of_two() || len == 0 {
            let possible = "it needs a power of two n, over a domain of length 2n";
            return Err(Error::Length { what: "negacyclic", len, possible });
        }
        Ok(Negacyclic { tree: ReductionTree::of_power_of_two(domain), node: Node { len, index: 1 } })
    }
}

impl<M: Action> Negacyclic<M> {
    /// Returns the tree of order `2n` whose node `(n, 1)` this transform is.
    pub fn tree(&self) -> &ReductionTree<M> {
        &self.tree
    }

    /// Returns the exponent `e` such that position `j` holds `f(v^e)`, for `v` the domain's root of order `2n`.
    pub fn exponent(&self, j: usize) -> usize {
        2 * self.order().exponent(j, self.len()) + 1
    }
}

impl<M: Action> Transform<M> for Negacyclic<M> {
    fn len(&self) -> usize {
        self.node.len
    }

    fn order(&self) -> Order {
        Order::BitReversed
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.tree.forward(self.node, values)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.tree.inverse_unscaled(self.node, values)
    }
}
