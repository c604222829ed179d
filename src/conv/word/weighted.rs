//! Transforms of digits whose weights are roots of two: products modulo `2^N - 1` and `2^N + 1` at their own length, for every `N`.
//!
//! Notation: `n` the number of digits, a power of two; `p` a prime with `r^n = 2` modulo `p`; `c_i = -N i mod n`.
//!
//! # Idea
//! Digit `i` begins at bit `e_i = ceil(N i/n)`, so that digits have two lengths, a bit apart, and weighs
//! `w_i = 2^(e_i - N i/n) = r^(c_i)`. For `k = i + j` modulo `n`, `w_i w_j/w_k` is 1 or 2, because `2^(e_i + e_j)` is
//! once or twice `2^(e_k)` modulo `2^N -+ 1`. So the cyclic (negacyclic) product of the weighted digits is the weighted
//! product of the numbers.
//!
//! The weights of a block of digits are a row times the weight of the block: `r^(C + D - n)`, with `C` the exponent of
//! the first digit and `D` those of the row. That is `w_i/2` where `C + D < n`; then the caller doubles the digit, and
//! halves the coefficient.
//!
//! # Source
//! \[Crandall-Fagin 1994\]; over primes: \[Crandall-Pomerance 2005\], section 9.5.2.

use super::{PARALLEL, WEIGHTED_LEN, WordTransform};
use crate::{
    Result,
    algebra::Ring,
    kernel::memory::reserve,
    rings::Modular,
    threads::{Every, share},
};
use alloc::vec::Vec;

/// The digits of a modulus `2^N - 1` or `2^N + 1`: `n` of them.
#[derive(Clone, Copy)]
pub(crate) struct Digits {
    /// `N`, below `2^40`.
    pub(crate) bits: u64,
    /// `n`, at most [`WEIGHTED_LEN`].
    pub(crate) len: usize,
}

impl Digits {
    /// Returns the digits of a row of weights.
    pub(crate) fn row(self) -> usize {
        1 << self.len.ilog2().div_ceil(2)
    }

    /// Returns the bit at which digit `i` begins.
    #[inline(always)]
    pub(crate) fn start(self, i: usize) -> u64 {
        (self.bits * i as u64 + self.len as u64 - 1) >> self.len.trailing_zeros()
    }

    /// Returns `c_i`.
    #[inline(always)]
    fn exponent(self, i: usize) -> usize {
        (self.bits as usize).wrapping_mul(i).wrapping_neg() & (self.len - 1)
    }

    /// Returns the bits of the digits from `from` on, and for each 1 if a block halves its weight, else 0. Such a digit
    /// enters doubled, and its coefficient leaves doubled.
    #[inline(always)]
    pub(crate) fn each(self, from: usize) -> impl Iterator<Item = (u32, u32)> {
        let (row, mask) = (self.row() - 1, self.len - 1);
        let step = self.bits as usize & mask;
        let mut block = 0;
        let mut in_row = self.exponent(from & row);
        let mut start = self.start(from);
        (from..self.len).map(move |i| {
            if i & row == 0 || i == from {
                block = self.exponent(i & !row);
            }
            if i & row == 0 {
                in_row = 0;
            }
            let is_half = u32::from(block + in_row < self.len);
            in_row = in_row.wrapping_sub(step) & mask;
            let end = self.start(i + 1);
            let size = (end - start) as u32;
            start = end;
            (size, is_half)
        })
    }
}

/// Rows of residues and of digits, and the weights of blocks.
type Rows<'a> = (Every<&'a mut [u64]>, Every<&'a [u64]>, Every<&'a [u64]>);

/// The weights of rows and of blocks, times the radix.
struct Weights {
    row: Vec<u64>,
    blocks: Vec<u64>,
}

/// A transform modulo a prime of [`WEIGHTED`].
pub(crate) struct WeightedTransform {
    transform: WordTransform,
    digits: Digits,
    weights: Weights,
    /// One over the weights.
    inverse: Weights,
}

