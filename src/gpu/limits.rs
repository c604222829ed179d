//! The limits of a launch on a device.

/// The limits of a launch on a device.
///
/// [`Gpu::within`](super::Gpu::within) takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Greatest number of blocks of a launch.
    pub blocks: u64,
    /// Greatest number of threads of a block, 32 at least.
    pub threads: u64,
    /// Greatest number of bytes of shared memory of a block.
    pub shared: u64,
    /// Number of multiprocessors.
    pub processors: u64,
    /// Greatest number of lines, and of tiles, of a launch: the kernels count them in 31 bits.
    pub lines: u64,
}

impl Limits {
    /// Returns the limits that both allow.
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
