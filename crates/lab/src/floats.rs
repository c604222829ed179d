//! Complex floats: transforms along one axis, and arrays of complex or real numbers.

use crate::{
    choice::{Choice, OfArrays},
    contestant::{Ask, Prepared, Runner},
    error::{Error, Result},
    judge::Floats,
    ring::{TimedRing, TypedRing},
};
use num_complex::Complex;
use ringfft::{
    complex::Multi,
    plan::{Scale, Threads},
    real::RealMulti,
    rings::{ComplexRing, Real},
};
use ringfft_testing::{Random, Tally, accuracy::Narrow};
use std::time::Instant;

/// The complex numbers over a float.
pub struct FloatRing<T: Narrow>(TypedRing<'static, ComplexRing<T>>);

impl<T: Narrow> FloatRing<T> {
    /// Creates the ring under a name.
    pub fn new(name: &str) -> Self {
        let draw = |random: &mut Random| {
            let mut part = || T::from_f64(random.float());
            Complex::new(part(), part())
        };
        FloatRing(TypedRing::new(name, ComplexRing::new(), draw).judge(Floats::new()))
    }
}

impl<T: Narrow> TimedRing for FloatRing<T> {
    fn prepare(&self, ask: &Ask<'_>, choice: &Choice) -> Result<Prepared> {
        if ask.task.shape.len() == 1 {
            return self.0.prepare(ask, choice);
        }
        if ask.task.batch != 1 {
            return Err(Error::input(format!("{} arrays at once: take one array of one more axis", ask.task.batch)));
        }
        if choice.algorithm().is_some() {
            return Err(Error::input(format!("{choice} has no arrays: take auto, real or filter")));
        }
        match choice.of_arrays() {
            None => self.complex_array(ask),
            Some(kind) => self.real_array(ask, kind),
        }
    }

    fn count(&self, ask: &Ask<'_>, choice: &Choice) -> Option<Tally> {
        self.0.count(ask, choice)
    }
}

impl<T: Narrow> FloatRing<T> {
    fn complex_array(&self, ask: &Ask<'_>) -> Result<Prepared> {
        let shape = &ask.task.shape;
        let axes: Vec<usize> = (0..shape.len()).collect();
        let builder = Multi::<T>::builder(shape, &axes)
            .scale(Scale::NONE)
            .threads(Threads::AtMost(ask.threads))
            .isa(ask.isa)
            .memory_limit(ask.memory);
        self.0.affordable(ask, builder.bytes()?)?;
        let begin = Instant::now();
        let plan = builder.build()?;
        let plan_seconds = begin.elapsed().as_secs_f64();
        let scratch = plan.scratch()?;
        let bytes = plan.bytes();
        let small = T::from_f64(2f64.powi(-16));
        let input: Vec<Complex<T>> = self.0.elements(ask.task.len(), ask.seed);
        let input: Vec<_> = input.iter().map(|z| Complex::new(z.re * small, z.im * small)).collect();
        let runner = ComplexArray { plan, work: input.clone(), input, scratch };
        Ok(prepared::<T>(ask, "complex array", plan_seconds, bytes, runner.scratch.len(), Box::new(runner)))
    }

    fn real_array(&self, ask: &Ask<'_>, kind: OfArrays) -> Result<Prepared> {
        let shape = &ask.task.shape;
        let axes: Vec<usize> = (0..shape.len()).collect();
        let builder = RealMulti::<T>::builder(shape, &axes)
            .threads(Threads::AtMost(ask.threads))
            .isa(ask.isa)
            .memory_limit(ask.memory);
        self.0.affordable(ask, builder.bytes()?)?;
        let begin = Instant::now();
        let plan = builder.build()?;
        let plan_seconds = begin.elapsed().as_secs_f64();
        let scratch = plan.scratch()?;
        let (bytes, scratch_len) = (plan.bytes(), scratch.len());
        let mut random = Random::new(ask.seed);
        let input: Vec<T> = (0..ask.task.len()).map(|_| T::from_f64(random.float())).collect();
        let half = plan.spectrum_shape().iter().product();
        let spectrum = vec![Complex::new(T::zero(), T::zero()); half];
        // The response of the identity filter, so that the result can be compared with the input.
        let response = vec![Complex::new(T::one(), T::zero()); if kind == OfArrays::Filter { half } else { 0 }];
        let what = if kind == OfArrays::Filter { "real array: forward, product, inverse" } else { "real array" };
        let output = input.clone();
        let runner = RealArray { plan, kind, input, output, spectrum, response, scratch };
        let row = prepared::<T>(ask, what, plan_seconds, bytes, scratch_len, Box::new(runner));
        // Of real numbers: rates of complex transforms would be wrong.
        Ok(Prepared { element_bytes: size_of::<T>() as u64, complex: false, ..row })
    }
}

fn prepared<T>(
    ask: &Ask<'_>,
    what: &str,
    plan_seconds: f64,
    bytes: u64,
    scratch_len: usize,
    runner: Box<dyn Runner>,
) -> Prepared {
    let element_bytes = size_of::<Complex<T>>() as u64;
    let scratch_bytes = scratch_len as u64 * element_bytes;
    Prepared {
        recipe: format!("{what} of {}", ask.task.size()),
        order: "natural".into(),
        plan_seconds,
        table_bytes: Some(bytes.saturating_sub(scratch_bytes)),
        scratch_bytes,
        element_bytes,
        complex: true,
        runner,
    }
}

struct ComplexArray<T: Narrow> {
    plan: Multi<T>,
    input: Vec<Complex<T>>,
    work: Vec<Complex<T>>,
    scratch: Vec<Complex<T>>,
}

impl<T: Narrow> Runner for ComplexArray<T> {
    fn run(&mut self) -> Result<()> {
        Ok(self.plan.forward_with(&mut self.work, &mut self.scratch)?)
    }

    fn refresh(&mut self) {
        self.work.clone_from_slice(&self.input);
    }

    fn most_calls(&self) -> u32 {
        let len = self.input.len().max(2).next_power_of_two().ilog2();
        (if size_of::<T>() == 4 { 200 } else { 1800 } / len).max(1)
    }

    fn error(&mut self) -> Result<Option<f64>> {
        self.refresh();
        self.run()?;
        self.plan.inverse_with(&mut self.work, &mut self.scratch)?;
        let scale = T::from_integer(self.input.len() as u64);
        let pairs = self.work.iter().zip(&self.input);
        round_trip(pairs.flat_map(|(found, wanted)| [(found.re, wanted.re * scale), (found.im, wanted.im * scale)]))
    }
}

struct RealArray<T: Narrow> {
    plan: RealMulti<T>,
    kind: OfArrays,
    input: Vec<T>,
    output: Vec<T>,
    spectrum: Vec<Complex<T>>,
    response: Vec<Complex<T>>,
    scratch: Vec<Complex<T>>,
}

impl<T: Narrow> RealArray<T> {
    fn filter(&mut self) -> Result<()> {
        self.plan.forward_with(&self.input, &mut self.spectrum, &mut self.scratch)?;
        for (value, response) in self.spectrum.iter_mut().zip(&self.response) {
            *value = *value * *response;
        }
        Ok(self.plan.inverse_with(&mut self.spectrum, &mut self.output, &mut self.scratch)?)
    }
}

impl<T: Narrow> Runner for RealArray<T> {
    fn run(&mut self) -> Result<()> {
        match self.kind {
            OfArrays::Filter => self.filter(),
            OfArrays::Real => Ok(self.plan.forward_with(&self.input, &mut self.spectrum, &mut self.scratch)?),
        }
    }

    fn refresh(&mut self) {}

    fn error(&mut self) -> Result<Option<f64>> {
        self.filter()?;
        round_trip(self.output.iter().copied().zip(self.input.iter().copied()))
    }
}

/// Returns the relative distance of the first numbers of the pairs from the second ones.
fn round_trip<T: Real>(pairs: impl Iterator<Item = (T, T)>) -> Result<Option<f64>> {
    let (mut error, mut size) = (0.0, 0.0);
    for (found, wanted) in pairs {
        let (found, wanted) = (found.as_f64(), wanted.as_f64());
        error += (found - wanted) * (found - wanted);
        size += wanted * wanted;
    }
    let error = (error / f64::max(size, f64::MIN_POSITIVE)).sqrt();
    if error < 1e-3 {
        Ok(Some(error))
    } else {
        Err(Error::Verification("an array differs after forward and inverse".into()))
    }
}
