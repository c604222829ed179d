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
//! So the partners of a vector are the first element of the one before it at the back and all but the first of the one beside
//! it, mirrored: one exchange in registers. The same is done to results, each of which waits for the next.
//!
//! Pairs that fill no vector are the last of a vector that overlaps the one before, read before anything is written.
//! `Z_0` is its own partner, and so is `Z_(h/2)`, where `v` is `-1/2`: a conjugate.
//!
//! Equals `real::sweep` within the rounding.

use super::{
    super::{
        complex::{Kernel, is_wide, lanes::join},
        packed::{ComplexLanes, Floats, Packed, Token},
    },
    factors::Factors,
    kernel::RealKernel,
};
use crate::{Result, rings::Real};
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
    factors: Factors<F::Float, L>,
    threads: usize,
    /// Whether the complex kernel goes on with vectors as they are.
    parts: bool,
}

impl<const L: usize, F: Floats<L>> Halves<L, F> {
    /// Over a complex kernel of length `h >= 2 L`, or 1.
    pub(super) fn new(f: F, inner: Box<dyn Kernel<F::Float>>, threads: usize) -> Result<Self> {
        let h = inner.len();
        let whole = h / 2 / L;
        let factors = Factors::new::<F>(h, whole)?;
        let scratch_len = inner.scratch_len();
        let parts = 2 * whole * L == h && inner.of_parts().is_some_and(|inner| *inner.order() == F::ORDER);
        Ok(Halves { f, inner, h, scratch_len, whole, factors, threads, parts })
    }

    /// A vector of pairs, lane by lane partners, to what belongs in the place of each.
    #[inline(always)]
    fn pair<const INVERSE: bool, const SCALED: bool>(
        &self,
        v: [F::V; 2],
        [x, y]: [[F::V; 2]; 2],
        [sums, differences]: [F::V; 2],
    ) -> [[F::V; 2]; 2] {
        let f = self.f;
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
        if INVERSE && !SCALED {
            let front = [f.mul_add(turned[0], differences, sum[0]), f.mul_add(turned[1], differences, sum[1])];
            let back = [f.neg_mul_add(turned[0], differences, sum[0]), f.mul_sub(turned[1], differences, sum[1])];
            return [front, back];
        }
        let front = [f.mul_add(sum[0], sums, turned[0]), f.mul_add(sum[1], sums, turned[1])];
        [front, [f.mul_sub(sum[0], sums, turned[0]), f.neg_mul_add(sum[1], sums, turned[1])]]
    }

    #[inline(always)]
    fn splat(&self, z: Complex<F::Float>) -> [F::V; 2] {
        [self.f.splat(z.re), self.f.splat(z.im)]
    }

    #[inline(always)]
    fn mirror(&self, v: [F::V; 2], before: [F::V; 2]) -> [F::V; 2] {
        [self.f.mirror(v[0], before[0]), self.f.mirror(v[1], before[1])]
    }

    /// Whole vectors of pairs, the first of them vector `first` of all; from `low` and `high` themselves where there is no source.
    ///
    /// `before` is the value behind the back, and `next` the result at its front.
    #[inline(always)]
    fn vectors<const INVERSE: bool, const SCALED: bool>(
        &self,
        first: usize,
        source: Option<Two<'_, F::Float>>,
        low: &mut [Complex<F::Float>],
        high: &mut [Complex<F::Float>],
        ends: [Complex<F::Float>; 2],
        by: [F::Float; 2],
        parts: bool,
    ) {
        let (f, ring) = (self.f, ComplexLanes(self.f));
        match &self.factors {
            Factors::Table(table) => self.vectors_by::<_, INVERSE, SCALED>(
                table.get(first..).unwrap_or_default(),
                #[inline(always)]
                |v| f.load_parts(v),
                source,
                [low, high],
                ends,
                by,
                parts,
            ),
            Factors::Product(firsts, lanes) => {
                let lanes = f.load_parts(lanes);
                self.vectors_by::<_, INVERSE, SCALED>(
                    firsts.get(first..).unwrap_or_default(),
                    #[inline(always)]
                    |&v| ring.mul(lanes, ring.splat(v)),
                    source,
                    [low, high],
                    ends,
                    by,
                    parts,
                );
            }
        }
    }

