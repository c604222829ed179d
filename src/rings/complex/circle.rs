//! Many roots of unity of one order, from two short tables.
//!
//! Notation: `u = 2^-53`; `w = exp(2 pi i/n)`; `B` a power of two near the square root of the number of roots in an octant.
//!
//! # Idea
//! An index is reduced to the first octant, as that of one root is, where it is `B i + j`. The root is the product of
//! an entry of each of two tables of about `sqrt(n/8)` entries, `w^(B i)` and `w^j`. Each part of an entry is kept as
//! `head + rest`, a head of 26 bits and a rest of 53 more. Products of heads are exact, and the sum of two of them is
//! taken with its rounding error. Every term with a rest is below `2^-25` of the result, so its rounding does not
//! matter:
//!
//! ```text
//! (h + r)(h' + r') = h h' + (h r' + r (h' + r'))
//!                    exact  below 2^-25, rounded to 53 bits: 2^-78
//! ```
//!
//! # Contract
//! Each part is the truth rounded once, within `0.5 + 2^-22` units in its last place. A root from the tables differs
//! from [`root_of_unity`] in the last place of a part about once in `2^24` parts. There the truth lies near the middle
//! between two floats. Both are asserted by `tests/accuracy/twiddles.rs`.
//!
//! # Cost
//! `O(sqrt(n))` roots one by one, then 14 products and 18 sums a root over `f64`, 4 and 2 over `f32`. Where fewer roots are
//! wanted than tables would cost, and over floats wider than `f64`, they are computed one by one.
//!
//! # Source
//! Tables for a product in parts: \[Tang 1991\] for elementary functions; heads of half the digits: \[Dekker 1971\].

use super::{
    super::{
        double_double::DoubleDouble,
        real::{Real, is_wide},
    },
    octant::cosine_and_sine,
    root::{Octant, root_of_unity},
};
use crate::lists;
use alloc::vec::Vec;
use num_complex::Complex;

/// A number in two parts; products of heads are exact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Split {
    head: f64,
    rest: f64,
}

impl Split {
    pub(super) fn new(x: DoubleDouble) -> Self {
        let head = x.head();
        Split { head, rest: (x.high() - head) + x.low() }
    }
}

/// The roots of unity of one order.
///
/// ```
/// use ringfft::rings::{Circle, root_of_unity};
///
/// let circle = Circle::<f64>::new(1000, 1000);
/// assert_eq!(circle.root(999), root_of_unity(999, 1000));
/// let squares: Vec<_> = circle.powers(0, 2).take(500).collect();
/// assert_eq!(squares[1], circle.root(2));
/// ```
#[derive(Clone, Debug)]
pub struct Circle<T> {
    order: usize,
    /// Indices within the octant are multiples of `2^unit` eighths of a step.
    unit: u32,
    /// `B = 2^bits`.
    bits: u32,
    /// `w^(B i)`, or nothing where roots are computed one by one.
    coarse: Vec<[Split; 2]>,
    /// `w^j`.
    fine: Vec<[Split; 2]>,
    part: core::marker::PhantomData<T>,
}

impl<T: Real> Circle<T> {
    /// Creates the roots of this order, of which about `count` will be asked for. Order 0 is taken as 1.
    pub fn new(order: usize, count: usize) -> Self {
        let order = order.max(1);
        let unit = (order.trailing_zeros() + 1).min(3);
        // Steps in an octant; a fraction of a step does not count.
        let steps = order >> unit;
        let bits = (usize::BITS - steps.leading_zeros()) / 2;
        let entries = (1 << bits) + (steps >> bits) + 1;
        let mut circle =
            Circle { order, unit, bits, coarse: Vec::new(), fine: Vec::new(), part: core::marker::PhantomData };
        if count > 2 * entries && !is_wide::<T>() {
            circle.fine = lists::list(1 << bits, |j| circle.entry(j));
            circle.coarse = lists::list((steps >> bits) + 1, |i| circle.entry(i << bits));
        }
        circle
    }

