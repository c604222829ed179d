//! Carry-less products of words: the product of polynomials over GF(2), bit `i` the coefficient of `x^i`.
//!
//! # Idea
//! An integer product adds the same bits as the carry-less one, but carries. Split both factors into classes of bits that are
//! `s` apart: each column of a product of two classes then has `s - 1` free columns above it, which hold the carries of up to
//! `2^s - 1` terms, and the lowest bit of the column is the parity that is wanted.
//!
//! ```text
//! a     = .... .... 1..1 1.11      s = 4, class 0:  ...1 ...1, class 1: ..1. ..., ...
//! class i times class j            parities at the columns i + j mod 4
//! ```
//!
//! 16 bits split into three classes of at most 6 (`6 < 2^3`), 32 bits into four of 8 (`8 < 2^4`), 64 bits into four of 16, one
//! too many: the top four bits of one factor go apart, which leaves 15. A product of 128 bits is three of 64 (Karatsuba).
//!
//! On x86-64 the instruction PCLMULQDQ, found at run time with the feature `std`, takes the place of this for 32 bits and above.
//!
//! # Constant time
//! No branch and no address depends on the factors. Integer products are assumed to take the same time for all factors, as they do on
//! x86-64 and 64-bit ARM.

#[cfg(target_arch = "x86_64")]
mod pclmul;

/// The product of two polynomials of 16 bits.
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

/// The product of two polynomials of 32 bits.
#[inline]
pub(crate) fn multiply_32(a: u32, b: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(product) = pclmul::multiply_64(a as u64, b as u64) {
        return product as u64;
    }
    portable_32(a, b)
}

/// The product of two polynomials of 64 bits.
#[inline]
pub(crate) fn multiply_64(a: u64, b: u64) -> u128 {
    #[cfg(target_arch = "x86_64")]
    if let Some(product) = pclmul::multiply_64(a, b) {
        return product;
    }
    portable_64(a, b)
}

/// The product of two polynomials of 128 bits: its low and its high half.
#[inline]
pub(crate) fn multiply_128(a: u128, b: u128) -> [u128; 2] {
    #[cfg(target_arch = "x86_64")]
    if let Some(product) = pclmul::multiply_128(a, b) {
        return product;
    }
    portable_128(a, b)
}

/// [`multiply_32`] by integer products.
#[inline]
pub(crate) const fn portable_32(a: u32, b: u32) -> u64 {
    const CLASS: u64 = 0x1111_1111_1111_1111;
    let (a, b) = (a as u64, b as u64);
    let mut columns = [0u64; 4];
    let mut i = 0;
    while i < 16 {
        columns[(i / 4 + i) % 4] ^= (a & CLASS << (i / 4)) * (b & CLASS << (i % 4));
        i += 1;
    }
    let [c0, c1, c2, c3] = columns;
    (c0 & CLASS) | (c1 & CLASS << 1) | (c2 & CLASS << 2) | (c3 & CLASS << 3)
}

/// [`multiply_64`] by integer products.
#[inline]
pub(crate) const fn portable_64(a: u64, b: u64) -> u128 {
    const CLASS: u64 = 0x1111_1111_1111_1111;
    const WIDE: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;
    let low = a & (u64::MAX >> 4);
    let mut columns = [0u128; 4];
    let mut i = 0;
    while i < 16 {
        columns[(i / 4 + i) % 4] ^= (low & CLASS << (i / 4)) as u128 * (b & CLASS << (i % 4)) as u128;
        i += 1;
    }
    let [c0, c1, c2, c3] = columns;
    let mut product = (c0 & WIDE) | (c1 & WIDE << 1) | (c2 & WIDE << 2) | (c3 & WIDE << 3);
    let mut bit = 60;
    while bit < 64 {
        product ^= (b as u128) << bit & ((a >> bit & 1) as u128).wrapping_neg();
        bit += 1;
    }
    product
}

/// [`multiply_128`] by integer products.
#[inline]
pub(crate) const fn portable_128(a: u128, b: u128) -> [u128; 2] {
    let [a0, a1] = [a as u64, (a >> 64) as u64];
    let [b0, b1] = [b as u64, (b >> 64) as u64];
    karatsuba(portable_64(a0, b0), portable_64(a0 ^ a1, b0 ^ b1), portable_64(a1, b1))
}

