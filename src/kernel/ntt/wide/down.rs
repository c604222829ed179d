//! From coefficients to values.

use super::{
    Wide,
    limbs::Block,
    multiply::Multiply,
    pass::{self, Residue},
    tile::{self, Tile},
    walk::{LEAF, PIECE, REVERSED, ROWS, Read, SHARED, TOGETHER, put, rows},
    words::{LANES, Memory},
};
use crate::{
    kernel::packed::Token,
    order::bit_reverse,
    threads::{Every, share},
};
use core::ops::Range;

/// Columns of the four quarters, and where they go.
type Columns<'a, T> = (Range<usize>, [Every<&'a mut [Block<T>]>; 4]);

/// Columns of natural order, and the rows that their values go to.
type Rows<'a, T> = (Range<usize>, [Every<&'a mut [Residue<T>]>; ROWS]);

impl<W: Multiply> Wide<W> {
    /// Runs two levels, which read words.
    pub(super) fn first(&self, read: Read<'_, W::Word>, x: &mut [Block<W::Word>]) {
        let q = x.len() / 4;
        let columns = (0..q / PIECE, rows(x).map(|row| Every(row, PIECE)));
        share(self.shares(4 * q), columns, SHARED / 4 / PIECE, &|(pieces, to): Columns<'_, W::Word>| {
            let mut words = [[[[W::Word::ZERO; 4]; LANES]; PIECE]; 4];
            let [a, b, c, d] = to.map(|row| row.0.chunks_exact_mut(PIECE));
            for (piece, (((a, b), c), d)) in pieces.zip(a.zip(b).zip(c).zip(d)) {
                for (r, words) in words.iter_mut().enumerate() {
                    read((r * q + piece * PIECE) * LANES, words.as_flattened_mut());
                }
                let [p, r, s, t] = &words;
                self.enter([p, r, s, t], [a, b, c, d]);
            }
        });
    }

    fn enter(&self, from: [&[[Residue<W::Word>; LANES]]; 4], to: [&mut [Block<W::Word>]; 4]) {
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

    /// Runs the levels below block `b` of its size; then, if `out` has room, stores the values.
    pub(super) fn node_down(&self, x: &mut [Block<W::Word>], out: &mut [Residue<W::Word>], b: usize) {
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
        let mut words: Tile<W::Word> = [Block::ZERO; LANES];
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

    /// Runs two levels of every block of `m` vectors of block `b` of its size.
    pub(super) fn level_down(&self, x: &mut [Block<W::Word>], m: usize, b: usize) {
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

    fn pairs_down(&self, x: &mut [Block<W::Word>], b: usize) {
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

    fn tile_down(&self, from: &Tile<W::Word>, to: &mut Tile<W::Word>, g: usize) {
        let (w, prime, roots) = (self.words, &self.prime, &self.forward);
        w.token().run(
            #[inline(always)]
            || tile::values(w, prime, from, to, &roots.lanes, &roots.tiles[g]),
        );
    }

    /// Computes the values of columns `first`, `first + 1`, ... of natural order, from the tiles with these indices,
    /// bits reversed.
    pub(super) fn columns_down(&self, tiles: &[Tile<W::Word>], first: usize, rows: [&mut [Residue<W::Word>]; ROWS]) {
        let columns = rows[0].len();
        let pieces = (first..first + columns, rows.map(|row| Every(row, 1)));
        share(self.shares(columns * LANES), pieces, SHARED / LANES, &|(range, rows): Rows<'_, W::Word>| {
            self.few_columns_down(tiles, range.start, rows.map(|row| row.0));
        });
    }

    fn few_columns_down(&self, tiles: &[Tile<W::Word>], first: usize, rows: [&mut [Residue<W::Word>]; ROWS]) {
        let columns = rows[0].len();
        let (w, bits) = (self.words, tiles.len().ilog2());
        let together = TOGETHER.min(columns);
        let mut words: [Tile<W::Word>; TOGETHER] = [[Block::ZERO; LANES]; TOGETHER];
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
}
