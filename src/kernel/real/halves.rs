//! The sweep between a complex transform of half the length and the values of a real sequence, in vectors.
//!
//! Notation: `n = 2h`, `w = exp(-2 pi i/n)`, `z_j = x_2j + i x_(2j+1)`, `Z` the transform of `z`, `v_k = -(i/2) w^k`.
//!
//! # Idea
//! ```text
//! X_k     =      (Z_k + Z*_(h-k))/2 + v_k (Z_k - Z*_(h-k))
//! X_(h-k) = conj((Z_k + Z*_(h-k))/2 - v_k (Z_k - Z*_(h-k)))
//!
//! back, n times the sequence:
//! z_k     =      (X_k + X*_(h-k)) + 2 v*_k (X_k - X*_(h-k))
//! z_(h-k) = conj((X_k + X*_(h-k)) - 2 v*_k (X_k - X*_(h-k)))
//! ```
//! `L` values `k, k + 1, ...` come from the front and their partners from the back, whose lanes are turned round in registers:
//! one sweep, in place, from both ends to the middle. The last `L` pairs may be some of those before them again; they are
//! read before anything is written. `Z_(h/2)` is its own partner, and `v` is `-1/2` there: a conjugate.
//!
//! Equals `real::sweep` within the rounding.

use super::{
    super::{
        complex::{Kernel, Twiddles, block, reserve},
        packed::{ComplexLanes, Floats, Packed, Token},
    },
    RealKernel, pairs,
};
use crate::{Result, rings::Real};
use alloc::{boxed::Box, vec::Vec};
use num_complex::Complex;
use num_traits::{One, Zero};

/// Fewer vectors of pairs than this are not worth a second thread.
const SHARE: usize = 1 << 11;

/// Pairs up to which there is a factor for each in memory.
const TABLE: usize = 1 << 13;

/// Complex numbers in the tables for so many pairs, at most: short vectors serve short tables only.
pub(super) fn table_len(pairs: usize) -> usize {
    // A vector more for the pairs that are left over, one for the lanes.
    if pairs <= TABLE { pairs + 32 } else { pairs / 8 + 32 }
}

/// The factors `v_k`.
enum Factors<T, const L: usize> {
    /// One for each pair.
    Table(Vec<[Complex<T>; L]>),
    /// Of the first of each `L` pairs, times those of the lanes.
    Product(Vec<[T; 2]>, [Complex<T>; L]),
}

/// A real transform through a complex one of half the length.
pub(super) struct Halves<const L: usize, F: Floats<L>> {
    f: F,
    inner: Box<dyn Kernel<F::Float>>,
    h: usize,
    scratch_len: usize,
    /// Pairs besides the ends and the middle: none or at least `L`.
    pairs: usize,
    factors: Factors<F::Float, L>,
    threads: usize,
}

impl<const L: usize, F: Floats<L>> Halves<L, F> {
    /// Over a complex kernel of length `h`, where there are no pairs or at least `L`.
    pub(super) fn new(f: F, inner: Box<dyn Kernel<F::Float>>, threads: usize) -> Result<Self> {
        let h = inner.len();
        let pairs = pairs(h);
        let blocks = pairs.div_ceil(L);
        let first = |b: usize| 1 + (b * L).min(pairs.saturating_sub(L));
        let what = "the factors of a real transform";
        let half = F::Float::from_f64(0.5);
        // -(i/2) (re + i im)
        let turned = |w: Complex<F::Float>| Complex::new(w.im * half, -(w.re * half));
        let factors = if pairs <= TABLE || L == 1 {
            let twiddles = Twiddles::new(2 * h, pairs);
            let mut table = reserve(what, blocks)?;
            for b in 0..blocks {
                table.push(block(F::ORDER.map(|lane| turned(twiddles.power(first(b) + lane)))));
            }
            Factors::Table(table)
        } else {
            let twiddles = Twiddles::new(2 * h, blocks);
            let mut firsts = reserve(what, blocks)?;
            for b in 0..blocks {
                let w = turned(twiddles.power(first(b)));
                firsts.push([w.re, w.im]);
            }
            Factors::Product(firsts, block(F::ORDER.map(|lane| twiddles.power(lane))))
        };
        let scratch_len = inner.scratch_len();
        Ok(Halves { f, inner, h, scratch_len, pairs, factors, threads })
    }

