//! The code on elements: any field of characteristic 2 with a Cantor basis, anything it acts on.
//!
//! Notation: `d` data shards, `p` parity shards; `varpi_j` point `j` of a Cantor basis, `j < 2^k` the points of the field;
//! `m` the power of two from `p` on (high rate) or from `d` on (low rate); `V_0, V_1, ...` the blocks of `m` points.
//!
//! # Idea
//! *Low rate.* The data, with zeros after it, is the list of values on `V_0` of one polynomial of degree below `m`; parity is
//! its values on `V_1, V_2, ...`: an inverse transform and a transform a block.
//!
//! *High rate.* A polynomial `f = sum_j f_j X_(jm)` over all points, `f_j` of degree below `m`, is `sum_j f_j X_(jm)(V_c)` on block `c`,
//! for `X_(jm)` is constant there. Summed over all blocks the constants of `j` give the sum of `X_(jm)` over a subspace, which
//! is zero for all but the last `j`. So `f` has degree below `2^k - m` if and only if the inverse transforms of its blocks add
//! up to zero:
//!
//! ```text
//!   V_0          V_1                 V_2                       beyond the data all is zero
//! [ parity ]   [ data 0 ... m-1 ]  [ data m ... 2m-1 ]  ...    inverse(parity) = inverse(V_1) + inverse(V_2) + ...
//! ```
//! Either code has a word of weight at most `p` only if it is zero: any `d` shards determine the word.
//!
//! *Repair.* Let `E` be the lost points and `L` the product of `x - e` over `E`. Then `h = f L` is known everywhere and of
//! degree below the number of points; `h' = f L'` on `E`, so `f = h'/L'` there.
//!
//! # Contract
//! Shards are elements: field elements, or rows of them ([`Rows`](crate::rings::Rows)). The points are the whole field, or
//! the first `2^k` of a larger one.
//!
//! # Cost
//! Encode: `ceil(d/m) + ceil(p/m)` transforms of length `m`. Repair: two transforms of the least power of two that holds all
//! positions, a derivative, and `|E|` products of scalars for each position. [`ErasureCode`](super::ErasureCode) finds these by
//! a transform instead.
//!
//! # Source
//! \[Lin-Al-Naffouri-Han-Chung 2016\]. `papers/reed_solomon.md`.

use super::Rate;
use crate::{
    CodeError, Error, Result,
    additive::{NovelBasis, derivative_novel},
    algebra::{Action, Ring, Roots, Scalar, Subspace},
    dft::Transform,
    kernel::shards::Layout,
};
use alloc::{vec, vec::Vec};

/// The erasure code as the literature states it, on one element a shard.
///
/// ```
/// use ringfft::{code::{ElementCode, Rate}, rings::{Gf2p8, binary}};
///
/// let code = ElementCode::new(binary::<Gf2p8>(), 3, 2, 1, Rate::High)?;
/// let [a, b] = [1, 2].map(Gf2p8::new);
/// let parity = code.encode(&[a, b])?;
/// let mut shards = [None, Some(b), Some(parity[0])];
/// code.repair(&mut shards)?;
/// assert_eq!(shards[0], Some(a));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct ElementCode<M: Action> {
    layout: Layout,
    points: Subspace<M>,
    /// On all points of the field that there are.
    transform: NovelBasis<M>,
}

