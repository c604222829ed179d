//! Powers of two: the radices of the two steps, and the bounds of caches and threads.

use crate::kernel::machine::Machine;
use alloc::vec::Vec;

/// Returns the radices of a side of `2^log_len` elements: eights, with the fours in the middle.
fn radices(log_len: u32) -> Vec<usize> {
    let fours = match log_len % 3 {
        0 => 0,
        1 if log_len == 1 => return [2].to_vec(),
        1 => 2,
        _ => 1,
    };
    let eights = (log_len as usize - 2 * fours) / 3;
    let mut radices = alloc::vec![8; eights.div_ceil(2)];
    radices.resize(radices.len() + fours, 4);
    radices.resize(eights + fours, 8);
    radices
}

/// Returns whether there is a transform of a power of two with these [sides](super::transposed): radices 4 and 8 except for the first,
/// which is 8, or 16 on 16 lanes; rows in whole vectors. If columns have several passes, one extra pass gathers the rows and another one
/// stores them.
pub(crate) fn is_power(lanes: usize, columns: &[usize], rows: &[usize]) -> bool {
    let Some((first, others)) = columns.split_first() else { return false };
    let least = if others.is_empty() { 1 } else { 2 };
    lanes > 1
        && *first == lanes.max(8)
        && rows.len() >= least
        && others.iter().chain(rows).all(|radix| matches!(radix, 4 | 8))
        && product(rows).is_some_and(|n2| n2.is_multiple_of(lanes))
}

/// Returns the radices of columns and rows for `2^log_len` with `2^log_lanes` lanes, at least `2^(2 log_lanes)`.
pub(crate) fn split(log_len: u32, log_lanes: u32, far: bool) -> (Vec<usize>, Vec<usize>) {
    let head = log_lanes.max(3);
    if !far || log_len < 2 * (head + log_lanes) {
        return ([1 << head].to_vec(), radices(log_len - head));
    }
    let rows = log_len.div_ceil(2).min(log_len - head - 2);
    let mut columns = [1 << head].to_vec();
    match log_len - rows - head {
        // Fours for eights leave out 2 % of the error there, and cost 1 to 2 % of the time.
        6 if log_len == 19 => columns.extend([4; 3]),
        rest => columns.extend(radices(rest)),
    }
    (columns, radices(rows))
}

/// Returns whether values of `bytes` each are too many for one sweep of several passes over columns.
pub(crate) fn far(len: usize, bytes: usize, machine: Machine) -> bool {
    len.saturating_mul(bytes) > if bytes > 8 { machine.near64 } else { machine.near32 }
}

/// Returns whether values of `bytes` each are stored past the caches.
pub(crate) fn streams(len: usize, bytes: usize, machine: Machine) -> bool {
    len.saturating_mul(bytes) > machine.stream
}

/// Returns the number of threads that share a transform of `len` elements, at most `threads`.
pub(crate) fn threads(len: usize, threads: usize) -> usize {
    /// The least length worth a second thread: below it the work is done before another thread has woken.
    const SHARED_LEN: usize = 1 << 15;
    if len < SHARED_LEN { 1 } else { threads.max(1) }
}

/// Returns the product of radices; `None` if it overflows.
pub(crate) fn product(radices: &[usize]) -> Option<usize> {
    radices.iter().try_fold(1usize, |n, r| n.checked_mul(*r))
}
