//! Two steps, `n = n1 n2`, `L` columns and then `L` rows at a time in the lanes of vectors.
//!
//! With `j = j1 n2 + j2` and `k = k1 + n1 k2`,
//!
//! ```text
//! X_k = sum over j2 of w2^(j2 k2) w^(j2 k1) (sum over j1 of w1^(j1 k1) x_j),    w1 = w^n2, w2 = w^n1.
//! ```
//!
//! # Idea
//! Step 1 reads `L` columns `j2, ..., j2 + L - 1` side by side. Its first pass, of a radix `R` that `L` divides, finds for one place of
//! the columns the outputs `k1 = kappa mod R`; a transposition of `L x L` in registers then puts `kappa` into the lanes. From there on
//! the columns are `L` separate transforms of length `q = n1/R`, and the lanes keep `L` consecutive values of `k1` up to the store of
//! the result: that one transposition, which also takes the parts apart, is all the reordering there is.
//!
//! ```text
//! x [j1][j2]  --first pass, transposition-->  ws [j2][q][kappa]  --passes, factors w^(j2 k1)-->  y [k1/L][j2][kappa]
//! y [k1/L][j2][kappa]  --passes-->  x [k2][k1]
//! ```
//!
//! Each step goes over memory once; what lies between is the workspace of one group, in the first or second cache. Where `q = 1`
//! the first pass is all of step 1.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Kernel,
    lanes_pass::{self as pass, Passes, lanes, twiddle, with_radix},
};
use crate::kernel::packed::{ComplexLanes, Floats, Packed, Token};
use alloc::vec::Vec;
use num_complex::Complex;

type Block<const L: usize, F> = [Complex<<F as Floats<L>>::Float>; L];

/// A transform in two steps.
pub(crate) struct Lanes<const L: usize, F: Floats<L>> {
    f: F,
    /// `R`, `q` and `n2`.
    radix: usize,
    rest: usize,
    rows: usize,
    /// `w1^(kappa s)` for `0 < kappa < R`, `s < q`.
    inner: Vec<[F::Float; 2]>,
    /// `w^(j2 kappa)`: for `q = 1` lanes `j2`, else lanes `kappa`.
    step: Vec<Block<L, F>>,
    /// `w^(j2 R kb)`, `kb < q`; empty for `q = 1`.
    coarse: Vec<[F::Float; 2]>,
    first: Passes<F::Float>,
    second: Passes<F::Float>,
}

/// With the parts exchanged on the way in and on the way out, the forward transform is the inverse one.
#[inline(always)]
fn turned<const INVERSE: bool, V: Copy>(v: [V; 2]) -> [V; 2] {
    if INVERSE { [v[1], v[0]] } else { v }
}

#[inline(always)]
fn load<const L: usize, const INVERSE: bool, F: Floats<L>>(f: F, x: &[Complex<F::Float>], at: usize) -> [F::V; 2] {
    let (x, _) = x[at..].as_chunks();
    turned::<INVERSE, _>(f.load_pairs(&x[0]))
}

#[inline(always)]
fn store<const L: usize, const INVERSE: bool, F: Floats<L>>(
    f: F,
    x: &mut [Complex<F::Float>],
    at: usize,
    v: [F::V; 2],
) {
    let (x, _) = x[at..].as_chunks_mut();
    f.store_pairs(&mut x[0], turned::<INVERSE, _>(v));
}

/// `R` outputs of each of `L` columns become `R/L` vectors of each column, lanes in `ORDER`.
#[inline(always)]
fn transposed<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    v: &[[F::V; 2]; R],
    mut store: impl FnMut(usize, usize, [F::V; 2]),
) {
    for g in 0..R / L {
        let mut t = [v[0]; L];
        for l in 0..L {
            t[l] = v[g * L + F::ORDER[l]];
        }
        let t = ComplexLanes(f).transpose(t);
        for l in 0..L {
            store(g, F::ORDER[l], t[l]);
        }
    }
}

