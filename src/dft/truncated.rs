//! Truncated: the first `n` values of bit-reversed order, for any length `n`, at the price of `n` values.
//!
//! Notation: `N = 2^k` the least power of two from `n` on, `w` a principal `N`-th root, `sigma` bit reversal on `k` bits.
//!
//! # Idea
//! A polynomial with `n` coefficients is determined by `n` values; the truncated transform takes those at
//! `w^sigma(0), ..., w^sigma(n-1)`, the first leaves of the [`ReductionTree`] of order `N`. Nodes without a wanted leaf
//! and products with zero coefficients are left out. The cost grows with `n` instead of jumping at every power of two.
//!
//! ```text
//! n = 5, N = 8:    x0 x1 x2 x3 x4  0  0  0        + : a wanted leaf, . : no leaf wanted
//!                       x^8 - 1
//!             +------------+------------+         low  = x0 + x4, x1, x2, x3
//!          x^4 - 1                   x^4 + 1      high = x0 - x4, x1, x2, x3
//!        +----+----+               +----+----+
//!     x^2 - 1   x^2 + 1        x^2 - w^2     .    only the sums B + b A
//!      +--+      +--+           +--+
//!     X0  X4    X2  X6         X1   .             values at w^0 w^4 w^2 w^6 w^1
//! ```
//! For the inverse, a node with all values known is inverted as usual. Where only the first `n` values of a node of
//! size `2m` are known, coefficients `n..2m` are known instead (zero at the root). With `f = A x^m + B`, `Y = B + b A`
//! and `Z = B - b A`:
//!
//! * `n >= m`: `Y` is known entirely. Where `A_d` is known, `Z_d = Y_d - 2 b A_d`, so the right node has its known
//!   coefficients; inverted, it gives the other `Z_d`.
//! * `n < m`: where `B_d` is known, `Y_d = B_d + b A_d`; the left node gives the other `Y_d`, and `B_d = Y_d - b A_d`.
//!
//! As printed that is exact and halves twice per butterfly. Here every coefficient of a node of size `2m` is carried `2m`
//! times instead: then `Z_d = Y_d - b A_d`, `B_d = Y_d + Z_d`, nothing is halved, and where `n < m` the values are
//! doubled to fit. The result is `N` times the coefficients, in every ring.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | [`Truncated`](Order::Truncated) | any n >= 1 | any action | N, 0 if n = N | no |
//!
//! # Cost
//! At most `n lg N + N` additions and half as many products; exactly those of the classical transform at `n = N`.
//! By a recurrence over the tree, asserted by `tests/suite/counts.rs` and `tests/suite/tree.rs`.
//!
//! # Source
//! \[Van der Hoeven 2004\]. Differences: the zero tail is skipped in both directions; the inverse carries coefficients
//! scaled, so that it needs neither 1/2 nor a product by it. [`ReductionTree::inverse_truncated`] is the inverse as
//! printed, for any known tail.

use super::{Node, ReductionTree, Transform, check_slices};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Module, Ring, Roots},
    order::Order,
};
use alloc::string::String;

/// The truncated transform: the first `len` values of bit-reversed order.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{Transform, Truncated}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?;
/// let transform = Truncated::new(&domain, 5)?;
/// // The first values of bit-reversed order: those at w^0, w^4, w^2, w^6, w^1.
/// let mut x = [0, 1, 0, 0, 0];
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x, [0, 4, 2, 6, 1].map(|e| ring.pow(domain.root(), e)));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Truncated<M: Action> {
    tree: ReductionTree<M>,
    len: usize,
}

impl<M: Action> Truncated<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform of length `len` over `domain`, which has the least power of two from `len` on as its length.
    ///
    /// # Errors
    /// [`Error::Length`] if `len` is 0 or the domain is of another length.
    pub fn new(domain: &Domain<M>, len: usize) -> Result<Self> {
        if len == 0 || len.checked_next_power_of_two() != Some(domain.len()) {
            let possible = "any length from 1 on, over a domain of the least power of two that is not less";
            return Err(Error::Length { what: "truncated", len, possible });
        }
        Ok(Truncated { tree: ReductionTree::of_power_of_two(domain), len })
    }
}

