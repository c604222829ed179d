//! The steps around the complex transforms of rows, for real sequences of odd length, in vectors of columns.
//!
//! Notation: `n = P m`, `w = exp(-2 pi i/n)`, `c = w^m`, `x_r(i) = x_(rm + i)`, `k = 1, ..., Q`, `Q = (P - 1)/2`.
//!
//! # Idea
//! Two columns of real numbers, `a` and `b`, are one column of complex ones for the network of length `P`:
//!
//! ```text
//! V_k = sum_r c^(kr) (x_r(a) + i x_r(b))
//! Y_k(a) = w^(ka)/2 (V_k + V*_(P-k)),    Y_k(b) = w^(kb)/2i (V_k - V*_(P-k))
//!
//! back, with z_k(i) = (w^(ki))* Y_k(i):
//! V_k = z_k(a) + i z_k(b),    V_(P-k) = z*_k(a) + i z*_k(b)
//! ```
//! Both are vectors of neighbours. The last pair of vectors overlaps the one before it where `m` is not a multiple of their lengths.
//!
//! Equals `real::odd` within the rounding.

use super::{
    super::{
        complex::odd::network,
        memory::reserve,
        packed::{ComplexLanes, Floats, Packed, Token},
    },
    factors::Factors,
    kernel::OddKernel,
};
use crate::{Result, lists, rings::Real, threads::join};
use num_complex::Complex;

/// Fewer columns than this are not worth a second thread.
const SHARE: usize = 1 << 13;

/// Two vectors of `L` neighbours in memory.
type Pair<T, const L: usize> = [[T; L]; 2];

/// The steps of radix `P`, with `Q` conjugate pairs of results and `H = Q + 1` rows.
pub(super) struct Columns<const P: usize, const Q: usize, const H: usize, const L: usize, F: Floats<L>> {
    f: F,
    m: usize,
    /// `w^(ki)/2`.
    factors: Factors<F::Float, L, Q, 2>,
    threads: usize,
}

/// Computes for `k = 1, ..., Q`, straight-line: the compiler does not unroll loops of this size.
macro_rules! each {
    ($k:ident of $q:ident $body:block) => { each!(@ $k $q $body 1 2 3 4) };
    (@ $k:ident $q:ident $body:block $($n:literal)*) => { $( if const { $n <= $q } {
        const $k: usize = $n;
        $body
    } )* };
}

/// Returns the slices cut at one place.
fn cut<T, const N: usize>(slices: [&[T]; N], at: usize) -> [[&[T]; N]; 2] {
    let mut rest = slices;
    let first = lists::from_fn(|i| {
        let (first, second) = slices[i].split_at(at);
        rest[i] = second;
        first
    });
    [first, rest]
}

/// Returns the slices cut at one place, to be written.
fn cut_mut<T, const N: usize>(slices: [&mut [T]; N], at: usize) -> [[&mut [T]; N]; 2] {
    let mut rest = [const { None }; N];
    let mut i = 0;
    let first = lists::map(slices, |slice| {
        let (first, second) = slice.split_at_mut(at);
        rest[i] = Some(second);
        i += 1;
        first
    });
    [first, lists::map(rest, Option::unwrap_or_default)]
}

/// Returns the `N` rows of `m` elements.
#[inline(always)]
fn rows<T, const N: usize>(x: &[T], m: usize) -> [&[T]; N] {
    let mut rows = x.chunks_exact(m);
    lists::from_fn(|_| rows.next().unwrap_or_default())
}

/// Returns the `N` rows of `m` elements, to be written.
#[inline(always)]
fn rows_mut<T, const N: usize>(x: &mut [T], m: usize) -> [&mut [T]; N] {
    let mut rows = x.chunks_exact_mut(m);
    lists::from_fn(|_| rows.next().unwrap_or_default())
}

impl<const P: usize, const Q: usize, const H: usize, const L: usize, F: Floats<L>> Columns<P, Q, H, L, F> {
    /// Creates the steps for rows of `m >= 2L` elements.
    pub(super) fn new(f: F, m: usize, threads: usize) -> Result<Self> {
        const { assert!(P == 2 * Q + 1 && H == Q + 1) };
        let half = F::Float::from_f64(0.5);
        // Pairs of vectors; the last one may overlap the one before it.
        let mut starts = reserve("the factors of a real transform", m.div_ceil(2 * L))?;
        starts.extend((0..m.div_ceil(2 * L)).map(|pair| (pair * 2 * L).min(m - 2 * L)));
        let factors = Factors::new::<ComplexLanes<F>>(P * m, m, &starts, |w| Complex::new(w.re * half, w.im * half))?;
        Ok(Columns { f, m, factors, threads })
    }

