//! RustFFT over complex numbers.

use crate::{
    contestant::{Ask, Contestant, Prepared, Runner},
    error::{Error, Result},
    judge::{Floats, Judge},
    report::Check,
    settings::limits,
};
use num_complex::Complex;
use ringfft::{
    plan::Isa,
    rings::{ComplexRing, Real, root_of_unity},
};
use ringfft_testing::{Random, accuracy::Narrow};
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
            "c32" => prepare::<f32>(ask),
            "c64" => prepare::<f64>(ask),
            ring => Err(Error::input(format!("rustfft has c32 and c64, and not {ring}"))),
        }
    }
}

fn prepare<T: Narrow + FftNum>(ask: &Ask<'_>) -> Result<Prepared> {
    let (len, points) = (ask.task.len(), ask.task.points());
    let element_bytes = size_of::<Complex<T>>();
    limits(&ask.task.ring, ask, 5 * points as u128 * element_bytes as u128)?;
    let begin = Instant::now();
    let plan = FftPlanner::<T>::new().plan_fft_forward(len);
    let plan_seconds = begin.elapsed().as_secs_f64();
    let mut random = Random::new(ask.seed);
    let mut part = || <T as Real>::from_f64(random.float());
    let mut input: Vec<Complex<T>> = (0..points).map(|_| Complex::new(part(), part())).collect();
    let judge = Floats::<T>::new();
    let most = judge.scale(&mut input, len);
    let scratch = vec![Complex::new(T::zero(), T::zero()); plan.get_inplace_scratch_len()];
    Ok(Prepared {
        recipe: format!("rustfft({len})"),
        order: "natural".into(),
        plan_seconds,
        table_bytes: None,
        scratch_bytes: (scratch.len() * element_bytes) as u64,
        element_bytes: element_bytes as u64,
        complex: true,
        runner: Box::new(RustFftRunner { plan, work: input.clone(), input, scratch, most, judge }),
    })
}

struct RustFftRunner<T: Narrow> {
    plan: Arc<dyn Fft<T>>,
    input: Vec<Complex<T>>,
    work: Vec<Complex<T>>,
    scratch: Vec<Complex<T>>,
    most: u32,
    judge: Floats<T>,
}

impl<T: Narrow + FftNum> Runner for RustFftRunner<T> {
    fn run(&mut self) -> Result<()> {
        self.plan.process_with_scratch(&mut self.work, &mut self.scratch);
        Ok(())
    }

    fn refresh(&mut self) {
        self.work.clone_from_slice(&self.input);
    }

    fn most_calls(&self) -> u32 {
        self.most
    }

    fn error(&mut self) -> Result<Option<f64>> {
        self.refresh();
        self.run()?;
        let len = self.plan.len();
        let root = root_of_unity::<T>((len - 1) % len, len);
        let (input, values) = (&self.input[..len], &self.work[..len]);
        let error = self.judge.error(&ComplexRing::new(), &root, input, values, &|j| j);
        match error {
            Some(error) if !error.is_finite() => {
                Err(Error::Verification(format!("the values of length {len} differ from the definition")))
            }
            error => Ok(error),
        }
    }

    fn check(&self) -> Option<Check> {
        Some(Check { values: self.plan.len(), round_trip: 0 })
    }
}
