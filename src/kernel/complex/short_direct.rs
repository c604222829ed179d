//! The definition for short odd lengths: all outputs in registers, the parts of a number side by side.
//!
//! The sums are those of [`direct`](super::direct), `m = 2 h + 1`. Lanes hold neighbouring `k` of `A_k` and `B_k`, `1 <= k <= h`; `s_j` and
//! `d_j` are broadcast from memory, and each takes one multiplication for `L` values of `k`. Where `L` does not divide `h`, the last group goes
//! beyond `h`: its values are those of the other half, which are computed twice. The factors are constants, each of them twice, for both parts.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, codelet::Lines, codelets::short_direct};
use crate::{
    kernel::packed::{Either, Mirrored, Pairs, Token},
    lists::zip,
    rings::constant_root,
};
use alloc::boxed::Box;
use num_complex::Complex;

/// Cosines and sines of `2 pi j k/m` for a group of `L` values of `k`, twice each.
pub(super) type Group<T, const L: usize> = [[[T; 2]; L]; 2];

/// A float whose factors are constants: for each `j` those of the groups of `k`.
pub(super) trait Constant<const L: usize, const M: usize, const H: usize, const G: usize>:
    Sized + 'static
{
    const FACTORS: &'static Lines<[[Group<Self, L>; G]; H]>;
}

macro_rules! constant {
    ($float:ident) => {
        impl<const L: usize, const M: usize, const H: usize, const G: usize> Constant<L, M, H, G> for $float {
            const FACTORS: &'static Lines<[[Group<$float, L>; G]; H]> = &{
                assert!(M == 2 * H + 1 && G == H.div_ceil(L) && H >= L);
                let (mut all, mut i) = ([[[[[0.0; 2]; L]; 2]; G]; H], 0);
                while i < H * G * L {
                    let (j, g, l) = (i / (G * L), i / L % G, i % L);
                    let [re, im] = constant_root((j + 1) * (g * L + l + 1) % M, M);
                    all[j][g] = {
                        let [mut cosines, mut sines] = all[j][g];
                        (cosines[l], sines[l]) = ([re as $float; 2], [-im as $float; 2]);
                        [cosines, sines]
                    };
                    i += 1;
                }
                Lines(all)
            };
        }
    };
}
constant!(f64);
constant!(f32);

/// A transform of `M = 2 H + 1` values, with the values of `k` in `G` groups of `L`, of which `S` are summed at a time.
struct ShortDirect<const L: usize, const M: usize, const H: usize, const G: usize, const S: usize, F>(F);

/// Returns how many of `groups` are summed at a time, in as few turns as possible: two sums of each of six, and what they are made of, fit
/// sixteen registers.
const fn share(groups: usize) -> usize {
    groups.div_ceil(groups.div_ceil(6))
}

macro_rules! functions {
    ($($name:ident $lanes:literal: $($len:literal)*);*) => { $(
        /// Returns the kernel of this length; `None` if there is none.
        pub(super) fn $name<F>(f: F, len: usize) -> Option<Box<dyn Kernel<F::Float>>>
        where
            F: Pairs<$lanes> + Mirrored<$lanes>,
            F::Float: Default $( + Constant<$lanes, $len, { $len / 2 }, { ($len / 2_usize).div_ceil($lanes) }> )*,
        {
            Some(match len {
                $( $len => Box::new(ShortDirect::<
                    $lanes,
                    $len,
                    { $len / 2 },
                    { ($len / 2_usize).div_ceil($lanes) },
                    { share(($len / 2_usize).div_ceil($lanes)) },
                    F,
                >(f)), )*
                _ => return None,
            })
        }
    )* };
}
short_direct!(functions);

impl<const L: usize, const M: usize, const H: usize, const G: usize, const S: usize, F> ShortDirect<L, M, H, G, S, F>
where
    F: Pairs<L, Float: Constant<L, M, H, G> + Default> + Mirrored<L>,
{
    /// Computes the outputs of `S` groups from group `first` on, and output 0.
    #[inline(always)]
    fn sums(
        f: F,
        first: usize,
        zeroth: F::V,
        [s, d]: &[[[Complex<F::Float>; L]; G]; 2],
        signs: F::V,
        y: &mut [Complex<F::Float>; M],
    ) {
        let (mut total, zero) = (zeroth, f.constant(0.0));
        let (mut a, mut b) = ([zeroth; S], [zero; S]);
        for (row, (s, d)) in zip(&F::Float::FACTORS.0, zip(s.as_flattened(), d.as_flattened())) {
            let (s, d) = (f.broadcast(s), f.broadcast(d));
            total = f.add(total, s);
            for g in 0..S {
                let [cosines, sines] = &row[first + g];
                a[g] = f.mul_add(s, f.load(cosines), a[g]);
                b[g] = f.mul_add(d, f.load(sines), b[g]);
            }
        }
        // The values behind it are written after it.
        if first == 0
            && let Some(y) = y.first_chunk_mut()
        {
            f.store(y, total);
        }
        for g in 0..S {
            let (b, at) = (f.exchange(b[g]), (first + g) * L);
            let (low, high) = (f.mul_add(b, signs, a[g]), f.neg_mul_add(b, signs, a[g]));
            if let Some(y) = y[1 + at..].first_chunk_mut() {
                f.store(y, low);
            }
            if let Some(y) = y[M - L - at..].first_chunk_mut() {
                f.store(y, f.reverse(high));
            }
        }
    }

    /// Transforms `x` to `y`, or `y` in place if there is no `x`.
    #[inline(always)]
    fn compute(f: F, x: Option<&[Complex<F::Float>; M]>, y: &mut [Complex<F::Float>; M], inverse: bool) {
        let x = x.unwrap_or(y);
        let zero = Complex::new(F::Float::default(), F::Float::default());
        let mut parts = Lines([[[zero; L]; G]; 2]);
        let zeroth = f.broadcast(&x[0]);
        for g in 0..G {
            let at = g * L;
            let (Some(front), Some(back)) = (x[1 + at..].first_chunk(), x[M - L - at..].first_chunk()) else { return };
            let (front, back) = (f.load_values(front), f.reverse(f.load_values(back)));
            f.store(&mut parts.0[0][g], f.add(front, back));
            f.store(&mut parts.0[1][g], f.sub(front, back));
        }
        let Either(signs) = Either::new(f, inverse);
        for share in 0..const { G.div_ceil(S) } {
            Self::sums(f, (share * S).min(const { G - S }), zeroth, &parts.0, signs, y);
        }
    }
}

impl<const L: usize, const M: usize, const H: usize, const G: usize, const S: usize, F> Kernel<F::Float>
    for ShortDirect<L, M, H, G, S, F>
where
    F: Pairs<L, Float: Constant<L, M, H, G> + Default> + Mirrored<L>,
{
    fn len(&self) -> usize {
        M
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
        let (f, input) = (self.0, input.and_then(<[_]>::first_chunk));
        let Some(output) = output.first_chunk_mut() else { return };
        f.token().run(
            #[inline(always)]
            move || Self::compute(f, input, output, inverse),
        );
    }
}
