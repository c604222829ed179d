//! The prime fields of this crate: one trait, and one set of implementations over it.
//!
//! A [`NativeField`] is an element type with a fixed prime. Its few operations and constants give the ring
//! ([`Std<F, ViaNative>`](Std)), its roots of unity and its residues as integers. With the feature `ff014` they also
//! give the traits of the crate `ff`. The root of order `n` is `g^((p-1)/n)` for every `n` that divides `p - 1`, with
//! `g` the field's documented [`GENERATOR`](NativeField::GENERATOR).
//!
//! Constant time is not promised.

use super::no_root;
use crate::{
    Error, Result,
    algebra::{Action, Lift, Module, Ring, Roots, Std},
    arith,
};
use alloc::{format, string::String, vec, vec::Vec};
use core::{
    fmt::{Debug, Display},
    hash::Hash,
    ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};

/// The words of an element times `2^256`, and the element with such words.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct MontgomeryForm<F> {
    pub(crate) words: fn(&F) -> [u64; 4],
    pub(crate) element: fn(&[u64; 4]) -> F,
}

/// An element of a prime field that is known from the type.
///
/// Two equal residues have one representation, so that `Eq` and `Hash` agree with the field.
pub trait NativeField:
    Copy
    + Eq
    + Hash
    + Default
    + Debug
    + Display
    + Send
    + Sync
    + 'static
    + From<u64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// A generator of the multiplicative group.
    const GENERATOR: Self;
    /// The prime `p` as little-endian words, without leading zero words.
    const MODULUS: &'static [u64];
    /// The largest `s` with `2^s` dividing `p - 1`.
    const TWO_ADICITY: u32;
    /// `GENERATOR^((p-1)/2^s)`, of order `2^s`.
    const ROOT_OF_UNITY: Self;

    /// A point `(x, y)` of the circle `x^2 + y^2 = 1` and the `s` for which its order is `2^s`, in fields that name one.
    const CIRCLE: Option<([Self; 2], u32)> = None;

    /// `true` if the engines of this field are compiled in this crate.
    #[doc(hidden)]
    const COMPILED_HERE: bool = false;

    /// The words of elements as kernels take them, in fields of four words.
    #[doc(hidden)]
    const MONTGOMERY_FORM: Option<MontgomeryForm<Self>> = None;

    /// Returns the field's name, for messages.
    fn name() -> String;

    /// Writes the residue in `[0, p)`, into as many words as the modulus has.
    fn write_residue(&self, words: &mut [u64]);

    /// Returns the element with this residue; `None` unless it is below `p`. Missing words are zero.
    fn from_residue(words: &[u64]) -> Option<Self>;

    /// Returns the square.
    #[inline]
    fn squared(&self) -> Self {
        *self * *self
    }

    /// Returns the power with an exponent of little-endian words.
    fn power(&self, exponent: &[u64]) -> Self {
        let mut power = Self::ONE;
        for bit in (0..64 * exponent.len()).rev() {
            power = power.squared();
            if exponent[bit / 64] >> (bit % 64) & 1 == 1 {
                power *= *self;
            }
        }
        power
    }

    /// Returns the inverse, by Fermat: `a^(p-2)`. `None` for zero.
    fn inverse(&self) -> Option<Self> {
        let mut exponent = Self::MODULUS.to_vec();
        subtract_word(&mut exponent, 2);
        if *self == Self::ZERO { None } else { Some(self.power(&exponent)) }
    }

    /// Returns the residue of an integer of any number of little-endian words.
    fn from_words(words: &[u64]) -> Self {
        let base = Self::from(1 << 32).squared();
        words.iter().rev().fold(Self::ZERO, |sum, &word| sum * base + Self::from(word))
    }
}

/// Marks the prime fields of this crate, in the ring that [`native`] returns.
pub struct ViaNative;

/// Returns the ring of a prime field of this crate, or of any other [`NativeField`].
///
/// ```
/// use ringfft::{plan::Plan, rings::{BabyBear, native}};
///
/// let plan = Plan::builder(native::<BabyBear>(), 8).coset(BabyBear::new(31)).build()?;
/// # Ok::<(), ringfft::Error>(())
/// ```
pub const fn native<F: NativeField>() -> Std<F, ViaNative> {
    Std::new()
}

