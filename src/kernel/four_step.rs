//! Four-step: a long transform as short ones that stay in the cache.
//!
//! Notation: `n = n1 n2`, `w` a principal `n`-th root, the input read as an `n1` by `n2` matrix row by row.
//!
//! # Idea
//! With `j = i n2 + c` and `k = a + n1 b`,
//!
//! ```text
//! X[a + n1 b] = sum_c w^(n1 b c) w^(a c) sum_i w^(n2 a i) x[i n2 + c]
//!                     rows       twist        columns
//! ```
//! Two sweeps over memory instead of one for every radix. The first gathers eight columns at a time (strided loads of
//! contiguous elements), transforms and twists them and stores them as rows of the scratch. The second gathers rows of
//! the matrix from there and stores each block of eight results contiguously.
//!
//! # Equals
//! [`dft::FourStep`](crate::dft::FourStep) over the same short transforms: bit for bit over exact rings; over floats
//! its inverse adds in another order, and both meet the same bound. The same bits for every number of threads.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | n1 n2, both multiples of 8 | any action | n and a few rows a piece | through scratch |
//!
//! # Cost
//! The cost of the short transforms and `(n1 - 1)(n2 - 1)` products: in all `(n/2) lg n - n + 1`.
//!
//! # Source
//! \[Bailey 1990\]; the inverse is the forward map of the reversed list, which the first loads reverse.

use crate::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    dft::{Transform, check_slices, stockham::split},
    lists,
    order::Order,
    threads::each,
};
use alloc::{sync::Arc, vec::Vec};

/// Columns gathered at once.
const WIDTH: usize = 8;

/// A function that takes the place where a block of rows begins, and its values.
type PutRows<'a, E> = &'a mut dyn FnMut(usize, &[&mut [E]; WIDTH]);

/// The four-step transform over two shorter transforms in natural order.
pub(crate) struct FourStep<M: Action> {
    module: M,
    /// The transform of length `n1`, over `w^n2`.
    columns: Arc<dyn Transform<M>>,
    /// The transform of length `n2`, over `w^n1`.
    rows: Arc<dyn Transform<M>>,
    /// `w^(a c)` at `c n1 + a`.
    twiddles: Vec<M::Twiddle>,
    pieces: usize,
}

impl<M: Action> FourStep<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over those of `domain.subdomain(n2)` and `domain.subdomain(n1)`.
    pub(crate) fn new(
        domain: &Domain<M>,
        columns: Arc<dyn Transform<M>>,
        rows: Arc<dyn Transform<M>>,
        threads: usize,
    ) -> Result<Self> {
        let (n1, n2) = (columns.len(), rows.len());
        let fits = n1.checked_mul(n2) == Some(domain.len()) && n1.is_multiple_of(WIDTH) && n2.is_multiple_of(WIDTH);
        if !fits || columns.order() != Order::Natural || rows.order() != Order::Natural {
            return Err(Error::Length {
                what: "four-step",
                len: domain.len(),
                possible: "it needs two factors that are multiples of 8, with transforms in natural order",
            });
        }
        let powers = domain.twiddles(1, domain.len());
        let twiddles = lists::list(n1 * n2, |i| powers[i % n1 * (i / n1)].clone());
        let pieces = pieces(n1, n2, threads);
        Ok(FourStep { module: domain.module().clone(), columns, rows, twiddles, pieces })
    }
}

/// Returns the number of pieces of work for `threads` threads: a few for each, so that other threads can take over
/// those of a slow one.
fn pieces(n1: usize, n2: usize, threads: usize) -> usize {
    let wanted = if threads > 1 { threads.saturating_mul(4) } else { 1 };
    wanted.min(n1 / WIDTH).min(n2 / WIDTH).max(1)
}

