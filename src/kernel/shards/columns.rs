//! Columns of shards for several threads, where a code is too small to share out its blocks.

use super::strip::Wanted;
use crate::{
    Result,
    kernel::memory::reserve,
    threads::{Every, try_each},
};
use alloc::vec::Vec;

/// A shard that is written, or a part of it.
pub(super) trait Part: Send + Sized {
    fn len(&self) -> usize;

    fn split(self, at: usize) -> (Self, Self);
}

impl Part for &mut [u8] {
    fn len(&self) -> usize {
        <[u8]>::len(self)
    }

    fn split(self, at: usize) -> (Self, Self) {
        let at = at.min(self.len());
        self.split_at_mut(at)
    }
}

impl Part for Wanted<'_> {
    fn len(&self) -> usize {
        self.1.len()
    }

    fn split(self, at: usize) -> (Self, Self) {
        let (head, tail) = self.1.split(at);
        ((self.0, head), (self.0, tail))
    }
}

/// Returns the bytes of each shard for one of several threads, if there are few blocks and long shards.
pub(super) fn share<T: Part>(shards: &[T], threads: usize, blocks: usize) -> Option<usize> {
    let chunks = shards.first().map_or(0, T::len).div_ceil(64).div_ceil(threads.max(1));
    (threads > 1 && blocks <= 1 && chunks >= 16).then_some(64 * chunks)
}

/// Splits all shards into columns of `share` bytes, a multiple of 64. Runs each in a task of its own, which is given
/// its first chunk.
pub(super) fn in_columns<T: Part>(
    mut rest: Vec<T>,
    share: usize,
    work: &(dyn Fn(&mut [T], usize) -> Result<()> + Sync),
) -> Result<()> {
    let mut parts: Vec<(usize, Vec<T>)> = Vec::new();
    while rest.first().is_some_and(|shard| shard.len() > 0) {
        let (mut heads, mut tails) =
            (reserve("a list of shards", rest.len())?, reserve("a list of shards", rest.len())?);
        rest.into_iter().map(|shard| shard.split(share)).for_each(|(head, tail)| {
            heads.push(head);
            tails.push(tail);
        });
        parts.push((parts.len() * share / 64, heads));
        rest = tails;
    }
    try_each(Every(&mut parts[..], 1), &|Every(parts, _): Every<&mut [(usize, Vec<T>)]>| {
        parts.iter_mut().try_for_each(|(first, part)| work(part, *first))
    })
}
