//! Short composite lengths in two steps through the first cache, for sides given at run time.
//!
//! `n = n1 n2` as in [`codelet`](super::codelet): transforms of the `n1 x n2` matrix's columns in lanes, factors, blocks
//! transposed, transforms of its rows with neighbouring rows in the lanes. `n2` is a radix with a network; `n1` is one, or a
//! product of two, `n1 = a b`, whose transforms are two passes:
//!
//! ```text
//! X[k + a l] = sum_(s < b) w_b^(s l) w_n1^(s k) (sum_(j < a) x[b j + s] w_a^(j k))
//! ```
//!
//! Either side may be shorter than the lanes: a group of columns then also reads the beginning of the next row. A group
//! of rows writes beyond its output, before the next output overwrites that. All input is read before output is
//! written. The code of a step is shared by all lengths that have its radix.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, Table, Twiddles, block, ends::parts, odd::network, reserve};
use crate::{
    Result,
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists::{self, enumerate, zip},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// A vector in memory.
type Block<T, const L: usize> = [Complex<T>; L];

/// The longest transform.
pub(crate) const LONGEST: usize = 600;

/// Calls `$body` with the constant `$r` for a radix that is known when running, one of those listed.
macro_rules! with_radix {
    ($radix:expr, $r:ident of $($n:literal)* => $body:expr) => {
        match $radix {
            $( $n => {
                const $r: usize = $n;
                $body
            } )*
            _ => {}
        }
    };
}

pub(crate) struct Stepped<const L: usize, F: Floats<L>> {
    f: F,
    /// Radices of the first step, the second 1 where there is one.
    radices: [usize; 2],
    n2: usize,
    /// Factors between the passes of the first step.
    inner: Vec<[F::Float; 2]>,
    /// Factors between the steps, for each group of columns.
    factors: Table<F::Float, L>,
}

/// Returns the radices of the first step; the second is 1 where there is one.
pub(crate) const fn radices(n1: usize) -> Option<[usize; 2]> {
    if n1 >= 3 && n1 <= 16 && n1 != 11 && n1 != 13 {
        return Some([n1, 1]);
    }
    let mut b = 9;
    let mut best = None;
    while b >= 3 {
        if n1.is_multiple_of(b) && n1 / b >= b && n1 / b <= 9 {
            best = Some([n1 / b, b]);
            break;
        }
        b -= 1;
    }
    best
}

/// Returns whether there is such a transform.
pub(crate) const fn exists(lanes: usize, n1: usize, n2: usize) -> bool {
    let row = n2 >= 3 && n2 <= 16 && n2 != 11 && n2 != 13;
    row && radices(n1).is_some() && n1 <= LONGEST && n1 * n2 <= LONGEST && 2 * n1 > lanes && 2 * n2 > lanes
}

/// Returns the offset of group `g` in a side of `n`.
#[inline(always)]
const fn start(g: usize, n: usize, lanes: usize) -> usize {
    let last = n.saturating_sub(lanes);
    if g * lanes < last { g * lanes } else { last }
}

/// Alignment of work space in bytes.
const ALIGNMENT: usize = 64;

/// Returns the length of the scratch in complex numbers.
pub(crate) const fn scratch_len(n1: usize, n2: usize, lanes: usize) -> usize {
    let groups = n2.div_ceil(lanes);
    let (side, b) = (
        if n1 > lanes { n1 } else { lanes },
        match radices(n1) {
            Some([_, b]) => b,
            None => 1,
        },
    );
    // Groups of columns, the work-space of a second pass if there is one, and a row with the elements after it.
    let passes = if b > 1 { groups * n1 * lanes } else { 0 };
    groups * side * lanes + passes + (b * n2 + lanes).next_multiple_of(lanes) + ALIGNMENT / 8
}

/// Returns `R` slices of `x` of one length, each `width` after the one before it, with `more` values of the next one. The last
/// one lies in `room`, with zeros behind it.
#[inline(always)]
fn views<'a, const R: usize, T: Copy + Default>(
    x: &'a [Complex<T>],
    width: usize,
    more: usize,
    room: &'a mut [Complex<T>],
) -> Option<[&'a [Complex<T>]; R]> {
    let len = width + more;
    let mut views = [&x[..0]; R];
    for j in 0..R - 1 {
        views[j] = x.get(j * width..)?.get(..len)?;
    }
    let last = x.get((R - 1) * width..)?;
    views[R - 1] = if more == 0 {
        last.get(..len)?
    } else {
        let room = room.get_mut(..len)?;
        for value in &mut room[width..] {
            *value = Complex::new(T::default(), T::default());
        }
        lists::copy(room, last.get(..width)?);
        room
    };
    Some(views)
}

