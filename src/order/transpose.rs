//! Transposition of a matrix, in blocks that fit a cache.

/// Writes the transpose of the row-major `rows` by `columns` matrix `from` to `to`.
///
/// ```
/// let mut to = [0; 6];
/// ringfft::order::transpose(&[1, 2, 3, 4, 5, 6], &mut to, 2, 3);
/// assert_eq!(to, [1, 4, 2, 5, 3, 6]);
/// ```
///
/// Does nothing unless both slices hold `rows * columns` elements.
pub fn transpose<T: Clone>(from: &[T], to: &mut [T], rows: usize, columns: usize) {
    const BLOCK: usize = 16;
    if rows.checked_mul(columns) != Some(from.len()) || from.len() != to.len() {
        return;
    }
    for row_block in (0..rows).step_by(BLOCK) {
        for column_block in (0..columns).step_by(BLOCK) {
            for row in row_block..rows.min(row_block + BLOCK) {
                for column in column_block..columns.min(column_block + BLOCK) {
                    to[column * rows + row].clone_from(&from[row * columns + column]);
                }
            }
        }
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use alloc::{vec, vec::Vec};

    #[inline]
    pub(crate) fn transposed_twice_is_the_identity() {
        for (rows, columns) in [(1, 1), (3, 5), (16, 16), (40, 17)] {
            let matrix: Vec<usize> = (0..rows * columns).collect();
            let (mut there, mut back) = (vec![0; matrix.len()], vec![0; matrix.len()]);
            transpose(&matrix, &mut there, rows, columns);
            assert_eq!(there[1 % there.len()], if rows > 1 { columns } else { 1 % there.len() });
            transpose(&there, &mut back, columns, rows);
            assert_eq!(matrix, back);
        }
    }
}
