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
//! One sweep, in place, from both ends to the middle: `L` values from the front and their partners from the back. Both are
//! read and written in whole vectors from the ends on, although `k` runs from 0 and `h - k` from `h`:
//!
//! ```text
//! front   k =      0       1  ...      L - 1     |     L  ...
//! back    h - k =  h  |  h - 1  ...  h - L + 1      h - L  |  ...
//! ```
//! So the partners of a vector are mirrored: the first element of the previous vector at the back, and all but the
//! first of its counterpart: one permutation in registers. Results are permuted in the same way, so each waits for the
//! next.
//!
//! The remaining pairs are the last ones of a vector that overlaps the previous one; it is read before anything is
//! written. `Z_0` is its own partner, and so is `Z_(h/2)`, where `v` is `-1/2`: a conjugate.
//!
//! Equals `real::sweep` within the rounding.

use super::{
    super::{
        complex::{Kernel, is_wide},
        packed::{ComplexLanes, Floats, Packed, Token},
    },
    factors::Factors,
    kernel::RealKernel,
};
use crate::{Result, rings::Real, threads::join};
use alloc::boxed::Box;
use num_complex::Complex;
use num_traits::{One, Zero};

/// Fewer vectors of pairs than this are not worth a second thread.
const SHARE: usize = 1 << 11;

/// A real transform through a complex one of half the length.
pub(super) struct Halves<const L: usize, F: Floats<L>> {
    f: F,
    inner: Box<dyn Kernel<F::Float>>,
    h: usize,
    scratch_len: usize,
    /// Whole vectors of pairs.
    whole: usize,
    factors: Factors<F::Float, L, 1>,
    threads: usize,
    /// `true` if the complex kernel accepts vectors of parts.
    parts: bool,
}

impl<const L: usize, F: Floats<L>> Halves<L, F> {
    /// Creates the transform over a complex kernel of length `h >= 2 L`, or 1.
    pub(super) fn new(f: F, inner: Box<dyn Kernel<F::Float>>, threads: usize) -> Result<Self> {
        let h = inner.len();
        let whole = h / 2 / L;
        let half = F::Float::from_f64(0.5);
        // -(i/2) (re + i im)
        let turned = |w: Complex<F::Float>| Complex::new(w.im * half, -(w.re * half));
        let factors = Factors::new::<F>(2 * h, (h.div_ceil(2), 1), turned)?;
        let scratch_len = inner.scratch_len();
        let parts = 2 * whole * L == h && inner.of_parts().is_some_and(|inner| *inner.order() == F::ORDER);
        Ok(Halves { f, inner, h, scratch_len, whole, factors, threads, parts })
    }

    /// Maps a vector of pairs, with partners lane by lane, to the results for the place of each.
    #[inline(always)]
    fn pair(&self, v: [F::V; 2], [x, y]: [[F::V; 2]; 2], by: &By<F::V>) -> [[F::V; 2]; 2] {
        let f = self.f;
        let v = if by.plain { v } else { [f.mul(v[0], by.factors[0]), f.mul(v[1], by.factors[1])] };
        let sum = [f.add(x[0], y[0]), f.sub(x[1], y[1])];
        let turned = ComplexLanes(f).mul([f.sub(x[0], y[0]), f.add(x[1], y[1])], v);
        let front = [f.mul_add(sum[0], by.sums, turned[0]), f.mul_add(sum[1], by.sums, turned[1])];
        [front, [f.mul_sub(sum[0], by.sums, turned[0]), f.neg_mul_add(sum[1], by.sums, turned[1])]]
    }

    /// Returns the multipliers of sums and factors, in registers.
    #[inline(always)]
    fn by(&self, [sums, differences]: [F::Float; 2], way: Way) -> By<F::V> {
        let f = self.f;
        let differences = f.splat(differences);
        let factors = [differences, if way.inverse { f.neg(differences) } else { differences }];
        By { sums: f.splat(sums), factors, plain: way.plain }
    }

    #[inline(always)]
    fn splat(&self, z: Complex<F::Float>) -> [F::V; 2] {
        [self.f.splat(z.re), self.f.splat(z.im)]
    }

    #[inline(always)]
    fn mirror(&self, v: [F::V; 2], before: [F::V; 2]) -> [F::V; 2] {
        [self.f.mirror(v[0], before[0]), self.f.mirror(v[1], before[1])]
    }

