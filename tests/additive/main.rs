//! The additive transforms, against the definition.

mod conversion;
mod novel_basis;
mod points;
