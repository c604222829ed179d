//! Transforms over primes of 252 to 255 bits, eight elements in lanes of 52-bit limbs.
//!
//! Notation: `n = 2^k` elements of four words, `n/8` vectors in the workspace; `h g^j` the points.
//!
//! # Idea
//! The remainder tree of `x^n - h^n` ([`Classical`](crate::dft::Classical)), whose factors are the same for a whole block.
//!
//! ```text
//! words       rows of n/4       -> two levels, limbs ->
//! workspace   blocks of n/32 vectors .. 1 vector      two levels each, depth first
//! tiles       8 vectors         -> transposed, three levels across the lanes, words ->
//! words       64 neighbours in bit-reversed order, or 64 rows in natural order
//! ```
//!
//! The inverse goes the same way back. Words are multiplied by roots and added: what they stand for (residues, or residues
//! times a power of two, as in Montgomery form) does not matter. A coset changes the factors and nothing else, and the
//! `1/n` of the inverse is part of the last reduction.
//!
//! # Equals
//! [`DepthFirst`](crate::kernel::DepthFirst) and [`Classical`](crate::dft::Classical), bit for bit.
#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

pub(crate) mod field;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod ifma;
pub(crate) mod limbs;
mod pass;
mod roots;
mod tile;
mod walk;
pub(crate) mod words;

pub(crate) use pass::Residue;

use crate::{Error, Result};
use field::Field;
use limbs::{Block, Prime};
use roots::Roots;
use words::{LANES, Words};

/// The least length.
pub(crate) const LEAST: usize = 1 << 8;
/// The greatest length.
pub(crate) const MOST: usize = 1 << 32;

/// A transform that is ready to run.
pub(crate) struct Wide<W> {
    words: W,
    prime: Prime,
    log_len: u32,
    coset: bool,
    forward: Roots,
    inverse: Roots,
    #[cfg(feature = "parallel")]
    threads: usize,
}

impl<W: Words> Wide<W> {
    /// The transform at the points `shift root^j`, with `root` of order `len`, both residues.
    ///
    /// `None` where there is no kernel for the prime or the length.
    pub(crate) fn new(
        words: W,
        prime: &[u64; 4],
        len: usize,
        root: &Residue,
        shift: Option<&Residue>,
        threads: usize,
    ) -> Option<Result<Self>> {
        if !len.is_power_of_two() || !(LEAST..=MOST).contains(&len) {
            return None;
        }
        let field = Field::new(prime)?;
        let log_len = len.ilog2();
        let _ = threads;
        let tables = || {
            let root = field.of_words(root);
            let shift = shift.map(|shift| field.of_words(shift));
            let forward = Roots::new(&field, &root, shift.as_ref(), log_len)?;
            let shift = shift.map(|shift| field.inverse(&shift));
            let inverse = Roots::new(&field, &field.inverse(&root), shift.as_ref(), log_len)?;
            Ok(Wide {
                words,
                prime: field.prime(),
                log_len,
                coset: shift.is_some(),
                forward,
                inverse,
                #[cfg(feature = "parallel")]
                threads,
            })
        };
        Some(tables())
    }

    /// How many elements there are.
    pub(crate) fn len(&self) -> usize {
        1 << self.log_len
    }

    /// How many blocks a workspace has.
    pub(crate) fn workspace(&self) -> usize {
        self.len() / LANES
    }

    /// Bytes of tables.
    pub(crate) fn bytes(&self) -> usize {
        self.forward.bytes() + self.inverse.bytes()
    }

    /// Coefficients below `p` to values in `[0, p)`, in natural or bit-reversed order.
    pub(crate) fn forward(&self, values: &mut [Residue], workspace: &mut [Block], natural: bool) -> Result<()> {
        self.check(values, workspace)?;
        self.walk_down(values, &mut workspace[..self.len() / LANES], natural);
        Ok(())
    }

    /// Values below `p` to coefficients in `[0, p)`: the inverse of [`forward`](Wide::forward), `1/n` included.
    pub(crate) fn inverse(&self, values: &mut [Residue], workspace: &mut [Block], natural: bool) -> Result<()> {
        self.check(values, workspace)?;
        self.walk_up(values, &mut workspace[..self.len() / LANES], natural);
        Ok(())
    }

    fn check(&self, values: &[Residue], workspace: &[Block]) -> Result<()> {
        Error::check_len("slice of values", self.len(), values.len())?;
        Error::check_at_least("workspace", self.workspace(), workspace.len())
    }
}
