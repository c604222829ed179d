//! Values at arbitrary points, and back: the tree of products of the points.
//!
//! Notation: `p_0, ..., p_(n-1)` the points, `A = (x - p_0) ... (x - p_(n-1))`, `Q_v = (1 - p_i y) ...` over the points of a node `v`: `A`
//! reversed, for the root.
//!
//! # Idea
//! The map from weights `c` to the first coefficients of `sum_k c_k/(1 - p_k y) = N/Q` goes up a tree, `N = N_l Q_r + N_r Q_l`, and divides by
//! `Q` at its root. The matrix of that map is Vandermonde's, transposed: read backwards, the same steps evaluate.
//!
//! ```text
//!   t_i = sum_j f_j (1/Q)_(j-i)           the root: coefficients times the inverse series, the other way round
//!      /                 \
//!  t_i = sum_j t_j (Q_r)_(j-i)   ...      the left child, by a middle product with its neighbour's Q; the right one by Q_l
//! ```
//! No division but that at the root, and each middle product has the length of its node. At a leaf `t`, last to first, is the series of the
//! remainder of `f` over `A_v`: one low product gives the remainder, Horner's rule its values.
//!
//! Interpolation is the map itself at the weights `v_k/A'(p_k)`, without the division: `rev f = N` (Lagrange).
//!
//! # Contract
//! Any points for evaluation, in any ring. For interpolation the differences of points must be units.
//!
//! # Cost
//! With transforms, `n` a power of two: `0.5 M(n) lg n + 2 M(n)` for the tree, `M(n) lg n + M(n)` to evaluate, `M(n) lg n` more to
//! interpolate.
//!
//! # Source
//! \[Borodin-Moenck 1974\] for the tree; \[Bostan-Lecerf-Schost 2003\] for its transposition; \[Bernstein 2008\] for the remainders scaled.
//! `papers/polynomials.md`.

use super::{
    coefficients::{add_shifted, copy, inverses, low, padded, power_of_two, reversed, subtract_multiple, trimmed},
    division::divide,
    product::evaluate,
    series::{derivative, inverse_series},
};
use crate::{
    Error, Result,
    algebra::Ring,
    conv::{self, Convolve},
    kernel::memory::reserve,
};
use alloc::{format, vec, vec::Vec};

/// Points of a leaf: 64 is faster than 32 and 128 (measured).
const LEAF: usize = 64;

/// Up to this number of coefficients or points Horner's rule evaluates. Both methods take equal time at 256 over words
/// with roots of unity, at 600 over words without (measured).
const HORNER: usize = 256;

/// Returns the values of `f` at `points`, in their order.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// // x^2 + 1; points may repeat.
/// assert_eq!(poly::evaluate_many(&Modular::new(101)?, &[1, 0, 1], &[0, 3, 10, 3])?, [1, 10, 0, 10]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: `O(M(n) lg n)` for `n` points and coefficients. [`Multipoint`] keeps the tree for other polynomials. Source:
/// \[Bostan-Lecerf-Schost 2003\].
///
/// # Errors
/// [`Error::Memory`].
pub fn evaluate_many<R: Convolve>(ring: &R, f: &[R::Element], points: &[R::Element]) -> Result<Vec<R::Element>> {
    let f = trimmed(ring, f);
    let mut values = reserve("values of a polynomial", points.len())?;
    if f.len().min(points.len()) <= HORNER {
        for point in points {
            values.push(evaluate(ring, f, point));
        }
        return Ok(values);
    }
    // Trees of no more points than there are coefficients.
    for points in points.chunks(power_of_two(f.len())?) {
        values.extend(Multipoint::new(ring, points)?.evaluate(f)?);
    }
    Ok(values)
}

/// Returns the polynomial of degree below `points.len()` with these values: exactly `points.len()` coefficients, low
/// degree first.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// let ring = Modular::new(101)?;
/// assert_eq!(poly::interpolate(&ring, &[0, 3, 10], &[1, 10, 0])?, [1, 0, 1]);
/// let repeated = poly::interpolate(&ring, &[7, 3, 7], &[1, 2, 3]).unwrap_err();
/// assert!(repeated.to_string().starts_with("the difference of the points 0 and 2, which are equal,"));
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Cost: `O(M(n) lg n)`. [`Multipoint`] keeps the tree for other values. Source: \[Borodin-Moenck 1974\].
///
/// # Errors
/// [`Error::SliceLength`] unless there are as many values as points; [`Error::NotInvertible`] naming two points whose
/// difference is not a unit, which are equal in a field; [`Error::Memory`].
pub fn interpolate<R: Convolve>(ring: &R, points: &[R::Element], values: &[R::Element]) -> Result<Vec<R::Element>> {
    Multipoint::new(ring, points)?.interpolate(values)
}

