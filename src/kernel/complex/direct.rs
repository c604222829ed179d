//! The definition itself for short lengths without a network: `L` values at a time, half the products.
//!
//! With `s_j = x_j + x_{n-j}` and `d_j = x_j - x_{n-j}`, `1 <= j <= h = floor((n - 1)/2)`,
//!
//! ```text
//! X_k, X_{n-k} = A_k -+ i B_k,
//! A_k = x_0 + (-1)^k x_{n/2} + sum cos(2 pi jk/n) s_j,    B_k = sum sin(2 pi jk/n) d_j,
//! ```
//!
//! the second term of `A_k` for even `n` alone. The lanes are the values of `k` from 0 to `n/2`; `s_j` and `d_j` are broadcast, so
//! that a product of two real numbers is a quarter of an instruction's work. `n^2/L` fused multiplications.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, Twiddles, reserve};
use crate::{
    Result,
    kernel::packed::{Floats, Token},
};
use alloc::vec::Vec;
use num_complex::Complex;
use num_traits::Zero;

/// Cosines and sines of one `j`, for `L` values of `k`.
type Row<T, const L: usize> = [[T; L]; 2];

pub(crate) struct Direct<const L: usize, K: Floats<L>> {
    k: K,
    len: usize,
    /// For each two groups of `L` values of `k`, the rows of both for each `j`; for even `n`, `j = n/2` has the signs of
    /// `x_{n/2}`.
    rows: Vec<Row<K::Float, L>>,
}

impl<const L: usize, K: Floats<L>> Direct<L, K> {
    pub(crate) fn new(k: K, len: usize) -> Result<Self> {
        let groups = (len / 2 + 1).div_ceil(L);
        let mut rows = reserve("the factors of a transform", groups * (len / 2))?;
        let twiddles = Twiddles::new(len, len * len / 2);
        for pair in (0..groups).step_by(2) {
            for j in 1..=len / 2 {
                for group in pair..groups.min(pair + 2) {
                    let mut row = [[K::Float::default(); L]; 2];
                    for lane in 0..L {
                        let w: Complex<K::Float> = twiddles.power(j * (group * L + K::ORDER[lane]));
                        (row[0][lane], row[1][lane]) = (w.re, -w.im);
                    }
                    rows.push(row);
                }
            }
        }
        Ok(Direct { k, len, rows })
    }

    /// `A_k` and `B_k` of `G` groups.
    #[inline(always)]
    fn sums<const G: usize>(
        &self,
        rows: &[Row<K::Float, L>],
        first: Complex<K::Float>,
        parts: &[[Complex<K::Float>; 2]],
    ) -> [[[K::V; 2]; 2]; G] {
        let k = self.k;
        let zero = k.constant(0.0);
        let mut sums = [[[k.splat(first.re), k.splat(first.im)], [zero, zero]]; G];
        for ([s, d], row) in parts.iter().zip(rows.as_chunks::<G>().0) {
            let (s, d) = ([k.splat(s.re), k.splat(s.im)], [k.splat(d.re), k.splat(d.im)]);
            for g in 0..G {
                let (cos, sin) = (k.load(&row[g][0]), k.load(&row[g][1]));
                let [a, b] = sums[g];
                sums[g] = [
                    [k.mul_add(s[0], cos, a[0]), k.mul_add(s[1], cos, a[1])],
                    [k.mul_add(d[0], sin, b[0]), k.mul_add(d[1], sin, b[1])],
                ];
            }
        }
        sums
    }

    /// `input` or, where there is none, `output` to `output`.
    #[inline(always)]
    fn compute(
        &self,
        input: Option<&[Complex<K::Float>]>,
        output: &mut [Complex<K::Float>],
        scratch: &mut [Complex<K::Float>],
        inverse: bool,
    ) {
        let n = self.len;
        let (count, groups) = (n / 2, (n / 2 + 1).div_ceil(L));
        if scratch.len() < self.scratch_len() {
            return;
        }
        let (parts, scratch) = scratch.split_at_mut(2 * count);
        // As many blocks of either, however long the scratch is: they are taken two by two together.
        let (low, high) = scratch[..2 * groups * L].split_at_mut(groups * L);
        let (parts, _) = parts.as_chunks_mut::<2>();
        let Some((&first, rest)) = input.unwrap_or(output).split_first() else { return };
        for (part, (a, b)) in parts.iter_mut().zip(rest.iter().zip(rest.iter().rev())) {
            *part = if inverse { [*a + *b, *b - *a] } else { [*a + *b, *a - *b] };
        }
        if n.is_multiple_of(2)
            && let (Some(last), Some(middle)) = (parts.last_mut(), rest.get(count - 1))
        {
            *last = [*middle, Complex::zero()];
        }
        let parts = &*parts;
        let low_blocks = low.as_chunks_mut::<L>().0.chunks_mut(2);
        let high_blocks = high.as_chunks_mut::<L>().0.chunks_mut(2);
        let mut rows = &self.rows[..];
        for (low, high) in low_blocks.zip(high_blocks) {
            let (these, others) = rows.split_at_checked(low.len() * count).unwrap_or((rows, &[]));
            rows = others;
            match (low, high) {
                ([low, low2], [high, high2]) => {
                    let [a, b] = self.sums::<2>(these, first, parts);
                    self.put(a, low, high);
                    self.put(b, low2, high2);
                }
                ([low], [high]) => {
                    let [a] = self.sums::<1>(these, first, parts);
                    self.put(a, low, high);
                }
                _ => {}
            }
        }
        let (front, back) = output.split_at_mut(count + 1);
        front.copy_from_slice(&low[..count + 1]);
        for (x, value) in back.iter_mut().rev().zip(&high[1..]) {
            *x = *value;
        }
    }

    /// `A -+ i B`.
    #[inline(always)]
    fn put(&self, [a, b]: [[K::V; 2]; 2], low: &mut [Complex<K::Float>; L], high: &mut [Complex<K::Float>; L]) {
        let k = self.k;
        k.store_pairs(low, [k.add(a[0], b[1]), k.sub(a[1], b[0])]);
        k.store_pairs(high, [k.sub(a[0], b[1]), k.add(a[1], b[0])]);
    }
}

impl<const L: usize, K: Floats<L>> Kernel<K::Float> for Direct<L, K> {
    fn len(&self) -> usize {
        self.len
    }

    fn scratch_len(&self) -> usize {
        scratch_len(self.len, L)
    }

    fn enter(
        &self,
        input: Option<&[Complex<K::Float>]>,
        output: &mut [Complex<K::Float>],
        scratch: &mut [Complex<K::Float>],
        inverse: bool,
    ) {
        self.k.token().run(
            #[inline(always)]
            || self.compute(input, output, scratch, inverse),
        );
    }
}

/// The longest transform: the table has a quarter of the square of the length.
pub(crate) const LONGEST: usize = 1024;

/// Complex numbers of scratch with `lanes` lanes.
pub(crate) const fn scratch_len(len: usize, lanes: usize) -> usize {
    2 * (len / 2) + 2 * (len / 2 + 1).div_ceil(lanes) * lanes
}
