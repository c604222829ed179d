//! The additive transforms: values, inverses, counts, refusals, and the pages' examples.

mod classical;
mod classical_counts;
