//! The orders of the values of transforms: permutations without arithmetic.
//!
//! ```
//! use ringfft::order::{Order, bit_reverse_permute};
//!
//! let mut values = [0, 4, 2, 6, 1, 5, 3, 7];
//! Order::BitReversed.to_natural(&mut values)?;
//! assert_eq!(values, [0, 1, 2, 3, 4, 5, 6, 7]);
//! bit_reverse_permute(&mut values);
//! assert_eq!(values, [0, 4, 2, 6, 1, 5, 3, 7]);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! A transform whose values are only multiplied pointwise needs no reordering, so the order is part of every
//! transform's contract. Coefficients are always low degree first.

pub(crate) mod bit_reversal;
mod conjugate_pair;
pub(crate) mod crt;
pub(crate) mod rader;
mod reorder;
mod ternary;
mod tiles;
pub(crate) mod transpose;

pub use bit_reversal::{bit_reverse, bit_reverse_permute, bit_reverse_permute_negated};
pub use conjugate_pair::{
    conjugate_pair, conjugate_pair_from_natural, conjugate_pair_position, conjugate_pair_to_natural,
};
pub use crt::{idempotents, linear_map};
pub use rader::generator_powers;
pub use ternary::{
    ternary_conjugate, ternary_conjugate_from_natural, ternary_conjugate_to_natural, ternary_reverse,
    ternary_reverse_permute,
};
pub use transpose::transpose;

use alloc::vec::Vec;
use core::{fmt, str::FromStr};

/// The order of a transform's values: position `j` holds `f(w^(exponent of j))`.
///
/// ```
/// use ringfft::order::Order;
///
/// // The values at w^0, w^4, w^2, w^6, ... of order 8.
/// assert_eq!(Order::BitReversed.permutation(8), [0, 4, 2, 6, 1, 5, 3, 7]);
/// assert_eq!(Order::BitReversed.exponent(1, 8), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Order {
    /// Position `j` holds `f(w^j)`.
    #[default]
    Natural,
    /// Position `j` holds `f(w^r)`, with `r` the bits of `j` reversed: the order sigma of powers of two.
    BitReversed,
    /// The order sigma' of the conjugate-pair split radix; powers of two.
    ConjugatePair,
    /// The order Delta, the base-3 digits reversed; powers of three.
    TernaryReversed,
    /// The order Delta' of the twisted radix 3; powers of three.
    TernaryConjugate,
    /// The first positions of bit-reversed order of the next power of two `N`: position `j` holds `f(w^r)` for `w`
    /// of order `N`. The order of truncated transforms; it has every length.
    Truncated,
}

impl Order {
    /// Every order.
    pub const ALL: &'static [Order] = &[
        Order::Natural,
        Order::BitReversed,
        Order::ConjugatePair,
        Order::TernaryReversed,
        Order::TernaryConjugate,
        Order::Truncated,
    ];

    /// Returns the name on the command line and in recipes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Order::Natural => "natural",
            Order::BitReversed => "bit-reversed",
            Order::ConjugatePair => "conjugate-pair",
            Order::TernaryReversed => "ternary-reversed",
            Order::TernaryConjugate => "ternary-conjugate",
            Order::Truncated => "truncated",
        }
    }

    /// Returns the name in a message.
    pub(crate) const fn what(self) -> &'static str {
        match self {
            Order::Natural => "natural order",
            Order::BitReversed => "bit-reversed order",
            Order::ConjugatePair => "conjugate-pair order",
            Order::TernaryReversed => "ternary-reversed order",
            Order::TernaryConjugate => "ternary-conjugate order",
            Order::Truncated => "truncated order",
        }
    }

    /// Returns text for a message: the lengths that the order supports, and the order to use for others.
    pub(crate) const fn lengths(self) -> &'static str {
        match self {
            Order::Natural | Order::Truncated => "it has every length",
            Order::BitReversed | Order::ConjugatePair => "it needs a power of two; natural order has every length",
            Order::TernaryReversed | Order::TernaryConjugate => {
                "it needs a power of three; natural order has every length"
            }
        }
    }

    /// Returns the exponent `k` such that position `j` of `len` holds `f(w^k)`; `O(log len)` in the ternary orders, else
    /// `O(1)`.
    #[must_use]
    pub fn exponent(self, j: usize, len: usize) -> usize {
        match self {
            Order::Natural => j,
            Order::BitReversed => bit_reverse(j, len.trailing_zeros()),
            Order::ConjugatePair => conjugate_pair(j, len),
            Order::TernaryReversed => ternary_reverse(j, len),
            Order::TernaryConjugate => ternary_conjugate(j, len),
            // A length without a next power of two takes all bits of a word.
            Order::Truncated => {
                bit_reverse(j, len.checked_next_power_of_two().map_or(usize::BITS, usize::trailing_zeros))
            }
        }
    }

    /// Returns every position's exponent, in one list.
    #[must_use]
    pub fn permutation(self, len: usize) -> Vec<usize> {
        (0..len).map(|j| self.exponent(j, len)).collect()
    }

    /// Returns whether the order exists for this length.
    #[must_use]
    pub fn exists_for(self, len: usize) -> bool {
        match self {
            Order::Natural | Order::Truncated => true,
            Order::BitReversed | Order::ConjugatePair => len.is_power_of_two(),
            Order::TernaryReversed | Order::TernaryConjugate => is_power_of_three(len),
        }
    }

    /// Returns whether the values in this order are a permutation of those in natural order. That holds for all orders
    /// but [`Truncated`](Order::Truncated) at a length that is not a power of two.
    #[must_use]
    pub fn is_permutation(self, len: usize) -> bool {
        self.exists_for(len) && (self != Order::Truncated || len.is_power_of_two())
    }
}

/// Returns whether `len` is a power of three.
///
/// ```
/// use ringfft::order::is_power_of_three;
///
/// assert!(is_power_of_three(1) && is_power_of_three(27) && !is_power_of_three(6));
/// ```
pub const fn is_power_of_three(mut len: usize) -> bool {
    while len > 1 && len.is_multiple_of(3) {
        len /= 3;
    }
    len == 1
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Order {
    type Err = crate::Error;

    fn from_str(text: &str) -> crate::Result<Self> {
        Order::ALL.iter().copied().find(|order| order.name() == text).ok_or_else(|| crate::Error::Parse {
            expected: "natural, bit-reversed, conjugate-pair, ternary-reversed, ternary-conjugate or truncated",
            found: text.chars().take(40).collect(),
            source: None,
        })
    }
}
