//! Karatsuba's product of limbs, in its form with differences, which do not carry.
//!
//! With `a = a0 + a1 y`, `b = b0 + b1 y`, `y = 2^(64 h)`:
//!
//! ```text
//! a b = a0 b0 + (a0 b0 + a1 b1 - (a0 - a1)(b0 - b1)) y + a1 b1 y^2
//! ```

use super::limbs::{add_assign, compare, schoolbook, sub_assign};

/// Limbs from which Karatsuba's step pays (measured).
pub(crate) const CROSSOVER: usize = 32;

/// Returns the limbs of scratch for inputs of `n` limbs.
pub(crate) fn scratch_len(n: usize) -> usize {
    // A level keeps 2h for the cross product below it and uses 4h + 1 itself, with h = ceil(n/2).
    2 * n + 4 * n.next_power_of_two().trailing_zeros() as usize + 8
}

/// Computes `out <- a b` for equal lengths, `out` twice as long.
pub(crate) fn karatsuba(a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64], crossover: usize) {
    let n = a.len();
    if n < crossover.max(4) {
        return schoolbook(a, b, out);
    }
    let h = n.div_ceil(2);
    let ((a0, a1), (b0, b1)) = (a.split_at(h), b.split_at(h));
    let (cross, rest) = scratch.split_at_mut(2 * h);
    // The differences lie where the products will.
    let (difference_a, others) = out.split_at_mut(h);
    let difference_b = &mut others[..h];
    let negative = distance(a0, a1, difference_a) != distance(b0, b1, difference_b);
    karatsuba(difference_a, difference_b, cross, rest, crossover);
    karatsuba(a0, b0, &mut out[..2 * h], rest, crossover);
    karatsuba(a1, b1, &mut out[2 * h..], rest, crossover);
    // The middle term is not negative and below 2 B^(2h).
    let middle = &mut rest[..2 * h + 1];
    middle[..2 * h].copy_from_slice(&out[..2 * h]);
    middle[2 * h] = 0;
    add_assign(middle, &out[2 * h..]);
    if negative {
        add_assign(middle, cross);
    } else {
        sub_assign(middle, cross);
    }
    // Limbs of the middle term beyond the product are zero.
    let len = (2 * h + 1).min(2 * n - h);
    add_assign(&mut out[h..], &middle[..len]);
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