/// The tree of products of a list of points.
///
/// ```
/// use ringfft::{poly, rings::Modular};
///
/// let ring = Modular::new(101)?;
/// let tree = poly::Multipoint::new(&ring, &[2, 3, 5])?;
/// assert_eq!(tree.polynomial()?, [101 - 30, 31, 101 - 10, 1]);
/// let values = tree.evaluate(&[7, 0, 1, 1])?;
/// assert_eq!(values, [19, 43, 157 - 101]);
/// // x^3 + x^2 + 7 less the product of the x - p_k.
/// assert_eq!(tree.interpolate(&values)?, [37, 70, 11]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Holds `2 n` to `3 n` elements at each of `lg n` levels at most.
pub struct Multipoint<R: Convolve> {
    ring: R,
    points: Vec<R::Element>,
    /// The `Q_v`: leaves first, the root last.
    levels: Vec<Vec<Vec<R::Element>>>,
    /// The series `1/Q` of the root, to as many terms as there are points.
    series: Vec<R::Element>,
}

impl<R: Convolve> Multipoint<R> {
    /// Creates the tree.
    ///
    /// Cost: `0.5 M(n) lg n + 2 M(n)`.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn new(ring: &R, points: &[R::Element]) -> Result<Self> {
        let mut level = Vec::new();
        for points in points.chunks(LEAF) {
            level.push(leaf(ring, points)?);
        }
        let mut levels = Vec::new();
        while level.len() > 1 {
            let mut above = Vec::new();
            for pair in level.chunks(2) {
                above.push(match pair {
                    [a, b] => unit_product(ring, a, b)?,
                    alone => copy(&alone[0])?,
                });
            }
            levels.push(core::mem::replace(&mut level, above));
        }
        let series = match level.first() {
            Some(root) => inverse_series(ring, root, points.len())?,
            None => Vec::new(),
        };
        levels.push(level);
        Ok(Multipoint { ring: ring.clone(), points: copy(points)?, levels, series })
    }

    /// Returns the points.
    pub fn points(&self) -> &[R::Element] {
        &self.points
    }

    /// Returns the monic polynomial `(x - p_0) ... (x - p_(n-1))`; one without points.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn polynomial(&self) -> Result<Vec<R::Element>> {
        match self.levels.last().and_then(|root| root.first()) {
            Some(root) => reversed(root),
            None => copy(&[self.ring.one()]),
        }
    }

    /// Returns the values of `f` at the points. A polynomial of a degree from `n` on is divided by that of the points first.
    ///
    /// Cost: `M(n) lg n + M(n)`.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn evaluate(&self, f: &[R::Element]) -> Result<Vec<R::Element>> {
        let (ring, n) = (&self.ring, self.points.len());
        let f = trimmed(ring, f);
        let f = if f.len() > n { divide(ring, f, &self.polynomial()?)?.1 } else { copy(f)? };
        // At the root: the coefficients, last to first, times the series.
        let mut backward = padded(ring, &f, n)?;
        backward.reverse();
        let mut top = low(ring, &backward, &self.series, n)?;
        top.reverse();
        let mut nodes = vec![top];
        for level in self.levels.iter().rev().skip(1) {
            let mut below = Vec::new();
            for (node, pair) in nodes.iter_mut().zip(level.chunks(2)) {
                if let [left, right] = pair {
                    below.push(conv::middle(ring, node, &reversed(right)?)?);
                    below.push(conv::middle(ring, node, &reversed(left)?)?);
                } else {
                    below.push(core::mem::take(node));
                }
            }
            nodes = below;
        }
        let mut values = reserve("values of a polynomial", n)?;
        for ((node, leaf), points) in nodes.iter().zip(&self.levels[0]).zip(self.points.chunks(LEAF)) {
            // The remainder of f by the polynomial A_v of the leaf: f/A_v has the series t, last to first, below the point.
            let mut rest = low(ring, &reversed(node)?, leaf, points.len())?;
            rest.reverse();
            for point in points {
                values.push(evaluate(ring, &rest, point));
            }
        }
        Ok(values)
    }

    /// Returns the polynomial with these values at the points: exactly as many coefficients as points.
    ///
    /// Cost: `M(n) lg n` above that of [`evaluate`](Multipoint::evaluate), and one inverse.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are as many values as points; [`Error::NotInvertible`] naming two points
    /// whose difference is not a unit; [`Error::Memory`].
    pub fn interpolate(&self, values: &[R::Element]) -> Result<Vec<R::Element>> {
        let ring = &self.ring;
        Error::check_len("slice of values", self.points.len(), values.len())?;
        let slopes = self.evaluate(&derivative(ring, &self.polynomial()?)?)?;
        let Some(mut weights) = inverses(ring, &slopes)? else { return Err(self.repeated(&slopes)) };
        for (weight, value) in weights.iter_mut().zip(values) {
            ring.mul_assign(weight, value);
        }
        let mut nodes = Vec::new();
        for ((leaf, points), weights) in self.levels[0].iter().zip(self.points.chunks(LEAF)).zip(weights.chunks(LEAF)) {
            nodes.push(numerator(ring, leaf, points, weights)?);
        }
        for level in &self.levels {
            let mut above = Vec::new();
            for (nodes, pair) in nodes.chunks_mut(2).zip(level.chunks(2)) {
                above.push(match (nodes, pair) {
                    ([a, b], [left, right]) => {
                        let mut sum = conv::linear(ring, a, right)?;
                        add_shifted(ring, &mut sum, 0, &conv::linear(ring, b, left)?)?;
                        sum
                    }
                    (alone, _) => core::mem::take(&mut alone[0]),
                });
            }
            nodes = above;
        }
        let mut coefficients = nodes.pop().unwrap_or_default();
        coefficients.reverse();
        Ok(coefficients)
    }

    /// Returns the error that names two points whose difference is not a unit.
    fn repeated(&self, slopes: &[R::Element]) -> Error {
        let (ring, points) = (&self.ring, &self.points);
        let unit = |a: &R::Element| ring.inverse(a).is_some();
        // The slope at a point is the product of its differences to all others.
        let first = slopes.iter().position(|slope| !unit(slope)).unwrap_or(0);
        let difference = |k: usize| {
            let mut difference = points[k].clone();
            ring.sub_assign(&mut difference, &points[first]);
            difference
        };
        let second = (0..points.len()).find(|&k| k != first && !unit(&difference(k))).unwrap_or(first);
        let equal = if ring.is_zero(&difference(second)) { ", which are equal," } else { "" };
        let what = format!(
            "the difference of the points {first} and {second}{equal} (counted from 0; interpolation needs points whose differences are \
             invertible)"
        );
        Error::NotInvertible { ring: ring.name(), what }
    }
}

