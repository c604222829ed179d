//! Moving values from an order to natural order and back, in place.

use super::{
    Order, bit_reverse_permute, conjugate_pair_from_natural, conjugate_pair_to_natural, ternary_conjugate_from_natural,
    ternary_conjugate_to_natural, ternary_reverse_permute,
};
use crate::{Error, Result};

impl Order {
    /// Moves values that lie in this order to natural order: element `j` to position [`exponent`](Order::exponent) of
    /// `j`. It works in place, without allocation, in at most `n` swaps; [`ConjugatePair`](Order::ConjugatePair) takes
    /// at most `n lg n/6 + n`.
    ///
    /// ```
    /// use ringfft::order::Order;
    ///
    /// let mut exponents = [0, 4, 2, 6, 1, 5, 7, 3];
    /// Order::ConjugatePair.to_natural(&mut exponents)?;
    /// assert_eq!(exponents, [0, 1, 2, 3, 4, 5, 6, 7]);
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if the order does not exist at this length or is not a permutation of natural order: see
    /// [`is_permutation`](Order::is_permutation).
    pub fn to_natural<T>(self, values: &mut [T]) -> Result<()> {
        self.check_permutation(values.len())?;
        match self {
            Order::Natural => {}
            Order::BitReversed | Order::Truncated => bit_reverse_permute(values),
            Order::ConjugatePair => conjugate_pair_to_natural(values),
            Order::TernaryReversed => ternary_reverse_permute(values),
            Order::TernaryConjugate => ternary_conjugate_to_natural(values),
        }
        Ok(())
    }

    /// Moves values that lie in natural order to this order: the inverse of [`to_natural`](Order::to_natural), at
    /// the same cost.
    ///
    /// # Errors
    /// As [`to_natural`](Order::to_natural).
    #[allow(clippy::wrong_self_convention, reason = "the pair of `to_natural`; an order is a small value")]
    pub fn from_natural<T>(self, values: &mut [T]) -> Result<()> {
        self.check_permutation(values.len())?;
        match self {
            Order::Natural => {}
            Order::BitReversed | Order::Truncated => bit_reverse_permute(values),
            Order::ConjugatePair => conjugate_pair_from_natural(values),
            Order::TernaryReversed => ternary_reverse_permute(values),
            Order::TernaryConjugate => ternary_conjugate_from_natural(values),
        }
        Ok(())
    }

    /// Checks that the order is a permutation of natural order.
    fn check_permutation(self, len: usize) -> Result<()> {
        if self.is_permutation(len) {
            return Ok(());
        }
        match self {
            Order::Truncated => Err(Error::Length {
                what: "the way from truncated to natural order",
                len,
                possible: "its values are some of those of the next power of two, so it takes a power of two",
            }),
            _ => Err(Error::Length { what: self.what(), len, possible: self.lengths() }),
        }
    }
}
