//! Real number types: the parts of complex numbers.

use core::ops::Neg;
use num_traits::{Float, FloatConst, Num, NumCast};

/// A real number type: `f32`, `f64`, [`DoubleDouble`](super::DoubleDouble) and the like.
///
/// The trait has the operations that a ring of complex numbers needs of its parts, and no more. Every `Float` of the crate
/// `num-traits` implements it.
///
/// [`DoubleDouble`](super::DoubleDouble) has an example of a plan over another type than floats of the machine.
pub trait Real: Copy + Num + Neg<Output = Self> + PartialOrd + Send + Sync + 'static {
    /// Returns the nearest number to `x`.
    fn from_f64(x: f64) -> Self;

    /// Returns the nearest number to `n`.
    fn from_integer(n: u64) -> Self;

    /// Returns the nearest `f64`.
    fn as_f64(self) -> f64;

    /// Returns the distance from 1 to the next number: the unit of relative errors.
    fn unit() -> Self;

    /// Returns the square root.
    fn square_root(self) -> Self;

    /// Returns the square root of one half.
    fn square_root_of_half() -> Self;

    /// Returns `false` for zero, numbers too small for all digits, infinities and NaN; `true` for every other number.
    fn is_regular(self) -> bool;
}

impl<T: Float + FloatConst + Send + Sync + 'static> Real for T {
    #[inline]
    fn from_f64(x: f64) -> T {
        <T as NumCast>::from(x).unwrap_or_else(T::nan)
    }

    #[inline]
    fn from_integer(n: u64) -> T {
        <T as NumCast>::from(n).unwrap_or_else(T::nan)
    }

    #[inline]
    fn as_f64(self) -> f64 {
        self.to_f64().unwrap_or(f64::NAN)
    }

    #[inline]
    fn unit() -> T {
        T::epsilon()
    }

    #[inline]
    fn square_root(self) -> T {
        self.sqrt()
    }

    #[inline]
    fn square_root_of_half() -> T {
        T::FRAC_1_SQRT_2()
    }

    #[inline]
    fn is_regular(self) -> bool {
        self.is_normal()
    }
}

/// Returns whether `T` has more digits than `f64`.
pub(super) fn is_wide<T: Real>() -> bool {
    T::unit().as_f64() < f64::EPSILON
}
