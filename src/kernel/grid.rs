//! A matrix whose columns are transformed by several threads, each with its own columns.
#![allow(unsafe_code, reason = "columns of a matrix are disjoint, which slices cannot say; hints")]

use crate::{Result, threads::join};
use core::{marker::PhantomData, ops::Range};

/// Some columns of a matrix that is stored by rows. No two values have a column in common.
pub(crate) struct Grid<'a, T> {
    matrix: *mut T,
    rows: usize,
    stride: usize,
    columns: Range<usize>,
    lifetime: PhantomData<&'a mut [T]>,
}

// SAFETY: it stands for exclusive references to its elements, which may be sent where `T` may.
unsafe impl<T: Send> Send for Grid<'_, T> {}

impl<'a, T> Grid<'a, T> {
    /// Creates a matrix of all columns, with rows of `stride` elements. An incomplete last row is not part of it.
    pub(crate) fn new(matrix: &'a mut [T], stride: usize) -> Self {
        let rows = matrix.len().checked_div(stride).unwrap_or(0);
        Grid { matrix: matrix.as_mut_ptr(), rows, stride, columns: 0..stride, lifetime: PhantomData }
    }

    /// Returns the number of columns.
    #[inline]
    pub(crate) fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Returns the number of rows.
    #[inline]
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the distance between rows, in elements.
    #[inline]
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// Splits the columns into the first `at` and the others.
    ///
    /// # Panics
    /// If there are fewer.
    pub(crate) fn split(self, at: usize) -> (Self, Self) {
        assert!(at <= self.columns.len());
        let Range { start, end } = self.columns;
        let part = |columns| Grid { columns, lifetime: PhantomData, ..self };
        (part(start..start + at), part(start + at..end))
    }

    /// Returns `count` elements of a row from a column on, counted from the first of these columns; an empty slice if
    /// they are not all inside.
    #[inline(always)]
    pub(crate) fn piece(&mut self, row: usize, column: usize, count: usize) -> &mut [T] {
        let columns = self.columns.len();
        if row >= self.rows || column > columns || count > columns - column {
            return &mut [];
        }
        // SAFETY: inside the matrix, by the condition and because columns are below `stride`. So these elements belong
        // to no other columns, and `self` is borrowed while the slice lives.
        unsafe {
            let first = self.matrix.add(row * self.stride + self.columns.start + column);
            core::slice::from_raw_parts_mut(first, count)
        }
    }

    /// Returns `L` elements from a column on in each of `count` rows: the first, and the others each `apart` after the one before.
    /// Returns `None` if one is not all inside, or if two are the same.
    #[inline(always)]
    pub(crate) fn blocks<const L: usize>(
        &mut self,
        rows: (usize, usize, usize),
        column: usize,
    ) -> Option<Blocks<'_, T, L>> {
        self.strips(rows, column, L)?.next()
    }

    /// Returns the blocks of `L` columns that fit `width` columns from one on, each with `count` rows as [`blocks`](Grid::blocks) has.
    /// Returns `None` if one is not all inside, or if two rows are the same.
    #[inline(always)]
    pub(crate) fn strips<const L: usize>(
        &mut self,
        (row, apart, count): (usize, usize, usize),
        column: usize,
        width: usize,
    ) -> Option<Strips<'_, T, L>> {
        let last = apart.checked_mul(count.saturating_sub(1)).and_then(|rows| rows.checked_add(row));
        let columns = self.columns.len();
        if apart == 0 || last.is_none_or(|last| last >= self.rows) || column > columns || width > columns - column {
            return None;
        }
        // SAFETY: the row and the column are inside the matrix, or the column is behind its last.
        let first = unsafe { self.matrix.add(row * self.stride + self.columns.start + column) };
        Some(Strips { first, step: apart * self.stride, next: L, count, left: width / L, lifetime: PhantomData })
    }

    /// Runs over the columns shared out over `tasks`, in multiples of `width` where there are enough, each with `each` elements of scratch.
    pub(crate) fn share(
        self,
        scratch: &mut [T],
        (tasks, each, width): (usize, usize, usize),
        run: &(dyn Fn(Self, &mut [T]) -> Result<()> + Sync),
    ) -> Result<()>
    where
        T: Send,
    {
        let columns = self.columns();
        if tasks < 2 || columns < 2 {
            return run(self, scratch);
        }
        let fewer = tasks / 2;
        let half = columns * fewer / tasks;
        let (left, right) = self.split(if half > width { half / width * width } else { half.max(1) });
        let (scratch, scratch_right) = scratch.split_at_mut(fewer * each);
        let (mut first, mut second) = (Ok(()), Ok(()));
        join(
            || first = left.share(scratch, (fewer, each, width), run),
            || second = right.share(scratch_right, (tasks - fewer, each, width), run),
        );
        first.and(second)
    }
}

