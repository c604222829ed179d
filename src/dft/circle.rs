//! Circle: the transform for fields without roots of unity whose circle `x^2 + y^2 = 1` has `2^k` points, as `2^31 - 1`.
//!
//! Notation: `n = 2^k` the length, `g` a point of order `2n`, `pi(x) = 2 x^2 - 1` the abscissa of twice a point; `pi^i` its
//! `i`-th iterate, `sigma` bit reversal on `k - 1` bits.
//!
//! # Idea
//! The points `(2k+1) g`, `k < n`, are closed under conjugation `(x, y) -> (x, -y)`. Doubling maps their abscissas two
//! to one onto those of the same set of half the length: `x` and `-x` have the same `pi(x)`. A polynomial on the circle
//! has the basis `y^b0 x^b1 pi(x)^b2 pi^2(x)^b3 ...`; coefficient `i` belongs to the bits `b0 b1 b2 ...` of `i`, lowest
//! first. On the points where `pi^(k-2)(x) = c` the upper half `A` of the coefficients adds `c A` to the lower half
//! `B`. Where it is `-c`, it subtracts `c A`. That is the butterfly of the classical tree, with abscissas for roots.
//!
//! ```text
//! n = 8, g of order 16, x_e and y_e the coordinates of e g:
//!
//! basis   coefficients
//! 1       a0 --+------ --+------ --+---- V1        2x^2 - 1 = x_2      = -x_2
//! y       a1 --|+----- --|+----- -y_1--- V15       x = x_1    -x_1   x = x_5   -x_5
//! x       a2 --||+---- -x_1----- --+---- V9        points 1 15 | 9 7 | 5 11 | 13 3
//! xy      a3 --|||+--- --x_1---- -y_9--- V7
//! 2x^2-1  a4 -x_2----- --+------ --+---- V5        V_e = f(e g)
//! ...     a5 --x_2---- --|+----- -y_5--- V11
//!         a6 ---x_2--- -x_5----- --+---- V13
//!         a7 ----x_2-- --x_5---- -y_13-- V3
//! ```
//! In place the tree leaves `(4 sigma(i) + 1) g` at position `2i` and its conjugate at position `2i + 1`, bit-reversed
//! order of the circle's points ([`forward_unordered`](Circle::forward_unordered)). The transform then moves value `k`,
//! `f((2k+1) g)`, to position `k`. The inverse runs the tree from the leaves, `B = Y + Z`, `A = c^(-1) (Y - Z)`: first
//! the layer of `y`, then those of `x`, `pi(x)`, ..., which is the interpolation of the source.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | the basis above | natural, of `f((2k+1) g)` | 2^k | any action with points of the circle | n; unordered 0 | unordered |
//!
//! # Cost
//! `n lg n` additions, `(n/2) lg n` products (0 at `n = 2`), both directions. Asserted by `tests/suite/counts.rs` and
//! `tests/suite/circle.rs`.
//!
//! # Source
//! \[Haboeck-Levit-Papini 2024\], section 4. Differences: coefficients lie in natural order and values are reordered, not the
//! other way; the inverse gives `n f`; the inverses of the coordinates are a second table.

use super::{CirclePoint, Transform, check_power_of_two, check_slices};
use crate::{
    Error, Result,
    algebra::{Action, Module, Ring, Roots, Scalar, inverses},
    lists,
    order::{Order, bit_reverse},
};
use alloc::{string::String, vec::Vec};

/// The circle transform: natural order of the points `(2k+1) g`.
///
/// ```
/// use ringfft::{dft::{Circle, Transform}, rings::{M31, native}};
///
/// let transform = Circle::new(native::<M31>(), 8)?;
/// let mut x = [0; 8].map(M31::from);
/// x[0] = M31::from(3); // the constant 3
/// transform.forward(&mut x, &mut vec![M31::from(0); transform.scratch_len()])?;
/// assert_eq!(x, [M31::from(3); 8]);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Circle<M: Action> {
    module: M,
    len: usize,
    /// The coordinate of node `h`, the root being 1 and `2h`, `2h + 1` below `h`, at `h - 1`.
    coordinates: Vec<M::Twiddle>,
    /// The inverses of the coordinates.
    inverses: Vec<M::Twiddle>,
    /// At `n = 2` the one coordinate is 1 or -1; if it is -1, the two values swap.
    swapped: bool,
}

