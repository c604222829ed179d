//! The run of a transform in place, which is checked by a judge.

use crate::{
    contestant::{Prepared, Runner},
    error::{Error, Result},
    judge::Judge,
    report::Check,
};
use ringfft::{algebra::Ring, order::Order};
use std::{rc::Rc, time::Instant};

/// A transform in place.
pub(crate) trait InPlace<R: Ring> {
    /// Returns the number of points of one transform. A call may have several.
    fn len(&self) -> usize;

    /// Returns the name of the transform in messages.
    fn name(&self) -> String;

    /// Returns the root of unity at whose powers the values are, and their order; `None` if they are at other points.
    fn definition(&self) -> Option<(R::Element, Order)>;

    /// Transforms coefficients to values.
    fn forward(&self, values: &mut [R::Element], scratch: &mut [R::Element]) -> Result<()>;

    /// Transforms values to multiples of the coefficients. Returns the factor.
    fn inverse(&self, values: &mut [R::Element], scratch: &mut [R::Element]) -> Result<usize>;
}

/// The facts of a row that the transform itself does not have.
pub(crate) struct About {
    pub(crate) recipe: String,
    pub(crate) order: String,
    pub(crate) plan_seconds: f64,
    /// The bytes of tables and scratch, if known.
    pub(crate) bytes: Option<u64>,
    pub(crate) element_bytes: usize,
}

/// Builds a plan. Returns the seconds too.
pub(crate) fn built<T>(build: impl FnOnce() -> ringfft::Result<T>) -> Result<(T, f64)> {
    let begin = Instant::now();
    let plan = build()?;
    Ok((plan, begin.elapsed().as_secs_f64()))
}

/// Prepares the run of a transform on elements.
pub(crate) fn prepared<R: Ring, T: InPlace<R> + 'static>(
    ring: R,
    transform: T,
    mut input: Vec<R::Element>,
    scratch: Vec<R::Element>,
    judge: Rc<dyn Judge<R>>,
    about: About,
) -> Prepared {
    let most = judge.scale(&mut input, transform.len());
    let scratch_bytes = (scratch.len() * size_of::<R::Element>()) as u64;
    let complex = judge.complex();
    let work = input.clone();
    Prepared {
        recipe: about.recipe,
        order: about.order,
        plan_seconds: about.plan_seconds,
        table_bytes: about.bytes.map(|bytes| bytes.saturating_sub(scratch_bytes)),
        scratch_bytes,
        element_bytes: about.element_bytes as u64,
        complex,
        runner: Box::new(Run { ring, transform, input, work, scratch, most, judge, check: None }),
    }
}

/// A transform with its elements.
struct Run<R: Ring, T> {
    ring: R,
    transform: T,
    input: Vec<R::Element>,
    work: Vec<R::Element>,
    scratch: Vec<R::Element>,
    most: u32,
    judge: Rc<dyn Judge<R>>,
    check: Option<Check>,
}

impl<R: Ring, T: InPlace<R>> Run<R, T> {
    /// Returns the error of a comparison, or that of a wrong transform.
    fn right(&self, error: Option<f64>, wrong: &str) -> Result<Option<f64>> {
        match error {
            Some(error) if !error.is_finite() => Err(Error::Verification(format!(
                "{} of length {} over {} {wrong}",
                self.transform.name(),
                self.transform.len(),
                self.ring.name()
            ))),
            error => Ok(error),
        }
    }
}

impl<R: Ring, T: InPlace<R>> Runner for Run<R, T> {
    fn run(&mut self) -> Result<()> {
        self.transform.forward(&mut self.work, &mut self.scratch)
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
        let len = self.transform.len();
        let error = self.transform.definition().and_then(|(root, order)| {
            let exponent = |j: usize| order.exponent(j, len);
            self.judge.error(&self.ring, &root, &self.input[..len], &self.work[..len], &exponent)
        });
        let error = self.right(error, "differs from the definition")?;
        let scale = self.transform.inverse(&mut self.work, &mut self.scratch)?;
        let back = self.judge.distance(&self.ring, &self.work, &self.input, scale);
        let back = self.right(back, "is not undone by its inverse")?;
        self.check = Some(Check {
            values: error.map_or(0, |_| self.judge.compared(len)),
            round_trip: back.map_or(0, |_| self.input.len()),
        });
        Ok(error.or(back))
    }

    fn check(&self) -> Option<Check> {
        self.check
    }
}
