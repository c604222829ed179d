//! A plan, ready to run.

use super::{
    Accelerated, Layout, Options, Recipe,
    device::OnDevice,
    kernels::Columns,
    points::Points,
    reorder::Engine,
    shape::Shape,
    weights::{Direction, Side, Weights},
};
use crate::{
    Error, Result,
    algebra::{Action, Module, Scalar, StaticElement},
    kernel::memory::{Wiped, filled},
    threads::{Every, Pieces, try_each},
};
use alloc::{boxed::Box, sync::Arc, vec::Vec};

/// A transform of a fixed length over a fixed ring, with everything it needs.
///
/// `Plan<E>` is the plan over the obvious ring of the element type `E`; `Plan<E, R>` names the ring. Short names of stored plans
/// are in the table of [`plan`](super).
///
/// A clone shares the tables, so it costs a few counts of references, and every clone can be used from a thread of its own.
///
/// ```
/// use num_complex::Complex;
/// use ringfft::plan::Plan;
///
/// let plan = Plan::<Complex<f64>>::new(1 << 10)?;
/// let other = plan.clone();
/// let handle = std::thread::spawn(move || other.forward(&mut vec![Complex::new(1.0, 0.0); 1 << 10]));
/// plan.forward(&mut vec![Complex::new(2.0, 0.0); 1 << 10])?;
/// handle.join().expect("no transform panics")?;
/// # Ok::<(), ringfft::Error>(())
/// ```
#[doc(alias = "dft", alias = "fft", alias = "ntt", alias = "number theoretic transform")]
pub struct Plan<E, R = <E as StaticElement>::Ring>
where
    R: Module<Element = E> + Action,
{
    /// The parts that no short transform reads.
    pub(super) facts: Arc<Facts<R>>,
    /// The transform, `None` where the facts hold one of columns.
    pub(super) engine: Option<Engine<R>>,
    pub(super) shape: Shape,
    /// For each direction, `true` if a call is the engine's alone: one transform, in place, without weights.
    pub(super) bare: [bool; 2],
}

/// The least bytes of a batch whose rows are shared out over threads: an estimate of what takes longer than waking them.
const SHARED_BYTES: usize = 1 << 13;

/// The elements of the rows that an engine takes together, so that they are still in the first cache when they are scaled.
const TOGETHER: usize = 1 << 10;

/// The parts that the clones of a plan share.
pub(crate) struct Facts<M: Action> {
    pub(super) weights: Weights<M>,
    /// The transform of all columns of a matrix at once, factors included, if the plan has one.
    pub(super) columns: Option<Box<dyn Columns<M>>>,
    /// The device's part, which runs instead, if there is one.
    pub(super) device: Option<Box<dyn OnDevice<M>>>,
    pub(super) points: Points<M>,
    /// The factor of the points of a transform at powers of a root, `None` for 1.
    pub(super) coset: Option<Scalar<M>>,
    pub(super) recipe: Recipe,
    pub(super) options: Options,
    pub(super) bytes: u64,
}

