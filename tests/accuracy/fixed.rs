//! Sine and cosine in integers: an oracle that shares nothing with the crate.

/// The binary point: a number `x` is the integer `x 2^120`, rounded down.
const POINT: u32 = 120;

/// Pi, times `2^126`: the hexadecimal digits 3.243F6A88...
const PI: u128 = 0x0c90_fdaa_2216_8c23_4c4c_6628_b80d_c1cd << 4 | 1;

/// `a b / 2^120`, rounded down.
fn times(a: u128, b: u128) -> u128 {
    let word = |x: u128| (x >> 64, x & u128::from(u64::MAX));
    let ((a1, a0), (b1, b0)) = (word(a), word(b));
    let (middle, carry) = (a1 * b0).overflowing_add(a0 * b1);
    let (low, carry_low) = (a0 * b0).overflowing_add(middle << 64);
    let high = a1 * b1 + (middle >> 64) + (u128::from(carry) << 64) + u128::from(carry_low);
    high << (128 - POINT) | low >> POINT
}

/// `cos` and `sin` of `2 pi k/n`, times `2^120`, within `2^7` of that.
pub(crate) fn rotation(k: usize, n: usize) -> [i128; 2] {
    let (k, n) = (k as u128, n as u128);
    // Into the first eighth of a turn, by the symmetries of the circle: eighths and what is left.
    let (eighth, rest) = (8 * k / n, 8 * k % n);
    let odd = eighth % 2 == 1;
    let [cosine, sine] = octant(if odd { n - rest } else { rest }, n);
    let [cosine, sine] = if matches!(eighth, 1 | 2 | 5 | 6) { [sine, cosine] } else { [cosine, sine] };
    [if (2..6).contains(&eighth) { -cosine } else { cosine }, if eighth >= 4 { -sine } else { sine }]
}

/// `cos` and `sin` of `(pi/4)(a/n)`.
fn octant(a: u128, n: u128) -> [i128; 2] {
    // a/n by long division, a bit at a time.
    let (mut fraction, mut rest) = (a / n, a % n);
    for _ in 0..POINT {
        rest *= 2;
        fraction = fraction << 1 | u128::from(rest >= n);
        rest %= n;
    }
    let angle = times(PI >> (126 - POINT + 2), fraction);
    let (mut parts, mut term) = ([0i128; 2], 1u128 << POINT);
    for j in 0..40 {
        let signed = if j % 4 < 2 { term as i128 } else { -(term as i128) };
        parts[j % 2] += signed;
        term = times(term, angle) / (j as u128 + 1);
    }
    parts
}

/// The distance of `x`, a number of `digits` binary digits, from the truth, in units in its last place.
pub(crate) fn units(x: f64, digits: u32, truth: i128) -> f64 {
    if x == 0.0 {
        return if truth.unsigned_abs() < 1 << 8 { 0.0 } else { f64::INFINITY };
    }
    let bits = x.abs().to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    let shift = POINT as i32 + exponent - 52;
    assert!(shift >= 0, "{x:e} is too small for this scale");
    let size = i128::from(bits & ((1 << 52) - 1) | 1 << 52) << shift;
    let distance = (if x < 0.0 { -size } else { size } - truth) as f64;
    distance.abs() / 2f64.powi(POINT as i32 + exponent + 1 - digits as i32)
}
