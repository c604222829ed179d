//! Short composite lengths in two steps through the first cache, for sides given at run time.
//!
//! `n = n1 n2` as in [`codelet`](super::codelet): transforms of the `n1 x n2` matrix's columns in lanes, factors, blocks
//! transposed, transforms of its rows with neighbouring rows in the lanes. `n2` is a radix with a network; `n1` is one, or a
//! product of two, `n1 = a c`, whose transforms are two passes, or of three, `n1 = (a b) c`:
//!
//! ```text
//! X[k + a l] = sum_(s < c) w_c^(s l) w_n1^(s k) (sum_(j < a) x[c j + s] w_a^(j k))
//! ```
//!
//! Vectors with the parts of a number side by side hold twice as many radices in as many registers: those of AVX2, and those of 64 bytes
//! where these are as fast as two of 32. Otherwise AVX-512 has the parts apart. For the inverse values are
//! reflected ([`Values::reflect`]) where they enter and leave.
//!
//! Either side may be shorter than the lanes: a group of columns then also reads the beginning of the next row. A group
//! of rows writes beyond its output, before the next output overwrites that. All input is read before output is
//! written. The code of a step is shared by all lengths that have its radix.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Kernel, Table, Twiddles, block,
    lanes_pass::{slices, slices_mut},
    odd::network,
    reserve,
    table::doubles,
};
use crate::{
    Result,
    kernel::packed::{Numbers, Token, Values},
    lists::{self, enumerate, zip},
};
use alloc::vec::Vec;
use num_complex::Complex;
use sides::{ALIGNMENT, start};
pub(crate) use sides::{LONGEST, exists, radices, scratch_len, sides};

mod sides;

/// A vector in memory.
type Block<T, const L: usize> = [Complex<T>; L];

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

pub(crate) struct Stepped<const L: usize, P: Values<L>> {
    ring: P,
    /// Radices of the first step, as by [`radices`].
    radices: [usize; 3],
    n2: usize,
    /// Factors before the middle pass of the first step, and before the last one.
    middle: Vec<[P::Float; 2]>,
    last: Vec<[P::Float; 2]>,
    /// Factors between the steps, for each group of columns.
    factors: Table<P::Float, L>,
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

impl<const L: usize, P: Values<L> + Numbers<L>> Stepped<L, P> {
    /// The number of vectors of a factor.
    const EACH: usize = if P::DOUBLED { 2 } else { 1 };

    /// Creates the transform for sides that [`exist`](exists).
    pub(crate) fn new(ring: P, n1: usize, n2: usize) -> Result<Self> {
        let radices = radices(n1).unwrap_or([n1, 1, 1]);
        let (n, what) = (n1 * n2, "the factors of a transform");
        let twiddles = Twiddles::new(n, n);
        let groups = n2.div_ceil(L);
        let mut factors = Table::new(what, groups * n1 * Self::EACH)?;
        let [a, b, c] = radices;
        for i in 0..groups * n1 {
            // In the order in which the first step computes the rows.
            let (g, k) = (i / n1, i % n1 / c + a * b * (i % c));
            if P::DOUBLED {
                let [re, im] = doubles(&twiddles, k * start(g, n2, L), k, &P::ORDER);
                factors.push(re);
                factors.push(im);
            } else {
                factors.push(block(lists::map(P::ORDER, |lane| twiddles.power(k * (start(g, n2, L) + lane)))));
            }
        }
        // Of a transform of as many values as both radices have.
        let between = |a: usize, b: usize| {
            let mut factors = reserve(what, a * b)?;
            for k in 0..a {
                for s in 0..b {
                    factors.push(twiddles.parts(k * s * (n / (a * b))));
                }
            }
            Ok(factors)
        };
        Ok(Stepped { ring, radices, n2, middle: between(a, b)?, last: between(a * b, c)?, factors })
    }

    /// Returns the length of the first step's transforms.
    fn n1(&self) -> usize {
        let [a, b, c] = self.radices;
        a * b * c
    }

    /// Returns the number of lanes' rows in a group of columns.
    fn side(&self) -> usize {
        self.n1().max(L)
    }

    #[inline(always)]
    fn zero(ring: P) -> P::Vec {
        ring.load_values(&[Complex::new(P::Float::default(), P::Float::default()); L])
    }

    /// Returns the values, reflected for the inverse, with one branch for all of them.
    #[inline(always)]
    fn reflected<const R: usize>(ring: P, v: [P::Vec; R], inverse: bool) -> [P::Vec; R] {
        let mut v = v;
        if inverse {
            for j in 0..R {
                v[j] = ring.reflect(v[j]);
            }
        }
        v
    }

