//! Real numbers as the sum of two `f64`: 106 bits.
//!
//! Notation: `u = 2^-53`; `RN` rounding to `f64`. A number is `high + low` with `high = RN(high + low)`.
//!
//! # Idea
//! The rounding error of a sum and of a product of two `f64` is itself an `f64`, and is found by a few more operations:
//! `two_sum` and `two_product`. The latter uses halves of the factors (Dekker), so that every machine gives the same
//! bits, with fused multiply-add or without. A sum of double words is then right within `3 u^2` relative, a product
//! within `5 u^2`; quotients (by long division, three digits) and square roots (one step of Newton's iteration) within
//! [`DoubleDouble::EPSILON`]` = 4 u^2`. All four are asserted by `tests/suite/double_double.rs`.
//!
//! # Ranges
//! Digits are complete for magnitudes from about `2^-915` to `2^995`: beyond that errors underflow, and halving the
//! factors of a product overflows. An overflow gives NaN.
//!
//! # Source
//! \[Dekker 1971\]; \[Joldes-Muller-Popescu 2017\], algorithms 6 (sum) and 10 (product).

use super::real::Real;
use crate::{Error, ParseCause};
use core::{
    cmp::Ordering,
    fmt,
    ops::{Add, Div, Mul, Neg, Rem, Sub},
    str::FromStr,
};
use num_traits::{Float, Num, One, Zero};

/// A real number of 106 bits: the sum of two `f64`.
///
/// Text is the sum itself, `high+low` or `high-low` with the shortest digits of each, and reads back as the same
/// number.
///
/// ```
/// use num_complex::Complex;
/// use ringfft::{plan::Plan, rings::DoubleDouble};
///
/// let plan = Plan::<Complex<DoubleDouble>>::new(12)?;
/// let third = DoubleDouble::from(1.0) / 3.0.into();
/// let mut x = [Complex::new(third, third); 12];
/// plan.forward(&mut x)?;
/// assert!((x[0].re - 4.0.into()).abs() < 1e-30.into());
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

/// Returns `a + b` and its rounding error.
#[inline(always)]
const fn two_sum(a: f64, b: f64) -> DoubleDouble {
    let high = a + b;
    let rounded = high - a;
    DoubleDouble { high, low: (a - (high - rounded)) + (b - rounded) }
}

/// Returns `a + b` and its rounding error, for `|a| >= |b|` or `a = 0`.
#[inline(always)]
const fn quick_two_sum(a: f64, b: f64) -> DoubleDouble {
    let high = a + b;
    DoubleDouble { high, low: b - (high - a) }
}

/// Returns two halves of at most 26 bits.
#[inline(always)]
const fn halves(a: f64) -> (f64, f64) {
    // 2^27 + 1.
    let c = 134_217_729.0 * a;
    let high = c - (c - a);
    (high, a - high)
}

/// Returns `a b` and its rounding error.
#[inline(always)]
const fn two_product(a: f64, b: f64) -> DoubleDouble {
    let high = a * b;
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    DoubleDouble { high, low: ((a1 * b1 - high) + a1 * b0 + a0 * b1) + a0 * b0 }
}

impl DoubleDouble {
    /// `2^-104`, the unit of relative errors.
    pub const EPSILON: Self = DoubleDouble::word(f64::EPSILON * f64::EPSILON);

    const fn word(high: f64) -> Self {
        DoubleDouble { high, low: 0.0 }
    }

    /// Returns the sum of two words of which the second is below half a unit of the first.
    pub(super) const fn parts(high: f64, low: f64) -> Self {
        DoubleDouble { high, low }
    }

    /// Returns the leading 26 bits: products of two such words are exact.
    #[inline(always)]
    pub(super) fn head(self) -> f64 {
        halves(self.high).0
    }

    /// Multiplies by a power of two, exactly.
    #[inline]
    pub(super) const fn times_power_of_two(self, factor: f64) -> Self {
        DoubleDouble { high: self.high * factor, low: self.low * factor }
    }

    /// Returns the sum of two numbers, exactly unless it takes more than 106 bits.
    #[inline]
    pub fn new(a: f64, b: f64) -> Self {
        two_sum(a, b)
    }

    /// Returns the nearest `f64`.
    #[inline]
    pub const fn high(self) -> f64 {
        self.high
    }

    /// Returns the rest beyond the nearest `f64`.
    #[inline]
    pub const fn low(self) -> f64 {
        self.low
    }

    /// Returns the absolute value.
    #[inline]
    pub fn abs(self) -> Self {
        if self.high < 0.0 { -self } else { self }
    }

    /// Returns the square root; NaN for negative numbers.
    pub fn sqrt(self) -> Self {
        let root = Float::sqrt(self.high);
        if root == 0.0 {
            return Self::word(root);
        }
        let rest = self - two_product(root, root);
        quick_two_sum(root, rest.high / (2.0 * root))
    }

