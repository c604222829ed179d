//! The definition itself for short lengths without a network: `L` values at a time, half the products.
//!
//! With `s_j = x_j + x_{m-j}` and `d_j = x_j - x_{m-j}`, `1 <= j <= h = floor((m - 1)/2)`,
//!
//! ```text
//! X_0 = x_0 + x_{m/2} + sum s_j,    X_k, X_{m-k} = A_k -+ i B_k,
//! A_k = x_0 + (-1)^k x_{m/2} + sum cos(2 pi jk/m) s_j,    B_k = sum sin(2 pi jk/m) d_j,
//! ```
//!
//! with the terms of `x_{m/2}` only for even `m`. The lanes are the values of `k` from 1 to `m/2`; `s_j` and `d_j` are
//! broadcast, so each instruction does four products of real numbers. The cost is `m^2/L` fused multiplications.
//!
//! A length with a coprime factor `r` that has a network is Good and Thomas's, `n = r m` (\[Good 1958\]). It runs the
//! networks of `r` values with `L` of them in lanes, then `r` of these. Only the order of the values changes in
//! between; it is that of input and output:
//!
//! ```text
//! input m a + r b -> [a][b] -> [c][b] -> [c][d] -> output k = c (mod r), k = d (mod m)
//! ```

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]
#![allow(clippy::reversed_empty_ranges, reason = "the network of one value")]

use super::{Kernel, lanes_pass::slices_mut, list::list, odd::network, pass::with_radix, reserve};
use crate::{
    Result, arith,
    kernel::packed::{ComplexLanes, Floats, Token},
    lists::{self, zip},
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
    shares: Shares,
    /// Places of the inputs, and of the outputs forward and inverse; empty if `r = 1`.
    places: [Vec<u32>; 3],
}

/// The longest transform: the table has a quarter of the square of the length.
pub(crate) const LONGEST: usize = 1024;

/// Returns whether a coprime factor `radix` is split off.
const fn splits(radix: usize) -> bool {
    matches!(radix, 2..=10 | 12)
}

/// Returns `r` and `m` of a length up to the [`LONGEST`]: the greatest such factor that is coprime to the rest, on single words 1.
pub(crate) const fn split(len: usize, lanes: usize) -> [usize; 2] {
    const FACTORS: [u8; LONGEST + 1] = {
        let (mut factors, mut len) = ([1; LONGEST + 1], 0);
        while len <= LONGEST {
            let mut r = 2;
            while r <= 12 && 4 * r < len {
                if splits(r) && len.is_multiple_of(r) && arith::gcd(r as u64, (len / r) as u64) == 1 {
                    factors[len] = r as u8;
                }
                r += 1;
            }
            len += 1;
        }
        factors
    };
    let r = if len <= LONGEST && lanes > 1 { FACTORS[len] as usize } else { 1 };
    [r, len / r]
}

/// Shares of the groups of `k`: those of one are summed together.
#[derive(Clone, Copy)]
struct Shares {
    count: usize,
    /// The groups of most shares; the first `more` have one more.
    least: usize,
    more: usize,
}

impl Shares {
    /// Returns the shares of `m` values: each has as many groups as the registers hold.
    fn new<const L: usize, K: Floats<L>>(m: usize) -> Self {
        let groups = (m / 2).div_ceil(L);
        let count = groups.div_ceil(if K::Token::REGISTERS >= 32 { 4 } else { 2 });
        let least = groups.checked_div(count).unwrap_or(0);
        Shares { count, least, more: groups - least * count }
    }

    /// Returns the number of groups of all shares.
    fn groups(self) -> usize {
        self.count * self.least + self.more
    }

    /// Returns the number of groups in share `i`.
    #[inline(always)]
    fn size(self, i: usize) -> usize {
        self.least + usize::from(i < self.more)
    }
}

/// Returns the length of the scratch in complex numbers, with `lanes` lanes.
pub(crate) fn scratch_len(len: usize, lanes: usize) -> usize {
    scratch_of(split(len, lanes), lanes)
}

const fn scratch_of([r, m]: [usize; 2], lanes: usize) -> usize {
    let values = if r == 1 { 0 } else { r * m.next_multiple_of(lanes) };
    values + 2 * (m / 2) + 2 * (m / 2).next_multiple_of(lanes)
}

/// Returns the length of the table and of the places, in complex numbers.
pub(crate) fn table_len(len: usize, lanes: usize) -> usize {
    let [r, m] = split(len, lanes);
    (m / 2).next_multiple_of(lanes) * (m / 2) + if r == 1 { 0 } else { 3 * len / 2 }
}