/// Returns the scratch of a transform of `n1 n2`, with `inner` that of the short transforms. It holds the matrix, and for each
/// piece of work a block of rows and the short transforms' scratch.
pub(crate) fn scratch_len(n1: usize, n2: usize, inner: usize, threads: usize) -> Option<usize> {
    let piece = WIDTH.checked_mul(n2)?.checked_add(inner)?;
    pieces(n1, n2, threads).checked_mul(piece)?.checked_add(n1.checked_mul(n2)?)
}

impl<M: Action> FourStep<M> {
    /// Returns the scratch of one piece of work: a block of rows, and that of a short transform.
    fn piece_len(&self) -> usize {
        WIDTH * self.rows.len() + self.columns.scratch_len().max(self.rows.scratch_len())
    }

    fn run(&self, values: &mut [M::Element], scratch: &mut [M::Element], reversed: bool) -> Result<()> {
        check_slices(self, values, scratch)?;
        let (n1, n2) = (self.columns.len(), self.rows.len());
        let (matrix, buffers) = scratch.split_at_mut(self.len());
        if self.pieces == 1 {
            // Pieces need no lists: with the caller's scratch nothing is allocated.
            let buffer = &mut buffers[..self.piece_len()];
            self.sweep_columns(values, matrix, buffer, 0, reversed)?;
            return self.sweep_rows(matrix, n1, buffer, 0, &mut |a0, rows| {
                for (b, line) in values.chunks_exact_mut(n1).enumerate() {
                    store(&mut line[a0..][..WIDTH], rows, b);
                }
            });
        }
        let share = |blocks: usize| blocks.div_ceil(self.pieces) * WIDTH;
        let per_piece = share(n2 / WIDTH);
        let mut pieces = self.pieces(buffers);
        for (piece, part) in pieces.iter_mut().zip(matrix.chunks_mut(per_piece * n1)) {
            piece.lines.push(part);
        }
        let input = &*values;
        each(&mut pieces, &|piece: &mut Piece<'_, M::Element>| {
            if let [part] = &mut piece.lines[..] {
                piece.done = self.sweep_columns(input, part, piece.buffer, piece.number * per_piece, reversed);
            }
        });
        all_done(pieces)?;

        let per_piece = share(n1 / WIDTH);
        let mut pieces = self.pieces(buffers);
        for line in values.chunks_exact_mut(n1) {
            for (piece, part) in pieces.iter_mut().zip(line.chunks_mut(per_piece)) {
                piece.lines.push(part);
            }
        }
        let matrix = &*matrix;
        each(&mut pieces, &|piece: &mut Piece<'_, M::Element>| {
            let lines = &mut piece.lines;
            let count = lines.first().map_or(0, |line| line.len());
            let first = piece.number * per_piece;
            piece.done = self.sweep_rows(matrix, count, piece.buffer, first, &mut |a0, rows| {
                for (b, line) in lines.iter_mut().enumerate() {
                    store(&mut line[a0..][..WIDTH], rows, b);
                }
            });
        });
        all_done(pieces)
    }

    /// Returns the pieces of work of a sweep, each with its part of the scratch.
    fn pieces<'a>(&self, buffers: &'a mut [M::Element]) -> Vec<Piece<'a, M::Element>> {
        let mut pieces = Vec::with_capacity(self.pieces);
        for buffer in buffers.chunks_exact_mut(self.piece_len()).take(self.pieces) {
            pieces.push(Piece { number: pieces.len(), lines: Vec::new(), buffer, done: Ok(()) });
        }
        pieces
    }

    /// Transforms and twists columns from `first` on, and writes them into the rows of `matrix`.
    fn sweep_columns(
        &self,
        x: &[M::Element],
        matrix: &mut [M::Element],
        buffer: &mut [M::Element],
        first: usize,
        reversed: bool,
    ) -> Result<()> {
        let (n, n1, n2) = (self.len(), self.columns.len(), self.rows.len());
        for (block, lines) in matrix.chunks_exact_mut(WIDTH * n1).enumerate() {
            let c0 = first + block * WIDTH;
            let mut columns: [&mut [M::Element]; WIDTH] = split(lines, n1);
            for i in 0..n1 {
                let at = i * n2 + c0;
                if reversed {
                    for (c, column) in columns.iter_mut().enumerate() {
                        column[i].clone_from(&x[(n - at - c) % n]);
                    }
                } else {
                    for (column, value) in columns.iter_mut().zip(&x[at..at + WIDTH]) {
                        column[i].clone_from(value);
                    }
                }
            }
            for (c, line) in (c0..).zip(lines.chunks_exact_mut(n1)) {
                self.columns.forward(line, buffer)?;
                if c > 0 {
                    let twiddles = &self.twiddles[c * n1..][..n1];
                    for (x, w) in line[1..].iter_mut().zip(&twiddles[1..]) {
                        self.module.apply(x, w);
                    }
                }
            }
        }
        Ok(())
    }

    /// Transforms `count` rows from `first` on, a block at a time. `put` receives the place in the piece where each block begins,
    /// and its values.
    fn sweep_rows(
        &self,
        matrix: &[M::Element],
        count: usize,
        buffer: &mut [M::Element],
        first: usize,
        put: PutRows<'_, M::Element>,
    ) -> Result<()> {
        let (n1, n2) = (self.columns.len(), self.rows.len());
        let (lines, scratch) = buffer.split_at_mut(WIDTH * n2);
        for a0 in (0..count).step_by(WIDTH) {
            let mut rows: [&mut [M::Element]; WIDTH] = split(lines, n2);
            for c in 0..n2 {
                for (row, value) in rows.iter_mut().zip(&matrix[c * n1 + first + a0..][..WIDTH]) {
                    row[c].clone_from(value);
                }
            }
            for line in lines.chunks_exact_mut(n2) {
                self.rows.forward(line, scratch)?;
            }
            put(a0, &split(lines, n2));
        }
        Ok(())
    }
}

