//! The parts of transforms that are not powers of two, and the roots of unity that they are modulo.
//!
//! Notation: `L` the length of a part, `c` its point: the part is modulo `x^L - c`.

use crate::{algebra::Ring, rings::Modular};

/// The point of a part, a root of unity. The roots of three and of five, and their negatives, are numbered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Point {
    One,
    Fourth,
    Eighth,
    MinusOne,
    Third(u8),
    Fifth(u8),
    MinusThird(u8),
    MinusFifth(u8),
}

impl Point {
    /// The number of points.
    pub(super) const COUNT: usize = 16;
    /// The first points, which are roots of orders that are powers of two.
    pub(super) const OF_TWO: usize = 4;

    pub(super) const fn number(self) -> usize {
        match self {
            Point::One => 0,
            Point::Fourth => 1,
            Point::Eighth => 2,
            Point::MinusOne => 3,
            Point::Third(k) => 3 + k as usize,
            Point::Fifth(k) => 5 + k as usize,
            Point::MinusThird(k) => 9 + k as usize,
            Point::MinusFifth(k) => 11 + k as usize,
        }
    }

    /// Returns the numerator and the denominator of the turn that `c` is, less than a whole one: exponents fit words.
    const fn turn(self) -> (u64, u64) {
        match self {
            Point::One => (0, 1),
            Point::Fourth => (1, 4),
            Point::Eighth => (3, 8),
            Point::MinusOne => (1, 2),
            Point::Third(k) => (k as u64, 3),
            Point::Fifth(k) => (k as u64, 5),
            Point::MinusThird(k) => ((3 + 2 * k as u64) % 6, 6),
            Point::MinusFifth(k) => ((5 + 2 * k as u64) % 10, 10),
        }
    }

    /// Returns `c`; 1 where there is no such root.
    pub(super) fn value(self, ring: &Modular, generator: u64) -> u64 {
        let (numerator, denominator) = self.turn();
        let step = (ring.modulus() - 1) / denominator;
        if (ring.modulus() - 1).is_multiple_of(denominator) { ring.pow(&generator, step * numerator) } else { 1 }
    }

    /// Returns `s`, with `s^len = c`.
    pub(super) fn shift(self, ring: &Modular, generator: u64, len: usize) -> Option<u64> {
        let (numerator, denominator) = self.turn();
        let step = (ring.modulus() - 1) / (denominator * len as u64);
        (numerator > 0).then(|| ring.pow(&generator, step * numerator))
    }
}

/// The points by their numbers.
pub(super) const POINTS: [Point; Point::COUNT] = {
    use Point::*;
    [
        One,
        Fourth,
        Eighth,
        MinusOne,
        Third(1),
        Third(2),
        Fifth(1),
        Fifth(2),
        Fifth(3),
        Fifth(4),
        MinusThird(1),
        MinusThird(2),
        MinusFifth(1),
        MinusFifth(2),
        MinusFifth(3),
        MinusFifth(4),
    ]
};

/// The parts of transforms of `3 2^k` and of `5 2^k` elements, modulo `x^n - 1` and modulo `x^n + 1`.
pub(super) const THIRDS: [&[(usize, Point)]; 2] = [
    &[(2, Point::One), (2, Point::Third(1)), (2, Point::Third(2))],
    &[(2, Point::MinusOne), (2, Point::MinusThird(1)), (2, Point::MinusThird(2))],
];
pub(super) const FIFTHS: [&[(usize, Point)]; 2] = [
    &[(1, Point::One), (1, Point::Fifth(1)), (1, Point::Fifth(2)), (1, Point::Fifth(3)), (1, Point::Fifth(4))],
    &[
        (1, Point::MinusOne),
        (1, Point::MinusFifth(1)),
        (1, Point::MinusFifth(2)),
        (1, Point::MinusFifth(3)),
        (1, Point::MinusFifth(4)),
    ],
];

/// Returns the lengths of the parts of a transform of `len` elements, and their points; none for lengths of no such form.
pub(super) fn parts(len: usize) -> &'static [(usize, Point)] {
    use Point::{Eighth, Fourth, One};
    let full = len.next_power_of_two();
    match (full, len) {
        _ if len == full => &[(8, One)],
        (8.., _) if len == full / 8 * 5 => &[(4, One), (1, Eighth)],
        (4.., _) if len == full / 4 * 3 => &[(4, One), (2, Fourth)],
        _ => &[],
    }
}
