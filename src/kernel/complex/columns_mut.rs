//! A matrix that several threads write, each its own columns.
#![allow(unsafe_code, reason = "columns of a matrix are disjoint, which slices cannot say")]

use core::{marker::PhantomData, ops::Range};

/// Some columns of a matrix that is stored by rows. No two values have a column in common.
pub(super) struct Columns<'a, T> {
    matrix: *mut T,
    rows: usize,
    width: usize,
    columns: Range<usize>,
    lifetime: PhantomData<&'a mut [T]>,
}

// SAFETY: it stands for exclusive references to its elements, which may be sent where `T` may.
unsafe impl<T: Send> Send for Columns<'_, T> {}

impl<'a, T> Columns<'a, T> {
    /// All columns of a matrix with rows of `width` elements.
    pub(super) fn new(matrix: &'a mut [T], width: usize) -> Self {
        let rows = matrix.len() / width.max(1);
        Columns { matrix: matrix.as_mut_ptr(), rows, width, columns: 0..width, lifetime: PhantomData }
    }

    /// The columns before column `at` and the others.
    #[cfg(feature = "parallel")]
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
        assert!(row < self.rows && self.columns.contains(&column));
        // SAFETY: inside the matrix, by the assertion and because columns are below `width`; no other value has this
        // column, and `self` is borrowed while the reference lives.
        unsafe { &mut *self.matrix.add(row * self.width + column) }
    }
}
