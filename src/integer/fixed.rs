//! Products with one factor whose transforms are kept, in words to the base `2^64` or `10^19`.
//!
//! Notation: `R` the base, `n` the length of the transforms.
//!
//! # Idea
//! A word is a coefficient. The coefficients of a product are below `min(words) (R-1)^2`, which is below the product of
//! the primes, so residues determine them.
//!
//! # Cost
//! Two transforms a product modulo each prime instead of three; a square takes one, and the factor itself one.
//!
//! # Source
//! \[Pollard 1971\]; `papers/integer_product.md`.

use super::{
    decimal_words::{self, PARALLEL, Words},
    limbs::add_assign,
    remainders::{Remainders, recombine},
};
use crate::{
    Result,
    conv::word::{PRIMES, SHORT_PRIMES, WordTransform, short_primes_reach},
    rings::Modular,
};
use alloc::vec::Vec;

/// The base of words.
pub(super) trait Radix: Copy + Send + Sync {
    /// The primes, and how residues become words.
    type Joining: Send + Sync;

    /// Chooses the primes for transforms of `len` elements, if the shorter factor has this many words.
    fn joining(self, words: usize, len: usize) -> Result<Self::Joining>;
    fn primes(joining: &Self::Joining) -> &[Modular];
    /// Adds the numbers with these residues, as coefficients, to `out`, and returns the carry. `product` is scratch, two words longer than
    /// the lists.
    fn add(joining: &Self::Joining, residues: [&[u64]; 4], product: &mut [u64], out: &mut [u64], threads: usize)
    -> u64;
    /// Returns quotient and remainder by the base of a number below `2^64` times the base.
    fn split(self, x: u128) -> (u64, u64);
}

/// The base `2^64`.
#[derive(Clone, Copy)]
pub(super) struct Binary;

impl Radix for Binary {
    type Joining = Remainders;

    fn joining(self, words: usize, len: usize) -> Result<Remainders> {
        Remainders::new(words, len)
    }

    fn primes(joining: &Remainders) -> &[Modular] {
        joining.primes()
    }

    fn add(joining: &Remainders, residues: [&[u64]; 4], product: &mut [u64], out: &mut [u64], threads: usize) -> u64 {
        let product = &mut product[..residues[0].len() + 2];
        recombine(joining, residues, product, threads);
        let (product, zeros) = product.split_at(product.len().min(out.len()));
        debug_assert!(zeros.iter().all(|word| *word == 0));
        u64::from(add_assign(out, product))
    }

    #[inline(always)]
    fn split(self, x: u128) -> (u64, u64) {
        ((x >> 64) as u64, x as u64)
    }
}

/// The base `10^19`.
#[derive(Clone, Copy)]
pub(super) struct Decimal;

impl Radix for Decimal {
    type Joining = (Words, [Modular; 3]);

    fn joining(self, words: usize, len: usize) -> Result<(Words, [Modular; 3])> {
        // n (R-1)^2 is below the product of three primes above 2^49.98.
        const SHORT: usize = 13_000_000;
        let [p, q, r, ..] = if words <= SHORT && short_primes_reach(len) { SHORT_PRIMES } else { PRIMES };
        Ok((Words::new([p, q, r])?, [p, q, r]))
    }

    fn primes((_, primes): &(Words, [Modular; 3])) -> &[Modular] {
        primes
    }

    fn add(
        (words, _): &(Words, [Modular; 3]),
        residues: [&[u64]; 4],
        _: &mut [u64],
        out: &mut [u64],
        threads: usize,
    ) -> u64 {
        let [x, y, z, _] = residues;
        decimal_words::add(words, [x, y, z], 0, out, threads)
    }

    #[inline(always)]
    fn split(self, x: u128) -> (u64, u64) {
        decimal_words::split(x)
    }
}

/// A factor of products, as its values modulo the primes.
pub(super) struct FixedFactor<'a, R: Radix> {
    len: usize,
    words: usize,
    joining: R::Joining,
    transforms: Vec<WordTransform>,
    values: &'a [u64],
    threads: usize,
}

/// Returns the words of room that values for transforms of `len` elements take at most.
pub(super) const fn values_len(len: usize) -> usize {
    4 * len
}

impl<'a, R: Radix> FixedFactor<'a, R> {
    /// Creates the factor for products of at most `len` coefficients. `len` is a length of transforms and at least the
    /// number of words of `factor`. The values take [`values_len`] words from the front of `room`.
    pub(super) fn new(radix: R, factor: &[u64], len: usize, room: &mut &'a mut [u64], threads: usize) -> Result<Self> {
        Self::of(radix.joining(factor.len(), len)?, factor, len, room, threads)
    }

    fn of(joining: R::Joining, factor: &[u64], len: usize, room: &mut &'a mut [u64], threads: usize) -> Result<Self> {
        let threads = if len < PARALLEL { 1 } else { threads };
        let primes = R::primes(&joining);
        let (values, rest) = core::mem::take(room).split_at_mut(primes.len() * len);
        *room = rest;
        let mut transforms = Vec::with_capacity(primes.len());
        for (prime, values) in primes.iter().zip(values.chunks_exact_mut(len)) {
            let transform = WordTransform::new(*prime, len, threads)?;
            transform.values(factor, values, threads);
            transforms.push(transform);
        }
        Ok(FixedFactor { len, words: factor.len(), joining, transforms, values, threads })
    }

    /// Returns the words of scratch of a product.
    pub(super) fn scratch_len(&self) -> usize {
        (self.transforms.len() + 1) * self.len + 2
    }

    /// Writes the product with `x` to the scratch, as residues of coefficients. `x` has at most `len + 1` words less those of the factor.
    pub(super) fn multiply(&self, x: &[u64], scratch: &mut [u64]) {
        debug_assert!(x.len() + self.words <= self.len + 1);
        let factors = self.values.chunks_exact(self.len);
        // All of a prime before the next: its list may fit a cache that three do not.
        for ((transform, factor), residues) in
            self.transforms.iter().zip(factors).zip(scratch.chunks_exact_mut(self.len))
        {
            transform.convolve_values(factor, x, residues, self.threads);
        }
    }

    /// Adds the last product, whose other factor had `words` words, to `out`, and returns the carry. If `out` is as
    /// short as the sum, the carry is 0.
    pub(super) fn add_product(&self, words: usize, scratch: &mut [u64], out: &mut [u64]) -> u64 {
        let count = (words + self.words).saturating_sub(1).min(self.len);
        let (residues, product) = scratch.split_at_mut(self.transforms.len() * self.len);
        let mut lists = residues.chunks_exact(self.len);
        let lists = [(); 4].map(|()| lists.next().map_or(&[][..], |list| &list[..count]));
        R::add(&self.joining, lists, product, out, self.threads)
    }

    /// Adds the square of the factor to `out`, as [`add_product`](Self::add_product).
    pub(super) fn add_square(&self, scratch: &mut [u64], out: &mut [u64]) -> u64 {
        let factors = self.values.chunks_exact(self.len);
        for ((transform, factor), x) in self.transforms.iter().zip(factors).zip(scratch.chunks_exact_mut(self.len)) {
            x.copy_from_slice(factor);
            transform.coefficients_of_product(x, factor, self.threads);
        }
        self.add_product(self.words, scratch, out)
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
