//! How exact the floats are: roots of unity against integers of 120 bits, transforms against wider ones and against the bound
//! that `papers/rounding.md` derives, and by the laws of the transform.

mod butterflies;
mod fixed;
mod laws;
mod powers;
mod transforms;
mod twiddles;

use num_complex::Complex;
use ringfft::{
    inside::require,
    plan::{Accelerated, Isa, Plan, Threads},
    rings::ComplexRing,
};
use ringfft_testing::accuracy::Narrow;

/// The planner's plan of this length on each instruction set that the ring and the machine have, and without any.
fn plans<T: Narrow>(n: usize) -> Vec<(Isa, Plan<Complex<T>>)> {
    let ring = ComplexRing::<T>::new();
    require::sets()
        .filter(|isa| *isa == Isa::Scalar || ring.instruction_sets().contains(isa))
        .map(|isa| (isa, Plan::builder(ring, n).isa(isa).threads(Threads::AtMost(1)).build().unwrap()))
        .collect()
}
