//! Truncated: the first `n` values on a subspace, for any length `n`, at the price of `n` values; the inverse divides nothing.
//!
//! Notation as in [`NovelBasis`]: coefficients `a_i` of the novel basis `X_i`, point `j` is `theta + varpi_j`; `N = 2^k` the least
//! power of two from `n` on.
//!
//! # Idea
//! The tree is that of [`NovelBasis`] on `N` points: a node with `f = B + ^s A` and twiddle `c` splits into
//! `Y = B + c A` and `Z = Y + A`. The forward map leaves out nodes without a wanted leaf and all operations with zeros.
//!
//! ```text
//! n = 5, N = 8:    a0 a1 a2 a3 a4  0  0  0        + : a wanted leaf, . : no leaf wanted
//!                        0..7
//!             +------------+------------+         Y = a0, a1, a2, a3                        (c = 0)
//!           0..3                      4..7        Z = a0 + a4, a1, a2, a3
//!        +----+----+               +----+----+
//!      0,1        2,3            4,5         .    only Y of this node
//!      +--+      +--+           +--+
//!      F0 F1     F2 F3          F4  .             values at the points 0, 1, 2, 3, 4
//! ```
//! For the inverse, a node with all values known is inverted as usual. If only the first `known` values of a node of
//! size `2m` are known, its coefficients from `known` on are known instead, zero or not:
//!
//! * `known > m`: `Y` is known entirely. Where `A_d` is known, `Z_d = Y_d + A_d` and `B_d = Y_d + c A_d`, so the right node has its
//!   known coefficients; inverted, it gives the other `Z_d`, and these `A_d = Y_d + Z_d`, `B_d = Y_d + c A_d`.
//! * `known <= m`: where `B_d` is known, `Y_d = B_d + c A_d`; the left node gives the other `Y_d`, and `B_d = Y_d + c A_d`.
//!
//! All twiddles are those of the forward map; characteristic 2 needs no factor 1/2.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | novel basis, low degree first | natural: point `j` at position `j` | any n >= 1 | any action, characteristic 2 | N/2, 0 if n = N | no |
//!
//! # Cost
//! The same both ways, any basis, no shift, with `u = N - n`:
//! `A = n k - N + 1 + sum of (u mod 2^l), l < k - 1`, at most `n lg N`; `2 M = n (k - 1) - N + 2 + sum of (u mod 2^l), l < k`. At
//! `n = N` those of [`NovelBasis`]. Asserted by `tests/additive/truncated.rs` and beside the closed forms.
//!
//! # Source
//! The shape of \[Van der Hoeven 2004\] on the tree of \[Lin-Chung-Han 2014\]; the latter pads. Differences: values without a
//! half; the zero tail is skipped in both directions; known coefficients are overwritten on the way, not kept.

use super::{NovelBasis, conversion::check_points};
use crate::{
    Error, Result,
    algebra::{Action, Subspace},
    dft::{Transform, check_slices},
    order::Order,
};

/// The truncated transform: the first `len` values on a subspace from `len` coefficients in the novel basis.
///
/// ```
/// use ringfft::{additive::TruncatedNovelBasis, algebra::Subspace, dft::Transform, rings::{Gf2p8, binary}};
///
/// let transform = TruncatedNovelBasis::new(&Subspace::new(binary::<Gf2p8>(), 3)?, 5)?;
/// let f = [3, 1, 4, 1, 5].map(Gf2p8::new);
/// let (mut values, mut scratch) = (f, [Gf2p8::ZERO; 4]);
/// transform.forward(&mut values, &mut scratch)?;
/// transform.inverse_unscaled(&mut values, &mut scratch)?;
/// assert_eq!(values, f);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct TruncatedNovelBasis<M: Action> {
    tree: NovelBasis<M>,
    len: usize,
}

