//! What an element of a binary field can do.

use alloc::{format, string::String};
use core::{
    fmt::{Debug, Display, LowerHex},
    hash::Hash,
    ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};

/// An element of a binary field that is known from the type.
///
/// The methods with a default need nothing but the operators; the fields of this crate override those that can be had
/// faster.
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
    /// The degree `d` of the field over GF(2), at most 128: an element has `d` bits.
    const BITS: u32;
    /// The terms of the modulus below `x^d`.
    const MODULUS: u128;
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// A generator of the multiplicative group.
    const GENERATOR: Self;

    /// The element whose coefficients are the bits; those from `d` on are ignored.
    fn from_bits(bits: u128) -> Self;

    /// The coefficients as bits.
    fn to_bits(self) -> u128;

    /// The field's name, for messages.
    fn name() -> String {
        format!("the field GF(2^{})", Self::BITS)
    }

    /// The square, `a^2`.
    #[inline]
    fn squared(self) -> Self {
        self * self
    }

    /// The image under the `k`-th power of the Frobenius map, `a^(2^k)`: `k` mod `d` squarings.
    #[inline]
    fn frobenius(self, k: u32) -> Self {
        (0..k % Self::BITS).fold(self, |a, _| a.squared())
    }

    /// The square root: the only `b` with `b^2 = a`.
    #[inline]
    fn square_root(self) -> Self {
        self.frobenius(Self::BITS - 1)
    }

    /// The power `a^e`. The time depends on `e`.
    fn power(self, e: u128) -> Self {
        (0..u128::BITS - e.leading_zeros()).rev().fold(Self::ONE, |power, bit| {
            let square = power.squared();
            if e >> bit & 1 == 1 { square * self } else { square }
        })
    }

    /// The inverse, with 0 for 0: `a^(2^d - 2)` by the chain of Itoh and Tsujii, `d - 1` squarings and about `2 log2 d` products.
    fn inverse_or_zero(self) -> Self {
        // `power` is a^(2^k - 1), and k grows to d - 1 along its binary digits.
        let last = (Self::BITS - 1).max(1);
        let (mut power, mut k) = (self, 1);
        for bit in (0..last.ilog2()).rev() {
            power *= power.frobenius(k);
            k *= 2;
            if last >> bit & 1 == 1 {
                power = power.squared() * self;
                k += 1;
            }
        }
        power.squared()
    }

    /// The inverse; `None` for zero.
    fn inverse(self) -> Option<Self> {
        let inverse = self.inverse_or_zero();
        (self != Self::ZERO).then_some(inverse)
    }

    /// Whether the trace over GF(2), `a + a^2 + a^4 + ... + a^(2^(d-1))`, is 1.
    fn trace(self) -> bool {
        let (mut power, mut sum) = (self, self);
        for _ in 1..Self::BITS {
            power = power.squared();
            sum += power;
        }
        sum == Self::ONE
    }

    /// The solution `y` of `y^2 + y = c` with bit 0 clear, if there is one; `y + 1` is the other. It exists if the trace of
    /// `c` is 0 and only then, in fields of even degree.
    ///
    /// The default is Gaussian elimination at every call.
    fn solve_quadratic(c: Self) -> Option<Self> {
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

    /// Whether the element lies in the subfield of degree `degree` over GF(2): `a^(2^degree) = a`. No field but the ones whose
    /// degree divides `d` is a subfield.
    fn is_in_subfield(self, degree: u32) -> bool {
        degree != 0 && Self::BITS.is_multiple_of(degree) && self.frobenius(degree) == self
    }
}
