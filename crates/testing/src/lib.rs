//! Tools to test rings and transforms with: your own too.
//!
//! ```
//! use ringfft::{plan::Algorithm, rings::Modular};
//! use ringfft_testing::{count, laws};
//!
//! // The definition of length 4 takes 12 additions.
//! let counts = count(Algorithm::Naive, Modular::new(17)?, 4)?;
//! assert_eq!(counts.forward.additions, 12);
//! laws::ring(&Modular::new(17)?, [&3, &5, &11], |a, b| a == b).unwrap();
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! | item | what it does |
//! |---|---|
//! | [`Counting`] | a ring that counts what is done to its elements |
//! | [`count`], [`count_recipe`] | the operations of one algorithm, counted |
//! | [`closed_form`] | what the literature says they are |
//! | [`Erased`] | any ring behind one type, so that algorithms are compiled once for all of them |
//! | `fuzz` | fuzz targets, as functions over bytes; feature `fuzz` |
//! | [`FragmentMachine`] | a transform of images as the passes of a graphics processor, counted |
//! | [`laws`] | the laws of modules, rings, actions and roots |
//! | [`tracing`] | a module that records what is done to its elements: networks and their sparse factors |
//! | [`accuracy`] | the error of a transform of floats, and what it may be |
//! | [`self_test`] | a transform of floats of any length against its laws, without an oracle |
//! | [`conformance`] | every property of every algorithm over a module given as a [`Specimen`] |

pub mod accuracy;
mod circle;
pub(crate) mod closed_form;
pub mod conformance;
mod counting;
mod erased;
mod fragments;
#[cfg(feature = "fuzz")]
pub mod fuzz;
pub mod laws;
mod random;
mod self_test;
mod specimen;
pub mod tracing;
#[cfg(feature = "wrapped")]
#[doc(hidden)]
pub mod wrapped;

pub use circle::circle_value;
pub use closed_form::{ClosedForm, closed_form, closed_form_inverse};
pub use counting::{Class, Counting, Counts, Tally, count, count_recipe};
pub use erased::{Erased, ErasedElement, ErasedTwiddle};
pub use fragments::{FragmentMachine, Fragments, Program, equation_10};
pub use random::Random;
pub use self_test::{LawError, self_test, values_test};
pub use specimen::Specimen;
