//! Transforms of real sequences of prime length.
//!
//! Notation: `p` the length, `h = (p - 1)/2`, `w = exp(-2 pi i/p)`, `g` a primitive root modulo `p`, `b_q = w^(g^-q)`.
//!
//! # Idea
//! Rader's reordering turns the transform into a cyclic convolution of length `p - 1` with `b`. Since `g^h = -1`, `b_(q+h)` is the conjugate
//! of `b_q`: the real parts of `b` have period `h`, and the imaginary parts change their signs after `h`. One convolution of real
//! sequences, with `e = Re b + Im b`, has both parts of every value:
//!
//! ```text
//! s               = z * e,    z_q = x_(g^q)             through a real transform of length p - 1 and back
//! X_(g^-m)        = x_0 + (s_m + s_(m+h))/2 + i (s_m - s_(m+h))/2                 m = 0, ..., h - 1
//! X_(p - k)       = conj X_k,    X_0 = x_0 + ... + x_(p-1)
//! ```
//! Back, with `t_m = Re X_(g^-m) + Im X_(g^-m)` for all `p - 1` values of `m`:
//!
//! ```text
//! p x_(g^q)       = X_0 + sum_m t_m e_(m-q)              the conjugate spectrum of e
//! p x_0           = X_0 + sum_m t_m
//! ```
//! A sequence's sum is element 0 of its transform, and a number added to that element adds it to all of the sequence: `X_0`, `x_0` and
//! `p x_0` take no sums of their own.
//!
//! Where `p - 1` has a prime factor above 13, the convolution is part of a longer one: `e` stands there from `2 - p` to `p - 2`, and zeros follow
//! `z`.
//!
//! # Cost
//! A real transform of the convolution's length `n` and one back. Besides them `2n + 5` real products and `n + p + 3` additions; back, where
//! the factor 2 is not in the fixed sequence, a real transform with a factor, a product and an addition more. Asserted by
//! `tests/real/cost.rs`.
//!
//! # Source
//! The reordering: \[Rader 1968\].

use super::support::fast_len;
use crate::{
    Result,
    arith::{is_prime, is_smooth, least_primitive_root},
    kernel::{
        memory::{filled, reserve},
        real::{self as kernel, PrimeKernel},
    },
    plan::Isa,
    rings::{Circle, Real, reciprocal},
};
use alloc::{boxed::Box, vec::Vec};
use num_complex::Complex;

/// The least prime above a product of small primes that is transformed this way.
const LEAST: usize = 73;

/// The primes whose convolution is longer than they are that are transformed this way. Beyond, the order of the powers reads too far apart.
const LONGER: core::ops::Range<usize> = 100..1 << 15;

/// Complex numbers of scratch after the values, for the rest of a vector.
pub(super) const MORE: usize = 15;

/// Returns the length of the real transforms for a length that is transformed this way.
pub(super) fn convolution_len(len: usize) -> Option<usize> {
    let smooth = len >= LEAST && is_smooth(len - 1);
    let prime = (smooth || LONGER.contains(&len)) && u32::try_from(len).is_ok_and(|len| is_prime(len.into()));
    if !prime {
        None
    } else if smooth {
        Some(len - 1)
    } else {
        fast_len(2 * len - 3)
    }
}

/// Returns the complex numbers in scratch besides that of real transforms of length `n`.
pub(super) fn scratch_len(n: usize) -> usize {
    // The numbers in pairs, and their transform.
    n / 2 + n / 2 + 1 + MORE
}

/// Returns the complex numbers in tables besides those of real transforms of length `n`, at most.
pub(super) fn table_len(len: usize, n: usize) -> usize {
    // A factor for each value of the convolution. For each value of the transform half a complex number for its sign, and at most half of one
    // for each of two places. Two vectors more for what is left over, and the elements before a cache line.
    n / 2 + len / 4 * 3 + 100
}

/// The reordering and the fixed sequence of a prime length.
pub(super) struct Prime<T> {
    /// `g^q` for `q < h`.
    powers: Vec<u32>,
    steps: Box<dyn PrimeKernel<T>>,
}

