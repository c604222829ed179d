//! Columns of a row-major matrix, many at a time, into rows of a block and back.
//!
//! # Idea
//! A column is spread over as many cache lines as it has elements. So whole lines are taken of every row, at least
//! [`LINES`] and as many as keep the block in cache. All loaded data is used, and each column is contiguous while it is
//! transformed.
//!
//! ```text
//!          first  first + width
//! row 0    .  .  a0 b0 c0 .  .  .                a0 a1 a2 ... - -
//! row 1    .  .  a1 b1 c1 .  .  .      <--->     b0 b1 b2 ... - -
//! row 2    .  .  a2 b2 c2 .  .  .                c0 c1 c2 ... - -
//! ```
//! Rows of the block are a line longer than the column. So those of a power of two do not map to few sets of the cache.

use crate::kernel::grid::Grid;

/// Bytes of a cache line.
const LINE: usize = 64;

/// Cache lines of a row in a block, at least.
const LINES: usize = 2;

/// Bytes of a block, where it holds more lines than the least.
const BLOCK: usize = 1 << 18;

/// Columns of a block, at most.
const WIDEST: usize = 64;

/// Returns the number of columns of a block and the distance of its rows, for `columns` columns of `rows` elements of type
/// `E`. Returns `None` where their product overflows.
pub(super) fn block<E>(rows: usize, columns: usize) -> Option<(usize, usize)> {
    let bytes = size_of::<E>().max(1);
    let line = (LINE / bytes).max(1);
    let pitch = rows.checked_add(line)?;
    let fitting = BLOCK / bytes / pitch;
    let width = (fitting / line * line).clamp(LINES * line, WIDEST.max(LINES * line)).min(columns.max(1));
    width.checked_mul(pitch)?;
    Some((width, pitch))
}

/// Copies `width` columns from `first` on to the rows of `block`.
pub(super) fn gather<E: Copy>(grid: &mut Grid<'_, E>, first: usize, width: usize, block: &mut [E], pitch: usize) {
    for r in 0..grid.rows() {
        let row = grid.piece(r, first, width);
        row.iter().zip(block.chunks_exact_mut(pitch)).for_each(|(x, column)| column[r] = *x);
    }
}

/// Copies the rows of `block` to `width` columns from `first` on.
pub(super) fn scatter<E: Copy>(grid: &mut Grid<'_, E>, first: usize, width: usize, block: &[E], pitch: usize) {
    for r in 0..grid.rows() {
        let row = grid.piece(r, first, width);
        row.iter_mut().zip(block.chunks_exact(pitch)).for_each(|(x, column)| *x = column[r]);
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[inline]
    pub(crate) fn columns_come_and_go() {
        let mut matrix: Vec<u32> = (0..35).collect();
        let original = matrix.clone();
        let mut block = [0; 18];
        let mut grid = Grid::new(&mut matrix, 7);
        gather(&mut grid, 2, 3, &mut block, 6);
        assert_eq!(block[..5], [2, 9, 16, 23, 30]);
        assert_eq!(block[12..17], [4, 11, 18, 25, 32]);
        block.iter_mut().for_each(|x| *x = x.wrapping_add(100));
        scatter(&mut grid, 2, 3, &block, 6);
        let (mut left, mut right) = grid.split(4);
        assert_eq!((left.columns(), right.columns()), (4, 3));
        gather(&mut right, 0, 3, &mut block, 6);
        assert_eq!(block[..2], [104, 111]);
        gather(&mut left, 2, 2, &mut block[..12], 6);
        // Between columns there is room that holds anything.
        block.iter_mut().for_each(|x| *x = x.wrapping_sub(100));
        scatter(&mut left, 2, 2, &block[..12], 6);
        let changed = |i: usize| if i % 7 == 4 { 100 } else { 0 };
        assert!(matrix.iter().zip(&original).enumerate().all(|(i, (x, y))| *x == y + changed(i)));
    }

    #[inline]
    pub(crate) fn blocks_hold_whole_lines() {
        assert_eq!(block::<f64>(1 << 20, 1 << 20), Some((16, (1 << 20) + 8)));
        assert_eq!(block::<[f64; 2]>(256, 1 << 16), Some((60, 260)));
        assert_eq!(block::<[f64; 2]>(16, 1 << 16), Some((64, 20)));
        assert_eq!(block::<[f64; 2]>(16, 3), Some((3, 20)));
        assert_eq!(block::<f32>(usize::MAX, 3), None);
    }
}
