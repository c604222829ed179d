//! Operations on whole rows that encoding and repair need, one implementation for each instruction set.

use super::{
    block::{Block, add},
    strip::{Strip, Wanted, load_rows, load_scaled, store_row},
    tables::Tables,
    vector::{Chunk, Vector, clear},
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

    /// Loads rows from shards and converts them to tower words; rows without a shard are zero.
    fn load(&self, tables: &Tables, shards: &[&[u8]], strip: Strip, rows: &mut [Chunk]);

    /// Loads rows as [`load`](Rows::load), each multiplied by the element with its logarithm; a shard may be empty.
    /// Returns the index of the last row that has a shard, plus 1.
    fn load_scaled(&self, tables: &Tables, shards: &[&[u8]], strip: Strip, rows: &mut [Chunk], logs: &[u16]) -> usize;

    /// Writes rows to shards.
    fn store(&self, tables: &Tables, shards: &mut [&mut [u8]], strip: Strip, rows: &[Chunk]);

    /// Writes the rows at the positions of `wanted`, of which the first row has the position `base`, each divided by the element
    /// with its logarithm.
    fn store_scaled(
        &self,
        tables: &Tables,
        wanted: &mut [Wanted<'_>],
        strip: Strip,
        rows: &[Chunk],
        base: usize,
        logs: &[u16],
    );

    /// Computes the Walsh-Hadamard transform of a power of two of integers modulo `2^16 - 1`.
    fn walsh_hadamard(&self, values: &mut [u16]);

    /// Multiplies integers modulo `2^16 - 1` by others.
    fn multiply(&self, values: &mut [u16], factors: &[u16]);
}

/// Runs its body compiled for the instruction set, by `self.run`.
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

    fn load_scaled(&self, tables: &Tables, shards: &[&[u8]], strip: Strip, rows: &mut [Chunk], logs: &[u16]) -> usize {
        let mut end = 0;
        run!(self, {
            for (q, row) in rows.chunks_exact_mut(strip.width).enumerate() {
                match shards.get(q) {
                    Some(shard) if !shard.is_empty() => {
                        load_scaled(*self, tables, shard, strip, row, tables.power(logs[q]));
                        end = q + 1;
                    }
                    _ => clear(row),
                }
            }
        });
        end
    }

    fn store(&self, tables: &Tables, shards: &mut [&mut [u8]], strip: Strip, rows: &[Chunk]) {
        run!(self, {
            for (shard, row) in shards.iter_mut().zip(rows.chunks_exact(strip.width)) {
                store_row(*self, tables, shard, strip, row, None);
            }
        });
    }

    fn store_scaled(
        &self,
        tables: &Tables,
        wanted: &mut [Wanted<'_>],
        strip: Strip,
        rows: &[Chunk],
        base: usize,
        logs: &[u16],
    ) {
        run!(self, {
            for (position, shard) in wanted.iter_mut() {
                let q = *position - base;
                let row = &rows[q * strip.width..][..strip.width];
                store_row(*self, tables, shard, strip, row, Some(tables.power(u16::MAX - logs[q])));
            }
        });
    }

    fn walsh_hadamard(&self, values: &mut [u16]) {
        run!(self, walsh::walsh_hadamard(values));
    }

    fn multiply(&self, values: &mut [u16], factors: &[u16]) {
        run!(self, walsh::multiply(values, factors));
    }
}
