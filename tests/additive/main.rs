//! The additive transforms and what is built on them, without plans: against the definition, counted, refused.
//! The additive transforms, against the definition.

mod classical;
mod classical_counts;
mod conversion;
mod novel_arithmetic;
mod novel_basis;
mod points;
//! Binary fields and the transforms over them.
mod fields;
