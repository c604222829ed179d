//! The additive transforms, against the definition.

mod conversion;
mod evaluate;
mod naive;
mod novel_arithmetic;
mod novel_basis;
mod points;
mod truncated;