impl<M: Action> Circle<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform of length `len` over the scalars' own point of order `2 len`.
    ///
    /// # Errors
    /// [`Error::NoRoot`] if the scalars name no such point; else as [`with_point`](Circle::with_point).
    pub fn new(module: M, len: usize) -> Result<Self> {
        let order = check_length(len)?;
        let [x, y] = module.scalars().circle_point(order)?;
        Self::with_point(module, len, CirclePoint { x, y })
    }
}

impl<M: Action> Circle<M> {
    /// Creates the transform of length `len` over the caller's point `g` of order `2 len`.
    ///
    /// # Errors
    /// [`Error::Length`] unless the length is a power of two; [`Error::NotPrincipal`] if the point is not on the circle or
    /// not of order `2 len`; [`Error::NotInvertible`] if a coordinate has no inverse, as may be where there are zero
    /// divisors.
    pub fn with_point(module: M, len: usize, g: CirclePoint<Scalar<M>>) -> Result<Self> {
        let order = check_length(len)?;
        let ring = module.scalars();
        let half_turn = (1..order.ilog2()).fold(g.clone(), |point, _| point.double(ring));
        let mut minus_one = ring.one();
        ring.neg_assign(&mut minus_one);
        if !g.is_on_circle(ring) || !ring.equal(&half_turn.x, &minus_one) || !ring.is_zero(&half_turn.y) {
            return Err(Error::NotPrincipal { ring: ring.name(), order });
        }
        let coordinates = coordinates(ring, len, &g);
        let room = Vec::with_capacity(coordinates.len());
        let inverses = inverses(ring, &coordinates, room).ok_or_else(|| {
            let what = "a coordinate of a point of the circle (needed by the inverse circle transform)";
            Error::NotInvertible { ring: ring.name(), what: String::from(what) }
        })?;
        let swapped = len == 2 && coordinates.iter().any(|y| ring.equal(y, &minus_one));
        let prepare = |list: Vec<_>| lists::of(&list, |scalar| module.prepare(scalar));
        let (coordinates, inverses) = (prepare(coordinates), prepare(inverses));
        Ok(Circle { module, len, coordinates, inverses, swapped })
    }

    /// Computes the values in the order of the tree's leaves: position `j` holds `f(e g)` with `e` given by
    /// [`multiple`](Circle::multiple). It needs no scratch and no reordering. Products need no more.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are `len` values.
    pub fn forward_unordered(&self, values: &mut [M::Element]) -> Result<()> {
        Error::check_len("slice of values", self.len, values.len())?;
        if let [a, b] = values {
            self.module.butterfly(a, b);
            if self.swapped {
                core::mem::swap(a, b);
            }
        } else {
            self.forward_node(values, 1);
        }
        Ok(())
    }

    /// Transforms values in the order of [`forward_unordered`](Circle::forward_unordered) to `len` times the coefficients.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are `len` values.
    pub fn inverse_unordered(&self, values: &mut [M::Element]) -> Result<()> {
        Error::check_len("slice of values", self.len, values.len())?;
        if let [a, b] = values {
            if self.swapped {
                core::mem::swap(a, b);
            }
            self.module.butterfly(a, b);
        } else {
            self.inverse_node(values, 1);
        }
        Ok(())
    }

    /// Returns the odd multiple `e < 2n` of `g` whose value the tree leaves at position `j`: `4 sigma(i) + 1` for `j = 2i`, minus
    /// that for `j = 2i + 1`.
    pub fn multiple(&self, j: usize) -> usize {
        2 * self.natural(j) + 1
    }

    /// Returns the position in natural order of the value that the tree leaves at `j`.
    fn natural(&self, j: usize) -> usize {
        let bits = (self.len / 2).max(1).trailing_zeros();
        let even = 2 * bit_reverse(j / 2, bits);
        if j.is_multiple_of(2) { even } else { self.len - 1 - even }
    }

    /// Returns the prepared coordinates of the nodes, that of node `h` at `h - 1`, and their inverses.
    pub(crate) fn tables(&self) -> [&[M::Twiddle]; 2] {
        [&self.coordinates, &self.inverses]
    }

