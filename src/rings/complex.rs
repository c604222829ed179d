//! Complex numbers over any float, with twiddles exact to the float.
//!
//! The ring's root of order `n` is `exp(-2 pi i / n)`, so that the forward transform is the engineer's.
//! Powers of a root are never multiplied along: each is computed by itself, from its exponent reduced in
//! integers to the first octant.

use crate::{
    Error, Result,
    algebra::{Action, Module, Ring, Roots, StaticElement, Std},
    arith,
};
use alloc::{format, string::String};
use core::ops::Neg;
use num_complex::Complex;
use num_traits::{Float, FloatConst, Num, NumCast};

/// A real number type: `f32`, `f64`, [`DoubleDouble`](super::DoubleDouble) and the like.
///
/// What a ring of complex numbers needs of its parts, and no more. Every `Float` of the crate `num-traits` is one.
pub trait Real: Copy + Num + Neg<Output = Self> + PartialOrd + Send + Sync + 'static {
    /// The nearest number to `x`.
    fn from_f64(x: f64) -> Self;

    /// The nearest number to `n`.
    fn from_integer(n: u64) -> Self;

    /// The nearest `f64`.
    fn as_f64(self) -> f64;

    /// The distance from 1 to the next number: the unit of relative errors.
    fn unit() -> Self;

    /// The square root.
    fn square_root(self) -> Self;

    /// The square root of one half.
    fn square_root_of_half() -> Self;

    /// Whether this is neither zero, nor too small for all digits, nor infinite, nor no number.
    fn is_regular(self) -> bool;
}

impl<T: Float + FloatConst + Send + Sync + 'static> Real for T {
    fn from_f64(x: f64) -> T {
        <T as NumCast>::from(x).unwrap_or_else(T::nan)
    }

    fn from_integer(n: u64) -> T {
        <T as NumCast>::from(n).unwrap_or_else(T::nan)
    }

    fn as_f64(self) -> f64 {
        self.to_f64().unwrap_or(f64::NAN)
    }

    fn unit() -> T {
        T::epsilon()
    }

    fn square_root(self) -> T {
        self.sqrt()
    }

    fn square_root_of_half() -> T {
        T::FRAC_1_SQRT_2()
    }

    fn is_regular(self) -> bool {
        self.is_normal()
    }
}

/// Marks rings of complex numbers.
pub struct ViaComplex;

/// The ring of complex numbers over `T`.
pub type ComplexRing<T> = Std<Complex<T>, ViaComplex>;

impl<T: Real> StaticElement for Complex<T> {
    type Ring = ComplexRing<T>;
}

impl<T: Real> Module for ComplexRing<T> {
    type Element = Complex<T>;

    #[inline]
    fn zero(&self) -> Complex<T> {
        Complex::new(T::zero(), T::zero())
    }

    #[inline]
    fn add_assign(&self, a: &mut Complex<T>, b: &Complex<T>) {
        *a = *a + *b;
    }

    #[inline]
    fn sub_assign(&self, a: &mut Complex<T>, b: &Complex<T>) {
        *a = *a - *b;
    }

    #[inline]
    fn butterfly(&self, a: &mut Complex<T>, b: &mut Complex<T>) {
        (*a, *b) = (*a + *b, *a - *b);
    }
}

impl<T: Real> Ring for ComplexRing<T> {
    fn name(&self) -> String {
        format!("the complex numbers over {}", core::any::type_name::<T>())
    }

    #[inline]
    fn one(&self) -> Complex<T> {
        Complex::new(T::one(), T::zero())
    }

    #[inline]
    fn mul_assign(&self, a: &mut Complex<T>, b: &Complex<T>) {
        *a = *a * *b;
    }

    fn is_zero(&self, a: &Complex<T>) -> bool {
        a.re.is_zero() && a.im.is_zero()
    }

    fn inverse(&self, a: &Complex<T>) -> Option<Complex<T>> {
        let norm = a.norm_sqr();
        norm.is_regular().then(|| {
            if !is_wide::<T>() {
                return Complex::new(a.re / norm, -a.im / norm);
            }
            let reciprocal = reciprocal(norm);
            Complex::new(a.re * reciprocal, -a.im * reciprocal)
        })
    }

