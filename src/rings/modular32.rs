//! Residues modulo an odd number below `2^32` known at run time, in words of 32 bits.
//!
//! The ring of [`Modular`] with elements of half the size, of which a vector holds twice as many. An element is a `u32`,
//! canonical in `[0, m)`; every operation returns canonical elements, and a word of `m` or above counts as its residue.
//!
//! A twiddle is a [`Shoup`] pair `(w, w')` with `w' = floor(w 2^32/m)`. As `x < 2^32` the products `w x` and `w' x` are words
//! of 64 bits, and `w x - floor(w' x/2^32) m` lies in `[0, 2 m)` by the argument there, for every `m`.

use super::{Modular, Shoup};
use crate::{
    Error, Result,
    algebra::{Action, Lift, Module, Ring, Roots},
};
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// The ring of integers modulo an odd `m`, `3 <= m < 2^32`, prime or composite, in words of 32 bits.
///
/// ```
/// use ringfft::{algebra::{Module, Ring}, rings::Modular32};
///
/// let ring = Modular32::new(1_000_003)?;
/// let mut a = ring.element(1 << 40);
/// ring.mul_assign(&mut a, &ring.element(3));
/// assert_eq!(a, ((3 << 40) % 1_000_003u64) as u32);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Modular32 {
    wide: Modular,
}

impl Modular32 {
    /// Creates the integers modulo `modulus`, at the cost of [`Modular::new`].
    ///
    /// # Errors
    /// [`Error::Modulus`] for even moduli, 1, and moduli of more than 32 bits.
    pub fn new(modulus: u64) -> Result<Self> {
        match Modular::new(modulus) {
            Ok(wide) if modulus >> 32 == 0 => Ok(Modular32 { wide }),
            _ => Err(Error::Modulus { modulus, possible: "it must be odd, at least 3 and below 2^32" }),
        }
    }

    /// Returns the same ring in words of 64 bits.
    pub const fn wide(&self) -> &Modular {
        &self.wide
    }

    /// Returns the modulus.
    pub const fn modulus(&self) -> u32 {
        self.wide.modulus() as u32
    }

    /// Returns the least primitive root, where the modulus is prime.
    pub const fn generator(&self) -> Option<u32> {
        match self.wide.generator() {
            Some(generator) => Some(generator as u32),
            None => None,
        }
    }

    /// Returns the residue of `n`.
    #[inline]
    pub const fn element(&self, n: u64) -> u32 {
        self.wide.element(n) as u32
    }

    /// Applies `f` to `a` in the ring of 64-bit words.
    #[inline(always)]
    fn through(&self, a: &mut u32, f: impl FnOnce(&Modular, &mut u64)) {
        let mut wide = u64::from(*a);
        f(&self.wide, &mut wide);
        *a = wide as u32;
    }
}

impl fmt::Debug for Modular32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Modular32({})", self.modulus())
    }
}

impl Module for Modular32 {
    type Element = u32;

    #[inline]
    fn zero(&self) -> u32 {
        0
    }

    #[inline]
    fn add_assign(&self, a: &mut u32, b: &u32) {
        self.through(a, |ring, a| ring.add_assign(a, &u64::from(*b)));
    }

    #[inline]
    fn sub_assign(&self, a: &mut u32, b: &u32) {
        self.through(a, |ring, a| ring.sub_assign(a, &u64::from(*b)));
    }

    #[inline]
    fn butterfly(&self, a: &mut u32, b: &mut u32) {
        let mut other = u64::from(*b);
        self.through(a, |ring, a| ring.butterfly(a, &mut other));
        *b = other as u32;
    }
}

impl Ring for Modular32 {
    fn name(&self) -> String {
        format!("{} in words of 32 bits", self.wide.name())
    }

    #[inline]
    fn one(&self) -> u32 {
        1
    }

    #[inline]
    fn mul_assign(&self, a: &mut u32, b: &u32) {
        // Any two words have a product of 64 bits.
        *a = self.element(u64::from(*a) * u64::from(*b));
    }

    fn is_zero(&self, a: &u32) -> bool {
        self.wide.is_zero(&u64::from(*a))
    }

