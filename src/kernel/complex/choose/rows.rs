//! Rows by another kernel: which numbers of columns are compared.

use super::{
    primes::{Candidate, cheaper, cheapest, convolved, definition},
    target::Target,
};
use crate::kernel::{
    complex::{
        across::radices::{SHORT, is_in_steps},
        shape::{SHORTEST_ROW, Shape},
    },
    isa::Isa,
};
use alloc::{boxed::Box, vec::Vec};

/// The most divisors of a length that are compared.
const MOST: usize = 3;

/// Collects the kernels of `len` values in rows by the definition or by a convolution; with `only`, those that may be the cheapest of
/// `all`.
pub(super) fn rows(len: usize, target: &Target, only: bool, all: &mut Vec<Candidate>) {
    if !matches!(target.isa, Isa::Avx2 | Isa::Avx512) {
        return;
    }
    for n1 in columns(len) {
        let n2 = len / n1;
        if only && cost([n1, n2], 0.0, target) >= cheapest(all) {
            continue;
        }
        let mut kernels = Vec::new();
        kernels.extend(definition(n2, target));
        convolved(n2, target, true, &mut kernels);
        let Some((inner, row)) = kernels.into_iter().min_by(cheaper) else { continue };
        let shape = Shape::Rows { len, inner: Box::new(inner) };
        if shape.check().is_ok() {
            all.push((shape, cost([n1, n2], row, target)));
        }
    }
}

/// Returns the nanoseconds of `n1` rows, of `n2` values each, by a kernel that takes `row` nanoseconds, and of columns in lanes. The
/// constants make the best choice among kernels of 31 lengths from 51 to 305000. Measured 2026-11-30, Zen 3; what a call takes beside them
/// at 13 lengths from 34 to 188, Zen 4.
fn cost([n1, n2]: [usize; 2], row: f64, target: &Target) -> f64 {
    let [call, value, level] = if target.wide { [82.0, 0.5, 0.25] } else { [68.0, 0.5, 0.14] };
    let log = f64::from((n1 * n1).ilog2()) / 2.0;
    call + n1 as f64 * (row + n2 as f64 * (value + level * log))
}

/// Returns the greatest divisors of a length that columns in steps have and that leave rows of enough values.
fn columns(len: usize) -> impl Iterator<Item = usize> {
    let longest = SHORT.min(len / SHORTEST_ROW);
    (2..=longest).rev().filter(move |n1| len.is_multiple_of(*n1) && is_in_steps(*n1)).take(MOST)
}
