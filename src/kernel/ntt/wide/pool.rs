//! Workspaces that a plan keeps.

use super::{LANES, limbs::Block};
use crate::{
    Result,
    kernel::memory::{Wiped, filled},
};

/// Bytes of the workspace of a transform, of which a plan keeps one from the start.
pub(super) fn workspace_bytes(len: usize) -> Option<usize> {
    (len / LANES).checked_mul(size_of::<Block>())
}

/// What a transform works in; overwritten at its end under the feature `zeroize`.
type Space = Wiped<Block>;

fn space(len: usize) -> Result<Space> {
    Ok(Wiped::new(filled("the workspace", len / LANES, Block::ZERO)?, Block::ZERO))
}

/// Workspaces for transforms of one length: one from the start, so that transforms one after another allocate nothing; others
/// as transforms run at once.
pub(crate) struct Pool {
    len: usize,
    #[cfg(feature = "std")]
    free: std::sync::Mutex<alloc::vec::Vec<Space>>,
}

impl Pool {
    pub(crate) fn new(len: usize) -> Result<Self> {
        Ok(Pool {
            len,
            #[cfg(feature = "std")]
            free: std::sync::Mutex::new(alloc::vec![space(len)?]),
        })
    }

    /// `f` with a workspace; waits for nobody.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut [Block]) -> Result<R>) -> Result<R> {
        #[cfg(feature = "std")]
        let found = self.free.try_lock().ok().and_then(|mut free| free.pop());
        #[cfg(not(feature = "std"))]
        let found = None;
        let mut taken = match found {
            Some(taken) => taken,
            None => space(self.len)?,
        };
        let result = f(&mut taken);
        #[cfg(feature = "std")]
        if let Ok(mut free) = self.free.try_lock() {
            free.push(taken);
        }
        result
    }
}
