//! The additive transforms, against the definition.

mod conversion;
mod novel_arithmetic;
mod novel_basis;
mod points;
