//! Classical radix-2: reduce modulo `x^(2m) - b^2` into `x^m - b` and `x^m + b`.
//!
//! Notation: `n = 2^k` the length, `w` a principal `n`-th root, `sigma` bit reversal on `k` bits. A node of
//! the reduction tree has a size `2m` and an index `j`; it holds `f mod (x^(2m) - w^sigma(j))`.
//!
//! # Idea
//! `w^sigma(j)` has the square roots `b = w^sigma(2j)` and `-b = w^sigma(2j+1)`, so with `f = A x^m + B` the remainders
//! are `B + b A` and `B - b A`. That takes one product per butterfly and one twiddle per node, and all levels share
//! prefixes of one table, `w^sigma(2j)` for `j < n/2`. The leaves are the values in bit-reversed order.
//!
//! ```text
//! n = 8, twiddle exponents in the boxes (node 0 of each level has none):
//!
//! x0 --+---------- x0 --+------ x0 --+-- X0        X0 X4 X2 X6 X1 X5 X3 X7
//! x1 --|+--------- x1 --|+----- x1 --+-- X4
//! x2 --||+-------- x2 --+|----- x2 --+-- X2        x^8-1
//! x3 --|||+------- x3 ---+----- x3 -[2]- X6        x^4-1      x^4+1
//! x4 --+||| ------ x4 --+------ x4 --+-- X1        x^2-1 x^2+1  x^2-w^2 x^2+w^2
//! x5 ---+||------- x5 --|+-[2]- x5 -[1]- X5        roots 1, w^4 | w^2, w^6 | w, w^5 | w^3, w^7
//! x6 ----+|------- x6 --+|-[2]- x6 --+-- X3
//! x7 -----+------- x7 ---+----- x7 -[3]- X7
//! ```
//! The inverse runs the tree from the leaves: `A = b^(-1) (Y - Z)`, `B = Y + Z`. No second table is needed:
//! `w^(-e) = -w^(n/2 - e)`, and in bit-reversed order `e -> n/2 - e` reverses each block `[2^t, 2^(t+1))` of
//! indices. It is the root of the [`ReductionTree`], whose other nodes are transforms too.
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
//! \[Mateer 2008\], figure 4.1 (the inverse) and its exact inverse (the forward map). Differences: the
//! figure's `x w^s` is read `x - w^s`; its bound `2m < n` is `2m <= n`; `w^(-e)` comes from the forward table.

use super::{ReductionTree, Transform, check_power_of_two, check_slices};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    order::Order,
};

/// The classical radix-2 transform: in place, bit-reversed values.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{Classical, Transform}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?;
/// let transform = Classical::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 8];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], ring.pow(domain.root(), 4));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Classical<M: Action> {
    tree: ReductionTree<M>,
}

impl<M: Action> Classical<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of two.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        check_power_of_two("classical", domain.len())?;
        Ok(Classical { tree: ReductionTree::of_power_of_two(domain) })
    }
}

impl<M: Action> Classical<M> {
    /// Returns the tree whose root this transform is.
    pub fn tree(&self) -> &ReductionTree<M> {
        &self.tree
    }
}

impl<M: Action> Transform<M> for Classical<M> {
    fn len(&self) -> usize {
        self.tree.len()
    }

    fn order(&self) -> Order {
        Order::BitReversed
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.tree.forward(self.tree.root(), values)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.tree.inverse_unscaled(self.tree.root(), values)
    }
}
