//! The trait of elements of binary fields, and its promises about time.

use alloc::{format, string::String};
use core::{
    fmt::{Debug, Display, LowerHex},
    hash::Hash,
    ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};

/// An element of a binary field that its type determines; [`binary()`](super::binary()) is its ring.
///
/// | field | modulus | generator | also known from |
/// |---|---|---|---|
/// | [`Gf2p8`](super::Gf2p8) | `x^8 + x^4 + x^3 + x + 1` | `x + 1` | AES |
/// | [`Gf2p16`](super::Gf2p16) | `x^16 + x^5 + x^3 + x + 1` | `x + 1` | |
/// | [`Gf2p16Leopard`](super::Gf2p16Leopard) | `x^16 + x^5 + x^3 + x^2 + 1` | `x` | the Leopard codes |
/// | [`Gf2p32`](super::Gf2p32) | `x^32 + x^7 + x^3 + x^2 + 1` | `x + 1` | |
/// | [`Gf2p64`](super::Gf2p64) | `x^64 + x^4 + x^3 + x + 1` | `x` | |
/// | [`Gf2p128`](super::Gf2p128) | `x^128 + x^7 + x^2 + x + 1` | `x` | GHASH of GCM: [`from_gcm_block`](super::Gf2p128::from_gcm_block) |
///
/// An element is an integer whose bit `i` is the coefficient of `x^i`; as text it is `0x` and hexadecimal digits. Subfields are
/// reached through [`Embedding`](super::Embedding).
///
/// ```
/// use ringfft::rings::{BinaryField, Gf2p8};
///
/// let [a, b] = [0x57, 0x83].map(Gf2p8::new);
/// assert_eq!((a * b).to_string(), "0xc1");
/// assert_eq!(a * a.inverse_or_zero(), Gf2p8::ONE);
/// let y = Gf2p8::solve_quadratic(a + a.squared()).unwrap();
/// assert!(y == a || y == a + Gf2p8::ONE);
/// assert_eq!("0xc1".parse::<Gf2p8>()?, a * b);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Constant time
/// The following functions of the six fields above have no branches on elements and no tables that elements index: the
/// operators, [`squared`](Self::squared), [`frobenius`](Self::frobenius), [`square_root`](Self::square_root),
/// [`inverse_or_zero`](Self::inverse_or_zero), [`trace`](Self::trace) and
/// [`Embedding::embed`](super::Embedding::embed). [`inverse`](Self::inverse),
/// [`solve_quadratic`](Self::solve_quadratic) and [`Embedding::restrict`](super::Embedding::restrict) are too, but
/// their `Option` reveals whether there is a result; [`power`](Self::power) reveals the exponent. This holds on
/// machines whose integer products take the same time for all factors. It is a property of the source: the compiler may
/// replace masks by branches. Nothing is promised for `==`, for text, for the trait's default methods over other
/// fields, or for transforms and plans.
///
/// # The instruction for carry-less products
/// On x86-64 and with the feature `std`, products of 32, 64 and 128 bits use PCLMULQDQ where the machine has it; the results are the
/// same.
///
/// # Fields of other crates
/// Let the bits of a field be the coefficients of a polynomial. A newtype with this trait then gives the ring, its
/// roots of unity and its Cantor basis. Any other representation (a tower, a subfield) gets them by a newtype of its
/// *ring*. That implements [`Module`](crate::algebra::Module), [`Ring`](crate::algebra::Ring),
/// [`Action`](crate::algebra::Action) and [`Roots`](crate::algebra::Roots);
/// [`cantor_basis`](crate::algebra::Roots::cantor_basis) names the points of the additive transforms. A plan needs one
/// more constant, `SUBSPACES` of `plan::Accelerated`. `interop/tests/plonky3_binary.rs` is a complete adapter for
/// Plonky3's tower fields.
///
/// The methods with a default need only the operators. The fields of this crate override those that can be faster.
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

    /// `true` if the engines of this field are compiled in this crate.
    #[doc(hidden)]
    const COMPILED_HERE: bool = false;

    /// Returns the element whose coefficients are the bits; those from `d` on are ignored.
    fn from_bits(bits: u128) -> Self;

    /// Returns the coefficients as bits.
    fn to_bits(self) -> u128;

    /// Returns the field's name, for messages.
    fn name() -> String {
        format!("the field GF(2^{})", Self::BITS)
    }

    /// Returns the square, `a^2`.
    #[inline]
    fn squared(self) -> Self {
        self * self
    }

    /// Returns the image under the `k`-th power of the Frobenius map, `a^(2^k)`: `k` mod `d` squarings.
    #[inline]
    fn frobenius(self, k: u32) -> Self {
        (0..k % Self::BITS).fold(self, |a, _| a.squared())
    }

    /// Returns the square root: the only `b` with `b^2 = a`.
    #[inline]
    fn square_root(self) -> Self {
        self.frobenius(Self::BITS - 1)
    }

    /// Returns the power `a^e`. The time depends on `e`.
    fn power(self, e: u128) -> Self {
        (0..u128::BITS - e.leading_zeros()).rev().fold(Self::ONE, |power, bit| {
            let square = power.squared();
            if e >> bit & 1 == 1 { square * self } else { square }
        })
    }

    /// Returns the inverse, with 0 for 0: `a^(2^d - 2)` by the chain of Itoh and Tsujii, `d - 1` squarings and about `2 log2
    /// d` products.
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

    /// Returns the inverse; `None` for zero.
    fn inverse(self) -> Option<Self> {
        let inverse = self.inverse_or_zero();
        (self != Self::ZERO).then_some(inverse)
    }

    /// Returns whether the trace over GF(2), `a + a^2 + a^4 + ... + a^(2^(d-1))`, is 1.
    fn trace(self) -> bool {
        let (mut power, mut sum) = (self, self);
        for _ in 1..Self::BITS {
            power = power.squared();
            sum += power;
        }
        sum == Self::ONE
    }

    /// Returns the solution `y` of `y^2 + y = c` with bit 0 clear, if there is one; `y + 1` is the other. In fields of even
    /// degree it exists exactly if the trace of `c` is 0.
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

    /// Returns whether the element lies in the subfield of degree `degree` over GF(2): `a^(2^degree) = a`. Returns `false`
    /// if `degree` does not divide `d`, as there is no such subfield.
    fn is_in_subfield(self, degree: u32) -> bool {
        degree != 0 && Self::BITS.is_multiple_of(degree) && self.frobenius(degree) == self
    }
}
