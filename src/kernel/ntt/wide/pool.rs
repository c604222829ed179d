//! Workspaces that a plan keeps.

use super::{LANES, limbs::Block};
use crate::{Result, kernel::memory::Spaces};

/// Returns the bytes of the workspace of a transform; a plan keeps one from the start.
pub(super) fn workspace_bytes(len: usize) -> Option<usize> {
    (len / LANES).checked_mul(size_of::<Block>())
}

/// Workspaces for transforms of one length, overwritten at the end under the feature `zeroize`.
pub(crate) struct Pool(Spaces<Block>);

impl Pool {
    pub(crate) fn new(len: usize) -> Result<Self> {
        Spaces::new("the workspace", len / LANES, Block::ZERO).map(Pool)
    }

    /// Runs `f` with a workspace; never blocks.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut [Block]) -> Result<R>) -> Result<R> {
        self.0.with(f)
    }
}
