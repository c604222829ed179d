//! What the tests share.

use std::{
    fmt::Debug,
    ops::{Add, Mul},
};

/// The definition, by Horner's rule: `f(w^k)` for `k < n`, in natural order.
pub fn evaluate<F: Copy + Add<Output = F> + Mul<Output = F>>(coefficients: &[F], w: F, zero: F, one: F) -> Vec<F> {
    let value = |x: F| coefficients.iter().rev().fold(zero, |sum, &c| sum * x + c);
    std::iter::successors(Some(one), |&x| Some(x * w)).take(coefficients.len()).map(value).collect()
}

/// The list whose entry `k` is entry `t k mod n` of `values`.
pub fn stretch<F: Copy>(values: &[F], t: usize) -> Vec<F> {
    (0..values.len()).map(|k| values[t * k % values.len()]).collect()
}

/// The exponent `t < n` with `w^t = target`.
pub fn logarithm<F: Copy + PartialEq + Debug + Mul<Output = F>>(w: F, target: F, one: F, n: usize) -> usize {
    let mut powers = std::iter::successors(Some(one), |&x| Some(x * w)).take(n);
    powers.position(|power| power == target).unwrap_or_else(|| panic!("{target:?} is no power of {w:?}"))
}
