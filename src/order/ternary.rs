//! The orders Delta and Delta' of the radix-3 transforms.
//!
//! As lists, `D(1) = [0]`, `D(3n) = 3 D(n) ++ (3 D(n) + 1) ++ (3 D(n) + 2)`, and `D'(1) = [0]`,
//! `D'(n) = 3 D'(n/3) ++ (1 + 3 D'(n/3)) ++ (-1 + 3 D'(n/3))` modulo `n`.

/// Entry `j` of Delta for `len`, a power of three: the base-3 digits of `j` reversed.
pub const fn ternary_reverse(mut j: usize, mut len: usize) -> usize {
    let mut reversed = 0;
    while len >= 3 {
        reversed = 3 * reversed + j % 3;
        j /= 3;
        len /= 3;
    }
    reversed
}

/// Entry `j` of Delta' for `len`, a power of three.
pub const fn ternary_conjugate(j: usize, len: usize) -> usize {
    if len < 3 {
        return j;
    }
    let third = len / 3;
    let below = 3 * ternary_conjugate(j % third, third);
    match j / third {
        0 => below,
        1 => below + 1,
        _ => (below + len - 1) % len,
    }
}
