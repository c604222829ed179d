//! Eight or sixteen values with the parts of each side by side.
//!
//! Short transforms are latency-bound. So parts are never separated, and values stay in their lanes. The first step of
//! radix 4 has its outputs in the lanes; every input is broadcast from memory.
//!
//! ```text
//! n = 4 q, q = 2 or 4, v = exp(-2 pi i/q)
//! t_j = x_j + (-1)^k x_{j+2q}                           0 <= j < 2q, k in the lanes
//! y_{j,k} = w^{jk} (t_j + (-i)^k t_{j+q})               0 <= j < q, 0 <= k < 4
//! X_{k+4m} = sum v^{jm} y_{j,k}                         over the vectors
//! ```
//!
//! A product by `i` is an exchange of neighbours and a sum whose signs alternate. `4/L` vectors of `L` outputs `k`.

use super::{Kernel, codelet::Lines};
use crate::{
    kernel::packed::{Interleaved, Token},
    rings::constant_root,
};
use num_complex::Complex;

/// Factors of a vector of `L` outputs `k`, part by part.
pub(crate) type Factors<T, const L: usize> = [[[T; 2]; L]; 9];

/// `(-1)^k`.
const HALVES: usize = 0;
/// `(-i)^k`, for values whose parts are swapped for odd `k`.
const QUARTERS: usize = 1;
/// `-i`, for values whose parts are swapped.
const QUARTER: usize = 2;
/// `w^{jk}` for `1 <= j < q`: real parts twice, then imaginary parts with the signs of a product.
const POWERS: usize = 3;

/// A transform of `N` values, 8 or 16, in `G` vectors of `L` outputs of the first step. In place it takes any number
/// of rows.
pub(crate) struct Fours<const N: usize, const L: usize, const G: usize, F: Interleaved<L>>(pub(crate) F);

/// A float whose factors are constants, forward and back.
pub(crate) trait Constant<const N: usize, const L: usize, const G: usize>: Sized + 'static {
    const FACTORS: &'static Lines<[[Factors<Self, L>; G]; 2]>;
}

macro_rules! constant {
    ($float:ident) => {
        impl<const N: usize, const L: usize, const G: usize> Constant<N, L, G> for $float {
            const FACTORS: &'static Lines<[[Factors<$float, L>; G]; 2]> = &{
                assert!(L * G == 4 && L.is_multiple_of(2) && matches!(N, 8 | 16));
                let mut all = [[[[[0.0; 2]; L]; 9]; G]; 2];
                let mut i = 0;
                while i < 8 {
                    let (way, k) = (i / 4, i % 4);
                    let (factors, l, sign) = (&mut all[way][k / L], k % L, if way == 0 { 1.0 } else { -1.0 });
                    factors[HALVES][l] = if k % 2 == 0 { [1.0, 1.0] } else { [-1.0, -1.0] };
                    factors[QUARTERS][l] = [[1.0, 1.0], [sign, -sign], [-1.0, -1.0], [-sign, sign]][k];
                    factors[QUARTER][l] = [sign, -sign];
                    let mut j = 1;
                    while j < N / 4 {
                        let [re, im] = constant_root(j * k, N);
                        factors[POWERS + 2 * j - 2][l] = [re as $float; 2];
                        factors[POWERS + 2 * j - 1][l] = [-sign * im as $float, sign * im as $float];
                        j += 1;
                    }
                    i += 1;
                }
                Lines(all)
            };
        }
    };
}
constant!(f64);
constant!(f32);

impl<const N: usize, const L: usize, const G: usize, F> Fours<N, L, G, F>
where
    F: Interleaved<L, Float: Constant<N, L, G>>,
{
    /// The outputs `X_{k+4m}` for each `k`.
    const Q: usize = N / 4;

    /// Computes the sums `t_j`.
    #[inline(always)]
    fn sums(f: F, x: &[Complex<F::Float>; N], factors: &[Factors<F::Float, L>; G]) -> [F::V; 8] {
        let signs = f.load(&factors[0][HALVES]);
        let mut t = [signs; 8];
        for j in 0..N / 2 {
            t[j] = f.mul_add(f.broadcast(&x[j + N / 2]), signs, f.broadcast(&x[j]));
        }
        t
    }

    /// Computes the outputs from the sums `t_j`: vector `m` of list `g` holds `X_(g L + l + 4 m)` in lane `l`.
    #[inline(always)]
    fn outputs(f: F, t: [F::V; 8], factors: &[Factors<F::Float, L>; G]) -> [[F::V; 4]; G] {
        let mut exchanged = [t[0]; 4];
        for j in 0..Self::Q {
            exchanged[j] = f.exchange_odd(t[j + Self::Q]);
        }
        let mut v = [[t[0]; 4]; G];
        for g in 0..G {
            let (quarters, quarter) = (f.load(&factors[g][QUARTERS]), f.load(&factors[g][QUARTER]));
            let mut x = t;
            for j in 0..Self::Q {
                x[j] = f.mul_add(exchanged[j], quarters, t[j]);
            }
            for j in 1..Self::Q {
                let [re, im] = [&factors[g][POWERS + 2 * j - 2], &factors[g][POWERS + 2 * j - 1]];
                // The exchange takes place beside the first product.
                x[j] = f.mul_add(f.load(im), f.exchange(x[j]), f.mul(f.load(re), x[j]));
            }
            if const { N == 8 } {
                [v[g][0], v[g][1]] = [f.add(x[0], x[1]), f.sub(x[0], x[1])];
                continue;
            }
            let [a, b] = [f.add(x[0], x[2]), f.sub(x[0], x[2])];
            let [c, d] = [f.add(x[1], x[3]), f.exchange(f.sub(x[1], x[3]))];
            v[g] = [f.add(a, c), f.mul_add(d, quarter, b), f.sub(a, c), f.neg_mul_add(d, quarter, b)];
        }
        v
    }

    /// Returns the transform of `x`: vector `m < N/4` of list `g` holds the values `g L + l + 4 m`.
    #[inline(always)]
    pub(crate) fn values(f: F, x: &[Complex<F::Float>; N], inverse: bool) -> [[F::V; 4]; G] {
        let factors = &F::Float::FACTORS.0[usize::from(inverse)];
        Self::outputs(f, Self::sums(f, x, factors), factors)
    }

    /// Stores values as [`values`](Self::values) returns them.
    #[inline(always)]
    pub(crate) fn store(f: F, v: [[F::V; 4]; G], y: &mut [Complex<F::Float>; N]) {
        let y = y.as_chunks_mut::<L>().0;
        for m in 0..Self::Q {
            for g in 0..G {
                f.store(&mut y[m * G + g], v[g][m]);
            }
        }
    }
}

impl<const N: usize, const L: usize, const G: usize, F> Kernel<F::Float> for Fours<N, L, G, F>
where
    F: Interleaved<L, Float: Constant<N, L, G>>,
{
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
        let f = self.0;
        if let Some(x) = input.and_then(|x| x.first_chunk::<N>())
            && let Some(y) = output.first_chunk_mut()
        {
            *y = *x;
        }
        // Values that fit two registers enter the instruction set in registers.
        if let Ok(y) = <&mut [_; N]>::try_from(&mut *output) {
            return f.token().run_short(
                #[inline(always)]
                move || Self::store(f, Self::values(f, y, inverse), y),
            );
        }
        let rows = output.as_chunks_mut().0;
        f.token().run_short(
            #[inline(always)]
            move || {
                for y in rows {
                    Self::store(f, Self::values(f, y, inverse), y);
                }
            },
        );
    }
}