    /// Loads the `L` values from `at` on of each slice, as many as there are in all of them.
    #[inline(always)]
    fn load<const R: usize>(ring: P, x: &[&[Complex<P::Float>]; R], at: usize, inverse: bool) -> [P::Vec; R] {
        let mut v = [Self::zero(ring); R];
        for j in 0..R {
            if let Some(row) = x[j][at..at + L].first_chunk::<L>() {
                v[j] = ring.load_values(row);
            }
        }
        Self::reflected(ring, v, inverse)
    }

    /// Stores `L` values from `at` on, or as many as there are.
    #[inline(always)]
    fn store_some(ring: P, x: &mut [Complex<P::Float>], at: usize, v: P::Vec) {
        let Some(x) = x.get_mut(at..) else { return };
        if let Some(x) = x.first_chunk_mut::<L>() {
            return ring.store_values(x, v);
        }
        let mut values = [Complex::new(P::Float::default(), P::Float::default()); L];
        ring.store_values(&mut values, v);
        lists::copy(x, &values);
    }

    /// Computes the first step if it has one pass.
    fn columns(
        &self,
        x: &[Complex<P::Float>],
        y: &mut [Block<P::Float, L>],
        room: &mut [Complex<P::Float>],
        inverse: bool,
    ) {
        let (ring, n2, side) = (self.ring, self.n2, self.side());
        with_radix!(self.radices[0], R of 3 4 5 6 7 8 9 10 12 14 15 16 => ring.token().run(#[inline(always)] move || {
            let Some(x) = views::<R, _>(x, n2, L.saturating_sub(n2), room) else { return };
            let groups = zip(y.chunks_exact_mut(side), self.factors.chunks_exact(const { R * Self::EACH }));
            for (g, (y, w)) in enumerate(groups) {
                let at = start(g, n2, L);
                let (Some(y), true) = (y.first_chunk_mut::<R>(), at + L <= x[0].len()) else { return };
                let v = network::<L, R, _>(ring, Self::load(ring, &x, at, inverse));
                ring.store_work(&mut y[0], v[0]);
                for j in 1..R {
                    ring.store_work(&mut y[j], ring.mul(v[j], ring.factor(&w[j * Self::EACH..])));
                }
            }
        }));
    }

