//! Sixteen real numbers in registers.
//!
//! The transform of eight pairs ([`Fours`]) leaves its values in registers, so the sweep of `halves` follows at once, without a store
//! in between. Vector `g` of values `k` meets the vector of their partners:
//!
//! ```text
//! front   k       g L        g L + 1  ...  g L + L - 1
//! back    8 - k   8 - g L    ...           8 - (g L + L - 1)        Z_8 = Z_0
//! ```
//! The results for the back are stored in reversed order. `X_4` is a conjugate.

use super::{
    super::{
        complex::{
            codelet::Lines,
            fours::{Constant, Fours},
        },
        packed::{Mirrored, Token},
    },
    kernel::RealKernel,
};
use crate::rings::{Real, constant_root};
use num_complex::Complex;
use num_traits::Zero;

/// The factors of the differences: real parts twice, then imaginary parts with the signs of a product.
type Turn<T, const L: usize> = [[[T; 2]; L]; 2];

/// A float whose factors are constants: `v_k = -(i/2) exp(-2 pi i k/16)` forward, `2 v*_k` back.
pub(super) trait Turns<const L: usize, const G: usize>: Sized + 'static {
    const TURNS: &'static Lines<[[Turn<Self, L>; G]; 2]>;
}

macro_rules! turns {
    ($float:ident) => {
        impl<const L: usize, const G: usize> Turns<L, G> for $float {
            const TURNS: &'static Lines<[[Turn<$float, L>; G]; 2]> = &{
                let mut all = [[[[[0.0; 2]; L]; 2]; G]; 2];
                let mut k = 0;
                while k < L * G {
                    let [re, im] = constant_root(k, 16);
                    let (g, l) = (k / L, k % L);
                    let (x, y) = (im as $float, -re as $float);
                    (all[0][g][0][l], all[0][g][1][l]) = ([x / 2.0; 2], [-y / 2.0, y / 2.0]);
                    (all[1][g][0][l], all[1][g][1][l]) = ([x; 2], [y, -y]);
                    k += 1;
                }
                Lines(all)
            };
        }
    };
}
turns!(f64);
turns!(f32);

/// A transform of sixteen real numbers in `G` vectors of `L` values.
pub(super) struct Sixteen<const L: usize, const G: usize, F>(pub(super) F);

