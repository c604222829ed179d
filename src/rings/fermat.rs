//! Residues modulo `2^K + 1`, in which powers of two are roots of unity.
//!
//! Notation: `K >= 1` known at run time; `K = 64 q + r` with `r < 64`.
//!
//! # Elements
//! A [`FermatElement`] holds `q + 1` little-endian limbs, canonical in `[0, 2^K]`; `-1` is `2^K`. Every operation works
//! in place; only general products above 32 limbs allocate. An element of another `K` counts as the residue of its
//! integer.
//!
//! # Roots
//! `2^K = -1`, so `2` has order `2K`. For every power of two `n` that divides `2K` the root `w = 2^(2K/n)` is
//! principal, even where `2^K + 1` is composite: `w^(n/2) = -1`. Where 4 divides `K`, `2` has the square root
//! `s = 2^(3K/4) - 2^(K/4)` of order `4K`, because `s^2 = 2^(K/2) (2^K - 2^(K/2 + 1) + 1) = -2^(K + 1) = 2`; one power
//! of two more divides `4K`.
//!
//! # Products by roots
//! A power of two acts as a shift whose upper part, beyond bit `K`, is subtracted from the lower one. An odd power of
//! `s` acts as a shift and `x <- x (2^(K/2) - 1)`, a butterfly of the two halves of `x`, since
//! `s = 2^(K/4) (2^(K/2) - 1)`. A [`FermatTwiddle`] is the exponent, or a general element where the twiddle is not a
//! power.
//!
//! # Cost
//! Sums, shifts and butterflies: `O(K/64)` word operations. General products: the schoolbook's up to 31 limbs,
//! Karatsuba's above.
//!
//! # Source
//! \[Schonhage-Strassen 1971\]. `papers/fermat.md`.

mod arithmetic;
mod residue;

use crate::{
    Error, Result,
    algebra::{Action, Lift, Module, Ring, Roots},
    arith::limbs::{compare, shift_right, sub_assign},
};
use alloc::{boxed::Box, format, string::String, vec, vec::Vec};
use core::{fmt, mem::swap};

/// The greatest `K`: an element has 64 MiB then.
const GREATEST: usize = 1 << 29;

/// The ring of integers modulo `2^K + 1`.
///
/// ```
/// use ringfft::{plan::Plan, rings::Fermat};
///
/// let ring = Fermat::new(64)?;
/// let plan = Plan::over(ring, 128)?;
/// let mut x: Vec<_> = (0..128).map(|k| ring.element(&[k])).collect();
/// plan.forward(&mut x)?;
/// assert_eq!(x[0].limbs(), [127 * 64, 0]);
/// plan.inverse(&mut x)?;
/// assert_eq!(x[100].limbs(), [100, 0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fermat {
    exponent: usize,
}

/// A residue modulo `2^K + 1`: little-endian limbs, canonical in `[0, 2^K]`.
///
/// [`Fermat`] has an example.
#[derive(PartialEq, Eq, Hash)]
pub struct FermatElement(Box<[u64]>);

/// A scalar of a [`Fermat`] ring, ready to act.
///
/// [`Fermat`] prepares it from an element.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FermatTwiddle {
    /// Times `2^e`, `e < 2K`.
    Shift(usize),
    /// Times `2^e s`, `e < 2K`, with `s` the square root of 2.
    HalfShift(usize),
    /// Times any element.
    General(FermatElement),
}

impl FermatElement {
    /// Returns the limbs of the residue, low limb first: `K/64 + 1`, rounded down.
    pub fn limbs(&self) -> &[u64] {
        &self.0
    }
}

impl Clone for FermatElement {
    fn clone(&self) -> Self {
        FermatElement(self.0.clone())
    }

    /// Copies `from`, without allocation if both are of one ring.
    fn clone_from(&mut self, from: &Self) {
        self.0.clone_from(&from.0);
    }
}

/// `0x` and hexadecimal digits.
impl fmt::Debug for FermatElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let top = self.0.iter().rposition(|&limb| limb != 0).unwrap_or(0);
        write!(f, "{:#x}", self.0.get(top).copied().unwrap_or(0))?;
        self.0[..top.min(self.0.len())].iter().rev().try_for_each(|limb| write!(f, "{limb:016x}"))
    }
}

impl Fermat {
    /// Creates the integers modulo `2^exponent + 1`.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for the exponent 0 and above 2^29.
    pub fn new(exponent: usize) -> Result<Self> {
        if (1..=GREATEST).contains(&exponent) {
            return Ok(Fermat { exponent });
        }
        let what = format!("no ring modulo 2^K + 1 for K = {exponent}: K must be at least 1 and at most 2^29");
        Err(Error::Unsupported { what })
    }

    /// Returns `K`.
    pub const fn exponent(&self) -> usize {
        self.exponent
    }

    /// Returns the limbs of an element.
    pub const fn limbs(&self) -> usize {
        self.exponent / 64 + 1
    }

    /// Returns `K mod 64`: which bit of the top limb is `2^K`.
    #[inline]
    const fn rest(&self) -> u32 {
        (self.exponent % 64) as u32
    }

