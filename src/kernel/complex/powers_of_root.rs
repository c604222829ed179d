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
};
use alloc::vec::Vec;
use num_complex::Complex;

const WHAT: &str = "the roots of a table";

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

    /// Returns the powers of these exponents below `n`, rounded, and their rounding errors.
    pub(super) fn of<const L: usize, F: Floats<L, Float = T>>(
        &self,
        f: F,
        exponents: [usize; L],
    ) -> [[Complex<T>; L]; 2] {
        let zero = Complex::new(T::zero(), T::zero());
        let (mut rows, mut found) = ([[zero; L]; 4], [[zero; L]; 2]);
        for l in 0..L {
            let head = &self.heads[exponents[l] >> self.log];
            let tail = &self.tails[exponents[l] & ((1 << self.log) - 1)];
            [rows[0][l], rows[1][l], rows[2][l], rows[3][l]] = [head[0], head[1], tail[0], tail[1]];
        }
        f.token().run(
            #[inline(always)]
            || {
                let head = [f.load_pairs(&rows[0]), f.load_pairs(&rows[1])];
                let tail = [f.load_pairs(&rows[2]), f.load_pairs(&rows[3])];
                let [high, low] = settled(f, times(f, head, tail, f.constant(magic(1))));
                f.store_pairs(&mut found[0], high);
                f.store_pairs(&mut found[1], low);
            },
        );
        found
    }

    /// Appends the powers of `step` times 0, 1, ..., below `count`.
    pub(super) fn steps<const L: usize, F: Floats<L, Float = T>>(
        &self,
        f: F,
        (count, step): (usize, usize),
        list: &mut Vec<Root<T>>,
    ) {
        let mut first = 0;
        while first < count {
            let mut exponents = [0; L];
            for l in 0..L.min(count - first) {
                exponents[l] = (first + l) * step;
            }
            let [high, low] = self.of(f, exponents);
            for l in 0..L.min(count - first) {
                list.push([high[l], low[l]]);
            }
            first += L;
        }
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
    let powers = Powers::new(n)?;
    let mut first = 0;
    while first < count {
        let (known, mut exponents) = (L.min(count - first), [0; L]);
        for exponent in &mut exponents[..known] {
            *exponent = next();
        }
        list.extend_from_slice(&powers.of(f, exponents)[0][..known]);
        first += L;
    }
    Ok(())
}
