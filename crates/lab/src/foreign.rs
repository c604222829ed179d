//! Transforms of foreign programs, checked against the definition and timed on data in their own layout.

use crate::{
    contestant::{Ask, Prepared, Runner},
    error::{Error, Result},
    judge::{Exact, Floats, Judge},
    report::Check,
    settings::limits,
};
use num_complex::Complex;
use ringfft::{
    algebra::{Action, Domain, Ring, Roots},
    rings::ComplexRing,
};
use ringfft_testing::{Random, accuracy::Narrow};

/// A forward transform of a foreign program, along one axis, on data that it holds.
pub trait Foreign<E> {
    /// Loads the input: all transforms of a call, one after another. This call is not timed.
    fn load(&mut self, input: &[E]);

    /// Transforms the data in place. This call is timed.
    fn run(&mut self);

    /// Writes the values in natural order. This call is not timed.
    fn store(&mut self, values: &mut [E]);
}

/// A foreign transform and the facts about it.
pub struct ForeignPlan<E> {
    /// The transform as its program describes it.
    pub recipe: String,
    /// The seconds that making the plan took.
    pub plan_seconds: f64,
    /// The bytes of scratch that the program is handed.
    pub scratch_bytes: u64,
    /// The transform.
    pub transform: Box<dyn Foreign<E>>,
}

/// Prepares a foreign transform of complex numbers for a task. The root is `exp(-2 pi i / n)`.
///
/// # Errors
/// Errors of `plan`, which is called once there is memory for the elements; [`Error::Resource`] if there is not.
pub fn foreign_complex<T: Narrow>(
    ask: &Ask<'_>,
    plan: impl FnOnce() -> Result<ForeignPlan<Complex<T>>>,
) -> Result<Prepared> {
    let draw = |random: &mut Random| {
        let mut part = || T::from_f64(random.float());
        Complex::new(part(), part())
    };
    prepare(ask, ComplexRing::<T>::new(), draw, Box::new(Floats::new()), plan)
}

/// Prepares a foreign transform over an exact ring for a task, with a function that draws elements. The root is that of
/// the ring.
///
/// # Errors
/// Errors of `plan`, which is called once there is memory for the elements; [`Error::Resource`] if there is not.
pub fn foreign_exact<R: Action<Scalars = R> + Roots>(
    ask: &Ask<'_>,
    ring: R,
    draw: impl FnMut(&mut Random) -> R::Element,
    plan: impl FnOnce() -> Result<ForeignPlan<R::Element>>,
) -> Result<Prepared> {
    prepare(ask, ring, draw, Box::new(Exact), plan)
}

fn prepare<R: Action<Scalars = R> + Roots>(
    ask: &Ask<'_>,
    ring: R,
    mut draw: impl FnMut(&mut Random) -> R::Element,
    judge: Box<dyn Judge<R>>,
    plan: impl FnOnce() -> Result<ForeignPlan<R::Element>>,
) -> Result<Prepared> {
    let (len, points) = (ask.task.len(), ask.task.points());
    let element_bytes = size_of::<R::Element>();
    // The input, its values, the data of the program, its tables and its scratch.
    limits(&ask.task.ring, ask, 5 * points as u128 * element_bytes as u128)?;
    let domain = Domain::new(ring, len)?;
    let plan = plan()?;
    let mut random = Random::new(ask.seed);
    let mut input: Vec<R::Element> = (0..points).map(|_| draw(&mut random)).collect();
    let most = judge.scale(&mut input, len);
    Ok(Prepared {
        recipe: plan.recipe,
        order: "natural".into(),
        plan_seconds: plan.plan_seconds,
        table_bytes: None,
        scratch_bytes: plan.scratch_bytes,
        element_bytes: element_bytes as u64,
        complex: judge.complex(),
        runner: Box::new(ForeignRunner {
            transform: plan.transform,
            domain,
            values: input.clone(),
            input,
            most,
            judge,
        }),
    })
}

/// A foreign transform with its elements.
struct ForeignRunner<R: Action + Ring> {
    transform: Box<dyn Foreign<R::Element>>,
    domain: Domain<R>,
    input: Vec<R::Element>,
    values: Vec<R::Element>,
    most: u32,
    judge: Box<dyn Judge<R>>,
}

impl<R: Action<Scalars = R> + Roots> Runner for ForeignRunner<R> {
    fn run(&mut self) -> Result<()> {
        self.transform.run();
        Ok(())
    }

    fn refresh(&mut self) {
        self.transform.load(&self.input);
    }

    fn most_calls(&self) -> u32 {
        self.most
    }

    fn error(&mut self) -> Result<Option<f64>> {
        self.refresh();
        self.run()?;
        self.transform.store(&mut self.values);
        let (ring, len) = (self.domain.module(), self.domain.len());
        let error = self.judge.error(ring, self.domain.root(), &self.input[..len], &self.values[..len], &|j| j);
        match error {
            Some(error) if !error.is_finite() => Err(Error::Verification(format!(
                "the values of length {len} over {} differ from the definition",
                ring.name()
            ))),
            error => Ok(error),
        }
    }

    fn check(&self) -> Option<Check> {
        Some(Check { values: self.judge.compared(self.domain.len()), round_trip: 0 })
    }
}
