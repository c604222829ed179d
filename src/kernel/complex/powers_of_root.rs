//! Powers of a root of unity for exponents in any order, as products of two from short lists.
//!
//! ```text
//! w^(a 2^s + b) = w^(a 2^s) w^b
//! ```
//!
//! A list of all powers is read at random places by Rader's order and by the squares of a chirp.
//! That costs more than a product where the list exceeds a cache. The factors and their products have two parts, within `2^-74` of the truth
//! (`2^-45` for `f32`).

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    precise::{Root, magic, settled, times},
    reserve,
    roots::Roots,
};
use crate::{
    Result,
    kernel::packed::{Floats, Token},
    lists::zip,
};
use alloc::vec::Vec;
use num_complex::Complex;

const WHAT: &str = "the roots of a table";

/// Vectors at a time, whose products do not wait for each other.
const BATCHES: usize = 4;

/// The powers of `exp(-2 pi i/n)`.
pub(super) struct Powers<T> {
    /// `s`.
    log: u32,
    /// Powers of the `2^s`-th power.
    heads: Vec<Root<T>>,
    /// The first `2^s` powers.
    tails: Vec<Root<T>>,
}

impl<T: crate::rings::Real> Powers<T> {
    /// Creates the powers of order `n`, at least 1.
    pub(super) fn new(n: usize) -> Result<Self> {
        let log = n.ilog2().div_ceil(2);
        let counts = [((n - 1) >> log) + 1, n.min(1 << log)];
        let mut lists = [reserve(WHAT, counts[0])?, reserve(WHAT, counts[1])?];
        let roots = Roots::new(n);
        for ((list, count), step) in lists.iter_mut().zip(counts).zip([1 << log, 1]) {
            roots.each::<T>((0..count).map(|k| k * step), |w, rest| list.push([w, rest]));
        }
        let [heads, tails] = lists;
        Ok(Powers { log, heads, tails })
    }

    /// Computes the powers of `count` exponents below `n`, which `next` returns one after the other.
    ///
    /// Gives `put` the rounded powers and their rounding errors, up to `BATCHES L` at a time.
    pub(super) fn each<const L: usize, F: Floats<L, Float = T>>(
        &self,
        f: F,
        count: usize,
        next: &mut dyn FnMut() -> usize,
        put: &mut dyn FnMut(&[Complex<T>], &[Complex<T>]),
    ) {
        let zero = Complex::new(T::zero(), T::zero());
        let (mut rows, mut found) = ([[[zero; L]; 4]; BATCHES], [[[zero; L]; BATCHES]; 2]);
        let (mut first, mask) = (0, (1 << self.log) - 1);
        while first < count {
            let known = (count - first).min(BATCHES * L);
            for i in 0..known {
                let exponent = next();
                let [head, tail] = [&self.heads[exponent >> self.log], &self.tails[exponent & mask]];
                let (row, l) = (&mut rows[i / L], i % L);
                [row[0][l], row[1][l], row[2][l], row[3][l]] = [head[0], head[1], tail[0], tail[1]];
            }
            let rows = &rows[..known.div_ceil(L)];
            f.token().run(
                #[inline(always)]
                || products(f, rows, &mut found),
            );
            let [high, low] = &found;
            put(&high.as_flattened()[..known], &low.as_flattened()[..known]);
            first += known;
        }
    }

    /// Appends the powers of `step` times 0, 1, ..., below `count`.
    pub(super) fn steps<const L: usize, F: Floats<L, Float = T>>(
        &self,
        f: F,
        (count, step): (usize, usize),
        list: &mut Vec<Root<T>>,
    ) {
        let mut multiple = 0;
        let mut next = || {
            multiple += step;
            multiple - step
        };
        self.list(f, count, &mut next, list);
    }

    /// Appends the powers of `count` exponents below `n`, which `next` returns one after the other.
    pub(super) fn list<const L: usize, F: Floats<L, Float = T>>(
        &self,
        f: F,
        count: usize,
        next: &mut dyn FnMut() -> usize,
        list: &mut Vec<Root<T>>,
    ) {
        self.each(f, count, next, &mut |high, low| append(high, low, list));
    }
}

/// Appends the roots with these parts.
fn append<T: Copy>(high: &[Complex<T>], low: &[Complex<T>], list: &mut Vec<Root<T>>) {
    for (high, low) in zip(high, low) {
        list.push([*high, *low]);
    }
}

/// Computes the products of the first two rows, a number in two parts, with the other two.
#[inline(always)]
fn products<const L: usize, F: Floats<L>>(
    f: F,
    rows: &[[[Complex<F::Float>; L]; 4]],
    [high, low]: &mut [[[Complex<F::Float>; L]; BATCHES]; 2],
) {
    let one = f.constant(magic(1));
    for ([a, b, c, d], (high, low)) in zip(rows, zip(high, low)) {
        let (head, tail) = ([f.load_pairs(a), f.load_pairs(b)], [f.load_pairs(c), f.load_pairs(d)]);
        let [product, rest] = settled(f, times(f, head, tail, one));
        f.store_pairs(high, product);
        f.store_pairs(low, rest);
    }
}

/// Appends `count` powers of `exp(-2 pi i/n)`, rounded, for the exponents that `next` returns, each below `n`.
pub(super) fn extend<const L: usize, F: Floats<L>>(
    f: F,
    n: usize,
    count: usize,
    next: &mut dyn FnMut() -> usize,
    list: &mut Vec<Complex<F::Float>>,
) -> Result<()> {
    // One lane has no fused products.
    if const { L == 1 } {
        Roots::new(n).each::<F::Float>((0..count).map(|_| next()), |w, _| list.push(w));
        return Ok(());
    }
    Powers::new(n)?.each(f, count, next, &mut |high, _| list.extend_from_slice(high));
    Ok(())
}