    fn integer(&self, n: u64) -> Complex<T> {
        Complex::new(T::from_integer(n), T::zero())
    }

    fn parts(&self, a: &Complex<T>) -> Option<[Complex<T>; 2]> {
        Some([a.re, a.im].map(|part| Complex::new(part, T::zero())))
    }

    fn inverse_square_root_of_integer(&self, n: u64) -> Option<Complex<T>> {
        let n = T::from_integer(n);
        let mut inverse = T::one() / n.square_root();
        if is_wide::<T>() {
            // Newton's iteration for 1/x^2 = n.
            let half = T::from_f64(0.5);
            for _ in 0..2 {
                inverse = inverse + inverse * half * (T::one() - n * inverse * inverse);
            }
        }
        Some(Complex::new(inverse, T::zero()))
    }
}

impl<T: Real> Action for ComplexRing<T> {
    type Scalars = Self;
    type Twiddle = Complex<T>;

    #[inline]
    fn scalars(&self) -> &Self {
        self
    }

    #[inline]
    fn prepare(&self, scalar: &Complex<T>) -> Complex<T> {
        *scalar
    }

    #[inline]
    fn apply(&self, x: &mut Complex<T>, w: &Complex<T>) {
        *x = *x * *w;
    }

    /// `w` is `i` or `-i`: a swap and a sign.
    #[inline]
    fn apply_fourth(&self, x: &mut Complex<T>, w: &Complex<T>) {
        *x = if w.im < T::zero() { Complex::new(x.im, -x.re) } else { Complex::new(-x.im, x.re) };
    }

    #[inline]
    fn apply_real(&self, x: &mut Complex<T>, w: &Complex<T>) {
        *x = Complex::new(w.re * x.re, w.re * x.im);
    }

    /// `w = (+-1 +- i) h` with `h` the square root of one half: two sums, two products.
    #[inline]
    fn apply_eighth(&self, x: &mut Complex<T>, w: &Complex<T>) {
        let same_sign = (w.re < T::zero()) == (w.im < T::zero());
        let (difference, sum) = (x.re - x.im, x.re + x.im);
        *x = if same_sign {
            Complex::new(w.re * difference, w.re * sum)
        } else {
            Complex::new(w.re * sum, w.im * difference)
        };
    }
}

impl<T: Real> Roots for ComplexRing<T> {
    fn root(&self, n: usize) -> Result<Complex<T>> {
        if n == 0 {
            return Err(Error::Length { what: "a transform", len: n, possible: "the least length is 1" });
        }
        Ok(root_of_unity(n - 1, n))
    }

    /// A float is no exact root, so this asks whether `w` is the float nearest to a primitive root, within a
    /// few units in the last place.
    fn check_root(&self, w: &Complex<T>, n: usize) -> Result<()> {
        let exact = |index: usize| {
            arith::gcd(index as u64, n as u64) == 1 && {
                let error = (*w - root_of_unity::<T>(index, n)).norm_sqr();
                error <= T::from_f64(64.0) * T::unit() * T::unit()
            }
        };
        if n != 0 && index_of(w, n).is_some_and(exact) {
            return Ok(());
        }
        Err(Error::NotPrincipal { ring: self.name(), order: n })
    }

    fn power(&self, w: &Complex<T>, n: usize, k: usize) -> Complex<T> {
        match index_of(w, n) {
            Some(index) => root_of_unity((index as u128 * k as u128 % n as u128) as usize, n),
            None => self.pow(w, k as u64),
        }
    }

    fn powers(&self, w: &Complex<T>, n: usize, step: usize, count: usize) -> alloc::vec::Vec<Complex<T>> {
        let index = index_of(w, n).unwrap_or(0) as u128 * step as u128;
        (0..count).map(|k| root_of_unity((index % n as u128 * k as u128 % n as u128) as usize, n)).collect()
    }
}

/// The `t < n` for which `exp(2 pi i t/n)` is nearest to `w`.
fn index_of<T: Real>(w: &Complex<T>, n: usize) -> Option<usize> {
    let turns = num_traits::Float::atan2(w.im.as_f64(), w.re.as_f64()) / core::f64::consts::TAU;
    let index = num_traits::Float::round(turns * n as f64);
    if !index.is_finite() {
        return None;
    }
    Some((index as i128).rem_euclid(n.max(1) as i128) as usize)
}

