//! Classical radix-2: reduce modulo `x^(2m) - b^2` into `x^m - b` and `x^m + b`.
//!
//! Notation: `n = 2^k` the length, `w` a principal `n`-th root, `sigma` bit reversal on `k` bits. A node of
//! the reduction tree has a size `2m` and an index `j`; it holds `f mod (x^(2m) - w^sigma(j))`.
//!
//! # Idea
//! `w^sigma(j)` has the square roots `b = w^sigma(2j)` and `-b = w^sigma(2j+1)`, so with `f = A x^m + B` the
//! remainders are `B + b A` and `B - b A`: one product per butterfly, one twiddle per node, and all levels
//! share prefixes of one table, `w^sigma(2j)` for `j < n/2`. The leaves are the values in bit-reversed order.
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
//! indices.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | bit-reversed | 2^k | any action | 0 | yes |
//!
//! # Cost
//! `n lg n` additions, `(n/2) lg n - n + 1` products of which `n/2 - 1` by `w^(n/4)`, both directions; over
//! the complex numbers `5 n lg n - 10 n + 16` real operations (n >= 4). Asserted by `tests/counts.rs`.
//!
//! # Source
//! \[Mateer 2008\], figure 4.1 (the inverse) and its exact inverse (the forward map). Differences: the
//! figure's `x w^s` is read `x - w^s`; its bound `2m < n` is `2m <= n`; `w^(-e)` comes from the forward table.

use super::{Transform, check_power_of_two, check_slices};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    order::{Order, bit_reverse_permute},
};
use alloc::vec::Vec;

/// The classical radix-2 transform: in place, bit-reversed values.
pub struct Classical<M: Action> {
    module: M,
    len: usize,
    /// `w^sigma(2j)` for `j < n/2`.
    twiddles: Vec<M::Twiddle>,
}

impl<M: Action> Classical<M>
where
    M::Scalars: Roots,
{
    /// The transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of two.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        check_power_of_two("classical", domain.len())?;
        let mut twiddles = domain.twiddles(1, domain.len() / 2);
        bit_reverse_permute(&mut twiddles);
        Ok(Classical { module: domain.module().clone(), len: domain.len(), twiddles })
    }
}

impl<M: Action> Classical<M> {
    /// `f mod (x^(2m) - w^sigma(j))` to its values.
    fn forward_node(&self, f: &mut [M::Element], j: usize) {
        if f.len() == 1 {
            return;
        }
        let ring = &self.module;
        let (low, high) = f.split_at_mut(f.len() / 2);
        for (b, a) in low.iter_mut().zip(high.iter_mut()) {
            match j {
                0 => ring.butterfly(b, a),
                _ => ring.butterfly_by(b, a, &self.twiddles[j]),
            }
        }
        self.forward_node(low, 2 * j);
        self.forward_node(high, 2 * j + 1);
    }

    /// Values to `2m` times `f mod (x^(2m) - w^sigma(j))`.
    fn inverse_node(&self, f: &mut [M::Element], j: usize) {
        if f.len() == 1 {
            return;
        }
        let ring = &self.module;
        let (low, high) = f.split_at_mut(f.len() / 2);
        self.inverse_node(low, 2 * j);
        self.inverse_node(high, 2 * j + 1);
        if j == 0 {
            for (y, z) in low.iter_mut().zip(high.iter_mut()) {
                ring.butterfly(y, z);
            }
            return;
        }
        // w^(-e) (y - z) = w^(n/2 - e) (z - y); the block of j is [2^t, 2^(t+1)).
        let mirrored = 3 * (1 << j.ilog2()) - 1 - j;
        for (y, z) in low.iter_mut().zip(high.iter_mut()) {
            core::mem::swap(y, z);
            ring.butterfly_then(y, z, &self.twiddles[mirrored]);
        }
    }
}

impl<M: Action> Transform<M> for Classical<M> {
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
        self.forward_node(values, 0);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.inverse_node(values, 0);
        Ok(())
    }
}