    #[inline(always)]
    fn vectors_by<E, const INVERSE: bool, const SCALED: bool>(
        &self,
        entries: &[E],
        factor: impl Fn(&E) -> [F::V; 2],
        source: Option<Two<'_, F::Float>>,
        [low, high]: [&mut [Complex<F::Float>]; 2],
        [before, next]: [Complex<F::Float>; 2],
        by: [F::Float; 2],
        parts: bool,
    ) {
        let f = self.f;
        let by = [f.splat(by[0]), f.splat(by[1])];
        let (lows, highs) = (low.as_chunks_mut::<L>().0, high.as_chunks_mut::<L>().0);
        let count = entries.len().min(lows.len()).min(highs.len());
        // Of one length, which the compiler sees.
        let (entries, lows, highs) = (&entries[..count], &mut lows[..count], &mut highs[..count]);
        let mut before = self.splat(before);
        let mut last = [f.constant(0.0); 2];
        macro_rules! each {
            ($i:ident, $x:expr, $y:expr, $store:ident) => {{
                for $i in 0..count {
                    let (x, y) = (f.load_pairs($x), f.load_pairs($y));
                    let [front, back] =
                        self.pair::<INVERSE, SCALED>(factor(&entries[$i]), [x, self.mirror(y, before)], by);
                    f.$store(&mut lows[$i], front);
                    if $i > 0 {
                        f.$store(&mut highs[count - $i], self.mirror(last, back));
                    }
                    (before, last) = (y, back);
                }
                if let Some(high) = highs.first_mut() {
                    f.$store(high, self.mirror(last, self.splat(next)));
                }
            }};
        }
        match source {
            None => each!(i, &lows[i], &highs[count - 1 - i], store_pairs),
            Some([front, back]) => {
                let (fronts, backs) = (front.as_chunks::<L>().0, back.as_chunks::<L>().0);
                if fronts.len() < count || backs.len() < count {
                    return;
                }
                let (fronts, backs) = (&fronts[..count], &backs[..count]);
                if const { INVERSE && is_wide::<L, F::Float>() } && parts {
                    each!(i, &fronts[i], &backs[count - 1 - i], store_parts);
                } else {
                    each!(i, &fronts[i], &backs[count - 1 - i], store_pairs);
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
        [before, next]: [Complex<F::Float>; 2],
        by: [F::Float; 2],
        threads: usize,
    ) {
        let f = self.f;
        let count = low.len() / L;
        if threads < 2 || count < 2 * SHARE {
            f.token().run(
                #[inline(always)]
                || self.vectors::<INVERSE, SCALED>(first, source, low, high, [before, next], by, false),
            );
            return;
        }
        let (half, at) = (threads / 2, count / 2 * L);
        // The pair whose back is the first element of this part's and whose front that of the other's.
        let [front, back] = source.unwrap_or([low, high]);
        let (inner, outer) = (front[at], back[back.len() - at]);
        let mut between = [inner; L];
        f.token().run(
            #[inline(always)]
            || {
                let by = [f.splat(by[0]), f.splat(by[1])];
                let pair = [self.splat(inner), self.splat(outer)];
                f.store_pairs(
                    &mut between,
                    self.pair::<INVERSE, SCALED>(self.factors.of(f, first + at / L), pair, by)[1],
                );
            },
        );
        let (low, low_rest) = low.split_at_mut(at);
        let (high_rest, high) = high.split_at_mut(high.len() - at);
        let (here, rest) = source.map(|[front, back]| split(front, back, at)).unzip();
        let (ends, ends_rest) = ([before, between[0]], [outer, next]);
        join(
            || self.shared::<INVERSE, SCALED>(first, here, low, high, ends, by, half),
            || self.shared::<INVERSE, SCALED>(first + at / L, rest, low_rest, high_rest, ends_rest, by, threads - half),
        );
    }

    /// All pairs, from `source` or where they are to be, of which the first is not what belongs there. `ends` are the partner of
    /// the first and, where vectors reach the middle, what belongs there.
    #[inline(always)]
    fn sweep<const INVERSE: bool, const SCALED: bool>(
        &self,
        source: Option<&[Complex<F::Float>]>,
        x: &mut [Complex<F::Float>],
        ends: [Complex<F::Float>; 2],
        by: [F::Float; 2],
        parts: bool,
    ) {
        let (f, h) = (self.f, self.h);
        let (len, pairs) = (self.whole * L, h.div_ceil(2));
        if self.whole == 0 {
            return;
        }
        // Before the sweep writes to their places.
        let mut last = None;
        if pairs > len {
            let x = source.unwrap_or(x);
            let (front, back) = (x[..pairs].last_chunk::<L>(), x[h + 1 - pairs..].first_chunk::<L>());
            if let (Some(front), Some(back)) = (front, back) {
                let by = [f.splat(by[0]), f.splat(by[1])];
                let back = f.load_pairs(back).map(
                    #[inline(always)]
                    |back| f.reverse(back),
                );
                last =
                    Some(self.pair::<INVERSE, SCALED>(self.factors.of(f, self.whole), [f.load_pairs(front), back], by));
            }
        }
        let source = source.map(|x| [&x[..len], &x[h - len..h]]);
        let (low, high) = x[..h].split_at_mut(h - len);
        let low = &mut low[..len];
        if !parts && self.threads > 1 && self.whole >= 2 * SHARE {
            self.shared::<INVERSE, SCALED>(0, source, low, high, ends, by, self.threads);
        } else {
            self.vectors::<INVERSE, SCALED>(0, source, low, high, ends, by, parts);
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
}

/// Values from the front and their partners from the back.
type Two<'a, T> = [&'a [Complex<T>]; 2];

/// `at` pairs, and the others.
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
            || {
                let by = factor.unwrap_or(F::Float::one());
                let (first, middle) = (values[0], values[h / 2]);
                let middle = Complex::new(middle.re * by, -(middle.im * by));
                let scales = [F::Float::from_f64(0.5) * by, by];
                match factor {
                    None => self.sweep::<false, false>(None, values, [first, middle], scales, false),
                    Some(_) => self.sweep::<false, true>(None, values, [first, middle], scales, false),
                }
                if h.is_multiple_of(2) {
                    values[h / 2] = middle;
                }
                values[0] = Complex::new((first.re + first.im) * by, F::Float::zero());
                values[h] = Complex::new((first.re - first.im) * by, F::Float::zero());
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
        let parts = of_parts.is_some();
        self.f.token().run(
            #[inline(always)]
            || {
                let by = factor.unwrap_or(F::Float::one());
                let (first, last, middle) = (values[0].re, values[h].re, values[h / 2]);
                let middle = Complex::new(middle.re * (by + by), -(middle.im * (by + by)));
                let last_end = Complex::new(last, F::Float::zero());
                let scales = [by, by + by];
                match factor {
                    None => self.sweep::<true, false>(Some(values), numbers, [last_end, middle], scales, parts),
                    Some(_) => self.sweep::<true, true>(Some(values), numbers, [last_end, middle], scales, parts),
                }
                // What the vectors wrote already is left: a store of one value would hold up the transform's loads of vectors.
                if h.is_multiple_of(2) && 2 * self.whole * L != h {
                    numbers[h / 2] = middle;
                }
                if self.whole == 0 || values[0].im != F::Float::zero() {
                    numbers[0] = Complex::new((first + last) * by, (first - last) * by);
                }
            },
        );
        match of_parts {
            Some(inner) => inner.invert(numbers, scratch),
            None => self.inner.run(numbers, scratch, true),
        }
    }
}
