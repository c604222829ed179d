//! The polynomial that vanishes at the lost positions, at all positions at once.
//!
//! Notation: `N = 2^k` positions, `E` those of the lost shards, `varpi_p` the point of position `p`,
//! `L(x)` the product of `x - varpi_e` over `E`.
//!
//! # Idea
//! `varpi_p - varpi_e = varpi_(p xor e)`, so the logarithm of `L(varpi_p)`, and at a lost position that of
//! `L'(varpi_p)`, is `sum_e log varpi_(p xor e)` with `log 0` read as 0: a convolution of the indicator of `E` with the
//! table of logarithms over the group of exclusive or, which the Walsh-Hadamard transform `H` turns into a pointwise product.
//! Logarithms are integers modulo `2^16 - 1`, where a carry out of the top is a carry into the bottom, `H H = 2^k`, and
//! dividing by `2^k` is a rotation by `16 - k` bits.

use super::vector::Vector;

/// `H log`, divided by `N`, of the first `N` logarithms.
pub(super) fn spectrum<V: Vector>(v: V, logs: &mut [u16]) {
    transform(v, logs);
    let rotation = (16 - logs.len().max(1).ilog2().min(16)) % 16;
    logs.iter_mut().for_each(|log| *log = log.rotate_left(rotation));
}

/// The indicator of the lost positions, in place to the logarithms of the locator.
pub(super) fn logarithms<V: Vector>(v: V, lost: &mut [u16], spectrum: &[u16]) {
    transform(v, lost);
    v.run(
        #[inline(always)]
        || {
            for (value, &factor) in lost.iter_mut().zip(spectrum) {
                let product = u32::from(*value) * u32::from(factor);
                *value = add(product as u16, (product >> 16) as u16);
            }
        },
    );
    transform(v, lost);
}

/// `a + b` modulo `2^16 - 1`; both `0` and `2^16 - 1` stand for zero.
#[inline(always)]
fn add(a: u16, b: u16) -> u16 {
    let sum = a.wrapping_add(b);
    sum.wrapping_add(u16::from(sum < a))
}

/// `a - b` modulo `2^16 - 1`.
#[inline(always)]
fn subtract(a: u16, b: u16) -> u16 {
    a.wrapping_sub(b).wrapping_sub(u16::from(a < b))
}

/// The Walsh-Hadamard transform of a power of two of integers modulo `2^16 - 1`.
fn transform<V: Vector>(v: V, values: &mut [u16]) {
    v.run(
        #[inline(always)]
        || {
            let (blocks, rest) = values.as_chunks_mut::<16>();
            for block in blocks {
                for step in [1, 2, 4, 8] {
                    let old = *block;
                    for i in 0..16 {
                        let (a, b) = (old[i & !step], old[i | step]);
                        block[i] = if i & step == 0 { add(a, b) } else { subtract(a, b) };
                    }
                }
            }
            let mut step = if rest.is_empty() { 16 } else { 1 };
            while step < values.len() {
                for part in values.chunks_exact_mut(2 * step) {
                    let (low, high) = part.split_at_mut(step);
                    for (a, b) in low.iter_mut().zip(high) {
                        (*a, *b) = (add(*a, *b), subtract(*a, *b));
                    }
                }
                step *= 2;
            }
        },
    );
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::{
        super::{tables::Tables, vector::Portable},
        *,
    };
    use alloc::vec::Vec;

    #[inline]
    pub(crate) fn logarithms_of_the_locator_are_sums() {
        let tables = Tables::new().unwrap();
        for k in [0, 1, 3, 4, 5, 9, 16] {
            let n = 1usize << k;
            let mut factors = tables.logs[..n].to_vec();
            spectrum(Portable, &mut factors);
            let lost: Vec<usize> = (0..n).filter(|p| (p * 2_654_435_761) >> 7 & 3 == 0).collect();
            let mut values = alloc::vec![0; n];
            lost.iter().for_each(|&p| values[p] = 1);
            logarithms(Portable, &mut values, &factors);
            for p in (0..n).step_by((n / 64).max(1)) {
                let sum: u64 = lost.iter().map(|e| u64::from(tables.logs[p ^ e])).sum();
                assert_eq!(u64::from(values[p]) % 65_535, sum % 65_535, "{k} {p}");
            }
        }
    }
}
