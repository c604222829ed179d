//! ringfft's integers, polynomials and matrices beside those of its peers, measured in alternation in one process.
//!
//! `README.md` says how to run the programs and what the columns mean.

pub mod contest;
pub mod libraries;
pub mod operands;
pub mod options;
pub mod progress;
pub mod report;
pub mod sizes;

/// A result whose error is printed.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
