//! Workspaces that a plan keeps.

use super::{LANES, Residue, limbs::Block};
use crate::{Error, Result};
use alloc::vec::Vec;

/// What a transform works in.
pub(crate) struct Space {
    pub(crate) blocks: Vec<Block>,
    /// Room for the residues of elements that are carried; empty where none are.
    pub(crate) words: Vec<Residue>,
}

impl Space {
    fn new(len: usize, carries: bool) -> Result<Self> {
        let (blocks, words) = (len / LANES, if carries { len } else { 0 });
        let refusal = |_| Error::Memory {
            what: "the workspace",
            needed: blocks as u128 * size_of::<Block>() as u128 + words as u128 * size_of::<Residue>() as u128,
            limit: None,
        };
        let mut space = Space { blocks: Vec::new(), words: Vec::new() };
        space.blocks.try_reserve_exact(blocks).map_err(refusal)?;
        space.words.try_reserve_exact(words).map_err(refusal)?;
        space.blocks.resize(blocks, Block::ZERO);
        space.words.resize(words, [0; 4]);
        Ok(space)
    }
}

/// Workspaces for transforms of one length: one from the start, so that transforms one after another allocate nothing; others
/// as transforms run at once.
pub(crate) struct Pool {
    len: usize,
    carries: bool,
    #[cfg(feature = "std")]
    free: std::sync::Mutex<Vec<Space>>,
}

impl Pool {
    pub(crate) fn new(len: usize, carries: bool) -> Result<Self> {
        Ok(Pool {
            len,
            carries,
            #[cfg(feature = "std")]
            free: std::sync::Mutex::new(alloc::vec![Space::new(len, carries)?]),
        })
    }

    /// `f` with a workspace; waits for nobody.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut Space) -> Result<R>) -> Result<R> {
        #[cfg(feature = "std")]
        let found = self.free.try_lock().ok().and_then(|mut free| free.pop());
        #[cfg(not(feature = "std"))]
        let found = None;
        let mut space = match found {
            Some(space) => space,
            None => Space::new(self.len, self.carries)?,
        };
        let result = f(&mut space);
        #[cfg(feature = "std")]
        if let Ok(mut free) = self.free.try_lock() {
            free.push(space);
        }
        result
    }
}