    /// Computes the first of several passes, one group of columns after the other: for each of its inputs the values of the radix. Those
    /// that the middle pass takes together lie together.
    fn before(
        &self,
        x: &[Complex<P::Float>],
        work: &mut [Block<P::Float, L>],
        room: &mut [Complex<P::Float>],
        inverse: bool,
    ) {
        let (ring, n2, [_, b, c]) = (self.ring, self.n2, self.radices);
        // From one input to the next that the middle pass takes with it, and from the last of those to the next ones.
        let (step, back) = (c * n2, (b * c - 1) * n2);
        with_radix!(self.radices[0], R of 3 4 5 6 7 8 9 10 12 => ring.token().run(#[inline(always)] move || {
            let Some(x) = views::<R, _>(x, b * step, L.saturating_sub(n2), room) else { return };
            for (g, work) in enumerate(work.as_chunks_mut::<R>().0.chunks_exact_mut(b * c)) {
                let mut at = start(g, n2, L);
                let end = at + b * step;
                for out in work {
                    if at + L > x[0].len() {
                        return;
                    }
                    let v = network::<L, R, _>(ring, Self::load(ring, &x, at, inverse));
                    for j in 0..R {
                        ring.store_work(&mut out[j], v[j]);
                    }
                    at += step;
                    if at >= end {
                        at -= back;
                    }
                }
            }
        }));
    }

    /// Computes the middle pass, in place.
    fn between(&self, work: &mut [Block<P::Float, L>]) {
        let (ring, a) = (self.ring, self.radices[0]);
        with_radix!(self.radices[1], R of 4 5 => ring.token().run(#[inline(always)] move || {
            let factors = self.middle.as_chunks::<R>().0;
            for work in work.chunks_exact_mut(a * R) {
                let work = slices_mut::<R, _>(work);
                for (k, w) in enumerate(factors) {
                    if k >= work[0].len() {
                        return;
                    }
                    let mut v = [ring.load_work(&work[0][k]); R];
                    for s in 1..R {
                        v[s] = ring.mul(ring.load_work(&work[s][k]), ring.splat(&w[s]));
                    }
                    let v = network::<L, R, _>(ring, v);
                    for j in 0..R {
                        ring.store_work(&mut work[j][k], v[j]);
                    }
                }
            }
        }));
    }

    /// Computes the last of several passes, times the factors.
    fn after(&self, work: &[Block<P::Float, L>], y: &mut [Block<P::Float, L>]) {
        let (ring, a, side) = (self.ring, self.radices[0] * self.radices[1], self.side());
        with_radix!(self.radices[2], R of 3 4 5 6 7 8 9 => ring.token().run(#[inline(always)] move || {
            let inner = self.last.as_chunks::<R>().0;
            let factors = self.factors.chunks_exact(a * const { R * Self::EACH });
            let groups = zip(zip(work.chunks_exact(a * R), factors), y.chunks_exact_mut(side));
            for ((work, factors), y) in groups {
                let (work, y) = (slices::<R, _>(work), slices_mut::<R, _>(&mut y[..a * R]));
                for (k, (inner, w)) in enumerate(zip(inner, factors.chunks_exact(const { R * Self::EACH }))) {
                    if k >= y[0].len() || k >= work[0].len() {
                        return;
                    }
                    let mut v = [ring.load_work(&work[0][k]); R];
                    for s in 1..R {
                        v[s] = ring.mul(ring.load_work(&work[s][k]), ring.splat(&inner[s]));
                    }
                    let v = network::<L, R, _>(ring, v);
                    for j in 0..R {
                        ring.store_work(&mut y[j][k], ring.mul(v[j], ring.factor(&w[j * Self::EACH..])));
                    }
                }
            }
        }));
    }

    /// Computes the second step.
    fn rows(&self, y: &[Block<P::Float, L>], x: &mut [Complex<P::Float>], inverse: bool) {
        let (ring, side) = (self.ring, self.side());
        let n1 = self.n1();
        with_radix!(self.n2, R of 3 4 5 6 7 8 9 10 12 14 15 16 => ring.token().run(#[inline(always)] move || {
            let Some(y) = y.get(..const { R.div_ceil(L) } * side) else { return };
            for h in 0..n1.div_ceil(L) {
                let row = start(h, n1, L);
                let mut v = [Self::zero(ring); R];
                for g in 0..const { R.div_ceil(L) } {
                    let Some(rows) = y[g * side + row..].first_chunk::<L>() else { return };
                    let mut t = [ring.load_work(&rows[P::ORDER[0]]); L];
                    for l in 1..L {
                        t[l] = ring.load_work(&rows[P::ORDER[l]]);
                    }
                    let t = ring.transpose(t);
                    for l in 0..L {
                        let at = start(g, R, L) + P::ORDER[l];
                        if at < R {
                            v[at] = t[l];
                        }
                    }
                }
                let v = Self::reflected(ring, network::<L, R, _>(ring, v), inverse);
                if n1 < L {
                    for j in 0..R {
                        Self::store_some(ring, x, j * n1 + row, v[j]);
                    }
                    return;
                }
                let x = slices_mut::<R, _>(&mut *x);
                if row + L > x[0].len() {
                    return;
                }
                for j in 0..R {
                    if let Some(x) = x[j][row..row + L].first_chunk_mut() {
                        ring.store_values(x, v[j]);
                    }
                }
            }
        }));
    }
}

impl<const L: usize, P: Values<L> + Numbers<L>> Kernel<P::Float> for Stepped<L, P> {
    fn len(&self) -> usize {
        self.n1() * self.n2
    }

    fn scratch_len(&self) -> usize {
        scratch_len(self.n1(), self.n2, L)
    }

    /// Runs both steps; the scratch holds the groups of columns and the work space.
    fn enter(
        &self,
        input: Option<&[Complex<P::Float>]>,
        output: &mut [Complex<P::Float>],
        scratch: &mut [Complex<P::Float>],
        inverse: bool,
    ) {
        let (side, groups) = (self.side(), self.n2.div_ceil(L));
        let skip = scratch.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT / 8);
        let Some(scratch) = scratch.get_mut(skip..) else { return };
        let Some((y, work)) = scratch.as_chunks_mut::<L>().0.split_at_mut_checked(groups * side) else { return };
        let x = input.unwrap_or(output);
        let single = self.radices[2] == 1;
        let Some((work, room)) = work.split_at_mut_checked(if single { 0 } else { groups * self.n1() }) else {
            return;
        };
        let room = room.as_flattened_mut();
        if single {
            self.columns(x, y, room, inverse);
        } else {
            self.before(x, work, room, inverse);
            self.between(work);
            self.after(work, y);
        }
        self.rows(y, output, inverse);
    }
}
