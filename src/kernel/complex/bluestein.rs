//! Bluestein's transform of any length as a cyclic convolution.
//!
//! With the chirp `c_j = exp(-pi i j^2/n)`, `jk = (j^2 + k^2 - (k - j)^2)/2` gives
//!
//! ```text
//! X_k = c_k sum_j (x_j c_j) conj(c_{k-j}),
//! ```
//!
//! a cyclic convolution of any length `m >= 2 n - 1`. The chirp and the spectrum of its conjugate are made with the plan; `j^2` is
//! reduced modulo `2 n` in integers. Source: Bluestein 1970; the chirp at plan time as rocFFT has it.

use super::{
    Kernel, Table, block, convolution::Cycle, cyclic, ends::parts, powers::product, powers_of_root, reserve,
    spectrum::Mirror,
};
use crate::{
    Result,
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists::{self, zip},
    rings::Real,
};
use num_complex::Complex;

pub(crate) struct Bluestein<const L: usize, F: Floats<L>> {
    f: F,
    len: usize,
    inner: Cycle<L, F>,
    /// Chirp in blocks, ones behind the end.
    chirp: Table<F::Float, L>,
}

/// Computes the values of a chirp after the first `known`, more than half: `(n - j)^2` is `j^2` modulo `2 n`, and `n` more for
/// odd `n`.
fn second_half<T: Real>(chirp: &mut [Complex<T>], known: usize) {
    let (len, (first, second)) = (chirp.len(), chirp.split_at_mut(known));
    for (w, other) in zip(second, first[1..].iter().take(len - known).rev()) {
        *w = if len.is_multiple_of(2) { *other } else { -*other };
    }
}

/// Replaces a chirp by its conjugates, and writes them but for the first backwards to the end of `back`.
fn conjugates<T: Real>(chirp: &mut [Complex<T>], back: &mut [Complex<T>]) {
    for w in &mut *chirp {
        *w = w.conj();
    }
    for (w, other) in zip(back.iter_mut().rev(), &chirp[1..]) {
        *w = *other;
    }
}

impl<const L: usize, F: Floats<L>> Bluestein<L, F> {
    /// Creates the transform with the radices of two steps of a length of at least `2 len - 1`, `len < 2^60`.
    pub(crate) fn new(f: F, len: usize, columns: &[usize], rows: &[usize]) -> Result<Self> {
        let zero = Complex::new(F::Float::default(), F::Float::default());
        let m = product(columns).zip(product(rows)).map_or(0, |(columns, rows)| columns * rows);
        let mut values = reserve("the chirp of a transform", m)?;
        // j^2 mod 2 n from j to j + 1 by an addition.
        let (mut square, mut odd) = (0, 1);
        let mut next = || {
            let this = square;
            square += odd;
            square -= if square >= 2 * len { 2 * len } else { 0 };
            odd += 2;
            this
        };
        let known = (len / 2 + 1).min(len);
        powers_of_root::extend(f.least(), 2 * len, known, &mut next, &mut values)?;
        values.resize(m, zero);
        let (front, back) = values.split_at_mut(len);
        second_half(front, known);
        let mut chirp = Table::new("the chirp of a transform", len.div_ceil(L))?;
        let (blocks, tail) = front.as_chunks::<L>();
        let mut push = |values: &[Complex<F::Float>; L]| {
            let mut row = [zero; L];
            for l in 0..L {
                row[l] = values[F::ORDER[l]];
            }
            chirp.push(block(row));
        };
        for values in blocks {
            push(values);
        }
        if !tail.is_empty() {
            let mut padded = [zero; L];
            lists::copy(&mut padded, tail);
            push(&padded);
        }
        conjugates(front, back);
        let lanes = cyclic::is_chirped(columns, rows, L);
        let inner = Cycle::new(f, columns, rows, lanes, Mirror::Even, &mut values)?;
        Ok(Bluestein { f, len, inner, chirp })
    }

    /// Computes `out = x` times the chirp, with parts swapped on input or output.
    #[inline(always)]
    fn multiply(&self, x: &[Complex<F::Float>], out: &mut [Complex<F::Float>], before: bool, after: bool) {
        let f = self.f;
        let (blocks, tail) = x.as_chunks::<L>();
        let (outs, out_tail) = out.as_chunks_mut::<L>();
        for ((x, out), w) in zip(zip(blocks, outs), &*self.chirp) {
            let v = ComplexLanes(f).mul(parts(f.load_pairs(x), before), f.load_parts(w));
            f.store_pairs(out, parts(v, after));
        }
        if let (false, Some(w)) = (tail.is_empty(), self.chirp.last()) {
            let mut values = [Complex::new(F::Float::default(), F::Float::default()); L];
            lists::copy(&mut values, tail);
            let v = ComplexLanes(f).mul(parts(f.load_pairs(&values), before), f.load_parts(w));
            f.store_pairs(&mut values, parts(v, after));
            lists::copy(out_tail, &values);
        }
    }
}

impl<const L: usize, F: Floats<L>> Kernel<F::Float> for Bluestein<L, F> {
    fn len(&self) -> usize {
        self.len
    }

    fn scratch_len(&self) -> usize {
        self.inner.scratch_len()
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let token = self.f.token();
        let zero = Complex::new(F::Float::default(), F::Float::default());
        match &self.inner {
            Cycle::Sides(inner) => {
                let (z, scratch) = scratch.split_at_mut(inner.len());
                let (front, padding) = z.split_at_mut(self.len);
                token.run(|| self.multiply(input.unwrap_or(output), front, inverse, false));
                padding.fill(zero);
                inner.run(z, scratch);
                token.run(
                    #[inline(always)]
                    || self.multiply(&z[..self.len], output, false, inverse),
                );
            }
            // The spectrum is even, so that of the conjugate chirp is its conjugate.
            Cycle::Lanes(inner) => {
                if const { L > 1 } {
                    inner.run_times(&self.chirp, input, output, scratch, inverse);
                }
            }
        }
    }
}
