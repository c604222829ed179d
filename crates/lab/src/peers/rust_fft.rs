//! RustFFT over complex numbers.

use crate::{
    contestant::{Ask, Contestant, Prepared},
    error::{Error, Result},
    foreign::{Foreign, ForeignPlan, foreign_complex},
};
use num_complex::Complex;
use ringfft::plan::Isa;
use ringfft_testing::accuracy::Narrow;
use rustfft::{Fft, FftNum, FftPlanner};
use std::{sync::Arc, time::Instant};

/// RustFFT: powers of two and any other length, one thread.
pub(crate) struct RustFft;

impl Contestant for RustFft {
    fn name(&self) -> String {
        "rustfft".into()
    }

    fn prepare(&self, ask: &Ask<'_>) -> Result<Prepared> {
        if ask.task.shape.len() != 1 || ask.threads != 1 || ask.isa != Isa::Auto {
            return Err(Error::input(
                "rustfft has transforms of one axis on one thread, with its own choice of instructions",
            ));
        }
        match ask.task.ring.as_str() {
            "c32" => foreign_complex::<f32>(ask, || Ok(plan(ask))),
            "c64" => foreign_complex::<f64>(ask, || Ok(plan(ask))),
            ring => Err(Error::input(format!("rustfft has c32 and c64, and not {ring}"))),
        }
    }
}

fn plan<T: Narrow + FftNum>(ask: &Ask<'_>) -> ForeignPlan<Complex<T>> {
    let zero = Complex::new(T::zero(), T::zero());
    let begin = Instant::now();
    let fft = FftPlanner::<T>::new().plan_fft_forward(ask.task.len());
    let plan_seconds = begin.elapsed().as_secs_f64();
    let (work, scratch) = (vec![zero; ask.task.points()], vec![zero; fft.get_inplace_scratch_len()]);
    ForeignPlan {
        recipe: format!("rustfft({})", ask.task.len()),
        plan_seconds,
        scratch_bytes: size_of_val(scratch.as_slice()) as u64,
        transform: Box::new(InPlace { fft, work, scratch }),
    }
}

struct InPlace<T> {
    fft: Arc<dyn Fft<T>>,
    work: Vec<Complex<T>>,
    scratch: Vec<Complex<T>>,
}

impl<T: FftNum> Foreign<Complex<T>> for InPlace<T> {
    fn load(&mut self, input: &[Complex<T>]) {
        self.work.clone_from_slice(input);
    }

    fn run(&mut self) {
        // All transforms of a batch.
        self.fft.process_with_scratch(&mut self.work, &mut self.scratch);
    }

    fn store(&mut self, values: &mut [Complex<T>]) {
        values.clone_from_slice(&self.work);
    }
}
