//! The definition itself for short lengths without a network: `L` values at a time, half the products.
//!
//! With `s_j = x_j + x_{m-j}` and `d_j = x_j - x_{m-j}`, `1 <= j <= h = floor((m - 1)/2)`,
//!
//! ```text
//! X_0 = x_0 + x_{m/2} + sum s_j,    X_k, X_{m-k} = A_k -+ i B_k,
//! A_k = x_0 + (-1)^k x_{m/2} + sum cos(2 pi jk/m) s_j,    B_k = sum sin(2 pi jk/m) d_j,
//! ```
//!
//! the terms of `x_{m/2}` for even `m` alone. The lanes are the values of `k` from 1 to `m/2`; `s_j` and `d_j` are broadcast, so
//! that a product of two real numbers is a quarter of an instruction's work. `m^2/L` fused multiplications.
//!
//! A length with a coprime factor `r` that has a network is Good and Thomas's, `n = r m` (\[Good 1958\]): the networks of `r` values with `L` of
//! them in lanes, then `r` of these, and nothing in between but the order of the values, which is the caller's way in and out:
//!
//! ```text
//! input m a + r b -> [a][b] -> [c][b] -> [c][d] -> output k = c (mod r), k = d (mod m)
//! ```

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, Twiddles, lanes_pass::slices_mut, odd::network, pass::with_radix, reserve};
use crate::{
    Result, arith,
    kernel::packed::{Floats, Token},
};
use alloc::vec::Vec;
use num_complex::Complex;
use num_traits::Zero;

/// Cosines and sines of one `j`, for `L` values of `k`.
type Row<T, const L: usize> = [[T; L]; 2];

pub(crate) struct Direct<const L: usize, K: Floats<L>> {
    k: K,
    /// `r` and `m`.
    split: [usize; 2],
    /// For each few groups of `L` values of `k`, the rows of all of them for each `j`; for even `m`, `j = m/2` has the signs of
    /// `x_{m/2}`.
    rows: Vec<Row<K::Float, L>>,
    /// Where each input comes from, and where each output goes to, forward and inverse; nothing where `r = 1`.
    places: [Vec<u32>; 3],
}

/// The longest transform: the table has a quarter of the square of the length.
pub(crate) const LONGEST: usize = 1024;

/// Whether a coprime factor is split off.
const fn splits(radix: usize) -> bool {
    matches!(radix, 2..=10 | 12)
}

/// `r` and `m` of a length: the greatest such factor that is coprime to the rest.
pub(crate) fn split(len: usize) -> [usize; 2] {
    let coprime = |r: &usize| splits(*r) && len.is_multiple_of(*r) && arith::gcd(*r as u64, (len / r) as u64) == 1;
    let r = (2..=12).rev().filter(|r| 4 * r < len).find(coprime).unwrap_or(1);
    [r, len / r]
}

/// Groups of `k`, and how many are summed up together: as many as the registers hold.
const fn groups<const L: usize, K: Floats<L>>(m: usize) -> [usize; 2] {
    let groups = (m / 2).div_ceil(L);
    [groups, groups.div_ceil(if K::Token::REGISTERS >= 32 { 4 } else { 2 })]
}

/// Groups of part `i` of `parts`.
const fn share([groups, parts]: [usize; 2], i: usize) -> usize {
    (i + 1) * groups / parts - i * groups / parts
}

/// Complex numbers of scratch with `lanes` lanes.
pub(crate) fn scratch_len(len: usize, lanes: usize) -> usize {
    let [r, m] = split(len);
    let values = if r == 1 { 0 } else { r * m.next_multiple_of(lanes) };
    values + 2 * (m / 2)
}

/// Complex numbers of the table, and places as such.
pub(crate) fn table_len(len: usize, lanes: usize) -> usize {
    let [r, m] = split(len);
    (m / 2).next_multiple_of(lanes) * (m / 2) + if r == 1 { 0 } else { 3 * len / 2 }
}

