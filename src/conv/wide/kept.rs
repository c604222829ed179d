//! Kernels of products that stay: at a thousand elements making their tables takes as long as a transform. Under the feature `zeroize` none
//! does, because a workspace stays with them.

use crate::{
    Result,
    kernel::{
        isa::Isa,
        ntt::wide::{self, Kernel, Pool},
    },
    rings::representation::Residue,
};
use alloc::{boxed::Box, sync::Arc};

/// A kernel and its workspaces.
pub(super) struct Transform {
    pub(super) kernel: Box<dyn Kernel>,
    pub(super) pool: Pool,
}

/// Identifies a kernel: by its prime, its root, its shift and its length.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) prime: Residue,
    pub(super) root: Residue,
    pub(super) shift: Option<Residue>,
    pub(super) len: usize,
}

impl Key {
    fn make(&self) -> Option<Result<Arc<Transform>>> {
        let isa = match Isa::Auto.resolved() {
            Ok(isa) => isa,
            Err(error) => return Some(Err(error)),
        };
        let kernel = wide::kernel(&self.prime, self.len, &self.root, self.shift.as_ref(), 1, isa)?;
        Some(kernel.and_then(|kernel| Ok(Arc::new(Transform { kernel, pool: Pool::new(self.len)? }))))
    }

    /// Returns the transform, `None` if there is none. Short ones come from the last products or stay for the next.
    pub(super) fn transform(&self) -> Option<Result<Arc<Transform>>> {
        #[cfg(all(feature = "std", not(feature = "zeroize")))]
        if self.bytes() <= KEPT {
            return self.kept();
        }
        self.make()
    }

    /// Returns the bytes of the tables and of a workspace.
    #[cfg(all(feature = "std", not(feature = "zeroize")))]
    fn bytes(&self) -> u64 {
        wide::bytes(self.len, self.shift.is_some()).unwrap_or(u64::MAX)
    }

    #[cfg(all(feature = "std", not(feature = "zeroize")))]
    fn kept(&self) -> Option<Result<Arc<Transform>>> {
        static LAST: std::sync::Mutex<alloc::collections::VecDeque<(Key, Arc<Transform>)>> =
            std::sync::Mutex::new(alloc::collections::VecDeque::new());
        // The state is complete at every point under the lock.
        let lock = || LAST.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, transform)) = lock().iter().find(|(key, _)| key == self) {
            return Some(Ok(transform.clone()));
        }
        let transform = match self.make()? {
            Ok(transform) => transform,
            Err(error) => return Some(Err(error)),
        };
        let mut last = lock();
        while last.iter().map(|(key, _)| key.bytes()).sum::<u64>() + self.bytes() > KEPT {
            last.pop_front();
        }
        last.push_back((*self, transform.clone()));
        Some(Ok(transform))
    }
}

/// The most bytes that stay: 16 MiB, of up to `2^16` elements.
#[cfg(all(feature = "std", not(feature = "zeroize")))]
const KEPT: u64 = 1 << 24;
