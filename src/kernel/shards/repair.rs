//! The repair of lost shards from the remaining ones.
//!
//! Notation: `f` the polynomial whose values are the shards, `E` the lost positions, `L` the product of `x - varpi_e` over
//! `E`.
//!
//! # Idea
//! `h = f L` has known values everywhere: zero at the lost positions, the shard times `L` elsewhere. At a lost position
//! `h' = f' L + f L' = f L'`, so `f = h'/L'` there: multiply, go to coefficients, differentiate, go to values, divide.
//! The derivative of `f = sum_q X_q(x) f_q(y)`, `y = s_8(x)`, is the one in the blocks plus the one in the columns. The
//! derivative in the blocks needs no transform of the columns, whose inverse and forward steps would cancel:
//!
//! ```text
//! 1  for every block with a shard:        read, times L, inverse of the block              -> values
//! 2  for every few columns:               inverse, derivative, transform                   -> columns
//! 3  for every block with a shard wanted: derivative of values + columns, transform, divided by L', write
//! ```

use super::{
    block::Block,
    encode::Memory,
    layout::BLOCK,
    rows::Rows,
    strip::{Strip, Wanted, gather, grow, in_parts, tile_width},
    tables::Tables,
    vector::{Chunk, clear},
};
use crate::{Error, Result, kernel::memory::filled};
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

const SCRATCH: &str = "scratch of an erasure code";

/// The known data of the shards at the points `varpi_0, ..., varpi_(span - 1)`.
pub(super) struct Known<'a> {
    /// Shards by position, empty where lost, and as long as the last one needs.
    pub(super) shards: &'a [&'a [u8]],
    /// Logarithms of the locator, one for each of the points.
    pub(super) locator: &'a [u16],
}

/// Restores the shards `wanted`, which are in increasing order of position, from chunk `first` on.
pub(super) fn repair(
    v: &dyn Rows,
    tables: &Tables,
    known: &Known<'_>,
    wanted: &mut [Wanted<'_>],
    first: usize,
    threads: usize,
    memory: &mut Memory,
) -> Result<()> {
    let chunks = wanted.first().map_or(0, |(_, bytes)| bytes.len().div_ceil(64));
    let span = known.locator.len();
    let block = span.min(BLOCK);
    let most = Strip::width(block, span / block, chunks);
    for at in (0..chunks).step_by(most.max(1)) {
        let strip = Strip { read: first + at, write: at, width: most.min(chunks - at) };
        one_strip(v, tables, known, wanted, block, strip, threads, memory)?;
    }
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the parts of one computation")]
fn one_strip(
    v: &dyn Rows,
    tables: &Tables,
    known: &Known<'_>,
    wanted: &mut [Wanted<'_>],
    block: usize,
    strip: Strip,
    threads: usize,
    memory: &mut Memory,
) -> Result<()> {
    let width = strip.width;
    let size = block * width;
    let rows = known.locator.len() / block;
    let live = known.shards.len().div_ceil(block);

    grow(&mut memory.values, live * size)?;
    let values = &mut memory.values[..live * size];
    in_parts(values, size, threads, &|first, part| {
        for (i, values) in part.chunks_exact_mut(size).enumerate() {
            let base = (first + i) * block;
            let shards = &known.shards[base..known.shards.len().min(base + block)];
            let end = v.load_scaled(tables, shards, strip, values, &known.locator[base..]);
            v.inverse(tables, Block { rows: values, width, base }, end);
        }
    });
    let values = &*values;

    let mut groups: Vec<(usize, &mut [Wanted<'_>])> =
        wanted.chunk_by_mut(|a, b| a.0 / block == b.0 / block).map(|group| (group[0].0 / block, group)).collect();
    let wanted_rows = groups.first().map_or(0, |group| group.0)..groups.last().map_or(0, |group| group.0 + 1);

    let tile = if rows == 1 { size } else { tile_width(rows) };
    let tile_size = rows * tile;
    if rows > 1 {
        grow(&mut memory.columns, size / tile * tile_size)?;
        in_parts(&mut memory.columns[..size / tile * tile_size], tile_size, threads, &|first, part| {
            for (i, columns) in part.chunks_exact_mut(tile_size).enumerate() {
                let at = (first + i) * tile;
                for (row, to) in columns.chunks_exact_mut(tile).enumerate() {
                    if row < live {
                        to.copy_from_slice(&values[row * size + at..][..tile]);
                    } else {
                        clear(to);
                    }
                }
                v.inverse(tables, Block { rows: columns, width: tile, base: 0 }, live);
                v.derivative(Block { rows: columns, width: tile, base: 0 });
                v.forward(tables, Block { rows: columns, width: tile, base: 0 }, wanted_rows.clone());
            }
        });
    }
    let columns = &memory.columns[..if rows > 1 { size / tile * tile_size } else { 0 }];

    let refused = AtomicBool::new(false);
    let needed = if rows > 1 { 2 * size } else { size };
    in_parts(&mut groups, 1, threads, &|_, part| {
        let Ok(mut scratch) = filled(SCRATCH, needed, Chunk::ZERO) else { return refused.store(true, Relaxed) };
        let (local, other) = scratch.split_at_mut(size);
        for (row, wanted) in part {
            if *row < live {
                local.copy_from_slice(&values[*row * size..][..size]);
                v.derivative(Block { rows: local, width, base: 0 });
            } else {
                clear(local);
            }
            if rows > 1 {
                gather(columns, tile_size, tile, *row, other);
                v.add(local, other);
            }
            let base = *row * block;
            let range =
                wanted.first().map_or(0, |shard| shard.0 - base)..wanted.last().map_or(0, |shard| shard.0 + 1 - base);
            v.forward(tables, Block { rows: local, width, base }, range);
            v.store_scaled(tables, wanted, strip, local, base, &known.locator[base..]);
        }
    });
    match refused.into_inner() {
        true => Err(Error::Memory { what: SCRATCH, needed: needed as u128 * size_of::<Chunk>() as u128, limit: None }),
        false => Ok(()),
    }
}
