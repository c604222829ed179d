//! Carry-less products of words: the product of polynomials over GF(2), bit `i` the coefficient of `x^i`.
//!
//! # Idea
//! An integer product adds the same bits as the carry-less one, but carries. Split both factors into classes of bits
//! that are `s` apart. Each column of a product of two classes then has `s - 1` free columns above it. They hold the
//! carries of up to `2^s - 1` terms. The lowest bit of the column is the wanted parity.
//!
//! ```text
//! a     = .... .... 1..1 1.11      s = 4, class 0:  ...1 ...1, class 1: ..1. ..., ...
//! class i times class j            parities at the columns i + j mod 4
//! ```
//!
//! 16 bits split into three classes of at most 6 (`6 < 2^3`), 32 bits into four of 8 (`8 < 2^4`), 64 bits into four of
//! 16. That is one too many, so the top four bits of one factor are multiplied separately, which leaves 15. A product
//! of 128 bits is three of 64 (Karatsuba).
//!
//! On x86-64 the instruction PCLMULQDQ, detected at run time with the feature `std`, replaces this for 32 bits and
//! above.
//!
//! # Constant time
//! Branches and addresses are independent of the factors. Integer products are assumed to take the same time for all
//! factors, as on x86-64 and 64-bit ARM.

#[cfg(target_arch = "x86_64")]
mod pclmul;

/// Computes the product of two polynomials of 16 bits.
#[inline]
pub(crate) const fn multiply_16(a: u16, b: u16) -> u32 {
    const CLASS: u32 = 0x4924_9249;
    let (a, b) = (a as u32, b as u32);
    let [a0, a1, a2] = [a & CLASS, a & CLASS << 1, a & CLASS << 2];
    let [b0, b1, b2] = [b & CLASS, b & CLASS << 1, b & CLASS << 2];
    let columns_0 = (a0 * b0) ^ (a1 * b2) ^ (a2 * b1);
    let columns_1 = (a0 * b1) ^ (a1 * b0) ^ (a2 * b2);
    let columns_2 = (a0 * b2) ^ (a1 * b1) ^ (a2 * b0);
    (columns_0 & CLASS) | (columns_1 & CLASS << 1) | (columns_2 & CLASS << 2)
}

/// Computes the product of two polynomials of 32 bits.
#[inline]
pub(crate) fn multiply_32(a: u32, b: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(product) = pclmul::multiply_64(a as u64, b as u64) {
        return product as u64;
    }
    portable_32(a, b)
}

/// Computes the product of two polynomials of 64 bits.
#[inline]
pub(crate) fn multiply_64(a: u64, b: u64) -> u128 {
    #[cfg(target_arch = "x86_64")]
    if let Some(product) = pclmul::multiply_64(a, b) {
        return product;
    }
    portable_64(a, b)
}

/// Returns `reduce` of the low and the high half of the product of two polynomials of 128 bits. `reduce` is called while the
/// halves are still in registers.
#[inline]
pub(crate) fn multiply_128(a: u128, b: u128, reduce: impl Fn([u128; 2]) -> u128 + Copy) -> u128 {
    #[cfg(target_arch = "x86_64")]
    if let Some(reduced) = pclmul::multiply_128(a, b, reduce) {
        return reduced;
    }
    reduce(portable_128(a, b))
}

/// Computes the product from those of four classes, in words of twice the length. It is written out, as an array of sums
/// would go through memory.
macro_rules! four_classes {
    ($a:expr, $b:expr, $long:ty) => {{
        const CLASS: $long = <$long>::MAX / 15;
        const FACTOR: $long = CLASS & (<$long>::MAX >> (<$long>::BITS / 2));
        let [a0, a1, a2, a3] = [$a & FACTOR, $a & FACTOR << 1, $a & FACTOR << 2, $a & FACTOR << 3];
        let [b0, b1, b2, b3] = [$b & FACTOR, $b & FACTOR << 1, $b & FACTOR << 2, $b & FACTOR << 3];
        let columns_0 = (a0 * b0) ^ (a1 * b3) ^ (a2 * b2) ^ (a3 * b1);
        let columns_1 = (a0 * b1) ^ (a1 * b0) ^ (a2 * b3) ^ (a3 * b2);
        let columns_2 = (a0 * b2) ^ (a1 * b1) ^ (a2 * b0) ^ (a3 * b3);
        let columns_3 = (a0 * b3) ^ (a1 * b2) ^ (a2 * b1) ^ (a3 * b0);
        (columns_0 & CLASS) | (columns_1 & CLASS << 1) | (columns_2 & CLASS << 2) | (columns_3 & CLASS << 3)
    }};
}

/// Computes [`multiply_32`] by integer products.
#[inline]
pub(crate) const fn portable_32(a: u32, b: u32) -> u64 {
    let (a, b) = (a as u64, b as u64);
    four_classes!(a, b, u64)
}

