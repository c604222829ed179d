//! Montgomery products of four words, for any odd modulus below `2^255`.
//!
//! Notation: `p` the modulus, `R = 2^256`. The product is `a b / R mod p`, taken word by word of `b`: after
//! adding `a b_i` to the running sum `t`, the multiple `m p` with `m = -t p^-1 mod 2^64` clears the lowest
//! word, which is dropped.
//!
//! # Ranges
//! From `t < 2 p` follows `t + a b_i + m p < 2 p + 2 (2^64 - 1) p < 2^65 p`, so `t < 2 p` again, and because
//! `2 p < 2^256` four words hold it. One conditional subtraction ends in `[0, p)`.
//!
//! # Source
//! \[Koc-Acar-Kaliski 1996\], coarsely integrated operand scanning.

/// Residues modulo an odd `p < 2^255`, as four little-endian words in `[0, p)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Montgomery {
    p: [u64; 4],
    /// `-p^-1 mod 2^64`.
    negated_inverse: u64,
    /// `R^2 mod p`.
    r2: [u64; 4],
}

impl Montgomery {
    /// The arithmetic modulo `p`; `None` unless `p` is odd, above 1 and below `2^255`.
    pub const fn new(p: [u64; 4]) -> Option<Self> {
        if p[0] & 1 == 0 || p[3] >> 63 != 0 || (p[0] == 1 && p[1] | p[2] | p[3] == 0) {
            return None;
        }
        // Newton's iteration doubles the correct bits, from the three of p itself.
        let mut inverse = p[0];
        let mut step = 0;
        while step < 5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(p[0].wrapping_mul(inverse)));
            step += 1;
        }
        let mut field = Montgomery { p, negated_inverse: inverse.wrapping_neg(), r2: [1, 0, 0, 0] };
        let mut doubling = 0;
        while doubling < 512 {
            field.r2 = field.add(&field.r2, &field.r2);
            doubling += 1;
        }
        Some(field)
    }

    /// The modulus.
    pub const fn modulus(&self) -> [u64; 4] {
        self.p
    }

    /// `a R mod p`.
    #[inline]
    pub const fn enter(&self, a: &[u64; 4]) -> [u64; 4] {
        self.mul(a, &self.r2)
    }

    /// `a + b mod p`.
    #[inline(always)]
    pub const fn add(&self, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let (s0, carry) = a[0].overflowing_add(b[0]);
        let (s1, carry) = carrying_add(a[1], b[1], carry);
        let (s2, carry) = carrying_add(a[2], b[2], carry);
        let (s3, _) = carrying_add(a[3], b[3], carry);
        self.reduce_once([s0, s1, s2, s3])
    }

    /// `a - b mod p`.
    #[inline(always)]
    pub const fn sub(&self, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let (d, borrow) = subtract(a, b);
        let mask = (borrow as u64).wrapping_neg();
        let (d0, carry) = d[0].overflowing_add(self.p[0] & mask);
        let (d1, carry) = carrying_add(d[1], self.p[1] & mask, carry);
        let (d2, carry) = carrying_add(d[2], self.p[2] & mask, carry);
        let (d3, _) = carrying_add(d[3], self.p[3] & mask, carry);
        [d0, d1, d2, d3]
    }

    /// `a b / R mod p`, for `a < p` and any `b`.
    #[inline(always)]
    pub const fn mul(&self, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let p = &self.p;
        let mut t = [0u64; 4];
        let mut i = 0;
        while i < 4 {
            let (low, c) = multiply_add(t[0], a[0], b[i], 0);
            let m = low.wrapping_mul(self.negated_inverse);
            let (_, d) = multiply_add(low, m, p[0], 0);
            let (low, c) = multiply_add(t[1], a[1], b[i], c);
            let (t0, d) = multiply_add(low, m, p[1], d);
            let (low, c) = multiply_add(t[2], a[2], b[i], c);
            let (t1, d) = multiply_add(low, m, p[2], d);
            let (low, c) = multiply_add(t[3], a[3], b[i], c);
            let (t2, d) = multiply_add(low, m, p[3], d);
            t = [t0, t1, t2, c.wrapping_add(d)];
            i += 1;
        }
        self.reduce_once(t)
    }

    /// `t` or `t - p`, whichever is in `[0, p)`, for `t < 2 p`.
    #[inline(always)]
    const fn reduce_once(&self, t: [u64; 4]) -> [u64; 4] {
        let (d, borrow) = subtract(&t, &self.p);
        let mask = (borrow as u64).wrapping_neg();
        // Select word by word: a branch would be taken half the time.
        [
            d[0] ^ ((d[0] ^ t[0]) & mask),
            d[1] ^ ((d[1] ^ t[1]) & mask),
            d[2] ^ ((d[2] ^ t[2]) & mask),
            d[3] ^ ((d[3] ^ t[3]) & mask),
        ]
    }
}

#[inline(always)]
const fn subtract(a: &[u64; 4], b: &[u64; 4]) -> ([u64; 4], bool) {
    let (d0, borrow) = a[0].overflowing_sub(b[0]);
    let (d1, borrow) = borrowing_sub(a[1], b[1], borrow);
    let (d2, borrow) = borrowing_sub(a[2], b[2], borrow);
    let (d3, borrow) = borrowing_sub(a[3], b[3], borrow);
    ([d0, d1, d2, d3], borrow)
}

#[inline(always)]
const fn carrying_add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(carry as u64);
    (sum, first | second)
}

#[inline(always)]
const fn borrowing_sub(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(borrow as u64);
    (difference, first | second)
}

/// `t + a b + carry` as low and high word; it always fits.
#[inline(always)]
const fn multiply_add(t: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let sum = t as u128 + a as u128 * b as u128 + carry as u128;
    (sum as u64, (sum >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a b mod p` bit by bit.
    fn slow(field: &Montgomery, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
        let mut sum = [0; 4];
        for bit in (0..256).rev() {
            sum = field.add(&sum, &sum);
            if b[bit / 64] >> (bit % 64) & 1 == 1 {
                sum = field.add(&sum, &a);
            }
        }
        sum
    }

    #[test]
    fn products_of_extremes() {
        let moduli = [
            [3, 0, 0, 0],
            [u64::MAX, 0, 0, 0],
            [u64::MAX, u64::MAX, u64::MAX, u64::MAX >> 1],
            [1, 0, 0, 1 << 62],
            [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48],
        ];
        for p in moduli {
            let field = Montgomery::new(p).unwrap();
            let last = [p[0] - 1, p[1], p[2], p[3]];
            let values = [[0; 4], [1, 0, 0, 0], [2, 0, 0, 0], last, [p[0] - 2, p[1], p[2], p[3]]];
            for a in values {
                assert_eq!(field.sub(&field.add(&a, &last), &last), a);
                for b in values {
                    assert_eq!(field.mul(&a, &field.enter(&b)), slow(&field, a, b));
                }
            }
        }
        for p in [[2, 0, 0, 0], [1, 0, 0, 0], [0; 4], [1, 0, 0, 1 << 63]] {
            assert!(Montgomery::new(p).is_none());
        }
    }
}
