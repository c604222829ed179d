//! The builder of packed transforms, and their options.

use super::{
    device::elsewhere,
    image::Packed2d,
    passes::{BLOCK, PAD},
};
use crate::{
    Error, Result,
    plan::{Builder, Device, Isa, Plan, Scale, Threads},
    rings::{ComplexRing, Real},
};
use alloc::sync::Arc;
use core::marker::PhantomData;
use num_complex::Complex;

/// Below this many pixels a channel runs on one thread.
const PARALLEL: usize = 1 << 14;

/// Collects the options of a [`Packed2d`]; [`build`](Packed2dBuilder::build) makes it.
///
/// [`Packed2d`] has an example.
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until it is built"]
pub struct Packed2dBuilder<T> {
    rows: usize,
    cols: usize,
    channels: usize,
    scale: Scale,
    threads: Threads,
    memory_limit: Option<u64>,
    isa: Isa,
    device: Device,
    number: PhantomData<T>,
}

impl<T: Real> Packed2dBuilder<T> {
    pub(super) fn new(rows: usize, cols: usize) -> Self {
        Packed2dBuilder {
            rows,
            cols,
            channels: 1,
            scale: Scale::INVERSE,
            threads: Threads::Auto,
            memory_limit: None,
            isa: Isa::Auto,
            device: Device::Cpu,
            number: PhantomData,
        }
    }

    /// Sets the number of channels in one call, one image after another; 1 by default.
    pub fn channels(mut self, channels: usize) -> Self {
        self.channels = channels;
        self
    }

    /// Sets the scale, of which the length is `rows * cols`; by default the inverse divides by it.
    pub fn scale(mut self, scale: Scale) -> Self {
        self.scale = scale;
        self
    }

    /// Sets the number of threads that the transform may use. The result does not depend on it.
    pub fn threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the most bytes that tables and scratch may take.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Sets the instruction set of the transforms inside; by default the best that the machine has.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// Sets the place of execution; by default the processor. Devices have images of an even number of columns.
    pub fn device(mut self, device: Device) -> Self {
        self.device = device;
        self
    }

    /// Builds the plan.
    ///
    /// # Errors
    /// [`Error::Length`] for no rows, columns or channels; [`Error::Memory`] for sizes that cannot be counted, that pass
    /// the limit or that the system refuses; as [`Builder::build`].
    pub fn build(self) -> Result<Packed2d<T>> {
        let Packed2dBuilder { rows, cols, channels, .. } = self;
        for (what, len) in [("an image by rows", rows), ("an image by columns", cols), ("a batch of images", channels)]
        {
            if len == 0 {
                return Err(Error::Length { what, len, possible: "take rows, columns and channels from 1 on" });
            }
        }
        let memory = |needed: u128| Error::Memory { what: "the packed transform", needed, limit: self.memory_limit };
        let overflow = || memory(u128::MAX);
        let pixels = rows.checked_mul(cols).ok_or_else(overflow)?;
        let total = pixels.checked_mul(channels).ok_or_else(overflow)?;
        total.checked_mul(size_of::<T>()).and_then(|bytes| isize::try_from(bytes).ok()).ok_or_else(overflow)?;

        let along = self.part(cols);
        let down = self.part(rows);
        for part in [&along, &down] {
            let needed = part.bytes()?;
            if self.memory_limit.is_some_and(|limit| limit < needed) {
                return Err(memory(needed.into()));
            }
        }
        let along = Arc::new(along.build()?);
        let down = if rows == cols { along.clone() } else { Arc::new(down.build()?) };

        let pairs = cols.div_ceil(2);
        let tasks = if pixels < PARALLEL { 1 } else { self.threads.resolve().min(pairs.min(rows.div_ceil(2))).max(1) };
        let row = cols.checked_add(along.scratch_len());
        let block = rows.checked_add(PAD).and_then(|column| column.checked_mul(BLOCK.min(pairs)));
        let block = block.and_then(|block| block.checked_add(down.scratch_len()));
        let (row, block) = row.zip(block).ok_or_else(overflow)?;
        let scratch_each = row.max(block);
        let scratch = scratch_each.checked_mul(tasks).and_then(|scratch| scratch.checked_mul(size_of::<Complex<T>>()));
        let tables = |plan: &Plan<Complex<T>, ComplexRing<T>>| {
            plan.bytes().saturating_sub(plan.scratch_len() as u64 * size_of::<Complex<T>>() as u64)
        };
        let tables = tables(&along).checked_add(if rows == cols { 0 } else { tables(&down) });
        let bytes =
            scratch.and_then(|scratch| u64::try_from(scratch).ok()?.checked_add(tables?)).ok_or_else(overflow)?;
        if self.memory_limit.is_some_and(|limit| limit < bytes) {
            return Err(memory(bytes.into()));
        }

        let len = T::from_integer(pixels as u64);
        let factor = |factor| match factor {
            factor if factor == Scale::NONE.forward => T::one(),
            factor if factor == Scale::FORWARD.forward => T::one() / len,
            _ => T::one() / len.square_root(),
        };
        let factors = [factor(self.scale.forward), factor(self.scale.inverse)];
        let elsewhere = elsewhere([rows, cols], (self.device, self.isa), factors)?;
        Ok(Packed2d { rows, cols, channels, along, down, factors, elsewhere, tasks, scratch_each, bytes })
    }

    /// Returns a complex transform inside, to be built: unscaled, and on the thread that calls it.
    fn part(&self, len: usize) -> Builder<ComplexRing<T>> {
        Plan::builder(ComplexRing::<T>::new(), len)
            .scale(Scale::NONE)
            .threads(Threads::AtMost(1))
            .isa(self.isa)
            .device(Device::Cpu)
    }
}
