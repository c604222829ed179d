//! Lengths with a large prime factor: rows by the kernel of a divisor that has it, then columns in lanes.
//!
//! With `n = n1 n2`, `w = exp(-2 pi i/n)`, `j = j1 + n1 j2` and `k = n2 k1 + k2`,
//!
//! ```text
//! X[n2 k1 + k2] = sum_(j1 < n1) w^(n2 j1 k1) w^(j1 k2) sum_(j2 < n2) w^(n1 j2 k2) x[j1 + n1 j2].
//!                               columns      factors                 rows
//! ```
//!
//! The input is transposed to scratch, where the values of a row lie side by side. Each row goes from there to its place in the output and is
//! multiplied by its factors while it is in the first cache. Columns are transformed in place. A convolution is computed for `n2` values, and
//! not for `n`. Source: Bailey 1990.

use super::{
    Kernel, Twiddles,
    across::{self, Across},
    native::Native,
    reserve,
    shape::{Shape, rows_shared},
};
use crate::{
    Error, Result,
    kernel::{
        grid::Grid,
        isa::Isa,
        packed::{ComplexPairs, Forward, Packed, Pairs, Token, Values},
    },
    lists::{self, zip},
    threads::join,
};
use alloc::{boxed::Box, vec::Vec};
use num_complex::Complex;

/// The lengths of columns.
const COLUMNS: &str = "2 to 2048 without a prime factor above 7, with AVX2 or AVX-512";

/// A transform of `n1` columns and rows of `n2` values, on vectors of `L` numbers.
pub(super) struct Rows<const L: usize, F: Pairs<L>> {
    f: F,
    columns: Box<dyn Across<F::Float>>,
    rows: Box<dyn Kernel<F::Float>>,
    n1: usize,
    n2: usize,
    /// `w^(j1 k2)` for the rows from the second on.
    factors: Vec<Complex<F::Float>>,
    /// The scratch of one thread beside the matrix.
    each: usize,
    threads: usize,
}

impl<const L: usize, F: Pairs<L, Float: Default>> Rows<L, F> {
    /// Creates the transform of `len` values in rows by `inner`.
    pub(super) fn new(f: F, len: usize, inner: &Shape, isa: Isa, threads: usize) -> Result<Self>
    where
        F::Float: Native,
    {
        let rows = F::Float::build(inner, isa, 1)?;
        let n2 = rows.len();
        let n1 = len / n2;
        let columns =
            across::lanes::<F::Float>(n1, n2, isa).and_then(|lanes| across::build::<F::Float>(n1, lanes, len, isa));
        let (Some([each, threads]), Some(columns)) = (rows_shared(len, inner, threads), columns) else {
            return Err(Error::Length { what: "columns in lanes", len: n1, possible: COLUMNS });
        };
        let mut factors = reserve("the factors of a transform", len - n2)?;
        let twiddles = Twiddles::<F::Float>::new(len, len);
        for j1 in 1..n1 {
            let mut power = 0;
            for _ in 0..n2 {
                factors.push(twiddles.power(power));
                power += j1;
                power -= if power >= len { len } else { 0 };
            }
        }
        Ok(Rows { f, columns, rows, n1, n2, factors, each, threads })
    }

    /// Writes rows from `first` on of the transposed matrix to `y`; halved until each thread has its part.
    fn gather(&self, x: &[Complex<F::Float>], first: usize, y: &mut [Complex<F::Float>], threads: usize) {
        let n2 = self.n2;
        let count = y.len() / n2;
        if threads > 1 && count >= 2 * threads * L {
            let half = count * (threads / 2) / threads / L * L;
            let (y0, y1) = y.split_at_mut(half * n2);
            return join(
                || self.gather(x, first, y0, threads / 2),
                || self.gather(x, first + half, y1, threads - threads / 2),
            );
        }
        self.f.token().run(
            #[inline(always)]
            || self.transpose(x, first, y),
        );
    }

