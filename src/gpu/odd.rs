//! Rows of an odd number `n` of reals, which go to a device as complex numbers.
//!
//! Of their values only `X_0, ..., X_h`, `h = (n-1)/2`, are kept. The inverse is
//! `x_j = Re (X_0 + 2 sum_(0 < k <= h) X_k w^(-jk))`: that of the values times 1, 2, 2, ..., extended by zeros.

use super::{
    args::{Argument, Field, Hook, Lines, Map, Powers, View},
    ring::DeviceRing,
};
use crate::{
    Result,
    algebra::Module,
    kernel::memory::{Wiped, filled},
};
use alloc::vec::Vec;

/// Returns the factors of the values before the inverse.
pub(super) fn factors<R: DeviceRing>(ring: &R, values: u64) -> Result<Vec<<R as Module>::Element>> {
    let mut list = filled("factors of values", values as usize, ring.integer(2))?;
    list[0] = ring.one();
    Ok(list)
}

/// Returns the argument of `Map` for rows of `read` numbers as rows of `write`. Rows that are not longer drop the numbers beyond;
/// longer ones have the numbers times their factors, and zeros.
pub(super) fn argument(lines: Lines, factors: Powers, [read, write]: [u64; 2]) -> Argument {
    let kept = Hook { kind: Hook::LIMIT, limit: read, at: View::new(1, 0, 0, 0), ..Hook::default() };
    let longer = Hook { kind: Hook::LIMIT | Hook::WEIGHTS, weights: factors, ..kept };
    let first = if write > read { longer } else { kept };
    let field = Field { group: 1, moduli_count: 1, ..Field::default() };
    Argument::Map(Map { lines, first, last: Hook::default(), field, n: write })
}

/// Allocates `bytes` bytes of complex numbers in the host's memory; their real parts are the input or the output.
pub(super) fn numbers(bytes: u64) -> Result<Wiped<u8>> {
    Ok(Wiped::new(filled("rows of an odd number of reals", bytes as usize, 0)?, 0))
}

/// Reads and writes the real parts of complex numbers, `element` bytes each, side by side with as many parts of
/// something else.
pub(super) fn real_parts<P>(
    element: usize,
    numbers: &mut [u8],
    parts: impl Iterator<Item = P>,
    each: impl Fn(&mut [u8], P),
) {
    // The lengths are known to the compiler.
    if element == 8 {
        numbers.chunks_exact_mut(8).zip(parts).for_each(|(number, part)| each(&mut number[..4], part));
    } else {
        numbers.chunks_exact_mut(16).zip(parts).for_each(|(number, part)| each(&mut number[..8], part));
    }
}