/// Blocks of `L` columns: neighbours in the same rows, or the same columns of other rows. All rows of `left` blocks are inside the matrix, and no
/// two of a block are the same; the columns are inside it, belong to no other [`Grid`], and the matrix is borrowed for the lifetime.
pub(crate) struct Strips<'a, T, const L: usize> {
    first: *mut T,
    step: usize,
    /// From a block to the next one.
    next: usize,
    count: usize,
    left: usize,
    lifetime: PhantomData<&'a mut T>,
}

impl<'a, T, const L: usize> Iterator for Strips<'a, T, L> {
    type Item = Blocks<'a, T, L>;

    #[inline(always)]
    fn next(&mut self) -> Option<Blocks<'a, T, L>> {
        self.left = self.left.checked_sub(1)?;
        // SAFETY: the elements exist and are borrowed, as the type says, and belong to no block before. Rows are at least the columns of
        // a block apart, as they have them.
        let blocks = unsafe { Blocks::new(self.first, self.step, self.count) };
        self.first = self.first.wrapping_add(self.next);
        Some(blocks)
    }
}

/// Blocks of `L` elements of a matrix, a constant number of elements apart.
pub(crate) struct Blocks<'a, T, const L: usize> {
    first: *mut T,
    step: usize,
    count: usize,
    lifetime: PhantomData<&'a mut T>,
}

impl<T, const L: usize> Blocks<'_, T, L> {
    /// Creates the blocks.
    ///
    /// # Safety
    /// For every `j < count` the `L` elements from `first + j step` on must exist, borrowed for the lifetime by nobody else. Where there are
    /// two blocks, `step` must be at least `L`.
    pub(crate) unsafe fn new(first: *mut T, step: usize, count: usize) -> Self {
        Blocks { first, step, count, lifetime: PhantomData }
    }

    /// Returns a block.
    ///
    /// # Panics
    /// If there are no more than `j`.
    #[inline(always)]
    pub(crate) fn get(&mut self, j: usize) -> &mut [T; L] {
        assert!(j < self.count);
        // SAFETY: a block that exists and belongs to this value, by the assertion and the condition of `new`.
        unsafe { &mut *self.first.add(j * self.step).cast::<[T; L]>() }
    }
}

/// Blocks of `L` columns of `count` rows from any row on, in some columns of a matrix.
struct Side<T> {
    /// The first of the columns in the first row.
    first: *mut T,
    stride: usize,
    /// The distance of the rows of a block, in elements.
    step: usize,
    /// The last row that can be the first one.
    last: usize,
}

impl<T> Clone for Side<T> {
    fn clone(&self) -> Self {
        Side { ..*self }
    }
}

impl<T> Side<T> {
    /// Creates the side for rows `apart`; `None` if there are too few, if two rows are the same, or if a column is not inside.
    fn new(grid: &mut Grid<'_, T>, (apart, count): (usize, usize), column: usize, width: usize) -> Option<Self> {
        let columns = grid.columns.len();
        let last = grid.rows.checked_sub(apart.checked_mul(count.checked_sub(1)?)?.checked_add(1)?)?;
        if apart == 0 || column > columns || width > columns - column {
            return None;
        }
        // SAFETY: the column is inside the first row, or behind its last element.
        let first = unsafe { grid.matrix.add(grid.columns.start + column) };
        Some(Side { first, stride: grid.stride, step: apart * grid.stride, last })
    }

