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
//! next. Of doubles with AVX2, two a vector with the parts side by side, the permutation is the choice of one half ([`Ends`]).
//!
//! The remaining pairs are the last ones of a vector that overlaps the previous one; it is read before anything is
//! written. `Z_0` is its own partner, and so is `Z_(h/2)`, where `v` is `-1/2`: a conjugate.
//!
//! Equals `real::sweep` within the rounding.

use super::{
    super::{
        complex::{Kernel, is_wide},
        memory::reserve,
        packed::Token,
    },
    ends::Ends,
    factors::Factors,
    kernel::RealKernel,
};
use crate::{Result, lists::enumerate, rings::Real, threads::join};
use alloc::boxed::Box;
use num_complex::Complex;
use num_traits::{One, Zero};

/// Fewer vectors of pairs than this are not worth a second thread.
const SHARE: usize = 1 << 11;

/// A real transform through a complex one of half the length.
pub(super) struct Halves<const L: usize, const G: usize, P: Ends<L>> {
    ring: P,
    inner: Box<dyn Kernel<P::Float>>,
    h: usize,
    scratch_len: usize,
    /// Whole vectors of pairs.
    whole: usize,
    factors: Factors<P::Float, L, 1, G>,
    threads: usize,
    /// `true` if the complex kernel accepts vectors of parts.
    parts: bool,
}

impl<const L: usize, const G: usize, P: Ends<L>> Halves<L, G, P> {
    /// Creates the transform over a complex kernel of length `h >= 2 L`, or 1.
    pub(super) fn new(ring: P, inner: Box<dyn Kernel<P::Float>>, threads: usize) -> Result<Self> {
        let h = inner.len();
        let whole = h / 2 / L;
        let half = P::Float::from_f64(0.5);
        // -(i/2) (re + i im)
        let turned = |w: Complex<P::Float>| Complex::new(w.im * half, -(w.re * half));
        // Groups of whole vectors, then the vector that overlaps the last one.
        let (groups, pairs) = (whole.div_ceil(G), h.div_ceil(2));
        let mut starts = reserve("the factors of a real transform", groups + 1)?;
        starts.extend((0..groups).map(|group| group * G * L));
        if pairs > whole * L {
            starts.push(pairs.saturating_sub(L));
        }
        let factors = Factors::new::<P>(2 * h, pairs, &starts, turned)?;
        let scratch_len = inner.scratch_len();
        let parts = 2 * whole * L == h && inner.of_parts().is_some_and(|inner| *inner.order() == P::ORDER);
        Ok(Halves { ring, inner, h, scratch_len, whole, factors, threads, parts })
    }

    /// Transforms whole vectors of pairs, the first of them vector `first` of all; from `low` and `high` themselves if there is
    /// no source.
    ///
    /// `before` is the value after the back, and `next` the result at its front.
    #[inline(always)]
    fn vectors<const ANY: bool>(
        &self,
        first: usize,
        source: Option<Two<'_, P::Float>>,
        low: &mut [Complex<P::Float>],
        high: &mut [Complex<P::Float>],
        [before, next]: [Complex<P::Float>; 2],
        by: [P::Float; 2],
        way: Way,
    ) {
        let ring = self.ring;
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
        let way = if ANY { way } else { Way::PLAIN };
        let before = ring.broadcast(before);
        let mut sweep = Sweep { ring, lows, highs, source, by: ring.by(by, way.inverse), way, before, last: before };
        match &self.factors {
            Factors::Table(table) => {
                for (i, w) in enumerate(&table[first..][..count]) {
                    sweep.turn(i, ring.load_work(w), parts);
                }
            }
            Factors::Product(firsts, places) => {
                for (group, [w]) in enumerate(&firsts[first / G..]) {
                    let w = ring.splat(w);
                    for i in group * G..count.min((group + 1) * G) {
                        sweep.turn(i, ring.mul(ring.load_work(&places[i % G][0]), w), parts);
                    }
                }
            }
        }
        if let Some(high) = sweep.highs.first_mut() {
            put(ring, high, ring.mirror(sweep.last, ring.broadcast(next)), parts);
        }
    }

