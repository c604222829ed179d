//! Incomplete negacyclic: `f mod (x^n + 1)` to its remainders modulo `x^s - v^odd`, for rings without a `2n`-th root.
//!
//! Notation: `n = 2^k` the length, `s = 2^t` the block, `v` a principal root of order `2n/s` (so `v^(n/s) = -1`), `sigma`
//! bit reversal on `k - t` bits.
//!
//! # Idea
//! Without a root of order `2n` the polynomial `x^n + 1` does not split into linear factors. With one of order `2n/s`
//! it splits into `n/s` factors `x^s - v^(2i+1)`: the negacyclic tree, stopped `t` levels early. That is the node
//! `(n/s, 1)` of the [`ReductionTree`] of order `2n/s`, acting on blocks of `s` coefficients. A product is then a
//! product of short polynomials modulo each factor, [`multiply`](IncompleteNegacyclic::multiply). ML-KEM does this with
//! `n = 256`, `s = 2`, modulo 3329, where 17 has order 256 and no root of order 512 exists.
//!
//! ```text
//! n = 4, s = 2, v of order 4:
//!
//! x0 --+------ r0        x^4 + 1 = x^4 - v^2
//! x1 --|+----- r1        x^2 - v        x^2 + v = x^2 - v^3
//! x2 -[1]----- s0        f mod (x^2 - v) = r0 + r1 x
//! x3 --[1]---- s1        f mod (x^2 + v) = s0 + s1 x
//! ```
//! Block `i` holds `f mod (x^s - v^(2 sigma(i) + 1))`, low degree first.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | blocks, bit-reversed | 2^k >= s | any action; a ring for products | 0; s for products | yes |
//!
//! # Cost
//! `n (k - t)` additions, `(n/2) (k - t)` products, both directions; a product of two images `n (s - 1)` additions,
//! `n s` general products and `n (s - 1)/s` by a root. Asserted by `tests/suite/counts.rs` and `tests/suite/tree.rs`.
//!
//! # Source
//! \[NIST 2024\] (FIPS 203), section 4.3 (`s = 2`, in this order). Differences: any power of two as block, and the inverse is not
//! scaled: it gives `n/s` times the coefficients.

use super::{Node, ReductionTree, Transform, check_slices};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Ring, Roots},
    order::Order,
};

/// The negacyclic transform stopped early: in place, remainders of length `block` in bit-reversed order.
///
/// ```
/// use ringfft::{algebra::{Action, Domain}, dft::{IncompleteNegacyclic, Transform}, rings::Modular};
///
/// // Products modulo x^4 + 1 over a field without a root of order 8.
/// let ring = Modular::new(5)?;
/// let transform = IncompleteNegacyclic::new(&Domain::new(ring, 4)?)?;
/// let (mut a, mut b) = ([0, 0, 0, 1], [0, 1, 0, 0]);
/// transform.forward(&mut a, &mut [])?;
/// transform.forward(&mut b, &mut [])?;
/// transform.multiply(&mut a, &b, &mut [0; 2])?;
/// transform.inverse_unscaled(&mut a, &mut [])?;
/// // x^3 x = -1, times the scale n/2.
/// assert_eq!(a, [5 - 2, 0, 0, 0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct IncompleteNegacyclic<M: Action> {
    tree: ReductionTree<M>,
    node: Node,
    block: usize,
}

impl<M: Action> IncompleteNegacyclic<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform of length `n` over a domain of length `n`, stopped one level early: remainders modulo
    /// `x^2 - v^odd`.
    ///
    /// # Errors
    /// As [`with_block`](IncompleteNegacyclic::with_block).
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        Self::with_block(domain, 2)
    }

    /// Creates the transform of length `n = domain.len() block / 2`, with remainders of length `block`.
    ///
    /// # Errors
    /// [`Error::Length`] unless the domain's length is a power of two above 1 and `block` is a power of two.
    pub fn with_block(domain: &Domain<M>, block: usize) -> Result<Self> {
        let blocks = domain.len() / 2;
        let fits = domain.len().is_power_of_two() && blocks > 0 && block.is_power_of_two();
        if !fits || blocks.checked_mul(block).is_none() {
            let possible = "it needs powers of two n and s <= n, over a domain of length 2n/s above 1";
            return Err(Error::Length { what: "incomplete negacyclic", len: domain.len(), possible });
        }
        Ok(IncompleteNegacyclic {
            tree: ReductionTree::of_power_of_two(domain),
            node: Node { len: blocks, index: 1 },
            block,
        })
    }
}

impl<M: Action> IncompleteNegacyclic<M> {
    /// Returns the number of coefficients of a remainder.
    pub fn block(&self) -> usize {
        self.block
    }

    /// Returns the exponent `e` such that block `i` holds `f mod (x^block - v^e)`.
    pub fn exponent(&self, i: usize) -> usize {
        2 * self.order().exponent(i, self.node.len) + 1
    }
}

impl<M: Action + Ring> IncompleteNegacyclic<M> {
    /// Computes `a <- a b`, the product of two images: block by block modulo `x^block - v^e`. `scratch` has `block` elements.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `a` and `b` are `len` long and `scratch` at least `block`.
    pub fn multiply(&self, a: &mut [M::Element], b: &[M::Element], scratch: &mut [M::Element]) -> Result<()> {
        Error::check_len("slice of values", self.len(), a.len())?;
        Error::check_len("second slice of values", self.len(), b.len())?;
        Error::check_at_least("scratch", self.block, scratch.len())?;
        let (ring, product) = (self.tree.module(), &mut scratch[..self.block]);
        for (i, (a, b)) in a.chunks_exact_mut(self.block).zip(b.chunks_exact(self.block)).enumerate() {
            // The leaves below the node of index j are modulo x^s - c and x^s + c, c the node's twiddle.
            let leaf = self.node.len + i;
            let c = self.tree.twiddle(leaf / 2);
            for (r, target) in product.iter_mut().enumerate() {
                // The coefficients that wrap around, times c or -c, then those that do not.
                let wrapped = dot(ring, &a[r + 1..], &b[r + 1..]);
                let plain = dot(ring, &a[..=r], &b[..=r]);
                *target = plain.unwrap_or_else(|| ring.zero());
                if let Some(mut wrapped) = wrapped {
                    if leaf > 1 {
                        ring.apply(&mut wrapped, c);
                    }
                    match leaf % 2 {
                        0 => ring.add_assign(target, &wrapped),
                        _ => ring.sub_assign(target, &wrapped),
                    }
                }
            }
            a.clone_from_slice(product);
        }
        Ok(())
    }
}

/// Returns `sum_i a_i b_(m-1-i)`, `m` the common length.
fn dot<R: Ring>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Option<R::Element> {
    let terms = a.iter().zip(b.iter().rev()).map(|(a, b)| {
        let mut term = a.clone();
        ring.mul_assign(&mut term, b);
        term
    });
    terms.reduce(|mut sum, term| {
        ring.add_assign(&mut sum, &term);
        sum
    })
}

impl<M: Action> Transform<M> for IncompleteNegacyclic<M> {
    fn len(&self) -> usize {
        self.node.len * self.block
    }

    fn order(&self) -> Order {
        Order::BitReversed
    }

    fn scratch_len(&self) -> usize {
        0
    }

    /// Returns the number of remainders, `n/s`.
    fn inverse_scale(&self) -> usize {
        self.node.len
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.tree.forward_blocks(values, self.node.index, self.block);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.tree.inverse_blocks(values, self.node.index, self.block);
        Ok(())
    }
}