    /// Returns `left` blocks from a row on, each `next` elements after the one before. The caller has checked that the last is inside.
    #[inline(always)]
    fn strips<'b, const L: usize>(&self, row: usize, next: usize, count: usize, left: usize) -> Strips<'b, T, L> {
        let first = self.first.wrapping_add(row * self.stride);
        Strips { first, step: self.step, next, count, left, lifetime: PhantomData }
    }
}

/// Blocks of `L` columns of `R` rows that are read, and as many that are written. Both are the same or have nothing in common.
pub(crate) struct Passage<'a, T, const L: usize, const R: usize> {
    from: Side<T>,
    to: Side<T>,
    left: usize,
    lifetime: PhantomData<&'a mut T>,
}

impl<'a, T, const L: usize, const R: usize> Passage<'a, T, L, R> {
    /// Reads rows of one matrix and writes those of another. Of each the distance of rows of a block and the first column.
    pub(crate) fn between(
        (from, from_apart, from_column): (&'a mut Grid<'_, T>, usize, usize),
        (to, to_apart, to_column): (&'a mut Grid<'_, T>, usize, usize),
        width: usize,
    ) -> Option<Self> {
        let from = Side::new(from, (from_apart, R), from_column, width)?;
        let to = Side::new(to, (to_apart, R), to_column, width)?;
        Some(Passage { from, to, left: width / L, lifetime: PhantomData })
    }

    /// Reads and writes rows of a matrix.
    pub(crate) fn inside(all: &'a mut Grid<'_, T>, apart: usize, column: usize, width: usize) -> Option<Self> {
        let from = Side::new(all, (apart, R), column, width)?;
        Some(Passage { to: from.clone(), from, left: width / L, lifetime: PhantomData })
    }

    /// Returns the blocks from a row on, and those from another row on that are written: those of the first columns, then of the next.
    #[inline(always)]
    pub(crate) fn across(&mut self, from: usize, to: usize) -> Option<Moves<'_, T, L>> {
        if from > self.from.last || to > self.to.last {
            return None;
        }
        let (from, to) = (self.from.strips(from, L, R, self.left), self.to.strips(to, L, R, self.left));
        Some(Moves { from, to })
    }

    /// Returns the blocks of the first columns from a row on and those from another row on that are written. Each begins so many rows after
    /// the one before.
    #[inline(always)]
    pub(crate) fn along(
        &mut self,
        (from, from_step): (usize, usize),
        (to, to_step): (usize, usize),
        count: usize,
    ) -> Option<Moves<'_, T, L>> {
        let end = |row: usize, step: usize| step.checked_mul(count.checked_sub(1)?)?.checked_add(row);
        if end(from, from_step)? > self.from.last || end(to, to_step)? > self.to.last || self.left == 0 {
            return None;
        }
        Some(Moves {
            from: self.from.strips(from, from_step * self.from.stride, R, count),
            to: self.to.strips(to, to_step * self.to.stride, R, count),
        })
    }
}

/// Blocks that are read one after the other, and as many that are written.
pub(crate) struct Moves<'a, T, const L: usize> {
    from: Strips<'a, T, L>,
    to: Strips<'a, T, L>,
}

impl<'a, T, const L: usize> Iterator for Moves<'a, T, L> {
    type Item = Moved<'a, T, L>;

    #[inline(always)]
    fn next(&mut self) -> Option<Moved<'a, T, L>> {
        Some(Moved { from: self.from.next()?, to: self.to.next()? })
    }
}

/// Blocks that are read, and those that are written.
pub(crate) struct Moved<'a, T, const L: usize> {
    from: Blocks<'a, T, L>,
    to: Blocks<'a, T, L>,
}

