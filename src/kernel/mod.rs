//! Fast drivers of the algorithms in [`dft`](crate::dft): threads and caches.
//!
//! Each names its textbook twin and equals it: bit for bit over exact rings, within a stated bound over floats.

mod depth_first;
mod four_step;
pub(crate) mod isa;
pub(crate) mod shards;
#[cfg(feature = "parallel")]
mod stockham_parallel;

pub(crate) use depth_first::DepthFirst;
pub(crate) use four_step::{FourStep, scratch_len as four_step_scratch};
#[cfg(feature = "parallel")]
pub(crate) use stockham_parallel::ParallelStockham;
