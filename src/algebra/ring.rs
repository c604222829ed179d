//! Commutative rings with one, as values.

use super::Module;
use crate::{Error, Result};
use alloc::{string::String, vec::Vec};

/// The exponents of a progression, for `k = 0, 1, 2, ...`.
///
/// An argument of [`Ring::progression`]: with the ratio 2, `TriangularUp` gives 2^0, 2^0, 2^1, 2^3, 2^6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exponents {
    /// `k`.
    Up,
    /// `-k`.
    Down,
    /// `k (k - 1)/2`.
    TriangularUp,
    /// `-k (k - 1)/2`.
    TriangularDown,
}

impl Exponents {
    /// Returns whether the ratio must be a unit.
    pub const fn is_negative(self) -> bool {
        matches!(self, Exponents::Down | Exponents::TriangularDown)
    }

    /// Returns whether the exponents grow by `k` instead of by 1.
    pub const fn is_triangular(self) -> bool {
        matches!(self, Exponents::TriangularUp | Exponents::TriangularDown)
    }
}

/// A commutative ring with one.
///
/// ```
/// use ringfft::{algebra::Ring, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// assert_eq!(ring.pow(&3, 4), 13); // 81 modulo 17
/// assert_eq!(ring.inverse(&3), Some(6));
/// assert_eq!(ring.inverse(&0), None);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub trait Ring: Module {
    /// Returns the ring's name, for error messages and reports.
    fn name(&self) -> String;

    /// Returns the neutral element of the product.
    fn one(&self) -> Self::Element;

    /// Computes `a <- a * b`.
    fn mul_assign(&self, a: &mut Self::Element, b: &Self::Element);

    /// Returns whether `a` is zero.
    fn is_zero(&self, a: &Self::Element) -> bool;

    /// Returns the inverse of `a`, if `a` is a unit.
    fn inverse(&self, a: &Self::Element) -> Option<Self::Element>;

    /// Returns whether `a` and `b` are equal.
    fn equal(&self, a: &Self::Element, b: &Self::Element) -> bool {
        let mut difference = a.clone();
        self.sub_assign(&mut difference, b);
        self.is_zero(&difference)
    }

    /// Returns `n` times one.
    fn integer(&self, n: u64) -> Self::Element {
        let mut sum = self.zero();
        for bit in (0..u64::BITS - n.leading_zeros()).rev() {
            let copy = sum.clone();
            self.add_assign(&mut sum, &copy);
            if n >> bit & 1 == 1 {
                self.add_assign(&mut sum, &self.one());
            }
        }
        sum
    }

    /// Returns `a` to the power `exponent`.
    fn pow(&self, a: &Self::Element, exponent: u64) -> Self::Element {
        let mut power = self.one();
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            let copy = power.clone();
            self.mul_assign(&mut power, &copy);
            if exponent >> bit & 1 == 1 {
                self.mul_assign(&mut power, a);
            }
        }
        power
    }

    /// Calls `take` with `first ratio^e` for the first `count` exponents, in their order. Returns `false`, without a
    /// call, if the exponents are negative and `ratio` is not a unit.
    ///
    /// The default multiplies each power by `ratio` to get the next. Rings whose products are rounded override it,
    /// because errors would add up.
    #[must_use]
    fn progression(
        &self,
        first: &Self::Element,
        ratio: &Self::Element,
        exponents: Exponents,
        count: usize,
        mut take: impl FnMut(Self::Element),
    ) -> bool {
        let ratio = match exponents.is_negative().then(|| self.inverse(ratio)) {
            Some(None) => return false,
            Some(Some(inverse)) => inverse,
            None => ratio.clone(),
        };
        let mut power = first.clone();
        let mut step = if exponents.is_triangular() { self.one() } else { ratio.clone() };
        for _ in 0..count {
            take(power.clone());
            self.mul_assign(&mut power, &step);
            if exponents.is_triangular() {
                self.mul_assign(&mut step, &ratio);
            }
        }
        true
    }

    /// Returns the inverse of `n` times one: the scale of an inverse transform.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] if `n` is not a unit, for instance the characteristic.
    fn inverse_of_integer(&self, n: u64) -> Result<Self::Element> {
        self.inverse(&self.integer(n)).ok_or_else(|| Error::no_inverse(self.name(), n))
    }

    /// Returns the real and the imaginary part of `a` as elements, `a = parts[0] + I parts[1]`, in rings of complex numbers;
    /// `None` elsewhere.
    fn parts(&self, a: &Self::Element) -> Option<[Self::Element; 2]> {
        let _ = a;
        None
    }

    /// Returns the inverse of the real square root of `n`, in complex rings; `None` elsewhere.
    fn inverse_square_root_of_integer(&self, n: u64) -> Option<Self::Element> {
        let _ = n;
        None
    }
}

/// Returns the inverses of all elements of the list in the empty list `inverses`; `None` if one of them is not a unit.
///
/// Cost: one inverse and `3 n - 3` products; over the complex numbers `n` inverses.
///
/// Source: \[Montgomery 1987\], section 10.3.1.
pub(crate) fn inverses<R: Ring>(
    ring: &R,
    list: &[R::Element],
    mut inverses: Vec<R::Element>,
) -> Option<Vec<R::Element>> {
    let Some(first) = list.first() else { return Some(inverses) };
    if ring.parts(first).is_some() {
        // The product of many floats would leave their range.
        for element in list {
            inverses.push(ring.inverse(element)?);
        }
        return Some(inverses);
    }
    let mut product = first.clone();
    inverses.push(ring.one());
    for element in &list[1..] {
        inverses.push(product.clone());
        ring.mul_assign(&mut product, element);
    }
    let mut rest = ring.inverse(&product)?;
    for (inverse, element) in inverses.iter_mut().zip(list).skip(1).rev() {
        ring.mul_assign(inverse, &rest);
        ring.mul_assign(&mut rest, element);
    }
    inverses[0] = rest;
    Some(inverses)
}