impl<F: NativeField> Module for Std<F, ViaNative> {
    type Element = F;

    #[inline]
    fn zero(&self) -> F {
        F::ZERO
    }

    #[inline]
    fn add_assign(&self, a: &mut F, b: &F) {
        *a += *b;
    }

    #[inline]
    fn sub_assign(&self, a: &mut F, b: &F) {
        *a -= *b;
    }

    #[inline]
    fn neg_assign(&self, a: &mut F) {
        *a = -*a;
    }

    #[inline]
    fn butterfly(&self, a: &mut F, b: &mut F) {
        (*a, *b) = (*a + *b, *a - *b);
    }
}

impl<F: NativeField> Ring for Std<F, ViaNative> {
    fn name(&self) -> String {
        F::name()
    }

    #[inline]
    fn one(&self) -> F {
        F::ONE
    }

    #[inline]
    fn mul_assign(&self, a: &mut F, b: &F) {
        *a *= *b;
    }

    #[inline]
    fn is_zero(&self, a: &F) -> bool {
        *a == F::ZERO
    }

    fn inverse(&self, a: &F) -> Option<F> {
        a.inverse()
    }

    fn inverse_of_integer(&self, n: u64) -> Result<F> {
        // By Euclid's algorithm with `n`: Fermat's takes as many products as the prime has bits.
        let mut residue = vec![0; F::MODULUS.len()];
        let inverse = if arith::invert_word(n, F::MODULUS, &mut residue) { F::from_residue(&residue) } else { None };
        inverse.ok_or_else(|| Error::no_inverse(self.name(), n))
    }

    #[inline]
    fn equal(&self, a: &F, b: &F) -> bool {
        a == b
    }

    fn integer(&self, n: u64) -> F {
        F::from(n)
    }
}

impl<F: NativeField> Action for Std<F, ViaNative> {
    type Scalars = Self;
    type Twiddle = F;

    #[inline]
    fn scalars(&self) -> &Self {
        self
    }

    #[inline]
    fn prepare(&self, scalar: &F) -> F {
        *scalar
    }

    #[inline]
    fn apply(&self, x: &mut F, w: &F) {
        *x *= *w;
    }
}

impl<F: NativeField> Lift for Std<F, ViaNative> {
    fn modulus(&self) -> Vec<u64> {
        F::MODULUS.to_vec()
    }

    fn to_words(&self, a: &F) -> Vec<u64> {
        let mut words = vec![0; F::MODULUS.len()];
        a.write_residue(&mut words);
        words
    }

    #[inline]
    fn write_words(&self, a: &F, to: &mut [u64]) {
        match to.split_at_mut_checked(F::MODULUS.len()) {
            Some((words, beyond)) => {
                a.write_residue(words);
                beyond.fill(0);
            }
            None => to.copy_from_slice(&self.to_words(a)[..to.len()]),
        }
    }

    fn from_words(&self, words: &[u64]) -> F {
        F::from_words(words)
    }
}

impl<F: NativeField> Roots for Std<F, ViaNative> {
    fn root(&self, n: usize) -> Result<F> {
        if n == 0 {
            return Err(Error::Length { what: "a transform", len: 0, possible: "the least length is 1" });
        }
        if n.is_power_of_two() && n.trailing_zeros() <= F::TWO_ADICITY {
            return Ok((n.trailing_zeros()..F::TWO_ADICITY).fold(F::ROOT_OF_UNITY, |w, _| w.squared()));
        }
        let mut order = F::MODULUS.to_vec();
        subtract_word(&mut order, 1);
        let exponent = exact_quotient(&order, n as u64).ok_or_else(|| no_root(F::name(), n, F::TWO_ADICITY))?;
        Ok(F::GENERATOR.power(&exponent))
    }

    fn circle_point(&self, n: usize) -> Result<[F; 2]> {
        let refused = |possible: &str| Error::NoRoot { ring: F::name(), order: n, possible: possible.into() };
        let Some((point, log_order)) = F::CIRCLE else {
            return Err(refused("the field names no points of the circle; the circle transform exists over `M31`"));
        };
        if !n.is_power_of_two() || n.trailing_zeros() > log_order {
            return Err(refused(&format!("points of the circle have the powers of two up to 2^{log_order} as orders")));
        }
        // Twice a point of the circle.
        let double = |[x, y]: [F; 2], _| [x * x - y * y, x * y + x * y];
        Ok((n.trailing_zeros()..log_order).fold(point, double))
    }
}

