//! Tools to test rings and transforms with: your own too.
//!
//! | item | what it does |
//! |---|---|
//! | [`Counting`] | a ring that counts what is done to its elements |
//! | [`count`], [`count_recipe`] | the operations of one algorithm, counted |
//! | [`closed_form`] | what the literature says they are |

mod closed_form;
mod counting;

pub use closed_form::{ClosedForm, closed_form};
pub use counting::{Class, Counting, Counts, Tally, count, count_recipe};
