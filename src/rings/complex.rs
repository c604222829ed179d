//! Complex numbers over any float, with twiddles exact to the float.
//!
//! The ring's root of order `n` is `exp(-2 pi i / n)`, so that the forward transform is the engineer's. Each power of a
//! root is computed independently: from its exponent reduced in integers to the first octant, or as one product of two
//! table entries of 80 bits. Powers of other numbers are computed in integers and rounded once.

mod circle;
pub(crate) mod octant;
mod power;
pub(crate) mod root;

pub use circle::Circle;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use octant::SIXTEENTHS;
pub(crate) use root::constant_root;
pub use root::root_of_unity;

use super::real::{Real, is_wide};
use crate::{
    Error, Result,
    algebra::{Action, Exponents, Module, Ring, Roots, StaticElement, Std},
    arith,
};
use alloc::{format, string::String, vec::Vec};
use num_complex::Complex;

/// Marks rings of complex numbers.
///
/// [`ComplexRing`] names it.
pub struct ViaComplex;

/// The ring of complex numbers over `T`.
///
/// ```
/// use ringfft::{plan::{Plan, Scale}, rings::ComplexRing};
///
/// // `Plan::<Complex<f64>>::new(12)` with an option.
/// let plan = Plan::builder(ComplexRing::<f64>::new(), 12).scale(Scale::UNITARY).build()?;
/// assert_eq!(plan.len(), 12);
/// # Ok::<(), ringfft::Error>(())
/// ```
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

    /// Computes a power, rounded once.
    fn pow(&self, a: &Complex<T>, exponent: u64) -> Complex<T> {
        if exponent == 0 {
            return self.one();
        }
        let nan = T::from_f64(f64::NAN);
        power::power(a, exponent).unwrap_or(Complex::new(nan, nan))
    }

    /// Computes powers of `ratio` times `first`, each rounded once.
    fn progression(
        &self,
        first: &Complex<T>,
        ratio: &Complex<T>,
        exponents: Exponents,
        count: usize,
        mut take: impl FnMut(Complex<T>),
    ) -> bool {
        if exponents.is_negative() && self.inverse(ratio).is_none() {
            return false;
        }
        if !power::progression(first, ratio, exponents, count, &mut take) {
            let nan = T::from_f64(f64::NAN);
            (0..count).for_each(|_| take(Complex::new(nan, nan)));
        }
        true
    }

    fn parts(&self, a: &Complex<T>) -> Option<[Complex<T>; 2]> {
        Some([Complex::new(a.re, T::zero()), Complex::new(a.im, T::zero())])
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

    /// Multiplies by `w`, which is `i` or `-i`: a swap and a sign.
    #[inline]
    fn apply_fourth(&self, x: &mut Complex<T>, w: &Complex<T>) {
        *x = if w.im < T::zero() { Complex::new(x.im, -x.re) } else { Complex::new(-x.im, x.re) };
    }

    #[inline]
    fn apply_real(&self, x: &mut Complex<T>, w: &Complex<T>) {
        *x = Complex::new(w.re * x.re, w.re * x.im);
    }

    /// Multiplies by `w = (+-1 +- i) h` with `h` the square root of one half: two sums, two products.
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

    /// Returns the root, rounded once from the circle for every `n`.
    fn checked_root(&self, n: usize) -> Result<Complex<T>> {
        self.root(n)
    }

    /// Checks that `w` is the float nearest to a primitive root, within a few units in the last place. Only 1, -1, `i`
    /// and `-i` are exact roots.
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

    fn powers(&self, w: &Complex<T>, n: usize, step: usize, count: usize) -> Vec<Complex<T>> {
        let n = n.max(1);
        let index = (index_of(w, n).unwrap_or(0) as u128 * step as u128 % n as u128) as usize;
        // In lowest terms the circle is shorter.
        let common = arith::gcd(index as u64, n as u64) as usize;
        Circle::new(n / common, count).powers(0, index / common).take(count).collect()
    }
}

/// Returns the `t < n` for which `exp(2 pi i t/n)` is nearest to `w`.
fn index_of<T: Real>(w: &Complex<T>, n: usize) -> Option<usize> {
    let turns = num_traits::Float::atan2(w.im.as_f64(), w.re.as_f64()) / core::f64::consts::TAU;
    let index = num_traits::Float::round(turns * n as f64);
    if !index.is_finite() {
        return None;
    }
    Some((index as i128).rem_euclid(n.max(1) as i128) as usize)
}

/// Returns `1/x`, for wide floats with one step of Newton's iteration, because the division of a double-double type may be exact to
/// `f64` only.
pub(crate) fn reciprocal<T: Real>(x: T) -> T {
    let first = T::one() / x;
    if is_wide::<T>() { first + first * (T::one() - x * first) } else { first }
}
