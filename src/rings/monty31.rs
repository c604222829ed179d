//! Prime fields below `2^31` in Montgomery form: BabyBear, KoalaBear, and any other.
//!
//! Notation: `p` the odd prime, `R = 2^32`; the element `a` is kept as `a R mod p` in `[0, p)`.
//!
//! # Idea
//! For a product `x < p R` take `m = x p^-1 mod R`. Then `m p` and `x` agree modulo `R`, so
//! `(x - m p)/R` is the difference of the upper halves: no carry from below, a result in `(-p, p)`, and one
//! conditional addition of `p`.
//!
//! | field | `p` | generator | two-adicity |
//! |---|---|---|---|
//! | [`BabyBear`] | `15 * 2^27 + 1` | 31 | 27 |
//! | [`KoalaBear`] | `127 * 2^24 + 1` | 3 | 24 |
//!
//! The generator of every `Monty31<P>` is the least primitive root of `P`, found at compile time. A `P` that is not an
//! odd prime below `2^31` does not compile.
//!
//! # Source
//! \[Montgomery 1985\], with the subtraction in place of the addition.

use super::native::{NativeField, ViaNative, operators};
use crate::{
    algebra::{StaticElement, Std},
    arith::pow_mod,
};
use alloc::{format, string::String};
use core::fmt;

/// An element of the field of the odd prime `P`, below `2^31`.
///
/// ```
/// use ringfft::rings::{BabyBear, Monty31};
///
/// let a = BabyBear::new(1 << 30) + BabyBear::new(1 << 30);
/// assert_eq!(a.value(), (1 << 31) - BabyBear::PRIME);
/// assert_eq!((Monty31::<97>::new(96) + Monty31::ONE).value(), 0); // any odd prime below 2^31
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Monty31<const P: u32>(pub(crate) u32);

/// The field of `2^31 - 2^27 + 1 = 15 * 2^27 + 1`; generator 31.
///
/// [`Monty31`] has an example.
pub type BabyBear = Monty31<0x7800_0001>;

/// The field of `2^31 - 2^24 + 1 = 127 * 2^24 + 1`; generator 3.
///
/// [`Monty31`] has an example.
pub type KoalaBear = Monty31<0x7f00_0001>;

impl<const P: u32> Monty31<P> {
    /// Zero.
    pub const ZERO: Self = Monty31(0);
    /// One.
    pub const ONE: Self = Self::new(1);
    /// The prime.
    pub const PRIME: u32 = P;

    const LEAST_PRIMITIVE_ROOT: u32 = least_primitive_root(P);
    /// `p^-1 mod 2^32`: each Newton step doubles the number of correct bits, from the three of `p` itself.
    const P_INVERSE: u32 = {
        let mut inverse = P;
        let mut bits = 3;
        while bits < 32 {
            inverse = inverse.wrapping_mul(2u32.wrapping_sub(P.wrapping_mul(inverse)));
            bits *= 2;
        }
        inverse
    };
    /// `R^2 mod p`.
    const R2: u32 = {
        // Every element takes part in this constant, so a wrong `P` has none.
        assert!(Self::LEAST_PRIMITIVE_ROOT > 1);
        ((1u128 << 64) % P as u128) as u32
    };

    /// Creates the residue of `n`, which may be any word.
    #[inline]
    pub const fn new(n: u64) -> Self {
        Self::reduce((n % P as u64) * Self::R2 as u64)
    }

    /// Returns the residue in `[0, p)`.
    #[inline]
    pub const fn value(self) -> u32 {
        Self::reduce(self.0 as u64).0
    }

    /// Returns `x / R`, for `x < p R`.
    #[inline]
    const fn reduce(x: u64) -> Self {
        let multiple = (x as u32).wrapping_mul(Self::P_INVERSE) as u64 * P as u64;
        let (difference, borrow) = ((x >> 32) as u32).overflowing_sub((multiple >> 32) as u32);
        Monty31(if borrow { difference.wrapping_add(P) } else { difference })
    }

    #[inline]
    const fn plus(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        Monty31(if sum >= P { sum - P } else { sum })
    }

    #[inline]
    const fn minus(self, other: Self) -> Self {
        let (difference, borrow) = self.0.overflowing_sub(other.0);
        Monty31(if borrow { difference.wrapping_add(P) } else { difference })
    }

    #[inline]
    const fn times(self, other: Self) -> Self {
        Self::reduce(self.0 as u64 * other.0 as u64)
    }

    #[inline]
    const fn negated(self) -> Self {
        Monty31(if self.0 == 0 { 0 } else { P - self.0 })
    }
}

operators!([const P: u32] Monty31<P>);

impl<const P: u32> fmt::Display for Monty31<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value(), f)
    }
}

impl<const P: u32> NativeField for Monty31<P> {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;
    const GENERATOR: Self = Self::new(Self::LEAST_PRIMITIVE_ROOT as u64);
    const MODULUS: &'static [u64] = &[P as u64];
    const TWO_ADICITY: u32 = (P - 1).trailing_zeros();
    const ROOT_OF_UNITY: Self =
        Self::new(Self::LEAST_PRIMITIVE_ROOT as u64).power(&[((P - 1) >> (P - 1).trailing_zeros()) as u64]);
    const COMPILED_HERE: bool = P == BabyBear::PRIME || P == KoalaBear::PRIME;

    fn name() -> String {
        match P {
            BabyBear::PRIME => "the BabyBear field Z/(15 * 2^27 + 1)".into(),
            KoalaBear::PRIME => "the KoalaBear field Z/(127 * 2^24 + 1)".into(),
            _ => format!("the prime field Z/{P}"),
        }
    }

    fn write_residue(&self, words: &mut [u64]) {
        words[0] = self.value().into();
    }

    fn from_residue(words: &[u64]) -> Option<Self> {
        match words {
            [] => Some(Self::ZERO),
            [word, rest @ ..] => (*word < P.into() && rest.iter().all(|&word| word == 0)).then(|| Self::new(*word)),
        }
    }
}

impl<const P: u32> StaticElement for Monty31<P> {
    type Ring = Std<Monty31<P>, ViaNative>;
}

/// Returns the least generator of the multiplicative group modulo `p`, at compile time.
const fn least_primitive_root(p: u32) -> u32 {
    assert!(!p.is_multiple_of(2) && p > 2 && p < 1 << 31, "the modulus must be an odd prime below 2^31");
    assert!(least_prime_factor(p) == p, "the modulus must be prime");
    let mut g = 2;
    loop {
        let mut rest = p - 1;
        let mut generates = true;
        while rest > 1 {
            let q = least_prime_factor(rest);
            generates = generates && pow_mod(g, ((p - 1) / q) as u64, p as u64) != 1;
            while rest.is_multiple_of(q) {
                rest /= q;
            }
        }
        if generates {
            return g as u32;
        }
        g += 1;
    }
}

/// Returns the least prime factor of `n >= 2`.
const fn least_prime_factor(n: u32) -> u32 {
    if n.is_multiple_of(2) {
        return 2;
    }
    let mut q = 3u32;
    while q * q <= n {
        if n.is_multiple_of(q) {
            return q;
        }
        // Below 46342^2, which fits.
        q += 2;
    }
    n
}
