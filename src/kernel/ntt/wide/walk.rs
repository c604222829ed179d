//! The order of the passes.

use super::{
    Wide,
    limbs::Block,
    pass::{self, Residue},
    tile::{self, Tile},
    words::{LANES, Words},
};
use crate::{kernel::packed::Token, order::bit_reverse};

/// Blocks of so many vectors stay in the first-level cache, level by level.
const LEAF: usize = 64;
/// Rows of values in natural order that a tile reaches.
const ROWS: usize = LANES * LANES;
/// Tiles whose values are neighbours in natural order, taken together.
const TOGETHER: usize = 8;
/// Nodes below so many vectors, and columns below so many tiles, are not shared out over threads.
#[cfg(feature = "parallel")]
const SHARED: usize = 1 << 9;
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

/// The words of tiles.
type Buffer = [Tile; TOGETHER];

impl<W: Words> Wide<W> {
    /// The level at which blocks have so many vectors.
    fn level(&self, vectors: usize) -> u32 {
        self.log_len - 3 - vectors.ilog2()
    }

    #[cfg(feature = "parallel")]
    fn shares(&self, vectors: usize) -> bool {
        self.threads > 1 && vectors >= SHARED
    }

    pub(super) fn walk_down(&self, values: &mut [Residue], x: &mut [Block], natural: bool) {
        let (from, _) = values.as_chunks::<LANES>();
        self.first(quarters(from), rows(x));
        let q = x.len() / 4;
        let node = |b: usize, x: &mut [Block], out: &mut [Residue]| self.node_down(x, out, b);
        if natural {
            self.children(x, &mut [], q, 0, node);
            let tiles = x.as_chunks::<LANES>().0;
            self.columns_down(tiles, 0, rows(values));
        } else {
            self.children(x, values, q, 0, node);
        }
    }

    /// Two levels from words.
    fn first(&self, from: [&[[Residue; LANES]]; 4], to: [&mut [Block]; 4]) {
        #[cfg(feature = "parallel")]
        if self.shares(4 * to[0].len()) {
            let half = to[0].len() / 2;
            let ([a, b, c, d], [e, f, g, h]) =
                (from.map(|row| row.split_at(half)), to.map(|row| row.split_at_mut(half)));
            rayon::join(
                || self.first([a.0, b.0, c.0, d.0], [e.0, f.0, g.0, h.0]),
                || self.first([a.1, b.1, c.1, d.1], [e.1, f.1, g.1, h.1]),
            );
            return;
        }
        let (w, prime, t) = (self.words, &self.prime, self.forward.block(0, 0));
        if self.coset {
            w.token().run(
                #[inline(always)]
                || pass::first::<true, W>(w, prime, from, to, t),
            );
        } else {
            w.token().run(
                #[inline(always)]
                || pass::first::<false, W>(w, prime, from, to, t),
            );
        }
    }

    /// `node` for the blocks of `q` vectors of `x`, from number `b`, each with its part of `out`, if there are any.
    fn children(
        &self,
        x: &mut [Block],
        out: &mut [Residue],
        q: usize,
        b: usize,
        node: impl Fn(usize, &mut [Block], &mut [Residue]) + Copy + Send + Sync,
    ) {
        if x.len() == q {
            return node(b, x, out);
        }
        let half = x.len() / 2;
        let (low, high) = x.split_at_mut(half);
        let (out_low, out_high) = out.split_at_mut(out.len() / 2);
        let next = b + half / q;
        #[cfg(feature = "parallel")]
        if self.shares(half) {
            rayon::join(|| self.children(low, out_low, q, b, node), || self.children(high, out_high, q, next, node));
            return;
        }
        self.children(low, out_low, q, b, node);
        self.children(high, out_high, q, next, node);
    }

    /// The levels below block `b` of its size; then, where there is room for them, the values.
    fn node_down(&self, x: &mut [Block], out: &mut [Residue], b: usize) {
        if x.len() > LEAF {
            self.level_down(x, x.len(), b);
            return self.children(x, out, x.len() / 4, 4 * b, |b, x, out| self.node_down(x, out, b));
        }
        let mut m = x.len();
        while m >= 4 {
            self.level_down(x, m, b);
            m /= 4;
        }
        if m == 2 {
            self.pairs_down(x, b);
        }
        let (w, first) = (self.words, b * (x.len() / LANES));
        let mut words: Tile = [Block::ZERO; LANES];
        for (g, (tile, out)) in x.as_chunks::<LANES>().0.iter().zip(out.as_chunks_mut::<ROWS>().0).enumerate() {
            self.tile_down(tile, &mut words, first + g);
            w.token().run(
                #[inline(always)]
                || {
                    for t in [0, 2, 4, 6] {
                        let v = tile::pairs(w, &words[t], &words[t + 1]);
                        for l in 0..LANES {
                            put(w, out, LANES * l + t, v[l]);
                        }
                    }
                },
            );
        }
    }

