//! Binary fields, the additive transforms and what is built on them, without plans: against the definition, counted,
//! refused.

mod classical;
mod classical_counts;
mod conversion;
mod evaluate;
mod fields;
mod naive;
mod novel_arithmetic;
mod novel_basis;
mod points;
mod truncated;
