//! One-dimensional transforms along the axes of an array, nested.
//!
//! # Idea
//! A row-major array is a list of slabs, one for each index of its first axis, and each slab an array again. All axes
//! inside a slab are transformed before the next slab, then the columns across the slabs, a block at a time:
//!
//! ```text
//! array --> slab 0 [ rows, then columns within ]
//!           slab 1 [ rows, then columns within ]   --> columns across the slabs
//!           ...
//! ```
//! So an array of three axes whose slabs fit the cache goes through memory twice, not three times.

use super::{
    RealPlan,
    axes::volume,
    columns::{block, gather, scatter},
    support::{self, both, complex, scale_all, too_large},
};
use crate::{
    Error, Result,
    kernel::{
        complex::across::{self, Across},
        grid::{Grid, ask_for},
    },
    plan::{Isa, Options, Plan},
    rings::Real,
};
use alloc::{sync::Arc, vec::Vec};
use num_complex::Complex;

/// Elements that are worth a thread.
const SHARE: usize = 1 << 13;

/// The direction of a transform.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Inverse,
}

/// One-dimensional transforms along axes.
pub(super) struct Nest<T: Real> {
    shape: Vec<usize>,
    /// `below[d]` elements in a slab of axis `d`.
    below: Vec<usize>,
    lines: Vec<Option<Lines<T>>>,
    /// Real rows in place of complex ones along the last axis.
    row: Option<RealPlan<T>>,
    tasks: usize,
    each: usize,
    /// `true` if the rows come from beyond the caches: each is asked for while the one before it is transformed.
    far: bool,
    isa: Isa,
}

/// Bytes of an array that stays in the second cache, and of a row that has room there beside the next one.
const CACHE: usize = 1 << 20;
const ROW: usize = 1 << 17;

/// The transform of the lines of an axis.
#[derive(Clone)]
enum Lines<T: Real> {
    /// One by one.
    Single(Arc<Plan<Complex<T>>>),
    /// Columns in the lanes of vectors.
    Across(Arc<dyn Across<T>>),
}

