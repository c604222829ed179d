//! Residues as integers: out of the ring as words, and back.

use super::Ring;
use alloc::vec::Vec;

/// A ring `Z/m` whose elements are residues of integers.
///
/// Words are little-endian `u64`s. Arithmetic through other moduli, parsing and printing use it.
///
/// ```
/// use ringfft::{algebra::Lift, rings::{Goldilocks, native}};
///
/// let ring = native::<Goldilocks>();
/// assert_eq!(ring.from_words(&[0, 1]), Goldilocks::new(0xffff_ffff)); // 2^64 = 2^32 - 1
/// assert_eq!(ring.to_words(&Goldilocks::new(5)), [5]);
/// ```
pub trait Lift: Ring {
    /// Returns the modulus `m`, without leading zero words.
    fn modulus(&self) -> Vec<u64>;

    /// Returns the residue in `[0, m)` of `a`: exactly as many words as [`modulus`](Lift::modulus) has.
    fn to_words(&self, a: &Self::Element) -> Vec<u64>;

    /// Writes the words of [`to_words`](Lift::to_words), as many as there is room for, and zeros beyond. By default a list is made for
    /// each element; the fields of this crate and run-time moduli need none.
    fn write_words(&self, a: &Self::Element, to: &mut [u64]) {
        let from = self.to_words(a);
        for (i, to) in to.iter_mut().enumerate() {
            *to = from.get(i).copied().unwrap_or(0);
        }
    }

    /// Returns the residue of an integer of any number of words.
    #[allow(clippy::wrong_self_convention, reason = "the ring is a value, and makes the element")]
    fn from_words(&self, words: &[u64]) -> Self::Element {
        horner(self, words)
    }
}

/// Returns the residue of an integer of any number of words, by Horner's rule.
pub(crate) fn horner<R: Ring>(ring: &R, words: &[u64]) -> R::Element {
    let mut sum = ring.zero();
    // 2^64 = (2^32)^2.
    let mut base = ring.integer(1 << 32);
    let copy = base.clone();
    ring.mul_assign(&mut base, &copy);
    for &word in words.iter().rev() {
        ring.mul_assign(&mut sum, &base);
        ring.add_assign(&mut sum, &ring.integer(word));
    }
    sum
}
