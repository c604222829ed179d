//! Karatsuba's product of limbs, in its form with differences, which do not carry, and his square.
//!
//! With `a = a0 + a1 y`, `b = b0 + b1 y`, `y = 2^(64 h)`:
//!
//! ```text
//! a b = a0 b0 + (a0 b0 + a1 b1 - (a0 - a1)(b0 - b1)) y + a1 b1 y^2
//! a^2 = a0^2  + (a0^2  + a1^2  - (a0 - a1)^2)        y + a1^2  y^2
//! ```

use super::limbs::{add_assign, compare, schoolbook, sub_assign};

/// Products and squares of few limbs.
pub(crate) trait Base {
    /// Computes `out <- a b`, `out` as long as both.
    fn multiply(&self, a: &[u64], b: &[u64], out: &mut [u64]);

    /// Computes `out <- x^2`, `out` twice as long.
    fn square(&self, x: &[u64], out: &mut [u64]);

    /// Returns the limbs of a product, or of a square, from which Karatsuba's step pays.
    fn crossover(&self, square: bool) -> usize;
}

/// Row by row.
pub(crate) struct Textbook;

impl Base for Textbook {
    fn multiply(&self, a: &[u64], b: &[u64], out: &mut [u64]) {
        schoolbook(a, b, out);
    }

    fn square(&self, x: &[u64], out: &mut [u64]) {
        schoolbook(x, x, out);
    }

    /// Returns the length, measured, from which Karatsuba's method is faster.
    fn crossover(&self, _square: bool) -> usize {
        32
    }
}

/// Returns the limbs of scratch for inputs of `n` limbs.
pub(crate) fn scratch_len(n: usize) -> usize {
    // A level keeps 2h for the cross product, with h = ceil(n/2), and so does each below it.
    2 * n + 4 * n.next_power_of_two().trailing_zeros() as usize + 8
}

/// Computes `out <- a b` for equal lengths, `out` twice as long.
pub(crate) fn multiply(a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64], base: &dyn Base) {
    let n = a.len();
    if n < base.crossover(false).max(4) {
        return base.multiply(a, b, out);
    }
    let h = n.div_ceil(2);
    let ((a0, a1), (b0, b1)) = (a.split_at(h), b.split_at(h));
    let (cross, rest) = scratch.split_at_mut(2 * h);
    // The differences are stored in the memory of the products.
    let (difference_a, others) = out.split_at_mut(h);
    let difference_b = &mut others[..h];
    let negative = distance(a0, a1, difference_a) != distance(b0, b1, difference_b);
    multiply(difference_a, difference_b, cross, rest, base);
    multiply(a0, b0, &mut out[..2 * h], rest, base);
    multiply(a1, b1, &mut out[2 * h..], rest, base);
    add_middle(out, h, cross, negative);
}

/// Computes `out <- a^2`, `out` twice as long.
pub(crate) fn square(a: &[u64], out: &mut [u64], scratch: &mut [u64], base: &dyn Base) {
    let n = a.len();
    if n < base.crossover(true).max(4) {
        return base.square(a, out);
    }
    let h = n.div_ceil(2);
    let (a0, a1) = a.split_at(h);
    let (cross, rest) = scratch.split_at_mut(2 * h);
    let difference = &mut out[..h];
    distance(a0, a1, difference);
    square(difference, cross, rest, base);
    square(a0, &mut out[..2 * h], rest, base);
    square(a1, &mut out[2 * h..], rest, base);
    add_middle(out, h, cross, false);
}

/// Adds the middle term to `out`, which holds the others: the sum of both minus `cross`, or plus `cross` if that is negative.
fn add_middle(out: &mut [u64], h: usize, cross: &[u64], negative: bool) {
    // With x_i for quarters of `out`, both middle quarters are sums of four limbs at a time:
    // x_1 + (x_0 + x_2 - c_0) and x_2 + (x_1 + x_3 - c_1).
    let (low, high) = out.split_at_mut(2 * h);
    let (x0, x1) = low.split_at_mut(h);
    let (x2, x3) = high.split_at_mut(h);
    let (c0, c1) = cross.split_at(h);
    // A negative of `h` limbs is their complement, and one more, less B^h.
    let one = u64::from(!negative);
    let complement = one.wrapping_neg();
    let mut carries = [one; 2];
    let mut add = |i: usize, top: u64| {
        let [a, b, c] = [x0[i], x1[i], x2[i]].map(u128::from);
        let both = b + c;
        let first = both + a + u128::from(c0[i] ^ complement) + u128::from(carries[0]);
        let second = both + u128::from(top) + u128::from(c1[i] ^ complement) + u128::from(carries[1]);
        (x1[i], x2[i]) = (first as u64, second as u64);
        carries = [(first >> 64) as u64, (second >> 64) as u64];
    };
    for (i, top) in x3.iter().enumerate().take(h) {
        add(i, *top);
    }
    for i in x3.len()..h {
        add(i, 0);
    }
    for (at, carry) in [2 * h, 3 * h].into_iter().zip(carries) {
        if carry >= one {
            add_assign(&mut out[at..], &[carry - one]);
        } else {
            sub_assign(&mut out[at..], &[one]);
        }
    }
}

/// Computes `out <- |a - b|`, and returns whether `a < b`. `b` is not longer than `a`.
fn distance(a: &[u64], b: &[u64], out: &mut [u64]) -> bool {
    let less = compare(a, b).is_lt();
    if less {
        out.fill(0);
        out[..b.len()].copy_from_slice(b);
        // `a < b` leaves nothing of `a` above `b`.
        sub_assign(out, &a[..b.len()]);
    } else {
        out.copy_from_slice(a);
        sub_assign(out, b);
    }
    less
}