    /// The factors of a vector of pairs.
    #[inline(always)]
    fn factor(&self, b: usize) -> [F::V; 2] {
        let (f, ring) = (self.f, ComplexLanes(self.f));
        match &self.factors {
            Factors::Table(table) => f.load_parts(&table[b]),
            Factors::Product(firsts, lanes) => ring.mul(f.load_parts(lanes), ring.splat(firsts[b])),
        }
    }

    /// A vector of pairs: values from the front and from the back, lane by lane partners, to what belongs there.
    #[inline(always)]
    fn pair<const INVERSE: bool, const SCALED: bool>(
        &self,
        b: usize,
        x: &[Complex<F::Float>; L],
        y: &[Complex<F::Float>; L],
        [sums, differences]: [F::V; 2],
    ) -> [[F::V; 2]; 2] {
        let (f, v) = (self.f, self.factor(b));
        let (x, y) = (f.load_pairs(x), f.load_pairs(y).map(
            #[inline(always)]
            |y| f.reverse(y),
        ));
        let sum = [f.add(x[0], y[0]), f.sub(x[1], y[1])];
        let mut d = [f.sub(x[0], y[0]), f.add(x[1], y[1])];
        if SCALED {
            d = [f.mul(d[0], differences), f.mul(d[1], differences)];
        }
        let turned = if INVERSE {
            [f.mul_add(d[1], v[1], f.mul(d[0], v[0])), f.neg_mul_add(d[0], v[1], f.mul(d[1], v[0]))]
        } else {
            [f.neg_mul_add(d[1], v[1], f.mul(d[0], v[0])), f.mul_add(d[0], v[1], f.mul(d[1], v[0]))]
        };
        let front = [f.mul_add(sum[0], sums, turned[0]), f.mul_add(sum[1], sums, turned[1])];
        let back = [f.mul_sub(sum[0], sums, turned[0]), f.neg_mul_add(sum[1], sums, turned[1])];
        [front, [f.reverse(back[0]), f.reverse(back[1])]]
    }

    /// Whole vectors of pairs, the first of them vector `first` of all; from `low` and `high` themselves where there is no source.
    #[inline(always)]
    fn vectors<const INVERSE: bool, const SCALED: bool>(
        &self,
        first: usize,
        source: Option<Two<'_, F::Float>>,
        low: &mut [Complex<F::Float>],
        high: &mut [Complex<F::Float>],
        by: [F::Float; 2],
    ) {
        let f = self.f;
        let by = [f.splat(by[0]), f.splat(by[1])];
        let (low, high) = (low.as_chunks_mut::<L>().0, high.as_rchunks_mut::<L>().1);
        let outs = low.iter_mut().zip(high.iter_mut().rev()).enumerate();
        match source {
            None => {
                for (i, (x, y)) in outs {
                    let [front, back] = self.pair::<INVERSE, SCALED>(first + i, x, y, by);
                    f.store_pairs(x, front);
                    f.store_pairs(y, back);
                }
            }
            Some([front, back]) => {
                let ins = front.as_chunks::<L>().0.iter().zip(back.as_rchunks::<L>().1.iter().rev());
                for ((i, (x, y)), (front, back)) in outs.zip(ins) {
                    let [front, back] = self.pair::<INVERSE, SCALED>(first + i, front, back, by);
                    f.store_pairs(x, front);
                    f.store_pairs(y, back);
                }
            }
        }
    }

    /// [`vectors`](Self::vectors), halved until a thread has its part.
    fn shared<const INVERSE: bool, const SCALED: bool>(
        &self,
        first: usize,
        source: Option<Two<'_, F::Float>>,
        low: &mut [Complex<F::Float>],
        high: &mut [Complex<F::Float>],
        by: [F::Float; 2],
        threads: usize,
    ) {
        let count = low.len() / L;
        if threads < 2 || count < 2 * SHARE {
            self.f.token().run(
                #[inline(always)]
                || self.vectors::<INVERSE, SCALED>(first, source, low, high, by),
            );
            return;
        }
        let (half, at) = (threads / 2, count / 2 * L);
        let (low, low_rest) = low.split_at_mut(at);
        let (high_rest, high) = high.split_at_mut(high.len() - at);
        let (here, rest) = source.map(|[front, back]| split(front, back, at)).unzip();
        join(
            || self.shared::<INVERSE, SCALED>(first, here, low, high, by, half),
            || self.shared::<INVERSE, SCALED>(first + at / L, rest, low_rest, high_rest, by, threads - half),
        );
    }

