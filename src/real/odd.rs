//! Transforms of real sequences of odd length.
//!
//! Notation: `n = p m`, `w = exp(-2 pi i/n)`, `c = w^m`, `u = w^p`, `q = (p - 1)/2`.
//!
//! # Idea
//! A decimation in frequency whose first butterflies take `p` real numbers each, `m` places apart:
//!
//! ```text
//! Y_k(i)          = w^(ki) sum_r c^(kr) x_(rm + i)          k = 0, ..., q
//! X_(pj + k)      = sum_i u^(ij) Y_k(i)                     the transform of row k, of length m
//! X_(pj + p - k)  = conj X_(p(m - 1 - j) + k)               so rows q + 1, ..., p - 1 are not needed
//! ```
//! A butterfly of real numbers has conjugate results too: the numbers `r` and `p - r` are added and subtracted, then `q` sums give real parts
//! and `q` differences imaginary ones.
//!
//! Back, row by row: `x_(rm + i) = Y_0(i) + 2 Re sum_k (c^(kr) w^(ki))* Y_k(i)`, `k = 1, ..., q`, is `n` times the sequence. Row 0 is that of a
//! real sequence.
//!
//! With `p = 1` this is the complex transform of the sequence: lengths without a small factor that are not prime, and short ones.
//!
//! # Cost
//! `q + 1` complex transforms of length `m`. A column adds `q (2q + 4)` real products and `4q (q + 1)` additions; back
//! `q (2q + 4) + p` and `q (4q + 5)`. Asserted by `tests/real/cost.rs`.
//!
//! # Source
//! The decimation in frequency of \[Cooley-Tukey 1965\], less the rows whose values are conjugates of others.

use super::support::{complex, roots, scale_all};
use crate::{
    Result,
    kernel::{
        memory::reserve,
        real::{self as kernel, OddKernel},
    },
    plan::{self, Isa, Layout, Options, Plan},
    rings::{ComplexRing, Real},
};
use alloc::{boxed::Box, vec::Vec};
use core::any::TypeId;
use num_complex::Complex;

/// The length below which butterflies of real numbers do not pay.
const LEAST: usize = 600;

/// Returns the radix of the butterflies of real numbers: 1 if the transform has none.
fn radix(len: usize) -> usize {
    kernel::RADICES.into_iter().find(|radix| len.is_multiple_of(*radix) && len >= LEAST).unwrap_or(1)
}

/// Returns the number of complex transforms.
fn row_count(radix: usize) -> usize {
    radix / 2 + 1
}

/// Returns the complex numbers in scratch besides that of the complex transforms.
pub(super) fn scratch_len(len: usize) -> usize {
    let radix = radix(len);
    len / radix * row_count(radix)
}

/// Returns the complex numbers in the table of factors, at most.
pub(super) fn table_len<T: Real>(len: usize) -> usize {
    let radix = radix(len);
    let m = len / radix;
    let native = [TypeId::of::<f64>(), TypeId::of::<f32>()].contains(&TypeId::of::<T>());
    // Two vectors more for the columns that are left over, and the elements before a cache line.
    (row_count(radix) - 1) * if native { m + 40 } else { m } + radix
}

/// Returns the complex transforms of all rows, to be built.
pub(super) fn inner<T: Real>(len: usize, options: &Options, threads: usize) -> plan::Builder<ComplexRing<T>> {
    let radix = radix(len);
    complex(len / radix, options, threads).batch(row_count(radix), Layout::Rows)
}

/// The transform of an odd length.
pub(super) struct Odd<T: Real> {
    inner: Plan<Complex<T>>,
    steps: Box<dyn OddKernel<T>>,
    rows_len: usize,
    isa: Isa,
}

impl<T: Real> Odd<T> {
    pub(super) fn new(len: usize, options: &Options, threads: usize) -> Result<Self> {
        let radix = radix(len);
        let steps = match kernel::odd(radix, len / radix, options.isa, threads) {
            Some(kernel) => kernel?,
            None => Box::new(Steps::new(radix, len / radix)?),
        };
        Ok(Odd {
            inner: inner(len, options, threads).build()?,
            steps,
            rows_len: scratch_len(len),
            isa: options.isa.widest(),
        })
    }

    /// Returns the complex transforms of rows.
    pub(super) fn inner(&self) -> &Plan<Complex<T>> {
        &self.inner
    }

