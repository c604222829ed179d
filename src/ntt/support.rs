//! Helpers that the plans of this module share.

use crate::{Result, threads::join};

/// An operation on rows, given the index of the first row, the rows and scratch.
pub(super) type OnRows<'a, E> = &'a (dyn Fn(usize, &mut [E], &mut [E]) -> Result<()> + Sync);

/// Runs `run` on all rows of `len` elements, in at most `tasks` tasks. Each gets the index of its first row, counted
/// from `first`, its rows, and `each` elements of scratch.
pub(super) fn share<E: Send>(
    rows: &mut [E],
    len: usize,
    first: usize,
    scratch: &mut [E],
    each: usize,
    tasks: usize,
    run: OnRows<'_, E>,
) -> Result<()> {
    let count = rows.len() / len.max(1);
    let tasks = tasks.min(count);
    if tasks < 2 {
        return run(first, rows, scratch);
    }
    let (tasks_left, count_left) = (tasks / 2, count * (tasks / 2) / tasks);
    let (left, right) = rows.split_at_mut(count_left * len);
    let (scratch_left, scratch_right) = scratch.split_at_mut(tasks_left * each);
    let (mut on_left, mut on_right) = (Ok(()), Ok(()));
    join(
        || on_left = share(left, len, first, scratch_left, each, tasks_left, run),
        || on_right = share(right, len, first + count_left, scratch_right, each, tasks - tasks_left, run),
    );
    on_left.and(on_right)
}
