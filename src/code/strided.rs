//! Shards in one slice.

use super::{ErasureCode, SHARDS, Workspace, check_even, listed, received::Received};
use crate::{Error, Result, kernel::memory::reserve};
use alloc::vec::Vec;

impl ErasureCode {
    /// Writes the parity of `data` to `parity`. Shard `i` of either is the first `len` bytes from `i stride` on; the bytes
    /// between shards are unchanged. The last shard may end where its bytes end.
    ///
    /// # Errors
    /// [`Error::Length`] for a `len` that is odd or zero or a stride that is less, [`Error::SliceLength`] for a slice too
    /// short, [`Error::Memory`].
    pub fn encode_strided(
        &self,
        data: &[u8],
        parity: &mut [u8],
        len: usize,
        stride: usize,
        workspace: &mut Workspace,
    ) -> Result<()> {
        check_stride(data.len(), self.data(), len, stride)?;
        check_stride(parity.len(), self.parity(), len, stride)?;
        let data: Vec<&[u8]> = listed(data.chunks(stride).take(self.data()).map(|shard| &shard[..len]), self.data())?;
        let mut parity: Vec<&mut [u8]> =
            listed(parity.chunks_mut(stride).take(self.parity()).map(|shard| &mut shard[..len]), self.parity())?;
        self.codec.encode(&data, &mut parity, self.threads_for(len), &mut workspace.0)
    }

    /// Restores, in place, the data shards of `shards` that are not `present`; the others are left alone, and so is
    /// missing parity. `shards` holds all of them, data first, as in [`encode_strided`](ErasureCode::encode_strided).
    ///
    /// # Errors
    /// As [`encode_strided`](ErasureCode::encode_strided), and [`CodeError::TooManyLost`](crate::CodeError::TooManyLost).
    pub fn repair_strided(
        &self,
        shards: &mut [u8],
        present: &[bool],
        len: usize,
        stride: usize,
        workspace: &mut Workspace,
    ) -> Result<()> {
        Error::check_len("list of present shards", self.shards(), present.len())?;
        check_stride(shards.len(), self.shards(), len, stride)?;
        let mut received = Received::new(self)?;
        let mut wanted = reserve(SHARDS, self.data())?;
        for ((index, shard), &present) in shards.chunks_mut(stride).enumerate().zip(present) {
            let shard = &mut shard[..len];
            if present {
                received.add(self, index, shard)?;
            } else if index < self.data() {
                wanted.push((self.position(index), shard));
            }
        }
        received.len(self)?;
        received.restore(self, &mut wanted, workspace)
    }
}

/// Checks that a slice holds `count` shards.
fn check_stride(slice: usize, count: usize, len: usize, stride: usize) -> Result<()> {
    check_even(len)?;
    if stride < len {
        let possible = "a stride is at least the length of a shard";
        return Err(Error::Length { what: "a stride of shards", len: stride, possible });
    }
    let needed = (count - 1).checked_mul(stride).and_then(|before| before.checked_add(len));
    Error::check_at_least("slice of shards", needed.unwrap_or(usize::MAX), slice)
}
