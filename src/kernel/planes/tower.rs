//! The fields: a tower of quadratic extensions over the AES byte field.
//!
//! GF(2^8) = GF(2)\[x\]/(x^8 + x^4 + x^3 + x + 1), then `u_k^2 = u_k + alpha_(k-1)` over the field before, `k = 1, 2, 3, 4`:
//! GF(2^16), ..., GF(2^128). An element of field `k` has `2^k` bytes: the low half is the part without `u_k`.
//!
//! # Idea
//! `u^2 + u + alpha` is irreducible exactly where `alpha` has trace 1, and `alpha_k = alpha_(k-1) u_k` has trace 1 where
//! `alpha_(k-1)` has: `u_k` and its conjugate add up to 1. So one byte of trace 1 gives all of them, and each is one byte
//! at the top of its field.

/// A byte of trace 1.
pub(crate) const ALPHA: u8 = 0x20;

/// Returns the product in the byte field.
pub(crate) const fn mul8(a: u8, b: u8) -> u8 {
    let (mut a, mut sum, mut i) = (a, 0, 0);
    while i < 8 {
        sum ^= a & (b >> i & 1).wrapping_neg();
        a = a << 1 ^ 0x1b & (a >> 7).wrapping_neg();
        i += 1;
    }
    sum
}

const fn halves(x: u128, k: u32) -> (u128, u128) {
    let bits = 4 << k;
    (x & ((1 << bits) - 1), x >> bits)
}

const fn join(low: u128, high: u128, k: u32) -> u128 {
    low | high << (4 << k)
}

/// Returns the product in the field of `2^k` bytes.
pub(crate) const fn mul(x: u128, w: u128, k: u32) -> u128 {
    if k == 0 {
        return mul8(x as u8, w as u8) as u128;
    }
    let ((x0, x1), (w0, w1)) = (halves(x, k), halves(w, k));
    let low = mul(x0, w0, k - 1);
    let middle = mul(x0 ^ x1, w0 ^ w1, k - 1);
    let high = mul(x1, times_alpha(w1, k - 1), k - 1);
    join(low ^ high, middle ^ low, k)
}

/// Returns `alpha_k x` in the field of `2^k` bytes: with `a = alpha_(k-1)`, `a u (x0 + x1 u) = a^2 x1 + a (x0 + x1) u`.
pub(crate) const fn times_alpha(x: u128, k: u32) -> u128 {
    if k == 0 {
        return mul8(x as u8, ALPHA) as u128;
    }
    let (x0, x1) = halves(x, k);
    join(times_alpha(times_alpha(x1, k - 1), k - 1), times_alpha(x0 ^ x1, k - 1), k)
}

/// Returns the square in the field of `2^k` bytes.
pub(crate) const fn square(x: u128, k: u32) -> u128 {
    if k == 0 {
        return mul8(x as u8, x as u8) as u128;
    }
    let (x0, x1) = halves(x, k);
    let high = square(x1, k - 1);
    join(square(x0, k - 1) ^ times_alpha(high, k - 1), high, k)
}

/// A Cantor basis of GF(2^128): `beta_i = beta_(i+1)^2 + beta_(i+1)` from an element of trace 1 down to `beta_0 = 1`. Its
/// first `8 W` vectors span the field of `W` bytes.
pub(crate) const BASIS: [u128; 128] = {
    let mut basis = [0; 128];
    let (mut beta, mut i) = ((ALPHA as u128) << 120, 128);
    while i > 0 {
        i -= 1;
        basis[i] = beta;
        beta ^= square(beta, 4);
    }
    basis
};

/// Returns the number of bytes that an element needs, as a power of two: 1 for zero.
pub(crate) const fn width(x: u128) -> usize {
    let bytes = (128 - x.leading_zeros()).div_ceil(8) as usize;
    if bytes == 0 { 1 } else { bytes.next_power_of_two() }
}

/// Returns the number of byte products of a product by an element of `w` bytes: `3^lg w`.
pub(crate) const fn digest_len(w: usize) -> usize {
    3usize.pow(w.trailing_zeros())
}

/// The most bytes of a digest.
pub(crate) const DIGEST: usize = digest_len(16);

/// Returns the bytes that a product by `w` multiplies by, for `w` in the field of `2^k` bytes: those of `w0`, of
/// `w0 + w1`, of `alpha w1`, and so on down. They are linear in `w`. For `w` in a subfield the first ones are those of
/// the subfield.
pub(crate) const fn digest(w: u128, k: u32) -> [u8; DIGEST] {
    let mut out = [0; DIGEST];
    let len = 3usize.pow(k);
    let mut place = 0;
    while place < len {
        let (mut x, mut level, mut part) = (w, k, len);
        while level > 0 {
            part /= 3;
            let (low, high) = halves(x, level);
            level -= 1;
            x = match place / part % 3 {
                0 => low,
                1 => low ^ high,
                _ => times_alpha(high, level),
            };
        }
        out[place] = x as u8;
        place += 1;
    }
    out
}

/// The digests of the first vectors of [`BASIS`], those of four bytes.
pub(crate) static NARROW: [[u8; DIGEST]; 32] = {
    let (mut digests, mut i) = ([[0; DIGEST]; 32], 0);
    while i < 32 {
        digests[i] = digest(BASIS[i], 2);
        i += 1;
    }
    digests
};
