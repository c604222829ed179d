//! Where passes meet memory: the first reads and the last writes.

use super::columns::parts;
use crate::kernel::packed::Floats;
use num_complex::Complex;

/// Values to transform, parts exchanged or not.
#[derive(Clone, Copy)]
pub(super) struct Source<'a, T> {
    pub(super) x: &'a [Complex<T>],
    pub(super) exchange: bool,
}

impl<T> Source<'_, T> {
    /// Those from `at` on.
    pub(super) fn from(self, at: usize) -> Self {
        Source { x: self.x.get(at..).unwrap_or_default(), ..self }
    }
}

/// `L` neighbouring values; zeros behind the end.
#[inline(always)]
pub(super) fn load<const L: usize, F: Floats<L>>(f: F, source: Source<'_, F::Float>, at: usize) -> [F::V; 2] {
    match source.x.get(at..).and_then(|row| row.first_chunk::<L>()) {
        Some(row) => parts(f.load_pairs(row), source.exchange),
        None => [f.constant(0.0); 2],
    }
}

/// `L` neighbouring values, parts exchanged or not; nothing behind the end.
#[inline(always)]
pub(super) fn store<const L: usize, F: Floats<L>>(
    f: F,
    x: &mut [Complex<F::Float>],
    at: usize,
    v: [F::V; 2],
    exchange: bool,
) {
    if let Some(x) = x.get_mut(at..).and_then(|x| x.first_chunk_mut::<L>()) {
        f.store_pairs(x, parts(v, exchange));
    }
}

/// Elements that bring a slice to the start of a cache line.
pub(super) fn skew<T>(x: &[Complex<T>]) -> usize {
    let size = size_of::<Complex<T>>();
    let offset = x.as_ptr().addr().wrapping_neg() % 64;
    if offset.is_multiple_of(size) { offset / size } else { 0 }
}