    /// Runs [`vectors`](Self::vectors), halved until each thread has its part.
    fn shared(
        &self,
        first: usize,
        source: Option<Two<'_, P::Float>>,
        low: &mut [Complex<P::Float>],
        high: &mut [Complex<P::Float>],
        [before, next]: [Complex<P::Float>; 2],
        by: [P::Float; 2],
        (way, threads): (Way, usize),
    ) {
        let ring = self.ring;
        let count = low.len() / L;
        if threads < 2 || count < 2 * SHARE {
            return ring.token().run(
                #[inline(always)]
                move || self.vectors::<true>(first, source, low, high, [before, next], by, way),
            );
        }
        let (half, at) = (threads / 2, count / 2 / G * G * L);
        // The pair whose back is the first element of this part's and whose front that of the other's.
        let [front, back] = source.unwrap_or([low, high]);
        let (inner, outer) = (front[at], back[back.len() - at]);
        let mut between = [inner; L];
        ring.token().run(
            #[inline(always)]
            || {
                let pair = [ring.broadcast(inner), ring.broadcast(outer)];
                let w = self.factors.of::<0, P>(ring, first + at / L);
                ring.store_values(&mut between, ring.pair(w, pair, &ring.by(by, way.inverse), way.plain)[1]);
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
        source: Option<&[Complex<P::Float>]>,
        x: &mut [Complex<P::Float>],
        ends: [Complex<P::Float>; 2],
        by: [P::Float; 2],
        way: Way,
    ) {
        let (ring, h) = (self.ring, self.h);
        let (len, pairs) = (self.whole * L, h.div_ceil(2));
        if self.whole == 0 {
            return;
        }
        // Before the sweep writes to their places.
        let (mut last, by_lanes) = (None, &ring.by(by, way.inverse));
        if pairs > len {
            let x = source.unwrap_or(x);
            let (front, back) = (x[..pairs].last_chunk::<L>(), x[h + 1 - pairs..].first_chunk::<L>());
            if let (Some(front), Some(back)) = (front, back) {
                let pair = [ring.load_values(front), ring.reverse(ring.load_values(back))];
                let w = self.factors.of::<0, P>(ring, self.whole.next_multiple_of(G));
                last = Some(ring.pair(w, pair, by_lanes, way.plain));
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
                ring.store_values(low, front);
            }
            if let Some(high) = x[h + 1 - pairs..].first_chunk_mut() {
                ring.store_values(high, ring.reverse(back));
            }
        }
    }

    /// Computes from the values the input of the inverse complex transform, whose result is `n` times the numbers,
    /// times `by`.
    #[inline(always)]
    fn start(&self, values: &[Complex<P::Float>], numbers: &mut [Complex<P::Float>], by: P::Float, parts: bool) {
        let h = self.h;
        let (first, last, middle) = (values[0].re, values[h].re, values[h / 2]);
        let middle = Complex::new(middle.re * (by + by), -(middle.im * (by + by)));
        let last_end = Complex::new(last, P::Float::zero());
        let way = Way { inverse: true, plain: false, parts };
        self.sweep::<true>(Some(values), numbers, [last_end, middle], [by, by + by], way);
        // Results that the vectors wrote already are left: a store of one value would delay the transform's loads of vectors.
        if h.is_multiple_of(2) && 2 * self.whole * L != h {
            numbers[h / 2] = middle;
        }
        if self.whole == 0 || values[0].im != P::Float::zero() {
            numbers[0] = Complex::new((first + last) * by, (first - last) * by);
        }
    }

    /// Computes the values from the transform of pairs, which `values` begins with; times `by` where there is `ANY` factor.
    #[inline(always)]
    fn finish<const ANY: bool>(&self, values: &mut [Complex<P::Float>], by: P::Float) {
        let h = self.h;
        let (first, middle) = (values[0], values[h / 2]);
        let middle = Complex::new(middle.re * by, -(middle.im * by));
        let way = Way { plain: !ANY, ..Way::PLAIN };
        self.sweep::<ANY>(None, values, [first, middle], [P::Float::from_f64(0.5) * by, by], way);
        if h.is_multiple_of(2) {
            values[h / 2] = middle;
        }
        values[0] = Complex::new((first.re + first.im) * by, P::Float::zero());
        values[h] = Complex::new((first.re - first.im) * by, P::Float::zero());
    }
}

/// Stores a vector as pairs or as parts.
#[inline(always)]
fn put<const L: usize, P: Ends<L>>(ring: P, x: &mut [Complex<P::Float>; L], v: P::Vec, parts: bool) {
    if const { is_wide::<L, P::Float>() } && parts {
        ring.store_work(x, v);
    } else {
        ring.store_values(x, v);
    }
}

/// A vector in memory.
type Block<T, const L: usize> = [Complex<T>; L];

/// Blocks from the front and from the back.
type Blocks<'a, T, const L: usize> = (&'a [Block<T, L>], &'a [Block<T, L>]);

/// Vectors from the front, with their partners, one after the other.
struct Sweep<'a, const L: usize, P: Ends<L>> {
    ring: P,
    lows: &'a mut [Block<P::Float, L>],
    highs: &'a mut [Block<P::Float, L>],
    /// The values, if they are not at the place of the results.
    source: Option<Blocks<'a, P::Float, L>>,
    by: P::By,
    way: Way,
    /// The vector at the back before, whose first value is a partner of the next one's.
    before: P::Vec,
    /// The results for the back that are not stored yet.
    last: P::Vec,
}

impl<const L: usize, P: Ends<L>> Sweep<'_, L, P> {
    /// Transforms vector `i` and its partners, with the factors `w`.
    #[inline(always)]
    fn turn(&mut self, i: usize, w: P::Vec, parts: bool) {
        let (ring, back) = (self.ring, self.highs.len() - 1 - i);
        let x = ring.load_values(if let Some((fronts, _)) = self.source { &fronts[i] } else { &self.lows[i] });
        let y = ring.load_values(if let Some((_, backs)) = self.source { &backs[back] } else { &self.highs[back] });
        let [front, result] = ring.pair(w, [x, ring.mirror(y, self.before)], &self.by, self.way.plain);
        put(ring, &mut self.lows[i], front, parts);
        if i > 0 {
            put(ring, &mut self.highs[back + 1], ring.mirror(self.last, result), parts);
        }
        (self.before, self.last) = (y, result);
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

/// Values from the front and their partners from the back.
type Two<'a, T> = [&'a [Complex<T>]; 2];

/// Splits off `at` pairs from the others.
fn split<'a, T>(front: &'a [Complex<T>], back: &'a [Complex<T>], at: usize) -> (Two<'a, T>, Two<'a, T>) {
    let ((front, front_rest), (back_rest, back)) = (front.split_at(at), back.split_at(back.len() - at));
    ([front, back], [front_rest, back_rest])
}

