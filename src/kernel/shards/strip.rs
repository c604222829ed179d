//! Strips of shards: reading, writing, and sharing out over threads.

use super::{
    block::times,
    layout::BLOCK,
    tables::{DELTA, Tables},
    vector::{Chunk, Vector, clear},
};
use crate::{
    Error, Result,
    threads::{Every, share},
};
use alloc::vec::Vec;
use core::ops::Range;

/// The most chunks of a few columns of a group: as many as a block of one chunk a row.
pub(super) const TILE: usize = BLOCK;

/// A range of chunks of every shard.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    /// The first chunk in the shards that are read.
    pub(super) read: usize,
    /// The first chunk in the shards that are written.
    pub(super) write: usize,
    /// Chunks.
    pub(super) width: usize,
}

/// A shard to be restored: its position, and the memory for its bytes.
pub(crate) type Wanted<'a> = (usize, &'a mut [u8]);

impl Strip {
    /// Returns the number of chunks of a shard to take at once. If there is one block, they fill the second cache. If there are
    /// many, they are enough to read memory in long runs.
    pub(super) fn width(block: usize, rows: usize, chunks: usize) -> usize {
        let most = if rows == 1 { 4 * BLOCK / block } else { 16 };
        most.min(chunks).max(1)
    }
}

/// Returns the columns to take at once if a group has `rows` blocks.
pub(super) fn tile_width(rows: usize) -> usize {
    (TILE / rows).clamp(1, 4)
}

/// Extends `memory` to at least `len`.
pub(super) fn grow(memory: &mut Vec<Chunk>, len: usize) -> Result<()> {
    if let Some(more) = len.checked_sub(memory.len()) {
        memory.try_reserve_exact(more).map_err(|_| Error::Memory {
            what: "an erasure code",
            needed: len as u128 * size_of::<Chunk>() as u128,
            limit: None,
        })?;
        memory.resize(len, Chunk::ZERO);
    }
    Ok(())
}

/// Calls `work` on runs of consecutive slices of `size` elements, with the index of the first slice. At most `threads`
/// threads share the runs.
pub(super) fn in_parts<T: Send>(list: &mut [T], size: usize, threads: usize, work: &(dyn Fn(usize, &mut [T]) + Sync)) {
    if threads < 2 || list.is_empty() {
        return work(0, list);
    }
    let slices = list.len().div_ceil(size).div_ceil(threads);
    let pieces = (0..list.len().div_ceil(slices * size), Every(list, slices * size));
    share(true, pieces, 1, &|(parts, run): (Range<usize>, Every<&mut [T]>)| work(parts.start * slices, run.0));
}

/// Loads rows from shards and converts them to tower words; rows without a shard are zero.
#[inline(always)]
pub(super) fn load_rows<V: Vector>(v: V, tables: &Tables, shards: &[&[u8]], strip: Strip, rows: &mut [Chunk]) {
    let delta = v.maps(tables, DELTA, 0);
    let mut rows = rows.chunks_exact_mut(strip.width);
    for (shard, row) in shards.iter().zip(rows.by_ref()) {
        for (i, to) in row.iter_mut().enumerate() {
            read(shard, strip.read + i, to);
            let x = v.load(to);
            v.store(to, v.add_crossed(x, x, delta));
        }
    }
    rows.for_each(clear);
}

/// Loads one row, converts it to tower words and multiplies it by the tower word `factor`.
#[inline(always)]
pub(super) fn load_scaled<V: Vector>(
    v: V,
    tables: &Tables,
    shard: &[u8],
    strip: Strip,
    row: &mut [Chunk],
    factor: u16,
) {
    let delta = v.maps(tables, DELTA, 0);
    let times = times(v, tables, factor);
    for (i, to) in row.iter_mut().enumerate() {
        read(shard, strip.read + i, to);
        let x = v.load(to);
        v.store(to, times(v.add_crossed(x, x, delta)));
    }
}

/// Writes one row, multiplied by a tower word if one is given, to a shard.
#[inline(always)]
pub(super) fn store_row<V: Vector>(
    v: V,
    tables: &Tables,
    shard: &mut [u8],
    strip: Strip,
    row: &[Chunk],
    factor: Option<u16>,
) {
    let delta = v.maps(tables, DELTA, 0);
    let times = times(v, tables, factor.unwrap_or(1));
    for (i, from) in row.iter().enumerate() {
        let mut x = v.load(from);
        if factor.is_some() {
            x = times(x);
        }
        let mut chunk = Chunk::ZERO;
        v.store(&mut chunk, v.add_crossed(x, x, delta));
        write(shard, strip.write + i, &chunk);
    }
}

/// Gathers block `row` of a list of columns: `width` chunks of every tile.
pub(super) fn gather(columns: &[Chunk], tile_size: usize, width: usize, row: usize, values: &mut [Chunk]) {
    for (to, tile) in values.chunks_exact_mut(width).zip(columns.chunks_exact(tile_size)) {
        to.copy_from_slice(&tile[row * width..(row + 1) * width]);
    }
}

/// Returns chunk `at` of a shard. The last one may be short: half of its bytes are low bytes, half high bytes.
#[inline(always)]
fn read(shard: &[u8], at: usize, to: &mut Chunk) {
    let rest = &shard[shard.len().min(64 * at)..];
    if let Some(whole) = rest.first_chunk() {
        to.0 = *whole;
    } else {
        *to = Chunk::ZERO;
        let (low, high) = rest.split_at(rest.len() / 2);
        to.0[..low.len()].copy_from_slice(low);
        to.0[32..32 + high.len()].copy_from_slice(high);
    }
}

/// Writes chunk `at` of a shard.
#[inline(always)]
fn write(shard: &mut [u8], at: usize, from: &Chunk) {
    let start = shard.len().min(64 * at);
    let rest = &mut shard[start..];
    if let Some(whole) = rest.first_chunk_mut() {
        *whole = from.0;
    } else {
        let half = rest.len() / 2;
        let (low, high) = rest.split_at_mut(half);
        low.copy_from_slice(&from.0[..half]);
        high.copy_from_slice(&from.0[32..32 + high.len()]);
    }
}
