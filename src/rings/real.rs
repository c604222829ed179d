//! Real number types: the parts of complex numbers.

use core::ops::Neg;
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

/// Whether `T` has more digits than `f64`.
pub(super) fn is_wide<T: Real>() -> bool {
    T::unit().as_f64() < f64::EPSILON
}
