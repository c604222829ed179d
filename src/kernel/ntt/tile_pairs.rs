//! The tiles of values in natural order, which are exchanged in pairs, shared out over threads.
#![allow(unsafe_code, reason = "columns of a matrix are disjoint, which slices cannot say")]

use crate::threads::Pieces;
use core::{marker::PhantomData, ops::Range};

/// Some of the columns of a matrix of `rows` rows and `2^bits` columns, each with the one whose index has its bits
/// reversed. Two values of this type never share a column.
pub(super) struct TilePairs<'a, B> {
    matrix: *mut B,
    rows: usize,
    bits: u32,
    turns: Range<usize>,
    lifetime: PhantomData<&'a mut [B]>,
}

// SAFETY: it stands for exclusive references to its elements, which may be sent where `B` may.
unsafe impl<B: Send> Send for TilePairs<'_, B> {}

impl<'a, B> TilePairs<'a, B> {
    /// Creates the pairs of all columns of a matrix of `rows` rows.
    ///
    /// # Panics
    /// Unless the number of columns is a power of two.
    pub(super) fn new(matrix: &'a mut [B], rows: usize) -> Self {
        let columns = matrix.len() / rows;
        assert!(columns.is_power_of_two() && matrix.len() == rows * columns);
        let bits = columns.trailing_zeros();
        TilePairs { matrix: matrix.as_mut_ptr(), rows, bits, turns: 0..columns, lifetime: PhantomData }
    }

    /// Returns the range of turns for [`pair`](TilePairs::pair).
    #[inline(always)]
    pub(super) fn turns(&self) -> Range<usize> {
        self.turns.clone()
    }

    /// Returns the numbers of the column of a turn, the turns in a cycle, and of its partner.
    #[inline(always)]
    pub(super) fn columns(&self, turn: usize) -> [usize; 2] {
        let column = near(turn & ((1 << self.bits) - 1), self.bits);
        [column, reversed_bits(column, self.bits)]
    }

    /// Returns the pair of this turn; `None` if the pair has another turn, or the turn is not one of these.
    #[inline(always)]
    pub(super) fn pair(&mut self, turn: usize) -> Option<Pair<'_, B>> {
        let [column, partner] = self.columns(turn);
        if turn < self.turns.start || turn >= self.turns.end || column > partner {
            return None;
        }
        let (matrix, rows, bits) = (self.matrix, self.rows, self.bits);
        Some(Pair { matrix, rows, bits, columns: [column, partner], lifetime: PhantomData })
    }
}

impl<B: Send> Pieces for TilePairs<'_, B> {
    fn count(&self) -> usize {
        self.turns.len()
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let middle = (self.turns.start + at).min(self.turns.end);
        let part = |turns| TilePairs { turns, ..self };
        (part(self.turns.start..middle), part(middle..self.turns.end))
    }
}

/// A column and its partner, which may be the same.
pub(super) struct Pair<'a, B> {
    matrix: *mut B,
    rows: usize,
    bits: u32,
    columns: [usize; 2],
    lifetime: PhantomData<&'a mut [B]>,
}

impl<B> Pair<'_, B> {
    /// Returns the numbers of both columns, the lesser first.
    #[inline(always)]
    pub(super) fn columns(&self) -> [usize; 2] {
        self.columns
    }

    /// Returns the element of a row in the first column (`which = 0`) or its partner (1).
    ///
    /// # Panics
    /// If the row does not exist.
    #[inline(always)]
    pub(super) fn at(&mut self, which: usize, row: usize) -> &mut B {
        assert!(row < self.rows);
        // SAFETY: inside the matrix, as columns are below `2^bits`. Every column is in one pair, which has one turn, since `near`
        // and the reversal of bits are permutations of the columns; every turn is of one `TilePairs`, which is borrowed
        // while the pair lives, and the pair while the element is.
        unsafe { &mut *self.matrix.add((row << self.bits) + self.columns[which]) }
    }
}

/// Returns number `i` of an order of the `2^bits` tiles. In this order neighbours, and their reversals, share pages: the outer
/// bits form a square.
#[inline(always)]
pub(super) fn near(i: usize, bits: u32) -> usize {
    const SIDE: u32 = 4;
    if bits < 3 * SIDE {
        return i;
    }
    let (low, high) = (i & ((1 << SIDE) - 1), i >> SIDE & ((1 << SIDE) - 1));
    high << (bits - SIDE) | i >> (2 * SIDE) << SIDE | low
}

/// Returns `i < 2^bits` with its bits reversed.
#[inline(always)]
pub(super) fn reversed_bits(i: usize, bits: u32) -> usize {
    (i.reverse_bits() >> 1) >> (usize::BITS - 1 - bits)
}
