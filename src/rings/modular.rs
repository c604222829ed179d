//! Residues modulo an odd number known at run time.
//!
//! Notation: `m` the modulus, `B = 2^64`, `s` the leading zeros of `m`, `d = 2^s m` the normalised modulus.
//!
//! # Elements
//! An element is a `u64`, canonical in `[0, m)`; every operation returns canonical elements. [`Modular::element`]
//! reduces any word. A word of `m` or above in a transform or product counts as its residue.
//!
//! # Products
//! A general product divides `2^s a b` by `d` with the reciprocal `floor((B^2 - 1)/d) - B`: one double-word
//! and two single products, no division instruction (\[Moller-Granlund 2011\], algorithm 4).
//!
//! A twiddle is a [`Shoup`] pair `(w, w')` with `w' = floor(w B/m)`. For every word `x` the quotient
//! `q = floor(w' x/B)` satisfies `0 <= w x - q m < 2 m`: with `w B = w' m + e`, `0 <= e < m`, the error of
//! `w' x/B` against `w x/m` is `e x/(m B) < 1`, and rounding down adds less than 1. One conditional
//! subtraction is left. Where `2 m > B` the difference may need 65 bits and is taken in double words.

use crate::{
    Error, Result,
    algebra::{Action, Lift, Module, Ring, Roots},
    arith,
};
use alloc::{format, string::String, vec, vec::Vec};
use core::fmt;

/// The ring of integers modulo an odd `m`, `3 <= m < 2^64`, prime or composite.
///
/// ```
/// use ringfft::{algebra::{Module, Ring}, rings::Modular};
///
/// let ring = Modular::new(1_000_003)?;
/// let mut a = ring.element(1 << 40);
/// ring.mul_assign(&mut a, &ring.element(3));
/// assert_eq!(a, (3 << 40) % 1_000_003);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Modular {
    modulus: u64,
    /// Leading zeros of the modulus.
    shift: u32,
    /// `floor((B^2 - 1)/d) - B`.
    reciprocal: u64,
    /// The least primitive root where the modulus is prime; 0 where it is composite.
    generator: u64,
}

/// A residue `w` with `floor(w B/m)`, `B` beyond the words `W`, ready to multiply.
///
/// [`Action::prepare`] of [`Modular`] and [`Modular32`](super::Modular32) returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shoup<W = u64> {
    pub(crate) factor: W,
    pub(crate) quotient: W,
}

impl Modular {
    /// Creates the integers modulo `modulus`.
    ///
    /// Tests primality and, for a prime, factors `modulus - 1` to find the least primitive root:
    /// microseconds to a few milliseconds.
    ///
    /// # Errors
    /// [`Error::Modulus`] for even moduli and 1.
    pub fn new(modulus: u64) -> Result<Self> {
        if modulus < 3 || modulus.is_multiple_of(2) {
            return Err(Error::Modulus { modulus, possible: "it must be odd, at least 3 and below 2^64" });
        }
        let generator = if arith::is_prime(modulus) { arith::least_primitive_root(modulus) } else { 0 };
        Ok(Self::with_generator(modulus, generator))
    }

    /// Creates the integers modulo an odd `modulus` above 1 with its least primitive root, 0 for a composite modulus.
    pub(crate) const fn with_generator(modulus: u64, generator: u64) -> Self {
        let shift = modulus.leading_zeros();
        // Truncation to a word subtracts B.
        let reciprocal = (u128::MAX / (modulus << shift) as u128) as u64;
        Modular { modulus, shift, reciprocal, generator }
    }

    /// Returns the modulus.
    pub const fn modulus(&self) -> u64 {
        self.modulus
    }

    /// Returns the least primitive root, where the modulus is prime.
    pub const fn generator(&self) -> Option<u64> {
        if self.generator == 0 { None } else { Some(self.generator) }
    }

    /// Returns the residue of `n`.
    #[inline]
    pub const fn element(&self, n: u64) -> u64 {
        if n < self.modulus { n } else { self.divide(0, n).1 }
    }

