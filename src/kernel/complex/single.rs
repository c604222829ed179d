//! One transform of 1 to 16 values by its network, without vectors.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, odd::network};
use crate::kernel::packed::{Floats, Token};
use num_complex::Complex;

/// A transform of `N` values, 1 or one of [`RADICES`](super::odd::RADICES).
pub(crate) struct Single<const N: usize, F>(pub(crate) F);

impl<const N: usize, F: Floats<1>> Single<N, F> {
    /// The inverse transform has its outputs in reverse: that chooses where each is stored, and asks for no code of its own.
    #[inline(always)]
    fn compute(&self, input: Option<&[Complex<F::Float>]>, output: &mut [Complex<F::Float>], inverse: bool) {
        let f = self.0;
        let Some(x) = input.unwrap_or(output).first_chunk::<N>() else { return };
        let mut v = [[f.constant(0.0); 2]; N];
        for j in 0..N {
            v[j] = f.load_pairs(&[x[j]]);
        }
        let v = network::<1, N, F>(f, v);
        let Some(x) = output.first_chunk_mut::<N>() else { return };
        let mut value = [x[0]];
        for k in 0..N {
            f.store_pairs(&mut value, v[k]);
            x[if inverse && k > 0 { N - k } else { k }] = value[0];
        }
    }
}

impl<const N: usize, F: Floats<1>> Kernel<F::Float> for Single<N, F> {
    fn len(&self) -> usize {
        N
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        _: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        self.0.token().run(
            #[inline(always)]
            || self.compute(input, output, inverse),
        );
    }
}