    /// Two levels of every block of `m` vectors of block `b` of its size.
    fn level_down(&self, x: &mut [Block], m: usize, b: usize) {
        let (w, prime, roots) = (self.words, &self.prime, &self.forward);
        let (level, first) = (self.level(m), b * (x.len() / m));
        w.token().run(
            #[inline(always)]
            || {
                for (j, x) in x.chunks_exact_mut(m).enumerate() {
                    pass::forward(w, prime, x, roots.block(level, first + j));
                }
            },
        );
    }

    fn pairs_down(&self, x: &mut [Block], b: usize) {
        let (w, prime, roots) = (self.words, &self.prime, &self.forward);
        let (level, first) = (self.level(2), b * (x.len() / 2));
        w.token().run(
            #[inline(always)]
            || {
                for (j, x) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                    pass::forward2(w, prime, x, roots.pair(level, first + 2 * j));
                }
            },
        );
    }

    fn tile_down(&self, from: &Tile, to: &mut Tile, g: usize) {
        let (w, prime, roots) = (self.words, &self.prime, &self.forward);
        w.token().run(
            #[inline(always)]
            || tile::values(w, prime, from, to, &roots.lanes, &roots.tiles[g]),
        );
    }

    /// The values of columns `first`, `first + 1`, ... of natural order, from tiles whose numbers are those, bits reversed.
    fn columns_down(&self, tiles: &[Tile], first: usize, mut rows: [&mut [Residue]; ROWS]) {
        let columns = rows[0].len();
        #[cfg(feature = "parallel")]
        if self.shares(columns * LANES) && columns > TOGETHER {
            let half = columns / 2;
            let mut high: [&mut [Residue]; ROWS] = core::array::from_fn(|_| Default::default());
            let low = core::array::from_fn(|r| {
                let (low, after) = core::mem::take(&mut rows[r]).split_at_mut(half);
                high[r] = after;
                low
            });
            rayon::join(|| self.columns_down(tiles, first, low), || self.columns_down(tiles, first + half, high));
            return;
        }
        let (w, bits) = (self.words, tiles.len().ilog2());
        let together = TOGETHER.min(columns);
        let mut words: Buffer = [[Block::ZERO; LANES]; TOGETHER];
        for column in (0..columns).step_by(together) {
            for (c, words) in words[..together].iter_mut().enumerate() {
                let g = bit_reverse(first + column + c, bits);
                self.tile_down(&tiles[g], words, g);
            }
            w.token().run(
                #[inline(always)]
                || {
                    for t in 0..LANES {
                        for c in (0..together).step_by(2) {
                            let v = tile::pairs(w, &words[c][t], &words[c + 1][t]);
                            for l in 0..LANES {
                                put(w, rows[LANES * REVERSED[t] + REVERSED[l]], column + c, v[l]);
                            }
                        }
                    }
                },
            );
        }
    }

    pub(super) fn walk_up(&self, values: &mut [Residue], x: &mut [Block], natural: bool) {
        let q = x.len() / 4;
        let node = |b: usize, x: &mut [Block], from: &mut [Residue]| self.node_up(x, from, b);
        if natural {
            let tiles = x.as_chunks_mut::<LANES>().0;
            let (low, high) = tiles.split_at_mut(tiles.len() / 2);
            self.columns_up(values, low, high, 0, 2);
            self.children(x, &mut [], q, 0, node);
        } else {
            self.children(x, values, q, 0, node);
        }
        let (to, _) = values.as_chunks_mut::<LANES>();
        self.last(quarters(x), rows(to));
    }

    /// Two levels back, to words.
    fn last(&self, from: [&[Block]; 4], to: [&mut [[Residue; LANES]]; 4]) {
        #[cfg(feature = "parallel")]
        if self.shares(4 * to[0].len()) {
            let half = to[0].len() / 2;
            let ([a, b, c, d], [e, f, g, h]) =
                (from.map(|row| row.split_at(half)), to.map(|row| row.split_at_mut(half)));
            rayon::join(
                || self.last([a.0, b.0, c.0, d.0], [e.0, f.0, g.0, h.0]),
                || self.last([a.1, b.1, c.1, d.1], [e.1, f.1, g.1, h.1]),
            );
            return;
        }
        let (w, prime, t) = (self.words, &self.prime, self.inverse.block(0, 0));
        if self.coset {
            w.token().run(
                #[inline(always)]
                || pass::last::<true, W>(w, prime, from, to, t, self.log_len),
            );
        } else {
            w.token().run(
                #[inline(always)]
                || pass::last::<false, W>(w, prime, from, to, t, self.log_len),
            );
        }
    }

    fn node_up(&self, x: &mut [Block], from: &mut [Residue], b: usize) {
        let len = x.len();
        if len > LEAF {
            self.children(x, from, len / 4, 4 * b, |b, x, from| self.node_up(x, from, b));
            return self.level_up(x, len, b);
        }
        let (w, first) = (self.words, b * (len / LANES));
        let mut words: Tile = [Block::ZERO; LANES];
        for (g, (tile, from)) in x.as_chunks_mut::<LANES>().0.iter_mut().zip(from.as_chunks::<ROWS>().0).enumerate() {
            w.token().run(
                #[inline(always)]
                || {
                    for (pair, words) in words.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                        let mut v = [w.splat(0); LANES];
                        for l in 0..LANES {
                            v[l] = get(w, from, LANES * l + 2 * pair);
                        }
                        let [a, b] = words;
                        tile::apart(w, v, a, b);
                    }
                },
            );
            self.tile_up(&mut words, tile, first + g);
        }
        let mut m = 4;
        if len.ilog2() % 2 == 1 {
            self.pairs_up(x, b);
            m = 8;
        }
        while m <= len {
            self.level_up(x, m, b);
            m *= 4;
        }
    }

    fn level_up(&self, x: &mut [Block], m: usize, b: usize) {
        let (w, prime, roots) = (self.words, &self.prime, &self.inverse);
        let (level, first) = (self.level(m), b * (x.len() / m));
        w.token().run(
            #[inline(always)]
            || {
                for (j, x) in x.chunks_exact_mut(m).enumerate() {
                    pass::inverse(w, prime, x, roots.block(level, first + j));
                }
            },
        );
    }

    fn pairs_up(&self, x: &mut [Block], b: usize) {
        let (w, prime, roots) = (self.words, &self.prime, &self.inverse);
        let (level, first) = (self.level(2), b * (x.len() / 2));
        w.token().run(
            #[inline(always)]
            || {
                for (j, x) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                    pass::inverse2(w, prime, x, roots.pair(level, first + 2 * j));
                }
            },
        );
    }

    fn tile_up(&self, from: &mut Tile, to: &mut Tile, g: usize) {
        let (w, prime, roots) = (self.words, &self.prime, &self.inverse);
        w.token().run(
            #[inline(always)]
            || tile::coefficients(w, prime, from, to, &roots.lanes, &roots.tiles[g]),
        );
    }

    /// Columns `first`, `first + step`, ... of natural order, each with the next, into tiles whose numbers are those, bits
    /// reversed: the two of a pair lie half of all tiles apart.
    fn columns_up(&self, values: &[Residue], low: &mut [Tile], high: &mut [Tile], first: usize, step: usize) {
        #[cfg(feature = "parallel")]
        if self.shares(2 * LANES * low.len()) {
            let half = low.len() / 2;
            let ((a, b), (c, d)) = (low.split_at_mut(half), high.split_at_mut(half));
            rayon::join(
                || self.columns_up(values, a, c, first, 2 * step),
                || self.columns_up(values, b, d, first + step, 2 * step),
            );
            return;
        }
        let (w, columns) = (self.words, values.len() / ROWS);
        let (bits, here) = (columns.ilog2(), low.len().ilog2());
        let pairs = (TOGETHER / 2).min(low.len());
        let mut words: Buffer = [[Block::ZERO; LANES]; TOGETHER];
        for i in (0..low.len()).step_by(pairs) {
            w.token().run(
                #[inline(always)]
                || {
                    for t in 0..LANES {
                        for (pair, words) in words[..2 * pairs].as_chunks_mut::<2>().0.iter_mut().enumerate() {
                            let mut v = [w.splat(0); LANES];
                            for l in 0..LANES {
                                let row = LANES * REVERSED[t] + REVERSED[l];
                                v[l] = get(w, values, row * columns + first + step * (i + pair));
                            }
                            let [a, b] = words;
                            tile::apart(w, v, &mut a[t], &mut b[t]);
                        }
                    }
                },
            );
            for (pair, words) in words[..2 * pairs].as_chunks_mut::<2>().0.iter_mut().enumerate() {
                let (at, g) = (bit_reverse(i + pair, here), bit_reverse(first + step * (i + pair), bits));
                let [a, b] = words;
                self.tile_up(a, &mut low[at], g);
                self.tile_up(b, &mut high[at], g + columns / 2);
            }
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
