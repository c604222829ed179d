//! Shapes of matrices.

use crate::{Error, Result};

/// Checks that a matrix with this number of entries has the shape.
pub(super) fn checked(rows: usize, columns: usize, entries: usize) -> Result<()> {
    if rows == 0 || columns == 0 {
        return Err(Error::Length { what: "a matrix", len: 0, possible: "it needs at least one row and one column" });
    }
    let expected = rows.checked_mul(columns).ok_or(Error::Length {
        what: "a matrix",
        len: rows,
        possible: "its rows times its columns must fit an address",
    })?;
    Error::check_len("entries of a matrix", expected, entries)
}

/// Checks that factors fit: the columns of the left one are the rows of the right one.
pub(super) fn fitting(columns: usize, rows: usize) -> Result<()> {
    Error::check_len("rows of the right factor of a product of matrices", columns, rows)
}

/// Returns the number of entries of a product.
pub(super) fn area(rows: usize, columns: usize) -> Result<usize> {
    let needed = u128::MAX;
    rows.checked_mul(columns).ok_or(Error::Memory { what: "a product of matrices", needed, limit: None })
}
