//! Arithmetic on one element at a time, for making tables.
//!
//! Elements are in Montgomery form with `2^260`, reduced: `a` is kept as `a 2^260 mod p`.

use super::{
    limbs::{Biases, Block, LIMBS, Prime, Twiddle},
    words::{LIMB_BITS, MASK},
};

pub(crate) type Limbs = [u64; LIMBS];

/// The arithmetic modulo an odd `p` with `2^251 < p < 2^255`.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    p: Limbs,
    /// `-1/p mod 2^260`.
    inverse: Limbs,
    /// `2^520 mod p`.
    square: Limbs,
}

/// Returns `a b + c + carry` as a limb and the carry above it.
const fn wide(a: u64, b: u64, c: u64, carry: u64) -> (u64, u64) {
    let sum = a as u128 * b as u128 + c as u128 + carry as u128;
    (sum as u64 & MASK, (sum >> LIMB_BITS) as u64)
}

/// Returns `a - b` modulo `2^260`, and whether it is negative.
fn difference(a: &Limbs, b: &Limbs) -> (Limbs, bool) {
    let (mut d, mut borrow) = ([0; LIMBS], 0);
    for i in 0..LIMBS {
        let x = a[i].wrapping_sub(b[i]).wrapping_sub(borrow);
        (d[i], borrow) = (x & MASK, x >> 63);
    }
    (d, borrow == 1)
}

/// Returns `a b mod 2^260`.
fn low_product(a: &Limbs, b: &Limbs) -> Limbs {
    let mut x = [0; LIMBS];
    for i in 0..LIMBS {
        let mut carry = 0;
        for j in 0..LIMBS - i {
            (x[i + j], carry) = wide(a[i], b[j], x[i + j], carry);
        }
    }
    x
}

/// Returns the limbs of four words.
fn cut(words: &[u64; 4]) -> Limbs {
    let [a, b, c, d] = *words;
    [a & MASK, (a >> 52 | b << 12) & MASK, (b >> 40 | c << 24) & MASK, (c >> 28 | d << 36) & MASK, d >> 16]
}

impl Field {
    /// Returns whether `p` is odd and between `2^251` and `2^255`.
    pub(crate) fn takes(p: &[u64; 4]) -> bool {
        p[0] & 1 == 1 && p[3] >> 63 == 0 && p[3] >> 59 != 0
    }

    /// Creates the field; `None` unless `p` is odd and between `2^251` and `2^255`.
    pub(crate) fn new(p: &[u64; 4]) -> Option<Self> {
        if !Self::takes(p) {
            return None;
        }
        let p = cut(p);
        // Each step doubles the number of right bits, three of which p itself has: x <- x (2 + p x) for x = -1/p.
        let mut inverse = difference(&[0; LIMBS], &p).0;
        let two = [2, 0, 0, 0, 0];
        for _ in 0..7 {
            let minus = difference(&[0; LIMBS], &low_product(&p, &inverse)).0;
            inverse = low_product(&inverse, &difference(&two, &minus).0);
        }
        let mut field = Field { p, inverse, square: [1, 0, 0, 0, 0] };
        for _ in 0..10 * LIMB_BITS {
            field.square = field.plus(&field.square, &field.square);
        }
        Some(field)
    }

    fn once(&self, x: Limbs) -> Limbs {
        match difference(&x, &self.p) {
            (_, true) => x,
            (less, false) => less,
        }
    }

    /// Returns `a + b`.
    pub(crate) fn plus(&self, a: &Limbs, b: &Limbs) -> Limbs {
        let (mut x, mut carry) = ([0; LIMBS], 0);
        for i in 0..LIMBS {
            let sum = a[i] + b[i] + carry;
            (x[i], carry) = (sum & MASK, sum >> LIMB_BITS);
        }
        self.once(x)
    }

    /// Returns `a b / 2^260`, for `a` below `2^260` and `b` below `p`.
    pub(crate) fn times(&self, a: &Limbs, b: &Limbs) -> Limbs {
        let mut t = [0u64; LIMBS + 1];
        for &a in a {
            let (mut carry, mut above) = (0, 0);
            let m = t[0].wrapping_add(a.wrapping_mul(b[0])).wrapping_mul(self.inverse[0]) & MASK;
            for j in 0..LIMBS {
                let low;
                (low, carry) = wide(a, b[j], t[j], carry);
                (t[j], above) = wide(m, self.p[j], low, above);
            }
            t[LIMBS] = t[LIMBS].wrapping_add(carry + above);
            t.copy_within(1.., 0);
            t[LIMBS] = 0;
        }
        // The uppermost limb may be longer: below 2 p in all.
        let mut x = [t[0], t[1], t[2], t[3], t[4]];
        x[4] &= MASK;
        self.once(x)
    }

