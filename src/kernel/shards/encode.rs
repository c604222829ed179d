//! The parity shards of data shards.
//!
//! # Idea
//! A group of `2^k` points is a matrix, 256 points to a row. The inverse transform runs the rows, then the columns; the
//! forward transform runs them in the opposite order. Each fits the first cache. The inverse of the data meets the
//! transform of the parity in the columns, so memory is crossed three times:
//!
//! ```text
//! 1  for every block of 256 data shards:   read, inverse of the block           -> values
//! 2  for every few columns:                inverse of each group, their sum,
//!                                          transform of each parity group       -> columns
//! 3  for every block of 256 parity shards: gather, transform of the block, write
//! ```
//!
//! Shards longer than a strip are taken strip by strip. A group of at most 256 points is one block and needs no columns.

use super::{
    block::Block,
    layout::Layout,
    rows::Rows,
    strip::{Strip, gather, grow, in_parts, tile_width},
    tables::Tables,
    vector::{Chunk, clear},
};
use crate::Result;
use alloc::vec::Vec;

/// Memory of a computation, kept between calls.
#[derive(Default)]
pub(crate) struct Memory {
    pub(super) values: Vec<Chunk>,
    pub(super) columns: Vec<Chunk>,
}

/// Writes the parity of chunks `first..` of the shards of `data` to `parity`, whose shards begin at chunk `first`.
#[allow(clippy::too_many_arguments, reason = "the parts of one computation")]
pub(super) fn encode(
    v: &dyn Rows,
    tables: &Tables,
    layout: Layout,
    data: &[&[u8]],
    parity: &mut [&mut [u8]],
    first: usize,
    threads: usize,
    memory: &mut Memory,
) -> Result<()> {
    let len = parity.first().map_or(0, |shard| shard.len());
    let chunks = len.div_ceil(64);
    let most = Strip::width(layout.block(), layout.rows(), chunks);
    for at in (0..chunks).step_by(most.max(1)) {
        let strip = Strip { read: first + at, write: at, width: most.min(chunks - at) };
        if layout.rows() == 1 {
            one_block(v, tables, layout, data, parity, strip, memory)?;
        } else {
            many_blocks(v, tables, layout, data, parity, strip, threads, memory)?;
        }
    }
    Ok(())
}

fn one_block(
    v: &dyn Rows,
    tables: &Tables,
    layout: Layout,
    data: &[&[u8]],
    parity: &mut [&mut [u8]],
    strip: Strip,
    memory: &mut Memory,
) -> Result<()> {
    let (block, width) = (layout.block(), strip.width);
    let size = block * width;
    grow(&mut memory.values, 2 * size)?;
    let (sum, other) = memory.values[..2 * size].split_at_mut(size);
    for (group, shards) in data.chunks(block).enumerate() {
        let rows = if group == 0 { &mut *sum } else { &mut *other };
        v.load(tables, shards, strip, rows);
        v.inverse(tables, Block { rows, width, base: layout.data_at() + group * block }, shards.len());
        if group > 0 {
            v.add(sum, other);
        }
    }
    for (group, shards) in parity.chunks_mut(block).enumerate() {
        other.copy_from_slice(sum);
        let base = layout.parity_at() + group * block;
        v.forward(tables, Block { rows: other, width, base }, 0..shards.len());
        v.store(tables, shards, strip, other);
    }
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the parts of one computation")]
fn many_blocks(
    v: &dyn Rows,
    tables: &Tables,
    layout: Layout,
    data: &[&[u8]],
    parity: &mut [&mut [u8]],
    strip: Strip,
    threads: usize,
    memory: &mut Memory,
) -> Result<()> {
    let (block, rows, width) = (layout.block(), layout.rows(), strip.width);
    let size = block * width;
    let (data_blocks, parity_blocks) = (data.len().div_ceil(block), parity.len().div_ceil(block));
    let (data_row, parity_row) = (layout.data_at() / block, layout.parity_at() / block);

    grow(&mut memory.values, data_blocks * size)?;
    let values = &mut memory.values[..data_blocks * size];
    in_parts(values, size, threads, &|first, part| {
        for (i, values) in part.chunks_exact_mut(size).enumerate() {
            let at = (first + i) * block;
            let shards = &data[at..data.len().min(at + block)];
            v.load(tables, shards, strip, values);
            v.inverse(tables, Block { rows: values, width, base: layout.data_at() + at }, shards.len());
        }
    });

    let tile = tile_width(rows);
    let groups = parity_blocks.div_ceil(rows);
    let tile_size = groups * rows * tile;
    grow(&mut memory.columns, size / tile * tile_size)?;
    let columns = &mut memory.columns[..size / tile * tile_size];
    let values = &*values;
    in_parts(columns, tile_size, threads, &|first, part| {
        let mut other = [Chunk::ZERO; super::strip::TILE];
        let other = &mut other[..rows * tile];
        for (i, columns) in part.chunks_exact_mut(tile_size).enumerate() {
            let at = (first + i) * tile;
            let (sum, _) = columns.split_at_mut(rows * tile);
            for group in 0..data_blocks.div_ceil(rows) {
                let to = if group == 0 { &mut *sum } else { &mut *other };
                let live = rows.min(data_blocks - group * rows);
                for (row, to) in to.chunks_exact_mut(tile).enumerate() {
                    if row < live {
                        let from = (group * rows + row) * size + at;
                        to.copy_from_slice(&values[from..from + tile]);
                    } else {
                        clear(to);
                    }
                }
                v.inverse(tables, Block { rows: to, width: tile, base: data_row + group * rows }, live);
                if group > 0 {
                    v.add(sum, other);
                }
            }
            for group in (0..groups).rev() {
                let at = group * rows * tile;
                columns.copy_within(..rows * tile, at);
                let part = &mut columns[at..at + rows * tile];
                let block = Block { rows: part, width: tile, base: parity_row + group * rows };
                v.forward(tables, block, 0..rows.min(parity_blocks - group * rows));
            }
        }
    });

    let columns = &*columns;
    in_parts(parity, block, threads, &|first, part| {
        let mut values = alloc::vec![Chunk::ZERO; size];
        for (i, shards) in part.chunks_mut(block).enumerate() {
            gather(columns, tile_size, tile, first + i, &mut values);
            let base = layout.parity_at() + (first + i) * block;
            v.forward(tables, Block { rows: &mut values, width, base }, 0..shards.len());
            v.store(tables, shards, strip, &values);
        }
    });
    Ok(())
}