    /// Transforms numbers to values times `factor`.
    pub(super) fn forward(
        &self,
        numbers: &[T],
        values: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
        factor: Option<T>,
    ) -> Result<()> {
        let (rows, scratch) = scratch.split_at_mut(self.rows_len);
        self.steps.split(numbers, rows);
        self.inner.forward_with(rows, scratch)?;
        self.steps.gather(rows, values);
        values[0].im = T::zero();
        scale_all(values, factor, self.isa);
        Ok(())
    }

    /// Transforms values to numbers times the length and `factor`.
    pub(super) fn inverse(
        &self,
        values: &[Complex<T>],
        numbers: &mut [T],
        scratch: &mut [Complex<T>],
        factor: Option<T>,
    ) -> Result<()> {
        let (rows, scratch) = scratch.split_at_mut(self.rows_len);
        self.steps.spread(values, rows);
        rows[0].im = T::zero();
        self.inner.inverse_with(rows, scratch)?;
        self.steps.join(rows, numbers, factor.unwrap_or(T::one()));
        Ok(())
    }
}

/// The steps before and after the complex transforms, as the text above has them.
struct Steps<T> {
    radix: usize,
    /// `c^k`.
    corners: Vec<Complex<T>>,
    /// `w^(ki)`, a row for each `k = 1, ..., q`.
    factors: Vec<Complex<T>>,
    m: usize,
}

impl<T: Real> Steps<T> {
    fn new(radix: usize, m: usize) -> Result<Self> {
        let mut factors = reserve("twiddles", (row_count(radix) - 1) * m)?;
        for k in 1..row_count(radix) {
            factors.extend(roots(radix * m, 0, k, m)?);
        }
        Ok(Steps { radix, corners: roots(radix, 0, 1, radix)?, factors, m })
    }
}

impl<T: Real> OddKernel<T> for Steps<T> {
    fn split(&self, numbers: &[T], rows: &mut [Complex<T>]) {
        let (p, m) = (self.radix, self.m);
        let (first, others) = rows.split_at_mut(m);
        for (i, y) in first.iter_mut().enumerate() {
            *y = Complex::new((1..p).fold(numbers[i], |sum, r| sum + numbers[r * m + i]), T::zero());
        }
        for (k, (row, factors)) in (1..).zip(others.chunks_exact_mut(m).zip(self.factors.chunks_exact(m))) {
            for (i, (y, w)) in row.iter_mut().zip(factors).enumerate() {
                let mut sum = Complex::new(numbers[i], T::zero());
                for r in 1..=p / 2 {
                    let (a, b, c) = (numbers[r * m + i], numbers[(p - r) * m + i], self.corners[k * r % p]);
                    sum = Complex::new(sum.re + (a + b) * c.re, sum.im + (a - b) * c.im);
                }
                *y = sum * *w;
            }
        }
    }

    fn gather(&self, rows: &[Complex<T>], values: &mut [Complex<T>]) {
        let (p, m) = (self.radix, self.m);
        for (j, values) in values.chunks_mut(p).enumerate() {
            for (k, x) in values.iter_mut().enumerate() {
                *x = if k <= p / 2 { rows[k * m + j] } else { rows[(p - k) * m + m - 1 - j].conj() };
            }
        }
    }

    fn spread(&self, values: &[Complex<T>], rows: &mut [Complex<T>]) {
        let (p, n) = (self.radix, self.radix * self.m);
        for (k, row) in rows.chunks_exact_mut(self.m).enumerate() {
            for (j, y) in row.iter_mut().enumerate() {
                let at = p * j + k;
                *y = if at <= n / 2 { values[at] } else { values[n - at].conj() };
            }
        }
    }

    fn join(&self, rows: &[Complex<T>], numbers: &mut [T], factor: T) {
        let (p, m) = (self.radix, self.m);
        for i in 0..m {
            for r in 0..p {
                numbers[r * m + i] = rows[i].re;
            }
            for k in 1..row_count(p) {
                let y = self.factors[(k - 1) * m + i].conj() * rows[k * m + i];
                let y = y + y;
                numbers[i] = numbers[i] + y.re;
                for r in 1..=p / 2 {
                    let c = self.corners[k * r % p];
                    let (even, odd) = (y.re * c.re, y.im * c.im);
                    numbers[r * m + i] = numbers[r * m + i] + even + odd;
                    numbers[(p - r) * m + i] = numbers[(p - r) * m + i] + even - odd;
                }
            }
            for r in 0..p {
                numbers[r * m + i] = numbers[r * m + i] * factor;
            }
        }
    }
}
