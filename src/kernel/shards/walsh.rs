//! Integers modulo `2^16 - 1`: Walsh-Hadamard transforms and products.

/// Multiplies integers modulo `2^16 - 1` by others.
#[inline(always)]
pub(super) fn multiply(values: &mut [u16], factors: &[u16]) {
    for (value, &factor) in values.iter_mut().zip(factors) {
        let product = u32::from(*value) * u32::from(factor);
        *value = add(product as u16, (product >> 16) as u16);
    }
}

/// Returns `a + b` modulo `2^16 - 1`; both `0` and `2^16 - 1` stand for zero.
#[inline(always)]
fn add(a: u16, b: u16) -> u16 {
    let sum = a.wrapping_add(b);
    sum.wrapping_add(u16::from(sum < a))
}

/// Returns `a - b` modulo `2^16 - 1`.
#[inline(always)]
fn subtract(a: u16, b: u16) -> u16 {
    a.wrapping_sub(b).wrapping_sub(u16::from(a < b))
}

/// Computes the Walsh-Hadamard transform of a power of two of integers modulo `2^16 - 1`.
#[inline(always)]
pub(super) fn walsh_hadamard(values: &mut [u16]) {
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
}
