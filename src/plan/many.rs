//! Batches of any size: any number of rows in one call.

use super::{Accelerated, Device, Layout, Plan, shape::Shape, weights::Direction};
use crate::{
    Error, Result,
    kernel::memory::{Wiped, filled},
};
use alloc::format;

impl<E: Clone + Send + Sync + 'static, R: Accelerated<Element = E>> Plan<E, R> {
    /// Transforms any number of rows from coefficients to values, in place; allocates its scratch.
    ///
    /// Row `b` is the slice from `b * len` to `(b + 1) * len`. The engine, its tables, coset, scale and threads are
    /// those of [`forward`](Plan::forward); the batch and the layout of the plan are ignored. An empty slice has no
    /// rows.
    ///
    /// ```
    /// use ringfft::{plan::Plan, rings::Goldilocks};
    ///
    /// let plan = Plan::<Goldilocks>::new(4)?;
    /// let mut rows = [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0].map(Goldilocks::new);
    /// plan.forward_many(&mut rows)?;
    /// assert_eq!(rows, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3].map(Goldilocks::new));
    /// // Ten elements are no whole number of rows of four.
    /// assert!(plan.forward_many(&mut rows[..10]).is_err());
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotMultiple`] unless the length of `values` is a multiple of [`len`](Plan::len); [`Error::Unsupported`]
    /// for a plan that transforms the columns of a matrix in place; also if [`Device::Cuda`] was requested and the rows
    /// are not a multiple of the plan's batch; [`Error::Memory`] if the system refuses the scratch.
    pub fn forward_many(&self, values: &mut [E]) -> Result<()> {
        self.many(values, None, Direction::Forward)
    }

    /// Transforms any number of rows from values to coefficients, in place; allocates its scratch.
    ///
    /// # Errors
    /// As [`forward_many`](Plan::forward_many).
    pub fn inverse_many(&self, values: &mut [E]) -> Result<()> {
        self.many(values, None, Direction::Inverse)
    }

    /// Transforms any number of rows from coefficients to values, in place; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_many`](Plan::forward_many), and [`Error::SliceLength`] where `scratch` is shorter than
    /// [`many_scratch_len`](Plan::many_scratch_len) of the number of rows.
    pub fn forward_many_with(&self, values: &mut [E], scratch: &mut [E]) -> Result<()> {
        self.many(values, Some(scratch), Direction::Forward)
    }

    /// Transforms any number of rows from values to coefficients, in place; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_many_with`](Plan::forward_many_with).
    pub fn inverse_many_with(&self, values: &mut [E], scratch: &mut [E]) -> Result<()> {
        self.many(values, Some(scratch), Direction::Inverse)
    }

    /// Returns the number of elements of scratch that this many rows need: one row's for each thread.
    #[must_use]
    pub fn many_scratch_len(&self, rows: usize) -> usize {
        self.shape.scratch_each.saturating_mul(self.shape.threads.min(rows))
    }

    #[inline(never)]
    fn many(&self, values: &mut [E], scratch: Option<&mut [E]>, direction: Direction) -> Result<()> {
        let Shape { len, total, threads, .. } = self.shape;
        Error::check_multiple("slice of values", len, values.len())?;
        if self.each().is_err() {
            let what = format!(
                "rows in a plan that transforms the columns of a matrix where they lie: make another in {:?}, of any batch",
                Layout::Rows
            );
            return Err(Error::Unsupported { what });
        }
        let rows = values.len() / len;
        let needed = self.many_scratch_len(rows);
        let mut own;
        let scratch = match scratch {
            Some(scratch) => {
                Error::check_at_least("scratch", needed, scratch.len())?;
                scratch
            }
            None => {
                let zero = self.module().zero();
                own = Wiped::new(filled("scratch", needed, zero.clone())?, zero);
                &mut own[..]
            }
        };
        let tasks = threads.min(rows);
        if self.facts.device.is_none() {
            return self.share_rows(values, scratch, direction, tasks);
        }
        // A device takes the plan's own batch at once.
        if self.options().device == Device::Cuda && !values.len().is_multiple_of(total) {
            let what = format!(
                "{rows} rows on a device, which takes {} at once: give a multiple, or let the processor transform the rest",
                self.batch()
            );
            return Err(Error::Unsupported { what });
        }
        let (whole, rest) = values.split_at_mut(values.len() / total * total);
        for call in whole.chunks_exact_mut(total) {
            if !self.try_device(call, matches!(direction, Direction::Inverse))? {
                self.share_rows(call, scratch, direction, self.shape.tasks)?;
            }
        }
        if rest.is_empty() {
            return Ok(());
        }
        self.share_rows(rest, scratch, direction, tasks)
    }
}
