//! Products of polynomials over binary fields.
//!
//! # Idea
//! A coefficient of GF(2^d) is a polynomial in `y` below degree `d`. A sum of products of two of them is one below
//! degree `2d - 1`, because sums of bits do not carry. So coefficients `2d` bits apart do not overlap in a product over
//! GF(2),
//!
//! ```text
//! sum a_i(y) Y^i  times  sum b_j(y) Y^j  at  Y = y^(2d):     | c_0 | c_1 | c_2 | ...   2d bits each
//! ```
//!
//! and every `c_k` is reduced modulo the field's polynomial. The length may exceed the size of the field.
//!
//! # Cost
//! One product over GF(2) of `2d` bits to a coefficient, and one reduction to a coefficient of the product. Memory:
//! `8 n` bytes for `4 d n` bits of output. Below [`SCHOOLBOOK`] coefficients, products of the field.
//!
//! # Source
//! \[Kronecker 1882\].

use super::gf2;
use crate::{
    Error, Result,
    algebra::Std,
    conv::{Convolve, buffer, check_linear},
    rings::{BinaryField, ViaBinary},
};
use alloc::vec::Vec;

/// Coefficients of the shorter factor up to which products of the field are taken.
const SCHOOLBOOK: usize = 2;

impl<F: BinaryField> Convolve for Std<F, ViaBinary> {
    fn linear_into(&self, a: &[F], b: &[F], out: &mut [F]) -> Result<()> {
        check_linear(a, b, out)?;
        if out.is_empty() {
            return Ok(());
        }
        if a.len().min(b.len()) <= SCHOOLBOOK {
            out.fill(F::ZERO);
            for (i, &a) in a.iter().enumerate() {
                for (out, &b) in out[i..].iter_mut().zip(b) {
                    *out += a * b;
                }
            }
            return Ok(());
        }
        let product = gf2::multiply(&pack(a)?, &pack(b)?)?;
        unpack(&product, out);
        Ok(())
    }
}

/// Returns the coefficients, `2d` bits apart.
fn pack<F: BinaryField>(a: &[F]) -> Result<Vec<u64>> {
    let bits = F::BITS as usize;
    let len = a.len().checked_mul(2 * bits).ok_or(Error::Memory { what: WHAT, needed: u128::MAX, limit: None })?;
    // The upper half of the last coefficient is empty.
    let len = if bits < 64 { len.div_ceil(64) } else { len / 64 - bits / 64 };
    let mut words = buffer(WHAT, len, &0)?;
    if bits < 64 {
        for (word, a) in words.iter_mut().zip(a.chunks(32 / bits)) {
            *word = a.iter().rev().fold(0, |word, a| word << (2 * bits % 64) | a.to_bits() as u64);
        }
    } else {
        for (words, a) in words.chunks_mut(bits / 32).zip(a) {
            words[0] = a.to_bits() as u64;
            if bits > 64 {
                words[1] = (a.to_bits() >> 64) as u64;
            }
        }
    }
    Ok(words)
}

const WHAT: &str = "coefficients of a binary field, laid out for a product over GF(2)";

/// Unpacks the coefficients of a product, each reduced.
fn unpack<F: BinaryField>(words: &[u64], out: &mut [F]) {
    let bits = F::BITS as usize;
    if bits < 64 {
        for (out, &word) in out.chunks_mut(32 / bits).zip(words) {
            for (i, out) in out.iter_mut().enumerate() {
                let slot = u128::from(word >> (2 * bits * i)) & ((1 << (2 * bits)) - 1);
                *out = reduce(slot, 0);
            }
        }
        return;
    }
    for (out, words) in out.iter_mut().zip(words.chunks(bits / 32)) {
        let pair = |i: usize| u128::from(words[i]) | u128::from(words[i + 1]) << 64;
        *out = if bits == 64 { reduce(pair(0), 0) } else { reduce(pair(0), pair(2)) };
    }
}

/// Returns `low + high x^128` modulo the field's polynomial; below GF(2^128) `high` is zero.
///
/// `x^d` is a polynomial of degree below 8, so a product by it overflows `d` bits by fewer than 8, and the next does not.
#[inline(always)]
fn reduce<F: BinaryField>(low: u128, high: u128) -> F {
    let (kept, above) =
        if F::BITS == 128 { (low, high) } else { (low & ((1 << (F::BITS % 128)) - 1), low >> (F::BITS % 128)) };
    let (mut sum, mut over) = (kept, 0);
    for i in (0..8).filter(|i| F::MODULUS >> i & 1 == 1) {
        sum ^= above << i;
        if F::BITS == 128 && i > 0 {
            over ^= above >> (128 - i);
        }
    }
    if F::BITS < 128 {
        over = sum >> (F::BITS % 128);
    }
    for i in (0..8).filter(|i| F::MODULUS >> i & 1 == 1) {
        sum ^= over << i;
    }
    F::from_bits(sum)
}
