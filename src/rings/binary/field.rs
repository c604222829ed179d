//! Elements: integers whose bit `i` is the coefficient of `x^i`.

use super::{portable, structure::ViaBinary};
use crate::algebra::{StaticElement, Std};
use alloc::{format, string::String};
use core::{
    fmt::{self, Debug, Display, LowerHex},
    hash::Hash,
    ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};

/// An element of a binary field that is known from the type.
pub trait BinaryField:
    Copy
    + Eq
    + Hash
    + Default
    + Debug
    + Display
    + LowerHex
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
{
    /// The degree `d` of the field over GF(2): an element has `d` bits.
    const BITS: u32;
    /// The terms of the modulus below `x^d`.
    const MODULUS: u128;
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// The element whose coefficients are the bits; those from `d` on are ignored.
    fn from_bits(bits: u128) -> Self;

    /// The coefficients as bits.
    fn to_bits(self) -> u128;

    /// The field's name, for messages.
    fn name() -> String {
        format!("the field GF(2^{})", Self::BITS)
    }

    /// The square.
    fn squared(self) -> Self {
        self * self
    }

    /// The inverse; `None` for zero.
    fn inverse(self) -> Option<Self> {
        // a^(2^d - 2): the product of a^(2^i) for 0 < i < d.
        let (mut power, mut product) = (self, Self::ONE);
        for _ in 1..Self::BITS {
            power = power.squared();
            product *= power;
        }
        (self != Self::ZERO).then_some(product)
    }

    /// The solution `y` of `y^2 + y = c` with bit 0 clear, if there is one; `y + 1` is the other.
    fn solve_quadratic(c: Self) -> Option<Self> {
        // Gaussian elimination on the images of the basis 1, x, x^2, ...
        let mut rows = [(0u128, 0u128); 128];
        let mut value = (c.to_bits(), 0u128);
        for i in 1..Self::BITS {
            let y = Self::from_bits(1 << i);
            let mut pair = ((y.squared() + y).to_bits(), 1u128 << i);
            while pair.0 != 0 {
                let row = &mut rows[pair.0.ilog2() as usize];
                if row.0 == 0 {
                    *row = pair;
                    break;
                }
                pair = (pair.0 ^ row.0, pair.1 ^ row.1);
            }
        }
        while value.0 != 0 {
            let row = rows[value.0.ilog2() as usize];
            if row.0 == 0 {
                return None;
            }
            value = (value.0 ^ row.0, value.1 ^ row.1);
        }
        Some(Self::from_bits(value.1))
    }
}

macro_rules! field {
    ($(#[$doc:meta])* $name:ident, $word:ty, $low:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        #[repr(transparent)]
        pub struct $name($word);

        impl $name {
            /// Zero.
            pub const ZERO: Self = $name(0);
            /// One.
            pub const ONE: Self = $name(1);

            /// The element whose coefficients are the bits of `bits`.
            #[inline]
            pub const fn new(bits: $word) -> Self {
                $name(bits)
            }

            /// The coefficients as bits.
            #[inline]
            pub const fn bits(self) -> $word {
                self.0
            }
        }

        impl BinaryField for $name {
            const BITS: u32 = <$word>::BITS;
            const MODULUS: u128 = $low;
            const ZERO: Self = Self::ZERO;
            const ONE: Self = Self::ONE;

            #[inline]
            fn from_bits(bits: u128) -> Self {
                $name(bits as $word)
            }

            #[inline]
            fn to_bits(self) -> u128 {
                self.0 as u128
            }
        }

        impl Add for $name {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                $name(self.0 ^ other.0)
            }
        }

        impl Sub for $name {
            type Output = Self;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl, reason = "characteristic 2")]
            fn sub(self, other: Self) -> Self {
                $name(self.0 ^ other.0)
            }
        }

        impl Mul for $name {
            type Output = Self;
            #[inline]
            fn mul(self, other: Self) -> Self {
                $name(portable::multiply(self.0 as u128, other.0 as u128, <$word>::BITS, $low) as $word)
            }
        }

        impl Neg for $name {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                self
            }
        }

        impl AddAssign for $name {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl SubAssign for $name {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl MulAssign for $name {
            #[inline]
            fn mul_assign(&mut self, other: Self) {
                *self = *self * other;
            }
        }

        impl Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:#x}", self.0)
            }
        }

        impl Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:#x}", self.0)
            }
        }

        impl LowerHex for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                LowerHex::fmt(&self.0, f)
            }
        }

        impl StaticElement for $name {
            type Ring = Std<$name, ViaBinary>;
        }
    };
}

field!(
    /// GF(2^8) = GF(2)\[x\]/(x^8 + x^4 + x^3 + x + 1), the field of AES.
    Gf2p8, u8, 0x1b
);
field!(
    /// GF(2^16) = GF(2)\[x\]/(x^16 + x^5 + x^3 + x + 1).
    Gf2p16, u16, 0x2b
);
field!(
    /// GF(2^16) = GF(2)\[x\]/(x^16 + x^5 + x^3 + x^2 + 1), the field of the Leopard codes.
    Gf2p16Leopard, u16, 0x2d
);
field!(
    /// GF(2^32) = GF(2)\[x\]/(x^32 + x^7 + x^3 + x^2 + 1).
    Gf2p32, u32, 0x8d
);
field!(
    /// GF(2^64) = GF(2)\[x\]/(x^64 + x^4 + x^3 + x + 1).
    Gf2p64, u64, 0x1b
);
field!(
    /// GF(2^128) = GF(2)\[x\]/(x^128 + x^7 + x^2 + x + 1).
    Gf2p128, u128, 0x87
);