/// Returns `words / n`, if `n` divides.
pub(crate) fn exact_quotient(words: &[u64], n: u64) -> Option<Vec<u64>> {
    let mut remainder = 0u64;
    let mut quotient = words.to_vec();
    if n == 0 {
        return None;
    }
    for word in quotient.iter_mut().rev() {
        let dividend = u128::from(remainder) << 64 | u128::from(*word);
        *word = (dividend / u128::from(n)) as u64;
        remainder = (dividend % u128::from(n)) as u64;
    }
    (remainder == 0).then_some(quotient)
}

/// Computes `words <- words - small`, which must not be negative.
pub(crate) const fn subtract_word(words: &mut [u64], small: u64) {
    let mut borrow = small;
    let mut i = 0;
    while i < words.len() && borrow != 0 {
        let (difference, under) = words[i].overflowing_sub(borrow);
        words[i] = difference;
        borrow = under as u64;
        i += 1;
    }
}

/// Implements the operators of a field by its inherent `plus`, `minus`, `times` and `negated`, and powers of constants.
macro_rules! operators {
    ([$($generics:tt)*] $field:ty) => {
        operators!(@binary [$($generics)*] $field, Add, add, AddAssign, add_assign, plus);
        operators!(@binary [$($generics)*] $field, Sub, sub, SubAssign, sub_assign, minus);
        operators!(@binary [$($generics)*] $field, Mul, mul, MulAssign, mul_assign, times);
        operators!(@fold [$($generics)*] $field, Sum, sum, ZERO, plus);
        operators!(@fold [$($generics)*] $field, Product, product, ONE, times);

        impl<$($generics)*> $field {
            /// Raises to the power with an exponent of little-endian words.
            pub const fn power(self, exponent: &[u64]) -> Self {
                let mut power = Self::ONE;
                let mut bit = 64 * exponent.len();
                while bit > 0 {
                    bit -= 1;
                    power = power.times(power);
                    if exponent[bit / 64] >> (bit % 64) & 1 == 1 {
                        power = power.times(self);
                    }
                }
                power
            }
        }

        impl<$($generics)*> core::ops::Neg for $field {
            type Output = Self;

            #[inline]
            fn neg(self) -> Self {
                self.negated()
            }
        }

        impl<$($generics)*> From<u64> for $field {
            #[inline]
            fn from(n: u64) -> Self {
                Self::new(n)
            }
        }

        impl<$($generics)*> core::fmt::Debug for $field {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    };
    (@binary [$($generics:tt)*] $field:ty, $op:ident, $f:ident, $assign:ident, $g:ident, $inherent:ident) => {
        impl<$($generics)*> core::ops::$op for $field {
            type Output = Self;

            #[inline]
            fn $f(self, other: Self) -> Self {
                self.$inherent(other)
            }
        }

        impl<$($generics)*> core::ops::$op<&$field> for $field {
            type Output = Self;

            #[inline]
            fn $f(self, other: &Self) -> Self {
                self.$inherent(*other)
            }
        }

        impl<$($generics)*> core::ops::$assign for $field {
            #[inline]
            fn $g(&mut self, other: Self) {
                *self = self.$inherent(other);
            }
        }

        impl<$($generics)*> core::ops::$assign<&$field> for $field {
            #[inline]
            fn $g(&mut self, other: &Self) {
                *self = self.$inherent(*other);
            }
        }
    };
    (@fold [$($generics:tt)*] $field:ty, $fold:ident, $f:ident, $neutral:ident, $inherent:ident) => {
        impl<$($generics)*> core::iter::$fold for $field {
            fn $f<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(Self::$neutral, |a, b| a.$inherent(b))
            }
        }

        impl<'a, $($generics)*> core::iter::$fold<&'a $field> for $field {
            fn $f<I: Iterator<Item = &'a Self>>(items: I) -> Self {
                items.fold(Self::$neutral, |a, b| a.$inherent(*b))
            }
        }
    };
}
pub(crate) use operators;