impl<const L: usize, const G: usize, P: Ends<L>> RealKernel<P::Float> for Halves<L, G, P> {
    fn scratch_len(&self) -> usize {
        self.scratch_len
    }

    fn forward(
        &self,
        numbers: &[Complex<P::Float>],
        values: &mut [Complex<P::Float>],
        scratch: &mut [Complex<P::Float>],
        factor: Option<P::Float>,
    ) {
        let h = self.h;
        if values.len() != h + 1 || numbers.len() != h {
            return;
        }
        self.inner.run_into(numbers, &mut values[..h], scratch, false);
        self.ring.token().run(
            #[inline(always)]
            move || match factor {
                None => self.finish::<false>(values, P::Float::one()),
                Some(by) => self.finish::<true>(values, by),
            },
        );
    }

    fn inverse(
        &self,
        values: &[Complex<P::Float>],
        numbers: &mut [Complex<P::Float>],
        scratch: &mut [Complex<P::Float>],
        factor: Option<P::Float>,
    ) {
        let h = self.h;
        if values.len() != h + 1 || numbers.len() != h {
            return;
        }
        // Nothing is written between the vectors where `X_0` is real.
        let of_parts = if self.parts && values[0].im == P::Float::zero() { self.inner.of_parts() } else { None };
        let (by, parts) = (factor.unwrap_or(P::Float::one()), of_parts.is_some());
        let x = &mut *numbers;
        self.ring.token().run(
            #[inline(always)]
            move || self.start(values, x, by, parts),
        );
        match of_parts {
            Some(inner) => inner.invert(numbers, scratch),
            None => self.inner.run(numbers, scratch, true),
        }
    }
}
