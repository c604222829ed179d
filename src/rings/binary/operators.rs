//! Implementations for every element type of a binary field besides its products: operators, sums, text.

/// Implements the operators of a field `$name($word)` by its inherent `times`.
macro_rules! operators {
    ($name:ident) => {
        operators!(@binary $name, Add, add, AddAssign, add_assign, |a, b| $name(a.0 ^ b.0));
        operators!(@binary $name, Sub, sub, SubAssign, sub_assign, |a, b| $name(a.0 ^ b.0));
        operators!(@binary $name, Mul, mul, MulAssign, mul_assign, |a, b| a.times(b));
        operators!(@fold $name, Sum, sum, ZERO, Add, add);
        operators!(@fold $name, Product, product, ONE, Mul, mul);

        impl core::ops::Neg for $name {
            type Output = Self;

            #[inline]
            fn neg(self) -> Self {
                self
            }
        }

        impl num_traits::Zero for $name {
            #[inline]
            fn zero() -> Self {
                Self::ZERO
            }

            #[inline]
            fn is_zero(&self) -> bool {
                self.0 == 0
            }
        }

        impl num_traits::One for $name {
            #[inline]
            fn one() -> Self {
                Self::ONE
            }
        }
    };
    (@binary $name:ident, $op:ident, $f:ident, $assign:ident, $g:ident, |$a:ident, $b:ident| $value:expr) => {
        impl core::ops::$op for $name {
            type Output = Self;

            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl, reason = "characteristic 2")]
            fn $f(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $value
            }
        }

        impl core::ops::$op<&$name> for $name {
            type Output = Self;

            #[inline]
            fn $f(self, other: &Self) -> Self {
                core::ops::$op::$f(self, *other)
            }
        }

        impl core::ops::$assign for $name {
            #[inline]
            fn $g(&mut self, other: Self) {
                *self = core::ops::$op::$f(*self, other);
            }
        }

        impl core::ops::$assign<&$name> for $name {
            #[inline]
            fn $g(&mut self, other: &Self) {
                *self = core::ops::$op::$f(*self, *other);
            }
        }
    };
    (@fold $name:ident, $fold:ident, $f:ident, $neutral:ident, $op:ident, $g:ident) => {
        impl core::iter::$fold for $name {
            fn $f<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(Self::$neutral, core::ops::$op::$g)
            }
        }

        impl<'a> core::iter::$fold<&'a $name> for $name {
            fn $f<I: Iterator<Item = &'a Self>>(items: I) -> Self {
                items.fold(Self::$neutral, core::ops::$op::$g)
            }
        }
    };
}
pub(super) use operators;

/// Elements as `0x` and hexadecimal digits, both ways.
macro_rules! text {
    ($name:ident, $word:ty, $expected:literal) => {
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "{:#x}", self.0)
            }
        }

        impl core::fmt::LowerHex for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::LowerHex::fmt(&self.0, f)
            }
        }

        impl core::str::FromStr for $name {
            type Err = crate::Error;

            /// Reads `0x` and hexadecimal digits of either case; zeros may lead.
            ///
            /// # Errors
            /// [`Error::Parse`](crate::Error::Parse) for anything else, and for a number of more bits than the field has.
            fn from_str(text: &str) -> crate::Result<Self> {
                let digits =
                    text.strip_prefix("0x").filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
                let bits = digits.and_then(|digits| <$word>::from_str_radix(digits, 16).ok());
                bits.map($name).ok_or_else(|| crate::Error::Parse {
                    expected: $expected,
                    found: text.chars().take(40).collect(),
                    source: None,
                })
            }
        }
    };
}
pub(super) use text;
