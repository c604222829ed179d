//! The Lin-Chung-Han transform on byte planes, in cache-sized pieces.

use super::{
    blocks::{export, export_pair, import, import_pair},
    cast,
    isomorphism::{Change, Isomorphism},
};
use crate::{
    Error, Result,
    algebra::{Std, Subspace},
    dft::{Transform, check_slices},
    kernel::{
        memory::{Wiped, filled},
        planes::{Bytes, Line, Twiddles, pairs, pass, tower},
    },
    lists,
    order::Order,
    rings::{BinaryField, ViaBinary},
};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Lines of a leaf: half of the first cache.
const LEAF: usize = 256;
/// Lines that a column takes of each row.
const COLUMN: usize = 16;
/// The most levels of one pass over columns: the buffer has `2^LEVELS` rows.
pub(super) const LEVELS: u32 = 5;
/// The most rows of a pass.
pub(super) const ROWS: usize = 1 << LEVELS;
/// Nodes with fewer lines are not shared out over threads.
#[cfg(feature = "parallel")]
const SHARED: usize = 1 << 11;

/// One column of a pass, or a leaf: it starts where a cache line does.
#[repr(align(64))]
struct Buffer<const N: usize = { ROWS * COLUMN }>([Line; N]);

impl<const N: usize> Buffer<N> {
    fn new() -> Self {
        Buffer([[0; 8]; N])
    }
}

/// Transforms of elements of `P` bytes by the instructions `B`.
pub(super) struct Planes<const P: usize, B: Bytes, F> {
    isa: B,
    twiddles: Twiddles<P>,
    change: Change<P>,
    #[cfg(feature = "parallel")]
    threads: usize,
    field: PhantomData<F>,
}

impl<const P: usize, B: Bytes, F: BinaryField> Planes<P, B, F> {
    /// The points have at least 7 dimensions and a Cantor basis.
    pub(super) fn new(isa: B, points: &Subspace<Std<F, ViaBinary>>, threads: usize) -> Result<Self> {
        let map = Isomorphism::new::<F>()?;
        let basis: Vec<u128> = points.basis().iter().map(|beta| map.to_tower(beta.to_bits())).collect();
        let shift = map.to_tower(points.shift().to_bits());
        let width = basis.iter().chain([&shift]).map(|&element| tower::width(element)).max().unwrap_or(1);
        let change = map.change::<F, P>(width)?;
        let twiddles = Twiddles::with_basis(&basis, shift);
        #[cfg(not(feature = "parallel"))]
        let _ = threads;
        Ok(Planes {
            isa,
            twiddles,
            change,
            #[cfg(feature = "parallel")]
            threads: threads.max(1),
            field: PhantomData,
        })
    }

    fn run<const INVERSE: bool>(&self, values: &mut [F]) -> Result<()> {
        if let Some(lines) = cast::lines(values) {
            self.whole::<INVERSE>(lines);
            return Ok(());
        }
        // Elements of few bytes may start anywhere.
        let len = (values.len() * P).div_ceil(size_of::<Line>());
        let what = "a transform of elements that do not start at a multiple of 8 bytes";
        let mut copy = Wiped::new(filled(what, len, [0; 8])?, [0; 8]);
        let broken = || Error::Contract { what: "the elements of a binary field must be words" };
        cast::elements::<F>(&mut copy, values.len()).ok_or_else(broken)?.copy_from_slice(values);
        self.whole::<INVERSE>(&mut copy);
        values.copy_from_slice(cast::elements::<F>(&mut copy, values.len()).ok_or_else(broken)?);
        Ok(())
    }

    fn whole<const INVERSE: bool>(&self, x: &mut [Line]) {
        let s = self.twiddles.dim();
        #[cfg(feature = "parallel")]
        if self.threads > 1 && x.len() >= SHARED {
            return self.shared::<INVERSE>(x, s, 0, true);
        }
        if x.len() <= LEAF {
            return self.leaf::<INVERSE>(&mut Buffer::<LEAF>::new().0, x, s, 0, true);
        }
        self.node::<INVERSE>(&mut Buffer::new(), x, s, 0, true);
    }

    /// How many levels the pass of a node of so many lines takes: those above the leaves in passes of equal depth.
    fn depth(lines: usize) -> u32 {
        let above = (lines / LEAF).trailing_zeros();
        above.div_ceil(above.div_ceil(LEVELS))
    }

    /// Node `j` of `2^s` elements; `whole` where it is the whole transform, whose coefficients are words.
    fn node<const INVERSE: bool>(&self, buffer: &mut Buffer, x: &mut [Line], s: u32, j: usize, whole: bool) {
        if x.len() <= LEAF {
            return self.leaf::<INVERSE>(&mut buffer.0, x, s, j, whole);
        }
        let depth = Self::depth(x.len());
        let len = x.len() >> depth;
        if !INVERSE {
            self.columns::<false>(buffer, &mut row_slices(x, len), depth, s, j, whole);
        }
        for (i, x) in x.chunks_exact_mut(len).enumerate() {
            self.node::<INVERSE>(buffer, x, s - depth, (j << depth) + i, false);
        }
        if INVERSE {
            self.columns::<true>(buffer, &mut row_slices(x, len), depth, s, j, whole);
        }
    }

