//! The steps that both directions of the passes share.

use super::{
    limbs::Block,
    pass::Residue,
    transform::Wide,
    words::{LANES, Words},
};
use crate::lists;
use crate::threads::both;

/// Blocks of this many vectors stay in the first-level cache, level by level.
pub(super) const LEAF: usize = 64;
/// Number of rows of values in natural order that a tile reaches.
pub(crate) const ROWS: usize = LANES * LANES;
/// Tiles whose values are neighbours in natural order, taken together.
pub(crate) const TOGETHER: usize = 8;
/// Vectors of each quarter that are read at once.
pub(crate) const PIECE: usize = 8;
/// Nodes below this many vectors, and columns below this many tiles, are not shared out over threads.
pub(crate) const SHARED: usize = 1 << 9;
/// The rows of the values of lane `l` of vector `t`: the bits of `t` and of `l` reversed.
pub(super) const REVERSED: [usize; LANES] = [0, 4, 2, 6, 1, 5, 3, 7];

/// A reader of the words of the elements from a place on.
pub(crate) type Read<'a, T = u64> = &'a (dyn Fn(usize, &mut [Residue<T>]) + Sync);

/// Returns the values of a slice in `R` rows.
pub(crate) fn rows<T, const R: usize>(x: &mut [T]) -> [&mut [T]; R] {
    let len = x.len() / R;
    let mut rest = x;
    lists::from_fn(|_| {
        let (row, after) = core::mem::take(&mut rest).split_at_mut(len);
        rest = after;
        row
    })
}

/// Returns the quarters of a slice, to read.
pub(crate) fn quarters<T>(x: &[T]) -> [&[T]; 4] {
    let q = x.len() / 4;
    [&x[..q], &x[q..2 * q], &x[2 * q..3 * q], &x[3 * q..]]
}

impl<W: Words> Wide<W> {
    /// Returns the level at which blocks have this many vectors.
    pub(super) fn level(&self, vectors: usize) -> u32 {
        self.log_len - 3 - vectors.ilog2()
    }

    /// Returns whether this many vectors are shared out over threads.
    pub(super) fn shares(&self, vectors: usize) -> bool {
        self.threads > 1 && vectors >= SHARED
    }

    /// Runs `node` on the blocks of `q` vectors of `x`, from number `b`, each with its part of `out`, if there is one.
    pub(super) fn children(
        &self,
        x: &mut [Block<W::Word>],
        out: &mut [Residue<W::Word>],
        q: usize,
        b: usize,
        node: impl Fn(usize, &mut [Block<W::Word>], &mut [Residue<W::Word>]) + Copy + Send + Sync,
    ) {
        if x.len() == q {
            return node(b, x, out);
        }
        let half = x.len() / 2;
        let (low, high) = x.split_at_mut(half);
        let (out_low, out_high) = out.split_at_mut(out.len() / 2);
        let next = b + half / q;
        both(
            self.shares(half),
            || self.children(low, out_low, q, b, node),
            || self.children(high, out_high, q, next, node),
        );
    }
}

/// Returns two neighbours from place `at`.
#[inline(always)]
pub(super) fn put<W: Words>(w: W, to: &mut [Residue<W::Word>], at: usize, v: W::V) {
    if let Ok(pair) = <&mut [W::Word; 8]>::try_from(to[at..at + 2].as_flattened_mut()) {
        w.store(pair, v);
    }
}

/// Returns two neighbours from place `at`.
#[inline(always)]
pub(super) fn get<W: Words>(w: W, from: &[Residue<W::Word>], at: usize) -> W::V {
    match <&[W::Word; 8]>::try_from(from[at..at + 2].as_flattened()) {
        Ok(pair) => w.load(pair),
        Err(_) => w.splat(0),
    }
}
