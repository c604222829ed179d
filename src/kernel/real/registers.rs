//! Sixteen or thirty-two real numbers in registers.
//!
//! The transform of the `h` pairs, 8 or 16 ([`Fours`]), leaves its values in registers. So the sweep of `halves` follows at once, without a
//! store in between. Vector `i` of values `k` meets the vector of their partners, for each `i < h/2L`:
//!
//! ```text
//! front   k       i L        i L + 1  ...  i L + L - 1
//! back    h - k   h - i L    ...           h - (i L + L - 1)        Z_h = Z_0
//! ```
//! The results for the back are stored in reversed order. `X_{h/2}` is a conjugate.

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

/// A float whose factors are constants: `v_k = -(i/2) exp(-2 pi i k/2h)` forward, `2 v*_k` back, `k < L P = h/2`.
pub(super) trait Turns<const L: usize, const P: usize>: Sized + 'static {
    const TURNS: &'static Lines<[[Turn<Self, L>; P]; 2]>;
}

macro_rules! turns {
    ($float:ident) => {
        impl<const L: usize, const P: usize> Turns<L, P> for $float {
            const TURNS: &'static Lines<[[Turn<$float, L>; P]; 2]> = &{
                let mut all = [[[[[0.0; 2]; L]; 2]; P]; 2];
                let mut k = 0;
                while k < L * P {
                    let [re, im] = constant_root(k, 4 * L * P);
                    let (i, l) = (k / L, k % L);
                    let (x, y) = (im as $float, -re as $float);
                    (all[0][i][0][l], all[0][i][1][l]) = ([x / 2.0; 2], [-y / 2.0, y / 2.0]);
                    (all[1][i][0][l], all[1][i][1][l]) = ([x; 2], [y, -y]);
                    k += 1;
                }
                Lines(all)
            };
        }
    };
}
turns!(f64);
turns!(f32);

/// Returns 1 for real parts and -1 for imaginary ones.
#[inline(always)]
fn signs<const L: usize, F: Mirrored<L>>(f: F) -> F::V {
    let one = F::Float::from_f64(1.0);
    f.broadcast(&Complex::new(one, -one))
}

/// Maps a vector of values and that of the partners to the results of both.
#[inline(always)]
fn pair<const L: usize, F: Mirrored<L>>(
    f: F,
    [front, back]: [F::V; 2],
    turn: &Turn<F::Float, L>,
    by: Option<F::V>,
    half: F::V,
) -> [F::V; 2] {
    let signs = signs(f);
    let (mut sum, mut difference) = (f.mul_add(back, signs, front), f.neg_mul_add(back, signs, front));
    if let Some(by) = by {
        (sum, difference) = (f.mul(sum, by), f.mul(difference, by));
    }
    let turned = f.mul_add(f.load(&turn[0]), difference, f.mul(f.load(&turn[1]), f.exchange(difference)));
    let back = f.sub(f.mul(sum, half), turned);
    [f.mul_add(sum, half, turned), f.mul(back, signs)]
}

/// A transform of `H` pairs of real numbers, 8 or 16, to `VALUES = H + 1` values. The values of the pairs are in `G` lists of vectors of
/// `L`; `P = H/2L` vectors meet those of their partners.
pub(super) struct Registers<const H: usize, const VALUES: usize, const L: usize, const G: usize, const P: usize, F>(
    pub(super) F,
);

impl<const H: usize, const VALUES: usize, const L: usize, const G: usize, const P: usize, F>
    Registers<H, VALUES, L, G, P, F>
where
    F: Mirrored<L, Float: Constant<H, L, G> + Turns<L, P>>,
{
    /// Maps the vectors of values `k < H/2` and of their partners, and the one that begins with value `H/2`. Stores the results: values
    /// 0 to `H`.
    #[inline(always)]
    fn sweep(
        f: F,
        (values, mut middle): ([[F::V; 2]; P], F::V),
        turns: &[Turn<F::Float, L>; P],
        (factor, half): (Option<F::Float>, F::V),
        y: &mut [Complex<F::Float>; VALUES],
    ) {
        const { assert!(VALUES == H + 1 && 2 * L * P == H) };
        let (y, mut by) = (y.as_mut_slice(), None);
        if let Some(factor) = factor {
            let factor = f.splat(factor);
            (middle, by) = (f.mul(middle, factor), Some(factor));
        }
        // What this stores behind value `H/2` is replaced below.
        f.store(&mut y.as_chunks_mut().0[P], f.mul(middle, signs(f)));
        for i in 0..P {
            let [front, back] = pair(f, values[i], &turns[i], by, half);
            f.store(&mut y.as_chunks_mut().0[i], front);
            f.store(&mut y[1..].as_chunks_mut().0[2 * P - 1 - i], f.reverse(back));
        }
    }

    #[inline(always)]
    fn to_values(f: F, x: &[Complex<F::Float>; H], y: &mut [Complex<F::Float>; VALUES], factor: Option<F::Float>) {
        let v = Fours::<H, L, G, F>::values(f, x, false);
        let mut pairs = [[v[0][0]; 2]; P];
        // The vector that begins with the first partner.
        let mut first = v[0][0];
        for i in 0..P {
            let back = 2 * P - 1 - i;
            let others = v[back % G][back / G];
            pairs[i] = [v[i % G][i / G], f.mirror(first, others)];
            first = others;
        }
        let half = f.splat(F::Float::from_f64(0.5));
        // The last one begins with value `H/2`.
        Self::sweep(f, (pairs, first), &F::Float::TURNS.0[0], (factor, half), y);
    }

    #[inline(always)]
    fn to_numbers(f: F, x: &[Complex<F::Float>; VALUES], y: &mut [Complex<F::Float>; H], factor: Option<F::Float>) {
        let (fronts, backs) = (x.as_chunks().0, x.as_slice()[1..].as_chunks().0);
        let (one, two) = (f.splat(F::Float::from_f64(1.0)), f.splat(F::Float::from_f64(2.0)));
        let mut pairs = [[one; 2]; P];
        for i in 0..P {
            pairs[i] = [f.load_values(&fronts[i]), f.reverse(f.load_values(&backs[2 * P - 1 - i]))];
        }
        pairs[0] = [f.first_real(pairs[0][0]), f.first_real(pairs[0][1])];
        let middle = f.mul(f.load_values(&fronts[P]), two);
        let mut z = [Complex::zero(); VALUES];
        Self::sweep(f, (pairs, middle), &F::Float::TURNS.0[1], (factor, one), &mut z);
        if let Some(z) = z.first_chunk() {
            Fours::<H, L, G, F>::store(f, Fours::<H, L, G, F>::values(f, z, true), y);
        }
    }
}

impl<const H: usize, const VALUES: usize, const L: usize, const G: usize, const P: usize, F> RealKernel<F::Float>
    for Registers<H, VALUES, L, G, P, F>
where
    F: Mirrored<L, Float: Constant<H, L, G> + Turns<L, P>>,
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