    /// Returns the residue of a number below `m B`.
    #[inline]
    pub(crate) const fn residue(&self, n: u128) -> u64 {
        self.divide((n >> 64) as u64, n as u64).1
    }

    /// Returns quotient and remainder of `high B + low` by `m`, for `high < m`.
    #[inline]
    const fn divide(&self, high: u64, low: u64) -> (u64, u64) {
        let dividend = ((high as u128) << 64 | low as u128) << self.shift;
        self.divide_normalised((dividend >> 64) as u64, dividend as u64)
    }

    /// Divides `high B + low` by `d`, for `high < d`: returns the quotient, and the remainder divided by `2^s`.
    #[inline]
    const fn divide_normalised(&self, high: u64, low: u64) -> (u64, u64) {
        let divisor = self.modulus << self.shift;
        let estimate = (self.reciprocal as u128 * high as u128).wrapping_add((high as u128) << 64 | low as u128);
        let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
        let mut remainder = low.wrapping_sub(quotient.wrapping_mul(divisor));
        // Both outcomes are equally likely, so this must not branch. Compilers make a branch of a comparison, but not
        // of the high word of a difference.
        let too_great = ((estimate as u64 as u128).wrapping_sub(remainder as u128) >> 64) as u64;
        quotient = quotient.wrapping_add(too_great);
        remainder = remainder.wrapping_add(divisor & too_great);
        if remainder >= divisor {
            quotient = quotient.wrapping_add(1);
            remainder -= divisor;
        }
        (quotient, remainder >> self.shift)
    }

    /// Returns `a + b` of canonical elements.
    #[inline(always)]
    pub(crate) const fn sum(&self, a: u64, b: u64) -> u64 {
        self.difference(a, self.modulus - b)
    }

    /// Returns `a - b` of canonical elements or `m`.
    #[inline(always)]
    pub(crate) const fn difference(&self, a: u64, b: u64) -> u64 {
        // The high word is all ones for a borrow. Compilers make a branch of a comparison.
        let difference = (a as u128).wrapping_sub(b as u128);
        (difference as u64).wrapping_add(self.modulus & (difference >> 64) as u64)
    }

    /// Returns the largest order of a principal root: it must exist modulo every prime factor.
    fn largest_order(&self) -> u64 {
        arith::prime_factors(self.modulus).iter().fold(0, |order, &(q, _)| arith::gcd(q - 1, order))
    }
}

impl fmt::Debug for Modular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Modular({})", self.modulus)
    }
}

impl Module for Modular {
    type Element = u64;

    #[inline]
    fn zero(&self) -> u64 {
        0
    }

    #[inline]
    fn add_assign(&self, a: &mut u64, b: &u64) {
        *a = self.sum(self.element(*a), self.element(*b));
    }

    #[inline]
    fn sub_assign(&self, a: &mut u64, b: &u64) {
        *a = self.difference(self.element(*a), self.element(*b));
    }

    #[inline]
    fn butterfly(&self, a: &mut u64, b: &mut u64) {
        let (x, y) = (self.element(*a), self.element(*b));
        (*a, *b) = (self.sum(x, y), self.difference(x, y));
    }
}

impl Ring for Modular {
    fn name(&self) -> String {
        format!("the integers modulo {}", self.modulus)
    }

    #[inline]
    fn one(&self) -> u64 {
        1
    }

    #[inline]
    fn mul_assign(&self, a: &mut u64, b: &u64) {
        // The shifted factor is below d, so the high word of the product is too, for every other factor.
        let product = u128::from(*a) * u128::from(self.element(*b) << self.shift);
        *a = self.divide_normalised((product >> 64) as u64, product as u64).1;
    }

    fn is_zero(&self, a: &u64) -> bool {
        self.element(*a) == 0
    }

    fn inverse(&self, a: &u64) -> Option<u64> {
        arith::inverse_mod(*a, self.modulus)
    }