    /// The highest `depth` levels of node `j`, on the columns of its rows that are given.
    fn columns<const INVERSE: bool>(
        &self,
        buffer: &mut Buffer,
        rows_of_node: &mut [&mut [Line]; ROWS],
        depth: u32,
        s: u32,
        j: usize,
        whole: bool,
    ) {
        let (b, count) = (self.isa, 1 << depth);
        let buffer = &mut buffer.0[..COLUMN * count];
        for at in (0..rows_of_node[0].len()).step_by(COLUMN) {
            b.run(
                #[inline(always)]
                || {
                    for (row, lines) in rows_of_node[..count].iter().zip(buffer.chunks_exact_mut(COLUMN)) {
                        // The next column, while there is something to compute.
                        for line in row[at + COLUMN..].iter().take(COLUMN) {
                            b.prefetch(line);
                        }
                        let row = &row[at..][..COLUMN];
                        if whole && !INVERSE { import(b, &self.change, row, lines) } else { copy(b, row, lines) }
                    }
                },
            );
            pass::<P, INVERSE, B>(b, &self.twiddles, buffer, depth, s, j);
            b.run(
                #[inline(always)]
                || {
                    for (row, lines) in rows_of_node[..count].iter_mut().zip(buffer.chunks_exact(COLUMN)) {
                        let row = &mut row[at..][..COLUMN];
                        if whole && INVERSE { export(b, &self.change, lines, row) } else { copy(b, lines, row) }
                    }
                },
            );
        }
    }

    /// A node that fits the first cache: down to its values, or from them.
    fn leaf<const INVERSE: bool>(&self, buffer: &mut [Line], x: &mut [Line], s: u32, j: usize, whole: bool) {
        let (b, t) = (self.isa, &self.twiddles);
        let buffer = &mut buffer[..x.len()];
        let pair = 2 * P;
        if INVERSE {
            b.run(
                #[inline(always)]
                || {
                    for (buffer, x) in buffer.chunks_exact_mut(pair).zip(x.chunks_exact(pair)) {
                        import_pair(b, &self.change, x, buffer);
                    }
                },
            );
            pairs::<P, true, B>(b, t, buffer, j);
            self.levels::<true>(buffer, s, j);
            b.run(
                #[inline(always)]
                || if whole { export(b, &self.change, buffer, x) } else { copy(b, buffer, x) },
            );
        } else {
            b.run(
                #[inline(always)]
                || if whole { import(b, &self.change, x, buffer) } else { copy(b, x, buffer) },
            );
            self.levels::<false>(buffer, s, j);
            pairs::<P, false, B>(b, t, buffer, j);
            b.run(
                #[inline(always)]
                || {
                    for (buffer, x) in buffer.chunks_exact(pair).zip(x.chunks_exact_mut(pair)) {
                        export_pair(b, &self.change, buffer, x);
                    }
                },
            );
        }
    }

    /// The levels of a leaf above those of pairs of blocks.
    fn levels<const INVERSE: bool>(&self, x: &mut [Line], s: u32, j: usize) {
        if s > 7 {
            pass::<P, INVERSE, B>(self.isa, &self.twiddles, x, s - 7, s, j);
        }
    }

    /// As [`node`](Self::node), on the threads of the surrounding pool.
    #[cfg(feature = "parallel")]
    fn shared<const INVERSE: bool>(&self, x: &mut [Line], s: u32, j: usize, whole: bool) {
        use crate::threads::{Every, share};
        let depth = Self::depth(x.len());
        let len = x.len() >> depth;
        // Pieces of each row, whole columns of them.
        let piece = (len / COLUMN).div_ceil(4 * self.threads) * COLUMN;
        let pass = |x: &mut [Line]| {
            let mut pieces: Vec<[&mut [Line]; ROWS]> = lists::list(len.div_ceil(piece), |_| empty());
            for (r, row) in x.chunks_exact_mut(len).enumerate() {
                row.chunks_mut(piece).zip(&mut pieces).for_each(|(part, rows)| rows[r] = part);
            }
            share(true, Every(&mut pieces[..], 1), 1, &|pieces: Every<&mut [[&mut [Line]; ROWS]]>| {
                let buffer = &mut Buffer::new();
                pieces.0.iter_mut().for_each(|rows| self.columns::<INVERSE>(buffer, rows, depth, s, j, whole));
            });
        };
        if !INVERSE {
            pass(x);
        }
        let rows = (0..x.len() / len, Every(&mut *x, len));
        share(true, rows, 1, &|(rows, x): (core::ops::Range<usize>, Every<&mut [Line]>)| {
            self.node::<INVERSE>(&mut Buffer::new(), x.0, s - depth, (j << depth) + rows.start, false);
        });
        if INVERSE {
            pass(x);
        }
    }
}

pub(super) fn empty<'a>() -> [&'a mut [Line]; ROWS] {
    lists::from_fn(|_| Default::default())
}

pub(super) fn row_slices(x: &mut [Line], len: usize) -> [&mut [Line]; ROWS] {
    let mut rows = empty();
    rows.iter_mut().zip(x.chunks_exact_mut(len)).for_each(|(row, x)| *row = x);
    rows
}

#[inline(always)]
fn copy<B: Bytes>(b: B, from: &[Line], to: &mut [Line]) {
    for (from, to) in from.iter().zip(to) {
        b.store(to, b.load(from));
    }
}

impl<const P: usize, B: Bytes, F: BinaryField> Transform<Std<F, ViaBinary>> for Planes<P, B, F> {
    fn len(&self) -> usize {
        1 << self.twiddles.dim()
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [F], scratch: &mut [F]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.run::<false>(values)
    }

    fn inverse_unscaled(&self, values: &mut [F], scratch: &mut [F]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.run::<true>(values)
    }
}