/// The product of two polynomials from those of their low halves, of the sums of their halves, and of their high halves.
#[inline]
const fn karatsuba(low: u128, sums: u128, high: u128) -> [u128; 2] {
    let middle = sums ^ low ^ high;
    [low ^ (middle << 64), high ^ (middle >> 64)]
}

/// The square of a polynomial: its bits, spread to the even positions.
#[inline]
pub(crate) const fn square_32(a: u32) -> u64 {
    let mut a = a as u64;
    a = (a ^ a << 16) & 0x0000_ffff_0000_ffff;
    a = (a ^ a << 8) & 0x00ff_00ff_00ff_00ff;
    a = (a ^ a << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    a = (a ^ a << 2) & 0x3333_3333_3333_3333;
    (a ^ a << 1) & 0x5555_5555_5555_5555
}

/// [`square_32`] for 64 bits.
#[inline]
pub(crate) const fn square_64(a: u64) -> u128 {
    square_32(a as u32) as u128 | (square_32((a >> 32) as u32) as u128) << 64
}

/// The bits at the even positions, close together: the inverse of [`square_32`] for words whose odd bits are clear; set ones are ignored.
#[inline]
pub(crate) const fn root_64(a: u64) -> u32 {
    let mut a = a & 0x5555_5555_5555_5555;
    a = (a ^ a >> 1) & 0x3333_3333_3333_3333;
    a = (a ^ a >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    a = (a ^ a >> 4) & 0x00ff_00ff_00ff_00ff;
    a = (a ^ a >> 8) & 0x0000_ffff_0000_ffff;
    (a ^ a >> 16) as u32
}

/// [`root_64`] for 128 bits.
#[inline]
pub(crate) const fn root_128(a: u128) -> u64 {
    root_64(a as u64) as u64 | (root_64((a >> 64) as u64) as u64) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::quickcheck;

    /// The definition.
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
        multiply_128(a, b) == wide
            && portable_128(a, b) == wide
            && multiply_64(a1, b1) == long
            && portable_64(a1, b1) == long
            && multiply_32(a2, b2) == word
            && portable_32(a2, b2) == word
            && u128::from(multiply_16(a as u16, b as u16)) == schoolbook((a as u16).into(), (b as u16).into())[0]
            && square_64(a1) == schoolbook(a1.into(), a1.into())[0]
            && root_128(square_64(a1)) == a1
    }

    #[test]
    fn full_columns_and_single_bits() {
        for i in 0..128 {
            for b in [u128::MAX, u128::MAX >> i, u128::MAX << i, 1 << i, 1 << (127 - i)] {
                assert!(agree(u128::MAX, b) && agree(b, u128::MAX) && agree(b, b), "{i}");
            }
        }
    }

    quickcheck! {
        fn every_product_is_the_schoolbook_s(a: u128, b: u128) -> bool {
            agree(a, b)
        }
    }

    #[test]
    #[ignore = "prints times"]
    fn times() {
        use std::{hint::black_box, println, time::Instant};
        fn time(name: &str, mut step: impl FnMut(u128) -> u128) {
            let mut best = f64::MAX;
            let mut x = 0x0123_4567_89ab_cdef_0f1e_2d3c_4b5a_6978;
            for _ in 0..20 {
                let start = Instant::now();
                for _ in 0..200_000 {
                    x = step(black_box(x));
                }
                best = best.min(start.elapsed().as_secs_f64() / 200_000.0 * 1e9);
            }
            black_box(x);
            println!("{name}: {best:.2} ns");
        }
        time("empty", |x| x ^ 1);
        time("16", |x| multiply_16(x as u16, (x >> 16) as u16) as u128);
        time("32 portable", |x| portable_32(x as u32, (x >> 32) as u32) as u128);
        time("32", |x| multiply_32(x as u32, (x >> 32) as u32) as u128);
        time("64 portable", |x| portable_64(x as u64, (x >> 64) as u64) as u128);
        time("64", |x| multiply_64(x as u64, (x >> 64) as u64) as u128);
        time("128 portable", |x| {
            let [a, b] = portable_128(x, !x);
            a ^ b
        });
        time("128", |x| {
            let [a, b] = multiply_128(x, !x);
            a ^ b
        });
        time("square 64", |x| square_64(x as u64));
    }
}
