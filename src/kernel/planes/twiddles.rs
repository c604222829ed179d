//! Twiddles of the Lin-Chung-Han transform over a Cantor basis of the tower, as digests.
//!
//! Notation: node `j` of level `i` has `2^(i+1)` elements, `j = 0` first; `varpi_k` is the sum of the basis vectors over the
//! bits of `k`, `theta` the shift, `s_i(theta)` its image under the vanishing polynomial of the first `i` basis vectors.
//!
//! # Idea
//! The twiddle is `s_i(theta) + varpi_(2j)`, linear over GF(2) in the bits of `j`; so is the digest. One table for every
//! byte of the index, of 256 digests each, serves every node of every level by a few XORs.

use super::{
    bytes::Line,
    lanes::lane_twiddles,
    tower::{BASIS, DIGEST, digest, digest_words, square, width},
};
use alloc::{vec, vec::Vec};

/// The twiddles of transforms of `2^dim` elements of `P` bytes, on a coset of the span of a Cantor basis.
pub(crate) struct Twiddles<const P: usize> {
    dim: u32,
    /// Words of an entry of the table.
    words: usize,
    /// Entry `256 k + v`: the digest of `varpi_(v << 8k)`.
    table: Vec<u64>,
    /// The digest of `s_i(theta)` and the width of that element, for every level, unless the shift is zero.
    shifts: Vec<([u64; DIGEST], usize)>,
    pub(super) lane: [Line; 6],
}

impl<const P: usize> Twiddles<P> {
    const LEVEL: u32 = P.trailing_zeros();

    /// For the first `dim` vectors of the tower's own Cantor basis, without a shift.
    pub(crate) fn new(dim: u32) -> Self {
        Self::with_basis(&BASIS[..dim as usize], 0)
    }

    /// For any Cantor basis, elements of the tower, and any shift. At least 7 and at most `8 P` vectors.
    pub(crate) fn with_basis(basis: &[u128], shift: u128) -> Self {
        debug_assert!((7..=8 * P).contains(&basis.len()));
        let mut theta = shift;
        let mut shifts = Vec::new();
        if shift != 0 {
            for _ in basis {
                shifts.push((digest(theta, Self::LEVEL), width(theta)));
                theta ^= square(theta, Self::LEVEL);
            }
        }
        // A wide digest of a narrow element is not narrow: w0 + w1 repeats it.
        let widths = basis.iter().map(|&beta| width(beta)).chain(shifts.iter().map(|shift| shift.1));
        let words = digest_words(widths.max().unwrap_or(1));
        let mut table = vec![0; basis.len().div_ceil(8) * 256 * words];
        for (i, &beta) in basis.iter().enumerate() {
            let (first, bit) = (i / 8 * 256, 1 << (i % 8));
            let d = digest(beta, Self::LEVEL);
            let (done, new) = table[first * words..][..2 * bit * words].split_at_mut(bit * words);
            for (new, done) in new.chunks_exact_mut(words).zip(done.chunks_exact(words)) {
                for k in 0..words {
                    new[k] = done[k] ^ d[k];
                }
            }
        }
        Twiddles { dim: basis.len() as u32, words, table, shifts, lane: lane_twiddles(basis) }
    }

    /// The transform has `2^dim` elements.
    pub(crate) fn dim(&self) -> u32 {
        self.dim
    }

    /// The width in bytes that holds the twiddles of `level` whose index `2j` is at most `last`.
    #[inline(always)]
    pub(super) fn width(&self, level: u32, last: usize) -> usize {
        let bytes = (usize::BITS - last.leading_zeros()).div_ceil(8).next_power_of_two() as usize;
        self.shifts.get(level as usize).map_or(bytes, |shift| shift.1.max(bytes))
    }

    /// The first `W` bytes' digest of `s_level(theta) + varpi_index`.
    #[inline(always)]
    pub(super) fn get<const W: usize>(&self, level: u32, index: usize) -> [u64; DIGEST] {
        let mut sum = match self.shifts.get(level as usize) {
            Some(shift) => shift.0,
            None => [0; DIGEST],
        };
        let words = const { digest_words(W) }.min(self.words);
        let (mut rest, mut first) = (index, 0);
        while rest != 0 {
            let entry = &self.table[(first + (rest & 255)) * self.words..][..words];
            for (sum, entry) in sum.iter_mut().zip(entry) {
                *sum ^= entry;
            }
            rest >>= 8;
            first += 256;
        }
        sum
    }
}
