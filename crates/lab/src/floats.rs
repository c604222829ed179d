//! Complex floats: transforms along one axis, and arrays of complex or real numbers.

use crate::{
    choice::{Choice, OfArrays},
    contestant::{Ask, Prepared, Runner},
    error::{Error, Result},
    in_place::{About, InPlace, built},
    judge::Floats,
    report::Check,
    ring::{TimedRing, TypedRing},
};
use num_complex::Complex;
use ringfft::{
    complex::Multi,
    order::Order,
    plan::{Scale, Threads},
    real::RealMulti,
    rings::ComplexRing,
};
use ringfft_testing::{Random, Tally, accuracy::Narrow};

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
    /// Returns the ring with its elements.
    pub(crate) fn typed(&self) -> &TypedRing<'static, ComplexRing<T>> {
        &self.0
    }

    fn complex_array(&self, ask: &Ask<'_>) -> Result<Prepared> {
        let axes: Vec<usize> = (0..ask.task.shape.len()).collect();
        let builder = Multi::<T>::builder(&ask.task.shape, &axes)
            .scale(Scale::NONE)
            .threads(Threads::AtMost(ask.threads))
            .isa(ask.isa)
            .memory_limit(ask.memory);
        self.0.affordable(ask, builder.bytes()?)?;
        let (plan, plan_seconds) = built(|| builder.build())?;
        let (scratch, bytes) = (plan.scratch()?, plan.bytes());
        let about = about(ask, "complex array", plan_seconds, bytes, size_of::<Complex<T>>());
        Ok(self.0.prepared(ask, ComplexArray { plan, len: ask.task.len() }, scratch, about))
    }

    fn real_array(&self, ask: &Ask<'_>, kind: OfArrays) -> Result<Prepared> {
        let axes: Vec<usize> = (0..ask.task.shape.len()).collect();
        let builder = RealMulti::<T>::builder(&ask.task.shape, &axes)
            .threads(Threads::AtMost(ask.threads))
            .isa(ask.isa)
            .memory_limit(ask.memory);
        self.0.affordable(ask, builder.bytes()?)?;
        let (plan, plan_seconds) = built(|| builder.build())?;
        let (scratch, bytes) = (plan.scratch()?, plan.bytes());
        let scratch_bytes = (scratch.len() * size_of::<Complex<T>>()) as u64;
        let mut random = Random::new(ask.seed);
        let input: Vec<T> = (0..ask.task.len()).map(|_| T::from_f64(random.float())).collect();
        let half = plan.spectrum_shape().iter().product();
        let spectrum = vec![Complex::new(T::zero(), T::zero()); half];
        // The response of the identity filter, so that the result can be compared with the input.
        let response = vec![Complex::new(T::one(), T::zero()); if kind == OfArrays::Filter { half } else { 0 }];
        let what = if kind == OfArrays::Filter { "real array: forward, product, inverse" } else { "real array" };
        let about = about(ask, what, plan_seconds, bytes, size_of::<T>());
        let output = input.clone();
        Ok(Prepared {
            recipe: about.recipe,
            order: about.order,
            plan_seconds,
            table_bytes: Some(bytes.saturating_sub(scratch_bytes)),
            scratch_bytes,
            element_bytes: about.element_bytes as u64,
            // Of real numbers: rates of complex transforms would be wrong.
            complex: false,
            runner: Box::new(RealArray { plan, kind, input, output, spectrum, response, scratch }),
        })
    }
}

fn about(ask: &Ask<'_>, what: &str, plan_seconds: f64, bytes: u64, element_bytes: usize) -> About {
    let recipe = format!("{what} of {}", ask.task.size());
    About { recipe, order: "natural".into(), plan_seconds, bytes: Some(bytes), element_bytes }
}

struct ComplexArray<T: Narrow> {
    plan: Multi<T>,
    len: usize,
}

impl<T: Narrow> InPlace<ComplexRing<T>> for ComplexArray<T> {
    fn len(&self) -> usize {
        self.len
    }

    fn name(&self) -> String {
        "a complex array".into()
    }

    fn definition(&self) -> Option<(Complex<T>, Order)> {
        None
    }

    fn forward(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        Ok(self.plan.forward_with(values, scratch)?)
    }

    fn inverse(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<usize> {
        self.plan.inverse_with(values, scratch)?;
        Ok(self.len)
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
        let (mut error, mut size) = (0.0, 0.0);
        for (found, wanted) in self.output.iter().zip(&self.input) {
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

    fn check(&self) -> Option<Check> {
        Some(Check { values: 0, round_trip: self.input.len() })
    }
}