    /// Returns the vector of neighbours in the lanes of [`Floats::ORDER`].
    #[inline(always)]
    fn ordered(&self, x: &[F::Float; L]) -> F::V {
        let mut lanes = *x;
        for l in 0..L {
            lanes[l] = x[F::ORDER[l]];
        }
        self.f.load(&lanes)
    }

    /// Stores a vector in the lanes of [`Floats::ORDER`] as neighbours.
    #[inline(always)]
    fn put(&self, x: &mut [F::Float; L], v: F::V) {
        let mut lanes = [F::Float::default(); L];
        self.f.store(&mut lanes, v);
        for l in 0..L {
            x[F::ORDER[l]] = lanes[l];
        }
    }

    /// Returns the elements `k` of rows, for two vectors of columns whose network has the results `v`.
    #[inline(always)]
    fn separated(&self, v: &[[F::V; 2]; P], k: usize, factors: [[F::V; 2]; 2]) -> [[F::V; 2]; 2] {
        let (f, ring, [x, y]) = (self.f, ComplexLanes(self.f), [v[k], v[P - k]]);
        let [a, b] = [[f.add(x[0], y[0]), f.sub(x[1], y[1])], [f.add(x[1], y[1]), f.sub(y[0], x[0])]];
        [ring.mul(a, factors[0]), ring.mul(b, factors[1])]
    }

    /// Computes elements `k` and `P - k` of the network that goes back, parts exchanged, from elements `k` of rows.
    #[inline(always)]
    fn united(&self, v: &mut [[F::V; 2]; P], k: usize, y: [[F::V; 2]; 2], factors: [[F::V; 2]; 2], by: F::V) {
        let (f, ring) = (self.f, ComplexLanes(self.f));
        let [a, b] = lists::from_fn(
            #[inline(always)]
            |i| {
                let z = ring.mul(y[i], [factors[i][0], f.neg(factors[i][1])]);
                [f.mul(z[0], by), f.mul(z[1], by)]
            },
        );
        v[k] = [f.add(a[1], b[0]), f.sub(a[0], b[1])];
        v[P - k] = [f.sub(b[0], a[1]), f.add(a[0], b[1])];
    }

    /// Splits pairs of vectors of columns, the first of them pair `first` of all, into rows.
    #[inline(always)]
    fn split_pairs(
        &self,
        first: usize,
        numbers: [&[Pair<F::Float, L>]; P],
        rows: [&mut [Pair<Complex<F::Float>, L>]; H],
    ) {
        let (f, count) = (self.f, numbers[0].len());
        // Of one length, which the compiler sees.
        let numbers = lists::map(numbers, |x| &x[..count]);
        let rows = &mut lists::map(rows, |x| &mut x[..count]);
        let zero = f.constant(0.0);
        for i in 0..count {
            let mut v = [[zero; 2]; P];
            for r in 0..P {
                let [a, b] = &numbers[r][i];
                v[r] = [self.ordered(a), self.ordered(b)];
            }
            let v = network::<L, P, _>(ComplexLanes(f), v);
            let [a, b] = &mut rows[0][i];
            f.store_pairs(a, [v[0][0], zero]);
            f.store_pairs(b, [v[0][1], zero]);
            each! { K of Q {
                let [x, y] = self.separated(&v, K, self.factors.of_two::<{ K - 1 }, _>(ComplexLanes(f), first + i));
                let [a, b] = &mut rows[K][i];
                f.store_pairs(a, x);
                f.store_pairs(b, y);
            } }
        }
    }

    /// Computes pairs of vectors of columns, times `factor`, from rows.
    #[inline(always)]
    fn join_pairs(
        &self,
        first: usize,
        rows: [&[Pair<Complex<F::Float>, L>]; H],
        numbers: [&mut [Pair<F::Float, L>]; P],
        factor: F::Float,
    ) {
        let (f, count) = (self.f, rows[0].len());
        // Of one length, which the compiler sees.
        let rows = lists::map(rows, |x| &x[..count]);
        let numbers = &mut lists::map(numbers, |x| &mut x[..count]);
        let [one, two] = [f.splat(factor), f.splat(factor + factor)];
        for i in 0..count {
            let [a, b] = &rows[0][i];
            let mut v = [[f.mul(f.load_pairs(b)[0], one), f.mul(f.load_pairs(a)[0], one)]; P];
            each! { K of Q {
                let [a, b] = &rows[K][i];
                let y = [f.load_pairs(a), f.load_pairs(b)];
                self.united(&mut v, K, y, self.factors.of_two::<{ K - 1 }, _>(ComplexLanes(f), first + i), two);
            } }
            let v = network::<L, P, _>(ComplexLanes(f), v);
            for r in 0..P {
                let [a, b] = &mut numbers[r][i];
                self.put(a, v[r][1]);
                self.put(b, v[r][0]);
            }
        }
    }

