//! Short composite lengths in two steps in registers, every loop unrolled.
//!
//! `n = N1 N2`, the input an `N1 x N2` matrix in rows. Lanes hold neighbouring columns: transforms of length `N1`,
//! factors `exp(-2 pi i j2 k1/n)`, transposition of blocks of `L x L`, transforms of length `N2` with neighbouring rows
//! in the lanes, stores. Where `L` does not divide a side, its last group begins earlier and computes some values
//! again; a side shorter than `L` computes its last row in the remaining lanes. All input is read before output is
//! written.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, OfParts, is_wide, odd::network};
use crate::{
    kernel::packed::{Floats, Token},
    lists,
    rings::constant_root,
};
use num_complex::Complex;

/// Factors of a group of columns, a row each: `L` real parts, `L` imaginary parts.
pub(super) type Factors<T, const L: usize, const N1: usize> = [[[T; L]; 2]; N1];

/// A transform of `N1 N2` values with `G = ceil(N2/L)` groups of columns.
pub(crate) struct Codelet<const L: usize, const N1: usize, const N2: usize, const G: usize, K: Floats<L>>(pub(crate) K);

/// From the beginning of a cache line on.
#[repr(align(64))]
pub(crate) struct Lines<T>(pub(crate) T);

/// A float whose factors are constants: there are few of them, and computing them would take longer than several transforms.
pub(crate) trait Constant<const L: usize, const N1: usize, const N2: usize, const G: usize, K>:
    Sized + 'static
{
    /// The factors of each group of columns, in the order of lanes of `K`.
    const FACTORS: &'static Lines<[Factors<Self, L, N1>; G]>;
}

macro_rules! constant {
    ($float:ident) => {
        impl<const L: usize, const N1: usize, const N2: usize, const G: usize, K> Constant<L, N1, N2, G, K> for $float
        where
            K: Floats<L, Float = $float>,
        {
            const FACTORS: &'static Lines<[Factors<$float, L, N1>; G]> = &{
                assert!(N2 >= L && N1 > 1 && G == N2.div_ceil(L) && G <= 4 && N1 <= 4 * L);
                let (mut factors, mut i) = ([[[[0.0; L]; 2]; N1]; G], 0);
                while i < G * N1 * L {
                    let (g, k, lane) = (i / (N1 * L), i / L % N1, i % L);
                    let [re, im] = constant_root(k * (start(g, N2, L) + K::ORDER[lane]), N1 * N2);
                    factors[g][k][0][lane] = re as $float;
                    factors[g][k][1][lane] = im as $float;
                    i += 1;
                }
                Lines(factors)
            };
        }
    };
}
constant!(f64);
constant!(f32);

/// Returns the offset of group `g` in a side of `n`.
pub(super) const fn start(g: usize, n: usize, lanes: usize) -> usize {
    if n < lanes {
        0
    } else if (g + 1) * lanes > n {
        n - lanes
    } else {
        g * lanes
    }
}

impl<const L: usize, const N1: usize, const N2: usize, const G: usize, K> Codelet<L, N1, N2, G, K>
where
    K: Floats<L, Float: Constant<L, N1, N2, G, K>>,
{
    /// `true` if real transforms of powers of two go through these codelets.
    const OF_PARTS: bool = is_wide::<L, K::Float>() && N1.is_power_of_two() && N2.is_power_of_two();

    /// Computes the transforms of a group of columns, times the factors.
    #[inline(always)]
    fn columns<const INVERSE: bool, const PARTS: bool>(
        &self,
        x: &[Complex<K::Float>],
        g: usize,
        factors: &Factors<K::Float, L, N1>,
    ) -> [[K::V; 2]; N1] {
        let (k, first) = (self.0, start(g, N2, L));
        let mut v = [[k.constant(0.0); 2]; N1];
        for j in 0..N1 {
            if let Some(row) = x[j * N2 + first..].first_chunk::<L>() {
                let pair = if PARTS { k.load_parts(row) } else { k.load_pairs(row) };
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

    /// Computes `L` rows: the blocks transposed, transforms of length `N2`, stores.
    #[inline(always)]
    fn rows<const INVERSE: bool>(&self, work: &[[[K::V; 2]; N1]; G], h: usize, x: &mut [Complex<K::Float>]) {
        let (k, first) = (self.0, start(h, N1, L));
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
            // If a row is shorter than the lanes, the values behind it belong to the next row, which is written later.
            if let Some(out) = x[j * N1 + first..].first_chunk_mut::<L>() {
                k.store_pairs(out, pair);
            } else {
                let mut values = [Complex::new(K::Float::default(), K::Float::default()); L];
                k.store_pairs(&mut values, pair);
                lists::copy(&mut x[j * N1..], &values);
            }
        }
    }

    /// Transforms `input` to `output`, or each row of `output` in place if there is no input.
    #[inline(always)]
    fn compute<const INVERSE: bool, const PARTS: bool>(
        &self,
        input: Option<&[Complex<K::Float>]>,
        output: &mut [Complex<K::Float>],
    ) {
        let factors = &K::Float::FACTORS.0;
        for output in output.chunks_exact_mut(N1 * N2) {
            let x = input.unwrap_or(output);
            if x.len() != N1 * N2 {
                return;
            }
            let mut work = [[[self.0.constant(0.0); 2]; N1]; G];
            macro_rules! columns {
                ($($g:literal)*) => { $( if const { $g < G } {
                    work[$g] = self.columns::<INVERSE, PARTS>(x, $g, &factors[$g]);
                } )* };
            }
            macro_rules! rows {
                ($($h:literal)*) => { $( if const { $h * L < N1 } { self.rows::<INVERSE>(&work, $h, output); } )* };
            }
            columns!(0 1 2 3);
            rows!(0 1 2 3);
        }
    }
}

impl<const L: usize, const N1: usize, const N2: usize, const G: usize, K> Kernel<K::Float> for Codelet<L, N1, N2, G, K>
where
    K: Floats<L, Float: Constant<L, N1, N2, G, K>>,
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
        self.0.token().run(
            #[inline(always)]
            || {
                if inverse {
                    self.compute::<true, false>(input, output);
                } else {
                    self.compute::<false, false>(input, output);
                }
            },
        );
    }

    fn of_parts(&self) -> Option<&dyn OfParts<K::Float>> {
        if const { Self::OF_PARTS } { Some(self) } else { None }
    }
}

impl<const L: usize, const N1: usize, const N2: usize, const G: usize, K> OfParts<K::Float> for Codelet<L, N1, N2, G, K>
where
    K: Floats<L, Float: Constant<L, N1, N2, G, K>>,
{
    fn order(&self) -> &'static [usize] {
        &K::ORDER
    }

    fn invert(&self, x: &mut [Complex<K::Float>], _: &mut [Complex<K::Float>]) {
        if const { Self::OF_PARTS } {
            self.0.token().run(
                #[inline(always)]
                || self.compute::<true, true>(None, x),
            );
        }
    }
}