    /// Returns the root at this many steps; beyond the octant's end, which the tables may reach but no index does, the last
    /// one in it.
    fn entry(&self, steps: usize) -> [Split; 2] {
        let a = (steps << self.unit).min(self.order);
        lists::map(cosine_and_sine(a as u64, self.order as u64), Split::new)
    }

    /// Returns the order.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns `exp(2 pi i k/n)`.
    #[inline]
    pub fn root(&self, k: usize) -> Complex<T> {
        let (octant, a) = Octant::of(k, self.order);
        let steps = a >> self.unit;
        let (coarse, fine) = (self.coarse.get(steps >> self.bits), self.fine.get(steps & ((1 << self.bits) - 1)));
        match (coarse, fine) {
            (Some(x), Some(y)) => {
                let [re, im] = product::<T>(x, y);
                octant.place((T::from_f64(re), T::from_f64(im)))
            }
            _ => root_of_unity(k, self.order),
        }
    }

    /// Returns `exp(2 pi i k/n)`, rounded, and the rest: 0 for floats wider than `f64`.
    pub(crate) fn twofold(&self, k: usize) -> [Complex<T>; 2] {
        if is_wide::<T>() {
            return [self.root(k), Complex::new(T::zero(), T::zero())];
        }
        let (octant, a) = Octant::of(k, self.order);
        let steps = a >> self.unit;
        let (coarse, fine) = (self.coarse.get(steps >> self.bits), self.fine.get(steps & ((1 << self.bits) - 1)));
        let [x, y] = match (coarse, fine) {
            (Some(x), Some(y)) => lists::map(wide_product(x, y), halves),
            _ => lists::map(cosine_and_sine(a as u64, self.order as u64), |x| halves([x.high(), x.low()])),
        };
        [octant.place((x[0], y[0])), octant.place((x[1], y[1]))]
    }

    /// Returns `exp(2 pi i (first + k step)/n)` for `k = 0, 1 ...`, without end.
    pub fn powers(&self, first: usize, step: usize) -> impl Iterator<Item = Complex<T>> + '_ {
        let (mut index, step) = (first % self.order, step % self.order);
        core::iter::repeat_with(move || {
            let root = self.root(index);
            let left = self.order - step;
            index = if index >= left { index - left } else { index + step };
            root
        })
    }
}

/// Returns the product of two numbers with parts up to 1, to be rounded to `T`. Two points of the first octant whose
/// angles add to one in it have a product without cancellation.
#[inline]
pub(super) fn product<T: Real>([c, s]: &[Split; 2], [d, t]: &[Split; 2]) -> [f64; 2] {
    if T::unit().as_f64() > NARROW {
        // Rounded to fewer digits, so those of `f64` are enough.
        let sum = |x: &Split| x.head + x.rest;
        let (c, s, d, t) = (sum(c), sum(s), sum(d), sum(t));
        return [c * d - s * t, c * t + s * d];
    }
    let [re, im] = wide_product(&[*c, *s], &[*d, *t]);
    [re[0] + re[1], im[0] + im[1]]
}

/// Computes the parts of a product as unrounded sums.
#[inline]
fn wide_product([c, s]: &[Split; 2], [d, t]: &[Split; 2]) -> [[f64; 2]; 2] {
    let tail = |x: &Split, y: &Split| x.head * y.rest + x.rest * (y.head + y.rest);
    let re = DoubleDouble::new(c.head * d.head, -(s.head * t.head));
    let im = DoubleDouble::new(c.head * t.head, s.head * d.head);
    [[re.high(), re.low() + (tail(c, d) - tail(s, t))], [im.high(), im.low() + (tail(c, t) + tail(s, d))]]
}

/// Returns a sum, rounded, and the rest of it.
#[inline]
fn halves<T: Real>([high, low]: [f64; 2]) -> [T; 2] {
    let sum = high + low;
    let rounded = T::from_f64(sum);
    [rounded, T::from_f64((sum - rounded.as_f64()) + (low - (sum - high)))]
}

/// Types of a larger unit than this are rounded from `f64`: at least 22 digits more keep that to one rounding.
const NARROW: f64 = 1.0 / (1u64 << 30) as f64;
