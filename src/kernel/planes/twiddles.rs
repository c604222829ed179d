//! Twiddles of the Lin-Chung-Han transform over a Cantor basis of the tower, as digests.
//!
//! Notation: node `j` of level `i` has `2^(i+1)` elements, `j = 0` first; `varpi_k` is the sum of the basis vectors over the
//! bits of `k`, `theta` the shift; `s_i(theta)` its image under the vanishing polynomial of the first `i` basis vectors.
//!
//! # Idea
//! The twiddle is `s_i(theta) + varpi_(2j)`, linear over GF(2) in the bits of `j`; so is the digest. A node uses the
//! digests of a few levels at a time. So one entry of a table holds them all, to be broadcast byte by byte. The tables
//! are built by doubling, one XOR an entry.

use super::{
    bytes::Line,
    tower::{BASIS, DIGEST, NARROW, digest, digest_len, square, width},
};
use crate::lists;
use alloc::{vec, vec::Vec};

/// Returns the part of the twiddles that depends on the lane, for levels 0 .. 5.
fn lane_twiddles(basis: &[u128]) -> [Line; 6] {
    // varpi_(2 k) for all k < 64, by doubling.
    let mut bytes = [0u8; 64];
    for (bit, beta) in basis[1..7].iter().enumerate() {
        for k in 0..1 << bit {
            bytes[(1 << bit) + k] = bytes[k] ^ *beta as u8;
        }
    }
    let mut lines = [[0; 8]; 6];
    for (level, line) in lines.iter_mut().enumerate() {
        for (i, word) in line.iter_mut().enumerate() {
            *word = u64::from_le_bytes(lists::from_fn(|lane| bytes[(8 * i + lane) >> level]));
        }
    }
    lines
}

/// The digests of `varpi_(j << s)` for several shifts `s`, for all `j` below a power of two.
struct Linear {
    bytes: Vec<u8>,
    /// The length of an entry.
    entry: usize,
}

impl Linear {
    /// Creates the table: `bits` bits of the index; `digests[i]`: the first `len` bytes of that of basis vector `i`; entry 0 is
    /// `origin`.
    fn new(bits: u32, shifts: &[u32], digests: &[[u8; DIGEST]], len: usize, origin: &[u8]) -> Self {
        let entry = (shifts.len() * len).next_multiple_of(8);
        let mut bytes = vec![0; entry << bits];
        bytes[..origin.len()].copy_from_slice(origin);
        let mut vector = vec![0; entry];
        for bit in 0..bits {
            for (part, shift) in vector.chunks_exact_mut(len).zip(shifts) {
                part.copy_from_slice(&digests[(bit + shift) as usize][..len]);
            }
            let (done, new) = bytes[..entry << (bit + 1)].split_at_mut(entry << bit);
            for (new, done) in new.chunks_exact_mut(entry).zip(done.chunks_exact(entry)) {
                for (new, (done, add)) in new.iter_mut().zip(done.iter().zip(&vector)) {
                    *new = done ^ add;
                }
            }
        }
        Linear { bytes, entry }
    }

    #[inline(always)]
    fn get(&self, index: usize) -> &[u8] {
        &self.bytes[index * self.entry..][..self.entry]
    }
}

/// The digests of one node, of `len` bytes each.
#[derive(Clone, Copy)]
pub(super) struct Digests<'a> {
    bytes: &'a [u8],
    len: usize,
}

impl Digests<'_> {
    /// Returns the first `N` bytes of digest `i`.
    #[inline(always)]
    pub(super) fn get<const N: usize>(&self, i: usize) -> &[u8; N] {
        self.bytes[i * self.len..].first_chunk().unwrap_or(&[0; N])
    }
}

/// The tables of all nodes, for any field.
pub(super) struct Tables {
    /// Bytes of a digest in the tables.
    len: usize,
    /// Node `j` of any level: `varpi_(2j)`, and for its children `varpi_(4j)` and `varpi_(4j+2)`.
    nodes: Linear,
    /// `varpi_(p << s)` for `s = 1, ..., 7`: the first nodes of pair `p` at levels 6, ..., 0, with their shifts.
    pairs: Linear,
    /// For every level the digests of `s_i(theta)` and twice of `s_(i-1)(theta)`, and the width of `s_i(theta)`, unless
    /// the shift is zero.
    shifts: Vec<(Vec<u8>, usize)>,
    pub(super) lane: [Line; 6],
    /// `true` if long transforms are shared out over the threads of the surrounding pool.
    pub(super) shared: bool,
}

/// The twiddles of transforms of `2^dim` elements of `planes` bytes, on a coset of the span of a Cantor basis.
pub(crate) struct Twiddles {
    dim: u32,
    /// Bytes of an element.
    pub(super) planes: usize,
    pub(super) tables: Tables,
}

impl Twiddles {
    /// Returns those of the first `dim` vectors of the tower's own Cantor basis, without a shift, for at least four planes.
    pub(crate) fn new(planes: usize, dim: u32) -> Self {
        let basis = &BASIS[..dim as usize];
        match NARROW.get(..dim as usize) {
            Some(digests) if planes >= 4 => Self::build(planes, basis, 0, digests),
            _ => Self::with_basis(planes, basis, 0),
        }
    }