    /// Returns where to cut columns between two threads: at a pair of vectors.
    fn middle(&self, len: usize, threads: usize) -> Option<usize> {
        (threads > 1 && len >= 2 * SHARE).then(|| len / 2 / (2 * L) * (2 * L))
    }

    fn split_shared(
        &self,
        first: usize,
        numbers: [&[F::Float]; P],
        mut rows: [&mut [Complex<F::Float>]; H],
        threads: usize,
    ) {
        let len = numbers[0].len();
        if let Some(at) = self.middle(len, threads) {
            let ([numbers, others], [rows, rest]) = (cut(numbers, at), cut_mut(rows, at));
            return join(
                || self.split_shared(first, numbers, rows, threads / 2),
                || self.split_shared(first + at / (2 * L), others, rest, threads - threads / 2),
            );
        }
        for (first, at) in [(first, 0), (first + len / (2 * L), len - 2 * L)] {
            let numbers = lists::map(numbers, |x| x[at..].as_chunks().0.as_chunks().0);
            let rows = lists::map(rows.each_mut(), |x| x[at..].as_chunks_mut().0.as_chunks_mut().0);
            self.f.token().run(
                #[inline(always)]
                move || self.split_pairs(first, numbers, rows),
            );
            if len.is_multiple_of(2 * L) {
                break;
            }
        }
    }

    fn join_shared(
        &self,
        first: usize,
        rows: [&[Complex<F::Float>]; H],
        mut numbers: [&mut [F::Float]; P],
        (factor, threads): (F::Float, usize),
    ) {
        let len = rows[0].len();
        if let Some(at) = self.middle(len, threads) {
            let ([rows, rest], [numbers, others]) = (cut(rows, at), cut_mut(numbers, at));
            return join(
                || self.join_shared(first, rows, numbers, (factor, threads / 2)),
                || self.join_shared(first + at / (2 * L), rest, others, (factor, threads - threads / 2)),
            );
        }
        for (first, at) in [(first, 0), (first + len / (2 * L), len - 2 * L)] {
            let rows = lists::map(rows, |x| x[at..].as_chunks().0.as_chunks().0);
            let numbers = lists::map(numbers.each_mut(), |x| x[at..].as_chunks_mut().0.as_chunks_mut().0);
            self.f.token().run(
                #[inline(always)]
                move || self.join_pairs(first, rows, numbers, factor),
            );
            if len.is_multiple_of(2 * L) {
                break;
            }
        }
    }
}

impl<const P: usize, const Q: usize, const H: usize, const L: usize, F: Floats<L>> OddKernel<F::Float>
    for Columns<P, Q, H, L, F>
{
    fn split(&self, numbers: &[F::Float], to: &mut [Complex<F::Float>]) {
        self.split_shared(0, rows(numbers, self.m), rows_mut(to, self.m), self.threads);
    }

    fn gather(&self, from: &[Complex<F::Float>], values: &mut [Complex<F::Float>]) {
        let m = self.m;
        let rows: [_; H] = rows(from, m);
        let (blocks, last) = values.as_chunks_mut::<P>();
        let count = blocks.len().min(m / 2);
        let [fronts, backs] = [lists::map(rows, |row| &row[..count]), lists::map(rows, |row| &row[m - count..])];
        for (j, block) in blocks[..count].iter_mut().enumerate() {
            block[0] = fronts[0][j];
            for k in 1..H {
                block[k] = fronts[k][j];
                block[P - k] = backs[k][count - 1 - j].conj();
            }
        }
        for (x, row) in last.iter_mut().zip(rows) {
            *x = row[count];
        }
    }

    fn spread(&self, values: &[Complex<F::Float>], to: &mut [Complex<F::Float>]) {
        let m = self.m;
        let (blocks, last) = values.as_chunks::<P>();
        let count = blocks.len().min(m / 2);
        let [mut fronts, backs]: [[_; H]; 2] = cut_mut(rows_mut(to, m), count + 1);
        for (j, block) in blocks[..count].iter().enumerate() {
            fronts[0][j] = block[0];
            for k in 1..H {
                fronts[k][j] = block[k];
                backs[k][count - 1 - j] = block[P - k].conj();
            }
        }
        for (row, x) in fronts.iter_mut().zip(last) {
            row[count] = *x;
        }
        // Row 0 is conjugate to itself, from both ends.
        for j in 0..count {
            backs[0][j] = fronts[0][count - j].conj();
        }
    }

    fn join(&self, from: &[Complex<F::Float>], numbers: &mut [F::Float], factor: F::Float) {
        self.join_shared(0, rows(from, self.m), rows_mut(numbers, self.m), (factor, self.threads));
    }
}
