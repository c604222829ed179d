//! The description of this machine, refined by timing.

use super::{Isa, Machine, PackedShape, Plan, Recipe, Threads};
use crate::{Result, rings::ComplexRing};
use alloc::vec::Vec;
use num_complex::Complex;
use std::time::{Duration, Instant};

/// Kernels of 1024 values with vectors of 32 and of 64 bytes.
const DOUBLES: [&str; 2] = ["lanes4(8*8x4x4)", "lanes8(8*8x4x4)"];
const SINGLES: [&str; 2] = ["lanes8(8*8x4x4)", "lanes16(16*8x8)"];

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
            let both = quotient::<f64>(DOUBLES)? * quotient::<f32>(SINGLES)?;
            machine.wide = ((Machine::AMD.wide as f64 * both.sqrt()) as usize).clamp(50, 400);
        }
        Ok(machine)
    }
}

/// Returns the least time of the second kernel over that of the first, timed in turn, over what the model of cost says of
/// [`Machine::AMD`].
fn quotient<T>(kernels: [&str; 2]) -> Result<f64>
where
    T: crate::rings::Real + Default,
    ComplexRing<T>: super::Accelerated<Element = Complex<T>>,
{
    let mut runs = Vec::new();
    for kernel in kernels {
        let shape: PackedShape = kernel.parse()?;
        let (len, recipe) = (shape.len(), Recipe::Packed { shape });
        let builder = Plan::builder(ComplexRing::<T>::new(), len).isa(Isa::Avx512).threads(Threads::AtMost(1));
        let offers = builder.clone().machine(Machine::AMD).considered();
        let Some(offer) = offers.into_iter().find(|offer| offer.recipe == recipe) else { return Ok(1.0) };
        let plan = builder.recipe(recipe).build()?;
        let values = alloc::vec![Complex::<T>::default(); len];
        runs.push((plan.scratch()?, plan, values, Duration::MAX, offer.nanoseconds));
    }
    for _ in 0..20 {
        for (scratch, plan, values, least, _) in &mut runs {
            let start = Instant::now();
            for _ in 0..100 {
                plan.forward_with(values, scratch)?;
            }
            *least = start.elapsed().min(*least);
        }
    }
    let [first, second] = [0, 1].map(|i| runs[i].3.as_secs_f64().max(1e-9) / runs[i].4);
    Ok(second / first)
}
