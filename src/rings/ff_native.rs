//! The fields of this crate as fields of the crate `ff`.
//!
//! The canonical bytes are little-endian. `ROOT_OF_UNITY` is `MULTIPLICATIVE_GENERATOR^((p-1)/2^S)` with the
//! generator of [`NativeField`]. Random elements are residues of integers 64 bits longer than `p`, so their
//! distance from uniform is below `2^-64`. Square roots are those of Tonelli and Shanks as `ff` offers them.

use super::{
    goldilocks::Goldilocks,
    m31::M31,
    mont256::{Mont256, Mont256Parameters},
    monty31::Monty31,
    native::{NativeField, subtract_word},
};
use crate::lists;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

/// Selection, comparison, and the constants that `ff` asks for.
macro_rules! constants {
    ([$($generics:tt)*] $field:ty, $words:literal, $bytes:literal, $select:expr, $equal:expr) => {
        impl<$($generics)*> $field {
            const DIGITS: [u8; 2 + 2 * $bytes] = hexadecimal(<Self as NativeField>::MODULUS);
            /// `p` as `0x` and digits.
            const TEXT: &'static str = match core::str::from_utf8(&Self::DIGITS) {
                Ok(text) => text,
                Err(_) => "",
            };
            const BITS: u32 = 64 * $words - Self::WORDS[$words - 1].leading_zeros();
            const WORDS: [u64; $words] = copied(<Self as NativeField>::MODULUS);
            /// `(t - 1)/2` for `p = 2^s t + 1` with odd `t`: `p` without its lowest `s + 1` bits.
            const HALF_ODD: [u64; $words] = shifted(Self::WORDS, <Self as NativeField>::TWO_ADICITY + 1);
            /// `p - 2`.
            const INVERTING: [u64; $words] = {
                let mut exponent = Self::WORDS;
                subtract_word(&mut exponent, 2);
                exponent
            };
            const HALF: Self = Self::new(2).power(&Self::INVERTING);
            const ROOT_INVERSE: Self = <Self as NativeField>::ROOT_OF_UNITY.power(&Self::INVERTING);
            const ODD_ROOT: Self = <Self as NativeField>::GENERATOR.power(&[1 << <Self as NativeField>::TWO_ADICITY]);

            fn residue_words(&self) -> [u64; $words] {
                let mut words = [0; $words];
                self.write_residue(&mut words);
                words
            }

            fn bytes(&self) -> [u8; $bytes] {
                let words = self.residue_words();
                lists::from_fn(|i| (words[i / 8] >> (8 * (i % 8))) as u8)
            }

            fn from_bytes(bytes: [u8; $bytes]) -> CtOption<Self> {
                let mut words = [0; $words];
                for (i, &byte) in bytes.iter().enumerate() {
                    words[i / 8] |= u64::from(byte) << (8 * (i % 8));
                }
                match <Self as NativeField>::from_residue(&words) {
                    Some(element) => CtOption::new(element, Choice::from(1)),
                    None => CtOption::new(Self::ZERO, Choice::from(0)),
                }
            }
        }

        impl<$($generics)*> ConditionallySelectable for $field {
            fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
                $select(a, b, choice)
            }
        }

        impl<$($generics)*> ConstantTimeEq for $field {
            fn ct_eq(&self, other: &Self) -> Choice {
                $equal(self, other)
            }
        }
    };
}

constants!(
    [] Goldilocks, 1, 8,
    |a: &Self, b: &Self, choice| Goldilocks(u64::conditional_select(&a.0, &b.0, choice)),
    |a: &Self, b: &Self| a.0.ct_eq(&b.0)
);
constants!(
    [] M31, 1, 4,
    |a: &Self, b: &Self, choice| M31(u32::conditional_select(&a.0, &b.0, choice)),
    |a: &Self, b: &Self| a.0.ct_eq(&b.0)
);
constants!(
    [const P: u32] Monty31<P>, 1, 4,
    |a: &Self, b: &Self, choice| Monty31(u32::conditional_select(&a.0, &b.0, choice)),
    |a: &Self, b: &Self| a.0.ct_eq(&b.0)
);
constants!(
    [C: Mont256Parameters] Mont256<C>, 4, 32,
    |a: &Self, b: &Self, choice| {
        Mont256::raw(lists::from_fn(|i| u64::conditional_select(&a.limbs[i], &b.limbs[i], choice)))
    },
    |a: &Self, b: &Self| a.limbs.ct_eq(&b.limbs)
);

