//! Two or four times an odd length in registers: the algorithm of Good and Thomas, outputs of the even factor in the lanes.
//!
//! ```text
//! n = L m, L = 2 or 4, m odd, u = exp(-2 pi i/L), v = exp(-2 pi i/m)
//! j = L a + m b mod n                                   0 <= a < m, 0 <= b < L
//! y_{a,l} = sum over b of u^{bl} x_j                    l in the lanes
//! X_k = sum over a of v^{ak} y_{a, k mod L}             over the vectors
//! ```
//!
//! There are no factors between the steps. Every input is broadcast from memory. Outputs that follow each other lie in neighbouring lanes of
//! different vectors, so values never change their lane.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, odd::network};
use crate::{
    kernel::packed::{ComplexPairs, Diagonal, Either, Token},
    rings::Real,
};
use alloc::boxed::Box;
use num_complex::Complex;

/// A transform of `N = L M` values. In place it takes any number of rows.
struct Coprime<const L: usize, const M: usize, const N: usize, F>(F);

/// Returns the kernel of twice `rows` values; `None` if there is none.
pub(super) fn twice<F: Diagonal<2, Float: Default>>(f: F, rows: usize) -> Option<Box<dyn Kernel<F::Float>>> {
    Some(match rows {
        5 => Box::new(Coprime::<2, 5, 10, F>(f)),
        7 => Box::new(Coprime::<2, 7, 14, F>(f)),
        9 => Box::new(Coprime::<2, 9, 18, F>(f)),
        11 => Box::new(Coprime::<2, 11, 22, F>(f)),
        15 => Box::new(Coprime::<2, 15, 30, F>(f)),
        17 => Box::new(Coprime::<2, 17, 34, F>(f)),
        19 => Box::new(Coprime::<2, 19, 38, F>(f)),
        23 => Box::new(Coprime::<2, 23, 46, F>(f)),
        _ => return None,
    })
}

/// Returns the kernel of four times `rows` values; `None` if there is none.
pub(super) fn four_times<F: Diagonal<4, Float: Default>>(f: F, rows: usize) -> Option<Box<dyn Kernel<F::Float>>> {
    Some(match rows {
        3 => Box::new(Coprime::<4, 3, 12, F>(f)),
        5 => Box::new(Coprime::<4, 5, 20, F>(f)),
        7 => Box::new(Coprime::<4, 7, 28, F>(f)),
        17 => Box::new(Coprime::<4, 17, 68, F>(f)),
        19 => Box::new(Coprime::<4, 19, 76, F>(f)),
        23 => Box::new(Coprime::<4, 23, 92, F>(f)),
        _ => return None,
    })
}

impl<const L: usize, const M: usize, const N: usize, F: Diagonal<L, Float: Default>> Coprime<L, M, N, F> {
    /// Returns the outputs: value `k` in lane `k mod L` of vector `k mod M`.
    #[inline(always)]
    fn values(f: F, x: &[Complex<F::Float>; N], inverse: bool) -> [F::V; M] {
        const { assert!(N == L * M && matches!(L, 2 | 4) && M % 2 == 1) };
        let one = F::Float::from_f64(1.0);
        let way = if inverse { -one } else { one };
        let (mut halves, mut quarters) = ([[one; 2]; L], [[one; 2]; L]);
        for l in 0..L {
            halves[l] = [[one; 2], [-one; 2]][l % 2];
            // For values whose parts are exchanged in odd lanes.
            quarters[l] = [[one, one], [way, -way], [-one, -one], [-way, way]][l];
        }
        let (halves, quarters) = (f.load(&halves), f.load(&quarters));
        let mut v = [halves; M];
        for a in 0..M {
            v[a] = Self::sum(f, x, L * a, halves);
            if const { L == 4 } {
                let odd = f.exchange_odd(Self::sum(f, x, L * a + M, halves));
                v[a] = f.mul_add(odd, quarters, v[a]);
            }
        }
        network(ComplexPairs(f, Either::new(f, inverse)), v)
    }

    /// Returns value `at` plus the one half the length after it times the sign of the lane.
    #[inline(always)]
    fn sum(f: F, x: &[Complex<F::Float>; N], at: usize, signs: F::V) -> F::V {
        f.mul_add(f.broadcast(&x[(at + N / 2) % N]), signs, f.broadcast(&x[at % N]))
    }

    #[inline(always)]
    fn store(f: F, v: [F::V; M], y: &mut [Complex<F::Float>; N]) {
        for (i, y) in y.as_chunks_mut::<L>().0.iter_mut().enumerate() {
            let mut lanes = [v[0]; L];
            for l in 0..L {
                lanes[l] = v[(L * i + l) % M];
            }
            f.store(y, f.diagonal(lanes));
        }
    }
}

impl<const L: usize, const M: usize, const N: usize, F: Diagonal<L, Float: Default>> Kernel<F::Float>
    for Coprime<L, M, N, F>
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
        f.token().run(
            #[inline(always)]
            move || {
                for y in output.as_chunks_mut().0 {
                    let Some(x) = input.map_or(Some(&*y), <[_]>::first_chunk) else { return };
                    let v = Self::values(f, x, inverse);
                    Self::store(f, v, y);
                }
            },
        );
    }
}