/// Returns the product of the `1 - p y`, by the schoolbook.
fn leaf<R: Ring>(ring: &R, points: &[R::Element]) -> Result<Vec<R::Element>> {
    let mut product = padded(ring, &[ring.one()], points.len() + 1)?;
    for (k, point) in points.iter().enumerate() {
        times_factor(ring, &mut product[..k + 2], point);
    }
    Ok(product)
}

/// Multiplies by `1 - p y` in place: the last element is zero before.
fn times_factor<R: Ring>(ring: &R, f: &mut [R::Element], point: &R::Element) {
    for i in (1..f.len()).rev() {
        let (below, here) = f.split_at_mut(i);
        subtract_multiple(ring, &mut here[..1], point, &below[i - 1..]);
    }
}

/// Returns `sum_k c_k Q/(1 - p_k y)` over the points of a leaf, by the schoolbook: one point after another, with the product of those before.
fn numerator<R: Ring>(
    ring: &R,
    leaf: &[R::Element],
    points: &[R::Element],
    weights: &[R::Element],
) -> Result<Vec<R::Element>> {
    let mut product = padded(ring, &[ring.one()], leaf.len())?;
    let mut sum = padded(ring, &[], points.len())?;
    for (k, (point, weight)) in points.iter().zip(weights).enumerate() {
        times_factor(ring, &mut sum[..k + 1], point);
        for (sum, product) in sum.iter_mut().zip(&product[..k + 1]) {
            let mut term = product.clone();
            ring.mul_assign(&mut term, weight);
            ring.add_assign(sum, &term);
        }
        times_factor(ring, &mut product[..k + 2], point);
    }
    Ok(sum)
}

/// Returns `a b` of two lists with constant term one. If the degree `n` is a power of two, the product is modulo
/// `x^n - 1`: the highest coefficient wraps onto the lowest, which is known.
fn unit_product<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Result<Vec<R::Element>> {
    let degree = a.len() + b.len() - 2;
    if !degree.is_power_of_two() {
        return conv::linear(ring, a, b);
    }
    let mut product = padded(ring, &conv::cyclic(ring, a, b, degree)?, degree + 1)?;
    let mut top = core::mem::replace(&mut product[0], ring.one());
    ring.sub_assign(&mut top, &ring.one());
    product[degree] = top;
    Ok(product)
}