/// `exp(2 pi i k/n)` for `k < n`, exact to `T`.
///
/// The angle is reduced to the first octant in integers. Floats up to `f64` take sine and cosine in `f64`
/// with the rounding of the angle itself compensated; wider ones refine that by Newton's iteration for
/// `z^N = 1`, which needs no sine of their own.
pub fn root_of_unity<T: Real>(k: usize, n: usize) -> Complex<T> {
    // The angle is 2 pi a/(8 n).
    let n = n.max(1) as u128;
    let mut a = k as u128 % n * 8;
    let negate_im = a > 4 * n;
    if negate_im {
        a = 8 * n - a;
    }
    let negate_re = a > 2 * n;
    if negate_re {
        a = 4 * n - a;
    }
    let exchange = a > n;
    if exchange {
        a = 2 * n - a;
    }
    let (mut re, mut im): (T, T) = first_octant(a, n);
    if exchange {
        core::mem::swap(&mut re, &mut im);
    }
    Complex::new(if negate_re { -re } else { re }, if negate_im { -im } else { im })
}

/// Cosine and sine of `(pi/4)(a/n)`, `0 <= a <= n`.
fn first_octant<T: Real>(a: u128, n: u128) -> (T, T) {
    if a == 0 {
        return (T::one(), T::zero());
    }
    if a == n {
        return (T::square_root_of_half(), T::square_root_of_half());
    }
    const QUARTER_PI_LOW: f64 = 3.061_616_997_868_383e-17;
    let high = core::f64::consts::FRAC_PI_4;
    let (af, nf) = (a as f64, n as f64);
    let quotient = af / nf;
    let remainder = num_traits::Float::mul_add(-quotient, nf, af) / nf;
    let angle = quotient * high;
    let rest = num_traits::Float::mul_add(quotient, high, -angle) + quotient * QUARTER_PI_LOW + remainder * high;
    let (sin, cos) = num_traits::Float::sin_cos(angle);
    let (cos, sin) = (cos - sin * rest, sin + cos * rest);
    let z = Complex::new(T::from_f64(cos), T::from_f64(sin));
    if !is_wide::<T>() {
        return (z.re, z.im);
    }
    let order = 8 * n / gcd(a, 8 * n);
    let z = refine(refine(refine(z, order), order), order);
    (z.re, z.im)
}

/// Whether `T` has more digits than `f64`.
fn is_wide<T: Real>() -> bool {
    T::unit().as_f64() < f64::EPSILON
}

/// `1/x` for wide floats: one step of Newton's iteration, because the division of a double-double type may be
/// exact to `f64` only.
fn reciprocal<T: Real>(x: T) -> T {
    let first = T::one() / x;
    first + first * (T::one() - x * first)
}

/// One step of Newton's iteration for `z^order = 1`: `z - z (z^order - 1)/order`.
fn refine<T: Real>(z: Complex<T>, order: u128) -> Complex<T> {
    let one = Complex::new(T::one(), T::zero());
    let mut power = one;
    for bit in (0..u128::BITS - order.leading_zeros()).rev() {
        power = power * power;
        if order >> bit & 1 == 1 {
            power = power * z;
        }
    }
    let scale = T::from_f64(order as f64);
    let residual = power - one;
    z - z * Complex::new(residual.re / scale, residual.im / scale)
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octants_are_symmetric_and_exact() {
        for n in 1..200 {
            for k in 0..n {
                let z = root_of_unity::<f64>(k, n);
                // The angle itself is rounded three times, so this is no measure of the last digit.
                let angle = core::f64::consts::TAU * k as f64 / n as f64;
                assert!((z.re - angle.cos()).abs() < 2e-15 && (z.im - angle.sin()).abs() < 2e-15, "{k}/{n}");
                assert_eq!(root_of_unity::<f64>((n - k) % n, n), z.conj());
                assert_eq!(index_of(&z, n), Some(k));
            }
        }
        assert_eq!(root_of_unity::<f64>(3, 4), Complex::new(0.0, -1.0));
        assert_eq!(root_of_unity::<f32>(2, 4), Complex::new(-1.0, 0.0));
        assert_eq!(root_of_unity::<f64>(1, 12).im, 0.5);
    }
}