/// The real side of the last axis, if it has one.
pub(super) enum Reals<'a, T> {
    None,
    From(&'a [T]),
    To(&'a mut [T]),
}

impl<'a, T> Reals<'a, T> {
    /// Prefetches those of the next row.
    fn ask_for(&self, count: usize) {
        match self {
            Reals::None => {}
            Reals::From(all) => ask_for(&all[..count.min(all.len())]),
            Reals::To(all) => ask_for(&all[..count.min(all.len())]),
        }
    }

    fn split(self, at: usize) -> (Self, Self) {
        match self {
            Reals::None => (Reals::None, Reals::None),
            Reals::From(all) => {
                let (left, right) = all.split_at(at);
                (Reals::From(left), Reals::From(right))
            }
            Reals::To(all) => {
                let (left, right) = all.split_at_mut(at);
                (Reals::To(left), Reals::To(right))
            }
        }
    }
}

/// The needs of the lines of an axis.
#[derive(Clone, Copy)]
struct Wanted {
    len: usize,
    threads: usize,
    /// Elements in a slab of the axis: the columns that lie side by side.
    columns: usize,
    /// Lanes of the kernel across columns, where they have one.
    lanes: Option<usize>,
}

/// The facts of a nest that are known before it is built.
pub(super) struct NestLayout<T: Real> {
    tasks: usize,
    wanted: Vec<Option<Wanted>>,
    element: core::marker::PhantomData<T>,
}

impl<T: Real> NestLayout<T> {
    /// Builds the plan of transforms along the flagged axes of an array of complex numbers.
    pub(super) fn new(shape: &[usize], flags: &[bool], options: &Options) -> Result<Self> {
        let total = volume(shape)?;
        let tasks = options.threads.resolve().min((total / SHARE).max(1));
        let mut columns = total;
        let mut wanted = support::filled("a list of axes", shape.len(), None)?;
        for ((wanted, &len), &flag) in wanted.iter_mut().zip(shape).zip(flags) {
            columns /= len;
            if flag && len > 1 {
                // Few transforms: each takes all threads.
                let threads = if total / len < tasks { tasks } else { 1 };
                let lanes = if threads == 1 { across::lanes::<T>(len, columns, options.isa) } else { None };
                *wanted = Some(Wanted { len, threads, columns, lanes });
            }
        }
        Ok(NestLayout { tasks, wanted, element: core::marker::PhantomData })
    }

    pub(super) fn tasks(&self) -> usize {
        self.tasks
    }

    /// Returns the most bytes that all plans and blocks take.
    pub(super) fn bytes(&self, options: &Options, row: u64) -> Result<u64> {
        let mut bytes = row;
        for (axis, wanted) in self.wanted.iter().enumerate() {
            let Some(Wanted { len, threads, columns, lanes }) = *wanted else { continue };
            let (blocks, inner) = match lanes {
                Some(lanes) => (across::elements::<T>(len, lanes).ok_or(too_large("the plan"))?, 0),
                None => {
                    let (width, pitch) = block::<Complex<T>>(len, columns).ok_or(too_large("the plan"))?;
                    let blocks = if axis + 1 < self.wanted.len() { width * pitch } else { 0 };
                    (blocks, complex::<T>(len, options, threads).bytes()?)
                }
            };
            let own = blocks.checked_mul(size_of::<Complex<T>>()).and_then(|own| u64::try_from(own).ok());
            let each = own.and_then(|own| own.checked_add(inner)?.checked_mul(self.tasks as u64));
            bytes = each.and_then(|each| each.checked_add(bytes)).ok_or(too_large("the plan"))?;
        }
        Ok(bytes)
    }

    /// Builds the nest; axes of equal length share a plan.
    pub(super) fn build(self, shape: Vec<usize>, options: &Options, row: Option<RealPlan<T>>) -> Result<Nest<T>> {
        let mut below = shape.clone();
        let mut size = 1;
        for (below, len) in below.iter_mut().zip(&shape).rev() {
            *below = size;
            size *= len;
        }
        let mut lines: Vec<Option<Lines<T>>> = Vec::with_capacity(shape.len());
        let mut each = row.as_ref().map_or(0, RealPlan::scratch_len);
        for (axis, wanted) in self.wanted.iter().enumerate() {
            let Some(Wanted { len, threads, columns, lanes }) = *wanted else {
                lines.push(None);
                continue;
            };
            // Results go past the caches where those of a slab do not fit.
            let slab = len * columns;
            let same = |other: &Wanted| {
                (other.len, other.threads, other.lanes) == (len, threads, lanes) && other.columns == columns
            };
            let earlier = self.wanted[..axis].iter().position(|other| other.as_ref().is_some_and(same));
            let made = match (earlier.and_then(|at| lines[at].clone()), lanes) {
                (Some(made), _) => made,
                (None, Some(lanes)) => {
                    let kernel = across::build::<T>(len, lanes, slab, options.isa);
                    Lines::Across(kernel.ok_or(Error::Contract { what: "a kernel that has lanes must exist" })?.into())
                }
                (None, None) => Lines::Single(Arc::new(complex(len, options, threads).build()?)),
            };
            let scratch = match &made {
                Lines::Across(kernel) => Some(kernel.scratch_len()),
                Lines::Single(plan) => {
                    let (width, pitch) = block::<Complex<T>>(len, columns).ok_or(too_large("scratch"))?;
                    let columns = if axis + 1 < below.len() { width * pitch } else { 0 };
                    columns.checked_add(plan.scratch_len())
                }
            };
            each = each.max(scratch.ok_or(too_large("scratch"))?);
            lines.push(Some(made));
        }
        each.checked_mul(self.tasks).ok_or(too_large("scratch"))?;
        let row_bytes = shape.last().map_or(0, |len| len.saturating_mul(size_of::<Complex<T>>()));
        let far = size.saturating_mul(size_of::<Complex<T>>()) > CACHE && row_bytes <= ROW;
        Ok(Nest { shape, below, lines, row, tasks: self.tasks, each, far, isa: options.isa.widest() })
    }
}

/// The direction of a run, and the factor that its results are multiplied by in the end.
#[derive(Clone, Copy)]
struct Job<T> {
    direction: Direction,
    factor: Option<T>,
}

impl<T: Real> Nest<T> {
    pub(super) fn shape(&self) -> &[usize] {
        &self.shape
    }

    pub(super) fn total(&self) -> usize {
        self.shape[0] * self.below[0]
    }

    pub(super) fn scratch_len(&self) -> usize {
        self.each * self.tasks
    }

    /// Transforms along all axes. Slices and scratch have the lengths asked for.
    pub(super) fn run(
        &self,
        values: &mut [Complex<T>],
        reals: Reals<'_, T>,
        scratch: &mut [Complex<T>],
        direction: Direction,
        factor: Option<T>,
    ) -> Result<()> {
        self.slab(Job { direction, factor }, 0, values, reals, scratch, self.tasks)
    }

    /// Returns whether there is anything left to do from this axis on.
    fn is_busy(&self, axis: usize) -> bool {
        self.row.is_some() || self.lines[axis..].iter().any(Option::is_some)
    }

    /// Returns whether the factor is applied on this axis: the last to be transformed.
    fn is_outermost(&self, axis: usize) -> bool {
        !self.lines[..axis].iter().any(Option::is_some)
    }

    /// Runs one slab: all axes from `axis` on. Real rows come first in the forward transform and last in the inverse.
    fn slab(
        &self,
        job: Job<T>,
        axis: usize,
        values: &mut [Complex<T>],
        mut reals: Reals<'_, T>,
        scratch: &mut [Complex<T>],
        tasks: usize,
    ) -> Result<()> {
        if axis + 1 == self.shape.len() {
            return self.leaf(job, axis, values, reals, scratch);
        }
        let inward = matches!(reals, Reals::To(_));
        if inward {
            self.across(job, axis, Grid::new(&mut *values, self.below[axis]), scratch, tasks)?;
        }
        if self.is_busy(axis + 1) {
            self.inside(job, axis, values, core::mem::replace(&mut reals, Reals::None), scratch, tasks)?;
        }
        if inward {
            return Ok(());
        }
        self.across(job, axis, Grid::new(values, self.below[axis]), scratch, tasks)
    }

    /// Runs every slab below an axis.
    fn inside(
        &self,
        job: Job<T>,
        axis: usize,
        values: &mut [Complex<T>],
        reals: Reals<'_, T>,
        scratch: &mut [Complex<T>],
        tasks: usize,
    ) -> Result<()> {
        let size = self.below[axis];
        let slabs = values.len() / size;
        // A slab that is a row or column of few numbers has this many real ones.
        let real_size = self.row.as_ref().map_or(0, |row| size / row.spectrum_len() * row.len());
        if tasks > 1 && slabs > 1 {
            let (half, fewer) = (slabs / 2, tasks / 2);
            let (values, values_rest) = values.split_at_mut(half * size);
            let (reals, reals_rest) = reals.split(half * real_size);
            let (scratch, scratch_rest) = scratch.split_at_mut(fewer * self.each);
            return both(
                || self.inside(job, axis, values, reals, scratch, fewer),
                || self.inside(job, axis, values_rest, reals_rest, scratch_rest, tasks - fewer),
            );
        }
        let ask = self.far && axis + 2 == self.shape.len();
        let (mut rest, mut left) = (reals, values);
        while let Some((slab, others)) = left.split_at_mut_checked(size) {
            let (reals, others_reals) = rest.split(real_size);
            if ask && others.len() >= size {
                ask_for(&others[..size]);
                others_reals.ask_for(real_size);
            }
            (rest, left) = (others_reals, others);
            self.slab(job, axis + 1, slab, reals, scratch, tasks)?;
        }
        Ok(())
    }

    /// Runs the columns along an axis, block by block.
    fn across(
        &self,
        job: Job<T>,
        axis: usize,
        grid: Grid<'_, Complex<T>>,
        scratch: &mut [Complex<T>],
        tasks: usize,
    ) -> Result<()> {
        let Some(lines) = &self.lines[axis] else { return Ok(()) };
        let (width, pitch) = match lines {
            Lines::Single(_) => block::<Complex<T>>(self.shape[axis], self.below[axis]).ok_or(too_large("scratch"))?,
            Lines::Across(kernel) => (kernel.lanes(), 0),
        };
        grid.share(scratch, (tasks, self.each, width), &|grid, scratch| {
            self.block(job, axis, (width, pitch), grid, scratch)
        })
    }

    /// Runs the columns along an axis in this thread, in blocks of `width`, each column at `pitch` elements after the one before.
    fn block(
        &self,
        job: Job<T>,
        axis: usize,
        (width, pitch): (usize, usize),
        mut grid: Grid<'_, Complex<T>>,
        scratch: &mut [Complex<T>],
    ) -> Result<()> {
        let Some(lines) = &self.lines[axis] else { return Ok(()) };
        let (len, columns) = (self.shape[axis], grid.columns());
        let factor = job.factor.filter(|_| self.row.is_none() && self.is_outermost(axis));
        let plan = match lines {
            Lines::Single(plan) => plan,
            Lines::Across(kernel) => {
                kernel.run(grid, scratch, job.direction == Direction::Inverse, factor);
                return Ok(());
            }
        };
        let (block, scratch) = scratch.split_at_mut(width * pitch);
        for first in (0..columns).step_by(width) {
            let width = width.min(columns - first);
            let block = &mut block[..width * pitch];
            gather(&mut grid, first, width, block, pitch);
            for column in block.chunks_exact_mut(pitch) {
                execute(plan, &mut column[..len], scratch, job.direction)?;
                scale_all(&mut column[..len], factor, self.isa);
            }
            scatter(&mut grid, first, width, block, pitch);
        }
        Ok(())
    }

    /// Runs one row.
    fn leaf(
        &self,
        job: Job<T>,
        axis: usize,
        values: &mut [Complex<T>],
        reals: Reals<'_, T>,
        scratch: &mut [Complex<T>],
    ) -> Result<()> {
        match (&self.row, reals) {
            (Some(row), Reals::From(reals)) => row.forward_row(reals, values, scratch, job.factor),
            (Some(row), Reals::To(reals)) => row.inverse_row(values, reals, scratch, job.factor),
            _ => {
                let Some(Lines::Single(plan)) = &self.lines[axis] else { return Ok(()) };
                execute(plan, values, scratch, job.direction)?;
                scale_all(values, job.factor.filter(|_| self.is_outermost(axis)), self.isa);
                Ok(())
            }
        }
    }
}

fn execute<T: Real>(
    plan: &Plan<Complex<T>>,
    row: &mut [Complex<T>],
    scratch: &mut [Complex<T>],
    direction: Direction,
) -> Result<()> {
    match direction {
        Direction::Forward => plan.forward_with(row, scratch),
        Direction::Inverse => plan.inverse_with(row, scratch),
    }
}
