//! One transform of 1 to 16 values by its network, without vectors.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, odd::network};
use crate::{
    kernel::packed::{ComplexLanes, Floats, Token},
    rings::Real,
};
use num_complex::Complex;

/// Transforms four singles. The direction is the sign of a product: a branch would leave its sums in other registers than the other branch,
/// and they would be stored part by part. Four doubles fill registers by themselves, and a product would be one more step.
#[inline(always)]
fn four<T: Real>(x: &mut [Complex<T>; 4], inverse: bool) {
    let [a, b, c, d] = *x;
    let (halves, others) = ([a.re, a.im, b.re, b.im], [c.re, c.im, d.re, d.im]);
    let (mut sums, mut differences) = (halves, halves);
    for l in 0..4 {
        (sums[l], differences[l]) = (halves[l] + others[l], halves[l] - others[l]);
    }
    let sign = if inverse { -T::one() } else { T::one() };
    let even = [sums[0], sums[1], differences[0], differences[1]];
    let odd = [sums[2], sums[3], differences[3] * sign, differences[2] * -sign];
    let (mut y, mut z) = (even, even);
    for l in 0..4 {
        (y[l], z[l]) = (even[l] + odd[l], even[l] - odd[l]);
    }
    *x = [Complex::new(y[0], y[1]), Complex::new(y[2], y[3]), Complex::new(z[0], z[1]), Complex::new(z[2], z[3])];
}

/// A transform of `N` values, 1 or one of [`RADICES`](super::odd::RADICES).
pub(crate) struct Single<const N: usize, F>(pub(crate) F);

impl<const N: usize, F: Floats<1>> Single<N, F> {
    /// Lengths with few products or none, which take less time than to enter an instruction set.
    const PLAIN: bool = matches!(N, 1..=4 | 6);

    /// Computes the network; where `INVERSE`, parts are exchanged before it and after it. The direction is a constant: outputs in a
    /// place that is known when running keep the compiler from working on both parts at once.
    #[inline(always)]
    fn compute<const INVERSE: bool>(f: F, x: &mut [Complex<F::Float>; N]) {
        let exchange = |[re, im]: [F::V; 2]| if INVERSE { [im, re] } else { [re, im] };
        let (x, _) = x.as_chunks_mut::<1>();
        let mut v = [[f.constant(0.0); 2]; N];
        for j in 0..N {
            v[j] = exchange(f.load_pairs(&x[j]));
        }
        let v = network::<1, N, _>(ComplexLanes(f), v);
        for k in 0..N {
            f.store_pairs(&mut x[k], exchange(v[k]));
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

    #[inline]
    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        _: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let Some(x) = output.first_chunk_mut::<N>() else { return };
        if let Some(input) = input {
            let Some(input) = input.first_chunk::<N>() else { return };
            *x = *input;
        }
        let f = self.0;
        if const { N == 4 && size_of::<F::Float>() == 4 }
            && let Ok(x) = <&mut [_; 4]>::try_from(&mut x[..])
        {
            return four(x, inverse);
        }
        if const { Self::PLAIN } {
            return if inverse { Self::compute::<true>(f, x) } else { Self::compute::<false>(f, x) };
        }
        // Values that fit two registers enter the instruction set in registers.
        f.token().run(
            #[inline(always)]
            move || if inverse { Self::compute::<true>(f, x) } else { Self::compute::<false>(f, x) },
        );
    }
}