impl<const L: usize, K: Floats<L>> Direct<L, K> {
    /// Returns the factors of `m <= M/2` values; `M` is a power of two.
    fn rows<const M: usize>(m: usize) -> Result<Vec<Row<K::Float, L>>> {
        let shares = Shares::new::<L, K>(m);
        let count = shares.groups() * (m / 2);
        let mut rows = reserve("the factors of a transform", count)?;
        rows.resize(count, [[K::Float::default(); L]; 2]);
        // Cosines and sines, twice one after another, so that a sum of two places needs no division.
        let mut roots = [[K::Float::default(); 2]; M];
        for (k, w) in list::<K::Float>(m)?.iter().enumerate() {
            (roots[k % M], roots[(m + k) % M]) = ([w.re, -w.im], [w.re, -w.im]);
        }
        let reduced = |place: usize| place.min(place.wrapping_sub(m));
        let (mut rest, mut from) = (&mut rows[..], 0);
        for share in 0..shares.count {
            let size = shares.size(share);
            let (rows, others) = rest.split_at_mut(size * (m / 2));
            // `j k` of the share's first group, for the `k` before it; then of `j` and each of the lanes.
            let (step, mut first) = (from * L % m, 0);
            for (j, rows) in (1..=m / 2).zip(rows.chunks_exact_mut(size)) {
                let (mut multiples, mut last) = ([0; L], 0);
                for multiple in &mut multiples {
                    last = reduced(last + j);
                    *multiple = last;
                }
                let lanes = lists::map(K::ORDER, |lane| multiples[lane]);
                first = reduced(first + step);
                let mut place = first;
                for [cosines, sines] in rows {
                    for l in 0..L {
                        [cosines[l], sines[l]] = roots[(place + lanes[l]) % M];
                    }
                    place = reduced(place + last);
                }
            }
            (rest, from) = (others, from + size);
        }
        Ok(rows)
    }

    pub(crate) fn new(k: K, len: usize) -> Result<Self> {
        let what = "the factors of a transform";
        let [r, m] = split(len, L);
        let rows = if m <= 128 { Self::rows::<256>(m)? } else { Self::rows::<{ 2 * LONGEST.next_power_of_two() }>(m)? };
        let mut places = [const { Vec::new() }; 3];
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
        Ok(Direct { k, split: [r, m], rows, shares: Shares::new::<L, K>(m), places })
    }

