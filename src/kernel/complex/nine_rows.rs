//! 243 values in two steps through the first cache, for lanes of which nine rows fill whole vectors and one lane more.
//!
//! `n = 9 * 27`, the input in rows of 27: transforms of length 9 over neighbouring columns in lanes, factors, blocks
//! transposed, and transforms of length `27 = 9 * 3` with rows in the lanes. Eight rows fill vectors and lie transposed
//! in scratch. The ninth would waste vectors of its own, so it stays a row. Its transforms of length 9 take three
//! neighbours in lanes, and their results are transposed in registers.
//!
//! ```text
//! Y[k1][j2] = w^(j2 k1) sum_j1 x[27 j1 + j2] w_9^(j1 k1)
//! X[k1 + 9 (c + 9 d)] = sum_b w_3^(b d) w_27^(b c) sum_a Y[k1][3 a + b] w_9^(a c)
//! ```
//!
//! All input is read before output is written.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, Table, Twiddles, block, odd::network, table::skew};
use crate::{
    Result,
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists,
};
use num_complex::Complex;

/// The rows, and the first radix of each.
const A: usize = 9;

/// The second radix of a row.
const B: usize = 3;

/// The length of a row.
const ROW: usize = A * B;

/// The length.
pub(crate) const LEN: usize = A * ROW;

/// Complex numbers of the ninth row, and behind it as many as a vector may read.
const NINTH: usize = 40;

/// Returns whether there is such a transform.
pub(crate) const fn exists(lanes: usize, columns: usize, rows: usize) -> bool {
    matches!(lanes, 4 | 8) && columns == A && rows == ROW
}

/// Returns the length of the scratch in complex numbers: the gap before a cache line, the ninth row, the others.
pub(crate) const fn scratch_len() -> usize {
    7 + NINTH + (A - 1) * ROW
}

/// Returns the length of the tables in complex numbers.
pub(crate) const fn table_len(lanes: usize) -> usize {
    (ROW.div_ceil(lanes) + 1) * (A - 1) * lanes + ROW
}

/// A transform of 243 values.
pub(crate) struct NineRows<const L: usize, F: Floats<L>> {
    f: F,
    /// Factors between the steps, for each group of columns: those of outputs 1 to 8.
    step: Table<F::Float, L>,
    /// Factors between the passes of a row: `w_27^(b c)` for each `c` and each `b`.
    inner: [[[F::Float; 2]; B]; A],
    /// The same for `c` from 1 on with `b` in lanes.
    ninth: Table<F::Float, L>,
}

/// Returns the offset of group `g` of the columns.
#[inline(always)]
const fn start(g: usize, lanes: usize) -> usize {
    if (g + 1) * lanes > ROW { ROW - lanes } else { g * lanes }
}

#[inline(always)]
fn turned<const INVERSE: bool, V: Copy>(v: [V; 2]) -> [V; 2] {
    if INVERSE { [v[1], v[0]] } else { v }
}

impl<const L: usize, F: Floats<L>> NineRows<L, F> {
    pub(crate) fn new(f: F) -> Result<Self> {
        const { assert!(exists(L, A, ROW)) };
        let (all, what) = (Twiddles::<F::Float>::new(LEN, LEN), "the factors of a transform");
        let mut step = Table::new(what, ROW.div_ceil(L) * (A - 1))?;
        for g in 0..ROW.div_ceil(L) {
            for k in 1..A {
                step.push(block(F::ORDER.map(|lane| all.power(k * (start(g, L) + lane)))));
            }
        }
        let inner = lists::from_fn(|c| lists::from_fn(|b| all.parts(A * b * c)));
        let mut ninth = Table::new(what, A - 1)?;
        for c in 1..A {
            ninth.push(block(F::ORDER.map(|b| all.power(if b < B { A * b * c } else { 0 }))));
        }
        Ok(NineRows { f, step, inner, ninth })
    }

    /// Computes the first step: eight rows to `y`, `L` of them in lanes, the ninth untransposed.
    #[inline(always)]
    fn columns<const INVERSE: bool>(
        &self,
        x: &[Complex<F::Float>; LEN],
        y: &mut [[[Complex<F::Float>; L]; ROW]],
        ninth: &mut [Complex<F::Float>; NINTH],
    ) {
        let (f, ring) = (self.f, ComplexLanes(self.f));
        for (g, w) in self.step.as_chunks::<{ A - 1 }>().0.iter().take(const { ROW.div_ceil(L) }).enumerate() {
            let first = start(g, L);
            let mut v = [[f.constant(0.0); 2]; A];
            for j in 0..A {
                if let Some(row) = x[j * ROW + first..].first_chunk::<L>() {
                    v[j] = turned::<INVERSE, _>(f.load_pairs(row));
                }
            }
            let mut v = network::<L, A, _>(ComplexLanes(f), v);
            for j in 1..A {
                v[j] = ring.mul(v[j], f.load_parts(&w[j - 1]));
            }
            for (h, y) in y.iter_mut().take(const { A / L }).enumerate() {
                let mut t = [v[0]; L];
                for l in 0..L {
                    t[l] = v[h * L + F::ORDER[l]];
                }
                let t = ring.transpose(t);
                for l in 0..L {
                    f.store_parts(&mut y[first + F::ORDER[l]], t[l]);
                }
            }
            if let Some(ninth) = ninth[first..].first_chunk_mut::<L>() {
                f.store_pairs(ninth, v[A - 1]);
            }
        }
    }

