//! A laboratory for transforms: it times variants side by side, including your own, and reports their costs.
//!
//! | item | what it does |
//! |---|---|
//! | [`Variant`] | an algorithm of your own, written once for every module: implement this |
//! | [`main`] | the laboratory as a program with your variants as rows |
//! | [`Contestant`], [`Runner`] | a foreign program as a row |
//! | [`Foreign`], [`foreign_complex`], [`foreign_exact`] | its transform, checked and timed on data in its own layout |
//! | [`main_with_peers`] | the laboratory as a program with foreign programs, which `--peers` selects |
//! | [`compare`], [`Options`], [`Laboratory`] | a comparison from its options to its report |
//! | [`Report`], [`Form`] | the report as data, and as text, CSV, LaTeX, HTML and JSON |
//! | [`figures`] | the charts of a report |
//! | [`PRESETS`] | the experiments of the literature, as a table |
//! | [`statistics`] | medians, and intervals by the bootstrap |
//! | [`TimedRing`], [`TypedRing`], [`FloatRing`] | rings whose plans are timed |
//! | [`cache`] | the misses of a textbook transform in an ideal cache |
//!
//! `ringfft compare` is this on the command line. The program `compare` of the package `peers`, outside the workspace, is this with
//! FFTW, MKL and other crates. `z:BITS` and `z/square:BITS` are products and squares of integers.
//!
//! # A variant of your own
//! `examples/own_variant.rs` is a transform that the library does not have. Its `main` is one line:
//!
//! ```no_run
//! # struct MyVariant;
//! # impl ringfft_lab::Variant for MyVariant {
//! #     fn name(&self) -> &str { "mine" }
//! #     fn exists_for(&self, len: usize) -> bool { len.is_power_of_two() }
//! #     fn build<M: ringfft::algebra::Action<Scalars: ringfft::algebra::Roots>>(
//! #         &self,
//! #         domain: &ringfft::algebra::Domain<M>,
//! #     ) -> ringfft::Result<Box<dyn ringfft::dft::Transform<M>>> {
//! #         Ok(Box::new(ringfft::dft::Twisted::new(domain)?))
//! #     }
//! # }
//! fn main() -> std::process::ExitCode {
//!     ringfft_lab::main(&[&MyVariant])
//! }
//! ```

pub mod cache;
mod choice;
mod compare;
mod contestant;
mod error;
mod floats;
mod foreign;
mod in_place;
mod integers;
mod interrupt;
mod judge;
mod library;
mod machine;
mod measure;
mod network;
mod options;
mod peers;
mod presets;
mod program;
mod progress;
mod render;
mod report;
mod ring;
mod rings;
mod settings;
pub mod statistics;
mod summary;
mod task;
mod variant;

pub use choice::{Choice, OfArrays};
pub use compare::{Laboratory, compare};
pub use contestant::{Ask, Contestant, Prepared, Runner};
pub use error::{Error, Result, quoted};
pub use floats::FloatRing;
pub use foreign::{Foreign, ForeignPlan, foreign_complex, foreign_exact};
pub use interrupt::Interrupt;
pub use library::{Open, Rings};
pub use machine::{Limits, Machine};
pub use measure::time_choices;
pub use options::{MACHINE, Options};
pub use presets::{DEFAULT, PRESETS, Part, Preset, preset};
pub use program::{main, main_with_peers};
pub use render::{Form, figures};
pub use report::{Check, Operations, Partial, Report, Row, SCHEMA, Source};
pub use ring::{TimedRing, TypedRing};
pub use ringfft_testing::accuracy::Narrow;
pub use rings::{RINGS, open};
pub use settings::parse_bytes;
pub use summary::Summary;
pub use task::{INTEGERS, Task, tasks};
pub use variant::Variant;
