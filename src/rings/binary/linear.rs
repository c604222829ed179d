//! Maps of GF(2^d) that are linear over GF(2), as constants: the trace, `y^2 + y = c`, the square root of `x`.

/// Returns `a x` modulo `x^bits + low`.
const fn times_x(a: u128, bits: u32, low: u128) -> u128 {
    let top = (a >> (bits - 1) & 1).wrapping_neg();
    (a << 1 & mask(bits)) ^ (low & top)
}

/// Returns the lowest `bits` bits.
pub(super) const fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

/// Returns the elements whose trace is 1 among `1, x, x^2, ...`, as bits: the trace of `a` is the parity of `a & trace_mask`.
///
/// The trace of `x^k` is the sum of the `k`-th powers of the roots of the modulus. With `e_i`, the coefficient of `x^(d - i)`
/// of the modulus, Newton's identities give `t_k = e_1 t_(k-1) + ... + e_(k-1) t_1 + k e_k`.
pub(super) const fn trace_mask(bits: u32, low: u128) -> u128 {
    // Bit i - 1 of `symmetric` is e_i; bit j of `recent` is t_(k - 1 - j) while k is at work.
    let symmetric = low.reverse_bits() >> (128 - bits);
    let (mut traces, mut recent, mut k) = (0, 0u128, 1);
    while k < bits {
        let sum = (symmetric & recent).count_ones() + k * (symmetric >> (k - 1) & 1) as u32;
        recent = recent << 1 | (sum & 1) as u128;
        traces |= ((sum & 1) as u128) << k;
        k += 1;
    }
    // The trace of 1 is d, which is even in every field here.
    traces | (bits & 1) as u128
}

/// Computes the solutions of quadratics: entry `i` is the solution `y` of `y^2 + y = x^i` with bit 0 clear. If `x^i`
/// has trace 1, it is that of `y^2 + y = x^i + x^t`, with `x^t` the first of trace 1. The sum of the entries over the
/// bits of `c` solves `y^2 + y = c` if the trace of `c` is 0.
pub(super) const fn solutions<const BITS: usize>(low: u128) -> [u128; BITS] {
    let bits = BITS as u32;
    let traces = trace_mask(bits, low);
    // Gaussian elimination: rows[l] is a pair of an image y^2 + y of degree l, and y. The images of x, x^2, ... span all.
    let mut rows = [(0u128, 0u128); BITS];
    let (mut i, mut square) = (1, 1);
    while i < bits {
        square = times_x(times_x(square, bits, low), bits, low);
        let (mut image, mut y) = (square ^ 1 << i, 1 << i);
        while image != 0 {
            let row = &mut rows[image.ilog2() as usize];
            if row.0 == 0 {
                *row = (image, y);
                break;
            }
            (image, y) = (image ^ row.0, y ^ row.1);
        }
        i += 1;
    }
    let mut solutions = [0; BITS];
    i = 0;
    while i < bits {
        let traceless = (1 << i) ^ ((1 << traces.trailing_zeros()) & (traces >> i & 1).wrapping_neg());
        let (mut c, mut y) = (traceless, 0);
        while c != 0 {
            let row = rows[c.ilog2() as usize];
            (c, y) = (c ^ row.0, y ^ row.1);
        }
        solutions[i as usize] = y;
        i += 1;
    }
    solutions
}

/// Returns the square root of `x`: `x^(2^(d-1))`.
pub(super) const fn root_of_x(bits: u32, low: u128) -> u128 {
    let (mut root, mut i) = (2, 1);
    while i < bits {
        // The square of `root`, by Horner's rule.
        let (mut square, mut bit) = (0, bits);
        while bit > 0 {
            bit -= 1;
            square = times_x(times_x(square, bits, low), bits, low) ^ (root >> bit & 1);
        }
        root = square;
        i += 1;
    }
    root
}