/// Stores `L` values from `at` on, or as many as there are.
#[inline(always)]
fn store_some<const L: usize, F: Floats<L>>(f: F, x: &mut [Complex<F::Float>], at: usize, v: [F::V; 2]) {
    let Some(x) = x.get_mut(at..) else { return };
    if let Some(x) = x.first_chunk_mut::<L>() {
        return f.store_pairs(x, v);
    }
    let mut values = [Complex::new(F::Float::default(), F::Float::default()); L];
    f.store_pairs(&mut values, v);
    lists::copy(x, &values);
}

/// Loads `L` values from `at` on.
#[inline(always)]
fn load<const L: usize, F: Floats<L>>(f: F, x: &[Complex<F::Float>], inverse: bool) -> [F::V; 2] {
    let v = match x.first_chunk::<L>() {
        Some(row) => f.load_pairs(row),
        None => [f.constant(0.0); 2],
    };
    parts(v, inverse)
}

impl<const L: usize, F: Floats<L>> Stepped<L, F> {
    /// Creates the transform for sides that [`exist`](exists).
    pub(crate) fn new(f: F, n1: usize, n2: usize) -> Result<Self> {
        let radices = radices(n1).unwrap_or([n1, 1]);
        let (n, what) = (n1 * n2, "the factors of a transform");
        let twiddles = Twiddles::new(n, n);
        let groups = n2.div_ceil(L);
        let mut factors = Table::new(what, groups * n1)?;
        for g in 0..groups {
            for k in 0..n1 {
                factors.push(block(lists::map(F::ORDER, |lane| twiddles.power(k * (start(g, n2, L) + lane)))));
            }
        }
        let mut inner = reserve(what, n1)?;
        for k in 0..radices[0] {
            for s in 0..radices[1] {
                inner.push(twiddles.parts(k * s * n2));
            }
        }
        Ok(Stepped { f, radices, n2, inner, factors })
    }

    /// Returns the number of lanes' rows in a group of columns.
    fn side(&self) -> usize {
        (self.radices[0] * self.radices[1]).max(L)
    }