    /// Writes rows from `first` on of the transposed matrix to `y`.
    #[inline(always)]
    fn transpose(&self, x: &[Complex<F::Float>], first: usize, y: &mut [Complex<F::Float>]) {
        let (n1, n2) = (self.n1, self.n2);
        let ring = ComplexPairs(self.f, Forward);
        for (group, y) in y.chunks_mut(L * n2).enumerate() {
            let at = first + group * L;
            let mut done = 0;
            if y.len() == L * n2 {
                for (j2, x) in x.chunks_exact(L * n1).enumerate() {
                    let Some(front) = x[at..].first_chunk() else { return };
                    let mut v = [ring.load_values(front); L];
                    for l in 1..L {
                        let Some(x) = x[l * n1 + at..].first_chunk() else { return };
                        v[l] = ring.load_values(x);
                    }
                    v = ring.transpose(v);
                    for l in 0..L {
                        if let Some(y) = y[l * n2 + j2 * L..].first_chunk_mut() {
                            ring.store_values(y, v[l]);
                        }
                    }
                }
                done = n2 / L * L;
            }
            // What fills no square.
            for (l, y) in y.chunks_exact_mut(n2).enumerate() {
                for j2 in done..n2 {
                    y[j2] = x[j2 * n1 + at + l];
                }
            }
        }
    }

    /// Transforms rows from `first` on from `y` to `x` and multiplies them by their factors; halved until each thread has its part.
    fn rows(
        &self,
        first: usize,
        (y, x): (&[Complex<F::Float>], &mut [Complex<F::Float>]),
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
        threads: usize,
    ) {
        let n2 = self.n2;
        let count = x.len() / n2;
        if threads > 1 && count > 1 {
            let half = (count * (threads / 2) / threads).max(1);
            let ((y0, y1), (x0, x1)) = (y.split_at(half * n2), x.split_at_mut(half * n2));
            let (scratch0, scratch1) = scratch.split_at_mut(threads / 2 * self.each);
            return join(
                || self.rows(first, (y0, x0), scratch0, inverse, threads / 2),
                || self.rows(first + half, (y1, x1), scratch1, inverse, threads - threads / 2),
            );
        }
        for (i, (y, x)) in zip(y.chunks_exact(n2), x.chunks_exact_mut(n2)).enumerate() {
            self.rows.run_into(y, x, scratch, inverse);
            if let Some(row) = (first + i).checked_sub(1) {
                self.f.token().run(
                    #[inline(always)]
                    || self.multiply(x, &self.factors[row * n2..][..n2], inverse),
                );
            }
        }
    }

    /// Multiplies a row by factors, or by their conjugates for the inverse.
    #[inline(always)]
    fn multiply(&self, x: &mut [Complex<F::Float>], factors: &[Complex<F::Float>], inverse: bool) {
        let ((blocks, rest), (factors, others)) = (x.as_chunks_mut::<L>(), factors.as_chunks::<L>());
        for (x, w) in zip(blocks, factors) {
            self.product(x, w, inverse);
        }
        let mut last = [[Complex::<F::Float>::default(); L]; 2];
        lists::copy(&mut last[0], rest);
        lists::copy(&mut last[1], others);
        let [x, w] = &mut last;
        self.product(x, w, inverse);
        lists::copy(rest, x);
    }

    /// Multiplies numbers by others, or by the conjugates of those for the inverse.
    #[inline(always)]
    fn product(&self, x: &mut [Complex<F::Float>; L], w: &[Complex<F::Float>; L], inverse: bool) {
        let ring = ComplexPairs(self.f, Forward);
        let (v, w) = (ring.load_values(x), ring.short_factor(w));
        ring.store_values(x, if inverse { ring.reflect(ring.mul(ring.reflect(v), w)) } else { ring.mul(v, w) });
    }
}

impl<const L: usize, F: Pairs<L, Float: Default>> Kernel<F::Float> for Rows<L, F> {
    fn len(&self) -> usize {
        self.n1 * self.n2
    }

    fn scratch_len(&self) -> usize {
        self.len() + self.threads * self.each
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let (y, scratch) = scratch.split_at_mut(self.len());
        self.gather(input.unwrap_or(output), 0, y, self.threads);
        self.rows(0, (y, output), scratch, inverse, self.threads);
        let shares = (self.threads, self.each, self.columns.lanes());
        // Columns are shared out without an error.
        let _ = Grid::new(output, self.n2).share(scratch, shares, &|columns, scratch| {
            self.columns.run(columns, scratch, inverse, None);
            Ok(())
        });
    }
}