    /// Reorders the values that the tree leaves to natural order.
    pub(crate) fn to_natural(&self, values: &mut [M::Element], scratch: &mut [M::Element]) {
        let scratch = &mut scratch[..self.len];
        scratch.clone_from_slice(values);
        for (j, value) in scratch.iter().enumerate() {
            values[self.natural(j)].clone_from(value);
        }
    }

    /// Reorders values from natural order to the order that the tree takes.
    pub(crate) fn undo_natural(&self, values: &mut [M::Element], scratch: &mut [M::Element]) {
        let scratch = &mut scratch[..self.len];
        scratch.clone_from_slice(values);
        for (j, value) in values.iter_mut().enumerate() {
            value.clone_from(&scratch[self.natural(j)]);
        }
    }

    fn forward_node(&self, f: &mut [M::Element], h: usize) {
        let (ring, at) = (&self.module, |h: usize| &self.coordinates[h - 1]);
        if let [a, b, c, d] = f {
            ring.butterfly_by(a, c, at(h));
            ring.butterfly_by(b, d, at(h));
            ring.butterfly_by(a, b, at(2 * h));
            ring.butterfly_by(c, d, at(2 * h + 1));
        } else if f.len() > 1 {
            let (low, high) = f.split_at_mut(f.len() / 2);
            let c = at(h);
            for (b, a) in low.iter_mut().zip(high.iter_mut()) {
                ring.butterfly_by(b, a, c);
            }
            self.forward_node(low, 2 * h);
            self.forward_node(high, 2 * h + 1);
        }
    }

    fn inverse_node(&self, f: &mut [M::Element], h: usize) {
        let (ring, at) = (&self.module, |h: usize| &self.inverses[h - 1]);
        if let [a, b, c, d] = f {
            ring.butterfly_then(a, b, at(2 * h));
            ring.butterfly_then(c, d, at(2 * h + 1));
            ring.butterfly_then(a, c, at(h));
            ring.butterfly_then(b, d, at(h));
        } else if f.len() > 1 {
            let (low, high) = f.split_at_mut(f.len() / 2);
            self.inverse_node(low, 2 * h);
            self.inverse_node(high, 2 * h + 1);
            let c = at(h);
            for (y, z) in low.iter_mut().zip(high.iter_mut()) {
                ring.butterfly_then(y, z, c);
            }
        }
    }
}

/// Checks that `len` is a power of two, and returns `2 len`.
fn check_length(len: usize) -> Result<usize> {
    check_power_of_two("circle", len)?;
    let possible = "twice the length must be a number; the circle of M31 has lengths up to 2^30";
    len.checked_mul(2).ok_or(Error::Length { what: "circle", len, possible })
}

/// Returns the coordinates of the nodes. A node of `2m` points holds the `e g` with `m e = +-s` modulo `2n`, `s = n/2` at the
/// root; below it are `s/2` and `s/2 + n`. It needs `pi^i(x)` there, the abscissa of `(s/2) g`, and the last nodes, with
/// `e = +-s`, the ordinate of `s g`.
fn coordinates<R: Ring>(ring: &R, n: usize, g: &CirclePoint<R::Element>) -> Vec<R::Element> {
    // Multiple m from those of its highest bit and of the rest.
    let mut multiples = Vec::with_capacity(2 * n);
    multiples.push(CirclePoint::neutral(ring));
    let mut power = g.clone();
    while multiples.len() < 2 * n {
        for m in 0..multiples.len() {
            let sum = power.add(ring, &multiples[m]);
            multiples.push(sum);
        }
        power = power.double(ring);
    }
    // The root is the node of index 2 in the reduction tree of order 2n, where s is the reversed index.
    let bits = (2 * n).trailing_zeros();
    (1..n)
        .map(|h| match bit_reverse(h + (1 << h.ilog2()), bits) {
            s if s.is_multiple_of(2) => multiples[s / 2].x.clone(),
            s => multiples[s].y.clone(),
        })
        .collect()
}

impl<M: Action> Transform<M> for Circle<M> {
    fn len(&self) -> usize {
        self.len
    }

    /// Returns natural order, of the points `(2k+1) g`: position `k` holds `f((2k+1) g)`.
    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.len
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.forward_unordered(values)?;
        self.to_natural(values, scratch);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.undo_natural(values, scratch);
        self.inverse_unordered(values)
    }
}