    /// Returns the bytes of the tables of [`new`](Self::new), for at least 7 vectors of the basis.
    pub(crate) fn bytes(dim: u32) -> usize {
        let len = digest_len(BASIS[..dim as usize].iter().fold(1, |most, &x| width(x).max(most)));
        let table = |bits: u32, digests: usize| (digests * len).next_multiple_of(8) << bits;
        table(dim - 7, 7) + table(dim.saturating_sub(8), 3)
    }

    /// Returns those of any Cantor basis, elements of the tower, and any shift. At least 7 and at most `8 planes` vectors.
    pub(crate) fn with_basis(planes: usize, basis: &[u128], shift: u128) -> Self {
        let digests = lists::of(basis, |&beta| digest(beta, planes.trailing_zeros()));
        Self::build(planes, basis, shift, &digests)
    }

    fn build(planes: usize, basis: &[u128], shift: u128, digests: &[[u8; DIGEST]]) -> Self {
        debug_assert!((7..=8 * planes).contains(&basis.len()));
        let (dim, degree) = (basis.len() as u32, planes.trailing_zeros());
        // The images of the shift, of no use where it is zero.
        let mut images = vec![shift; if shift == 0 { 0 } else { basis.len() }];
        for i in 1..images.len() {
            images[i] = images[i - 1] ^ square(images[i - 1], degree);
        }
        // A wide digest of a narrow element is not narrow: w0 + w1 repeats it.
        let wide = basis.iter().chain(&images).fold(1, |most, &x| width(x).max(most));
        let len = digest_len(wide);
        let images = lists::of(&images, |&x| (digest(x, degree), width(x)));
        let image = |i: usize| images.get(i).map_or(&[0; DIGEST], |image| &image.0);
        let mut origin = [0; 7 * DIGEST];
        for i in 0..7 {
            origin[i * len..][..len].copy_from_slice(&image(6 - i)[..len]);
        }
        let pairs = Linear::new(dim - 7, &[1, 2, 3, 4, 5, 6, 7], digests, len, &origin[..7 * len]);
        origin[..2 * len].fill(0);
        origin[2 * len..3 * len].copy_from_slice(&digests[1][..len]);
        let nodes = Linear::new(dim.saturating_sub(8), &[1, 2, 2], digests, len, &origin[..3 * len]);
        let shifts = lists::list(images.len(), |i| {
            let child = &images[i.saturating_sub(1)].0[..len];
            ([&images[i].0[..len], child, child].concat(), images[i].1)
        });
        Twiddles {
            dim,
            planes,
            tables: Tables { len, nodes, pairs, shifts, lane: lane_twiddles(basis), shared: false },
        }
    }

    /// Returns the same for transforms that are shared out over the threads of the surrounding pool, which the caller has entered.
    pub(crate) fn shared(self, shared: bool) -> Self {
        Twiddles { tables: Tables { shared, ..self.tables }, ..self }
    }

    /// Returns the dimension: the transform has `2^dim` elements.
    pub(crate) fn dim(&self) -> u32 {
        self.dim
    }
}

/// Room for the digests of a node and of its two children.
pub(super) type Family = [u8; 3 * DIGEST];

impl Tables {
    /// Returns the width in bytes that holds the twiddles of `level` whose index `2j` is at most `last`.
    #[inline(always)]
    pub(super) fn width(&self, level: u32, last: usize) -> usize {
        let bytes = (usize::BITS - last.leading_zeros()).div_ceil(8).next_power_of_two() as usize;
        self.shifts.get(level as usize).map_or(bytes, |shift| shift.1.max(bytes))
    }

    /// Returns the greatest width among the twiddles of node `j` of `2^s` elements at the levels `from..to`.
    pub(super) fn widest(&self, from: u32, to: u32, s: u32, j: usize) -> usize {
        let mut most = 1;
        for level in from..to {
            most = most.max(self.width(level, (((j + 1) << (s - 1 - level)) - 1) << 1));
        }
        most
    }

    /// Returns the digests of node `j` of level `level` and of its two children, in `sum` where there is a shift.
    #[inline]
    pub(super) fn family<'a>(&'a self, level: u32, j: usize, sum: &'a mut Family) -> Digests<'a> {
        let (bytes, len) = (self.nodes.get(j), self.len);
        let Some((shift, _)) = self.shifts.get(level as usize) else { return Digests { bytes, len } };
        for (sum, (a, b)) in sum.iter_mut().zip(bytes.iter().zip(shift)) {
            *sum = a ^ b;
        }
        Digests { bytes: sum, len }
    }

    /// Returns the digests of the first nodes of pair `p` at levels 6, ..., 0.
    #[inline(always)]
    pub(super) fn pair(&self, p: usize) -> Digests<'_> {
        Digests { bytes: self.pairs.get(p), len: self.len }
    }
}