impl<T: Real> Prime<T> {
    /// Creates the steps for a length and that of its convolution; `transform` is the real transform of the latter, times a factor.
    pub(super) fn new(
        len: usize,
        n: usize,
        isa: Isa,
        transform: impl FnOnce(&[T], &mut [Complex<T>], T) -> Result<()>,
    ) -> Result<Self> {
        let (p, h, what) = (len as u64, len / 2, "the order of a transform");
        let root = least_primitive_root(p);
        let (mut powers, mut places) = (reserve(what, h)?, reserve(what, h)?);
        let mut power = 1;
        for _ in 0..h {
            powers.push(power as u32);
            power = power * root % p;
        }
        let what = "the spectrum of a convolution";
        let mut e = filled(what, n, T::zero())?;
        let (circle, half) = (Circle::<T>::new(len, h), T::from_f64(0.5));
        for m in 0..h {
            // `g^h` is -1, so this is `-g^-m`.
            let k = if m == 0 { len - 1 } else { powers[h - m] as usize };
            let [w, rest] = circle.twofold(k);
            let [sum, error] = two_sum(w.re, w.im);
            let [difference, other] = two_sum(w.re, -w.im);
            e[m] = half * (sum + (error + (rest.re + rest.im)));
            e[m + h] = half * (difference + (other + (rest.re - rest.im)));
            places.push(if k <= h { (k as u32, true) } else { ((len - k) as u32, false) });
        }
        // In a longer convolution the sequence is there twice, but for one element: at the distances from `2 - p` to `p - 2`.
        for m in 1..2 * h {
            e[n - m] = e[2 * h - m];
        }
        let steps = match kernel::prime(&places, &e, isa) {
            Some(kernel) => kernel?,
            None => {
                let mut spectrum = filled(what, n / 2 + 1, Complex::new(T::zero(), T::zero()))?;
                transform(&e, &mut spectrum, reciprocal(T::from_integer(n as u64)))?;
                Box::new(Steps { places, spectrum })
            }
        };
        Ok(Prime { powers, steps })
    }

    /// Copies `x_(g^q)` to place `q` of `z`.
    pub(super) fn gather(&self, numbers: &[T], z: &mut [T]) {
        let h = self.powers.len();
        let (front, back) = z[..2 * h].split_at_mut(h);
        for ((a, b), power) in front.iter_mut().zip(back).zip(&self.powers) {
            let power = *power as usize;
            (*a, *b) = (numbers[power], numbers[2 * h + 1 - power]);
        }
        z[2 * h..].fill(T::zero());
    }

    /// Copies place `q` of `s` to `x_(g^q)`.
    pub(super) fn scatter(&self, s: &[T], numbers: &mut [T]) {
        let h = self.powers.len();
        let (front, back) = s.split_at(h);
        for ((a, b), power) in front.iter().zip(back).zip(&self.powers) {
            let power = *power as usize;
            (numbers[power], numbers[2 * h + 1 - power]) = (*a, *b);
        }
    }

    /// Returns the steps between values and the convolution.
    pub(super) fn steps(&self) -> &dyn PrimeKernel<T> {
        &*self.steps
    }
}

/// Returns the rounded sum and its rounding error.
fn two_sum<T: Real>(a: T, b: T) -> [T; 2] {
    let sum = a + b;
    let other = sum - a;
    [sum, (a - (sum - other)) + (b - other)]
}

/// The steps as the text above has them.
struct Steps<T> {
    /// The place of `X_(g^-m)` for `m < h`, and whether its conjugate is there.
    places: Vec<(u32, bool)>,
    /// The transform of half of `e`, over its length.
    spectrum: Vec<Complex<T>>,
}

impl<T: Real> PrimeKernel<T> for Steps<T> {
    fn multiply(&self, values: &mut [Complex<T>], conjugate: bool) {
        for (z, w) in values.iter_mut().zip(&self.spectrum) {
            *z = *z * if conjugate { w.conj() } else { *w };
        }
    }

    fn write_values(&self, s: &[T], values: &mut [Complex<T>]) {
        let (front, back) = s.split_at(self.places.len());
        for ((a, b), (k, conjugate)) in front.iter().zip(back).zip(&self.places) {
            let im = *a - *b;
            values[*k as usize] = Complex::new(*a + *b, if *conjugate { -im } else { im });
        }
    }

    fn read_values(&self, values: &[Complex<T>], t: &mut [T], _: &mut [Complex<T>]) {
        let (front, back) = t.split_at_mut(self.places.len());
        for ((a, b), (k, conjugate)) in front.iter_mut().zip(back).zip(&self.places) {
            let x = values[*k as usize];
            let im = if *conjugate { -x.im } else { x.im };
            (*a, *b) = (x.re + im, x.re - im);
        }
    }
}
