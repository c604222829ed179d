//! Vectors in memory.

use super::reserve;
use crate::{Result, rings::Real};
use alloc::vec::Vec;
use core::ops::Deref;
use num_complex::Complex;

/// Vectors that begin at a cache line, so that none lies across more of them than it must.
pub(crate) struct Table<T, const L: usize> {
    values: Vec<Complex<T>>,
    /// Elements before the first line.
    skip: usize,
}

impl<T: Real + Default, const L: usize> Table<T, L> {
    /// With room for `len` vectors.
    ///
    /// # Errors
    /// [`Error::Memory`](crate::Error::Memory) where it cannot be had.
    pub(crate) fn new(what: &'static str, len: usize) -> Result<Self> {
        let line = 64 / size_of::<Complex<T>>();
        let mut values = reserve(what, len.saturating_mul(L).saturating_add(line))?;
        let skip = skew(&values);
        values.resize(skip, Complex::new(T::default(), T::default()));
        Ok(Table { values, skip })
    }

    /// One more: of those there is room for, or memory moves.
    pub(crate) fn push(&mut self, vector: [Complex<T>; L]) {
        self.values.extend_from_slice(&vector);
    }

    pub(crate) fn blocks_mut(&mut self) -> &mut [[Complex<T>; L]] {
        self.values.split_at_mut(self.skip).1.as_chunks_mut().0
    }
}

impl<T, const L: usize> Deref for Table<T, L> {
    type Target = [[Complex<T>; L]];

    #[inline(always)]
    fn deref(&self) -> &[[Complex<T>; L]] {
        self.values.get(self.skip..).unwrap_or_default().as_chunks().0
    }
}

/// Elements that bring a slice to the start of a cache line.
pub(super) fn skew<T>(x: &[Complex<T>]) -> usize {
    let size = size_of::<Complex<T>>();
    let offset = x.as_ptr().addr().wrapping_neg() % 64;
    if offset.is_multiple_of(size) { offset / size } else { 0 }
}
