//! Short composite lengths in two steps in registers, every loop unrolled.
//!
//! `n = N1 N2`, the input an `N1 x N2` matrix in rows. Lanes hold neighbouring columns: transforms of length `N1`, factors
//! `exp(-2 pi i j2 k1/n)`, transposition of blocks of `L x L`, transforms of length `N2` with neighbouring rows in the lanes,
//! stores. Where `L` does not divide a side, its last group begins earlier and computes some values again; a side
//! shorter than `L` computes its last row in the lanes left over. All input is read before output is written.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, Twiddles, odd::network};
use crate::kernel::packed::{Floats, Token};
use num_complex::Complex;

/// Factors of a group of columns, a row each: `L` real parts, `L` imaginary parts.
type Factors<T, const L: usize, const N1: usize> = [[[T; L]; 2]; N1];

/// A transform of `N1 N2` values with `G = ceil(N2/L)` groups of columns.
pub(crate) struct Codelet<const L: usize, const N1: usize, const N2: usize, const G: usize, K: Floats<L>> {
    k: K,
    factors: Lines<[Factors<K::Float, L, N1>; G]>,
}

/// From the beginning of a cache line on.
#[repr(align(64))]
struct Lines<T>(T);

/// Where group `g` of a side of `n` begins.
const fn start(g: usize, n: usize, lanes: usize) -> usize {
    if n < lanes {
        0
    } else if (g + 1) * lanes > n {
        n - lanes
    } else {
        g * lanes
    }
}

impl<const L: usize, const N1: usize, const N2: usize, const G: usize, K: Floats<L>> Codelet<L, N1, N2, G, K> {
    pub(crate) fn new(k: K) -> Self {
        const { assert!(N2 >= L && N1 > 1 && G == N2.div_ceil(L) && G <= 4 && N1 <= 4 * L) };
        let mut factors = [[[[K::Float::default(); L]; 2]; N1]; G];
        let twiddles = Twiddles::new(N1 * N2, N1 * N2);
        for g in 0..G {
            for (k1, row) in factors[g].iter_mut().enumerate() {
                for lane in 0..L {
                    let column = start(g, N2, L) + K::ORDER[lane];
                    let w: Complex<K::Float> = twiddles.power(k1 * column);
                    (row[0][lane], row[1][lane]) = (w.re, w.im);
                }
            }
        }
        Codelet { k, factors: Lines(factors) }
    }

    /// The transforms of a group of columns, times the factors.
    #[inline(always)]
    fn columns<const INVERSE: bool>(
        &self,
        x: &[Complex<K::Float>],
        g: usize,
        factors: &Factors<K::Float, L, N1>,
    ) -> [[K::V; 2]; N1] {
        let (k, first) = (self.k, start(g, N2, L));
        let mut v = [[k.constant(0.0); 2]; N1];
        for j in 0..N1 {
            if let Some(row) = x[j * N2 + first..].first_chunk::<L>() {
                let pair = k.load_pairs(row);
                v[j] = if INVERSE { [pair[1], pair[0]] } else { pair };
            }
        }
        let mut v = network(k, v);
        for j in 1..N1 {
            let w = [k.load(&factors[j][0]), k.load(&factors[j][1])];
            let [re, im] = v[j];
            v[j] = [k.neg_mul_add(im, w[1], k.mul(re, w[0])), k.mul_add(im, w[0], k.mul(re, w[1]))];
        }
        v
    }

    /// `L` rows: the blocks transposed, transforms of length `N2`, stores.
    #[inline(always)]
    fn rows<const INVERSE: bool>(&self, work: &[[[K::V; 2]; N1]; G], h: usize, x: &mut [Complex<K::Float>]) {
        let (k, first) = (self.k, start(h, N1, L));
        let zero = k.constant(0.0);
        let mut v = [[zero; 2]; N2];
        for g in 0..G {
            let (mut re, mut im) = ([zero; L], [zero; L]);
            for l in 0..L {
                let row = first + K::ORDER[l];
                [re[l], im[l]] = work[g][if row < N1 { row } else { N1 - 1 }];
            }
            let (re, im) = (k.transpose(re), k.transpose(im));
            for l in 0..L {
                v[start(g, N2, L) + K::ORDER[l]] = [re[l], im[l]];
            }
        }
        let v = network(k, v);
        for j in 0..N2 {
            let pair = if INVERSE { [v[j][1], v[j][0]] } else { v[j] };
            // Where a row is shorter than the lanes, what lies behind it is the next one's, which comes later.
            if let Some(out) = x[j * N1 + first..].first_chunk_mut::<L>() {
                k.store_pairs(out, pair);
            } else {
                let mut values = [Complex::new(K::Float::default(), K::Float::default()); L];
                k.store_pairs(&mut values, pair);
                x[j * N1..].copy_from_slice(&values[..(N2 - j) * N1]);
            }
        }
    }

    /// `input` or, where there is none, `output` to `output`.
    #[inline(always)]
    fn compute<const INVERSE: bool>(&self, input: Option<&[Complex<K::Float>]>, output: &mut [Complex<K::Float>]) {
        let (x, factors) = (input.unwrap_or(output), &self.factors.0);
        if x.len() != N1 * N2 {
            return;
        }
        let mut work = [[[self.k.constant(0.0); 2]; N1]; G];
        macro_rules! columns {
            ($($g:literal)*) => { $( if $g < G { work[$g] = self.columns::<INVERSE>(x, $g, &factors[$g]); } )* };
        }
        macro_rules! rows {
            ($($h:literal)*) => { $( if $h * L < N1 { self.rows::<INVERSE>(&work, $h, output); } )* };
        }
        columns!(0 1 2 3);
        if output.len() == N1 * N2 {
            rows!(0 1 2 3);
        }
    }
}

impl<const L: usize, const N1: usize, const N2: usize, const G: usize, K: Floats<L>> Kernel<K::Float>
    for Codelet<L, N1, N2, G, K>
{
    fn len(&self) -> usize {
        N1 * N2
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn enter(
        &self,
        input: Option<&[Complex<K::Float>]>,
        output: &mut [Complex<K::Float>],
        _: &mut [Complex<K::Float>],
        inverse: bool,
    ) {
        self.k.token().run(
            #[inline(always)]
            || {
                if inverse {
                    self.compute::<true>(input, output);
                } else {
                    self.compute::<false>(input, output);
                }
            },
        );
    }
}
