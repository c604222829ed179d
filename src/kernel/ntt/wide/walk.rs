//! The order of the passes.

use super::{
    Wide,
    limbs::Block,
    pass::{self, Residue},
    roots::Roots,
    tile::{self, Tile},
    words::{LANES, Words},
};
use crate::{kernel::packed::Token, order::bit_reverse};

/// Blocks of so many vectors stay in the first-level cache, level by level.
const LEAF: usize = 64;
/// Rows of values in natural order that a tile reaches.
const ROWS: usize = LANES * LANES;
/// A tile's bits of the index.
const TILE_BITS: u32 = 6;
/// The rows of the values of lane `l` of vector `t`: the bits of `t` and of `l` reversed.
const REVERSED: [usize; LANES] = [0, 4, 2, 6, 1, 5, 3, 7];

/// The values of a slice in so many rows.
fn rows<T, const R: usize>(x: &mut [T]) -> [&mut [T]; R] {
    let len = x.len() / R;
    let mut rest = x;
    core::array::from_fn(|_| {
        let (row, after) = core::mem::take(&mut rest).split_at_mut(len);
        rest = after;
        row
    })
}

/// Quarters, to read.
fn quarters<T>(x: &[T]) -> [&[T]; 4] {
    let q = x.len() / 4;
    [&x[..q], &x[q..2 * q], &x[2 * q..3 * q], &x[3 * q..]]
}

impl<W: Words> Wide<W> {
    fn log_vectors(&self) -> u32 {
        self.log_len - 3
    }

    /// The level at which blocks have so many vectors.
    fn level(&self, vectors: usize) -> u32 {
        self.log_vectors() - vectors.ilog2()
    }