    /// Returns one.
    pub(crate) fn one(&self) -> Limbs {
        self.times(&[1, 0, 0, 0, 0], &self.square)
    }

    /// Returns the residue of any four words.
    pub(crate) fn of_words(&self, words: &[u64; 4]) -> Limbs {
        self.times(&cut(words), &self.square)
    }

    /// Returns the residue of any five limbs.
    pub(super) fn of_limbs(&self, limbs: &Limbs) -> Limbs {
        self.times(limbs, &self.square)
    }

    /// Returns `a^(2^k)`.
    pub(crate) fn squared(&self, a: &Limbs, k: u32) -> Limbs {
        (0..k).fold(*a, |a, _| self.times(&a, &a))
    }

    /// Returns `1/a`, by Fermat's theorem.
    pub(crate) fn inverse(&self, a: &Limbs) -> Limbs {
        let (exponent, _) = difference(&self.p, &[2, 0, 0, 0, 0]);
        let mut power = self.one();
        for bit in (0..LIMB_BITS as usize * LIMBS).rev() {
            power = self.times(&power, &power);
            if exponent[bit / 52] >> (bit % 52) & 1 == 1 {
                power = self.times(&power, a);
            }
        }
        power
    }

    /// Returns `a` as a factor: `floor(w 2^260 / p) = -(w 2^260 mod p) / p mod 2^260`, because `p` divides the difference.
    pub(crate) fn twiddle(&self, a: &Limbs) -> Twiddle {
        Twiddle(self.times(&[1, 0, 0, 0, 0], a), low_product(a, &self.inverse))
    }

    /// Returns the least multiple of `p` that is at least `least p` and at least `2^bit` plus `more p`.
    fn bias(&self, least: u64, bit: u32, more: u64) -> Limbs {
        let wanted = |x: &Limbs| bit == 0 || x[4] >> (bit - 4 * LIMB_BITS) != 0;
        let (mut x, mut n) = ([0; LIMBS], 0);
        let mut reached = None;
        loop {
            if reached.is_none() && wanted(&x) {
                reached = Some(n);
            }
            if n >= least && reached.is_some_and(|first| n >= first + more) {
                return x;
            }
            x = sum(&x, &self.p);
            n += 1;
        }
    }

    /// Returns the constants of the prime for vectors.
    pub(crate) fn prime(&self) -> Prime {
        let zero = [0; LIMBS];
        let mut multiples = Block::ZERO;
        let mut greatest = zero;
        for j in 0..8 {
            // The next would be above j 2^257.
            loop {
                let next = sum(&greatest, &self.p);
                if (next[4] >> 49) as usize >= j {
                    break;
                }
                greatest = next;
            }
            for i in 0..LIMBS {
                multiples.0[i][j] = greatest[i];
            }
        }
        // Bit by bit: 2^292 / p has at most 41 bits.
        let (mut rest, mut quotient) = ([1, 0, 0, 0, 0], 0u64);
        for _ in 0..292 {
            rest = sum(&rest, &rest);
            quotient *= 2;
            if let (less, false) = difference(&rest, &self.p) {
                (rest, quotient) = (less, quotient + 1);
            }
        }
        Prime {
            p: self.p,
            negated: difference(&zero, &self.p).0,
            quotient,
            inverse: self.inverse[0],
            multiples,
            bias: Biases {
                product: self.bias(11, 257, 0),
                eight: [self.bias(2, 0, 0), self.bias(4, 0, 0), self.bias(8, 0, 0)],
                words: [self.bias(0, 256, 0), self.bias(0, 257, 1), self.bias(0, 258, 3)],
                sums: self.bias(11, 258, 2),
                settled: self.bias(0, 257, 1),
            },
        }
    }
}

/// Returns `a + b` below `2^260`.
fn sum(a: &Limbs, b: &Limbs) -> Limbs {
    let (mut x, mut carry) = ([0; LIMBS], 0);
    for i in 0..LIMBS {
        let sum = a[i] + b[i] + carry;
        (x[i], carry) = (sum & MASK, sum >> LIMB_BITS);
    }
    x
}
