//! Bluestein's transform of any length as a cyclic convolution.
//!
//! With the chirp `c_j = exp(-pi i j^2/n)`, `jk = (j^2 + k^2 - (k - j)^2)/2` gives
//!
//! ```text
//! X_k = c_k sum_j (x_j c_j) conj(c_{k-j}),
//! ```
//!
//! a cyclic convolution of any length `m >= 2 n - 1`, into whose first reads and last writes the products with the chirp are fused. The chirp and the spectrum of its conjugate are made with the plan; `j^2` is
//! reduced modulo `2 n` in integers. Source: Bluestein 1970; the chirp at plan time as rocFFT has it.

use super::{Kernel, columns::Columns, convolution::Convolution, reserve};
use crate::{Result, kernel::packed::Floats, rings::Circle};
use alloc::vec::Vec;
use num_complex::Complex;

pub(crate) struct Bluestein<const L: usize, F: Floats<L>> {
    inner: Convolution<L, F>,
    chirp: Vec<Complex<F::Float>>,
}

impl<const L: usize, F: Floats<L>> Bluestein<L, F> {
    /// For `columns` of length at least `2 len - 1`, `len < 2^60`.
    pub(crate) fn new(len: usize, columns: Columns<L, F>) -> Result<Self> {
        // j^2 mod 2 n from j to j + 1 by an addition.
        let mut conjugate = reserve("the chirp of a transform", len)?;
        let circle = Circle::<F::Float>::new(2 * len, len);
        let mut square = 0;
        for j in 0..len {
            conjugate.push(circle.root(square));
            square = (square + 2 * j + 1) % (2 * len);
        }
        let m = columns.len();
        let mut values = reserve("the chirp of a transform", m)?;
        values.resize(m, Complex::new(F::Float::default(), F::Float::default()));
        for (j, w) in conjugate.iter().enumerate() {
            values[j] = *w;
            values[if j == 0 { 0 } else { m - j }] = *w;
        }
        for w in &mut conjugate {
            w.im = -w.im;
        }
        Ok(Bluestein { inner: Convolution::new(columns, &mut values)?, chirp: conjugate })
    }
}

impl<const L: usize, F: Floats<L>> Kernel<F::Float> for Bluestein<L, F> {
    fn len(&self) -> usize {
        self.chirp.len()
    }

    fn scratch_len(&self) -> usize {
        self.inner.scratch_len()
    }

    fn run(&self, x: &mut [Complex<F::Float>], scratch: &mut [Complex<F::Float>], inverse: bool) {
        self.inner.run(None, x, Some(&self.chirp), scratch, inverse);
    }

    fn run_into(
        &self,
        input: &[Complex<F::Float>],
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        self.inner.run(Some(input), output, Some(&self.chirp), scratch, inverse);
    }
}
