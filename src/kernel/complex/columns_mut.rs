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
    /// All columns of a matrix with rows of `width` elements, the last of which may be shorter.
    pub(super) fn new(matrix: &'a mut [T], width: usize) -> Self {
        Columns { matrix: matrix.as_mut_ptr(), len: matrix.len(), width, columns: 0..width, lifetime: PhantomData }
    }

    /// The columns before column `at` and the others.
    pub(super) fn split(&mut self, at: usize) -> (Columns<'_, T>, Columns<'_, T>) {
        assert!(self.columns.start <= at && at <= self.columns.end);
        let part = |columns| Columns { columns, lifetime: PhantomData, ..*self };
        (part(self.columns.start..at), part(at..self.columns.end))
    }

    /// The element in a row and one of these columns.
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
