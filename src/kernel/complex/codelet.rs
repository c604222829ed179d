//! Short composite lengths in two steps in registers, every loop unrolled.
//!
//! `n = N1 N2`, the input an `N1 x N2` matrix in rows. Lanes hold neighbouring columns: transforms of length `N1`,
//! factors `exp(-2 pi i j2 k1/n)`, transposition of blocks of `L x L`, transforms of length `N2` with neighbouring rows
//! in the lanes, stores. Where `L` does not divide a side, its last group begins earlier and computes some values
//! again; a side shorter than `L` computes its last row in the remaining lanes. All input is read before output is
//! written.
//!
//! Vectors of 256 bits keep the parts of a number side by side: `L` is 2 for `f64` and 4 for `f32`, and the values of a network
//! up to 15 fit the registers. One function computes both directions: the signs of `i` and the table of factors are those of the
//! direction. Vectors of 512 bits do so where they are as fast, with twice the numbers. Elsewhere they have the parts apart, and exchange them
//! for the inverse.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, OfParts, is_wide, odd::network};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{ComplexPairs, Either, Pairs};
use crate::{
    kernel::packed::{ComplexLanes, Floats, Numbers, Packed, Token, Values},
    lists,
    rings::{Real, constant_root},
};
use num_complex::Complex;

/// Factors of a group of columns, a row each, in `D` blocks: `L` real parts, then `L` imaginary parts, each `D` times.
pub(super) type Factors<T, const L: usize, const N1: usize, const D: usize> = [[[Complex<T>; L]; D]; N1];

/// The vectors of a codelet. Every method is inlined always.
pub(crate) trait Vectors<const L: usize>: Copy + Send + Sync + 'static {
    /// Proof of the instruction set.
    type Token: Token;
    /// `f64` or `f32`.
    type Float: Real + Default;
    /// The numbers in registers.
    type Ring: Values<L, Float = Self::Float> + Numbers<L>;
    /// `true` if one function is for both directions.
    const EITHER: bool;

    fn token(self) -> Self::Token;
    /// Returns the ring, with the inverse roots if it has a direction.
    fn ring(self, inverse: bool) -> Self::Ring;
}

impl<const L: usize, F: Floats<L>> Vectors<L> for ComplexLanes<F> {
    type Token = F::Token;
    type Float = F::Float;
    type Ring = ComplexLanes<F>;
    const EITHER: bool = false;

