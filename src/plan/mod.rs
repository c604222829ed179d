//! Plans: algorithm, order, scale, coset, batch and threads are decided once and run often.
//!
//! ```
//! use num_complex::Complex;
//! use ringfft::{plan::{Algorithm, Plan, Scale}, rings::ComplexRing};
//!
//! let plan = Plan::builder(ComplexRing::<f64>::new(), 1024)
//!     .algorithm(Algorithm::Stockham)
//!     .scale(Scale::NONE)
//!     .build()?;
//! assert_eq!(plan.recipe().to_string(), "stockham(1024, 8x8x8x2)");
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Life of a plan
//! [`Builder`] collects the options. The planner chooses a [`Recipe`]: plain data that is printable, comparable,
//! parsable, and [checked](Recipe::check) when it is parsed and built. The recipe is built into an engine with its
//! twiddles, which the [`Plan`] runs. Execution checks slice lengths; nothing else can fail. With the caller's scratch
//! and one thread nothing is allocated.
//!
//! | file | what it holds |
//! |---|---|
//! | `map`, `algorithm`, `recipe`, `text`, `size`, `check` | which points; how, as data: names, text, what they need, which can be run |
//! | `builder`, `make`, `options`, `layout`, `scale`, `points`, `shifted`, `shape` | what a caller asks for, and what a plan takes |
//! | `choice`, `planner`, `tuning` | the choice of a recipe; tables shared between plans; measured recipes |
//! | `accelerate`, `kernels` | what a ring offers: a registration of its kernels |
//! | `refused`, `engine`, `parts`, `reorder`, `variants`, `additive`, `from_transform` | from a recipe to a transform |
//! | `complex`, `complex_columns`, `residues`, `word_rings`, `residue_columns`, `circle`, `wide`, `binary`, `truncated` | the kernels of each family of rings |
//! | `fields`, `plain`, `words`, `foreign`, `carried`, `arrays`, `exists` | which ring has which: the fields of this crate, those of others that stand for them, arrays |
//! | `execute`, `many`, `weights`, `split`, `device`, `placed`, `resident` | the plan when it runs: batches, threads, scale and coset; parts apart; devices; vectors that stay words |
//! | `facts`, `lagrange`, `aliases` | what a plan tells; its points, Lagrange and vanishing polynomials; names of stored plans |
//!
//! # Names of stored plans
//! | elements | plan |
//! |---|---|
//! | `Complex<T>`, a field of this crate | `Plan<E>`; [`ComplexPlan<T>`](ComplexPlan) |
//! | residues of a modulus known at run time | [`ModularPlan`], [`Modular32Plan`] |
//! | a field `F` of the crate `ff` | `FfPlan<F>`, `Ff013Plan<F>` |
//! | a field whose adapter `A` hands out words | [`WordsPlan<A>`](WordsPlan) |
//! | any other ring `R` | `Plan<E, R>` |
//!
//! # Conventions
//! Forward is evaluation, `X_k = sum_j x_j w^(jk)`, unscaled unless [`Scale`] says otherwise; inverse undoes
//! it. On a coset `c`, forward gives `f(c w^k)`. Coefficients are low degree first; [`Order`](crate::order::Order)
//! is the order of the values. Length 1 is the identity.

mod accelerate;
mod additive;
mod algorithm;
mod aliases;
mod arrays;
#[cfg(feature = "binary")]
mod binary;
mod builder;
#[cfg(feature = "wide")]
mod carried;
mod check;
mod choice;
#[cfg(feature = "prime")]
mod circle;
#[cfg(feature = "complex")]
mod complex;
#[cfg(feature = "complex")]
mod complex_columns;
mod device;
mod engine;
mod execute;
mod exists;
mod facts;
#[cfg(feature = "prime")]
mod fields;
#[cfg(all(feature = "wide", any(feature = "ff013", feature = "ff014")))]
mod foreign;
mod from_transform;
mod kernels;
mod lagrange;
pub(crate) mod layout;
mod make;
mod many;
mod map;
#[cfg(all(feature = "std", feature = "complex"))]
mod measured;
mod options;
mod parts;
mod placed;
mod plain;
mod planner;
mod points;
mod recipe;
mod refused;
mod reorder;
mod resident;
#[cfg(feature = "prime")]
mod residue_columns;
#[cfg(feature = "prime")]
mod residues;
mod scale;
mod shape;
mod shifted;
mod size;
mod split;
mod text;
#[cfg(feature = "prime")]
mod truncated;
#[cfg(feature = "std")]
mod tuning;
#[cfg_attr(not(feature = "variants"), path = "without_variants.rs")]
mod variants;
mod weights;
#[cfg(feature = "wide")]
mod wide;
#[cfg(feature = "prime")]
mod word_rings;
#[cfg(feature = "wide")]
mod words;

pub use crate::{
    gpu::Device,
    kernel::{TwiddleMemory, complex::Shape as PackedShape, isa::Isa, machine::Machine},
};
pub use accelerate::Accelerated;
pub use algorithm::Algorithm;
#[cfg(feature = "ff013")]
pub use aliases::Ff013Plan;
#[cfg(feature = "ff014")]
pub use aliases::FfPlan;
pub use aliases::{ComplexPlan, Modular32Plan, ModularPlan, WordsPlan};
pub use builder::Builder;
pub(crate) use device::{OnDevice, OverPrimes, least_bytes};
pub use execute::Plan;
pub use kernels::{Ask, Built, Job, Kernels, Needs, Offer, Resources};
pub use layout::Layout;
pub use map::Map;
pub use options::{Coefficients, Options, Threads};
pub use planner::Planner;
pub use points::Points;
pub use recipe::{Convolution, Recipe};
pub use resident::Resident;
pub use scale::{Factor, Scale};
pub use split::Split;
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub use tuning::Tuning;
#[cfg(feature = "testing")]
pub(crate) use tuning::key as tuning_key;