impl<M: Action> Transform<M> for Truncated<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::Truncated
    }

    fn scratch_len(&self) -> usize {
        if self.len == self.tree.len() { 0 } else { self.tree.len() }
    }

    /// Returns `N`, not the length.
    fn inverse_scale(&self) -> usize {
        self.tree.len()
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let (order, n) = (self.tree.len(), self.len);
        if n == order {
            return self.tree.forward(self.tree.root(), values);
        }
        let work = &mut scratch[..order];
        work[..n].clone_from_slice(values);
        self.tree.forward_part(work, 0, n, n);
        values.clone_from_slice(&work[..n]);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let (order, n) = (self.tree.len(), self.len);
        if n == order {
            return self.tree.inverse_unscaled(self.tree.root(), values);
        }
        let work = &mut scratch[..order];
        work[..n].clone_from_slice(values);
        self.tree.inverse_part(work, 0, n, n);
        values.clone_from_slice(&work[..n]);
        Ok(())
    }
}

impl<M: Action> ReductionTree<M> {
    /// Computes the first `wanted` values of a node whose coefficients from `nonzero` on are zero.
    ///
    /// `values` has `node.len` elements. Those from `nonzero` on are not read; those from `wanted` on are unspecified
    /// afterwards.
    ///
    /// # Errors
    /// [`Error::Length`] if the tree has no such node, or `wanted` or `nonzero` is above its length;
    /// [`Error::SliceLength`] unless there are `node.len` places.
    pub fn forward_truncated(
        &self,
        node: Node,
        values: &mut [M::Element],
        nonzero: usize,
        wanted: usize,
    ) -> Result<()> {
        self.check_values(node, values)?;
        check_part(node, nonzero)?;
        check_part(node, wanted)?;
        if nonzero == 0 {
            values[..wanted].fill(self.module().zero());
        } else {
            self.forward_part(values, node.index, wanted, nonzero);
        }
        Ok(())
    }

    /// Recovers all coefficients of a node from its first `known` values and its coefficients from `known` on, which
    /// lie in that order in `values`; exact. `scratch` has `node.len` elements. Inverts 2 at each call.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where 2 has no inverse; else as [`forward_truncated`](Self::forward_truncated).
    pub fn inverse_truncated(
        &self,
        node: Node,
        values: &mut [M::Element],
        known: usize,
        scratch: &mut [M::Element],
    ) -> Result<()> {
        self.check_values(node, values)?;
        check_part(node, known)?;
        Error::check_at_least("scratch", node.len, scratch.len())?;
        let scalars = self.module().scalars();
        let half = scalars.inverse(&scalars.integer(2)).ok_or_else(|| {
            let what = "2 (needed by the inverse truncated transform; the unscaled one of a zero tail does without)";
            Error::NotInvertible { ring: scalars.name(), what: String::from(what) }
        })?;
        self.inverse_known(values, node.index, known, &self.module().prepare(&half), scratch);
        Ok(())
    }

    /// Computes `node.len` times the coefficients of a node from its first `known` values, where the coefficients from
    /// `known` on are zero. Those become zero; their previous contents are ignored.
    ///
    /// # Errors
    /// As [`forward_truncated`](Self::forward_truncated).
    pub fn inverse_truncated_unscaled(&self, node: Node, values: &mut [M::Element], known: usize) -> Result<()> {
        self.check_values(node, values)?;
        check_part(node, known)?;
        self.inverse_part(values, node.index, known, known);
        values[known..].fill(self.module().zero());
        Ok(())
    }

    /// Computes [`forward_truncated`](Self::forward_truncated) with `nonzero > 0`.
    fn forward_part(&self, f: &mut [M::Element], j: usize, wanted: usize, nonzero: usize) {
        if wanted == 0 || f.len() == 1 {
            return;
        }
        if wanted == f.len() && nonzero == f.len() {
            return self.forward_blocks(f, j, 1);
        }
        let m = f.len() / 2;
        let (low, high) = f.split_at_mut(m);
        // Positions below `both` have two coefficients, those from there to `single` have B alone.
        let (both, single) = (nonzero.saturating_sub(m), nonzero.min(m));
        if wanted > m {
            self.split(&mut low[..both], &mut high[..both], j);
            high[both..single].clone_from_slice(&low[both..single]);
        } else {
            self.add_times(&mut low[..both], &high[..both], j);
        }
        self.forward_part(low, 2 * j, wanted.min(m), single);
        self.forward_part(high, 2 * j + 1, wanted.saturating_sub(m), single);
    }

