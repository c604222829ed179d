//! Products, squares and square roots modulo `x^d + LOW`, in constant time.
//!
//! # Idea
//! A product has `2d - 1` coefficients, `p = h x^d + l`, and `x^d = LOW`: `p = h LOW + l`. The degree of `LOW` is below
//! 8, so `h LOW` is the sum of a few shifts of `h`. It overflows `d` bits by less than 8. A second step reduces that
//! overflow.
//!
//! Squaring spreads the bits. For the square root, let `a = e^2 + x o^2`, with `e` and `o` the even and odd coefficients: the
//! square root is `e + sqrt(x) o`.

use crate::arith::carryless::{self, root_64, root_128};

/// Returns `h LOW`, with the bits above 64 lost.
#[inline]
const fn fold_64<const LOW: u64>(h: u64) -> u64 {
    fold_128::<LOW>(h as u128) as u64
}

/// Returns `h LOW`, with the bits above 128 lost.
#[inline]
const fn fold_128<const LOW: u64>(h: u128) -> u128 {
    let (mut sum, mut i) = (0, 0);
    while i < 8 {
        if LOW >> i & 1 == 1 {
            sum ^= h << i;
        }
        i += 1;
    }
    sum
}

/// Returns `p` modulo `x^bits + LOW` for `bits` up to 32.
#[inline]
const fn reduce_32<const LOW: u64>(p: u64, bits: u32) -> u64 {
    let mask = (1 << bits) - 1;
    let p = (p & mask) ^ fold_64::<LOW>(p >> bits);
    (p & mask) ^ fold_64::<LOW>(p >> bits)
}

/// Returns `p` modulo `x^64 + LOW`.
#[inline]
const fn reduce_64<const LOW: u64>(p: u128) -> u64 {
    let p = (p as u64 as u128) ^ fold_128::<LOW>(p >> 64);
    p as u64 ^ fold_64::<LOW>((p >> 64) as u64)
}

/// Returns `l + x^128 h` modulo `x^128 + LOW`.
#[inline]
const fn reduce_128<const LOW: u64>([l, h]: [u128; 2]) -> u128 {
    // The bits of `h LOW` from 128 on, which the shifts by i lose.
    let (mut top, mut i) = (0, 1);
    while i < 8 {
        if LOW >> i & 1 == 1 {
            top ^= h >> (128 - i);
        }
        i += 1;
    }
    l ^ fold_128::<LOW>(h ^ top)
}

/// The product, square and square root of a word, the root with that of `x` given.
macro_rules! word {
    ($multiply:ident, $square:ident, $root:ident, $word:ty, [$a:ident, $b:ident], $product:expr, $spread:expr, $even:expr) => {
        /// Returns `a b`.
        #[inline]
        pub(super) fn $multiply<const LOW: u64>($a: $word, $b: $word) -> $word {
            $product
        }

        /// Returns `a^2`.
        #[inline]
        pub(super) const fn $square<const LOW: u64>($a: $word) -> $word {
            $spread
        }

        /// Returns the square root of `a`, given `root_of_x`, that of `x`.
        #[inline]
        pub(super) fn $root<const LOW: u64>(a: $word, root_of_x: $word) -> $word {
            let [even, odd] = [a, a >> 1].map(|$a| $even);
            even ^ $multiply::<LOW>(odd, root_of_x)
        }
    };
}

word!(
    multiply_8,
    square_8,
    square_root_8,
    u8,
    [a, b],
    reduce_32::<LOW>(carryless::multiply_16(a as u16, b as u16) as u64, 8) as u8,
    reduce_32::<LOW>(carryless::square_32(a as u32), 8) as u8,
    root_64(a as u64) as u8
);
word!(
    multiply_16,
    square_16,
    square_root_16,
    u16,
    [a, b],
    reduce_32::<LOW>(carryless::multiply_16(a, b) as u64, 16) as u16,
    reduce_32::<LOW>(carryless::square_32(a as u32), 16) as u16,
    root_64(a as u64) as u16
);
word!(
    multiply_32,
    square_32,
    square_root_32,
    u32,
    [a, b],
    reduce_32::<LOW>(carryless::multiply_32(a, b), 32) as u32,
    reduce_32::<LOW>(carryless::square_32(a), 32) as u32,
    root_64(a as u64)
);
word!(
    multiply_64,
    square_64,
    square_root_64,
    u64,
    [a, b],
    reduce_64::<LOW>(carryless::multiply_64(a, b)),
    reduce_64::<LOW>(carryless::square_64(a)),
    root_64(a) as u64
);
word!(
    multiply_128,
    square_128,
    square_root_128,
    u128,
    [a, b],
    carryless::multiply_128(a, b, reduce_128::<LOW>),
    reduce_128::<LOW>([carryless::square_64(a as u64), carryless::square_64((a >> 64) as u64)]),
    root_128(a) as u128
);