impl<M: Action> TruncatedNovelBasis<M> {
    /// Creates the transform at the first `len` points of `subspace`.
    ///
    /// # Errors
    /// [`Error::Length`] if `len` is 0 or above the number of points; else as [`NovelBasis::new`].
    pub fn new(subspace: &Subspace<M>, len: usize) -> Result<Self> {
        check_points("a truncated additive transform", subspace, len)?;
        let least = subspace.subspace(len.next_power_of_two().trailing_zeros())?;
        Ok(TruncatedNovelBasis { tree: NovelBasis::new(&least)?, len })
    }

    /// Returns the number of places that the methods for other parts work on: `N`, the least power of two from the length
    /// on.
    pub fn places(&self) -> usize {
        self.tree.len()
    }

    /// Computes the first `wanted` values of a polynomial whose coefficients from `nonzero` on are zero, in place on `N`
    /// places. This is a low-degree extension if `nonzero < wanted`.
    ///
    /// Elements from `nonzero` on are not read; elements from `wanted` on are unspecified afterwards.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are `N` places; [`Error::Length`] if `nonzero` or `wanted` is above `N`.
    pub fn forward_truncated(&self, values: &mut [M::Element], nonzero: usize, wanted: usize) -> Result<()> {
        self.check_places(values, nonzero)?;
        self.check_places(values, wanted)?;
        if nonzero == 0 {
            values[..wanted].fill(self.tree.module().zero());
        } else {
            self.forward_part(values, 0, wanted, nonzero);
        }
        Ok(())
    }

    /// Computes all coefficients of the polynomial of degree below `known` that has the first `known` values, in place on
    /// `N` places. The places from `known` on are not read, and they are zero afterwards.
    ///
    /// # Errors
    /// As [`forward_truncated`](Self::forward_truncated).
    pub fn inverse_truncated(&self, values: &mut [M::Element], known: usize) -> Result<()> {
        self.check_places(values, known)?;
        self.inverse_part(values, 0, known, known);
        values[known..].fill(self.tree.module().zero());
        Ok(())
    }

    /// Computes all coefficients from the first `known` values and the coefficients from `known` on, in place on `N` places.
    /// `scratch` keeps the known coefficients, `N - known` of them.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for short scratch; else as [`forward_truncated`](Self::forward_truncated).
    pub fn inverse_known(&self, values: &mut [M::Element], known: usize, scratch: &mut [M::Element]) -> Result<()> {
        self.check_places(values, known)?;
        Error::check_at_least("scratch", values.len() - known, scratch.len())?;
        let kept = &mut scratch[..values.len() - known];
        kept.clone_from_slice(&values[known..]);
        self.inverse_part(values, 0, known, values.len());
        values[known..].clone_from_slice(kept);
        Ok(())
    }

    /// Computes the first `wanted` values of the polynomial of degree below `known` that has the first `known` values. It
    /// works in place on `N` places: a low-degree extension of values.
    ///
    /// # Errors
    /// As [`forward_truncated`](Self::forward_truncated).
    pub fn extend(&self, values: &mut [M::Element], known: usize, wanted: usize) -> Result<()> {
        self.check_places(values, known)?;
        self.inverse_part(values, 0, known, known);
        self.forward_truncated(values, known, wanted)
    }

    fn check_places(&self, values: &[M::Element], part: usize) -> Result<()> {
        Error::check_len("slice of values", self.places(), values.len())?;
        if part <= self.places() {
            return Ok(());
        }
        Err(Error::Length {
            what: "a part of an additive transform",
            len: part,
            possible: "at most the number of places",
        })
    }

    /// Computes the first `wanted` values of node `j`, whose coefficients from `nonzero > 0` on are zero.
    fn forward_part(&self, f: &mut [M::Element], j: usize, wanted: usize, nonzero: usize) {
        if wanted == 0 || f.len() == 1 {
            return;
        }
        if wanted == f.len() && nonzero == f.len() {
            return self.tree.forward_node(f, j);
        }
        let m = f.len() / 2;
        let c = self.tree.twiddle(m, j);
        let (low, high) = f.split_at_mut(m);
        // Positions below `both` have two coefficients, those from there to `single` have B alone.
        let (both, single) = (nonzero.saturating_sub(m), nonzero.min(m));
        if wanted > m {
            self.tree.split(&mut low[..both], &mut high[..both], c);
            high[both..single].clone_from_slice(&low[both..single]);
        } else {
            self.add_times(&mut low[..both], &high[..both], c);
        }
        self.forward_part(low, 2 * j, wanted.min(m), single);
        self.forward_part(high, 2 * j + 1, wanted.saturating_sub(m), single);
    }

