//! Shards as they arrive: which are there, which are not.

use super::{ErasureCode, SHARDS, Workspace, check_even, check_shard, listed, zeros};
use crate::{
    CodeError, Error, Result,
    kernel::{
        memory::{filled, reserve},
        shards::Wanted,
    },
};
use alloc::vec::Vec;

/// Shards by position, with their number and length for the checks.
pub(super) struct Received<'a> {
    /// Empty where nothing came.
    places: Vec<&'a [u8]>,
    count: usize,
    len: Option<usize>,
}

impl<'a> Received<'a> {
    pub(super) fn new(code: &ErasureCode) -> Result<Self> {
        Ok(Received { places: filled(SHARDS, code.codec.layout().span(), &[][..])?, count: 0, len: None })
    }

    /// Adds one shard.
    pub(super) fn add(&mut self, code: &ErasureCode, index: usize, shard: &'a [u8]) -> Result<()> {
        let unknown = |again| Error::Code(CodeError::Index { index, shards: code.shards(), again });
        if index >= code.shards() {
            return Err(unknown(false));
        }
        match self.len {
            None => check_even(shard.len())?,
            Some(len) => check_shard(index, len, shard.len())?,
        }
        self.len = Some(shard.len());
        let place = &mut self.places[code.position(index)];
        if !place.is_empty() {
            return Err(unknown(true));
        }
        *place = shard;
        self.count += 1;
        Ok(())
    }

    /// Returns the length of the shards, if enough of them are there.
    pub(super) fn len(&self, code: &ErasureCode) -> Result<usize> {
        match self.len {
            Some(len) if self.count >= code.data() => Ok(len),
            _ => Err(Error::Code(CodeError::TooManyLost { lost: code.shards() - self.count, parity: code.parity() })),
        }
    }

    /// Restores the shards of these indices, which lie in increasing order of position.
    pub(super) fn restore(
        &self,
        code: &ErasureCode,
        wanted: &mut [Wanted<'_>],
        workspace: &mut Workspace,
    ) -> Result<()> {
        if wanted.is_empty() {
            return Ok(());
        }
        code.codec.repair(&self.places, wanted, code.threads_for(self.len.unwrap_or(0)), &mut workspace.0)
    }
}

impl ErasureCode {
    /// Returns the position of a shard among the points.
    pub(super) fn position(&self, index: usize) -> usize {
        let layout = self.codec.layout();
        if index < layout.data { layout.data_at() + index } else { layout.parity_at() + index - layout.data }
    }

    /// Returns the places of shards with these indices.
    pub(super) fn wanted<'a>(&self, shards: &'a mut [(usize, Vec<u8>)]) -> Result<Vec<Wanted<'a>>> {
        let len = shards.len();
        listed(shards.iter_mut().map(|(index, shard)| (self.position(*index), shard.as_mut_slice())), len)
    }

    /// Restores the data shards that are missing among `received`, pairs of index and bytes in any order. Returns each
    /// with its index, in increasing order.
    ///
    /// # Errors
    /// [`CodeError::Index`] for an index that the code does not have or that occurs twice, [`CodeError::TooManyLost`] if
    /// there are fewer than [`data`](ErasureCode::data) shards; lengths and memory as [`encode`](ErasureCode::encode).
    pub fn restore<'a, S: AsRef<[u8]> + ?Sized + 'a>(
        &self,
        received: impl IntoIterator<Item = (usize, &'a S)>,
    ) -> Result<Vec<(usize, Vec<u8>)>> {
        let mut shards = Received::new(self)?;
        let mut there: Vec<bool> = filled(SHARDS, self.data(), false)?;
        for (index, shard) in received {
            shards.add(self, index, shard.as_ref())?;
            if let Some(there) = there.get_mut(index) {
                *there = true;
            }
        }
        let len = shards.len(self)?;
        let lost = there.iter().enumerate().filter(|(_, there)| !**there);
        let mut restored = reserve(SHARDS, lost.clone().count())?;
        for (index, _) in lost {
            restored.push((index, zeros(len)?));
        }
        let mut wanted = self.wanted(&mut restored)?;
        shards.restore(self, &mut wanted, &mut Workspace::new())?;
        Ok(restored)
    }
}