/// Returns the values at `b` of a block of rows, next to each other.
#[inline]
fn store<E: Clone>(line: &mut [E], rows: &[&mut [E]; WIDTH], b: usize) {
    for (to, row) in line.iter_mut().zip(rows) {
        to.clone_from(&row[b]);
    }
}

/// One thread's share of a sweep.
struct Piece<'a, E> {
    number: usize,
    /// The rows to write.
    lines: Vec<&'a mut [E]>,
    buffer: &'a mut [E],
    done: Result<()>,
}

/// Returns the first of the errors.
fn all_done<E>(pieces: Vec<Piece<'_, E>>) -> Result<()> {
    for piece in pieces {
        piece.done?;
    }
    Ok(())
}

impl<M: Action> Transform<M> for FourStep<M> {
    fn len(&self) -> usize {
        self.twiddles.len()
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.len() + self.pieces * self.piece_len()
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, false)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, true)
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::{algebra::Domain, dft::Stockham, rings::Modular};
    use alloc::vec;

    #[inline]
    pub(crate) fn shared_passes_equal_the_serial_ones() {
        let ring = Modular::new(1390 * 720_720 + 1).unwrap();
        for (n, threads) in [(720usize, 3), (5040, 2), (8008, 3), (13 * 11 * 7, 3), (3003, 3), (4, 3), (1, 2), (16, 64)]
        {
            let domain = Domain::new(ring, n).unwrap();
            let input: Vec<u64> = (0..n as u64).map(|j| j * j + 1).collect();
            let serial = Stockham::new(&domain).unwrap();
            let shared = Stockham::new(&domain).unwrap().on_threads(threads);
            let mut scratch = vec![0; n];
            let (mut a, mut b) = (input.clone(), input);
            serial.forward(&mut a, &mut scratch).unwrap();
            shared.forward(&mut b, &mut scratch).unwrap();
            assert_eq!(a, b, "{n}");
            serial.inverse_unscaled(&mut a, &mut scratch).unwrap();
            shared.inverse_unscaled(&mut b, &mut scratch).unwrap();
            assert_eq!(a, b, "{n}, inverse");
        }
    }
}