impl<const L: usize, K: Floats<L>> Direct<L, K> {
    pub(crate) fn new(k: K, len: usize) -> Result<Self> {
        let what = "the factors of a transform";
        let [r, m] = split(len);
        let all = groups::<L, K>(m);
        let mut rows = reserve(what, all[0] * (m / 2))?;
        let twiddles = Twiddles::new(m, m * m / 2);
        let mut from = 0;
        for part in 0..all[1] {
            let to = from + share(all, part);
            for j in 1..=m / 2 {
                for group in from..to {
                    let mut row = [[K::Float::default(); L]; 2];
                    for lane in 0..L {
                        let w: Complex<K::Float> = twiddles.power(j * (1 + group * L + K::ORDER[lane]));
                        (row[0][lane], row[1][lane]) = (w.re, -w.im);
                    }
                    rows.push(row);
                }
            }
            from = to;
        }
        let mut places = [Vec::new(), Vec::new(), Vec::new()];
        if r > 1 {
            for places in &mut places {
                *places = reserve(what, len)?;
                places.resize(len, 0);
            }
            for i in 0..len {
                places[0][i] = ((m * (i / m) + r * (i % m)) % len) as u32;
                places[1][i % r * m + i % m] = i as u32;
                places[2][i % r * m + i % m] = ((len - i) % len) as u32;
            }
        }
        Ok(Direct { k, split: [r, m], rows, places })
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

    /// Outputs of `G` groups from group `g` on.
    #[inline(always)]
    fn few<const G: usize>(
        &self,
        rows: &[Row<K::Float, L>],
        first: Complex<K::Float>,
        parts: &[[Complex<K::Float>; 2]],
        g: usize,
        out: &mut [Complex<K::Float>],
    ) {
        let sums = self.sums::<G>(rows, first, parts);
        for i in 0..G {
            self.put(sums[i], (g + i) * L, parts.len(), out);
        }
    }

    /// `A -+ i B` at `k + 1` and behind it, and turned round at `m - 1 - k` and before it, as many as there are.
    #[inline(always)]
    fn put(&self, [a, b]: [[K::V; 2]; 2], k: usize, count: usize, out: &mut [Complex<K::Float>]) {
        let f = self.k;
        let low = [f.add(a[0], b[1]), f.sub(a[1], b[0])];
        let high = [f.reverse(f.sub(a[0], b[1])), f.reverse(f.add(a[1], b[0]))];
        let end = out.len() - k;
        if k + L <= count {
            if let Some(out) = out.get_mut(k + 1..).and_then(<[_]>::first_chunk_mut) {
                f.store_pairs(out, low);
            }
            if let Some(out) = out.get_mut(..end).and_then(<[_]>::last_chunk_mut) {
                f.store_pairs(out, high);
            }
            return;
        }
        let mut values = [[Complex::zero(); L]; 2];
        f.store_pairs(&mut values[0], low);
        f.store_pairs(&mut values[1], high);
        if let Some((front, back)) = out.get_mut(k + 1..end).and_then(|out| out.split_at_mut_checked(count - k)) {
            for (out, value) in front.iter_mut().zip(&values[0]) {
                *out = *value;
            }
            for (out, value) in back.iter_mut().rev().zip(values[1].iter().rev()) {
                *out = *value;
            }
        }
    }

    /// `s_j` and `d_j`, 1 to `m/2`.
    #[inline(always)]
    fn pairs(&self, x: &[Complex<K::Float>], parts: &mut [[Complex<K::Float>; 2]]) {
        let f = self.k;
        let (m, count) = (x.len(), parts.len());
        if count < L {
            for j in 1..=count {
                parts[j - 1] = [x[j] + x[m - j], x[j] - x[m - j]];
            }
        }
        // The last of them again where the lanes do not divide them.
        for g in 0..if count < L { 0 } else { count.div_ceil(L) } {
            let at = (g * L).min(count - L);
            let front = x.get(at + 1..).and_then(<[_]>::first_chunk);
            let back = x.get(..m - at).and_then(<[_]>::last_chunk);
            let (Some(front), Some(back), Some(parts)) = (front, back, parts[at..].first_chunk_mut::<L>()) else {
                return;
            };
            let (a, b) = (f.load_pairs(front), f.load_pairs(back));
            let b = [f.reverse(b[0]), f.reverse(b[1])];
            let mut values = [[Complex::zero(); L]; 2];
            f.store_pairs(&mut values[0], [f.add(a[0], b[0]), f.add(a[1], b[1])]);
            f.store_pairs(&mut values[1], [f.sub(a[0], b[0]), f.sub(a[1], b[1])]);
            for l in 0..L {
                parts[l] = [values[0][l], values[1][l]];
            }
        }
        if m.is_multiple_of(2)
            && let Some(last) = parts.last_mut()
        {
            *last = [x[count], Complex::zero()];
        }
    }

    /// The definition of `m` values, of `x` or, where there is none, `out`, to `out`.
    #[inline(always)]
    fn define(
        &self,
        x: Option<&[Complex<K::Float>]>,
        out: &mut [Complex<K::Float>],
        parts: &mut [[Complex<K::Float>; 2]],
    ) {
        let x = x.unwrap_or(out);
        let (first, count) = (x[0], parts.len());
        self.pairs(x, parts);
        let parts = &*parts;
        let mut sums: [Complex<K::Float>; 4] = [Complex::zero(); 4];
        let (fours, tail) = parts.as_chunks::<4>();
        for four in fours {
            for i in 0..4 {
                sums[i] = sums[i] + four[i][0];
            }
        }
        let total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        out[0] = first + tail.iter().fold(total, |sum, part| sum + part[0]);
        let all = groups::<L, K>(self.split[1]);
        let (mut rows, mut g) = (&self.rows[..], 0);
        for part in 0..all[1] {
            let size = share(all, part);
            let Some((these, others)) = rows.split_at_checked(size * count) else { return };
            match size {
                1 => self.few::<1>(these, first, parts, g, out),
                2 => self.few::<2>(these, first, parts, g, out),
                3 if const { K::Token::REGISTERS >= 32 } => self.few::<3>(these, first, parts, g, out),
                _ if const { K::Token::REGISTERS >= 32 } => self.few::<4>(these, first, parts, g, out),
                _ => {}
            }
            (rows, g) = (others, g + size);
        }
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
        let [r, m] = self.split;
        if scratch.len() < self.scratch_len() || output.len() != r * m {
            return;
        }
        let padded = if r == 1 { 0 } else { m.next_multiple_of(L) };
        let (values, scratch) = scratch.split_at_mut(r * padded);
        let parts = scratch[..2 * (m / 2)].as_chunks_mut::<2>().0;
        if r == 1 {
            self.define(input, output, parts);
            if inverse {
                // The inverse transform has its outputs in reverse.
                output[1..].reverse();
            }
            return;
        }
        let x = input.unwrap_or(output);
        for (row, places) in values.chunks_exact_mut(padded).zip(self.places[0].chunks_exact(m)) {
            let (row, padding) = row.split_at_mut(m);
            for (z, place) in row.iter_mut().zip(places) {
                *z = x[*place as usize];
            }
            padding.fill(Complex::zero());
        }
        self.networks(values);
        let places = &self.places[if inverse { 2 } else { 1 }];
        for (row, places) in values.chunks_exact_mut(padded).zip(places.chunks_exact(m)) {
            let row = &mut row[..m];
            self.define(None, row, parts);
            for (z, place) in row.iter().zip(places) {
                output[*place as usize] = *z;
            }
        }
    }

    /// The networks of `r` rows, in place.
    #[inline(always)]
    fn networks(&self, values: &mut [Complex<K::Float>]) {
        let k = self.k;
        let blocks = values.as_chunks_mut::<L>().0;
        with_radix!(self.split[0], R => if const { splits(R) } {
            let x = slices_mut::<R, _>(blocks);
            for s in 0..x[0].len() {
                let mut v = [k.load_pairs(&x[0][s]); R];
                for j in 1..R {
                    v[j] = k.load_pairs(&x[j][s]);
                }
                let v = network::<L, R, K>(k, v);
                for j in 0..R {
                    k.store_pairs(&mut x[j][s], v[j]);
                }
            }
        });
    }
}

impl<const L: usize, K: Floats<L>> Kernel<K::Float> for Direct<L, K> {
    fn len(&self) -> usize {
        self.split[0] * self.split[1]
    }

    fn scratch_len(&self) -> usize {
        scratch_len(self.len(), L)
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
