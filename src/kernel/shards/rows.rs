//! Operations on whole rows that encoding and repair need, one implementation for each instruction set.

use super::{
    block::{Block, add},
    strip::{Strip, load_rows, load_scaled, store_row},
    tables::Tables,
    vector::{Chunk, Vector},
    walsh,
};
use core::ops::Range;

/// An engine that this machine has.
pub(super) trait Rows: Send + Sync {
    /// Computes values from coefficients; only the rows in `wanted` are sure to be right.
    fn forward(&self, tables: &Tables, block: Block<'_>, wanted: Range<usize>);

    /// Computes coefficients from values that are zero from row `live` on.
    fn inverse(&self, tables: &Tables, block: Block<'_>, live: usize);

    /// Computes the coefficients of the derivative.
    fn derivative(&self, block: Block<'_>);

    /// Adds `from` to `to`.
    fn add(&self, to: &mut [Chunk], from: &[Chunk]);

    /// Reads rows from shards and brings them to tower words; rows without a shard are zero.
    fn load(&self, tables: &Tables, shards: &[&[u8]], strip: Strip, rows: &mut [Chunk]);

    /// Reads one row, brings it to tower words and multiplies it by the tower word `factor`.
    fn load_scaled(&self, tables: &Tables, shard: &[u8], strip: Strip, row: &mut [Chunk], factor: u16);

    /// Writes rows to shards.
    fn store(&self, tables: &Tables, shards: &mut [&mut [u8]], strip: Strip, rows: &[Chunk]);

    /// Writes one row, multiplied by the tower word `factor`, to a shard.
    fn store_scaled(&self, tables: &Tables, shard: &mut [u8], strip: Strip, row: &[Chunk], factor: u16);

    /// Computes the Walsh-Hadamard transform of a power of two of integers modulo `2^16 - 1`.
    fn walsh_hadamard(&self, values: &mut [u16]);

    /// Multiplies integers modulo `2^16 - 1` by others.
    fn multiply(&self, values: &mut [u16], factors: &[u16]);
}

/// `self.run` of what is compiled for the instruction set.
macro_rules! run {
    ($v:ident, $body:expr) => {
        $v.run(
            #[inline(always)]
            || $body,
        )
    };
}

impl<V: Vector> Rows for V {
    fn forward(&self, tables: &Tables, block: Block<'_>, wanted: Range<usize>) {
        run!(self, block.forward(*self, tables, wanted));
    }

    fn inverse(&self, tables: &Tables, block: Block<'_>, live: usize) {
        run!(self, block.inverse(*self, tables, live));
    }

    fn derivative(&self, block: Block<'_>) {
        run!(self, block.derivative(*self));
    }

    fn add(&self, to: &mut [Chunk], from: &[Chunk]) {
        run!(self, {
            for (to, from) in to.iter_mut().zip(from) {
                add(*self, to, from);
            }
        });
    }

    fn load(&self, tables: &Tables, shards: &[&[u8]], strip: Strip, rows: &mut [Chunk]) {
        run!(self, load_rows(*self, tables, shards, strip, rows));
    }

    fn load_scaled(&self, tables: &Tables, shard: &[u8], strip: Strip, row: &mut [Chunk], factor: u16) {
        run!(self, load_scaled(*self, tables, shard, strip, row, factor));
    }

    fn store(&self, tables: &Tables, shards: &mut [&mut [u8]], strip: Strip, rows: &[Chunk]) {
        run!(self, {
            for (shard, row) in shards.iter_mut().zip(rows.chunks_exact(strip.width)) {
                store_row(*self, tables, shard, strip, row, None);
            }
        });
    }

    fn store_scaled(&self, tables: &Tables, shard: &mut [u8], strip: Strip, row: &[Chunk], factor: u16) {
        run!(self, store_row(*self, tables, shard, strip, row, Some(factor)));
    }

    fn walsh_hadamard(&self, values: &mut [u16]) {
        run!(self, walsh::walsh_hadamard(values));
    }

    fn multiply(&self, values: &mut [u16], factors: &[u16]) {
        run!(self, walsh::multiply(values, factors));
    }
}