    /// Returns `A_k` and `B_k` of `G` groups.
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
        for ([s, d], row) in zip(parts, rows.as_chunks::<G>().0) {
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

    /// Computes the sums of `G` groups, to their places.
    #[inline(always)]
    fn few<const G: usize>(
        &self,
        rows: &[Row<K::Float, L>],
        first: Complex<K::Float>,
        parts: &[[Complex<K::Float>; 2]],
        [low, high]: [&mut [[Complex<K::Float>; L]]; 2],
    ) {
        let sums = self.sums::<G>(rows, first, parts);
        if let (Some(low), Some(high)) = (low.first_chunk_mut::<G>(), high.first_chunk_mut::<G>()) {
            for g in 0..G {
                self.put(sums[g], &mut low[g], &mut high[g]);
            }
        }
    }

    /// Computes `A -+ i B`.
    #[inline(always)]
    fn put(&self, [a, b]: [[K::V; 2]; 2], low: &mut [Complex<K::Float>; L], high: &mut [Complex<K::Float>; L]) {
        let k = self.k;
        k.store_pairs(low, [k.add(a[0], b[1]), k.sub(a[1], b[0])]);
        k.store_pairs(high, [k.sub(a[0], b[1]), k.add(a[1], b[0])]);
    }

    /// Computes the definition of `m` values: outputs 1 to `m/2` in `low`, those at `m - k` in `high`. Returns output 0.
    #[inline(always)]
    fn define(
        &self,
        x: &[Complex<K::Float>],
        parts: &mut [[Complex<K::Float>; 2]],
        low: &mut [[Complex<K::Float>; L]],
        high: &mut [[Complex<K::Float>; L]],
    ) -> Complex<K::Float> {
        let (m, count) = (self.split[1], parts.len());
        let zero = Complex::zero();
        let Some((&first, rest)) = x.split_first() else { return zero };
        for (part, (a, b)) in zip(&mut *parts, zip(rest, rest.iter().rev())) {
            *part = [*a + *b, *a - *b];
        }
        if m.is_multiple_of(2)
            && let (Some(last), Some(middle)) = (parts.last_mut(), rest.get(count - 1))
        {
            *last = [*middle, zero];
        }
        let parts = &*parts;
        let mut sums = [zero; 4];
        let (fours, tail) = parts.as_chunks::<4>();
        for four in fours {
            for i in 0..4 {
                sums[i] = sums[i] + four[i][0];
            }
        }
        let (mut rows, mut low, mut high) = (&self.rows[..], low, high);
        for share in 0..self.shares.count {
            let size = self.shares.size(share);
            let Some((these, others)) = rows.split_at_checked(size * count) else { break };
            let Some((lows, more)) = low.split_at_mut_checked(size) else { break };
            let Some((highs, most)) = high.split_at_mut_checked(size) else { break };
            (rows, low, high) = (others, more, most);
            match size {
                1 => self.few::<1>(these, first, parts, [lows, highs]),
                2 => self.few::<2>(these, first, parts, [lows, highs]),
                3 if const { K::Token::REGISTERS >= 32 } => self.few::<3>(these, first, parts, [lows, highs]),
                _ if const { K::Token::REGISTERS >= 32 } => self.few::<4>(these, first, parts, [lows, highs]),
                _ => {}
            }
        }
        let total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        first + tail.iter().fold(total, |sum, part| sum + part[0])
    }

    /// Transforms `input`, or `output` if there is no input, to `output`.
    #[inline(always)]
    fn compute(
        &self,
        input: Option<&[Complex<K::Float>]>,
        output: &mut [Complex<K::Float>],
        scratch: &mut [Complex<K::Float>],
        inverse: bool,
    ) {
        let [r, m] = self.split;
        let count = m / 2;
        if scratch.len() < self.scratch_len() || output.len() != r * m {
            return;
        }
        let padded = if r == 1 { 0 } else { m.next_multiple_of(L) };
        let (values, scratch) = scratch.split_at_mut(r * padded);
        let (parts, scratch) = scratch.split_at_mut(2 * count);
        let (low, high) = scratch[..2 * count.next_multiple_of(L)].split_at_mut(count.next_multiple_of(L));
        let (parts, low, high) =
            (parts.as_chunks_mut::<2>().0, low.as_chunks_mut::<L>().0, high.as_chunks_mut::<L>().0);
        if r == 1 {
            let zeroth = self.define(input.unwrap_or(output), parts, low, high);
            let (front, back) = output.split_at_mut(count + 1);
            front[0] = zeroth;
            // The inverse transform has its outputs in reverse.
            let (low, high) = if inverse { (&*high, &*low) } else { (&*low, &*high) };
            lists::copy(&mut front[1..], &low.as_flattened()[..count]);
            for (x, value) in zip(back.iter_mut().rev(), high.as_flattened()) {
                *x = *value;
            }
            return;
        }
        let x = input.unwrap_or(output);
        for (row, places) in zip(values.chunks_exact_mut(padded), self.places[0].chunks_exact(m)) {
            let (row, padding) = row.split_at_mut(m);
            for (z, place) in zip(row, places) {
                *z = x[*place as usize];
            }
            for z in padding {
                *z = Complex::zero();
            }
        }
        self.networks(values);
        let places = &self.places[if inverse { 2 } else { 1 }];
        for (row, places) in zip(values.chunks_exact(padded), places.chunks_exact(m)) {
            let zeroth = self.define(&row[..m], parts, low, high);
            let (first, places) = places.split_at(1);
            output[first[0] as usize] = zeroth;
            for (place, z) in zip(places, &low.as_flattened()[..count]) {
                output[*place as usize] = *z;
            }
            for (place, z) in zip(places[count..].iter().rev(), high.as_flattened()) {
                output[*place as usize] = *z;
            }
        }
    }

    /// Computes the networks of `r` rows, in place. Words have none.
    #[inline(always)]
    fn networks(&self, values: &mut [Complex<K::Float>]) {
        let k = self.k;
        let blocks = values.as_chunks_mut::<L>().0;
        with_radix!(L, self.split[0], R => if const { L > 1 && splits(R) } {
            let x = &mut slices_mut::<R, _>(blocks);
            for s in 0..x[0].len() {
                let mut v = [k.load_pairs(&x[0][s]); R];
                for j in 1..R {
                    v[j] = k.load_pairs(&x[j][s]);
                }
                let v = network::<L, R, _>(ComplexLanes(k), v);
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
        scratch_of(self.split, L)
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
            move || self.compute(input, output, scratch, inverse),
        );
    }
}