    pub(super) fn walk_down(&self, values: &mut [Residue], x: &mut [Block], natural: bool) {
        let (w, prime) = (self.words, &self.prime);
        let (from, _) = values.as_chunks::<LANES>();
        let t = self.forward.block(0, 0);
        let (from, to) = (quarters(from), rows::<_, 4>(x));
        if self.coset {
            w.token().run(#[inline(always)] || pass::first::<true, W>(w, prime, from, to, t));
        } else {
            w.token().run(#[inline(always)] || pass::first::<false, W>(w, prime, from, to, t));
        }
        let q = x.len() / 4;
        for (b, x) in x.chunks_exact_mut(q).enumerate() {
            let out = if natural { &mut [][..] } else { &mut values[8 * q * b..][..8 * q] };
            self.node_down(x, out, b);
        }
        if natural {
            let rows = &mut rows::<_, ROWS>(values);
            w.token().run(#[inline(always)] || self.columns_down(x, rows));
        }
    }

    /// The levels below block `b` of its size; then, where there is room for them, the values.
    fn node_down(&self, x: &mut [Block], out: &mut [Residue], b: usize) {
        let (w, prime) = (self.words, &self.prime);
        if x.len() <= LEAF {
            return w.token().run(#[inline(always)] || self.leaf_down(x, out, b));
        }
        let t = self.forward.block(self.level(x.len()), b);
        w.token().run(#[inline(always)] || pass::forward(w, prime, x, t));
        let q = x.len() / 4;
        for (j, x) in x.chunks_exact_mut(q).enumerate() {
            let out = if out.is_empty() { &mut [][..] } else { &mut out[8 * q * j..][..8 * q] };
            self.node_down(x, out, 4 * b + j);
        }
    }

    #[inline(always)]
    fn leaf_down(&self, x: &mut [Block], out: &mut [Residue], b: usize) {
        let (w, prime, roots) = (self.words, &self.prime, &self.forward);
        let len = x.len();
        let mut m = len;
        while m >= 4 {
            let (level, first) = (self.level(m), b * (len / m));
            for (j, x) in x.chunks_exact_mut(m).enumerate() {
                pass::forward(w, prime, x, roots.block(level, first + j));
            }
            m /= 4;
        }
        if m == 2 {
            let (level, first) = (self.level(2), b * (len / 2));
            for (j, x) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                pass::forward2(w, prime, x, roots.pair(level, first + 2 * j));
            }
        }
        let (tiles, _) = x.as_chunks::<LANES>();
        let first = b * (len / LANES);
        let mut words: Tile = [[[0; LANES]; 5]; LANES];
        for ((from, out), sigma) in tiles.iter().zip(out.as_chunks_mut::<ROWS>().0).zip(&roots.tiles[first..]) {
            tile::values(w, prime, from, &mut words, &roots.lanes, sigma);
            for t in [0, 2, 4, 6] {
                let v = tile::pairs(w, &words[t], &words[t + 1]);
                for l in 0..LANES {
                    put(w, out, LANES * l + t, v[l]);
                }
            }
        }
    }

    /// The values of columns 0, 1, ... of natural order from tiles whose numbers are those, bits reversed.
    #[inline(always)]
    fn columns_down(&self, x: &[Block], rows: &mut [&mut [Residue]; ROWS]) {
        let (w, prime, roots) = (self.words, &self.prime, &self.forward);
        let (tiles, _) = x.as_chunks::<LANES>();
        let (bits, half) = (self.log_len - TILE_BITS, tiles.len() / 2);
        let mut words: [Tile; 2] = [[[[0; LANES]; 5]; LANES]; 2];
        for column in (0..tiles.len()).step_by(2) {
            let g = bit_reverse(column, bits);
            tile::values(w, prime, &tiles[g], &mut words[0], &roots.lanes, &roots.tiles[g]);
            tile::values(w, prime, &tiles[g + half], &mut words[1], &roots.lanes, &roots.tiles[g + half]);
            for t in 0..LANES {
                let v = tile::pairs(w, &words[0][t], &words[1][t]);
                for l in 0..LANES {
                    put(w, rows[LANES * REVERSED[t] + REVERSED[l]], column, v[l]);
                }
            }
        }
    }

    pub(super) fn walk_up(&self, values: &mut [Residue], x: &mut [Block], natural: bool) {
        let (w, prime) = (self.words, &self.prime);
        if natural {
            w.token().run(#[inline(always)] || self.columns_up(values, x));
        }
        let q = x.len() / 4;
        for (b, x) in x.chunks_exact_mut(q).enumerate() {
            let from = if natural { &[][..] } else { &values[8 * q * b..][..8 * q] };
            self.node_up(x, from, b);
        }
        let (to, _) = values.as_chunks_mut::<LANES>();
        let (from, to, t) = (quarters(x), rows::<_, 4>(to), self.inverse.block(0, 0));
        w.token().run(#[inline(always)] || pass::last(w, prime, from, to, t, self.log_len));
    }

    fn node_up(&self, x: &mut [Block], from: &[Residue], b: usize) {
        let (w, prime) = (self.words, &self.prime);
        if x.len() <= LEAF {
            return w.token().run(#[inline(always)] || self.leaf_up(x, from, b));
        }
        let q = x.len() / 4;
        for (j, x) in x.chunks_exact_mut(q).enumerate() {
            let from = if from.is_empty() { from } else { &from[8 * q * j..][..8 * q] };
            self.node_up(x, from, 4 * b + j);
        }
        let t = self.inverse.block(self.level(x.len()), b);
        w.token().run(#[inline(always)] || pass::inverse(w, prime, x, t));
    }

    #[inline(always)]
    fn leaf_up(&self, x: &mut [Block], from: &[Residue], b: usize) {
        let (w, prime, roots) = (self.words, &self.prime, &self.inverse);
        let len = x.len();
        let (tiles, _) = x.as_chunks_mut::<LANES>();
        let first = b * (len / LANES);
        let mut words: Tile = [[[0; LANES]; 5]; LANES];
        for ((to, from), sigma) in tiles.iter_mut().zip(from.as_chunks::<ROWS>().0).zip(&roots.tiles[first..]) {
            for t in [0, 2, 4, 6] {
                let mut v = [w.splat(0); LANES];
                for l in 0..LANES {
                    v[l] = get(w, from, LANES * l + t);
                }
                let (a, b) = words.split_at_mut(t + 1);
                tile::apart(w, v, &mut a[t], &mut b[0]);
            }
            tile::coefficients(w, prime, &mut words, to, &roots.lanes, sigma);
        }
        let mut m = 4;
        if len.ilog2() % 2 == 1 {
            let (level, first) = (self.level(2), b * (len / 2));
            for (j, x) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                pass::inverse2(w, prime, x, roots.pair(level, first + 2 * j));
            }
            m = 8;
        }
        while m <= len {
            let (level, first) = (self.level(m), b * (len / m));
            for (j, x) in x.chunks_exact_mut(m).enumerate() {
                pass::inverse(w, prime, x, roots.block(level, first + j));
            }
            m *= 4;
        }
    }

    #[inline(always)]
    fn columns_up(&self, values: &[Residue], x: &mut [Block]) {
        let (w, prime, roots) = (self.words, &self.prime, &self.inverse);
        let (tiles, _) = x.as_chunks_mut::<LANES>();
        let (bits, half) = (self.log_len - TILE_BITS, tiles.len() / 2);
        let stride = tiles.len();
        let mut words: [Tile; 2] = [[[[0; LANES]; 5]; LANES]; 2];
        for column in (0..tiles.len()).step_by(2) {
            let g = bit_reverse(column, bits);
            let [a, b] = &mut words;
            for t in 0..LANES {
                let mut v = [w.splat(0); LANES];
                for l in 0..LANES {
                    v[l] = get(w, values, (LANES * REVERSED[t] + REVERSED[l]) * stride + column);
                }
                tile::apart(w, v, &mut a[t], &mut b[t]);
            }
            tile::coefficients(w, prime, a, &mut tiles[g], &roots.lanes, &roots.tiles[g]);
            tile::coefficients(w, prime, b, &mut tiles[g + half], &roots.lanes, &roots.tiles[g + half]);
        }
    }
}

/// Two neighbours from place `at`.
#[inline(always)]
fn put<W: Words>(w: W, to: &mut [Residue], at: usize, v: W::V) {
    if let Ok(pair) = <&mut [u64; 8]>::try_from(to[at..at + 2].as_flattened_mut()) {
        w.store(pair, v);
    }
}

/// Two neighbours from place `at`.
#[inline(always)]
fn get<W: Words>(w: W, from: &[Residue], at: usize) -> W::V {
    match <&[u64; 8]>::try_from(from[at..at + 2].as_flattened()) {
        Ok(pair) => w.load(pair),
        Err(_) => w.splat(0),
    }
}