    /// Returns the residue of the integer with these little-endian limbs.
    pub fn element(&self, words: &[u64]) -> FermatElement {
        // The digits to the base 2^K = -1, added and subtracted by turns.
        let (k, rest) = (self.exponent, self.rest());
        let limb = |i: usize| words.get(i).copied().unwrap_or(0);
        let (mut sum, mut digit) = (self.zero(), self.zero());
        let bits = words.len().saturating_mul(64);
        for (turn, start) in (0..bits).step_by(k).enumerate() {
            let (w, s) = (start / 64, (start % 64) as u32);
            for (i, to) in digit.0.iter_mut().enumerate() {
                let above = if s == 0 { 0 } else { limb(w + i + 1) << (64 - s) };
                *to = limb(w + i) >> s | above;
            }
            if let Some(top) = digit.0.last_mut() {
                *top &= (1 << rest) - 1;
            }
            match turn % 2 {
                0 => residue::add(&mut sum.0, &digit.0, rest),
                _ => residue::sub(&mut sum.0, &digit.0, rest),
            }
        }
        sum
    }

    /// Returns `2^e`, for every `e`.
    pub fn power_of_two(&self, e: u64) -> FermatElement {
        let mut power = self.one();
        self.shift(&mut power, (e % (2 * self.exponent as u64)) as usize);
        power
    }

    /// Returns the square root `2^(3K/4) - 2^(K/4)` of 2, where 4 divides `K`.
    pub fn square_root_of_two(&self) -> Option<FermatElement> {
        self.exponent.is_multiple_of(4).then(|| self.power_of_root_of_two(1))
    }

    /// Computes `x <- x 2^e`.
    #[inline]
    pub fn shift(&self, x: &mut FermatElement, e: usize) {
        self.adopt(x);
        let k = self.exponent;
        let e = if e < 2 * k { e } else { e % (2 * k) };
        if e < k {
            residue::shift(&mut x.0, e, self.rest());
        } else {
            residue::shift(&mut x.0, e - k, self.rest());
            residue::negate(&mut x.0, self.rest());
        }
    }

    /// Computes `x <- x 2^e s` with `s` the square root of 2, which must exist.
    fn half_shift(&self, x: &mut FermatElement, e: usize) {
        self.shift(x, e % (2 * self.exponent) + self.exponent / 4);
        residue::times_half_power_less_one(&mut x.0, self.exponent / 2, self.rest());
    }

    /// Returns `s^t` for `t < 4K`; where 2 has no square root `s` here, `t` is even.
    fn power_of_root_of_two(&self, t: usize) -> FermatElement {
        let mut power = self.one();
        match t % 2 {
            0 => self.shift(&mut power, t / 2),
            _ => self.half_shift(&mut power, t / 2),
        }
        power
    }

    /// Returns the `e < 2K` with `x = 2^e`, if there is one.
    fn logarithm(&self, x: &FermatElement) -> Option<usize> {
        let power = |x: &FermatElement| {
            let at = x.0.iter().position(|&limb| limb != 0)?;
            let single = x.0[at].is_power_of_two() && x.0[at + 1..].iter().all(|&limb| limb == 0);
            single.then(|| 64 * at + x.0[at].trailing_zeros() as usize)
        };
        power(x).or_else(|| {
            let mut negative = x.clone();
            self.neg_assign(&mut negative);
            Some(power(&negative)? + self.exponent)
        })
    }

    /// Returns the `t < 4K` with `x = s^t`, if there is one; even if 2 has no square root `s` here.
    fn half_logarithm(&self, x: &FermatElement) -> Option<usize> {
        let mut x = x.clone();
        self.adopt(&mut x);
        if let Some(e) = self.logarithm(&x) {
            return Some(2 * e);
        }
        if !self.exponent.is_multiple_of(4) {
            return None;
        }
        self.half_shift(&mut x, 0);
        // x s = 2^e, and s^-1 = s^(4K - 1).
        let e = self.logarithm(&x)?;
        Some((2 * e + 4 * self.exponent - 1) % (4 * self.exponent))
    }

    /// Returns `s^(t k)` for any `k`.
    fn power_of_power(&self, t: usize, k: u64) -> FermatElement {
        let exponent = t as u128 * u128::from(k) % (4 * self.exponent as u128);
        self.power_of_root_of_two(exponent as usize)
    }

    #[inline]
    fn owns(&self, x: &FermatElement) -> bool {
        let unit = 1 << self.rest();
        match x.0.split_last() {
            Some((top, low)) if x.0.len() == self.limbs() => {
                *top < unit || (*top == unit && low.iter().all(|&limb| limb == 0))
            }
            _ => false,
        }
    }

    /// Converts an element of another ring to one of this ring.
    #[inline]
    fn adopt(&self, x: &mut FermatElement) {
        if !self.owns(x) {
            *x = self.element(&x.0);
        }
    }

    /// Calls `f` with the limbs of `b` as an element of this ring.
    #[inline]
    fn with(&self, b: &FermatElement, f: impl FnOnce(&[u64])) {
        if self.owns(b) { f(&b.0) } else { f(&self.element(&b.0).0) }
    }
}

impl fmt::Debug for Fermat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fermat({})", self.exponent)
    }
}
