//! From values to coefficients.

use super::{
    Wide,
    limbs::Block,
    multiply::Multiply,
    pass::{self, Residue},
    tile::{self, Tile},
    walk::{LEAF, REVERSED, ROWS, Read, TOGETHER, get},
    words::{LANES, Memory},
};
use crate::{kernel::packed::Token, order::bit_reverse, threads::both};

/// The words of a few columns, row by row.
type Group<T> = [[Residue<T>; TOGETHER]; ROWS];

impl<W: Multiply> Wide<W> {
    /// Runs all levels but the two of [`last`](Wide::last).
    pub(super) fn levels_up(&self, read: Read<'_, W::Word>, x: &mut [Block<W::Word>], natural: bool) {
        let q = x.len() / 4;
        if natural {
            let tiles = x.as_chunks_mut::<LANES>().0;
            let (low, high) = tiles.split_at_mut(tiles.len() / 2);
            self.columns_up(read, low, high, 0, 2);
        }
        let read = (!natural).then_some(read);
        self.children(x, &mut [], q, 0, |b, x, _| self.node_up(x, read, b));
    }

    /// Runs two inverse levels, to words.
    pub(super) fn last(&self, from: [&[Block<W::Word>]; 4], to: [&mut [[Residue<W::Word>; LANES]]; 4]) {
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

    /// Runs the levels below block `b` of its size, from values if `read` reads any.
    fn node_up(&self, x: &mut [Block<W::Word>], read: Option<Read<'_, W::Word>>, b: usize) {
        let len = x.len();
        if len > LEAF {
            self.children(x, &mut [], len / 4, 4 * b, |b, x, _| self.node_up(x, read, b));
            return self.level_up(x, len, b);
        }
        if let Some(read) = read {
            self.tiles_up(read, x, b);
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

    fn level_up(&self, x: &mut [Block<W::Word>], m: usize, b: usize) {
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

    fn pairs_up(&self, x: &mut [Block<W::Word>], b: usize) {
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

    fn tile_up(&self, from: &mut Tile<W::Word>, to: &mut Tile<W::Word>, g: usize) {
        let (w, prime, roots) = (self.words, &self.prime, &self.inverse);
        w.token().run(
            #[inline(always)]
            || tile::coefficients(w, prime, from, to, &roots.lanes, &roots.tiles[g]),
        );
    }

    /// Computes block `b` of its size from its values in bit-reversed order.
    fn tiles_up(&self, read: Read<'_, W::Word>, x: &mut [Block<W::Word>], b: usize) {
        let (w, first) = (self.words, b * (x.len() / LANES));
        let (mut from, mut words) = ([[W::Word::ZERO; 4]; ROWS], [Block::ZERO; LANES]);
        for (g, tile) in x.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            read((first + g) * ROWS, &mut from);
            w.token().run(
                #[inline(always)]
                || {
                    for (pair, words) in words.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                        let mut v = [w.splat(0); LANES];
                        for l in 0..LANES {
                            v[l] = get(w, &from, LANES * l + 2 * pair);
                        }
                        let [a, b] = words;
                        tile::apart(w, v, a, b);
                    }
                },
            );
            self.tile_up(&mut words, tile, first + g);
        }
    }

    /// Loads columns `first`, `first + step`, ... of natural order, each with the next, into the tiles with these
    /// indices, bits reversed. The two tiles of a pair lie half of all tiles apart.
    fn columns_up(
        &self,
        read: Read<'_, W::Word>,
        low: &mut [Tile<W::Word>],
        high: &mut [Tile<W::Word>],
        first: usize,
        step: usize,
    ) {
        if self.shares(2 * LANES * low.len()) && low.len() > 1 {
            let half = low.len() / 2;
            let ((a, b), (c, d)) = (low.split_at_mut(half), high.split_at_mut(half));
            return both(
                true,
                || self.columns_up(read, a, c, first, 2 * step),
                || self.columns_up(read, b, d, first + step, 2 * step),
            );
        }
        let (columns, here) = ((1 << self.log_len) / ROWS, low.len().ilog2());
        let pairs = (TOGETHER / 2).min(low.len());
        let mut group: Group<W::Word> = [[[W::Word::ZERO; 4]; TOGETHER]; ROWS];
        let mut words: [Tile<W::Word>; TOGETHER] = [[Block::ZERO; LANES]; TOGETHER];
        for i in (0..low.len()).step_by(pairs) {
            let column = |pair: usize| first + step * (i + pair);
            for (r, row) in group.iter_mut().enumerate() {
                if step == 2 {
                    read(r * columns + column(0), &mut row[..2 * pairs]);
                } else {
                    for (pair, row) in row[..2 * pairs].as_chunks_mut::<2>().0.iter_mut().enumerate() {
                        read(r * columns + column(pair), row);
                    }
                }
            }
            self.group_up(&group, &mut words[..2 * pairs]);
            for (pair, words) in words[..2 * pairs].as_chunks_mut::<2>().0.iter_mut().enumerate() {
                let (at, g) = (bit_reverse(i + pair, here), bit_reverse(column(pair), columns.ilog2()));
                let [a, b] = words;
                self.tile_up(a, &mut low[at], g);
                self.tile_up(b, &mut high[at], g + columns / 2);
            }
        }
    }

    /// Computes the words of tiles from those of columns.
    fn group_up(&self, group: &Group<W::Word>, words: &mut [Tile<W::Word>]) {
        let w = self.words;
        w.token().run(
            #[inline(always)]
            || {
                for t in 0..LANES {
                    for (pair, words) in words.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                        let mut v = [w.splat(0); LANES];
                        for l in 0..LANES {
                            v[l] = get(w, &group[LANES * REVERSED[t] + REVERSED[l]], 2 * pair);
                        }
                        let [a, b] = words;
                        tile::apart(w, v, &mut a[t], &mut b[t]);
                    }
                }
            },
        );
    }
}
