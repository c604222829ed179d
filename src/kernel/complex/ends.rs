//! Where passes meet memory: the first reads and the last writes, with a window.

use super::columns::parts;
use crate::kernel::packed::{ComplexLanes, Floats, Packed};
use num_complex::Complex;

/// Values to transform: parts exchanged or not, then times a window; zeros behind the end.
#[derive(Clone, Copy)]
pub(super) struct Source<'a, T> {
    pub(super) x: &'a [Complex<T>],
    pub(super) window: Option<&'a [Complex<T>]>,
    pub(super) exchange: bool,
}

impl<T> Source<'_, T> {
    /// Those from `at` on.
    pub(super) fn from(self, at: usize) -> Self {
        let x = self.x.get(at..).unwrap_or_default();
        Source { x, window: self.window.map(|window| window.get(at..).unwrap_or_default()), ..self }
    }
}

/// `L` neighbouring values.
#[inline(always)]
pub(super) fn load<const L: usize, F: Floats<L>>(f: F, source: Source<'_, F::Float>, at: usize) -> [F::V; 2] {
    let Source { x, window, exchange } = source;
    let v = parts(load_some(f, x, at), exchange);
    match window {
        Some(window) => ComplexLanes(f).mul(v, load_some(f, window, at)),
        None => v,
    }
}

#[inline(always)]
fn load_some<const L: usize, F: Floats<L>>(f: F, x: &[Complex<F::Float>], at: usize) -> [F::V; 2] {
    match x.get(at..).and_then(|row| row.first_chunk::<L>()) {
        Some(row) => f.load_pairs(row),
        None => load_end(f, x, at),
    }
}

/// The last values, fewer than `L`, and zeros.
#[inline(always)]
fn load_end<const L: usize, F: Floats<L>>(f: F, x: &[Complex<F::Float>], at: usize) -> [F::V; 2] {
    if at >= x.len() {
        return [f.constant(0.0); 2];
    }
    let mut values = [Complex::new(F::Float::default(), F::Float::default()); L];
    for (value, x) in values.iter_mut().zip(&x[at..]) {
        *value = *x;
    }
    f.load_pairs(&values)
}

/// The inverse of [`load`]: times the window where there is one, parts exchanged or not; nothing behind the end.
#[inline(always)]
pub(super) fn store<const L: usize, F: Floats<L>>(
    f: F,
    x: &mut [Complex<F::Float>],
    window: Option<&[Complex<F::Float>]>,
    at: usize,
    v: [F::V; 2],
    exchange: [bool; 2],
) {
    let Some(x) = x.get_mut(at..) else { return };
    let v = parts(v, exchange[0]);
    let v = match window {
        Some(window) => ComplexLanes(f).mul(v, load_some(f, window, at)),
        None => v,
    };
    let v = parts(v, exchange[1]);
    if let Some(x) = x.first_chunk_mut::<L>() {
        f.store_pairs(x, v);
        return;
    }
    let mut values = [Complex::new(F::Float::default(), F::Float::default()); L];
    f.store_pairs(&mut values, v);
    for (x, value) in x.iter_mut().zip(values) {
        *x = value;
    }
}
