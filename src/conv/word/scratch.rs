//! The scratch of products: one piece stays from a product to the next, since fresh pages cost as much as a quarter of the product.

use crate::{Result, kernel::memory};
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// Words of no stated value.
pub(crate) struct Scratch(Vec<u64>);

/// The most words that stay: 16 MiB.
#[cfg(feature = "std")]
const KEPT: usize = 1 << 21;
#[cfg(feature = "std")]
static KEEPING: std::sync::Mutex<Vec<u64>> = std::sync::Mutex::new(Vec::new());

impl Scratch {
    /// Returns `len` words.
    pub(crate) fn new(what: &'static str, len: usize) -> Result<Self> {
        #[cfg(feature = "std")]
        if len <= KEPT
            && let Ok(mut kept) = KEEPING.try_lock()
            && kept.len() >= len
        {
            return Ok(Scratch(core::mem::take(&mut kept)));
        }
        Ok(Scratch(memory::words(what, len)?))
    }
}

impl Deref for Scratch {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.0
    }
}

impl DerefMut for Scratch {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

#[cfg(feature = "std")]
impl Drop for Scratch {
    fn drop(&mut self) {
        #[cfg(feature = "zeroize")]
        zeroize::Zeroize::zeroize(&mut self.0[..]);
        if self.0.len() <= KEPT
            && let Ok(mut kept) = KEEPING.try_lock()
            && kept.len() < self.0.len()
        {
            *kept = core::mem::take(&mut self.0);
        }
    }
}