    /// Recovers all coefficients from `known` values and the other coefficients: the inverse as printed.
    fn inverse_known(
        &self,
        f: &mut [M::Element],
        j: usize,
        known: usize,
        half: &M::Twiddle,
        scratch: &mut [M::Element],
    ) {
        if known == 0 || f.len() == 1 {
            return;
        }
        let (ring, m) = (self.module(), f.len() / 2);
        let (low, high) = f.split_at_mut(m);
        if known < m {
            self.add_times(&mut low[known..], &high[known..], j);
            self.inverse_known(low, 2 * j, known, half, scratch);
            self.sub_times(low, high, j);
            return;
        }
        self.inverse_known(low, 2 * j, m, half, scratch);
        let k = known - m;
        let (kept, scratch) = scratch.split_at_mut(m - k);
        // Y becomes B, A becomes Z.
        for ((y, a), kept) in low[k..].iter_mut().zip(&mut high[k..]).zip(&mut *kept) {
            let t = self.times(a, j);
            ring.sub_assign(y, &t);
            let mut z = y.clone();
            ring.sub_assign(&mut z, &t);
            *kept = core::mem::replace(a, z);
        }
        self.inverse_known(high, 2 * j + 1, k, half, scratch);
        self.merge(&mut low[..k], &mut high[..k], j);
        for part in [&mut low[..k], &mut high[..k]] {
            for x in part {
                ring.apply_real(x, half);
            }
        }
        high[k..].clone_from_slice(kept);
    }

    /// Computes the inverse on scaled coefficients. In: `c` times the first `known` values, and `2m c` times the
    /// coefficients `known..nonzero`. Out: `2m c` times the coefficients `0..known`. Coefficients from
    /// `nonzero >= known` on are zero and not read. The elements from `known` on are unspecified afterwards.
    fn inverse_part(&self, f: &mut [M::Element], j: usize, known: usize, nonzero: usize) {
        if known == 0 || f.len() == 1 {
            return;
        }
        if known == f.len() {
            return self.inverse_blocks(f, j, 1);
        }
        let (ring, m) = (self.module(), f.len() / 2);
        let (low, high) = f.split_at_mut(m);
        let both = nonzero.saturating_sub(m);
        if known < m {
            for value in low[..known].iter_mut() {
                double(ring, value);
            }
            let end = both.max(known);
            self.add_times(&mut low[known..end], &high[known..end], j);
            self.inverse_part(low, 2 * j, known, nonzero.min(m));
            let end = both.min(known);
            self.sub_times(&mut low[..end], &high[..end], j);
            return;
        }
        self.inverse_blocks(low, 2 * j, 1);
        let k = known - m;
        // Y becomes B, A becomes Z.
        for (y, a) in low[k..both].iter_mut().zip(&mut high[k..both]) {
            let mut z = y.clone();
            ring.sub_assign(&mut z, &self.times(a, j));
            ring.add_assign(y, &z);
            *a = z;
        }
        for (y, z) in low[both..].iter_mut().zip(&mut high[both..]) {
            *z = y.clone();
            double(ring, y);
        }
        self.inverse_part(high, 2 * j + 1, k, m);
        self.merge(&mut low[..k], &mut high[..k], j);
    }

    /// Computes `low <- low + b high`.
    fn add_times(&self, low: &mut [M::Element], high: &[M::Element], j: usize) {
        for (b, a) in low.iter_mut().zip(high) {
            self.module().add_assign(b, &self.times(a, j));
        }
    }

    /// Computes `low <- low - b high`.
    fn sub_times(&self, low: &mut [M::Element], high: &[M::Element], j: usize) {
        for (b, a) in low.iter_mut().zip(high) {
            self.module().sub_assign(b, &self.times(a, j));
        }
    }
}

fn double<M: Module>(ring: &M, x: &mut M::Element) {
    let copy = x.clone();
    ring.add_assign(x, &copy);
}

fn check_part(node: Node, part: usize) -> Result<()> {
    if part <= node.len {
        return Ok(());
    }
    Err(Error::Length { what: "a part of a node", len: part, possible: "at most the node's length" })
}
