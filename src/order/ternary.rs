//! The orders Delta and Delta' of the radix-3 transforms.
//!
//! As lists, `D(1) = [0]`, `D(3n) = 3 D(n) ++ (3 D(n) + 1) ++ (3 D(n) + 2)`, and `D'(1) = [0]`,
//! `D'(n) = 3 D'(n/3) ++ (1 + 3 D'(n/3)) ++ (-1 + 3 D'(n/3))` modulo `n`.
//!
//! Delta reverses the base-3 digits and is its own inverse. Delta' reverses them and reads the digit 2 as -1: balanced
//! ternary. Adding `(n - 1)/2`, all of whose digits are 1, to a balanced number makes its digits 0 to 2 again. So
//! `Delta'(j) = (n - 1)/2 - E(j)` modulo `n`, where `E` reverses the digits of `j` and swaps 0 and 1. `E` is an
//! involution, and `x -> c - x` is two reversals of slices.

use super::tiles::{swap_pairs, swap_tiles};
use crate::lists;

/// Returns entry `j` of Delta for `len`, a power of three: the base-3 digits of `j` reversed.
///
/// ```
/// let order: Vec<usize> = (0..9).map(|j| ringfft::order::ternary_reverse(j, 9)).collect();
/// assert_eq!(order, [0, 3, 6, 1, 4, 7, 2, 5, 8]);
/// ```
pub const fn ternary_reverse(j: usize, len: usize) -> usize {
    reversed(j, len, [0, 1, 2])
}

/// Returns entry `j` of Delta' for `len`, a power of three.
///
/// ```
/// let order: Vec<usize> = (0..9).map(|j| ringfft::order::ternary_conjugate(j, 9)).collect();
/// assert_eq!(order, [0, 3, 6, 1, 4, 7, 8, 2, 5]);
/// ```
pub const fn ternary_conjugate(j: usize, len: usize) -> usize {
    let center = len.saturating_sub(1) / 2;
    let exchanged = reversed(j, len, [1, 0, 2]);
    if exchanged <= center { center - exchanged } else { len - (exchanged - center) }
}

/// Returns the base-3 digits of `j`, each replaced by `digit`, reversed.
const fn reversed(mut j: usize, mut len: usize, digit: [usize; 3]) -> usize {
    let mut reversed = 0;
    while len >= 3 {
        reversed = 3 * reversed + digit[j % 3];
        j /= 3;
        len /= 3;
    }
    reversed
}

/// Swaps every element with its partner under [`reversed`], for involutions `digit`, in tiles of 9 by 9 elements.
fn swap_reversed<T>(values: &mut [T], digit: [usize; 3]) {
    let len = values.len();
    if len < 81 {
        return swap_pairs(values, |j| reversed(j, len, digit));
    }
    let ninths = lists::from_fn::<_, 9>(|j| reversed(j, 9, digit));
    swap_tiles(values, ninths, |m| reversed(m, len / 81, digit));
}

/// Moves element `j` to position `Delta(j)`. The length must be a power of three; others are left alone.
///
/// ```
/// let mut values = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/// ringfft::order::ternary_reverse_permute(&mut values);
/// assert_eq!(values, [0, 3, 6, 1, 4, 7, 2, 5, 8]);
/// ```
pub fn ternary_reverse_permute<T>(values: &mut [T]) {
    if super::is_power_of_three(values.len()) {
        swap_reversed(values, [0, 1, 2]);
    }
}

/// Transforms values in the order Delta' to natural order, in place: element `j` moves to position `Delta'(j)`.
///
/// ```
/// let mut values = [0, 3, 6, 1, 4, 7, 8, 2, 5];
/// ringfft::order::ternary_conjugate_to_natural(&mut values);
/// assert_eq!(values, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
/// ```
///
/// Less than `n` swaps. The length must be a power of three; others are left alone.
pub fn ternary_conjugate_to_natural<T>(values: &mut [T]) {
    if super::is_power_of_three(values.len()) {
        swap_reversed(values, [1, 0, 2]);
        reflect(values);
    }
}

/// Reorders values from natural order to the order Delta', in place; the inverse of [`ternary_conjugate_to_natural`].
///
/// ```
/// let mut values = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/// ringfft::order::ternary_conjugate_from_natural(&mut values);
/// assert_eq!(values, [0, 3, 6, 1, 4, 7, 8, 2, 5]);
/// ```
pub fn ternary_conjugate_from_natural<T>(values: &mut [T]) {
    if super::is_power_of_three(values.len()) {
        reflect(values);
        swap_reversed(values, [1, 0, 2]);
    }
}

/// Moves element `j` to position `(n - 1)/2 - j` modulo `n`, for odd `n`.
fn reflect<T>(values: &mut [T]) {
    let (low, high) = values.split_at_mut(values.len() / 2 + 1);
    low.reverse();
    high.reverse();
}