    fn integer(&self, n: u64) -> u64 {
        self.element(n)
    }
}

impl Action for Modular {
    type Scalars = Self;
    type Twiddle = Shoup;

    #[inline]
    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &u64) -> Shoup {
        let factor = self.element(*scalar);
        Shoup { factor, quotient: self.divide_normalised(factor << self.shift, 0).0 }
    }

    #[inline]
    fn apply(&self, x: &mut u64, w: &Shoup) {
        let quotient = ((u128::from(w.quotient) * u128::from(*x)) >> 64) as u64;
        if self.modulus >> 63 == 0 {
            let rest = w.factor.wrapping_mul(*x).wrapping_sub(quotient.wrapping_mul(self.modulus));
            *x = rest.min(rest.wrapping_sub(self.modulus));
        } else {
            let modulus = u128::from(self.modulus);
            let rest = u128::from(w.factor) * u128::from(*x) - u128::from(quotient) * modulus;
            let (reduced, borrow) = rest.overflowing_sub(modulus);
            *x = (reduced as u64).wrapping_add(self.modulus & u64::from(borrow).wrapping_neg());
        }
    }
}

impl Lift for Modular {
    fn modulus(&self) -> Vec<u64> {
        vec![self.modulus]
    }

    fn to_words(&self, a: &u64) -> Vec<u64> {
        vec![self.element(*a)]
    }

    #[inline]
    fn write_words(&self, a: &u64, to: &mut [u64]) {
        to.fill(0);
        if let Some(to) = to.first_mut() {
            *to = self.element(*a);
        }
    }

    fn from_words(&self, words: &[u64]) -> u64 {
        words.iter().rev().fold(0, |residue, &word| self.divide(residue, word).1)
    }
}

