//! One transform of 1 to 16 values by its network, without vectors.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, odd::network};
use crate::{
    kernel::packed::{Floats, Scalar},
    rings::Real,
};
use num_complex::Complex;

/// A transform of `N` values, 1 or one of [`RADICES`](super::odd::RADICES).
pub(crate) struct Single<const N: usize>;

impl<const N: usize> Single<N> {
    #[inline(always)]
    fn compute<T: Real + Default>(x: &[Complex<T>], inverse: bool) -> Option<[[T; 2]; N]> {
        let x = x.first_chunk::<N>()?;
        let k = Scalar::<T>::new();
        let mut v = [[T::default(); 2]; N];
        for j in 0..N {
            v[j] = if inverse { [x[j].im, x[j].re] } else { [x[j].re, x[j].im] };
        }
        debug_assert_eq!(<Scalar<T> as Floats<1>>::ORDER, [0]);
        Some(network::<1, N, Scalar<T>>(k, v))
    }
}

impl<const N: usize, T: Real + Default> Kernel<T> for Single<N> {
    fn len(&self) -> usize {
        N
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn enter(&self, input: Option<&[Complex<T>]>, output: &mut [Complex<T>], _: &mut [Complex<T>], inverse: bool) {
        if let Some(v) = Self::compute(input.unwrap_or(output), inverse) {
            put(v, output, inverse);
        }
    }
}

#[inline(always)]
fn put<const N: usize, T: Real>(v: [[T; 2]; N], x: &mut [Complex<T>], inverse: bool) {
    if let Some(x) = x.first_chunk_mut::<N>() {
        for j in 0..N {
            x[j] = if inverse { Complex::new(v[j][1], v[j][0]) } else { Complex::new(v[j][0], v[j][1]) };
        }
    }
}
