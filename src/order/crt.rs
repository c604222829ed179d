//! The maps of Good and Thomas between `0, ..., n1 n2 - 1` and pairs, for coprime `n1` and `n2`.
//!
//! Both are linear modulo `n = n1 n2`, so both are walked by additions:
//!
//! | map | index of the pair | |
//! |---|---|---|
//! | Ruritanian | `n2 i + n1 j mod n` | every index once, because `n1`, `n2` are coprime |
//! | Chinese remainder | the `k` with `k = i mod n1`, `k = j mod n2` | `e1 i + e2 j mod n` with idempotents `e1`, `e2` |

use crate::arith::inverse_mod;

/// Returns the two idempotents modulo `n1 n2`: `e1` is 1 modulo `n1` and 0 modulo `n2`, `e2` the other way round.
///
/// ```
/// // 10 is 1 modulo 3 and 0 modulo 5; 6 is 0 modulo 3 and 1 modulo 5.
/// assert_eq!(ringfft::order::idempotents(3, 5), Some([10, 6]));
/// assert_eq!(ringfft::order::idempotents(4, 6), None);
/// ```
///
/// `None` unless `n1` and `n2` are coprime and not 0, and their product fits a word.
pub fn idempotents(n1: usize, n2: usize) -> Option<[usize; 2]> {
    let n = n1.checked_mul(n2).filter(|&n| n != 0)?;
    // Modulo 1 there is nothing to invert.
    let part = |a: usize, b: usize| match b {
        1 => Some(0),
        _ => Some(a * inverse_mod(a as u64, b as u64)? as usize),
    };
    let e1 = part(n2, n1)?;
    Some([e1, if e1 == 0 { 1 % n } else { (n - e1 + 1) % n }])
}

/// Returns `rows` rows of `columns` values `a i + b j` modulo `n`, walked by additions.
///
/// ```
/// let indices: Vec<usize> = ringfft::order::linear_map(2, 3, [3, 2], 6).collect();
/// assert_eq!(indices, [0, 2, 4, 3, 5, 1]);
/// ```
pub fn linear_map(rows: usize, columns: usize, [a, b]: [usize; 2], n: usize) -> impl Iterator<Item = usize> {
    let n = n.max(1);
    let (a, b) = (a % n, b % n);
    // No sum is formed that might not fit a word.
    let add = move |x: usize, y: usize| if x >= n - y { x - (n - y) } else { x + y };
    let row = move |first: usize| {
        (0..columns).scan(first, move |next, _| {
            let index = *next;
            *next = add(index, b);
            Some(index)
        })
    };
    let firsts = (0..rows).scan(0, move |next, _| {
        let first = *next;
        *next = add(first, a);
        Some(first)
    });
    firsts.flat_map(row)
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::arith::gcd;
    use alloc::{vec, vec::Vec};

    #[inline]
    pub(crate) fn maps_of_remainders_are_permutations() {
        for (n1, n2) in (1..20).flat_map(|n1| (1..20).map(move |n2| (n1, n2))) {
            let n = n1 * n2;
            let Some([e1, e2]) = idempotents(n1, n2) else {
                assert_ne!(gcd(n1 as u64, n2 as u64), 1);
                continue;
            };
            assert_eq!(gcd(n1 as u64, n2 as u64), 1);
            assert_eq!([e1 % n1, e1 % n2, e2 % n1, e2 % n2], [1 % n1, 0, 0, 1 % n2]);
            let pairs: Vec<_> = (0..n1).flat_map(|i| (0..n2).map(move |j| (i, j))).collect();
            let remainders: Vec<_> = linear_map(n1, n2, [e1, e2], n).collect();
            assert!(pairs.iter().zip(&remainders).all(|(&(i, j), &k)| k % n1 == i && k % n2 == j));
            let mut seen = vec![false; n];
            for (&(i, j), index) in pairs.iter().zip(linear_map(n1, n2, [n2, n1], n)) {
                assert_eq!(index, (n2 * i + n1 * j) % n);
                assert!(!core::mem::replace(&mut seen[index], true));
            }
        }
        assert_eq!((idempotents(0, 1), idempotents(usize::MAX, 2), idempotents(6, 4)), (None, None, None));
    }
}