/// The traits of one release of `ff` for one field; `random` differs between releases.
macro_rules! field {
    ($krate:ident, [$($generics:tt)*] $field:ty, $words:literal, $bytes:literal, {$($random:tt)*}) => {
        impl<$($generics)*> $krate::Field for $field {
            const ZERO: Self = Self::ZERO;
            const ONE: Self = Self::ONE;

            $($random)*

            fn is_zero_vartime(&self) -> bool {
                *self == Self::ZERO
            }

            #[inline]
            fn square(&self) -> Self {
                self.squared()
            }

            #[inline]
            fn double(&self) -> Self {
                *self + *self
            }

            fn invert(&self) -> CtOption<Self> {
                CtOption::new(self.power(&Self::INVERTING), !self.ct_eq(&Self::ZERO))
            }

            fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
                $krate::helpers::sqrt_ratio_generic(num, div)
            }

            fn sqrt(&self) -> CtOption<Self> {
                $krate::helpers::sqrt_tonelli_shanks(self, Self::HALF_ODD)
            }
        }

        impl<$($generics)*> $krate::PrimeField for $field {
            type Repr = [u8; $bytes];

            const MODULUS: &'static str = Self::TEXT;
            const NUM_BITS: u32 = Self::BITS;
            const CAPACITY: u32 = Self::BITS - 1;
            const TWO_INV: Self = Self::HALF;
            const MULTIPLICATIVE_GENERATOR: Self = <Self as NativeField>::GENERATOR;
            const S: u32 = <Self as NativeField>::TWO_ADICITY;
            const ROOT_OF_UNITY: Self = <Self as NativeField>::ROOT_OF_UNITY;
            const ROOT_OF_UNITY_INV: Self = Self::ROOT_INVERSE;
            const DELTA: Self = Self::ODD_ROOT;

            fn from_repr(bytes: [u8; $bytes]) -> CtOption<Self> {
                Self::from_bytes(bytes)
            }

            fn to_repr(&self) -> [u8; $bytes] {
                self.bytes()
            }

            fn is_odd(&self) -> Choice {
                Choice::from((self.residue_words()[0] & 1) as u8)
            }
        }
    };
}

#[cfg(feature = "ff014")]
macro_rules! field_014 {
    ([$($generics:tt)*] $field:ty, $words:literal, $bytes:literal) => {
        field!(ff, [$($generics)*] $field, $words, $bytes, {
            fn try_random<R: rand_core::TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
                let mut words = [0; $words + 1];
                for word in &mut words {
                    *word = rng.try_next_u64()?;
                }
                Ok(Self::from_words(&words))
            }
        });
    };
}

#[cfg(feature = "ff013")]
macro_rules! field_013 {
    ([$($generics:tt)*] $field:ty, $words:literal, $bytes:literal) => {
        field!(ff013, [$($generics)*] $field, $words, $bytes, {
            fn random(mut rng: impl rand_core06::RngCore) -> Self {
                let words: [u64; $words + 1] = lists::from_fn(|_| rng.next_u64());
                Self::from_words(&words)
            }
        });
    };
}

#[cfg(feature = "ff014")]
field_014!([] Goldilocks, 1, 8);
#[cfg(feature = "ff014")]
field_014!([] M31, 1, 4);
#[cfg(feature = "ff014")]
field_014!([const P: u32] Monty31<P>, 1, 4);
#[cfg(feature = "ff014")]
field_014!([C: Mont256Parameters] Mont256<C>, 4, 32);
#[cfg(feature = "ff013")]
field_013!([] Goldilocks, 1, 8);
#[cfg(feature = "ff013")]
field_013!([] M31, 1, 4);
#[cfg(feature = "ff013")]
field_013!([const P: u32] Monty31<P>, 1, 4);
#[cfg(feature = "ff013")]
field_013!([C: Mont256Parameters] Mont256<C>, 4, 32);

const fn copied<const N: usize>(words: &[u64]) -> [u64; N] {
    let mut copy = [0; N];
    copy.copy_from_slice(words);
    copy
}

/// Returns `words` without the lowest `bits`, fewer than 64.
const fn shifted<const N: usize>(words: [u64; N], bits: u32) -> [u64; N] {
    let mut result = [0; N];
    let mut i = 0;
    while i < N {
        let above = if i + 1 < N && bits > 0 { words[i + 1] << (64 - bits) } else { 0 };
        result[i] = words[i] >> bits | above;
        i += 1;
    }
    result
}

/// Returns `0x` and the lowest `N - 2` hexadecimal digits.
const fn hexadecimal<const N: usize>(words: &[u64]) -> [u8; N] {
    let mut text = [b'0'; N];
    text[1] = b'x';
    let mut i = 0;
    while i < N - 2 {
        text[N - 1 - i] = b"0123456789abcdef"[(words[i / 16] >> (4 * (i % 16)) & 15) as usize];
        i += 1;
    }
    text
}
