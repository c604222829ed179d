//! Twiddles of the Lin-Chung-Han transform over a Cantor basis of the tower, as digests.
//!
//! Notation: node `j` of level `i` has `2^(i+1)` elements, `j = 0` first; `varpi_k` is the sum of the basis vectors over the
//! bits of `k`, `theta` the shift, `s_i(theta)` its image under the vanishing polynomial of the first `i` basis vectors.
//!
//! # Idea
//! The twiddle is `s_i(theta) + varpi_(2j)`, linear over GF(2) in the bits of `j`; so is the digest. A table for the low
//! bits of `j` and one for the others serve every node of every level by one XOR.

use super::{
    bytes::Line,
    lanes::lane_twiddles,
    tower::{BASIS, DIGEST, digest, digest_words, square, width},
};
use alloc::{vec, vec::Vec};

/// The digests of `varpi_(j << s)` for several shifts `s`, for all `j` below a power of two.
struct Linear {
    low: Vec<u64>,
    high: Vec<u64>,
}

/// Bits of the index of the lower table.
const LOW: u32 = 6;

impl Linear {
    /// `bits` bits of the index; `digests[i]`: that of basis vector `i`, cut to `words` words.
    fn new(bits: u32, shifts: &[u32], digests: &[[u64; DIGEST]], words: usize) -> Self {
        let entry = shifts.len() * words;
        let table = |first: u32, bits: u32| {
            let mut table = vec![0; entry << bits];
            for bit in 0..bits {
                let (done, new) = table[..entry << (bit + 1)].split_at_mut(entry << bit);
                new.copy_from_slice(done);
                for new in new.chunks_exact_mut(entry) {
                    for (new, shift) in new.chunks_exact_mut(words).zip(shifts) {
                        let vector = digests.get((first + bit + shift) as usize);
                        for (new, add) in new.iter_mut().zip(vector.into_iter().flatten()) {
                            *new ^= add;
                        }
                    }
                }
            }
            table
        };
        Linear { low: table(0, bits.min(LOW)), high: table(LOW, bits.saturating_sub(LOW)) }
    }

    /// The first `Q` words of `C` digests; `words` as given to `new`.
    #[inline(always)]
    fn get<const C: usize, const Q: usize>(&self, index: usize, words: usize) -> [[u64; Q]; C] {
        let (mut sum, entry) = ([[0; Q]; C], C * words);
        let low = &self.low[(index & ((1 << LOW) - 1)) * entry..][..entry];
        let high = &self.high[(index >> LOW) * entry..][..entry];
        for (sum, (low, high)) in sum.iter_mut().zip(low.chunks_exact(words).zip(high.chunks_exact(words))) {
            for (sum, (low, high)) in sum.iter_mut().zip(low.iter().zip(high)) {
                *sum = low ^ high;
            }
        }
        sum
    }
}

/// The twiddles of transforms of `2^dim` elements of `P` bytes, on a coset of the span of a Cantor basis.
pub(crate) struct Twiddles<const P: usize> {
    dim: u32,
    /// Words of a digest in the tables.
    words: usize,
    /// `varpi_(2j)` and `varpi_(4j)`.
    nodes: Linear,
    /// `varpi_(p << s)` for `s = 1, ..., 7`: the first nodes of pair `p` at levels 6, ..., 0.
    pairs: Linear,
    /// The digest of the basis vector 1.
    one: [u64; DIGEST],
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
        let dim = basis.len() as u32;
        let digests: Vec<_> = basis.iter().map(|&beta| digest(beta, Self::LEVEL)).collect();
        Twiddles {
            dim,
            words,
            nodes: Linear::new(dim - 7, &[1, 2], &digests, words),
            pairs: Linear::new(dim - 7, &[1, 2, 3, 4, 5, 6, 7], &digests, words),
            one: digests[1],
            shifts,
            lane: lane_twiddles(basis),
        }
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

    /// `sum + s_level(theta)`.
    #[inline(always)]
    fn shifted<const Q: usize>(&self, level: u32, mut sum: [u64; Q]) -> [u64; Q] {
        if let Some((shift, _)) = self.shifts.get(level as usize) {
            for (sum, shift) in sum.iter_mut().zip(shift) {
                *sum ^= shift;
            }
        }
        sum
    }

    /// The digest of node `j` of level `level`, to `Q` words.
    #[inline(always)]
    pub(super) fn node<const Q: usize>(&self, level: u32, j: usize) -> [u64; Q] {
        let [digest, _] = self.nodes.get::<2, Q>(j, self.words);
        self.shifted(level, digest)
    }

    /// The digests of node `j` of level `level` and of its two children.
    #[inline(always)]
    pub(super) fn family<const Q: usize>(&self, level: u32, j: usize) -> [[u64; Q]; 3] {
        let [digest, first] = self.nodes.get::<2, Q>(j, self.words);
        let (digest, first) = (self.shifted(level, digest), self.shifted(level - 1, first));
        let mut second = first;
        for (second, one) in second.iter_mut().zip(&self.one) {
            *second ^= one;
        }
        [digest, first, second]
    }

    /// The digests of the first nodes of pair `p` at levels 6, ..., 0.
    #[inline(always)]
    pub(super) fn pair<const Q: usize>(&self, p: usize) -> [[u64; Q]; 7] {
        let mut digests = self.pairs.get::<7, Q>(p, self.words);
        if !self.shifts.is_empty() {
            for (i, digest) in digests.iter_mut().enumerate() {
                *digest = self.shifted(6 - i as u32, *digest);
            }
        }
        digests
    }
}