    #[inline(always)]
    fn token(self) -> F::Token {
        self.0.token()
    }
    #[inline(always)]
    fn ring(self, _: bool) -> ComplexLanes<F> {
        self
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
impl<const L: usize, F: Pairs<L, Float: Default>> Vectors<L> for ComplexPairs<F> {
    type Token = F::Token;
    type Float = F::Float;
    type Ring = ComplexPairs<F, Either<F::V>>;
    const EITHER: bool = true;

    #[inline(always)]
    fn token(self) -> F::Token {
        self.0.token()
    }
    #[inline(always)]
    fn ring(self, inverse: bool) -> Self::Ring {
        ComplexPairs(self.0, Either::new(self.0, inverse))
    }
}

/// A transform of `N1 N2` values with `G = ceil(N2/L)` groups of columns. `D` is 2 if a vector has each part of a factor twice, else 1.
pub(crate) struct Codelet<const L: usize, const N1: usize, const N2: usize, const G: usize, const D: usize, P>(
    pub(crate) P,
);

/// From the beginning of a cache line on.
#[repr(align(64))]
pub(crate) struct Lines<T>(pub(crate) T);

/// A float whose factors are constants: there are few of them, and computing them would take longer than several transforms.
pub(crate) trait Constant<const L: usize, const N1: usize, const N2: usize, const G: usize, const D: usize, P>:
    Sized + 'static
{
    /// The factors of each group of columns, in the order of lanes of `P`; where `D` is 2, forward and back.
    const FACTORS: &'static Lines<[[Factors<Self, L, N1, D>; G]; D]>;
}

macro_rules! constant {
    ($float:ident) => {
        impl<const L: usize, const N1: usize, const N2: usize, const G: usize, const D: usize, P>
            Constant<L, N1, N2, G, D, P> for $float
        where
            P: Vectors<L, Float = $float>,
        {
            const FACTORS: &'static Lines<[[Factors<$float, L, N1, D>; G]; D]> = &{
                assert!(N2 >= L && N1 > 1 && G == N2.div_ceil(L) && G <= 8 && N1 <= 16 && D == 1 + P::EITHER as usize);
                let zero = Complex { re: 0.0, im: 0.0 };
                let (mut all, mut i) = ([[[[[zero; L]; D]; N1]; G]; D], 0);
                while i < G * N1 * L {
                    let (g, k, lane) = (i / (N1 * L), i / L % N1, i % L);
                    let [re, im] = constant_root(k * (start(g, N2, L) + <P::Ring as Values<L>>::ORDER[lane]), N1 * N2);
                    let (re, im) = (re as $float, im as $float);
                    if D == 2 {
                        // The signs of a product.
                        all[0][g][k][0][lane] = Complex { re, im: re };
                        all[0][g][k][D - 1][lane] = Complex { re: -im, im };
                        all[D - 1][g][k][0][lane] = Complex { re, im: re };
                        all[D - 1][g][k][D - 1][lane] = Complex { re: im, im: -im };
                    } else if lane % 2 == 0 {
                        (all[0][g][k][0][lane / 2].re, all[0][g][k][0][(L + lane) / 2].re) = (re, im);
                    } else {
                        (all[0][g][k][0][lane / 2].im, all[0][g][k][0][(L + lane) / 2].im) = (re, im);
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

impl<const L: usize, const N1: usize, const N2: usize, const G: usize, const D: usize, P> Codelet<L, N1, N2, G, D, P>
where
    P: Vectors<L, Float: Constant<L, N1, N2, G, D, P>>,
{
    /// `true` if real transforms of powers of two go through these codelets.
    const OF_PARTS: bool = !P::EITHER && is_wide::<L, P::Float>() && N1.is_power_of_two() && N2.is_power_of_two();

    /// Computes the transforms of a group of columns, times the factors.
    #[inline(always)]
    fn columns<const INVERSE: bool, const PARTS: bool>(
        ring: P::Ring,
        x: &[Complex<P::Float>],
        g: usize,
        factors: &Factors<P::Float, L, N1, D>,
    ) -> [<P::Ring as Packed<L>>::Vec; N1] {
        let first = start(g, N2, L);
        let mut v = [Self::zero(ring); N1];
        for j in 0..N1 {
            if let Some(row) = x[j * N2 + first..].first_chunk::<L>() {
                let row = if PARTS { ring.load_work(row) } else { ring.load_values(row) };
                v[j] = if INVERSE { ring.reflect(row) } else { row };
            }
        }
        let mut v = network(ring, v);
        for j in 1..N1 {
            v[j] = ring.mul(v[j], ring.factor(&factors[j]));
        }
        v
    }

    #[inline(always)]
    fn zero(ring: P::Ring) -> <P::Ring as Packed<L>>::Vec {
        ring.load_values(&[Complex::new(P::Float::default(), P::Float::default()); L])
    }

    /// Computes `L` rows: the blocks transposed, transforms of length `N2`, stores.
    #[inline(always)]
    fn rows<const INVERSE: bool>(
        ring: P::Ring,
        work: &[[<P::Ring as Packed<L>>::Vec; N1]; G],
        h: usize,
        x: &mut [Complex<P::Float>],
    ) {
        let first = start(h, N1, L);
        let mut v = [Self::zero(ring); N2];
        for g in 0..G {
            let mut block = [work[g][0]; L];
            for l in 0..L {
                let row = first + P::Ring::ORDER[l];
                block[l] = work[g][if row < N1 { row } else { N1 - 1 }];
            }
            let block = ring.transpose(block);
            for l in 0..L {
                v[start(g, N2, L) + P::Ring::ORDER[l]] = block[l];
            }
        }
        let v = network(ring, v);
        for j in 0..N2 {
            let row = if INVERSE { ring.reflect(v[j]) } else { v[j] };
            // If a row is shorter than the lanes, the values behind it belong to the next row, which is written later.
            if let Some(out) = x[j * N1 + first..].first_chunk_mut::<L>() {
                ring.store_values(out, row);
            } else if const { N1 < L } {
                let mut values = [Complex::new(P::Float::default(), P::Float::default()); L];
                ring.store_values(&mut values, row);
                lists::copy(&mut x[j * N1..], &values);
            }
        }
    }

    /// Transforms `input` to `output`, or each row of `output` in place if there is no input.
    #[inline(always)]
    fn compute<const INVERSE: bool, const PARTS: bool>(
        ring: P::Ring,
        factors: &[Factors<P::Float, L, N1, D>; G],
        input: Option<&[Complex<P::Float>]>,
        output: &mut [Complex<P::Float>],
    ) {
        for output in output.chunks_exact_mut(N1 * N2) {
            let x = input.unwrap_or(output);
            if x.len() != N1 * N2 {
                return;
            }
            let mut work = [[Self::zero(ring); N1]; G];
            macro_rules! columns {
                ($($g:literal)*) => { $( if const { $g < G } {
                    work[$g] = Self::columns::<INVERSE, PARTS>(ring, x, $g, &factors[$g]);
                } )* };
            }
            macro_rules! rows {
                ($($h:literal)*) => { $( if const { $h * L < N1 } { Self::rows::<INVERSE>(ring, &work, $h, output); } )* };
            }
            columns!(0 1 2 3 4 5 6 7);
            rows!(0 1 2 3 4 5 6 7);
        }
    }
}

impl<const L: usize, const N1: usize, const N2: usize, const G: usize, const D: usize, P> Kernel<P::Float>
    for Codelet<L, N1, N2, G, D, P>
where
    P: Vectors<L, Float: Constant<L, N1, N2, G, D, P>>,
{
    fn len(&self) -> usize {
        N1 * N2
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn enter(
        &self,
        input: Option<&[Complex<P::Float>]>,
        output: &mut [Complex<P::Float>],
        _: &mut [Complex<P::Float>],
        inverse: bool,
    ) {
        let (vectors, factors) = (self.0, &P::Float::FACTORS.0);
        vectors.token().run(
            #[inline(always)]
            move || {
                let ring = vectors.ring(inverse);
                if const { P::EITHER } {
                    Self::compute::<false, false>(ring, &factors[usize::from(inverse) % D], input, output);
                } else if inverse {
                    Self::compute::<true, false>(ring, &factors[0], input, output);
                } else {
                    Self::compute::<false, false>(ring, &factors[0], input, output);
                }
            },
        );
    }

    fn of_parts(&self) -> Option<&dyn OfParts<P::Float>> {
        if const { Self::OF_PARTS } { Some(self) } else { None }
    }
}

impl<const L: usize, const N1: usize, const N2: usize, const G: usize, const D: usize, P> OfParts<P::Float>
    for Codelet<L, N1, N2, G, D, P>
where
    P: Vectors<L, Float: Constant<L, N1, N2, G, D, P>>,
{
    fn order(&self) -> &'static [usize] {
        &P::Ring::ORDER
    }

    fn invert(&self, x: &mut [Complex<P::Float>], _: &mut [Complex<P::Float>]) {
        if const { Self::OF_PARTS } {
            let vectors = self.0;
            vectors.token().run(
                #[inline(always)]
                move || Self::compute::<true, true>(vectors.ring(true), &P::Float::FACTORS.0[0], None, x),
            );
        }
    }
}