impl Roots for Modular {
    /// Returns `g^((m-1)/n)` for prime `m`, with `g` the least primitive root. For composite `m` only the orders 1 and
    /// 2 have a root here, because no root of a higher order is distinguished; pass one to the plan.
    fn root(&self, n: usize) -> Result<u64> {
        match (n, self.generator) {
            (0, _) => Err(Error::Length { what: "a transform", len: n, possible: "the least length is 1" }),
            (1, _) => Ok(1),
            (2, _) => Ok(self.modulus - 1),
            (_, 0) => {
                let possible = format!(
                    "the modulus is composite, so give the root to the plan's builder, `builder.root(w)`; the order \
                     must divide {}",
                    self.largest_order()
                );
                Err(Error::NoRoot { ring: self.name(), order: n, possible })
            }
            (_, generator) if (self.modulus - 1).is_multiple_of(n as u64) => {
                Ok(self.pow(&generator, (self.modulus - 1) / n as u64))
            }
            _ => {
                let order = self.modulus - 1;
                let twos = 1u64 << order.trailing_zeros();
                let possible = format!("the order must divide {order}; the largest power of two is {twos}");
                Err(Error::NoRoot { ring: self.name(), order: n, possible })
            }
        }
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use alloc::string::ToString;

    const MODULI: [u64; 16] = [
        3,
        5,
        17,
        257,
        65,
        0xffff_ffff,
        0x1_0000_0001,
        0xffff_ffff_0000_0001,
        (1 << 62) - 57,
        (1 << 63) - 25,
        (1 << 63) - 1,
        (1 << 63) + 1,
        (1 << 63) + 29,
        u64::MAX,
        u64::MAX - 2,
        u64::MAX - 58,
    ];

    fn words(m: u64) -> Vec<u64> {
        let fixed = [0, 1, 2, 3, 1 << 32, 1 << 63, (1 << 63) - 1, u64::MAX, u64::MAX - 1];
        let near = [m - 2, m - 1, m, m.wrapping_add(1), m / 2, m / 2 + 1, m.wrapping_mul(2)];
        let mut x = m;
        let mixed = core::iter::repeat_with(move || {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            x ^ x >> 31
        });
        fixed.into_iter().chain(near).chain(mixed.take(40)).collect()
    }

    #[inline]
    pub(crate) fn arithmetic_of_any_words_equals_division() {
        for m in MODULI {
            let ring = Modular::new(m).unwrap();
            let wide = |x: u64| u128::from(x) % u128::from(m);
            for a in words(m) {
                assert_eq!(ring.element(a), a % m);
                let twiddle = ring.prepare(&a);
                assert_eq!(u128::from(twiddle.quotient), (wide(a) << 64) / u128::from(m));
                for b in words(m) {
                    let binary = |f: &dyn Fn(&mut u64)| {
                        let mut x = a;
                        f(&mut x);
                        u128::from(x)
                    };
                    let m = u128::from(m);
                    assert_eq!(binary(&|x| ring.mul_assign(x, &b)), wide(a) * wide(b) % m, "{a} * {b} mod {m}");
                    assert_eq!(binary(&|x| ring.add_assign(x, &b)), (wide(a) + wide(b)) % m, "{a} + {b} mod {m}");
                    let difference = (wide(a) + m - wide(b)) % m;
                    assert_eq!(binary(&|x| ring.sub_assign(x, &b)), difference, "{a} - {b} mod {m}");
                    let (mut x, mut y) = (a, b);
                    ring.butterfly(&mut x, &mut y);
                    assert_eq!((u128::from(x), u128::from(y)), ((wide(a) + wide(b)) % m, difference));
                    ring.apply(&mut y, &twiddle);
                    assert_eq!(u128::from(y), wide(a) * difference % m, "{a} acting on {difference} mod {m}");
                    let mut y = b;
                    ring.apply(&mut y, &twiddle);
                    assert_eq!(u128::from(y), wide(a) * wide(b) % m, "{a} acting on {b} mod {m}");
                }
            }
        }
    }

    #[inline]
    pub(crate) fn words_go_in_and_out_of_run_time_moduli() {
        for m in MODULI {
            let ring = Modular::new(m).unwrap();
            let number = words(m);
            let expected = number.iter().rev().fold(0, |r, &w| (r << 64 | u128::from(w)) % u128::from(m)) as u64;
            assert_eq!(ring.from_words(&number), expected);
            assert_eq!(ring.to_words(&u64::MAX), [u64::MAX % m]);
            assert_eq!(Lift::modulus(&ring), [m]);
        }
    }

    #[inline]
    pub(crate) fn roots_of_run_time_moduli() {
        let most = 1usize.checked_shl(32).unwrap_or(1 << 31);
        for (m, n) in [(17, 16), (257, 256), (257, 1), (u64::MAX - 58, 2), (0xffff_ffff_0000_0001, most)] {
            let ring = Modular::new(m).unwrap();
            let w = ring.root(n).unwrap();
            ring.check_root(&w, n).unwrap();
        }
        let ring = Modular::new(65).unwrap();
        let refusal = ring.root(4).unwrap_err().to_string();
        assert!(refusal.contains("builder.root(w)") && refusal.ends_with("divide 4"), "{refusal}");
        let principal: Vec<u64> = (0..65).filter(|w| ring.check_root(w, 4).is_ok()).collect();
        assert_eq!(principal, [8, 18, 47, 57]);
        // More elements have order 4: those of a lower order modulo 5 or modulo 13 are not principal.
        assert!((0..65).filter(|&w| ring.pow(&w, 4) == 1 && ring.pow(&w, 2) != 1).count() > 4);
        assert!(matches!(Modular::new(257).unwrap().root(512), Err(Error::NoRoot { .. })));
    }

    #[inline]
    pub(crate) fn refused_moduli() {
        for m in [0, 1, 2, 4, 1 << 63, u64::MAX - 1] {
            assert!(matches!(Modular::new(m), Err(Error::Modulus { modulus, .. }) if modulus == m));
        }
    }
}