    /// Transforms whole vectors of pairs, the first of them vector `first` of all; from `low` and `high` themselves if there is
    /// no source.
    ///
    /// `before` is the value after the back, and `next` the result at its front.
    #[inline(always)]
    fn vectors<const ANY: bool>(
        &self,
        first: usize,
        source: Option<Two<'_, F::Float>>,
        low: &mut [Complex<F::Float>],
        high: &mut [Complex<F::Float>],
        [before, next]: [Complex<F::Float>; 2],
        by: [F::Float; 2],
        way: Way,
    ) {
        let (f, ring) = (self.f, ComplexLanes(self.f));
        let (lows, highs) = (low.as_chunks_mut::<L>().0, high.as_chunks_mut::<L>().0);
        let count = (self.whole - first).min(lows.len()).min(highs.len());
        // Of one length, which the compiler sees.
        let (lows, highs) = (&mut lows[..count], &mut highs[..count]);
        // Without `ANY` the sweep is that of a transform without a factor: in place, and results are pairs. Both are
        // compile-time constants then.
        let (source, parts) = (if ANY { source } else { None }, ANY && way.parts);
        let source = source.map(
            #[inline(always)]
            |[front, back]| (&front.as_chunks::<L>().0[..count], &back.as_chunks::<L>().0[..count]),
        );
        let by = &self.by(by, if ANY { way } else { Way::PLAIN });
        let mut before = self.splat(before);
        let mut last = [f.constant(0.0); 2];
        let (table, firsts, lanes) = match &self.factors {
            Factors::Table(table) => (&table[first..], &[][..], last),
            Factors::Product(firsts, [lanes]) => (&[][..], &firsts[first..], f.load_parts(lanes)),
        };
        for i in 0..count {
            let v = match (table.get(i), firsts.get(i)) {
                (Some(v), _) => f.load_parts(v),
                (None, Some([v])) => ring.mul(lanes, ring.splat(v)),
                _ => break,
            };
            let x = f.load_pairs(if let Some((fronts, _)) = source { &fronts[i] } else { &lows[i] });
            let y =
                f.load_pairs(if let Some((_, backs)) = source { &backs[count - 1 - i] } else { &highs[count - 1 - i] });
            let [front, back] = self.pair(v, [x, self.mirror(y, before)], by);
            self.put(&mut lows[i], front, parts);
            if i > 0 {
                self.put(&mut highs[count - i], self.mirror(last, back), parts);
            }
            (before, last) = (y, back);
        }
        if let Some(high) = highs.first_mut() {
            self.put(high, self.mirror(last, self.splat(next)), parts);
        }
    }

    /// Stores a vector as pairs or as parts.
    #[inline(always)]
    fn put(&self, x: &mut [Complex<F::Float>; L], v: [F::V; 2], parts: bool) {
        if const { is_wide::<L, F::Float>() } && parts { self.f.store_parts(x, v) } else { self.f.store_pairs(x, v) }
    }

    /// Runs [`vectors`](Self::vectors), halved until each thread has its part.
    fn shared(
        &self,
        first: usize,
        source: Option<Two<'_, F::Float>>,
        low: &mut [Complex<F::Float>],
        high: &mut [Complex<F::Float>],
        [before, next]: [Complex<F::Float>; 2],
        by: [F::Float; 2],
        (way, threads): (Way, usize),
    ) {
        let f = self.f;
        let count = low.len() / L;
        if threads < 2 || count < 2 * SHARE {
            return f.token().run(
                #[inline(always)]
                move || self.vectors::<true>(first, source, low, high, [before, next], by, way),
            );
        }
        let (half, at) = (threads / 2, count / 2 * L);
        // The pair whose back is the first element of this part's and whose front that of the other's.
        let [front, back] = source.unwrap_or([low, high]);
        let (inner, outer) = (front[at], back[back.len() - at]);
        let mut between = [inner; L];
        f.token().run(
            #[inline(always)]
            || {
                let pair = [self.splat(inner), self.splat(outer)];
                let v = self.factors.of::<0, F>(f, first + at / L);
                f.store_pairs(&mut between, self.pair(v, pair, &self.by(by, way))[1]);
            },
        );
        let (low, low_rest) = low.split_at_mut(at);
        let (high_rest, high) = high.split_at_mut(high.len() - at);
        let (here, rest) = source.map(|[front, back]| split(front, back, at)).unzip();
        let (ends, ends_rest) = ([before, between[0]], [outer, next]);
        join(
            || self.shared(first, here, low, high, ends, by, (way, half)),
            || self.shared(first + at / L, rest, low_rest, high_rest, ends_rest, by, (way, threads - half)),
        );
    }

