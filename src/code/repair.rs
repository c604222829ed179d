//! Lists of shards with gaps.

use super::{ErasureCode, SHARDS, Workspace, received::Received, zeros};
use crate::{Error, Result, kernel::memory::reserve};
use alloc::vec::Vec;

impl ErasureCode {
    /// Restores the missing data shards in a list of all shards, data first. Missing parity stays missing.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for a list of another length, [`CodeError::TooManyLost`](crate::CodeError::TooManyLost) where more shards are missing than the code
    /// has parity; lengths and memory as [`encode`](ErasureCode::encode). The list is then as it was.
    pub fn repair(&self, shards: &mut [Option<Vec<u8>>]) -> Result<()> {
        self.fill(shards, self.data())
    }

    /// Restores all missing shards, parity too.
    ///
    /// # Errors
    /// As [`repair`](ErasureCode::repair).
    pub fn repair_all(&self, shards: &mut [Option<Vec<u8>>]) -> Result<()> {
        self.fill(shards, self.shards())
    }

    /// Restores the shards that are missing among the first `count`.
    fn fill(&self, shards: &mut [Option<Vec<u8>>], count: usize) -> Result<()> {
        Error::check_len("list of shards", self.shards(), shards.len())?;
        let mut received = Received::new(self)?;
        for (index, shard) in shards.iter().enumerate() {
            if let Some(shard) = shard {
                received.add(self, index, shard)?;
            }
        }
        let len = received.len(self)?;
        let lost = (0..count).filter(|&index| shards[index].is_none());
        let mut restored = reserve(SHARDS, lost.clone().count())?;
        for index in lost {
            restored.push((index, zeros(len)?));
        }
        let mut wanted = self.wanted(&mut restored)?;
        wanted.sort_unstable_by_key(|shard| shard.0);
        received.restore(self, &mut wanted, &mut Workspace::new())?;
        for (index, shard) in restored {
            shards[index] = Some(shard);
        }
        Ok(())
    }
}
