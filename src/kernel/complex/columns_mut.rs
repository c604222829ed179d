//! A matrix that several threads write, each its own columns, or its own rows of a column.
#![allow(unsafe_code, reason = "columns of a matrix are disjoint, and rows of a column, which slices cannot say")]

use crate::kernel::grid::Blocks;
use core::{marker::PhantomData, ops::Range};

/// Some columns of a matrix that is stored by rows, of which every row or those of some residues of a modulus. No two values have an
/// element in common.
pub(super) struct Columns<'a, T> {
    matrix: *mut T,
    len: usize,
    width: usize,
    columns: Range<usize>,
    /// The modulus of the residues.
    modulus: usize,
    residues: Range<usize>,
    lifetime: PhantomData<&'a mut [T]>,
}

// SAFETY: it stands for exclusive references to its elements, which may be sent where `T` may.
unsafe impl<T: Send> Send for Columns<'_, T> {}

impl<'a, T> Columns<'a, T> {
    /// Creates the set of all columns of a matrix with rows of `width` elements; the last row may be shorter.
    pub(super) fn new(matrix: &'a mut [T], width: usize) -> Self {
        let (columns, residues) = (0..width, 0..1);
        Columns {
            matrix: matrix.as_mut_ptr(),
            len: matrix.len(),
            width,
            columns,
            modulus: 1,
            residues,
            lifetime: PhantomData,
        }
    }

    /// Splits the columns into those before column `at` and the others.
    pub(super) fn split(&mut self, at: usize) -> (Columns<'_, T>, Columns<'_, T>) {
        assert!(self.columns.start <= at && at <= self.columns.end);
        let part = |columns| Columns { columns, residues: self.residues.clone(), lifetime: PhantomData, ..*self };
        (part(self.columns.start..at), part(at..self.columns.end))
    }

    /// Splits the rows into those whose residue modulo `modulus`, at least 2, is below `at` and the others. A further split has the same
    /// modulus.
    pub(super) fn split_rows(&mut self, modulus: usize, at: usize) -> (Columns<'_, T>, Columns<'_, T>) {
        assert!(modulus > 1 && (self.modulus == 1 || self.modulus == modulus));
        let residues = if self.modulus == 1 { 0..modulus } else { self.residues.clone() };
        assert!(residues.start <= at && at <= residues.end);
        let columns = &self.columns;
        let part = |residues| Columns { columns: columns.clone(), modulus, residues, lifetime: PhantomData, ..*self };
        (part(residues.start..at), part(at..residues.end))
    }

    /// Returns the elements of `count` rows in one of these columns: the first row, and the others each `apart` after the one before.
    ///
    /// # Panics
    /// If one does not exist or has another residue, or if two are the same.
    #[inline(always)]
    pub(super) fn apart(&mut self, row: usize, apart: usize, count: usize, column: usize) -> Blocks<'_, T, 1> {
        let last = apart.checked_mul(count.saturating_sub(1)).and_then(|rows| rows.checked_add(row));
        let last = last.and_then(|row| row.checked_mul(self.width)).and_then(|index| index.checked_add(column));
        assert!(self.columns.contains(&column) && apart > 0 && last.is_some_and(|last| last < self.len));
        // Every row is one of these where one thread has all of them.
        assert!(
            self.modulus == 1 || self.residues.contains(&(row % self.modulus)) && apart.is_multiple_of(self.modulus)
        );
        // SAFETY: at most the last index, which is inside the matrix. Rows are apart, and width is not 0 where there is a column, so no two
        // elements are the same, and all have the first row's residue: none is an element of others. `self` is borrowed while they live.
        unsafe { Blocks::new(self.matrix.add(row * self.width + column), apart * self.width, count) }
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use alloc::vec::Vec;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Checks that elements of other columns, of rows beyond the last and of cuts outside the columns are refused.
    #[inline]
    pub(crate) fn columns_of_others_are_refused() {
        fn refused<T>(f: impl FnOnce() -> T) {
            assert!(catch_unwind(AssertUnwindSafe(|| drop(f()))).is_err());
        }
        fn get(columns: &mut Columns<'_, usize>, row: usize, column: usize) -> usize {
            columns.apart(row, 1, 1, column).get(0)[0]
        }
        // Two rows of five, and three elements of a third.
        let mut matrix: Vec<usize> = (0..13).collect();
        let mut whole = Columns::new(&mut matrix, 5);
        refused(|| get(&mut whole, 2, 3));
        refused(|| get(&mut whole, 0, 5));
        refused(|| get(&mut whole, 3, 0));
        let (mut left, mut right) = whole.split(2);
        for row in 0..3 {
            for column in 0..2 {
                assert_eq!(get(&mut left, row, column), 5 * row + column);
                refused(|| get(&mut right, row, column));
            }
            for column in 2..5 {
                refused(|| get(&mut left, row, column));
                if row < 2 || column < 3 {
                    right.apart(row, 1, 1, column).get(0)[0] += 100;
                }
            }
        }
        for (row, apart, column) in [(0, 1, 1), (0, 0, 2), (1, 1, 3), (1, usize::MAX, 2), (usize::MAX, 1, 2)] {
            refused(|| *right.apart(row, apart, 2, column).get(0));
        }
        let mut two = right.apart(0, 2, 2, 2);
        assert_eq!([0, 1].map(|j| two.get(j)[0]), [102, 112]);
        refused(|| *two.get(2));
        let (_, mut last) = right.split(4);
        refused(|| get(&mut last, 0, 3));
        refused(|| last.split(3).0.columns.len());
        refused(|| last.split(6).0.columns.len());
        assert_eq!(matrix, [0, 1, 102, 103, 104, 5, 6, 107, 108, 109, 10, 11, 112]);
        // Eight rows of two by their residues modulo 4: of column 1 those of residue 0, of 1, and of 2 and 3.
        let mut matrix: Vec<usize> = (0..16).collect();
        let mut whole = Columns::new(&mut matrix, 2);
        let (_, mut column) = whole.split(1);
        let (mut low, mut high) = column.split_rows(4, 2);
        let (mut zero, mut one) = low.split_rows(4, 1);
        for row in 0..8 {
            for (residues, part) in [(0..1, &mut zero), (1..2, &mut one), (2..4, &mut high)] {
                if residues.contains(&(row % 4)) {
                    part.apart(row, 4, 1, 1).get(0)[0] += 100;
                } else {
                    refused(|| part.apart(row, 4, 1, 1).get(0)[0]);
                }
                refused(|| part.apart(row, 4, 1, 0).get(0)[0]);
            }
        }
        refused(|| high.apart(2, 1, 2, 1).get(0)[0]);
        refused(|| high.apart(2, 2, 2, 1).get(0)[0]);
        refused(|| high.split_rows(2, 1).0.modulus);
        refused(|| high.split_rows(4, 1).0.modulus);
        refused(|| whole.split_rows(1, 1).0.modulus);
        // Those of residue 2 modulo 3.
        let mut copy: Vec<usize> = (0..16).collect();
        let mut other = Columns::new(&mut copy, 2);
        let (mut low, mut two) = other.split_rows(3, 2);
        for row in 0..8 {
            let (inside, outside) = if row % 3 == 2 { (&mut two, &mut low) } else { (&mut low, &mut two) };
            assert_eq!(inside.apart(row, 3, 1, 0).get(0)[0], 2 * row);
            refused(|| outside.apart(row, 3, 1, 0).get(0)[0]);
        }
        refused(|| two.apart(2, 4, 2, 0).get(0)[0]);
        assert!((0..16).all(|i| matrix[i] == i + 100 * (i % 2)));
    }
}