impl<T, const L: usize> Moved<'_, T, L> {
    /// Returns a block that is read.
    #[inline(always)]
    pub(crate) fn from(&mut self, j: usize) -> &[T; L] {
        self.from.get(j)
    }

    /// Prefetches the first line of each block that is written into the first cache.
    #[inline(always)]
    pub(crate) fn ask(&mut self) {
        #[cfg(target_arch = "x86_64")]
        for j in 0..self.to.count {
            // SAFETY: a hint without effect on memory, which every x86-64 has; the pointer is a reference's.
            #[allow(unused_unsafe, reason = "newer Rust calls the hint safe")]
            unsafe {
                core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(self.to.get(j).as_ptr().cast());
            }
        }
    }

    /// Returns a block that is written.
    #[inline(always)]
    pub(crate) fn to(&mut self, j: usize) -> &mut [T; L] {
        self.to.get(j)
    }
}

/// Prefetches values that are used next into the second-level cache.
#[inline]
pub(crate) fn ask_for<T>(values: &[T]) {
    #[cfg(target_arch = "x86_64")]
    for line in values.chunks((64 / size_of::<T>().max(1)).max(1)) {
        // SAFETY: a hint without effect on memory, which every x86-64 has; the pointer is a reference's.
        #[allow(unused_unsafe, reason = "newer Rust calls the hint safe")]
        unsafe {
            core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T1 }>(line.as_ptr().cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = values;
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[inline]
    pub(crate) fn parts_are_disjoint_and_stay_inside() {
        let mut matrix: Vec<u32> = (0..23).collect();
        let mut grid = Grid::new(&mut matrix, 7);
        assert_eq!((grid.rows(), grid.columns()), (3, 7));
        assert_eq!(grid.piece(2, 3, 4), [17, 18, 19, 20]);
        assert!(grid.piece(2, 4, 4).is_empty() && grid.piece(3, 0, 1).is_empty() && grid.piece(0, 8, 0).is_empty());
        let copied = |blocks: Option<Blocks<'_, u32, 2>>| blocks.map(|mut two| [*two.get(0), *two.get(two.count - 1)]);
        assert_eq!(copied(grid.blocks((0, 2, 2), 5)), Some([[5, 6], [19, 20]]));
        for (row, apart, column) in [(0, 3, 5), (1, 2, 5), (0, 0, 5), (0, 1, 6), (0, 1, 8), (0, usize::MAX, 0)] {
            assert!(grid.blocks::<2>((row, apart, 2), column).is_none());
        }
        let strips =
            |strips: Option<Strips<'_, u32, 2>>| strips.map(|strips| strips.map(|mut two| *two.get(1)).collect());
        assert_eq!(strips(grid.strips((0, 1, 2), 1, 5)), Some(alloc::vec![[8, 9], [10, 11]]));
        assert_eq!(strips(grid.strips((0, 1, 2), 6, 1)), Some(Vec::new()));
        assert!(grid.strips::<2>((0, 1, 2), 2, 6).is_none() && grid.strips::<2>((2, 1, 2), 0, 2).is_none());
        let (mut left, mut right) = grid.split(3);
        assert!(left.blocks::<2>((0, 1, 2), 2).is_none() && right.blocks::<4>((0, 1, 3), 0).is_some());
        assert!(left.blocks::<4>((0, 1, 1), 0).is_none());
        for row in 0..3 {
            left.piece(row, 1, 2).fill(100);
            let want = [row as u32 * 7 + 5, row as u32 * 7 + 6];
            assert_eq!(copied(right.blocks((row, 1, 1), 2)), Some([want; 2]));
            right.piece(row, 0, 1).fill(200);
        }
        assert_eq!(matrix[..9], [0, 100, 100, 200, 4, 5, 6, 7, 100]);
        assert_eq!(Grid::new(&mut matrix, 0).rows(), 0);
    }
}
