//! GF(2^16) as a tower over GF(2^8), as tables of bytes.
//!
//! Notation: `beta_i` the Cantor basis of the Leopard field. A *coordinate word* `v` stands for the sum of the
//! `beta_i` over the bits of `v`; the words below 256 are the subfield GF(2^8).
//!
//! # Idea
//! `Y = beta_8` solves `Y^2 + Y = beta_7`, so every element is `a + b Y` with `a`, `b` in GF(2^8), and
//!
//! ```text
//! (a + b Y)(c + d Y) = (c a + beta_7 d b) + (d a + (c + d) b) Y:
//! ```
//!
//! a product by a constant is four maps of bytes, and two where `d = 0`. `beta_(8+i)` and `beta_i Y` differ by an element
//! of GF(2^8), so a coordinate word `v = lo + 256 hi` is the *tower word* `(lo + delta(hi)) + hi Y` with a linear `delta`.
//! Shards are brought to tower words when they are read and back when they are written, by the same map.

use crate::{
    Result,
    algebra::Roots,
    kernel::memory::filled,
    lists,
    rings::{BinaryField, Gf2p16Leopard, binary},
};
use alloc::vec::Vec;

/// The entry of [`Tables`] that holds `delta` instead of a product.
pub(super) const DELTA: usize = 256;

/// Linear maps of bytes, in the form each instruction set asks for: entry `c < 256` multiplies by `c`, entry
/// [`DELTA`] is `delta`.
pub(crate) struct Tables {
    /// Byte `i` is the image of `2^i`.
    pub(super) columns: Vec<u64>,
    /// The same map as an operand of `gf2p8affineqb`.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "for the instruction sets of x86-64"))]
    pub(super) matrices: Vec<u64>,
    /// The images of `0, 1, ..., 15`, then those of `0, 16, ..., 240`.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "for the instruction sets of x86-64"))]
    pub(super) nibbles: Vec<[u8; 32]>,
    /// Logarithms of coordinate words; that of 0 is 0.
    pub(super) logs: Vec<u16>,
    /// Tower words of given logarithm.
    pub(super) powers: Vec<u16>,
    beta_7: [u8; 256],
}

impl Tables {
    pub(crate) fn new() -> Result<Self> {
        let basis = binary::<Gf2p16Leopard>().cantor_basis(16)?;
        let to_words = coordinates(&basis);
        let word =
            |x: Gf2p16Leopard| to_words[0][usize::from(x.bits() & 255)] ^ to_words[1][usize::from(x.bits() >> 8)];

        let mut products = [0u64; 8];
        for (a, row) in products.iter_mut().enumerate() {
            for b in 0..8 {
                *row |= u64::from(word(basis[a] * basis[b])) << (8 * b);
            }
        }
        let mut columns = Vec::from_iter((0..256).map(|c| sum_over_bits(c, |a| products[a])));
        let delta = |i: usize| u64::from(word(basis[8 + i] + basis[8] * basis[i])) << (8 * i);
        columns.push((0..8).map(delta).sum());

        let matrices = lists::of(&columns, |&map| matrix(map));
        let nibbles = columns.iter().map(|&map| {
            let entry = |n: usize| image(map, if n < 16 { n } else { (n - 16) << 4 });
            lists::from_fn(entry)
        });
        let nibbles = nibbles.collect();
        let beta_7 = lists::from_fn(|c| image(columns[c], 128));

        let mut tables = Tables { columns, matrices, nibbles, logs: Vec::new(), powers: Vec::new(), beta_7 };
        tables.logs = filled("the logarithms of an erasure code", 1 << 16, 0)?;
        tables.powers = filled("the logarithms of an erasure code", 1 << 16, 0)?;
        let mut power = Gf2p16Leopard::ONE;
        for log in 0..u16::MAX {
            let position = word(power);
            tables.logs[usize::from(position)] = log;
            tables.powers[usize::from(log)] = tables.tower(usize::from(position));
            // x generates the multiplicative group.
            let carry = if power.bits() >> 15 == 1 { Gf2p16Leopard::MODULUS as u16 } else { 0 };
            power = Gf2p16Leopard::new(power.bits() << 1 ^ carry);
        }
        tables.powers[usize::from(u16::MAX)] = tables.powers[0];
        Ok(tables)
    }

