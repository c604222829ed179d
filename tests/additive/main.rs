//! The additive transforms, against the definition.

mod classical;
mod classical_counts;
mod classical_pages;
mod figures;