impl<M: Action> ElementCode<M>
where
    M::Scalars: Roots,
{
    /// Creates the code of `data` shards and `parity` more at the first `2^dim` points of the Cantor basis.
    ///
    /// # Errors
    /// [`CodeError::Counts`] where that many do not fit the points or a number is zero; [`Error::Subspace`] where the field
    /// has fewer points.
    pub fn new(module: M, dim: u32, data: usize, parity: usize, rate: Rate) -> Result<Self> {
        let points = Subspace::new(module, dim)?;
        let layout = Layout { data, parity, high: rate == Rate::High };
        let (first, after) = if layout.high { (parity, data) } else { (data, parity) };
        let fits = first.checked_next_power_of_two().and_then(|group| group.checked_add(after));
        if data == 0 || parity == 0 || fits.is_none_or(|end| end > points.len()) {
            let possible = "at least one of each, and a power of two from the parity (low rate: the data) on, with the \
                            others, at most the number of points";
            return Err(Error::Code(CodeError::Counts { data, parity, possible }));
        }
        Ok(ElementCode { layout, transform: NovelBasis::new(&points)?, points })
    }

    fn module(&self) -> &M {
        self.points.module()
    }

    /// Returns the parity of `data`.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for another number of elements.
    pub fn encode(&self, data: &[M::Element]) -> Result<Vec<M::Element>> {
        let Layout { data: count, parity, .. } = self.layout;
        Error::check_len("list of data shards", count, data.len())?;
        let m = self.layout.group();
        let mut sum = vec![self.module().zero(); m];
        for (group, shards) in data.chunks(m).enumerate() {
            let mut values = vec![self.module().zero(); m];
            values[..shards.len()].clone_from_slice(shards);
            self.transform.inverse_block(&mut values, self.layout.data_at() / m + group)?;
            sum.iter_mut().zip(&values).for_each(|(sum, value)| self.module().add_assign(sum, value));
        }
        let mut found = Vec::new();
        for group in 0..parity.div_ceil(m) {
            let mut values = sum.clone();
            self.transform.forward_block(&mut values, self.layout.parity_at() / m + group)?;
            found.append(&mut values);
        }
        found.truncate(parity);
        Ok(found)
    }

    /// Restores all that is missing in a list of all shards, data first.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for a list of another length, [`CodeError::TooManyLost`].
    pub fn repair(&self, shards: &mut [Option<M::Element>]) -> Result<()> {
        let Layout { data, parity, high } = self.layout;
        Error::check_len("list of shards", data + parity, shards.len())?;
        let lost = shards.iter().filter(|shard| shard.is_none()).count();
        if lost > parity {
            return Err(Error::Code(CodeError::TooManyLost { lost, parity }));
        }
        let position = |i: usize| if i < data { self.layout.data_at() + i } else { self.layout.parity_at() + i - data };
        let span = self.layout.span();
        let mut known = vec![false; span];
        let zeros = if high { self.layout.data_at() + data..span } else { data..self.layout.group() };
        zeros.for_each(|p| known[p] = true);
        let mut values = vec![self.module().zero(); span];
        for (i, shard) in shards.iter().enumerate() {
            if let Some(shard) = shard {
                known[position(i)] = true;
                values[position(i)] = shard.clone();
            }
        }
        let lost: Vec<usize> = (0..span).filter(|&p| !known[p]).collect();
        for p in (0..span).filter(|&p| known[p]) {
            self.multiply(&mut values[p], &self.locator(p, &lost));
        }
        let points = self.points.subspace(span.ilog2())?;
        self.transform.inverse_block(&mut values, 0)?;
        derivative_novel(&points, &mut values)?;
        self.transform.forward_block(&mut values, 0)?;
        for (i, shard) in shards.iter_mut().enumerate().filter(|(_, shard)| shard.is_none()) {
            let scalars = self.module().scalars();
            let inverse = scalars.inverse(&self.locator(position(i), &lost));
            let inverse =
                inverse.ok_or(Error::Contract { what: "different points must have an invertible difference" })?;
            let mut value = values[position(i)].clone();
            self.multiply(&mut value, &inverse);
            *shard = Some(value);
        }
        Ok(())
    }

    /// Returns `L` at a point that is not lost, `L'` at one that is: the product of the differences from the others.
    fn locator(&self, p: usize, lost: &[usize]) -> Scalar<M> {
        let scalars = self.module().scalars();
        let mut product = scalars.one();
        for &e in lost.iter().filter(|&&e| e != p) {
            scalars.mul_assign(&mut product, &self.points.point(p ^ e));
        }
        product
    }

    fn multiply(&self, x: &mut M::Element, by: &Scalar<M>) {
        let module = self.module();
        module.apply(x, &module.prepare(by));
    }

    /// Returns the number of points.
    pub fn points(&self) -> usize {
        self.transform.len()
    }
}
