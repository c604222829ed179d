//! The figures of the documentation.

mod complex;
mod cost;
mod parts;
mod products;
mod residues;

pub use parts::{Beside, Comparison, Documented};

use crate::Result;
use ringfft_records::Records;

/// Returns all figures, in the order of the documentation.
///
/// # Errors
/// Returns an error if a record is absent or lacks a column.
pub fn all(records: &Records) -> Result<Vec<Documented>> {
    Ok(vec![
        complex::complex(records)?,
        complex::real(records)?,
        residues::words(records)?,
        residues::wide(records)?,
        products::integers(records)?,
        products::bits(records)?,
        cost::accuracy(records)?,
        cost::build(records)?,
        cost::variants(records, "c64")?,
        cost::variants(records, "goldilocks")?,
    ])
}
