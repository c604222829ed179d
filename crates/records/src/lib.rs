//! Reads the records of `benches/record`, and compares machines in one table.
//!
//! The README of that folder says what a file holds. [`Record`] is one file, [`Records`] the folder, and [`Makes`] the
//! table of all machines: the fastest peer of every row over ringfft.
//!
//! ```
//! use ringfft_records::Record;
//! use std::path::Path;
//!
//! let text = "row,n,contestant,ns\ncomplex-f64,2^4,ringfft,16.0\ncomplex-f64,2^4,fftw,12.0\n";
//! let record = Record::parse(Path::new("2026-11-21-complex.csv"), text)?;
//! let row = record.select(&[("n", "2^4")])[0];
//! assert_eq!(row.fastest(|_| true), Some(("fftw", 0.75)));
//! # Ok::<(), ringfft_records::Error>(())
//! ```

mod error;
mod makes;
mod processor;
mod record;
mod records;
mod render;
mod size;
mod task;

pub use error::Error;
pub use makes::{Best, Makes};
pub use processor::Processor;
pub use record::{OURS, Record, Row};
pub use records::{AMD, Found, INTEL, Records, ZEN3};
pub use task::Task;