    /// Computes `L` rows, of which the first is row `row`.
    #[inline(always)]
    fn rows<const INVERSE: bool>(
        &self,
        y: &mut [[Complex<F::Float>; L]; ROW],
        row: usize,
        x: &mut [Complex<F::Float>; LEN],
    ) {
        let (f, ring) = (self.f, ComplexLanes(self.f));
        for b in 0..B {
            let mut v = [[f.constant(0.0); 2]; A];
            for a in 0..A {
                v[a] = f.load_parts(&y[B * a + b]);
            }
            let v = network::<L, A, _>(ComplexLanes(f), v);
            f.store_parts(&mut y[b], v[0]);
            for c in 1..A {
                let out = if b == 0 { v[c] } else { ring.mul(v[c], ring.splat(&self.inner[c][b])) };
                f.store_parts(&mut y[B * c + b], out);
            }
        }
        for (c, y) in y.as_chunks::<B>().0.iter().enumerate() {
            let v =
                network::<L, B, _>(ComplexLanes(f), [f.load_parts(&y[0]), f.load_parts(&y[1]), f.load_parts(&y[2])]);
            for d in 0..B {
                if let Some(x) = x[A * (c + A * d) + row..].first_chunk_mut::<L>() {
                    f.store_pairs(x, turned::<INVERSE, _>(v[d]));
                }
            }
        }
    }

    /// Computes the last row.
    #[inline(always)]
    fn ninth<const INVERSE: bool>(&self, y: &[Complex<F::Float>; NINTH], x: &mut [Complex<F::Float>; LEN]) {
        let (f, ring) = (self.f, ComplexLanes(self.f));
        let mut v = [[f.constant(0.0); 2]; A];
        for a in 0..A {
            if let Some(y) = y[B * a..].first_chunk::<L>() {
                v[a] = f.load_pairs(y);
            }
        }
        let mut v = network::<L, A, _>(ComplexLanes(f), v);
        let Some(w) = self.ninth.first_chunk::<{ A - 1 }>() else { return };
        for c in 1..A {
            v[c] = ring.mul(v[c], f.load_parts(&w[c - 1]));
        }
        let mut values = [Complex::new(F::Float::default(), F::Float::default()); L];
        // Vectors of `c` for each `b`; the last `c` comes alone, in every lane.
        for h in 0..const { A / L + 1 } {
            let mut u = [v[0]; B];
            if h < A / L {
                let mut t = [v[0]; L];
                for l in 0..L {
                    t[l] = v[h * L + F::ORDER[l]];
                }
                let t = ring.transpose(t);
                for l in 0..L {
                    if F::ORDER[l] < B {
                        u[F::ORDER[l]] = t[l];
                    }
                }
            } else {
                f.store_pairs(&mut values, v[A - 1]);
                for b in 0..B {
                    u[b] = ring.splat(&[values[b].re, values[b].im]);
                }
            }
            let u = network::<L, B, _>(ComplexLanes(f), u);
            for d in 0..B {
                f.store_pairs(&mut values, turned::<INVERSE, _>(u[d]));
                for c in h * L..if h < A / L { (h + 1) * L } else { A } {
                    x[A - 1 + A * (c + A * d)] = values[c - h * L];
                }
            }
        }
    }

    #[inline(always)]
    fn compute<const INVERSE: bool>(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
    ) {
        let skew = skew(scratch);
        let Some((ninth, y)) = scratch.get_mut(skew..).and_then(|y| y.split_first_chunk_mut()) else { return };
        let (y, _) = y.as_chunks_mut::<L>().0.as_chunks_mut::<ROW>();
        let (Some(x), Some(y)) = (input.unwrap_or(output).first_chunk(), y.get_mut(..A / L)) else { return };
        for value in &mut ninth[ROW..] {
            *value = Complex::new(F::Float::default(), F::Float::default());
        }
        self.columns::<INVERSE>(x, y, ninth);
        let Some(x) = output.first_chunk_mut() else { return };
        for (h, y) in y.iter_mut().enumerate() {
            self.rows::<INVERSE>(y, h * L, x);
        }
        self.ninth::<INVERSE>(ninth, x);
    }
}

impl<const L: usize, F: Floats<L>> Kernel<F::Float> for NineRows<L, F> {
    fn len(&self) -> usize {
        LEN
    }

    fn scratch_len(&self) -> usize {
        scratch_len()
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        self.f.token().run(
            #[inline(always)]
            move || {
                if inverse {
                    self.compute::<true>(input, output, scratch);
                } else {
                    self.compute::<false>(input, output, scratch);
                }
            },
        );
    }
}
