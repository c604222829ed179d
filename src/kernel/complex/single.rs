//! One transform of 1 to 16 values by its network, without vectors.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, odd::network};
use crate::kernel::packed::{Floats, Token};
use num_complex::Complex;

/// A transform of `N` values, 1 or one of [`RADICES`](super::odd::RADICES).
pub(crate) struct Single<const N: usize, F>(pub(crate) F);

impl<const N: usize, F: Floats<1>> Single<N, F> {
    #[inline(always)]
    fn compute(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        exchange: impl Fn([F::V; 2]) -> [F::V; 2],
    ) {
        let f = self.0;
        let Some(x) = input.unwrap_or(output).first_chunk::<N>() else { return };
        let (x, _) = x.as_chunks::<1>();
        let mut v = [[f.constant(0.0); 2]; N];
        for j in 0..N {
            v[j] = exchange(f.load_pairs(&x[j]));
        }
        let v = network::<1, N, F>(f, v);
        if let Some(x) = output.first_chunk_mut::<N>() {
            for (x, v) in x.as_chunks_mut::<1>().0.iter_mut().zip(v) {
                f.store_pairs(x, exchange(v));
            }
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
            || {
                if inverse {
                    self.compute(
                        input,
                        output,
                        #[inline(always)]
                        |[re, im]| [im, re],
                    );
                } else {
                    self.compute(
                        input,
                        output,
                        #[inline(always)]
                        |v| v,
                    );
                }
            },
        );
    }
}
