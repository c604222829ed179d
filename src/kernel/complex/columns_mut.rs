//! A matrix that several threads write, each its own columns.
#![allow(unsafe_code, reason = "columns of a matrix are disjoint, which slices cannot say")]

use core::{marker::PhantomData, ops::Range};

/// Some columns of a matrix that is stored by rows. No two values have a column in common.
pub(super) struct Columns<'a, T> {
    matrix: *mut T,
    len: usize,
    width: usize,
    columns: Range<usize>,
    lifetime: PhantomData<&'a mut [T]>,
}

// SAFETY: it stands for exclusive references to its elements, which may be sent where `T` may.
unsafe impl<T: Send> Send for Columns<'_, T> {}

impl<'a, T> Columns<'a, T> {
    /// Creates the set of all columns of a matrix with rows of `width` elements; the last row may be shorter.
    pub(super) fn new(matrix: &'a mut [T], width: usize) -> Self {
        Columns { matrix: matrix.as_mut_ptr(), len: matrix.len(), width, columns: 0..width, lifetime: PhantomData }
    }

    /// Splits the columns into those before column `at` and the others.
    pub(super) fn split(&mut self, at: usize) -> (Columns<'_, T>, Columns<'_, T>) {
        assert!(self.columns.start <= at && at <= self.columns.end);
        let part = |columns| Columns { columns, lifetime: PhantomData, ..*self };
        (part(self.columns.start..at), part(at..self.columns.end))
    }

    /// Returns the element of a row in one of these columns.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    pub(super) fn get(&mut self, row: usize, column: usize) -> &mut T {
        let index = row * self.width + column;
        assert!(self.columns.contains(&column) && index < self.len);
        // SAFETY: inside the matrix, by the assertion. Columns are below `width`, so no other element of these or of
        // other columns has this index; and `self` is borrowed while the reference lives.
        unsafe { &mut *self.matrix.add(index) }
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
        // Two rows of five, and three elements of a third.
        let mut matrix: Vec<usize> = (0..13).collect();
        let mut whole = Columns::new(&mut matrix, 5);
        refused(|| *whole.get(2, 3));
        refused(|| *whole.get(0, 5));
        refused(|| *whole.get(3, 0));
        let (mut left, mut right) = whole.split(2);
        for row in 0..3 {
            for column in 0..2 {
                assert_eq!(*left.get(row, column), 5 * row + column);
                refused(|| *right.get(row, column));
            }
            for column in 2..5 {
                refused(|| *left.get(row, column));
                if row < 2 || column < 3 {
                    *right.get(row, column) += 100;
                }
            }
        }
        let (_, mut last) = right.split(4);
        refused(|| *last.get(0, 3));
        refused(|| last.split(3).0.columns.len());
        refused(|| last.split(6).0.columns.len());
        assert_eq!(matrix, [0, 1, 102, 103, 104, 5, 6, 107, 108, 109, 10, 11, 112]);
    }
}
