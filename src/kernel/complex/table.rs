//! Vectors in memory.

use super::{Twiddles, reserve};
use crate::{Result, lists, rings::Real};
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
    /// Creates a table with room for `len` vectors.
    ///
    /// # Errors
    /// [`Error::Memory`](crate::Error::Memory) if the system refuses the memory.
    pub(crate) fn new(what: &'static str, len: usize) -> Result<Self> {
        let line = 64 / size_of::<Complex<T>>();
        let mut values = reserve(what, len.saturating_mul(L).saturating_add(line))?;
        let skip = skew(&values);
        values.resize(skip, Complex::new(T::default(), T::default()));
        Ok(Table { values, skip })
    }

    /// Appends a vector; memory moves where the table is full.
    pub(crate) fn push(&mut self, vector: [Complex<T>; L]) {
        self.values.extend_from_slice(&vector);
    }

    /// Appends vectors; memory moves where the table is full.
    pub(crate) fn extend(&mut self, vectors: &[[Complex<T>; L]]) {
        self.values.extend_from_slice(vectors.as_flattened());
    }

    /// Appends `count` vectors of zeros; memory moves where the table is full.
    pub(crate) fn zeros(&mut self, count: usize) {
        self.values.resize(self.values.len() + count * L, Complex::new(T::default(), T::default()));
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

/// The place of the parts of factors in a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parts {
    /// The real parts of a vector, then the imaginary parts.
    Apart,
    /// Side by side.
    Beside,
    /// In two vectors: one has each real part twice, the other each imaginary part.
    Doubled,
}

/// Returns the factors `exp(-2 pi i j k/n)`, `n = radix columns`, of columns `j` and `0 < k < radix`: the vectors of all `k` for a
/// group of `L` columns in this order, then those of the next group.
///
/// They lie as `parts` say.
///
/// # Errors
/// [`Error::Memory`](crate::Error::Memory) if the system refuses the memory.
#[inline(never)]
pub(super) fn column_factors<const L: usize, T: Real + Default>(
    radix: usize,
    columns: usize,
    order: &[usize; L],
    parts: Parts,
) -> Result<Table<T, L>> {
    let all = Twiddles::<T>::new(radix * columns, radix * columns);
    let each = if parts == Parts::Doubled { 2 } else { 1 };
    let mut table = Table::new("the factors of a transform", columns / L * (radix - 1) * each)?;
    for group in 0..columns / L {
        for k in 1..radix {
            let first = group * L * k;
            match parts {
                Parts::Apart => table.push(every(&all, first, k, order)),
                Parts::Beside => table.push(lists::map(*order, |lane| all.power(first + k * lane))),
                Parts::Doubled => {
                    let [re, im] = doubles(&all, first, k, order);
                    table.push(re);
                    table.push(im);
                }
            }
        }
    }
    Ok(table)
}

/// Returns the powers `first + step j` for `j` in `order` as they lie in memory. It is a function of its own, so that
/// few values need registers.
#[inline(never)]
pub(super) fn every<const L: usize, T: Real + Default>(
    all: &Twiddles<T>,
    first: usize,
    step: usize,
    order: &[usize; L],
) -> [Complex<T>; L] {
    let mut vector = [Complex::new(T::default(), T::default()); L];
    let (re, im) = vector.split_at_mut(L / 2);
    for ((re, im), [a, b]) in re.iter_mut().zip(im).zip(order.as_chunks().0) {
        let (a, b) = (all.power(first + step * a), all.power(first + step * b));
        (*re, *im) = (Complex::new(a.re, b.re), Complex::new(a.im, b.im));
    }
    vector
}

/// Returns the real parts and the imaginary parts of the powers `first + step j` for `j` in `order`, each twice.
pub(super) fn doubles<const L: usize, T: Real + Default>(
    all: &Twiddles<T>,
    first: usize,
    step: usize,
    order: &[usize; L],
) -> [[Complex<T>; L]; 2] {
    let mut parts = [[Complex::new(T::default(), T::default()); L]; 2];
    for l in 0..L {
        let w = all.power(first + step * order[l]);
        (parts[0][l], parts[1][l]) = (Complex::new(w.re, w.re), Complex::new(w.im, w.im));
    }
    parts
}

/// Returns the number of elements up to the next start of a cache line.
pub(super) fn skew<T>(x: &[Complex<T>]) -> usize {
    let size = size_of::<Complex<T>>();
    let offset = x.as_ptr().addr().wrapping_neg() % 64;
    if offset.is_multiple_of(size) { offset / size } else { 0 }
}
