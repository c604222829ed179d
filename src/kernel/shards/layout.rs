//! The point of the field for each shard, and the partition of the work into blocks.

/// The rows of a block. It fits the first cache, and one level of [`Block`](super::block::Block) takes it.
pub(super) const BLOCK: usize = 256;

/// The position of a code's shards among the points `varpi_0, varpi_1, ...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) data: usize,
    pub(crate) parity: usize,
    /// `true` if parity comes first, in one group, and data after it; otherwise it is the other way round.
    pub(crate) high: bool,
}

impl Layout {
    /// Returns the points of a group of shards: the least power of two from the number of parity (data) shards on.
    pub(crate) fn group(&self) -> usize {
        if self.high { self.parity.next_power_of_two() } else { self.data.next_power_of_two() }
    }

    /// Returns the position of the first data shard.
    pub(crate) fn data_at(&self) -> usize {
        if self.high { self.group() } else { 0 }
    }

    /// Returns the position of the first parity shard.
    pub(crate) fn parity_at(&self) -> usize {
        if self.high { 0 } else { self.group() }
    }

    /// Returns the number of points that a repair works on: a power of two.
    pub(crate) fn span(&self) -> usize {
        let after = if self.high { self.data } else { self.parity };
        (self.group() + after).next_power_of_two()
    }

    /// Returns the rows of a block.
    pub(super) fn block(&self) -> usize {
        self.group().min(BLOCK)
    }

    /// Returns the blocks of a group.
    pub(super) fn rows(&self) -> usize {
        self.group() / self.block()
    }
}
