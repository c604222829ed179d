//! Products without a transform: schoolbook and Karatsuba, over every ring.
//!
//! # Idea
//! With `a = a0 + a1 y`, `b = b0 + b1 y`, `y = x^m`:
//!
//! ```text
//! a b = a0 b0 + ((a0 + a1)(b0 + b1) - a0 b0 - a1 b1) y + a1 b1 y^2
//! ```
//!
//! so three products of half the length do the work of four. Inputs of unequal length are cut into pieces as
//! long as the shorter one.
//!
//! # Cost
//! `3^k` products for `2^k` by `2^k` elements where the recursion goes down to 1.
//!
//! # Source
//! \[Karatsuba-Ofman 1962\]; `papers/convolution.md`.

use super::wrap::{add_all, buffer, check_linear, sub_all};
use crate::{Result, algebra::Ring};

/// Inputs shorter than this are multiplied by the schoolbook method in a ring of which nothing is known.
pub(super) const KARATSUBA: usize = 24;

/// Computes `out <- a b`, with Karatsuba's step while the pieces have at least `crossover` elements.
pub(super) fn linear_into<R: Ring>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    out: &mut [R::Element],
    crossover: usize,
) -> Result<()> {
    check_linear(a, b, out)?;
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    out.fill(ring.zero());
    if short.len() < crossover.max(2) {
        schoolbook(ring, short, long, out);
        return Ok(());
    }
    let m = short.len();
    let mut product = buffer("a product", 2 * m - 1, &ring.zero())?;
    let mut scratch = buffer("the scratch of a product", scratch_len(m), &ring.zero())?;
    let (mut rest, mut target) = (long, out);
    while !rest.is_empty() {
        let (piece, tail) = rest.split_at(m.min(rest.len()));
        let product = &mut product[..m + piece.len() - 1];
        match piece.len() == m {
            true => karatsuba(ring, short, piece, product, &mut scratch, crossover.max(2)),
            false => linear_into(ring, piece, short, product, crossover)?,
        }
        add_all(ring, target, product);
        (rest, target) = (tail, &mut target[piece.len()..]);
    }
    Ok(())
}

/// Computes `out <- out + a b`.
fn schoolbook<R: Ring>(ring: &R, a: &[R::Element], b: &[R::Element], out: &mut [R::Element]) {
    let mut out = out;
    for x in a {
        for (sum, y) in out.iter_mut().zip(b) {
            let mut term = x.clone();
            ring.mul_assign(&mut term, y);
            ring.add_assign(sum, &term);
        }
        out = &mut out[1..];
    }
}

/// Returns the scratch: each level takes two sums of `ceil(m/2)` and their product.
fn scratch_len(m: usize) -> usize {
    // 4 ceil(m/2) to a level: below 4 m + 4 for each of the levels together.
    4 * m + 4 * m.next_power_of_two().trailing_zeros() as usize + 8
}

/// Computes `out <- a b` for equal lengths `m`, `out` of length `2m - 1`.
fn karatsuba<R: Ring>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    out: &mut [R::Element],
    scratch: &mut [R::Element],
    crossover: usize,
) {
    let m = a.len();
    if m < crossover {
        out.fill(ring.zero());
        schoolbook(ring, a, b, out);
        return;
    }
    let half = m.div_ceil(2);
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let (sum_a, rest) = scratch.split_at_mut(half);
    let (sum_b, rest) = rest.split_at_mut(half);
    let (cross, rest) = rest.split_at_mut(2 * half - 1);
    sum_a.clone_from_slice(a0);
    add_all(ring, sum_a, a1);
    sum_b.clone_from_slice(b0);
    add_all(ring, sum_b, b1);
    karatsuba(ring, sum_a, sum_b, cross, rest, crossover);
    out[2 * half - 1] = ring.zero();
    karatsuba(ring, a0, b0, &mut out[..2 * half - 1], rest, crossover);
    karatsuba(ring, a1, b1, &mut out[2 * half..], rest, crossover);
    sub_all(ring, cross, &out[..2 * half - 1]);
    sub_all(ring, cross, &out[2 * half..]);
    add_all(ring, &mut out[half..], cross);
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::rings::Modular;
    use alloc::{vec, vec::Vec};

    #[inline]
    pub(crate) fn karatsuba_equals_schoolbook() {
        let ring = Modular::new(65).unwrap();
        let list = |len: usize, seed: u64| (0..len as u64).map(|i| (i * i * seed + i + 3) % 65).collect::<Vec<_>>();
        for crossover in [2, 3, 5] {
            for m in 1..40 {
                for n in (1..40).chain([m * 7 + 3]) {
                    let (a, b) = (list(m, 7), list(n, 11));
                    let (mut fast, mut slow) = (vec![9; m + n - 1], vec![0; m + n - 1]);
                    linear_into(&ring, &a, &b, &mut fast, crossover).unwrap();
                    schoolbook(&ring, &a, &b, &mut slow);
                    assert_eq!(fast, slow, "{m} by {n} from {crossover}");
                }
            }
        }
    }
}
