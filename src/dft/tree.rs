//! The reduction tree of radix 2, whose nodes are the classical transform, cosets, and negacyclic transforms.
//!
//! Notation: `N = 2^k` the order of the tree, `w` a principal `N`-th root, `sigma` bit reversal on `k` bits. The
//! node `(2m, j)`, with `2m (j + 1) <= N`, holds `f mod (x^(2m) - w^sigma(j))`.
//!
//! # Idea
//! `w^sigma(j)` has the square roots `b = w^sigma(2j)` and `-b = w^sigma(2j+1)`, so with `f = A x^m + B` the
//! remainders are `B + b A` and `B - b A`: one product per butterfly, one twiddle per node. A node's subtree is a
//! transform of its own, and the table `w^sigma(2j)`, `j < N/2`, serves them all. Leaf `i` of the node `(n, j)` is the
//! value at `w^sigma(n j + i)`:
//!
//! ```text
//! N = 8                       x^8 - 1                          node (8, 0): the classical transform
//!               +----------------+----------------+
//!            x^4 - 1                           x^4 + 1         node (4, 1): the negacyclic transform
//!          +----+----+                       +----+----+
//!       x^2 - 1    x^2 + 1            x^2 - w^2    x^2 + w^2   node (2, 2): the coset w {1, -1}
//!        +-+-+      +-+-+               +-+-+        +-+-+
//!        1  w^4    w^2  w^6             w  w^5      w^3  w^7   sigma(j): 0 4 2 6 1 5 3 7
//! ```
//!
//! | transform of length `n` | node |
//! |---|---|
//! | classical, over the root `w^(N/n)` | `(n, 0)` |
//! | negacyclic, `x^n + 1` | `(n, 1)` |
//! | values on the coset `s {v^i}`, `v = w^(N/n)`, `s = w^(sigma(j)/n)` | `(n, j)` |
//! | truncated: the first `n` leaves only | any, by [`forward_truncated`](ReductionTree::forward_truncated) |
//!
//! The inverse runs the tree from the leaves: `A = b^(-1) (Y - Z)`, `B = Y + Z`, which gives `2m` times the node. No
//! second table is needed: `w^(-e) = -w^(N/2 - e)`, and in bit-reversed order `e -> N/2 - e` reverses each block
//! `[2^t, 2^(t+1))` of indices.
//!
//! # Cost
//! A node of length `n` takes `n lg n` additions and `(n/2) lg n` products, less the `n - 1` by one where its index is 0.

use super::check_power_of_two;
use crate::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    order::{bit_reverse, bit_reverse_permute},
};
use alloc::vec::Vec;

/// A node of a [`ReductionTree`]: `f mod (x^len - w^sigma(index))`.
///
/// [`ReductionTree`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The number of coefficients, a power of two.
    pub len: usize,
    /// The index among the nodes of this length, from the left.
    pub index: usize,
}

impl Node {
    /// Returns the two nodes below, `f mod (x^(len/2) - b)` and `f mod (x^(len/2) + b)` with `b^2 = w^sigma(index)`; none below
    /// a leaf.
    pub const fn children(self) -> Option<[Node; 2]> {
        if self.len < 2 {
            return None;
        }
        let Node { len, index } = self;
        Some([Node { len: len / 2, index: 2 * index }, Node { len: len / 2, index: 2 * index + 1 }])
    }

    /// Checks that the tree of this order has the node.
    fn check(self, order: usize) -> Result<()> {
        let end = self.index.checked_add(1).and_then(|count| count.checked_mul(self.len));
        if self.len.is_power_of_two() && end.is_some_and(|end| end <= order) {
            return Ok(());
        }
        let possible = "a node of the reduction tree of order N has a power of two as length, and len (index + 1) <= N";
        Err(Error::Length { what: "a node", len: self.len, possible })
    }
}

/// The reduction tree modulo `x^N - 1`, with a transform at every node.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{Node, ReductionTree}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?;
/// let tree = ReductionTree::new(&domain)?;
/// // The node modulo x^4 + 1 is the negacyclic transform of length 4.
/// let mut x = [0, 1, 0, 0];
/// tree.forward(Node { len: 4, index: 1 }, &mut x)?;
/// assert_eq!(x[0], *domain.root());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct ReductionTree<M: Action> {
    module: M,
    len: usize,
    /// `w^sigma(2j)` for `j < N/2`.
    twiddles: Vec<M::Twiddle>,
}

