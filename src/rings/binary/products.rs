//! Products, squares and square roots modulo `x^d + low`, in constant time.
//!
//! # Idea
//! A product has `2d - 1` coefficients, `p = h x^d + l`, and `x^d = low`: `p = h low + l`. The degree of `low` is below 8, so
//! `h low` is the sum of a few shifts of `h` and overflows `d` bits by less than 8; once more, and nothing is left.
//!
//! Squaring spreads the bits. For the square root, let `a = e^2 + x o^2`, with `e` and `o` the even and odd coefficients: the
//! square root is `e + sqrt(x) o`.

use crate::arith::carryless::{self, root_64, root_128};

/// `h low`, with the bits above 64 lost.
#[inline]
const fn fold_64(h: u64, low: u64) -> u64 {
    let (mut sum, mut i) = (0, 0);
    while i < 8 {
        if low >> i & 1 == 1 {
            sum ^= h << i;
        }
        i += 1;
    }
    sum
}

/// `h low`, with the bits above 128 lost.
#[inline]
const fn fold_128(h: u128, low: u128) -> u128 {
    let (mut sum, mut i) = (0, 0);
    while i < 8 {
        if low >> i & 1 == 1 {
            sum ^= h << i;
        }
        i += 1;
    }
    sum
}

/// `p` modulo `x^bits + low` for `bits` up to 32.
#[inline]
const fn reduce_32(p: u64, bits: u32, low: u128) -> u64 {
    let mask = (1 << bits) - 1;
    let p = (p & mask) ^ fold_64(p >> bits, low as u64);
    (p & mask) ^ fold_64(p >> bits, low as u64)
}

/// `p` modulo `x^64 + low`.
#[inline]
const fn reduce_64(p: u128, low: u128) -> u64 {
    let p = (p as u64 as u128) ^ fold_128(p >> 64, low);
    p as u64 ^ fold_64((p >> 64) as u64, low as u64)
}

/// `l + x^128 h` modulo `x^128 + low`.
#[inline]
const fn reduce_128([l, h]: [u128; 2], low: u128) -> u128 {
    // The bits of `h low` from 128 on: what the shifts by i lose.
    let (mut top, mut i) = (0, 1);
    while i < 8 {
        if low >> i & 1 == 1 {
            top ^= h >> (128 - i);
        }
        i += 1;
    }
    l ^ fold_128(h ^ top, low)
}

/// The functions of one word: product, square, square root given that of `x`.
macro_rules! word {
    ($multiply:ident, $square:ident, $root:ident, $word:ty,
     |$a:ident, $b:ident| $product:expr, |$c:ident| $spread:expr, |$p:ident, $low:ident| $reduced:expr, |$e:ident| $even:expr) => {
        /// `a b`.
        #[inline]
        pub(super) fn $multiply($a: $word, $b: $word, $low: u128) -> $word {
            let $p = $product;
            $reduced
        }

        /// `a^2`.
        #[inline]
        pub(super) const fn $square($c: $word, $low: u128) -> $word {
            let $p = $spread;
            $reduced
        }

        /// The square root of `a`, with `root_of_x` that of `x`.
        #[inline]
        pub(super) fn $root(a: $word, root_of_x: $word, low: u128) -> $word {
            let [even, odd] = [a, a >> 1].map(|$e| $even);
            even ^ $multiply(odd, root_of_x, low)
        }
    };
}

word!(
    multiply_8,
    square_8,
    root_8,
    u8,
    |a, b| carryless::multiply_16(a as u16, b as u16) as u64,
    |a| carryless::square_32(a as u32),
    |p, low| reduce_32(p, 8, low) as u8,
    |a| root_64(a as u64) as u8
);
word!(
    multiply_16,
    square_16,
    root_16,
    u16,
    |a, b| carryless::multiply_16(a, b) as u64,
    |a| carryless::square_32(a as u32),
    |p, low| reduce_32(p, 16, low) as u16,
    |a| root_64(a as u64) as u16
);
word!(
    multiply_32,
    square_32,
    root_32,
    u32,
    |a, b| carryless::multiply_32(a, b),
    |a| carryless::square_32(a),
    |p, low| reduce_32(p, 32, low) as u32,
    |a| root_64(a as u64)
);
word!(
    multiply_64,
    square_64,
    root_word_64,
    u64,
    |a, b| carryless::multiply_64(a, b),
    |a| carryless::square_64(a),
    |p, low| reduce_64(p, low),
    |a| root_64(a) as u64
);
word!(
    multiply_128,
    square_128,
    root_word_128,
    u128,
    |a, b| carryless::multiply_128(a, b),
    |a| [carryless::square_64(a as u64), carryless::square_64((a >> 64) as u64)],
    |p, low| reduce_128(p, low),
    |a| root_128(a) as u128
);