    /// Computes the first step if it has one pass.
    fn columns(
        &self,
        x: &[Complex<F::Float>],
        y: &mut [Block<F::Float, L>],
        room: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let (f, n2, side) = (self.f, self.n2, self.side());
        with_radix!(self.radices[0], R of 3 4 5 6 7 8 9 10 12 14 15 16 => f.token().run(#[inline(always)] move || {
            let Some(x) = views::<R, _>(x, n2, L.saturating_sub(n2), room) else { return };
            let groups = zip(y.chunks_exact_mut(side), self.factors.as_chunks::<R>().0);
            for (g, (y, w)) in enumerate(groups) {
                let at = start(g, n2, L);
                let (Some(y), true) = (y.first_chunk_mut::<R>(), at + L <= x[0].len()) else { return };
                let mut v = [[f.constant(0.0); 2]; R];
                for j in 0..R {
                    v[j] = load(f, &x[j][at..at + L], inverse);
                }
                let v = network::<L, R, _>(ComplexLanes(f), v);
                f.store_parts(&mut y[0], v[0]);
                for j in 1..R {
                    f.store_parts(&mut y[j], ComplexLanes(f).mul(v[j], f.load_parts(&w[j])));
                }
            }
        }));
    }

    /// Computes the first of two passes, one group of columns after the other.
    fn before(
        &self,
        x: &[Complex<F::Float>],
        work: &mut [Block<F::Float, L>],
        room: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let (f, n2, b) = (self.f, self.n2, self.radices[1]);
        with_radix!(self.radices[0], R of 3 4 5 6 7 8 9 => f.token().run(#[inline(always)] move || {
            let Some(x) = views::<R, _>(x, b * n2, L.saturating_sub(n2), room) else { return };
            for (g, work) in enumerate(work.chunks_exact_mut(R * b)) {
                for s in 0..b {
                    let at = start(g, n2, L) + s * n2;
                    let mut v = [[f.constant(0.0); 2]; R];
                    if at + L > x[0].len() {
                        return;
                    }
                    for j in 0..R {
                        v[j] = load(f, &x[j][at..at + L], inverse);
                    }
                    let v = network::<L, R, _>(ComplexLanes(f), v);
                    for j in 0..R {
                        if let Some(out) = work.get_mut(j * b + s) {
                            f.store_parts(out, v[j]);
                        }
                    }
                }
            }
        }));
    }

    /// Computes the second of two passes, times the factors.
    fn after(&self, work: &[Block<F::Float, L>], y: &mut [Block<F::Float, L>]) {
        let (f, a, side) = (self.f, self.radices[0], self.side());
        let ring = ComplexLanes(f);
        with_radix!(self.radices[1], R of 3 4 5 6 7 8 9 => f.token().run(#[inline(always)] move || {
            let inner = self.inner.as_chunks::<R>().0;
            let groups = zip(zip(work.chunks_exact(a * R), self.factors.chunks_exact(a * R)), y.chunks_exact_mut(side));
            for ((work, factors), y) in groups {
                for (k, (work, w)) in enumerate(zip(work.as_chunks::<R>().0, inner)) {
                    let mut v = [f.load_parts(&work[0]); R];
                    for s in 1..R {
                        v[s] = ring.mul(f.load_parts(&work[s]), ring.splat(&w[s]));
                    }
                    let v = network::<L, R, _>(ComplexLanes(f), v);
                    for j in 0..R {
                        if let (Some(y), Some(w)) = (y.get_mut(j * a + k), factors.get(j * a + k)) {
                            f.store_parts(y, ring.mul(v[j], f.load_parts(w)));
                        }
                    }
                }
            }
        }));
    }

    /// Computes the second step.
    fn rows(&self, y: &[Block<F::Float, L>], x: &mut [Complex<F::Float>], inverse: bool) {
        let (f, side) = (self.f, self.side());
        let n1 = self.radices[0] * self.radices[1];
        with_radix!(self.n2, R of 3 4 5 6 7 8 9 10 12 14 15 16 => f.token().run(#[inline(always)] move || {
            if y.len() < const { R.div_ceil(L) } * side {
                return;
            }
            for h in 0..n1.div_ceil(L) {
                let row = start(h, n1, L);
                let mut v = [[f.constant(0.0); 2]; R];
                for g in 0..const { R.div_ceil(L) } {
                    let Some(rows) = y[g * side + row..].first_chunk::<L>() else { return };
                    let mut t = [f.load_parts(&rows[F::ORDER[0]]); L];
                    for l in 1..L {
                        t[l] = f.load_parts(&rows[F::ORDER[l]]);
                    }
                    let t = ComplexLanes(f).transpose(t);
                    for l in 0..L {
                        let at = start(g, R, L) + F::ORDER[l];
                        if at < R {
                            v[at] = t[l];
                        }
                    }
                }
                let v = network::<L, R, _>(ComplexLanes(f), v);
                for j in 0..R {
                    store_some(f, x, j * n1 + row, parts(v[j], inverse));
                }
            }
        }));
    }
}

impl<const L: usize, F: Floats<L>> Kernel<F::Float> for Stepped<L, F> {
    fn len(&self) -> usize {
        self.radices[0] * self.radices[1] * self.n2
    }

    fn scratch_len(&self) -> usize {
        scratch_len(self.radices[0] * self.radices[1], self.n2, L)
    }

    /// Runs both steps; the scratch holds the groups of columns and the work space.
    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let (side, groups) = (self.side(), self.n2.div_ceil(L));
        let skip = scratch.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT / 8);
        let Some(scratch) = scratch.get_mut(skip..) else { return };
        let Some((y, work)) = scratch.as_chunks_mut::<L>().0.split_at_mut_checked(groups * side) else { return };
        let x = input.unwrap_or(output);
        let n1 = self.radices[0] * self.radices[1];
        let Some((work, room)) = work.split_at_mut_checked(if self.radices[1] == 1 { 0 } else { groups * n1 }) else {
            return;
        };
        let room = room.as_flattened_mut();
        if self.radices[1] == 1 {
            self.columns(x, y, room, inverse);
        } else {
            self.before(x, work, room, inverse);
            self.after(work, y);
        }
        self.rows(y, output, inverse);
    }
}
