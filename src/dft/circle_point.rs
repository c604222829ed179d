//! Points of the circle `x^2 + y^2 = 1` over a ring: a group, as the complex numbers of absolute value one are.

use crate::algebra::Ring;

/// A point of the circle `x^2 + y^2 = 1`. Points add as angles do, `(x, y)` as `x + i y`.
///
/// The points of [`Circle`](super::Circle): `(0, 1)` is a quarter of a turn, and its double is `(-1, 0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CirclePoint<E> {
    /// The first coordinate, the analogue of the cosine.
    pub x: E,
    /// The second coordinate, the analogue of the sine.
    pub y: E,
}

impl<E: Clone> CirclePoint<E> {
    /// Returns the neutral point, `(1, 0)`.
    pub fn neutral<R: Ring<Element = E>>(ring: &R) -> Self {
        CirclePoint { x: ring.one(), y: ring.zero() }
    }

    /// Returns whether the point lies on the circle.
    pub fn is_on_circle<R: Ring<Element = E>>(&self, ring: &R) -> bool {
        let mut sum = product(ring, &self.x, &self.x);
        ring.add_assign(&mut sum, &product(ring, &self.y, &self.y));
        ring.equal(&sum, &ring.one())
    }

    /// Returns the sum of two points: `(x x' - y y', x y' + y x')`.
    pub fn add<R: Ring<Element = E>>(&self, ring: &R, other: &Self) -> Self {
        let mut x = product(ring, &self.x, &other.x);
        ring.sub_assign(&mut x, &product(ring, &self.y, &other.y));
        let mut y = product(ring, &self.x, &other.y);
        ring.add_assign(&mut y, &product(ring, &self.y, &other.x));
        CirclePoint { x, y }
    }

    /// Returns twice the point: `(2 x^2 - 1, 2 x y)`.
    pub fn double<R: Ring<Element = E>>(&self, ring: &R) -> Self {
        let twice = |mut a: E| {
            let copy = a.clone();
            ring.add_assign(&mut a, &copy);
            a
        };
        let mut x = twice(product(ring, &self.x, &self.x));
        ring.sub_assign(&mut x, &ring.one());
        CirclePoint { x, y: twice(product(ring, &self.x, &self.y)) }
    }

    /// Returns the conjugate `(x, -y)`, which is minus the point.
    pub fn negated<R: Ring<Element = E>>(&self, ring: &R) -> Self {
        let mut y = self.y.clone();
        ring.neg_assign(&mut y);
        CirclePoint { x: self.x.clone(), y }
    }

    /// Returns `k` times the point.
    pub fn multiple<R: Ring<Element = E>>(&self, ring: &R, k: u64) -> Self {
        (0..u64::BITS - k.leading_zeros()).rev().fold(Self::neutral(ring), |sum, bit| {
            let sum = sum.double(ring);
            if k >> bit & 1 == 1 { sum.add(ring, self) } else { sum }
        })
    }
}

pub(super) fn product<R: Ring>(ring: &R, a: &R::Element, b: &R::Element) -> R::Element {
    let mut product = a.clone();
    ring.mul_assign(&mut product, b);
    product
}