    /// Returns the integer next to `self` towards zero.
    pub fn trunc(self) -> Self {
        let high = Float::trunc(self.high);
        match () {
            // An integer that the low word takes beyond, away from zero or towards it.
            () if high == self.high && self.high > 0.0 => quick_two_sum(high, Float::floor(self.low)),
            () if high == self.high => quick_two_sum(high, Float::ceil(self.low)),
            () => Self::word(high),
        }
    }

    #[inline]
    const fn times_word(self, factor: f64) -> Self {
        let product = two_product(self.high, factor);
        quick_two_sum(product.high, product.low + self.low * factor)
    }

    /// Converts an integer, as [`From`] does.
    pub(super) const fn integer(n: u64) -> Self {
        let high = n as f64;
        quick_two_sum(high, (n as i128 - high as i128) as f64)
    }

    /// Returns `-self`.
    #[inline]
    pub(super) const fn negated(self) -> Self {
        DoubleDouble { high: -self.high, low: -self.low }
    }

    /// Returns `self + other`.
    #[inline]
    pub(super) const fn plus(self, other: Self) -> Self {
        let (high, low) = (two_sum(self.high, other.high), two_sum(self.low, other.low));
        let sum = quick_two_sum(high.high, high.low + low.high);
        quick_two_sum(sum.high, low.low + sum.low)
    }

    /// Returns `self - other`.
    #[inline]
    pub(super) const fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    /// Returns `self other`.
    #[inline]
    pub(super) const fn times(self, other: Self) -> Self {
        let product = two_product(self.high, other.high);
        quick_two_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }

    /// Returns `self/other`.
    pub(super) const fn over(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self.minus(other.times_word(first));
        let second = rest.high / other.high;
        let rest = rest.minus(other.times_word(second));
        let third = rest.high / other.high;
        quick_two_sum(first, second).plus(Self::word(third))
    }
}

impl From<f64> for DoubleDouble {
    #[inline]
    fn from(x: f64) -> Self {
        Self::word(x)
    }
}

/// Exactly.
impl From<u64> for DoubleDouble {
    fn from(n: u64) -> Self {
        Self::integer(n)
    }
}

impl Neg for DoubleDouble {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        self.negated()
    }
}

impl Add for DoubleDouble {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}

impl Mul for DoubleDouble {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        self.times(other)
    }
}

impl Div for DoubleDouble {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        self.over(other)
    }
}

/// `a - b trunc(a/b)`, within a few units of `a`.
impl Rem for DoubleDouble {
    type Output = Self;

    fn rem(self, other: Self) -> Self {
        let rest = self - other * (self / other).trunc();
        // The quotient may round up to an integer.
        match () {
            () if self.high > 0.0 && rest.high < 0.0 => rest + other.abs(),
            () if self.high < 0.0 && rest.high > 0.0 => rest - other.abs(),
            () => rest,
        }
    }
}

impl PartialOrd for DoubleDouble {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.high.partial_cmp(&other.high)?.then(self.low.partial_cmp(&other.low)?))
    }
}

impl Zero for DoubleDouble {
    #[inline]
    fn zero() -> Self {
        Self::word(0.0)
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.high == 0.0
    }
}

impl One for DoubleDouble {
    #[inline]
    fn one() -> Self {
        Self::word(1.0)
    }
}

impl Num for DoubleDouble {
    type FromStrRadixErr = Error;

    /// Parses a decimal number; other radices are errors.
    fn from_str_radix(text: &str, radix: u32) -> Result<Self, Error> {
        match radix {
            10 => text.parse(),
            _ => Err(Error::Unsupported { what: "double-double numbers are read in decimal: take radix 10".into() }),
        }
    }
}

impl Real for DoubleDouble {
    #[inline]
    fn from_f64(x: f64) -> Self {
        x.into()
    }

    #[inline]
    fn from_integer(n: u64) -> Self {
        n.into()
    }

    #[inline]
    fn as_f64(self) -> f64 {
        self.high
    }

    fn unit() -> Self {
        Self::EPSILON
    }

    fn square_root(self) -> Self {
        self.sqrt()
    }

    fn square_root_of_half() -> Self {
        DoubleDouble { high: core::f64::consts::FRAC_1_SQRT_2, low: -4.833_646_656_726_457e-17 }
    }

    fn is_regular(self) -> bool {
        self.high.is_normal()
    }
}

impl fmt::Display for DoubleDouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.low {
            0.0 => write!(f, "{:e}", self.high),
            low => write!(f, "{:e}{low:+e}", self.high),
        }
    }
}

/// One or two numbers of `f64`, as printed: `high+low`.
impl FromStr for DoubleDouble {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        // The sign of the low word: not the first character, and not after an exponent's letter.
        let mut later = text.char_indices().skip(1);
        let sign = later.find(|&(at, c)| matches!(c, '+' | '-') && !text[..at].ends_with(['e', 'E']));
        let (high, low) = sign.map_or((text, "0"), |(at, _)| text.split_at(at));
        let word = |word: &str| {
            word.parse::<f64>().map_err(|error| Error::Parse {
                expected: "a number, or the sum of two: `high+low`",
                found: text.chars().take(60).collect(),
                source: Some(ParseCause::Float(error)),
            })
        };
        Ok(two_sum(word(high)?, word(low)?))
    }
}
