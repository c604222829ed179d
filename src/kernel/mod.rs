//! Fast drivers of the algorithms in [`dft`](crate::dft): threads and caches.
//!
//! Each names its textbook twin and equals it: bit for bit over exact rings, within a stated bound over floats.

#[allow(dead_code, reason = "the planner chooses")]
pub(crate) mod binary;
mod depth_first;
mod four_step;
pub(crate) mod gf2x;
#[allow(dead_code, reason = "the planner chooses")]
pub(crate) mod isa;
#[allow(dead_code, unused_imports, unused_macros, reason = "fields of every width use it")]
pub(crate) mod planes;
pub(crate) mod shards;
#[cfg(feature = "parallel")]
mod stockham_parallel;

pub(crate) use depth_first::DepthFirst;
pub(crate) use four_step::{FourStep, scratch_len as four_step_scratch};
#[cfg(feature = "parallel")]
pub(crate) use stockham_parallel::ParallelStockham;
