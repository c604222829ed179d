//! Binary fields, the additive transforms and what is built on them, without plans: against the definition, counted,
//! refused.

mod binary_products;
mod classical;
mod classical_counts;
mod classical_pages;
mod conversion;
mod evaluate;
mod fields;
mod figures;
mod gf2x;
mod naive;
mod novel_arithmetic;
mod novel_basis;
mod novel_pages;
mod points;
mod reed_solomon;
mod truncated;