/// Step 1 for `q = 1`: all columns.
#[inline(always)]
fn columns<const L: usize, const R: usize, const INVERSE: bool, F: Floats<L>>(
    f: F,
    x: &[Complex<F::Float>],
    n2: usize,
    step: &[Block<L, F>],
    y: &mut [Block<L, F>],
) {
    let ring = ComplexLanes(f);
    let mut rows = x.chunks_exact(n2);
    let rows: [&[Block<L, F>]; R] = core::array::from_fn(|_| rows.next().map_or(&[][..], |row| row.as_chunks().0));
    for (c, w) in step.chunks_exact(R - 1).enumerate() {
        let mut v = [turned::<INVERSE, _>(f.load_pairs(&rows[0][c])); R];
        for j in 1..R {
            v[j] = turned::<INVERSE, _>(f.load_pairs(&rows[j][c]));
        }
        let mut v = pass::network::<L, R, F>(f, v);
        for j in 1..R {
            v[j] = ring.mul(v[j], f.load_parts(&w[j - 1]));
        }
        transposed::<L, R, F>(
            f,
            &v,
            #[inline(always)]
            |g, l, v| f.store_parts(&mut y[g * n2 + c * L + l], v),
        );
    }
}

/// The first pass of step 1 on the columns from `j2` on.
#[inline(always)]
fn first<const L: usize, const R: usize, const INVERSE: bool, F: Floats<L>>(
    f: F,
    x: &[Complex<F::Float>],
    j2: usize,
    n2: usize,
    inner: &[[F::Float; 2]],
    ws: &mut [Block<L, F>],
) {
    let ring = ComplexLanes(f);
    let q = ws.len() / R;
    let mut parts = x.chunks_exact(q * n2);
    let parts: [&[Complex<F::Float>]; R] = core::array::from_fn(|_| parts.next().unwrap_or_default());
    for (s, w) in inner.chunks_exact(R - 1).enumerate() {
        let at = s * n2 + j2;
        let mut v = [load::<L, INVERSE, F>(f, parts[0], at); R];
        for j in 1..R {
            v[j] = load::<L, INVERSE, F>(f, parts[j], at);
        }
        let mut v = pass::network::<L, R, F>(f, v);
        for j in 1..R {
            v[j] = ring.mul(v[j], ring.splat(w[j - 1]));
        }
        transposed::<L, R, F>(
            f,
            &v,
            #[inline(always)]
            |g, l, v| f.store_parts(&mut ws[(g * L + l) * q + s], v),
        );
    }
}

impl<const L: usize, F: Floats<L>> Lanes<L, F> {
    /// `columns`: the radices of `n1`, the first a multiple of `L`; `rows`: those of `n2`, a multiple of `L`.
    pub(crate) fn new(f: F, columns: &[usize], rows: &[usize]) -> Self {
        let radix = columns[0];
        let (first, second) = (Passes::new(&columns[1..]), Passes::new(rows));
        let (rest, n2) = (first.len, second.len);
        let n = radix * rest * n2;
        let mut inner = Vec::new();
        let mut step = Vec::new();
        let mut coarse = Vec::new();
        if rest == 1 {
            for c in 0..n2 / L {
                for k in 1..radix {
                    step.push(lanes(core::array::from_fn(|l| twiddle(k * (c * L + F::ORDER[l]) % n, n))));
                }
            }
        } else {
            for s in 0..rest {
                inner.extend((1..radix).map(|k| twiddle::<F::Float>(k * s, radix * rest)));
            }
            for j in 0..n2 {
                for g in 0..radix / L {
                    step.push(lanes(core::array::from_fn(|l| twiddle(j * (g * L + F::ORDER[l]) % n, n))));
                }
                coarse.extend((0..rest).map(|k| twiddle::<F::Float>(j * radix * k % n, n)));
            }
        }
        Lanes { f, radix, rest, rows: n2, inner, step, coarse, first, second }
    }

    fn workspace(&self) -> usize {
        if self.rest == 1 { 0 } else { self.rows.max(self.radix * self.rest) }
    }

