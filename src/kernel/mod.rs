//! The algorithms of [`dft`](crate::dft) and [`additive`](crate::additive), and the products above them, for caches, threads and
//! instruction sets.
//!
//! Each names its textbook twin and equals it: bit for bit over exact rings, within a stated bound over floats.
//!
//! | file or folder | what it holds |
//! |---|---|
//! | `isa`, `machine` | which instruction set; which processor, and what models of cost know of it |
//! | `packed` | vectors of floats and of ring elements, the networks over them, a file for each instruction set |
//! | `complex`, `real` | complex transforms of any length over `f32` and `f64`; the sweep that real input of even length needs |
//! | `ntt` | transforms of residues |
//! | `planes`, `binary`, `gf2x`, `shards` | characteristic 2: bytes of a tower of fields, binary fields, products over GF(2), the erasure code |
//! | `limbs` | products and squares of few limbs |
//! | `four_step`, `depth_first`, `truncated` | drivers for caches and threads over any ring |
//! | `grid` | columns of a matrix that threads share out |
//! | `memory`, `cast` | tables and scratch; numbers as pairs, elements as words |

#[cfg(feature = "binary")]
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "parallel")),
    allow(dead_code, unused_imports, unused_macros, reason = "what vectors and threads alone use")
)]
pub(crate) mod binary;
pub(crate) mod cast;
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "parallel", feature = "complex")),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        reason = "what vectors and threads alone use; shapes of recipes remain"
    )
)]
pub(crate) mod complex;
mod depth_first;
pub(crate) mod four_step;
#[cfg(feature = "binary")]
pub(crate) mod gf2x;
pub(crate) mod grid;
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "parallel")),
    allow(dead_code, unused_imports, unused_macros, reason = "what vectors and threads alone use")
)]
pub(crate) mod isa;
#[cfg(feature = "prime")]
pub(crate) mod limbs;
pub(crate) mod machine;
pub(crate) mod memory;
#[cfg(feature = "prime")]
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "parallel")),
    allow(dead_code, unused_imports, unused_macros, reason = "what vectors and threads alone use")
)]
pub(crate) mod ntt;
#[allow(dead_code, unused_imports, reason = "a vocabulary: kernels use what they need of it")]
pub(crate) mod packed;
#[cfg(feature = "binary")]
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "parallel")),
    allow(dead_code, unused_imports, unused_macros, reason = "what vectors and threads alone use")
)]
pub(crate) mod planes;
#[cfg(feature = "complex")]
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "parallel")),
    allow(dead_code, unused_imports, reason = "what vectors and threads alone use")
)]
pub(crate) mod real;
#[cfg(feature = "binary")]
pub(crate) mod shards;
#[cfg(feature = "prime")]
mod truncated;
mod twiddle_memory;

pub(crate) use depth_first::DepthFirst;
pub(crate) use four_step::{FourStep, scratch_len as four_step_scratch};
#[cfg(feature = "std")]
pub(crate) use machine::machine;
#[cfg(feature = "prime")]
pub(crate) use truncated::{First, Truncated};
pub use twiddle_memory::TwiddleMemory;