    /// All pairs besides the ends and the middle, from `source` or where they are to be.
    #[inline(always)]
    fn sweep<const INVERSE: bool, const SCALED: bool>(
        &self,
        source: Option<Two<'_, F::Float>>,
        low: &mut [Complex<F::Float>],
        high: &mut [Complex<F::Float>],
        by: [F::Float; 2],
    ) {
        if self.pairs == 0 {
            return;
        }
        let f = self.f;
        let left = !self.pairs.is_multiple_of(L);
        // Before the sweep writes to their places.
        let last = |f: F| {
            let [front, back] = source.unwrap_or([low, high]);
            let (Some(front), Some(back)) = (front.last_chunk::<L>(), back.first_chunk::<L>()) else { return None };
            let by = [f.splat(by[0]), f.splat(by[1])];
            Some(self.pair::<INVERSE, SCALED>(self.pairs / L, front, back, by))
        };
        let last = if left { last(f) } else { None };
        if self.threads > 1 && self.pairs / L >= 2 * SHARE {
            self.shared::<INVERSE, SCALED>(0, source, low, high, by, self.threads);
        } else {
            self.vectors::<INVERSE, SCALED>(0, source, low, high, by);
        }
        if let (Some([front, back]), Some(low), Some(high)) = (last, low.last_chunk_mut(), high.first_chunk_mut()) {
            f.store_pairs(low, front);
            f.store_pairs(high, back);
        }
    }
}

/// Values from the front and their partners from the back.
type Two<'a, T> = [&'a [Complex<T>]; 2];

/// `at` pairs, and the others.
fn split<'a, T>(front: &'a [Complex<T>], back: &'a [Complex<T>], at: usize) -> (Two<'a, T>, Two<'a, T>) {
    let ((front, front_rest), (back_rest, back)) = (front.split_at(at), back.split_at(back.len() - at));
    ([front, back], [front_rest, back_rest])
}

#[cfg(feature = "parallel")]
use rayon::join;

#[cfg(not(feature = "parallel"))]
fn join(a: impl FnOnce(), b: impl FnOnce()) {
    a();
    b();
}

impl<const L: usize, F: Floats<L>> RealKernel<F::Float> for Halves<L, F> {
    fn scratch_len(&self) -> usize {
        self.scratch_len
    }

    fn forward(
        &self,
        numbers: &[Complex<F::Float>],
        values: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        factor: Option<F::Float>,
    ) {
        let (h, pairs) = (self.h, self.pairs);
        if values.len() != h + 1 || numbers.len() != h {
            return;
        }
        self.inner.run_into(numbers, &mut values[..h], scratch, false);
        self.f.token().run(
            #[inline(always)]
            || {
                let by = factor.unwrap_or(F::Float::one());
                let first = values[0];
                values[0] = Complex::new((first.re + first.im) * by, F::Float::zero());
                values[h] = Complex::new((first.re - first.im) * by, F::Float::zero());
                if h.is_multiple_of(2) {
                    let middle = values[h / 2];
                    values[h / 2] = Complex::new(middle.re * by, -(middle.im * by));
                }
                let (low, high) = values[1..h].split_at_mut(h - 1 - pairs);
                let (low, scales) = (&mut low[..pairs], [F::Float::from_f64(0.5) * by, by]);
                match factor {
                    None => self.sweep::<false, false>(None, low, high, scales),
                    Some(_) => self.sweep::<false, true>(None, low, high, scales),
                }
            },
        );
    }

    fn inverse(
        &self,
        values: &[Complex<F::Float>],
        numbers: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        factor: Option<F::Float>,
    ) {
        let (h, pairs) = (self.h, self.pairs);
        if values.len() != h + 1 || numbers.len() != h {
            return;
        }
        self.f.token().run(
            #[inline(always)]
            || {
                let by = factor.unwrap_or(F::Float::one());
                let (first, last) = (values[0].re, values[h].re);
                numbers[0] = Complex::new((first + last) * by, (first - last) * by);
                if h.is_multiple_of(2) {
                    let middle = values[h / 2];
                    numbers[h / 2] = Complex::new(middle.re * (by + by), -(middle.im * (by + by)));
                }
                let source = [&values[1..1 + pairs], &values[h - pairs..h]];
                let (low, high) = numbers[1..h].split_at_mut(h - 1 - pairs);
                self.sweep::<true, true>(Some(source), &mut low[..pairs], high, [by, by + by]);
            },
        );
        self.inner.run(numbers, scratch, true);
    }
}