impl<const L: usize, const G: usize, F> Sixteen<L, G, F>
where
    F: Mirrored<L, Float: Constant<8, L, G> + Turns<L, G>>,
{
    /// Returns 1 for real parts and -1 for imaginary ones.
    #[inline(always)]
    fn signs(f: F) -> F::V {
        let one = F::Float::from_f64(1.0);
        f.broadcast(&Complex::new(one, -one))
    }

    /// Maps a vector of values and that of the partners to the results of both.
    #[inline(always)]
    fn pair(f: F, [front, back]: [F::V; 2], turn: &Turn<F::Float, L>, by: Option<F::V>, half: F::V) -> [F::V; 2] {
        let signs = Self::signs(f);
        let (mut sum, mut difference) = (f.mul_add(back, signs, front), f.neg_mul_add(back, signs, front));
        if let Some(by) = by {
            (sum, difference) = (f.mul(sum, by), f.mul(difference, by));
        }
        let turned = f.mul_add(f.load(&turn[0]), difference, f.mul(f.load(&turn[1]), f.exchange(difference)));
        let back = f.sub(f.mul(sum, half), turned);
        [f.mul_add(sum, half, turned), f.mul(back, signs)]
    }

    /// Maps the vectors of values `k < 4` and of their partners, and stores the results: values 0 to 8.
    #[inline(always)]
    fn sweep(
        f: F,
        values: [[F::V; 2]; G],
        turns: &[Turn<F::Float, L>; G],
        (by, half): (Option<F::V>, F::V),
        y: &mut [Complex<F::Float>; 9],
    ) {
        for g in 0..G {
            let [front, back] = Self::pair(f, values[g], &turns[g], by, half);
            if let Some(y) = y[g * L..].first_chunk_mut() {
                f.store(y, front);
            }
            if let Some(y) = y[9 - (g + 1) * L..].first_chunk_mut() {
                f.store(y, f.reverse(back));
            }
        }
    }

    /// Stores the first of `v` as value 4, and something to the values above.
    #[inline(always)]
    fn middle(f: F, v: F::V, y: &mut [Complex<F::Float>; 9]) {
        if let Some(y) = y[4..].first_chunk_mut() {
            f.store(y, v);
        }
    }

    #[inline(always)]
    fn to_values(f: F, x: &[Complex<F::Float>; 8], y: &mut [Complex<F::Float>; 9], factor: Option<F::Float>) {
        let v = Fours::<8, L, G, F>::values(f, x, false);
        let mut pairs = [[v[0][0]; 2]; G];
        for g in 0..G {
            let before = if g == 0 { v[0][0] } else { v[G - g][1] };
            pairs[g] = [v[g][0], f.mirror(before, v[G - 1 - g][1])];
        }
        let middle = f.mul(v[0][1], Self::signs(f));
        let half = f.splat(F::Float::from_f64(0.5));
        match factor {
            None => {
                Self::middle(f, middle, y);
                Self::sweep(f, pairs, &F::Float::TURNS.0[0], (None, half), y);
            }
            Some(by) => {
                let by = f.splat(by);
                Self::middle(f, f.mul(middle, by), y);
                Self::sweep(f, pairs, &F::Float::TURNS.0[0], (Some(by), half), y);
            }
        }
    }

    #[inline(always)]
    fn to_numbers(f: F, x: &[Complex<F::Float>; 9], y: &mut [Complex<F::Float>; 8], factor: Option<F::Float>) {
        let (one, two) = (f.splat(F::Float::from_f64(1.0)), f.splat(F::Float::from_f64(2.0)));
        let (mut pairs, mut middle) = ([[one; 2]; G], one);
        for g in 0..G {
            if let Some(front) = x[g * L..].first_chunk()
                && let Some(back) = x[9 - (g + 1) * L..].first_chunk()
            {
                pairs[g] = [f.load_values(front), f.reverse(f.load_values(back))];
            }
        }
        pairs[0] = [f.first_real(pairs[0][0]), f.first_real(pairs[0][1])];
        if let Some(x) = x[4..].first_chunk() {
            middle = f.mul(f.mul(f.load_values(x), two), Self::signs(f));
        }
        let mut z = [Complex::zero(); 9];
        match factor {
            None => {
                Self::middle(f, middle, &mut z);
                Self::sweep(f, pairs, &F::Float::TURNS.0[1], (None, one), &mut z);
            }
            Some(by) => {
                let by = f.splat(by);
                Self::middle(f, f.mul(middle, by), &mut z);
                Self::sweep(f, pairs, &F::Float::TURNS.0[1], (Some(by), one), &mut z);
            }
        }
        if let Some(z) = z.first_chunk() {
            Fours::<8, L, G, F>::store(f, Fours::<8, L, G, F>::values(f, z, true), y);
        }
    }
}

impl<const L: usize, const G: usize, F> RealKernel<F::Float> for Sixteen<L, G, F>
where
    F: Mirrored<L, Float: Constant<8, L, G> + Turns<L, G>>,
{
    fn scratch_len(&self) -> usize {
        0
    }

    fn forward(
        &self,
        numbers: &[Complex<F::Float>],
        values: &mut [Complex<F::Float>],
        _: &mut [Complex<F::Float>],
        factor: Option<F::Float>,
    ) {
        if let (Ok(x), Ok(y)) = (numbers.try_into(), values.try_into()) {
            let f = self.0;
            // Without a factor the values fit two registers, and enter the instruction set in these.
            match factor {
                None => f.token().run_short(
                    #[inline(always)]
                    move || Self::to_values(f, x, y, None),
                ),
                Some(by) => f.token().run_short(
                    #[inline(always)]
                    move || Self::to_values(f, x, y, Some(by)),
                ),
            }
        }
    }

    fn inverse(
        &self,
        values: &[Complex<F::Float>],
        numbers: &mut [Complex<F::Float>],
        _: &mut [Complex<F::Float>],
        factor: Option<F::Float>,
    ) {
        if let (Ok(x), Ok(y)) = (values.try_into(), numbers.try_into()) {
            let f = self.0;
            // Without a factor the values fit two registers, and enter the instruction set in these.
            match factor {
                None => f.token().run_short(
                    #[inline(always)]
                    move || Self::to_numbers(f, x, y, None),
                ),
                Some(by) => f.token().run_short(
                    #[inline(always)]
                    move || Self::to_numbers(f, x, y, Some(by)),
                ),
            }
        }
    }
}