impl<E: Clone + Send + Sync + 'static, R: Accelerated<Element = E>> Plan<E, R> {
    pub(crate) fn assemble(facts: Facts<R>, engine: Option<Engine<R>>, shape: Shape) -> Self {
        let alone = engine.is_some() && shape.batch == 1 && shape.layout == Layout::Rows && facts.device.is_none();
        let bare = [Direction::Forward, Direction::Inverse].map(|direction| alone && facts.weights.is_empty(direction));
        Plan { facts: Arc::new(facts), engine, shape, bare }
    }

    /// Transforms coefficients to values, in place; allocates its scratch.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` holds the `len * batch` elements of the call, or with strides at least
    /// what they [span](super::Layout::span); [`Error::Memory`] if the system refuses the scratch.
    #[doc(alias = "fft", alias = "ntt", alias = "evaluate")]
    pub fn forward(&self, values: &mut [E]) -> Result<()> {
        self.forward_with(values, &mut self.own_scratch()?)
    }

    /// Transforms values to coefficients, in place; allocates its scratch.
    ///
    /// # Errors
    /// As [`forward`](Plan::forward).
    #[doc(alias = "ifft", alias = "idft", alias = "intt", alias = "interpolate")]
    pub fn inverse(&self, values: &mut [E]) -> Result<()> {
        self.inverse_with(values, &mut self.own_scratch()?)
    }

    /// Transforms coefficients to values, in place; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` is as long as [`forward`](Plan::forward) asks, and `scratch` at least
    /// [`scratch_len`](Plan::scratch_len).
    pub fn forward_with(&self, values: &mut [E], scratch: &mut [E]) -> Result<()> {
        self.execute(values, scratch, Direction::Forward)
    }

    /// Transforms values to coefficients, in place; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_with`](Plan::forward_with).
    pub fn inverse_with(&self, values: &mut [E], scratch: &mut [E]) -> Result<()> {
        self.execute(values, scratch, Direction::Inverse)
    }

    /// Transforms coefficients in `input` to values in `output`; `input` is unchanged. Allocates its scratch.
    ///
    /// # Errors
    /// As [`forward`](Plan::forward), for both slices.
    pub fn forward_into(&self, input: &[E], output: &mut [E]) -> Result<()> {
        self.forward_into_with(input, output, &mut self.own_scratch()?)
    }

    /// Transforms values in `input` to coefficients in `output`; `input` is unchanged. Allocates its scratch.
    ///
    /// # Errors
    /// As [`inverse`](Plan::inverse), for both slices.
    pub fn inverse_into(&self, input: &[E], output: &mut [E]) -> Result<()> {
        self.inverse_into_with(input, output, &mut self.own_scratch()?)
    }

    /// Transforms coefficients in `input` to values in `output`; `input` is unchanged, and on one thread nothing is
    /// allocated.
    ///
    /// # Errors
    /// As [`forward_with`](Plan::forward_with), for both slices.
    pub fn forward_into_with(&self, input: &[E], output: &mut [E], scratch: &mut [E]) -> Result<()> {
        self.execute_into(input, output, scratch, Direction::Forward)
    }

    /// Transforms values in `input` to coefficients in `output`; `input` is unchanged, and on one thread nothing is
    /// allocated.
    ///
    /// # Errors
    /// As [`forward_with`](Plan::forward_with), for both slices.
    pub fn inverse_into_with(&self, input: &[E], output: &mut [E], scratch: &mut [E]) -> Result<()> {
        self.execute_into(input, output, scratch, Direction::Inverse)
    }

    /// Allocates scratch of the length this plan needs.
    ///
    /// # Errors
    /// [`Error::Memory`] if the system refuses the memory.
    pub fn scratch(&self) -> Result<Vec<E>> {
        filled("scratch", self.shape.scratch, self.module().zero())
    }

    /// Allocates the scratch of a call without the caller's scratch.
    fn own_scratch(&self) -> Result<Wiped<E>> {
        Ok(Wiped::new(self.scratch()?, self.module().zero()))
    }

    fn check_slice(&self, what: &'static str, values: &[E]) -> Result<()> {
        match self.shape.layout {
            Layout::Strided { .. } => Error::check_at_least(what, self.shape.span, values.len()),
            _ => Error::check_len(what, self.shape.span, values.len()),
        }
    }

    /// Returns the engine if the call is all its own, of slices as long as it needs. A short transform takes less time than
    /// further checks.
    #[inline]
    fn bare(&self, len: usize, scratch: usize, direction: Direction) -> Option<&Engine<R>> {
        let own = self.bare[direction as usize] && len == self.shape.span && scratch >= self.shape.scratch;
        self.engine.as_ref().filter(|_| own)
    }

    #[inline]
    fn execute(&self, values: &mut [E], scratch: &mut [E], direction: Direction) -> Result<()> {
        match (self.bare(values.len(), scratch.len(), direction), direction) {
            (Some(engine), Direction::Forward) => engine.forward(values, scratch),
            (Some(engine), Direction::Inverse) => engine.inverse_unscaled(values, scratch),
            (None, _) => self.execute_any(values, scratch, direction),
        }
    }

    #[inline]
    fn execute_into(&self, input: &[E], output: &mut [E], scratch: &mut [E], direction: Direction) -> Result<()> {
        match (self.bare(output.len(), scratch.len(), direction), direction) {
            (Some(engine), Direction::Forward) => engine.forward_into(input, output, scratch),
            (Some(engine), Direction::Inverse) => engine.inverse_unscaled_into(input, output, scratch),
            (None, _) => self.execute_any_into(input, output, scratch, direction),
        }
    }

    #[inline(never)]
    fn execute_any(&self, values: &mut [E], scratch: &mut [E], direction: Direction) -> Result<()> {
        self.check_slice("slice of values", values)?;
        Error::check_at_least("scratch", self.shape.scratch, scratch.len())?;
        if let (1, Layout::Rows, None) = (self.shape.batch, self.shape.layout, &self.facts.device) {
            return self.one(values, scratch, direction);
        }
        if let Some(columns) = &self.facts.columns {
            match direction {
                Direction::Forward => columns.forward(values, scratch),
                Direction::Inverse => columns.inverse(values, scratch),
            }
            return Ok(());
        }
        let (len, batch, layout) = (self.shape.len, self.shape.batch, self.shape.layout);
        if layout.is_rows(len, batch) {
            return self.rows(&mut values[..self.shape.total], scratch, direction);
        }
        let (rows, scratch) = scratch.split_at_mut(self.shape.total);
        layout.gather(values, rows, len, batch);
        self.rows(rows, scratch, direction)?;
        layout.scatter(rows, values, len, batch);
        Ok(())
    }

    #[inline(never)]
    fn execute_any_into(&self, input: &[E], output: &mut [E], scratch: &mut [E], direction: Direction) -> Result<()> {
        self.check_slice("input", input)?;
        self.check_slice("output", output)?;
        Error::check_at_least("scratch", self.shape.scratch, scratch.len())?;
        if self.facts.columns.is_some() {
            output.clone_from_slice(input);
            return self.execute(output, scratch, direction);
        }
        let (len, batch, layout) = (self.shape.len, self.shape.batch, self.shape.layout);
        if layout.is_rows(len, batch) {
            let (input, output) = (&input[..self.shape.total], &mut output[..self.shape.total]);
            if batch == 1 {
                if self.try_device_into(input, output, matches!(direction, Direction::Inverse))? {
                    return Ok(());
                }
                return self.one_into(input, output, scratch, direction);
            }
            output.clone_from_slice(input);
            return self.rows(output, scratch, direction);
        }
        let (rows, scratch) = scratch.split_at_mut(self.shape.total);
        layout.gather(input, rows, len, batch);
        self.rows(rows, scratch, direction)?;
        layout.scatter(rows, output, len, batch);
        Ok(())
    }

    /// Transforms the rows of a call, which lie one after another.
    fn rows(&self, values: &mut [E], scratch: &mut [E], direction: Direction) -> Result<()> {
        if self.try_device(values, matches!(direction, Direction::Inverse))? {
            return Ok(());
        }
        self.share_rows(values, scratch, direction, self.shape.tasks)
    }

    /// Transforms any number of rows that lie one after another, shared out over this many tasks, each with scratch of
    /// its own.
    pub(super) fn share_rows(
        &self,
        values: &mut [E],
        scratch: &mut [E],
        direction: Direction,
        tasks: usize,
    ) -> Result<()> {
        let Shape { len, scratch_each, .. } = self.shape;
        if values.len() == len {
            return self.one(values, scratch, direction);
        }
        // Elements behind pointers are larger than they look.
        let short = !core::mem::needs_drop::<E>() && size_of_val(values) < SHARED_BYTES;
        if tasks > 1 && !short {
            let rows = values.len() / len;
            let values = Every(values, rows.div_ceil(tasks) * len);
            // Engines without scratch get an empty slice each.
            let scratch = Every(&mut scratch[..values.count() * scratch_each], scratch_each.max(1));
            return try_each((values, scratch), &|(rows, scratch): (Every<&mut [_]>, Every<&mut [_]>)| {
                self.in_turn(rows.0, scratch.0, direction)
            });
        }
        self.in_turn(values, scratch, direction)
    }

    /// Transforms rows in this thread, a few at a time where the engine takes them together.
    fn in_turn(&self, values: &mut [E], scratch: &mut [E], direction: Direction) -> Result<()> {
        let (len, engine, weights) = (self.shape.len, self.each()?, &self.facts.weights);
        let together = matches!(weights, Weights::Scale { .. });
        for rows in values.chunks_mut(TOGETHER.div_ceil(len) * len) {
            if together && engine.rows(rows, matches!(direction, Direction::Inverse)) {
                weights.apply(self.module(), rows, direction, Side::After);
                continue;
            }
            for row in rows.chunks_exact_mut(len) {
                self.one(row, scratch, direction)?;
            }
        }
        Ok(())
    }

    fn one(&self, row: &mut [E], scratch: &mut [E], direction: Direction) -> Result<()> {
        self.facts.weights.apply(self.module(), row, direction, Side::Before);
        let engine = self.each()?;
        match direction {
            Direction::Forward => engine.forward(row, scratch)?,
            Direction::Inverse => engine.inverse_unscaled(row, scratch)?,
        }
        self.facts.weights.apply(self.module(), row, direction, Side::After);
        Ok(())
    }

    /// Returns the engine of transforms by themselves.
    pub(super) fn each(&self) -> Result<&Engine<R>> {
        self.engine.as_ref().ok_or(Error::Contract { what: "a matrix is transformed as a whole" })
    }

    fn one_into(&self, input: &[E], output: &mut [E], scratch: &mut [E], direction: Direction) -> Result<()> {
        match (direction, &self.facts.weights) {
            (Direction::Forward, Weights::Coset { .. }) => {
                output.clone_from_slice(input);
                return self.one(output, scratch, direction);
            }
            (Direction::Forward, _) => self.each()?.forward_into(input, output, scratch)?,
            (Direction::Inverse, _) => self.each()?.inverse_unscaled_into(input, output, scratch)?,
        }
        self.facts.weights.apply(self.module(), output, direction, Side::After);
        Ok(())
    }
}
