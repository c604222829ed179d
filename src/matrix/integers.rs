//! Matrices of integers.

use super::shape::{checked, fitting};
use crate::{
    Result,
    integer::{Signed, inner},
    plan::Threads,
};
use alloc::vec::Vec;

/// A matrix of integers of any lengths and signs, row by row.
///
/// ```
/// use ringfft::{integer::Signed, matrix::Integers};
///
/// let matrix = |entries: [i64; 4]| Integers::new(2, 2, entries.map(Signed::from).to_vec());
/// let (a, b) = (matrix([1, -2, 3, 4])?, matrix([5, 6, 7, -8])?);
/// assert_eq!(a.multiply(&b)?, matrix([-9, 22, 43, -14])?);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Integers {
    rows: usize,
    columns: usize,
    entries: Vec<Signed>,
}

impl Integers {
    /// Creates the matrix with these entries, row by row.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) without a row or a column; [`Error::SliceLength`](crate::Error::SliceLength) unless there are
    /// `rows` times `columns` entries.
    pub fn new(rows: usize, columns: usize, entries: Vec<Signed>) -> Result<Self> {
        checked(rows, columns, entries.len())?;
        Ok(Integers { rows, columns, entries })
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the entries, row by row.
    pub fn entries(&self) -> &[Signed] {
        &self.entries
    }

    /// Returns the entries, row by row.
    pub fn into_entries(self) -> Vec<Signed> {
        self.entries
    }

    /// Computes the product, on all threads.
    ///
    /// # Errors
    /// As [`multiply_on`](Self::multiply_on).
    pub fn multiply(&self, other: &Self) -> Result<Self> {
        self.multiply_on(other, Threads::default())
    }

    /// Computes the product, on a number of threads that does not change it.
    ///
    /// Costs a transform of each entry of the factors and of the product for each of three primes. All transforms have the length of the
    /// longest product of entries. Memory: as many words an entry of the factors, and three times as many an entry of the product.
    ///
    /// # Errors
    /// [`Error::SliceLength`](crate::Error::SliceLength) unless `other` has as many rows as this matrix has columns;
    /// [`Error::Memory`](crate::Error::Memory); [`Error::Length`](crate::Error::Length) above 2^40 limbs an entry.
    pub fn multiply_on(&self, other: &Self, threads: Threads) -> Result<Self> {
        fitting(self.columns, other.rows)?;
        let shape = [self.rows, self.columns, other.columns];
        let entries = inner::multiply_matrices(shape, &self.entries, &other.entries, threads)?;
        Ok(Integers { rows: self.rows, columns: other.columns, entries })
    }
}
