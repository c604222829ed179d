//! The description of this machine, refined by timing.

use super::{Isa, Machine, PackedShape, Plan, Recipe, Threads};
use crate::{Result, rings::ComplexRing};
use alloc::vec::Vec;
use num_complex::Complex;
use std::time::{Duration, Instant};

/// Kernels of 1024 values with vectors of 32 and of 64 bytes. The number is what [`Machine::wide`] would be by the model of cost if both
/// took the same time.
const DOUBLES: ([&str; 2], f64) = (["lanes4(8*8x4x4)", "lanes8(8*8x4x4)"], 260.0);
const SINGLES: ([&str; 2], f64) = (["lanes8(8*8x4x4)", "lanes16(16*8x8)"], 157.0);

impl Machine {
    /// Returns the description of this machine, its [`wide`](Machine::wide) measured: about 20 milliseconds.
    ///
    /// Without AVX-512 nothing is measured.
    ///
    /// ```
    /// use ringfft::plan::Machine;
    ///
    /// let machine = Machine::measured()?;
    /// println!("RINGFFT_MACHINE={machine}"); // for programs that run later
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parse`](crate::Error::Parse) if the variable `RINGFFT_MACHINE` is malformed, and the errors of plans.
    pub fn measured() -> Result<Self> {
        let mut machine = Machine::current()?;
        if Isa::Avx512.is_available() {
            let doubles = DOUBLES.1 * quotient::<f64>(DOUBLES.0)?;
            let singles = SINGLES.1 * quotient::<f32>(SINGLES.0)?;
            machine.wide = ((doubles * singles).sqrt() as usize).clamp(50, 400);
        }
        Ok(machine)
    }
}

/// Returns the least time of the second kernel over that of the first, timed in turn.
fn quotient<T>(kernels: [&str; 2]) -> Result<f64>
where
    T: crate::rings::Real + Default,
    ComplexRing<T>: super::Accelerated<Element = Complex<T>>,
{
    let mut runs = Vec::new();
    for kernel in kernels {
        let shape: PackedShape = kernel.parse()?;
        let builder = Plan::builder(ComplexRing::<T>::new(), shape.len()).isa(Isa::Avx512).threads(Threads::AtMost(1));
        let plan = builder.recipe(Recipe::Packed { shape }).build()?;
        let values = alloc::vec![Complex::<T>::default(); plan.len()];
        runs.push((plan.scratch()?, plan, values, Duration::MAX));
    }
    for _ in 0..20 {
        for (scratch, plan, values, least) in &mut runs {
            let start = Instant::now();
            for _ in 0..100 {
                plan.forward_with(values, scratch)?;
            }
            *least = start.elapsed().min(*least);
        }
    }
    Ok(runs[1].3.as_secs_f64() / runs[0].3.as_secs_f64().max(1e-9))
}
