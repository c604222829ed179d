//! Bit reversal: the order sigma of the radix-2 transforms.
//!
//! `sigma(0) = 0`, `sigma(2j) = sigma(j)/2`, `sigma(2j+1) = sigma(j)/2 + n/2`; as a list,
//! `S(2n) = 2 S(n) ++ (2 S(n) + 1)`. It is its own inverse.

use super::tiles::swap_tiles;

/// Returns the lowest `bits` bits of `j`, reversed.
///
/// ```
/// assert_eq!(ringfft::order::bit_reverse(0b0011, 4), 0b1100);
/// ```
#[inline]
pub const fn bit_reverse(j: usize, bits: u32) -> usize {
    if bits == 0 { 0 } else { j.reverse_bits() >> (usize::BITS - bits) }
}

/// Moves element `j` to position `bit_reverse(j)`. The length must be a power of two; others are left alone.
///
/// ```
/// let mut values = [0, 1, 2, 3, 4, 5, 6, 7];
/// ringfft::order::bit_reverse_permute(&mut values);
/// assert_eq!(values, [0, 4, 2, 6, 1, 5, 3, 7]);
/// ```
///
/// In tiles of 8 by 8 elements, so that each cache line is moved once.
pub fn bit_reverse_permute<T>(values: &mut [T]) {
    const EIGHTHS: [usize; 8] = [0, 4, 2, 6, 1, 5, 3, 7];
    let len = values.len();
    if !len.is_power_of_two() {
        return;
    }
    let bits = len.trailing_zeros();
    match bits {
        0 | 1 => {}
        2 => swap_few::<4, 1, T>(values),
        3 => swap_few::<8, 2, T>(values),
        4 => swap_few::<16, 6, T>(values),
        5 => swap_few::<32, 12, T>(values),
        _ => swap_tiles(values, EIGHTHS, |m| bit_reverse(m, bits - 6)),
    }
}

/// Returns the pairs of positions below `N` that [`bit_reverse_permute`] swaps.
const fn pairs<const N: usize, const COUNT: usize>() -> [[usize; 2]; COUNT] {
    let (mut pairs, mut count, mut j) = ([[0; 2]; COUNT], 0, 0);
    while j < N {
        let other = bit_reverse(j, N.trailing_zeros());
        if j < other {
            pairs[count] = [j, other];
            count += 1;
        }
        j += 1;
    }
    pairs
}

/// Permutes `N` elements as [`bit_reverse_permute`], at positions that the compiler knows.
#[inline(always)]
fn swap_few<const N: usize, const COUNT: usize, T>(values: &mut [T]) {
    let Some(values) = values.first_chunk_mut::<N>() else { return };
    let pairs = const { pairs::<N, COUNT>() };
    let mut i = 0;
    while i < COUNT {
        values.swap(pairs[i][0], pairs[i][1]);
        i += 1;
    }
}

/// Permutes from bit-reversed order to natural order of the *negated* index: position `k` receives the element that
/// [`bit_reverse_permute`] would move to `-k mod n`.
///
/// ```
/// let mut values = [0, 4, 2, 6, 1, 5, 3, 7];
/// ringfft::order::bit_reverse_permute_negated(&mut values);
/// assert_eq!(values, [0, 7, 6, 5, 4, 3, 2, 1]);
/// ```
///
/// A forward transform that leaves bit-reversed order, followed by this, is the unscaled inverse transform in natural
/// order: the bit reversal includes the reversal `k -> -k` at no cost. The length must be a power of two; other slices
/// are left unchanged.
pub fn bit_reverse_permute_negated<T>(values: &mut [T]) {
    if !values.len().is_power_of_two() {
        return;
    }
    // Negation fixes the highest bit that decides: in bit-reversed order it reverses each block
    // [2^t, 2^(t+1)), because -k has the same number of trailing zeros as k.
    let mut block = 2;
    while block < values.len() {
        values[block..2 * block].reverse();
        block *= 2;
    }
    bit_reverse_permute(values);
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[inline]
    pub(crate) fn lists_of_the_literature() {
        let sigma = |n: usize| (0..n).map(|j| bit_reverse(j, n.trailing_zeros())).collect::<Vec<_>>();
        assert_eq!(sigma(1), [0]);
        assert_eq!(sigma(8), [0, 4, 2, 6, 1, 5, 3, 7]);
        assert_eq!(sigma(16), [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]);
    }

    #[inline]
    pub(crate) fn negation_rides_along() {
        for log_len in 0..8 {
            let n = 1usize << log_len;
            let mut plain: Vec<usize> = (0..n).collect();
            let mut fused = plain.clone();
            bit_reverse_permute(&mut plain);
            plain[1..].reverse();
            bit_reverse_permute_negated(&mut fused);
            assert_eq!(plain, fused, "{n}");
        }
    }
}
