//! Products of binary polynomials by shifts and masks: no tables, no branches on data.

/// `a b` as polynomials over GF(2), reduced modulo `x^bits + low`.
pub(super) const fn multiply(a: u128, b: u128, bits: u32, low: u128) -> u128 {
    let (mut sum, mut power) = (0, a);
    let mut i = 0;
    while i < bits {
        sum ^= power & (b >> i & 1).wrapping_neg();
        let carry = (power >> (bits - 1) & 1).wrapping_neg();
        power = (power << 1) ^ (low & carry);
        if bits < 128 {
            power &= (1 << bits) - 1;
        }
        i += 1;
    }
    sum
}