    /// Transforms all pairs, from `source` or in place. The result at the place of the first pair is not valid. `ends` are the
    /// partner of the first and, if vectors reach the middle, the result there.
    #[inline(always)]
    fn sweep<const ANY: bool>(
        &self,
        source: Option<&[Complex<F::Float>]>,
        x: &mut [Complex<F::Float>],
        ends: [Complex<F::Float>; 2],
        by: [F::Float; 2],
        way: Way,
    ) {
        let (f, h) = (self.f, self.h);
        let (len, pairs) = (self.whole * L, h.div_ceil(2));
        if self.whole == 0 {
            return;
        }
        // Before the sweep writes to their places.
        let (mut last, by_lanes) = (None, &self.by(by, way));
        if pairs > len {
            let x = source.unwrap_or(x);
            let (front, back) = (x[..pairs].last_chunk::<L>(), x[h + 1 - pairs..].first_chunk::<L>());
            if let (Some(front), Some(back)) = (front, back) {
                let (x, y) = (f.load_pairs(front), f.load_pairs(back));
                let pair = [x, [f.reverse(y[0]), f.reverse(y[1])]];
                let v = self.factors.of::<0, F>(f, self.whole);
                last = Some(self.pair(v, pair, by_lanes));
            }
        }
        let source = source.map(
            #[inline(always)]
            |x| [&x[..len], &x[h - len..h]],
        );
        let (low, high) = x[..h].split_at_mut(h - len);
        let low = &mut low[..len];
        if way.parts || self.threads < 2 || self.whole < 2 * SHARE {
            self.vectors::<ANY>(0, source, low, high, ends, by, way);
        } else {
            self.shared(0, source, low, high, ends, by, (way, self.threads));
        }
        if let Some([front, back]) = last {
            if let Some(low) = x[..pairs].last_chunk_mut() {
                f.store_pairs(low, front);
            }
            if let Some(high) = x[h + 1 - pairs..].first_chunk_mut() {
                f.store_pairs(high, [f.reverse(back[0]), f.reverse(back[1])]);
            }
        }
    }

    /// Computes from the values the input of the inverse complex transform, whose result is `n` times the numbers,
    /// times `by`.
    #[inline(always)]
    fn start(&self, values: &[Complex<F::Float>], numbers: &mut [Complex<F::Float>], by: F::Float, parts: bool) {
        let h = self.h;
        let (first, last, middle) = (values[0].re, values[h].re, values[h / 2]);
        let middle = Complex::new(middle.re * (by + by), -(middle.im * (by + by)));
        let last_end = Complex::new(last, F::Float::zero());
        let way = Way { inverse: true, plain: false, parts };
        self.sweep::<true>(Some(values), numbers, [last_end, middle], [by, by + by], way);
        // Results that the vectors wrote already are left: a store of one value would delay the transform's loads of vectors.
        if h.is_multiple_of(2) && 2 * self.whole * L != h {
            numbers[h / 2] = middle;
        }
        if self.whole == 0 || values[0].im != F::Float::zero() {
            numbers[0] = Complex::new((first + last) * by, (first - last) * by);
        }
    }

    /// Computes the values from the transform of pairs, which `values` begins with; times `by` where there is `ANY` factor.
    #[inline(always)]
    fn finish<const ANY: bool>(&self, values: &mut [Complex<F::Float>], by: F::Float) {
        let h = self.h;
        let (first, middle) = (values[0], values[h / 2]);
        let middle = Complex::new(middle.re * by, -(middle.im * by));
        let way = Way { plain: !ANY, ..Way::PLAIN };
        self.sweep::<ANY>(None, values, [first, middle], [F::Float::from_f64(0.5) * by, by], way);
        if h.is_multiple_of(2) {
            values[h / 2] = middle;
        }
        values[0] = Complex::new((first.re + first.im) * by, F::Float::zero());
        values[h] = Complex::new((first.re - first.im) * by, F::Float::zero());
    }
}

/// Direction, factors and output of a sweep.
#[derive(Clone, Copy)]
struct Way {
    inverse: bool,
    /// Forward and unscaled: factors are used unchanged.
    plain: bool,
    /// True where results stay vectors of real and of imaginary parts.
    parts: bool,
}

impl Way {
    /// Forward without a factor.
    const PLAIN: Self = Way { inverse: false, plain: true, parts: false };
}

/// Multipliers in registers.
struct By<V> {
    sums: V,
    /// The real and the imaginary parts of the factors; conjugated for the inverse.
    factors: [V; 2],
    plain: bool,
}

/// Values from the front and their partners from the back.
type Two<'a, T> = [&'a [Complex<T>]; 2];

/// Splits off `at` pairs from the others.
fn split<'a, T>(front: &'a [Complex<T>], back: &'a [Complex<T>], at: usize) -> (Two<'a, T>, Two<'a, T>) {
    let ((front, front_rest), (back_rest, back)) = (front.split_at(at), back.split_at(back.len() - at));
    ([front, back], [front_rest, back_rest])
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
        let h = self.h;
        if values.len() != h + 1 || numbers.len() != h {
            return;
        }
        self.inner.run_into(numbers, &mut values[..h], scratch, false);
        self.f.token().run(
            #[inline(always)]
            move || match factor {
                None => self.finish::<false>(values, F::Float::one()),
                Some(by) => self.finish::<true>(values, by),
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
        let h = self.h;
        if values.len() != h + 1 || numbers.len() != h {
            return;
        }
        // Nothing is written between the vectors where `X_0` is real.
        let of_parts = if self.parts && values[0].im == F::Float::zero() { self.inner.of_parts() } else { None };
        let (by, parts) = (factor.unwrap_or(F::Float::one()), of_parts.is_some());
        let x = &mut *numbers;
        self.f.token().run(
            #[inline(always)]
            move || self.start(values, x, by, parts),
        );
        match of_parts {
            Some(inner) => inner.invert(numbers, scratch),
            None => self.inner.run(numbers, scratch, true),
        }
    }
}