impl WeightedTransform {
    /// Creates the transform of digits modulo `2^N - 1`, or modulo `2^N + 1` if `negacyclic`.
    pub(crate) fn new((ring, root): (Modular, u64), digits: Digits, negacyclic: bool, threads: usize) -> Result<Self> {
        let len = digits.len;
        let transform = if negacyclic {
            WordTransform::negacyclic(ring, len, threads)?
        } else {
            WordTransform::new(ring, len, threads)?
        };
        let root = ring.pow(&root, (WEIGHTED_LEN / len) as u64);
        let half = ring.modulus() / 2 + 1;
        let weights = |[root, two]: [u64; 2], first: u64| {
            let row = powers(&transform, digits, [root, two], (digits.row(), 1), first)?;
            let blocks = powers(&transform, digits, [root, two], (len / digits.row(), digits.row()), 1)?;
            Ok(Weights { row, blocks })
        };
        let own = weights([root, 2], half)?;
        let inverse = weights([ring.inverse(&root).unwrap_or(0), half], 2)?;
        Ok(WeightedTransform { transform, digits, weights: own, inverse })
    }

    /// Computes the weighed coefficients of a product from the values of its factors, in place of the first.
    pub(crate) fn coefficients_of_product(&self, x: &mut [u64], values: &[u64], threads: usize) {
        self.transform.multiply(x, values, threads);
        self.coefficients(x, threads);
    }

    /// Computes the weighed coefficients of a square from its digits.
    pub(crate) fn square(&self, a: &[u64], x: &mut [u64], threads: usize) {
        self.values(a, x, threads);
        self.transform.square_values(x, threads);
        self.coefficients(x, threads);
    }

    /// Computes the values of digits of up to 63 bits, doubled or not.
    pub(crate) fn values(&self, digits: &[u64], x: &mut [u64], threads: usize) {
        let (row, rows) = (self.digits.row(), self.transform.rows());
        let pieces = (Every(&mut *x, row), Every(digits, row), Every(&self.weights.blocks[..], 1));
        share(threads > 1, pieces, self.least(), &|(Every(x, _), Every(digits, _), Every(blocks, _)): Rows<'_>| {
            for ((x, digits), block) in x.chunks_exact_mut(row).zip(digits.chunks_exact(row)).zip(blocks) {
                rows.enter_weighed(digits, &self.weights.row, *block, x);
            }
        });
        self.transform.forward(x);
    }

    /// Returns the least blocks that are worth a second thread.
    fn least(&self) -> usize {
        (PARALLEL / 2 / self.digits.row()).max(1)
    }

    fn coefficients(&self, x: &mut [u64], threads: usize) {
        self.transform.inverse(x, threads);
        let (row, rows) = (self.digits.row(), self.transform.rows());
        let pieces = (Every(x, row), Every(&self.inverse.blocks[..], 1));
        share(threads > 1, pieces, self.least(), &|(Every(x, _), Every(blocks, _)): (
            Every<&mut [u64]>,
            Every<&[u64]>,
        )| {
            for (x, block) in x.chunks_exact_mut(row).zip(blocks) {
                rows.weigh(x, &self.inverse.row, *block);
            }
        });
    }
}

/// Returns `first root^(c_i)` times the radix for the digits `i = 0, step, 2 step, ...`, where the root to the power `n` is `two`.
fn powers(
    transform: &WordTransform,
    digits: Digits,
    [root, two]: [u64; 2],
    (count, step): (usize, usize),
    first: u64,
) -> Result<Vec<u64>> {
    let ring = transform.ring();
    let mut list = reserve("weights of digits", count)?;
    let delta = digits.exponent(step);
    let by = ring.pow(&root, delta as u64);
    let wrapped = {
        let mut by = by;
        ring.mul_assign(&mut by, &ring.inverse(&two).unwrap_or(0));
        by
    };
    let mut power = first;
    ring.mul_assign(&mut power, &transform.rows().radix());
    let mut exponent = 0;
    for _ in 0..count {
        list.push(power);
        exponent += delta;
        let wraps = exponent >= digits.len;
        exponent &= digits.len - 1;
        ring.mul_assign(&mut power, if wraps { &wrapped } else { &by });
    }
    Ok(list)
}
