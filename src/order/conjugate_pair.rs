//! The order sigma' of the conjugate-pair split radix.
//!
//! As a list, `S(1) = [0]`, `S(2) = [0, 1]`, `S(n) = 2 S(n/2) ++ (1 + 4 S(n/4)) ++ (-1 + 4 S(n/4))` modulo `n`.

/// Entry `j` of the list of `len`, a power of two.
pub const fn conjugate_pair(j: usize, len: usize) -> usize {
    if len <= 2 {
        return j;
    }
    let quarter = len / 4;
    if j < 2 * quarter {
        2 * conjugate_pair(j, 2 * quarter)
    } else if j < 3 * quarter {
        1 + 4 * conjugate_pair(j - 2 * quarter, quarter)
    } else {
        (4 * conjugate_pair(j - 3 * quarter, quarter) + len - 1) % len
    }
}
