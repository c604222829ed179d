//! A ring whose plans can be timed, its type hidden.

use crate::{
    choice::Choice,
    contestant::{Ask, Prepared},
    error::{Error, Result},
    in_place::{About, InPlace, built, prepared},
    judge::{Exact, Judge},
    settings::{builder, limits},
};
use ringfft::{
    algebra::{Module, Ring, Roots},
    order::Order,
    plan::{Accelerated, Builder, Plan, Recipe},
};
use ringfft_testing::{Erased, Random, Tally, count_recipe};
use std::rc::Rc;

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

    /// Returns the ring itself.
    pub(crate) fn ring(&self) -> &R {
        &self.ring
    }

    /// Prepares the run of a transform on elements that are drawn.
    pub(crate) fn prepared(
        &self,
        ask: &Ask<'_>,
        transform: impl InPlace<R> + 'static,
        scratch: Vec<R::Element>,
        about: About,
    ) -> Prepared {
        let mut random = Random::new(ask.seed);
        let input = (0..ask.task.points()).map(|_| (self.draw)(&mut random)).collect();
        prepared(self.ring.clone(), transform, input, scratch, self.judge.clone(), about)
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
        let (plan, plan_seconds) = built(|| start.build())?;
        let (scratch, bytes) = (plan.scratch()?, plan.bytes());
        let (recipe, order) = (plan.recipe().to_string(), plan.order().to_string());
        let about = About { recipe, order, plan_seconds, bytes: Some(bytes), element_bytes: self.element_bytes };
        Ok(self.prepared(ask, plan, scratch, about))
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

impl<R: Accelerated<Scalars = R> + Roots> InPlace<R> for Plan<R::Element, R> {
    fn len(&self) -> usize {
        Plan::len(self)
    }

    fn name(&self) -> String {
        self.recipe().to_string()
    }

    fn definition(&self) -> Option<(R::Element, Order)> {
        let cyclic = self.recipe().is_cyclic() && self.recipe().root_order() == Some(Plan::len(self));
        (cyclic && self.subspace().is_none()).then(|| (self.root().clone(), self.order()))
    }

    fn forward(&self, values: &mut [R::Element], scratch: &mut [R::Element]) -> Result<()> {
        Ok(self.forward_with(values, scratch)?)
    }

    fn inverse(&self, values: &mut [R::Element], scratch: &mut [R::Element]) -> Result<usize> {
        self.inverse_with(values, scratch)?;
        Ok(ringfft::inside::engine(self)?.inverse_scale())
    }
}