    fn step1<const INVERSE: bool>(&self, x: &[Complex<F::Float>], y: &mut [Block<L, F>], ws: &mut [Block<L, F>]) {
        let (f, n2, q) = (self.f, self.rows, self.rest);
        if q == 1 {
            with_radix!(self.radix, R => f.token().run(
                #[inline(always)] || columns::<L, R, INVERSE, F>(f, x, n2, &self.step, y)
            ));
            return;
        }
        let ws = &mut ws[..self.radix * q];
        for (c, y) in y.chunks_exact_mut(self.radix * q).enumerate() {
            with_radix!(self.radix, R => f.token().run(
                #[inline(always)] || first::<L, R, INVERSE, F>(f, x, c * L, n2, &self.inner, ws)
            ));
            let (last, before) = match self.first.passes.split_last() {
                Some(passes) => passes,
                None => return,
            };
            for (i, ws) in ws.chunks_exact_mut(q).enumerate() {
                let (g, l) = (i / L, i % L);
                for pass in before {
                    with_radix!(pass.radix, R => f.token().run(
                        #[inline(always)] || pass::middle::<L, R, F>(f, ws, pass.blocks, &pass.twiddles)
                    ));
                }
                let fine = &self.step[(c * L + l) * (self.radix / L) + g];
                let coarse = &self.coarse[(c * L + l) * q..][..q];
                let gr = self.radix / L;
                with_radix!(last.radix, R => f.token().run(#[inline(always)] || {
                    let fine = f.load_parts(fine);
                    let ring = ComplexLanes(f);
                    pass::last::<L, R, F>(f, ws, &self.first.order, &last.twiddles, #[inline(always)] |k, v| {
                        let w = ring.mul(fine, ring.splat(coarse[k]));
                        f.store_parts(&mut y[(g + gr * k) * L + l], ring.mul(v, w));
                    })
                }));
            }
        }
    }

    fn step2<const INVERSE: bool>(&self, x: &mut [Complex<F::Float>], y: &mut [Block<L, F>], ws: &mut [Block<L, F>]) {
        let (f, n2, n1) = (self.f, self.rows, self.radix * self.rest);
        let passes = &self.second.passes;
        let Some((last, mut before)) = passes.split_last() else { return };
        for g in 0..n1 / L {
            let x = &mut x[g * L..];
            let ws = if self.rest == 1 {
                &mut y[g * n2..][..n2]
            } else {
                let ws = &mut ws[..n2];
                before = &passes[1..passes.len() - 1];
                let y = &y[g * L..];
                with_radix!(passes[0].radix, R => f.token().run(#[inline(always)] || {
                    pass::first::<L, R, F>(f, #[inline(always)] |j| f.load_parts(&y[j / L * n1 + j % L]), ws)
                }));
                ws
            };
            for pass in before {
                with_radix!(pass.radix, R => f.token().run(
                    #[inline(always)] || pass::middle::<L, R, F>(f, ws, pass.blocks, &pass.twiddles)
                ));
            }
            with_radix!(last.radix, R => f.token().run(#[inline(always)] || {
                pass::last::<L, R, F>(f, ws, &self.second.order, &last.twiddles, #[inline(always)] |k, v| {
                    store::<L, INVERSE, F>(f, x, k * n1, v)
                })
            }));
        }
    }
}

/// Elements that bring a slice to the start of a cache line.
fn skew<T>(x: &[Complex<T>]) -> usize {
    let size = size_of::<Complex<T>>();
    let offset = x.as_ptr().addr().wrapping_neg() % 64;
    if offset.is_multiple_of(size) { offset / size } else { 0 }
}

impl<const L: usize, F: Floats<L>> Kernel<F::Float> for Lanes<L, F> {
    fn len(&self) -> usize {
        self.radix * self.rest * self.rows
    }

    fn scratch_len(&self) -> usize {
        self.len() + self.workspace() * L + 64 / size_of::<Complex<F::Float>>() - 1
    }

    fn run(&self, x: &mut [Complex<F::Float>], scratch: &mut [Complex<F::Float>], inverse: bool) {
        let skew = skew(scratch);
        let (y, _) = scratch[skew..].as_chunks_mut::<L>();
        let (y, ws) = y.split_at_mut(self.len() / L);
        if inverse {
            self.step1::<true>(x, y, ws);
            self.step2::<true>(x, y, ws);
        } else {
            self.step1::<false>(x, y, ws);
            self.step2::<false>(x, y, ws);
        }
    }

    fn run_into(
        &self,
        input: &[Complex<F::Float>],
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let skew = skew(scratch);
        let (y, _) = scratch[skew..].as_chunks_mut::<L>();
        let (y, ws) = y.split_at_mut(self.len() / L);
        if inverse {
            self.step1::<true>(input, y, ws);
            self.step2::<true>(output, y, ws);
        } else {
            self.step1::<false>(input, y, ws);
            self.step2::<false>(output, y, ws);
        }
    }
}