    /// Computes the first `known` coefficients of node `j` from its first `known` values and its coefficients
    /// `known..nonzero`. The coefficients from `nonzero >= known` on are zero, and their places are not read. Afterwards the
    /// places from `known` on hold unspecified values.
    fn inverse_part(&self, f: &mut [M::Element], j: usize, known: usize, nonzero: usize) {
        if f.len() == 1 {
            return;
        }
        if known == f.len() {
            return self.tree.inverse_node(f, j);
        }
        let m = f.len() / 2;
        let c = self.tree.twiddle(m, j);
        let (low, high) = f.split_at_mut(m);
        let both = nonzero.saturating_sub(m);
        if known <= m {
            let end = both.max(known);
            self.add_times(&mut low[known..end], &high[known..end], c);
            self.inverse_part(low, 2 * j, known, nonzero.min(m));
            let end = both.min(known);
            self.add_times(&mut low[..end], &high[..end], c);
            return;
        }
        self.tree.inverse_node(low, 2 * j);
        let k = known - m;
        // Y becomes B, A becomes Z.
        for (y, a) in low[k..both].iter_mut().zip(&mut high[k..both]) {
            let times = c.map(|c| self.tree.module().applied(a, c));
            self.tree.module().add_assign(a, y);
            if let Some(times) = times {
                self.tree.module().add_assign(y, &times);
            }
        }
        high[both..].clone_from_slice(&low[both..]);
        self.inverse_part(high, 2 * j + 1, k, m);
        self.tree.merge(&mut low[..k], &mut high[..k], c);
    }

    /// Computes `low <- low + c high`.
    fn add_times(&self, low: &mut [M::Element], high: &[M::Element], c: Option<&M::Twiddle>) {
        let (Some(c), module) = (c, self.tree.module()) else { return };
        for (b, a) in low.iter_mut().zip(high) {
            module.add_assign(b, &module.applied(a, c));
        }
    }
}

impl<M: Action> Transform<M> for TruncatedNovelBasis<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    /// Returns half the places, for the right node; 0 for a power of two.
    fn scratch_len(&self) -> usize {
        if self.len == self.places() { 0 } else { self.places() / 2 }
    }

    /// Returns 1.
    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        if self.len == self.places() {
            self.tree.forward_node(values, 0);
            return Ok(());
        }
        // The root of `forward_part`, with the right node in scratch.
        let (low, high) = values.split_at_mut(self.places() / 2);
        let (right, k, c) = (&mut scratch[..low.len()], high.len(), self.tree.twiddle(low.len(), 0));
        right[..k].clone_from_slice(high);
        self.tree.split(&mut low[..k], &mut right[..k], c);
        right[k..].clone_from_slice(&low[k..]);
        self.tree.forward_node(low, 0);
        self.forward_part(right, 1, k, low.len());
        high.clone_from_slice(&right[..k]);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        if self.len == self.places() {
            self.tree.inverse_node(values, 0);
            return Ok(());
        }
        let (low, high) = values.split_at_mut(self.places() / 2);
        let (right, k, c) = (&mut scratch[..low.len()], high.len(), self.tree.twiddle(low.len(), 0));
        self.tree.inverse_node(low, 0);
        right[..k].clone_from_slice(high);
        right[k..].clone_from_slice(&low[k..]);
        self.inverse_part(right, 1, k, low.len());
        high.clone_from_slice(&right[..k]);
        self.tree.merge(&mut low[..k], high, c);
        Ok(())
    }
}
