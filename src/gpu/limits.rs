//! What a launch may ask of a device.

/// What a launch may ask of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Blocks of a launch.
    pub blocks: u64,
    /// Threads of a block, 32 at least.
    pub threads: u64,
    /// Bytes of shared memory of a block.
    pub shared: u64,
    /// Multiprocessors.
    pub processors: u64,
    /// Lines, and tiles, of a launch: the kernels count them in 31 bits.
    pub lines: u64,
}

impl Limits {
    /// What both allow.
    pub(super) fn least(self, other: Self) -> Self {
        Limits {
            blocks: self.blocks.min(other.blocks).max(1),
            threads: self.threads.min(other.threads),
            shared: self.shared.min(other.shared),
            processors: self.processors.min(other.processors),
            lines: self.lines.min(other.lines).max(1),
        }
    }
}