    fn inverse(&self, a: &u32) -> Option<u32> {
        self.wide.inverse(&u64::from(*a)).map(|inverse| inverse as u32)
    }

    fn integer(&self, n: u64) -> u32 {
        self.element(n)
    }
}

impl Action for Modular32 {
    type Scalars = Self;
    type Twiddle = Shoup<u32>;

    #[inline]
    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &u32) -> Shoup<u32> {
        let factor = self.element(u64::from(*scalar));
        Shoup { factor, quotient: ((u64::from(factor) << 32) / self.wide.modulus()) as u32 }
    }

    #[inline]
    fn apply(&self, x: &mut u32, w: &Shoup<u32>) {
        let (modulus, word) = (self.wide.modulus(), u64::from(*x));
        let quotient = (u64::from(w.quotient) * word) >> 32;
        let rest = u64::from(w.factor) * word - quotient * modulus;
        // Below the modulus the difference wraps around, and the rest is the lesser of the two.
        *x = rest.min(rest.wrapping_sub(modulus)) as u32;
    }
}

impl Lift for Modular32 {
    fn modulus(&self) -> Vec<u64> {
        Lift::modulus(&self.wide)
    }

    fn to_words(&self, a: &u32) -> Vec<u64> {
        self.wide.to_words(&u64::from(*a))
    }

    #[inline]
    fn write_words(&self, a: &u32, to: &mut [u64]) {
        self.wide.write_words(&u64::from(*a), to);
    }

    fn from_words(&self, words: &[u64]) -> u32 {
        self.wide.from_words(words) as u32
    }
}

impl Roots for Modular32 {
    /// Returns the root of [`Modular`].
    fn root(&self, n: usize) -> Result<u32> {
        self.wide.root(n).map(|root| root as u32)
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn words_equal_those_of_64_bits() {
        for m in
            [3u64, 257, 65, 998_244_353, (1 << 31) - 1, (1 << 31) + 11, u64::from(u32::MAX), u64::from(u32::MAX) - 4]
        {
            let (ring, wide) = (Modular32::new(m).unwrap(), Modular::new(m).unwrap());
            assert_eq!((u64::from(ring.modulus()), ring.generator().map(u64::from)), (m, wide.generator()));
            let near = [0, 1, 2, m - 2, m - 1, m, m + 1, m / 2, u64::from(u32::MAX), u64::from(u32::MAX) - 1, 1 << 31];
            let words = || near.into_iter().filter(|&x| x >> 32 == 0).map(|x| x as u32);
            for a in words() {
                let twiddle = ring.prepare(&a);
                assert_eq!(u64::from(ring.element(a.into())), u64::from(a) % m);
                assert_eq!(ring.inverse(&a).map(u64::from), wide.inverse(&a.into()));
                for b in words() {
                    let (x, y) = (u64::from(a) % m, u64::from(b) % m);
                    let of = |f: &dyn Fn(&mut u32)| {
                        let mut x = a;
                        f(&mut x);
                        u64::from(x)
                    };
                    assert_eq!(of(&|x| ring.add_assign(x, &b)), (x + y) % m, "{a} + {b} modulo {m}");
                    assert_eq!(of(&|x| ring.sub_assign(x, &b)), (x + m - y) % m, "{a} - {b} modulo {m}");
                    assert_eq!(of(&|x| ring.mul_assign(x, &b)), x * y % m, "{a} * {b} modulo {m}");
                    let (mut sum, mut difference) = (a, b);
                    ring.butterfly(&mut sum, &mut difference);
                    assert_eq!((u64::from(sum), u64::from(difference)), ((x + y) % m, (x + m - y) % m));
                    let mut acted = b;
                    ring.apply(&mut acted, &twiddle);
                    assert_eq!(u64::from(acted), x * y % m, "{a} acting on {b} modulo {m}");
                }
            }
        }
        for m in [0, 1, 2, 4, 1 << 32, (1 << 32) + 15] {
            assert!(matches!(Modular32::new(m), Err(Error::Modulus { modulus, .. }) if modulus == m), "{m}");
        }
    }
}
