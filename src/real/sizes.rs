//! The sizes of a plan of real sequences, which follow from length and options.

use super::{
    inner::scratch_len,
    support::{self, too_large},
};
use crate::{
    Error, Result,
    plan::{Layout, Options},
};

/// The sizes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) len: usize,
    pub(super) reals: usize,
    pub(super) values: usize,
    pub(super) threads: usize,
    pub(super) tasks: usize,
    pub(super) each: usize,
    pub(super) scratch: usize,
}

impl Sizes {
    /// Creates the common part of a plan; the transform inside needs `inner` elements of scratch.
    pub(super) fn new(len: usize, options: &Options, inner: usize) -> Result<Self> {
        if len == 0 {
            return Err(Error::Length { what: "a transform", len, possible: "the least length is 1" });
        }
        let batch = support::batch(options)?;
        let threads = options.threads.resolve();
        let tasks = threads.min(batch);
        // Many transforms take a thread each; one takes them all.
        let threads = if tasks > 1 { 1 } else { threads };
        let sizes = || {
            let (reals, values) = (len.checked_mul(batch)?, (len / 2 + 1).checked_mul(batch)?);
            let each = inner.checked_add(scratch_len(len))?;
            let columns = options.layout == Layout::Columns && batch > 1;
            let turned = if columns { reals.div_ceil(2).checked_add(values)? } else { 0 };
            let scratch = each.checked_mul(tasks)?.checked_add(turned)?;
            Some(Sizes { len, reals, values, threads, tasks, each, scratch })
        };
        sizes().ok_or(too_large("the plan"))
    }
}
