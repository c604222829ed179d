//! The orders in which transforms leave their values: permutations without arithmetic.
//!
//! A transform whose values are only multiplied pointwise never pays for reordering, so the order is part of
//! every transform's contract. Coefficients are always low degree first.

mod bit_reversal;
mod transpose;

pub use bit_reversal::{bit_reverse, bit_reverse_permute, bit_reverse_permute_negated};
pub use transpose::transpose;

use alloc::vec::Vec;
use core::{fmt, str::FromStr};

/// The order of a transform's values: position `j` holds `f(w^(exponent of j))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Order {
    /// Position `j` holds `f(w^j)`.
    #[default]
    Natural,
    /// Position `j` holds `f(w^r)`, with `r` the bits of `j` reversed; the length is a power of two.
    BitReversed,
}

impl Order {
    /// The exponent `k` such that position `j` of `len` holds `f(w^k)`.
    pub fn exponent(self, j: usize, len: usize) -> usize {
        match self {
            Order::Natural => j,
            Order::BitReversed => bit_reverse(j, len.trailing_zeros()),
        }
    }

    /// Every position's exponent, in one list.
    pub fn permutation(self, len: usize) -> Vec<usize> {
        (0..len).map(|j| self.exponent(j, len)).collect()
    }

    /// Whether the order exists for this length.
    pub fn exists_for(self, len: usize) -> bool {
        match self {
            Order::Natural => true,
            Order::BitReversed => len.is_power_of_two(),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::Natural => "natural",
            Order::BitReversed => "bit-reversed",
        })
    }
}

impl FromStr for Order {
    type Err = crate::Error;

    fn from_str(text: &str) -> crate::Result<Self> {
        match text {
            "natural" => Ok(Order::Natural),
            "bit-reversed" => Ok(Order::BitReversed),
            _ => Err(crate::Error::Parse {
                expected: "natural or bit-reversed",
                found: text.chars().take(40).collect(),
                source: None,
            }),
        }
    }
}
