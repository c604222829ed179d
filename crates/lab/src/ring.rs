//! A ring whose plans can be timed, its type hidden.

use crate::{
    choice::Choice,
    contestant::{Ask, Prepared, Runner},
    error::{Error, Result},
    judge::{Exact, Judge},
    settings::{builder, limits},
};
use ringfft::{
    algebra::{Module, Ring, Roots},
    plan::{Accelerated, Builder, Plan, Recipe},
};
use ringfft_testing::{Erased, Random, Tally, count_recipe};
use std::{rc::Rc, time::Instant};

/// Draws an element.
type Draw<'a, R> = Box<dyn Fn(&mut Random) -> <R as Module>::Element + 'a>;

/// Sets the points of a recipe on a builder.
type Points<'a, R> = Box<dyn Fn(Builder<R>, &Recipe) -> Result<Builder<R>> + 'a>;

/// A ring whose plans can be timed, its type hidden.
pub trait TimedRing {
    /// Prepares the run of a plan.
    ///
    /// # Errors
    /// Errors of the plan, and [`Error::Input`] for a task or choice that the ring does not have.
    fn prepare(&self, ask: &Ask<'_>, choice: &Choice) -> Result<Prepared>;

    /// Counts the operations of a plan that the textbook runs; `None` for kernels.
    fn count(&self, ask: &Ask<'_>, choice: &Choice) -> Option<Tally>;
}

/// A ring with its elements and points.
pub struct TypedRing<'a, R: Accelerated + Ring> {
    name: String,
    ring: R,
    element_bytes: usize,
    draw: Draw<'a, R>,
    points: Option<Points<'a, R>>,
    judge: Rc<dyn Judge<R>>,
}

impl<'a, R: Accelerated<Scalars = R> + Roots> TypedRing<'a, R> {
    /// Creates the ring under a name, with a function that draws elements.
    pub fn new(name: impl Into<String>, ring: R, draw: impl Fn(&mut Random) -> R::Element + 'a) -> Self {
        TypedRing {
            name: name.into(),
            ring,
            element_bytes: size_of::<R::Element>(),
            draw: Box::new(draw),
            points: None,
            judge: Rc::new(Exact),
        }
    }

    /// Sets the bytes of an element, for elements behind pointers.
    pub fn element_bytes(mut self, bytes: usize) -> Self {
        self.element_bytes = bytes;
        self
    }

    /// Sets the points of recipes; the default is those of the ring itself.
    pub fn points(mut self, points: impl Fn(Builder<R>, &Recipe) -> Result<Builder<R>> + 'a) -> Self {
        self.points = Some(Box::new(points));
        self
    }

    pub(crate) fn judge(mut self, judge: impl Judge<R> + 'static) -> Self {
        self.judge = Rc::new(judge);
        self
    }

    /// Draws `count` elements.
    pub(crate) fn elements(&self, count: usize, seed: u64) -> Vec<R::Element> {
        let mut random = Random::new(seed);
        (0..count).map(|_| (self.draw)(&mut random)).collect()
    }

    /// Checks the bytes of a run against the limit, before its elements are allocated.
    pub(crate) fn affordable(&self, ask: &Ask<'_>, plan_bytes: u64) -> Result<()> {
        let elements = ask.task.points() as u128 * 3 * self.element_bytes as u128;
        limits(&self.name, ask, elements + u128::from(plan_bytes))
    }

    fn chosen(&self, ask: &Ask<'_>, choice: &Choice) -> Result<Builder<R>> {
        if ask.task.shape.len() != 1 || choice.of_arrays().is_some() {
            return Err(Error::input(format!(
                "{}:{} has no row {choice}: arrays such as 512x512, real and filter are of c32 and c64",
                self.name,
                ask.task.size()
            )));
        }
        let start = builder(self.ring.clone(), ask, choice)?;
        match &self.points {
            None => Ok(start),
            Some(points) => {
                let recipe = start.choose()?;
                points(start, &recipe)
            }
        }
    }
}

impl<R: Accelerated<Scalars = R> + Roots> TimedRing for TypedRing<'_, R> {
    fn prepare(&self, ask: &Ask<'_>, choice: &Choice) -> Result<Prepared> {
        let start = self.chosen(ask, choice)?;
        self.affordable(ask, start.bytes()?)?;
        let begin = Instant::now();
        let plan = start.build()?;
        let plan_seconds = begin.elapsed().as_secs_f64();
        let scratch = plan.scratch()?;
        let scratch_bytes = (scratch.len() * size_of::<R::Element>()) as u64;
        let mut input = self.elements(ask.task.points(), ask.seed);
        let most = self.judge.scale(&mut input, ask.task.len());
        let work = input.clone();
        Ok(Prepared {
            recipe: plan.recipe().to_string(),
            order: plan.order().to_string(),
            plan_seconds,
            table_bytes: Some(plan.bytes().saturating_sub(scratch_bytes)),
            scratch_bytes,
            element_bytes: self.element_bytes as u64,
            complex: self.judge.complex(),
            runner: Box::new(PlanRunner { plan, input, work, scratch, most, judge: self.judge.clone() }),
        })
    }

    fn count(&self, ask: &Ask<'_>, choice: &Choice) -> Option<Tally> {
        let recipe = self.chosen(ask, choice).ok()?.choose().ok()?;
        // A kernel has no operations to count. Over the counting ring, which has no kernels, another recipe would run.
        let recipe = match recipe {
            Recipe::Packed { .. } | Recipe::Kernel { .. } | Recipe::Columns { .. } => return None,
            recipe => recipe,
        };
        count_recipe(&recipe, Erased::new(self.ring.clone())).ok().map(|counts| counts.forward)
    }
}

/// A plan with its elements.
struct PlanRunner<R: Accelerated + Ring> {
    plan: Plan<R::Element, R>,
    input: Vec<R::Element>,
    work: Vec<R::Element>,
    scratch: Vec<R::Element>,
    most: u32,
    judge: Rc<dyn Judge<R>>,
}

impl<R: Accelerated<Scalars = R> + Roots> Runner for PlanRunner<R> {
    fn run(&mut self) -> Result<()> {
        Ok(self.plan.forward_with(&mut self.work, &mut self.scratch)?)
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
        let (plan, len) = (&self.plan, self.plan.len());
        let recipe = plan.recipe();
        let (input, values) = (&self.input[..len], &self.work[..len]);
        let cyclic = recipe.is_cyclic() && recipe.root_order() == Some(len);
        let error = if cyclic && plan.subspace().is_none() {
            self.judge.error(plan.module(), plan.root(), input, values, &|j| plan.order().exponent(j, len))
        } else {
            // The values are at other points: the input is compared with their inverse instead.
            let scale = ringfft::inside::engine(plan)?.inverse_scale();
            let mut back = self.work.clone();
            plan.inverse_with(&mut back, &mut self.scratch)?;
            self.judge.distance(plan.module(), &back[..len], input, scale)
        };
        match error {
            Some(error) if !error.is_finite() => Err(Error::Verification(format!(
                "{recipe} of length {len} over {} differs from the definition",
                plan.module().name()
            ))),
            error => Ok(error),
        }
    }
}