impl<M: Action> ReductionTree<M>
where
    M::Scalars: Roots,
{
    /// Creates the tree over `domain`, whose length is the order `N`.
    ///
    /// # Errors
    /// [`Error::Length`] unless the length is a power of two.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        check_power_of_two("the reduction tree", domain.len())?;
        Ok(Self::of_power_of_two(domain))
    }

    /// Creates the tree over a domain whose length is known to be a power of two.
    pub(crate) fn of_power_of_two(domain: &Domain<M>) -> Self {
        let module = domain.module().clone();
        let mut twiddles = domain.twiddles(1, domain.len() / 2);
        bit_reverse_permute(&mut twiddles);
        ReductionTree { module, len: domain.len(), twiddles }
    }
}

impl<M: Action> ReductionTree<M> {
    /// Returns the order `N`.
    #[allow(clippy::len_without_is_empty, reason = "a tree has at least one leaf")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the module whose elements are transformed.
    pub fn module(&self) -> &M {
        &self.module
    }

    /// Returns the node of all `N` coefficients.
    pub fn root(&self) -> Node {
        Node { len: self.len, index: 0 }
    }

    /// Returns the exponent `e` of a node's modulus `x^len - w^e`.
    ///
    /// # Errors
    /// [`Error::Length`] if the tree has no such node.
    pub fn modulus_exponent(&self, node: Node) -> Result<usize> {
        self.check(node)?;
        Ok(bit_reverse(node.index, self.len.trailing_zeros()))
    }

    /// Returns the exponent `e` such that leaf `i` of a node is the value at `w^e`.
    ///
    /// # Errors
    /// [`Error::Length`] if the tree has no such node or the node no such leaf.
    pub fn leaf_exponent(&self, node: Node, i: usize) -> Result<usize> {
        self.check(node)?;
        if i >= node.len {
            return Err(Error::Length {
                what: "a leaf of a node",
                len: i,
                possible: "it must be below the node's length",
            });
        }
        Ok(bit_reverse(node.len * node.index + i, self.len.trailing_zeros()))
    }

    /// Transforms `f mod (x^len - w^sigma(index))` to its values, in the order of the leaves.
    ///
    /// # Errors
    /// [`Error::Length`] if the tree has no such node; [`Error::SliceLength`] unless there are `node.len` values.
    pub fn forward(&self, node: Node, values: &mut [M::Element]) -> Result<()> {
        self.check_values(node, values)?;
        self.forward_blocks(values, node.index, 1);
        Ok(())
    }

    /// Transforms values to `node.len` times `f mod (x^len - w^sigma(index))`.
    ///
    /// # Errors
    /// As [`forward`](ReductionTree::forward).
    pub fn inverse_unscaled(&self, node: Node, values: &mut [M::Element]) -> Result<()> {
        self.check_values(node, values)?;
        self.inverse_blocks(values, node.index, 1);
        Ok(())
    }

    /// Checks that the node exists: its length is a power of two, and `len (index + 1) <= N`.
    ///
    /// # Errors
    /// [`Error::Length`] if not.
    pub fn check(&self, node: Node) -> Result<()> {
        node.check(self.len)
    }

    pub(crate) fn check_values(&self, node: Node, values: &[M::Element]) -> Result<()> {
        self.check(node)?;
        Error::check_len("slice of values", node.len, values.len())
    }

    /// Returns the twiddle `b` of the nodes of index `j`.
    pub(crate) fn twiddle(&self, j: usize) -> &M::Twiddle {
        &self.twiddles[j]
    }

    /// Transforms `f mod (x^(2m) - w^sigma(j))`, with `x^block` for `x`, to its remainders of length `block`.
    pub(crate) fn forward_blocks(&self, f: &mut [M::Element], j: usize, block: usize) {
        if let (1, [a, b, c, d]) = (block, &mut *f) {
            self.split_pair(a, c, j);
            self.split_pair(b, d, j);
            self.split_pair(a, b, 2 * j);
            self.split_pair(c, d, 2 * j + 1);
        } else if f.len() > block {
            let (low, high) = f.split_at_mut(f.len() / 2);
            self.split(low, high, j);
            self.forward_blocks(low, 2 * j, block);
            self.forward_blocks(high, 2 * j + 1, block);
        }
    }

