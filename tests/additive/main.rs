//! The additive transforms, against the definition.

mod classical;
mod classical_counts;