/// Computes [`multiply_64`] by integer products.
#[inline]
pub(crate) const fn portable_64(a: u64, b: u64) -> u128 {
    let (low, long) = ((a & (u64::MAX >> 4)) as u128, b as u128);
    let mut product = four_classes!(low, long, u128);
    let mut bit = 60;
    while bit < 64 {
        product ^= ((b & (a >> bit & 1).wrapping_neg()) as u128) << bit;
        bit += 1;
    }
    product
}

/// Computes [`multiply_128`] by integer products.
#[inline]
pub(crate) const fn portable_128(a: u128, b: u128) -> [u128; 2] {
    let [a0, a1] = [a as u64, (a >> 64) as u64];
    let [b0, b1] = [b as u64, (b >> 64) as u64];
    karatsuba(portable_64(a0, b0), portable_64(a0 ^ a1, b0 ^ b1), portable_64(a1, b1))
}

/// Computes the product of two polynomials from those of their low halves, of the sums of their halves, and of their high
/// halves.
#[inline]
const fn karatsuba(low: u128, sums: u128, high: u128) -> [u128; 2] {
    let middle = sums ^ low ^ high;
    [low ^ (middle << 64), high ^ (middle >> 64)]
}

/// Computes the square of a polynomial: its bits, spread to the even positions.
#[inline]
pub(crate) const fn square_32(a: u32) -> u64 {
    let mut a = a as u64;
    a = (a ^ a << 16) & 0x0000_ffff_0000_ffff;
    a = (a ^ a << 8) & 0x00ff_00ff_00ff_00ff;
    a = (a ^ a << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    a = (a ^ a << 2) & 0x3333_3333_3333_3333;
    (a ^ a << 1) & 0x5555_5555_5555_5555
}

/// Computes [`square_32`] for 64 bits.
#[inline]
pub(crate) const fn square_64(a: u64) -> u128 {
    square_32(a as u32) as u128 | (square_32((a >> 32) as u32) as u128) << 64
}

/// Returns the bits at the even positions, close together. This inverts [`square_32`] for words whose odd bits are clear;
/// set odd bits are ignored.
#[inline]
pub(crate) const fn root_64(a: u64) -> u32 {
    let mut a = a & 0x5555_5555_5555_5555;
    a = (a ^ a >> 1) & 0x3333_3333_3333_3333;
    a = (a ^ a >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    a = (a ^ a >> 4) & 0x00ff_00ff_00ff_00ff;
    a = (a ^ a >> 8) & 0x0000_ffff_0000_ffff;
    (a ^ a >> 16) as u32
}

/// Computes [`root_64`] for 128 bits.
#[inline]
pub(crate) const fn root_128(a: u128) -> u64 {
    root_64(a as u64) as u64 | (root_64((a >> 64) as u64) as u64) << 32
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::arith::random::{Random, Seed};

    /// Computes the product by the definition.
    fn schoolbook(a: u128, b: u128) -> [u128; 2] {
        let (mut low, mut high) = (0, 0);
        for i in (0..128).filter(|i| b >> i & 1 == 1) {
            low ^= a << i;
            high ^= if i == 0 { 0 } else { a >> (128 - i) };
        }
        [low, high]
    }

    fn agree(a: u128, b: u128) -> bool {
        let wide = schoolbook(a, b);
        let [a1, b1] = [a as u64, b as u64];
        let long = schoolbook(a1.into(), b1.into())[0];
        let [a2, b2] = [a as u32, b as u32];
        let word = schoolbook(a2.into(), b2.into())[0] as u64;
        [multiply_128(a, b, |[low, _]| low), multiply_128(a, b, |[_, high]| high)] == wide
            && portable_128(a, b) == wide
            && multiply_64(a1, b1) == long
            && portable_64(a1, b1) == long
            && multiply_32(a2, b2) == word
            && portable_32(a2, b2) == word
            && u128::from(multiply_16(a as u16, b as u16)) == schoolbook((a as u16).into(), (b as u16).into())[0]
            && square_64(a1) == schoolbook(a1.into(), a1.into())[0]
            && root_128(square_64(a1)) == a1
    }

    #[inline]
    pub(crate) fn full_columns_and_single_bits() {
        for i in 0..128 {
            for b in [u128::MAX, u128::MAX >> i, u128::MAX << i, 1 << i, 1 << (127 - i)] {
                assert!(agree(u128::MAX, b) && agree(b, u128::MAX) && agree(b, b), "{i}");
            }
        }
    }

    #[inline]
    pub(crate) fn every_carryless_product_is_the_schoolbook_s() {
        let mut random = Random::new(Seed::Fixed(7));
        let mut draw = || u128::from(random.word()) << 64 | u128::from(random.word());
        for _ in 0..1000 {
            let (a, b) = (draw(), draw());
            assert!(agree(a, b), "{a:#x} by {b:#x}");
        }
    }
}