    /// Computes `2m` times `f mod (x^(2m) - w^sigma(j))` from its remainders of length `block`, with `x^block` for `x`.
    pub(crate) fn inverse_blocks(&self, f: &mut [M::Element], j: usize, block: usize) {
        if let (1, [a, b, c, d]) = (block, &mut *f) {
            self.merge_pair(a, b, 2 * j);
            self.merge_pair(c, d, 2 * j + 1);
            self.merge_pair(a, c, j);
            self.merge_pair(b, d, j);
        } else if f.len() > block {
            let (low, high) = f.split_at_mut(f.len() / 2);
            self.inverse_blocks(low, 2 * j, block);
            self.inverse_blocks(high, 2 * j + 1, block);
            self.merge(low, high, j);
        }
    }

    /// Computes `(B, A) <- (B + b A, B - b A)`. The node of index 0 has `b = 1`, that of index 1 a fourth root, those of index 2
    /// and 3 eighth roots.
    pub(crate) fn split(&self, low: &mut [M::Element], high: &mut [M::Element], j: usize) {
        let (ring, pairs) = (&self.module, low.iter_mut().zip(high));
        match j {
            0 => {
                for (b, a) in pairs {
                    ring.butterfly(b, a);
                }
            }
            1 => {
                for (b, a) in pairs {
                    ring.butterfly_by_fourth(b, a, &self.twiddles[1]);
                }
            }
            2 | 3 => {
                for (b, a) in pairs {
                    ring.butterfly_by_eighth(b, a, &self.twiddles[j]);
                }
            }
            _ => {
                let twiddle = &self.twiddles[j];
                for (b, a) in pairs {
                    ring.butterfly_by(b, a, twiddle);
                }
            }
        }
    }

    /// Computes `(Y, Z) <- (Y + Z, b^(-1) (Y - Z))`: with `b = w^e`, the second is `w^(N/2 - e) (Z - Y)`.
    pub(crate) fn merge(&self, low: &mut [M::Element], high: &mut [M::Element], j: usize) {
        let (ring, pairs) = (&self.module, low.iter_mut().zip(high));
        match j {
            0 => {
                for (y, z) in pairs {
                    ring.butterfly(y, z);
                }
            }
            1..=3 => {
                for (y, z) in pairs {
                    self.merge_pair(y, z, j);
                }
            }
            _ => {
                let twiddle = &self.twiddles[mirrored(j)];
                for (y, z) in pairs {
                    core::mem::swap(y, z);
                    ring.butterfly_then(y, z, twiddle);
                }
            }
        }
    }

    #[inline(always)]
    fn split_pair(&self, b: &mut M::Element, a: &mut M::Element, j: usize) {
        match j {
            0 => self.module.butterfly(b, a),
            1 => self.module.butterfly_by_fourth(b, a, &self.twiddles[1]),
            2 | 3 => self.module.butterfly_by_eighth(b, a, &self.twiddles[j]),
            _ => self.module.butterfly_by(b, a, &self.twiddles[j]),
        }
    }

    #[inline(always)]
    fn merge_pair(&self, y: &mut M::Element, z: &mut M::Element, j: usize) {
        let ring = &self.module;
        if j == 0 {
            return ring.butterfly(y, z);
        }
        core::mem::swap(y, z);
        let twiddle = &self.twiddles[mirrored(j)];
        match j {
            1 => {
                ring.butterfly(y, z);
                ring.apply_fourth(z, twiddle);
            }
            2 | 3 => {
                ring.butterfly(y, z);
                ring.apply_eighth(z, twiddle);
            }
            _ => ring.butterfly_then(y, z, twiddle),
        }
    }

    /// Returns `b x` for the twiddle `b` of the nodes of index `j`.
    #[inline(always)]
    pub(crate) fn times(&self, x: &M::Element, j: usize) -> M::Element {
        match j {
            0 => x.clone(),
            1..=3 => {
                let mut product = x.clone();
                match j {
                    1 => self.module.apply_fourth(&mut product, &self.twiddles[1]),
                    _ => self.module.apply_eighth(&mut product, &self.twiddles[j]),
                }
                product
            }
            _ => self.module.applied(x, &self.twiddles[j]),
        }
    }
}

/// Returns the index of `w^(N/2 - e)` in the table, for the index `j > 0` of `w^e`: the block of `j` is `[2^t, 2^(t+1))`.
fn mirrored(j: usize) -> usize {
    3 * (1 << j.ilog2()) - 1 - j
}