    /// Returns the tower word of a coordinate word.
    #[inline(always)]
    pub(super) fn tower(&self, word: usize) -> u16 {
        word as u16 ^ u16::from(image(self.columns[DELTA], word >> 8 & 255))
    }

    /// Returns the tower word of the element with a logarithm.
    #[inline(always)]
    pub(super) fn power(&self, log: u16) -> u16 {
        self.powers[usize::from(log)]
    }

    /// Returns `beta_7 d`.
    #[inline(always)]
    pub(super) fn times_beta_7(&self, d: usize) -> usize {
        usize::from(self.beta_7[d & 255])
    }
}

/// Returns the sum of `of(i)` over the bits `i` of `bits`.
#[inline(always)]
fn sum_over_bits(bits: usize, of: impl Fn(usize) -> u64) -> u64 {
    (0..8).filter(|i| bits >> i & 1 == 1).fold(0, |sum, i| sum ^ of(i))
}

/// Returns the image of a byte under a map given by its columns.
#[inline(always)]
fn image(columns: u64, byte: usize) -> u8 {
    sum_over_bits(byte, |i| columns >> (8 * i) & 255) as u8
}

/// Returns the operand of `gf2p8affineqb` for a map given by its columns: byte `7 - i` holds the bits of the input that
/// output bit `i` sums.
fn matrix(columns: u64) -> u64 {
    let mut matrix = 0;
    for input in 0..8 {
        for output in 0..8 {
            matrix |= (columns >> (8 * input + output) & 1) << (8 * (7 - output) + input);
        }
    }
    matrix
}

/// Computes the coordinate words of field elements: of the low byte, and of the high byte.
fn coordinates(basis: &[Gf2p16Leopard]) -> [[u16; 256]; 2] {
    // Rows by leading bit: an element and its word.
    let mut rows = [(0u16, 0u16); 16];
    let reduce = |rows: &[(u16, u16); 16], mut pair: (u16, u16)| {
        for bit in (0..16).rev() {
            if pair.0 >> bit & 1 == 1 && rows[bit].0 != 0 {
                pair = (pair.0 ^ rows[bit].0, pair.1 ^ rows[bit].1);
            }
        }
        pair
    };
    for (i, beta) in basis.iter().enumerate().take(16) {
        let pair = reduce(&rows, (beta.bits(), 1 << i));
        if pair.0 != 0 {
            rows[pair.0.ilog2() as usize] = pair;
        }
    }
    let word = |bits: u16| reduce(&rows, (bits, 0)).1;
    [lists::from_fn(|low| word(low as u16)), lists::from_fn(|high| word((high as u16) << 8))]
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn tower_products_are_those_of_the_field() {
        let tables = Tables::new().unwrap();
        let basis = binary::<Gf2p16Leopard>().cantor_basis(16).unwrap();
        let element =
            |word: usize| (0..16).filter(|i| word >> i & 1 == 1).fold(Gf2p16Leopard::ZERO, |sum, i| sum + basis[i]);
        let times = |c: usize, x: usize| usize::from(image(tables.columns[c], x));
        for (x, y) in (0..1000).map(|i| (i * 40_503 % 65_536, i * i * 7919 % 65_536)).chain([(0x1234, 1), (0, 5)]) {
            let (u, v) = (usize::from(tables.tower(x)), usize::from(tables.tower(y)));
            let (a, b, c, d) = (u & 255, u >> 8, v & 255, v >> 8);
            let low = times(c, a) ^ times(tables.times_beta_7(d), b);
            let high = times(d, a) ^ times(c ^ d, b);
            // The map to tower words is its own inverse.
            let product = usize::from(tables.tower(low | high << 8));
            assert_eq!(element(product), element(x) * element(y), "{x} {y}");
            if x != 0 && y != 0 {
                let log = (usize::from(tables.logs[x]) + usize::from(tables.logs[y])) % 65_535;
                assert_eq!(usize::from(tables.powers[log]), low | high << 8, "{x} {y}");
            }
        }
    }
}
