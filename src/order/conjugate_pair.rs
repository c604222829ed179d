//! The order sigma' of the conjugate-pair split radix.
//!
//! As a list, `S(1) = [0]`, `S(2) = [0, 1]`, `S(n) = 2 S(n/2) ++ (1 + 4 S(n/4)) ++ (-1 + 4 S(n/4))` modulo `n`.
//!
//! The rule reads the bits of `j` from the highest: 0 gives the digit 0, and 1 with the bit after it gives the digit 1
//! (10) or -1 (11) and a digit 0. The digit read first has weight 1. The *non-adjacent form* of an integer has signed
//! binary digits, of which no two neighbours differ from 0. The bits of `r = sigma(j)`, from the lowest, spell that of
//! `sigma'(j)`. With `N` the weights of the digits -1, `sigma'(j) = r - 4 N` modulo `n`, because `r` is the sum of the
//! positive digits and `3 N`.

use super::{bit_reverse, bit_reverse_permute};

/// Returns entry `j` of the list of `len`, a power of two.
///
/// ```
/// let order: Vec<usize> = (0..8).map(|j| ringfft::order::conjugate_pair(j, 8)).collect();
/// assert_eq!(order, [0, 4, 2, 6, 1, 5, 7, 3]);
/// ```
pub const fn conjugate_pair(j: usize, len: usize) -> usize {
    const EVEN: usize = usize::MAX / 3;
    let r = bit_reverse(j, len.trailing_zeros());
    // Runs of ones that begin at an even bit: the carry of a one added there clears them. Pairs begin at every
    // second bit of a run.
    let beginnings = r & !(r << 1) & EVEN;
    let from_even = r & !r.wrapping_add(beginnings);
    let firsts = (from_even & EVEN) | (r & !from_even & !EVEN);
    let negative = firsts & (r >> 1);
    r.wrapping_sub(negative << 2) & len.wrapping_sub(1)
}

/// Returns the position of `f(w^k)`: the inverse of [`conjugate_pair`].
///
/// ```
/// use ringfft::order::{conjugate_pair, conjugate_pair_position};
///
/// assert!((0..8).all(|j| conjugate_pair_position(conjugate_pair(j, 8), 8) == j));
/// ```
///
/// The signed digits follow from `3k = 2k + k` and the sum without carries. The nonzero ones are at the bits of
/// `(3k ^ k)/2`, and their sum is `k`. So `r` is twice their absolute sum, minus `k`.
pub const fn conjugate_pair_position(k: usize, len: usize) -> usize {
    let r = (k.wrapping_mul(3) ^ k).wrapping_sub(k) & len.wrapping_sub(1);
    bit_reverse(r, len.trailing_zeros())
}

/// Reorders values from the order sigma' to natural order, in place: element `j` moves to position `sigma'(j)`.
///
/// ```
/// let mut values = [0, 4, 2, 6, 1, 5, 7, 3];
/// ringfft::order::conjugate_pair_to_natural(&mut values);
/// assert_eq!(values, [0, 1, 2, 3, 4, 5, 6, 7]);
/// ```
///
/// It takes `n lg n/6` swaps of neighbouring halves and a bit reversal. The length must be a power of two; slices of other
/// lengths are unchanged.
pub fn conjugate_pair_to_natural<T>(values: &mut [T]) {
    if values.len().is_power_of_two() {
        to_bit_reversed(values);
        bit_reverse_permute(values);
    }
}

/// Reorders values from natural order to the order sigma', in place; the inverse of [`conjugate_pair_to_natural`].
///
/// ```
/// let mut values = [0, 1, 2, 3, 4, 5, 6, 7];
/// ringfft::order::conjugate_pair_from_natural(&mut values);
/// assert_eq!(values, [0, 4, 2, 6, 1, 5, 7, 3]);
/// ```
pub fn conjugate_pair_from_natural<T>(values: &mut [T]) {
    if values.len().is_power_of_two() {
        bit_reverse_permute(values);
        from_bit_reversed(values);
    }
}

// Sigma and sigma' differ in the last quarter only, 3 + 4 s against -1 + 4 t, so t = s + 1 there, and within the blocks
// themselves. In bit-reversed order adding 1 moves the lower half (last bit 0) up by half the length. It moves the
// upper half down to where, with carry, the same happens to the lower half again.

fn from_bit_reversed<T>(block: &mut [T]) {
    if block.len() <= 8 {
        return swap_last_pair(block);
    }
    let (half, rest) = block.split_at_mut(block.len() / 2);
    let (third, fourth) = rest.split_at_mut(rest.len() / 2);
    let mut len = fourth.len();
    while len > 1 {
        swap_halves(&mut fourth[..len]);
        len /= 2;
    }
    from_bit_reversed(half);
    from_bit_reversed(third);
    from_bit_reversed(fourth);
}

fn to_bit_reversed<T>(block: &mut [T]) {
    if block.len() <= 8 {
        return swap_last_pair(block);
    }
    let (half, rest) = block.split_at_mut(block.len() / 2);
    let (third, fourth) = rest.split_at_mut(rest.len() / 2);
    to_bit_reversed(half);
    to_bit_reversed(third);
    to_bit_reversed(fourth);
    let mut len = 2;
    while len <= fourth.len() {
        swap_halves(&mut fourth[..len]);
        len *= 2;
    }
}

/// Swaps the pair that differs in a block of 8; a shorter block is unchanged.
fn swap_last_pair<T>(block: &mut [T]) {
    if block.len() == 8 {
        block.swap(6, 7);
    }
}

fn swap_halves<T>(block: &mut [T]) {
    let (low, high) = block.split_at_mut(block.len() / 2);
    low.swap_with_slice(high);
}
